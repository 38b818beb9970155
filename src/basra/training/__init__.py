"""Makes the networks that players have learnt, from a seed, by self-play of ``sharp``."""

from basra.training.fitting import Figures, Network, examine, fit
from basra.training.lessons import COURSES, Lesson, exam, lessons

__all__ = ["COURSES", "Figures", "Lesson", "Network", "exam", "examine", "fit", "lessons"]
