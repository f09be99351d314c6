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
    from .coefficients import (
        alpha,
        brennan_prediger,
        cohen,
        conger,
        fleiss,
        fleiss_by_category,
        gwet,
        percent_agreement,
        scott,
        weighted_alpha,
    )
    from .concordance import Consensus, consensus
    from .counted import Counted
    from .independence import Independence, effective_reviewers
    from .measured import Agreement
    from .measuring import measure
    from .metrics import compare
    from .ratings import Ratings
    from .ratings_frame import as_times, column_of, ratings_of
    from .reading import as_ratings
    from .tables import from_counts, from_table
    from .tally import Tally

_LAZY: Final = {
    "Agreement": "measured",
    "Board": "board",
    "Consensus": "concordance",
    "Counted": "counted",
    "Independence": "independence",
    "Ratings": "ratings",
    "Tally": "tally",
    "alpha": "coefficients",
    "as_ratings": "reading",
    "as_times": "ratings_frame",
    "brennan_prediger": "coefficients",
    "cohen": "coefficients",
    "column_of": "ratings_frame",
    "compare": "metrics",
    "conger": "coefficients",
    "consensus": "concordance",
    "effective_reviewers": "independence",
    "fleiss": "coefficients",
    "fleiss_by_category": "coefficients",
    "from_counts": "tables",
    "from_table": "tables",
    "gwet": "coefficients",
    "measure": "measuring",
    "percent_agreement": "coefficients",
    "ratings_of": "ratings_frame",
    "scott": "coefficients",
    "weighted_alpha": "coefficients",
}
"""Those that need numpy, imported when they are first asked for."""

__all__ = (
    "APART",
    "Agreement",
    "Board",
    "Coefficient",
    "Confusion",
    "Consensus",
    "Counted",
    "Effect",
    "Independence",
    "Observed",
    "Opinion",
    "Proportion",
    "Rated",
    "Ratings",
    "Split",
    "Tally",
    "alpha",
    "as_ratings",
    "as_times",
    "brennan_prediger",
    "cohen",
    "column_of",
    "compare",
    "conger",
    "consensus",
    "effective_reviewers",
    "fleiss",
    "fleiss_by_category",
    "from_counts",
    "from_table",
    "gwet",
    "measure",
    "percent_agreement",
    "ratings_of",
    "scott",
    "splits",
    "weighted_alpha",
)


def __getattr__(name: str) -> Any:
    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_LAZY[name]}"), name)
