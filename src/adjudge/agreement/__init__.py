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
from .flag import Flag, FlagKind
from .headline import BANDS, Band, Headline, band_of, headline, landis_koch
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
    from .disagreement import Disagreement, differing, disagreements
    from .flags import find_flags
    from .independence import Independence, effective_reviewers
    from .measured import Agreement
    from .measuring import measure
    from .metrics import compare
    from .ratings import Ratings
    from .ratings_frame import ratings_of
    from .reading import as_ratings
    from .severity import Severity, severities
    from .sharing import Overlap, overlap
    from .tables import from_counts, from_table
    from .tally import Tally

_LAZY: Final = {
    "Agreement": "measured",
    "Ratings": "ratings",
    "Severity": "severity",
    "severities": "severity",
    "Overlap": "sharing",
    "overlap": "sharing",
    "find_flags": "flags",
    "Disagreement": "disagreement",
    "disagreements": "disagreement",
    "differing": "disagreement",
    "ratings_of": "ratings_frame",
    "Board": "board",
    "Counted": "counted",
    "Tally": "tally",
    "alpha": "coefficients",
    "as_ratings": "reading",
    "brennan_prediger": "coefficients",
    "cohen": "coefficients",
    "conger": "coefficients",
    "fleiss": "coefficients",
    "fleiss_by_category": "coefficients",
    "from_counts": "tables",
    "from_table": "tables",
    "gwet": "coefficients",
    "measure": "measuring",
    "percent_agreement": "coefficients",
    "scott": "coefficients",
    "weighted_alpha": "coefficients",
    "Consensus": "concordance",
    "Independence": "independence",
    "compare": "metrics",
    "consensus": "concordance",
    "effective_reviewers": "independence",
}
"""Those that need numpy, imported when they are first asked for."""

__all__ = (
    "APART",
    "BANDS",
    "Agreement",
    "Band",
    "Board",
    "Coefficient",
    "Confusion",
    "Consensus",
    "Counted",
    "Disagreement",
    "Effect",
    "Flag",
    "FlagKind",
    "Headline",
    "Independence",
    "Observed",
    "Opinion",
    "Overlap",
    "Proportion",
    "Rated",
    "Ratings",
    "Severity",
    "Split",
    "Tally",
    "alpha",
    "as_ratings",
    "band_of",
    "brennan_prediger",
    "cohen",
    "compare",
    "conger",
    "consensus",
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
    "landis_koch",
    "measure",
    "overlap",
    "percent_agreement",
    "ratings_of",
    "scott",
    "severities",
    "splits",
    "weighted_alpha",
)


def __getattr__(name: str) -> Any:
    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_LAZY[name]}"), name)
