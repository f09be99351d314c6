"""How far judges may be trusted.

`consensus(ratings)`: do reviewers put answers in one order, and `splits(opinions, bounds)`:
on which answer and criterion they do not. `effective_reviewers(ratings)`: how many
independent ones they are worth. `compare(observed)`: the success metrics of a council.
Ratings are `(question, author, reviewer, value)`, or a `Board` of very many; nothing here
knows who made them.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any, Final

from .coefficient import Coefficient
from .confusion import Confusion
from .effect import Effect, Observed
from .proportion import Proportion
from .rated import Rated
from .split import APART, Opinion, Split, splits

if TYPE_CHECKING:
    from .board import Board
    from .concordance import Consensus, consensus
    from .independence import Independence, effective_reviewers
    from .metrics import compare
    from .ratings import Ratings
    from .ratings_frame import ratings_of

_LAZY: Final = {
    "Ratings": "ratings",
    "ratings_of": "ratings_frame",
    "Board": "board",
    "Consensus": "concordance",
    "Independence": "independence",
    "compare": "metrics",
    "consensus": "concordance",
    "effective_reviewers": "independence",
}
"""Those that need numpy, imported when they are first asked for."""

__all__ = (
    "APART",
    "Board",
    "Coefficient",
    "Confusion",
    "Consensus",
    "Effect",
    "Independence",
    "Observed",
    "Opinion",
    "Proportion",
    "Rated",
    "Ratings",
    "Split",
    "compare",
    "consensus",
    "effective_reviewers",
    "ratings_of",
    "splits",
)


def __getattr__(name: str) -> Any:
    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_LAZY[name]}"), name)
