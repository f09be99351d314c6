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
from .confusion import F1, Confusion
from .effect import Effect, Observed
from .proportion import Proportion
from .rated import Rated
from .split import APART, Opinion, Split, splits

if TYPE_CHECKING:
    from .advantage import METRICS, Advantages, Metric, count_advantages, together
    from .alternative import EPSILON, FEW_PEOPLE, AltTest, Duel, alt_test, decide
    from .board import Board
    from .ceiling import Ceiling, Spread, spread_of
    from .concordance import Consensus, consensus
    from .independence import Independence, effective_reviewers
    from .metrics import compare
    from .ratings import Ratings
    from .ratings_frame import ratings_of
    from .standing import MOST_PAIRED, Standing, Standings, standings
    from .versus import WIDEST, Shift, Versus, hold_against

_LAZY: Final = {
    "Ratings": "ratings",
    "Advantages": "advantage",
    "METRICS": "advantage",
    "Metric": "advantage",
    "count_advantages": "advantage",
    "together": "advantage",
    "AltTest": "alternative",
    "Duel": "alternative",
    "EPSILON": "alternative",
    "FEW_PEOPLE": "alternative",
    "alt_test": "alternative",
    "decide": "alternative",
    "Ceiling": "ceiling",
    "Spread": "ceiling",
    "spread_of": "ceiling",
    "Standing": "standing",
    "Standings": "standing",
    "standings": "standing",
    "MOST_PAIRED": "standing",
    "Versus": "versus",
    "Shift": "versus",
    "hold_against": "versus",
    "WIDEST": "versus",
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
    "EPSILON",
    "F1",
    "FEW_PEOPLE",
    "METRICS",
    "MOST_PAIRED",
    "WIDEST",
    "Advantages",
    "AltTest",
    "Board",
    "Ceiling",
    "Coefficient",
    "Confusion",
    "Consensus",
    "Duel",
    "Effect",
    "Independence",
    "Metric",
    "Observed",
    "Opinion",
    "Proportion",
    "Rated",
    "Ratings",
    "Shift",
    "Split",
    "Spread",
    "Standing",
    "Standings",
    "Versus",
    "alt_test",
    "compare",
    "consensus",
    "count_advantages",
    "decide",
    "effective_reviewers",
    "hold_against",
    "ratings_of",
    "splits",
    "spread_of",
    "standings",
    "together",
)


def __getattr__(name: str) -> Any:
    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_LAZY[name]}"), name)
