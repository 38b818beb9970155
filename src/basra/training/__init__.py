"""Makes what players have learnt anew, from a seed, by self-play."""

from basra.training.fitting import Figures, Network, examine, fit
from basra.training.lessons import COURSES, Lesson, exam, lessons

__all__ = ["COURSES", "Figures", "Lesson", "Network", "exam", "examine", "fit", "lessons"]
