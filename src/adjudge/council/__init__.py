"""Models as judges: who is asked, what, and how the answer is read."""

from .call import Ask, Heard, Line, Lost, Reply, Stage, Tag, Usage
from .review import HOLISTIC, Mark, Mode, Review, verdicts_of
from .seat import Endpoint, Seat
from .sitting import Sitting

__all__ = (
    "HOLISTIC",
    "Ask",
    "Endpoint",
    "Heard",
    "Line",
    "Lost",
    "Mark",
    "Mode",
    "Reply",
    "Review",
    "Seat",
    "Sitting",
    "Stage",
    "Tag",
    "Usage",
    "verdicts_of",
)
