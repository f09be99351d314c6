"""Models as judges: who is asked, what, and how the answer is read."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any, Final

from .call import Ask, Heard, Line, Lost, Reply, Stage, Tag, Usage
from .cost import Account, Booked, Budget, Price, Prices, Spending, is_model
from .hearing import hear, judge_in
from .kin import is_kin
from .opinion import HOLISTIC, Mark, Mode, Review, outcomes_of, verdicts_of
from .panel import (
    Convened,
    Safety,
    answer_as_item,
    attend,
    collect,
    convene,
    review_item,
)
from .revision import may_revise, revise, settle
from .seat import Endpoint, Seat
from .sitting import Sitting
from .taped import Pruned, Taped, TapeStats
from .writing import Written, answer, candidates_of, synthesise

if TYPE_CHECKING:
    from .carrier import Timeouts
    from .endpoints import PRESETS, Directory
    from .keys import Keys, from_keyring
    from .patience import Patience
    from .wire import Clock, Wire

_LAZY: Final = {
    "Clock": "wire",
    "Directory": "endpoints",
    "Keys": "keys",
    "PRESETS": "endpoints",
    "Patience": "patience",
    "Timeouts": "carrier",
    "Wire": "wire",
    "from_keyring": "keys",
}
"""What is imported when it is first asked for: a run from the tape needs no network."""

__all__ = (
    "HOLISTIC",
    "PRESETS",
    "Account",
    "Ask",
    "Booked",
    "Budget",
    "Clock",
    "Convened",
    "Directory",
    "Endpoint",
    "Heard",
    "Keys",
    "Line",
    "Lost",
    "Mark",
    "Mode",
    "Patience",
    "Price",
    "Prices",
    "Pruned",
    "Reply",
    "Review",
    "Safety",
    "Seat",
    "Sitting",
    "Spending",
    "Stage",
    "Tag",
    "TapeStats",
    "Taped",
    "Timeouts",
    "Usage",
    "Wire",
    "Written",
    "answer",
    "answer_as_item",
    "attend",
    "candidates_of",
    "collect",
    "convene",
    "from_keyring",
    "hear",
    "is_kin",
    "is_model",
    "judge_in",
    "may_revise",
    "outcomes_of",
    "review_item",
    "revise",
    "settle",
    "synthesise",
    "verdicts_of",
)


_DOOR: Final = frozenset(
    {"ask", "ask_sync", "gate", "open_result", "rescore", "review", "review_sync"}
)
"""What `from adjudge import council` offers to a program that uses adjudge. The verbs are
those of `adjudge.library`, which stands above this room: see decision 13. Nothing in the
house uses them from here."""


def __getattr__(name: str) -> Any:
    if name in _DOOR:
        return getattr(importlib.import_module("adjudge.library"), name)
    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_LAZY[name]}"), name)
