"""Makes the networks that players have learnt, from a seed, by self-play of ``sharp``."""

from basra.training.fitting import Figures, Network, fit
from basra.training.lessons import COURSES, Lesson, lessons

__all__ = ["COURSES", "Figures", "Lesson", "Network", "fit", "lessons"]
