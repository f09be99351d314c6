"""Models as judges: who is asked, what, and how the answer is read."""

from .call import Ask, Heard, Line, Lost, Reply, Tag, Usage
from .review import HOLISTIC, Mark, Review, verdicts_of
from .seat import Endpoint, Seat

__all__ = (
    "HOLISTIC",
    "Ask",
    "Endpoint",
    "Heard",
    "Line",
    "Lost",
    "Mark",
    "Reply",
    "Review",
    "Seat",
    "Tag",
    "Usage",
    "verdicts_of",
)
