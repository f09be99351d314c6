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

from .coefficient import FEW_UNITS, Coefficient
from .confusion import F1, Confusion
from .effect import Effect, Observed
from .flag import Flag, FlagKind
from .headline import BANDS, Band, Headline, band_of, headline, landis_koch, meaning_of
from .proportion import Proportion
from .rated import Rated
from .split import APART, Opinion, Split, splits

if TYPE_CHECKING:
    from .advantage import METRICS, Advantages, Metric, count_advantages, together
    from .alpha_continuous import alpha_of_values
    from .alternative import (
        EPSILON,
        FEW_PEOPLE,
        AltTest,
        Duel,
        alt_test,
        decide,
        decide_each,
    )
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
    from .corrected import Corrected, correct, corrected_difference, corrected_mean
    from .counted import Counted
    from .crossed import WIDEST
    from .disagreement import Disagreement, differing, disagreements
    from .flags import find_flags
    from .identified import doubts
    from .independence import Independence, effective_reviewers
    from .intraclass import icc
    from .item_differences import PairedMean, paired_mean
    from .labels import Labels, as_labels
    from .latent import MODELS, TRUTH_BY, Model, Truth, dawid_skene, majority_vote, one_coin
    from .measured import Agreement
    from .measuring import measure
    from .metrics import compare
    from .on_demand import OfPairs
    from .paired import kendall_tau, mean_difference, pearson, spearman
    from .plan import Needed, Parts, grades_needed, parts_from, parts_of_mean, units_needed
    from .queue_of_units import Candidate, next_units
    from .ratings import Ratings
    from .ratings_frame import as_times, column_of, ratings_of
    from .reading import as_ratings
    from .resampling import Bootstrapped, Statistic, bootstrap, bootstrap_difference
    from .sampled import Sample
    from .severity import Severity, severities
    from .sharing import Overlap, overlap
    from .standing import MOST_PAIRED, Standing, Standings, standings
    from .systems import ADJUSTMENTS, Adjustment, Contrast, adjusted, contrast, judged
    from .table import (
        ABSENT,
        EVERY,
        ROW,
        Choices,
        Coded,
        Coder,
        Laid,
        Layout,
        Origin,
        Stated,
        lay_out,
        layout_of,
        renamed,
        shaped,
    )
    from .tables import from_counts, from_table
    from .tally import Tally
    from .versus import Shift, Versus, hold_against

_LAZY: Final = {
    "ADJUSTMENTS": "systems",
    "Adjustment": "systems",
    "Advantages": "advantage",
    "Agreement": "measured",
    "AltTest": "alternative",
    "Board": "board",
    "Bootstrapped": "resampling",
    "Candidate": "queue_of_units",
    "Ceiling": "ceiling",
    "Choices": "table",
    "Coded": "table",
    "Coder": "table",
    "Consensus": "concordance",
    "Contrast": "systems",
    "Corrected": "corrected",
    "Counted": "counted",
    "Disagreement": "disagreement",
    "Duel": "alternative",
    "EPSILON": "alternative",
    "EVERY": "table",
    "FEW_PEOPLE": "alternative",
    "Independence": "independence",
    "Labels": "labels",
    "Laid": "table",
    "Layout": "table",
    "METRICS": "advantage",
    "MODELS": "latent",
    "MOST_PAIRED": "standing",
    "Metric": "advantage",
    "Model": "latent",
    "Needed": "plan",
    "OfPairs": "on_demand",
    "Origin": "table",
    "Overlap": "sharing",
    "PairedMean": "item_differences",
    "Parts": "plan",
    "ABSENT": "table",
    "ROW": "table",
    "Ratings": "ratings",
    "Sample": "sampled",
    "Severity": "severity",
    "Shift": "versus",
    "Spread": "ceiling",
    "Standing": "standing",
    "Standings": "standing",
    "Stated": "table",
    "Statistic": "resampling",
    "TRUTH_BY": "latent",
    "Tally": "tally",
    "Truth": "latent",
    "Versus": "versus",
    "WIDEST": "crossed",
    "adjusted": "systems",
    "alpha": "coefficients",
    "alpha_of_values": "alpha_continuous",
    "alt_test": "alternative",
    "as_labels": "labels",
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
    "contrast": "systems",
    "correct": "corrected",
    "corrected_difference": "corrected",
    "corrected_mean": "corrected",
    "count_advantages": "advantage",
    "dawid_skene": "latent",
    "decide": "alternative",
    "decide_each": "alternative",
    "differing": "disagreement",
    "disagreements": "disagreement",
    "doubts": "identified",
    "effective_reviewers": "independence",
    "find_flags": "flags",
    "fleiss": "coefficients",
    "fleiss_by_category": "coefficients",
    "from_counts": "tables",
    "from_table": "tables",
    "grades_needed": "plan",
    "gwet": "coefficients",
    "hold_against": "versus",
    "icc": "intraclass",
    "judged": "systems",
    "kendall_tau": "paired",
    "kendall_w": "concord",
    "lay_out": "table",
    "layout_of": "table",
    "majority_vote": "latent",
    "mean_difference": "paired",
    "measure": "measuring",
    "next_units": "queue_of_units",
    "one_coin": "latent",
    "overlap": "sharing",
    "paired_mean": "item_differences",
    "parts_from": "plan",
    "parts_of_mean": "plan",
    "pearson": "paired",
    "percent_agreement": "coefficients",
    "ratings_of": "ratings_frame",
    "renamed": "table",
    "scott": "coefficients",
    "severities": "severity",
    "shaped": "table",
    "spearman": "paired",
    "spread_of": "ceiling",
    "standings": "standing",
    "together": "advantage",
    "units_needed": "plan",
    "weighted_alpha": "coefficients",
}
"""Those that need numpy, imported when they are first asked for."""

