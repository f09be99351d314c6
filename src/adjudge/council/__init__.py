"""Models as judges: who is asked, what, and how the answer is read."""

from .call import Ask, Heard, Line, Lost, Reply, Stage, Tag, Usage
from .cost import Account, Booked, Budget, Price, Prices, Spending
from .review import HOLISTIC, Mark, Mode, Review, verdicts_of
from .seat import Endpoint, Seat
from .sitting import Sitting

__all__ = (
    "HOLISTIC",
    "Account",
    "Ask",
    "Booked",
    "Budget",
    "Endpoint",
    "Heard",
    "Line",
    "Lost",
    "Mark",
    "Mode",
    "Price",
    "Prices",
    "Reply",
    "Review",
    "Seat",
    "Sitting",
    "Spending",
    "Stage",
    "Tag",
    "Usage",
    "verdicts_of",
)
