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
    from .concordance import Consensus, consensus
    from .disagreement import Disagreement, differing, disagreements
    from .flags import find_flags
    from .independence import Independence, effective_reviewers
    from .measured import Agreement
    from .metrics import compare
    from .ratings import Ratings
    from .ratings_frame import ratings_of
    from .severity import Severity, severities
    from .sharing import Overlap, overlap

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
    "band_of",
    "compare",
    "consensus",
    "differing",
    "disagreements",
    "effective_reviewers",
    "find_flags",
    "headline",
    "landis_koch",
    "overlap",
    "ratings_of",
    "severities",
    "splits",
)


def __getattr__(name: str) -> Any:
    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_LAZY[name]}"), name)