__all__ = (
    "ABSENT",
    "ADJUSTMENTS",
    "APART",
    "BANDS",
    "EPSILON",
    "EVERY",
    "F1",
    "FEW_PEOPLE",
    "FEW_UNITS",
    "METRICS",
    "MODELS",
    "MOST_PAIRED",
    "ROW",
    "TRUTH_BY",
    "WIDEST",
    "Adjustment",
    "Advantages",
    "Agreement",
    "AltTest",
    "Band",
    "Board",
    "Bootstrapped",
    "Candidate",
    "Ceiling",
    "Choices",
    "Coded",
    "Coder",
    "Coefficient",
    "Confusion",
    "Consensus",
    "Contrast",
    "Corrected",
    "Counted",
    "Disagreement",
    "Duel",
    "Effect",
    "Flag",
    "FlagKind",
    "Headline",
    "Independence",
    "Labels",
    "Laid",
    "Layout",
    "Metric",
    "Model",
    "Needed",
    "Observed",
    "OfPairs",
    "Opinion",
    "Origin",
    "Overlap",
    "PairedMean",
    "Parts",
    "Proportion",
    "Rated",
    "Ratings",
    "Sample",
    "Severity",
    "Shift",
    "Split",
    "Spread",
    "Standing",
    "Standings",
    "Stated",
    "Statistic",
    "Tally",
    "Truth",
    "Versus",
    "adjusted",
    "alpha",
    "alpha_of_values",
    "alt_test",
    "as_labels",
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
    "contrast",
    "correct",
    "corrected_difference",
    "corrected_mean",
    "count_advantages",
    "dawid_skene",
    "decide",
    "decide_each",
    "differing",
    "disagreements",
    "doubts",
    "effective_reviewers",
    "find_flags",
    "fleiss",
    "fleiss_by_category",
    "from_counts",
    "from_table",
    "grades_needed",
    "gwet",
    "headline",
    "hold_against",
    "icc",
    "judged",
    "kendall_tau",
    "kendall_w",
    "landis_koch",
    "lay_out",
    "layout_of",
    "majority_vote",
    "mean_difference",
    "meaning_of",
    "measure",
    "next_units",
    "one_coin",
    "overlap",
    "paired_mean",
    "parts_from",
    "parts_of_mean",
    "pearson",
    "percent_agreement",
    "ratings_of",
    "renamed",
    "scott",
    "severities",
    "shaped",
    "spearman",
    "splits",
    "spread_of",
    "standings",
    "together",
    "units_needed",
    "weighted_alpha",
)


def __getattr__(name: str) -> Any:
    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_LAZY[name]}"), name)
