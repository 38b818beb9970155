"""After the cards: what each play was worth, why, and what luck did; drills, puzzles, replay."""

from basra.review.course import Course, course_of
from basra.review.curve import Point
from basra.review.dealt import DealReview, Job, SideReview, Weighed, review_deal
from basra.review.matches import as_data, review_match
from basra.review.reasons import Reason, reason_of, reasons
from basra.review.strengths import DEPTHS, USUAL, find_depth
from basra.review.weighing import Choice, weigh

__all__ = [
    "DEPTHS",
    "USUAL",
    "Choice",
    "Course",
    "DealReview",
    "Job",
    "Point",
    "Reason",
    "SideReview",
    "Weighed",
    "as_data",
    "course_of",
    "find_depth",
    "reason_of",
    "reasons",
    "review_deal",
    "review_match",
    "weigh",
]
