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
    from .alpha_continuous import alpha_of_values
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
    from .concord import kendall_w
    from .concordance import Consensus, consensus
    from .counted import Counted
    from .independence import Independence, effective_reviewers
    from .intraclass import icc
    from .measured import Agreement
    from .measuring import measure
    from .metrics import compare
    from .paired import kendall_tau, mean_difference, pearson, spearman
    from .ratings import Ratings
    from .ratings_frame import as_times, column_of, ratings_of
    from .reading import as_ratings
    from .resampling import Bootstrapped, Statistic, bootstrap, bootstrap_difference
    from .tables import from_counts, from_table
    from .tally import Tally

_LAZY: Final = {
    "Agreement": "measured",
    "Board": "board",
    "Bootstrapped": "resampling",
    "Consensus": "concordance",
    "Counted": "counted",
    "Independence": "independence",
    "Ratings": "ratings",
    "Statistic": "resampling",
    "Tally": "tally",
    "alpha": "coefficients",
    "alpha_of_values": "alpha_continuous",
    "as_ratings": "reading",
    "as_times": "ratings_frame",
    "bootstrap": "resampling",
    "bootstrap_difference": "resampling",
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
    "icc": "intraclass",
    "kendall_tau": "paired",
    "kendall_w": "concord",
    "mean_difference": "paired",
    "measure": "measuring",
    "pearson": "paired",
    "percent_agreement": "coefficients",
    "ratings_of": "ratings_frame",
    "scott": "coefficients",
    "spearman": "paired",
    "weighted_alpha": "coefficients",
}
"""Those that need numpy, imported when they are first asked for."""

__all__ = (
    "APART",
    "Agreement",
    "Board",
    "Bootstrapped",
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
    "Statistic",
    "Tally",
    "alpha",
    "alpha_of_values",
    "as_ratings",
    "as_times",
    "bootstrap",
    "bootstrap_difference",
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
    "icc",
    "kendall_tau",
    "kendall_w",
    "mean_difference",
    "measure",
    "pearson",
    "percent_agreement",
    "ratings_of",
    "scott",
    "spearman",
    "splits",
    "weighted_alpha",
)


def __getattr__(name: str) -> Any:
    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_LAZY[name]}"), name)
