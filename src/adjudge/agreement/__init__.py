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
from .flag import Flag, FlagKind
from .headline import BANDS, Band, Headline, band_of, headline, landis_koch
from .proportion import Proportion
from .rated import Rated
from .split import APART, Opinion, Split, splits

if TYPE_CHECKING:
    from .advantage import METRICS, Advantages, Metric, count_advantages, together
    from .alpha_continuous import alpha_of_values
    from .alternative import EPSILON, FEW_PEOPLE, AltTest, Duel, alt_test, decide
    from .board import Board
    from .ceiling import Ceiling, Spread, spread_of
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
    from .disagreement import Disagreement, differing, disagreements
    from .flags import find_flags
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
    from .severity import Severity, severities
    from .sharing import Overlap, overlap
    from .standing import MOST_PAIRED, Standing, Standings, standings
    from .tables import from_counts, from_table
    from .tally import Tally
    from .versus import WIDEST, Shift, Versus, hold_against

_LAZY: Final = {
    "Severity": "severity",
    "severities": "severity",
    "Overlap": "sharing",
    "overlap": "sharing",
    "find_flags": "flags",
    "Disagreement": "disagreement",
    "disagreements": "disagreement",
    "differing": "disagreement",
    "Advantages": "advantage",
    "Agreement": "measured",
    "AltTest": "alternative",
    "Board": "board",
    "Bootstrapped": "resampling",
    "Ceiling": "ceiling",
    "Consensus": "concordance",
    "Counted": "counted",
    "Duel": "alternative",
    "EPSILON": "alternative",
    "FEW_PEOPLE": "alternative",
    "Independence": "independence",
    "METRICS": "advantage",
    "MOST_PAIRED": "standing",
    "Metric": "advantage",
    "Ratings": "ratings",
    "Shift": "versus",
    "Spread": "ceiling",
    "Standing": "standing",
    "Standings": "standing",
    "Statistic": "resampling",
    "Tally": "tally",
    "Versus": "versus",
    "WIDEST": "versus",
    "alpha": "coefficients",
    "alpha_of_values": "alpha_continuous",
    "alt_test": "alternative",
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
    "count_advantages": "advantage",
    "decide": "alternative",
    "effective_reviewers": "independence",
    "fleiss": "coefficients",
    "fleiss_by_category": "coefficients",
    "from_counts": "tables",
    "from_table": "tables",
    "gwet": "coefficients",
    "hold_against": "versus",
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
    "spread_of": "ceiling",
    "standings": "standing",
    "together": "advantage",
    "weighted_alpha": "coefficients",
}
"""Those that need numpy, imported when they are first asked for."""

__all__ = (
    "APART",
    "BANDS",
    "EPSILON",
    "F1",
    "FEW_PEOPLE",
    "METRICS",
    "MOST_PAIRED",
    "WIDEST",
    "Advantages",
    "Agreement",
    "AltTest",
    "Band",
    "Board",
    "Bootstrapped",
    "Ceiling",
    "Coefficient",
    "Confusion",
    "Consensus",
    "Counted",
    "Disagreement",
    "Duel",
    "Effect",
    "Flag",
    "FlagKind",
    "Headline",
    "Independence",
    "Metric",
    "Observed",
    "Opinion",
    "Overlap",
    "Proportion",
    "Rated",
    "Ratings",
    "Severity",
    "Shift",
    "Split",
    "Spread",
    "Standing",
    "Standings",
    "Statistic",
    "Tally",
    "Versus",
    "alpha",
    "alpha_of_values",
    "alt_test",
    "as_ratings",
    "as_times",
    "band_of",
    "bootstrap",
    "bootstrap_difference",
    "brennan_prediger",
    "cohen",
    "column_of",
    "compare",
    "conger",
    "consensus",
    "count_advantages",
    "decide",
    "differing",
    "disagreements",
    "effective_reviewers",
    "find_flags",
    "fleiss",
    "fleiss_by_category",
    "from_counts",
    "from_table",
    "gwet",
    "headline",
    "hold_against",
    "icc",
    "kendall_tau",
    "kendall_w",
    "landis_koch",
    "mean_difference",
    "measure",
    "overlap",
    "pearson",
    "percent_agreement",
    "ratings_of",
    "scott",
    "severities",
    "spearman",
    "splits",
    "spread_of",
    "standings",
    "together",
    "weighted_alpha",
)


def __getattr__(name: str) -> Any:
    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_LAZY[name]}"), name)
