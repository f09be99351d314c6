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
    from .overlap import Overlap, overlap
    from .ratings import Ratings
    from .severity import Severity, severities

_LAZY: Final = {
    "Agreement": "measured",
    "Ratings": "ratings",
    "Severity": "severity",
    "severities": "severity",
    "Overlap": "overlap",
    "overlap": "overlap",
    "find_flags": "flags",
    "Disagreement": "disagreement",
    "disagreements": "disagreement",
    "differing": "disagreement",
    "Board": "board",
    "Consensus": "concordance",
    "Independence": "independence",
    "compare": "metrics",
    "consensus": "concordance",
    "effective_reviewers": "independence",
}
"""Those that need numpy, imported when they are first asked for."""

__all__ = (
    "Agreement",
    "BANDS",
    "Band",
    "Headline",
    "band_of",
    "headline",
    "landis_koch",
    "Flag",
    "FlagKind",
    "Severity",
    "severities",
    "Overlap",
    "overlap",
    "find_flags",
    "Disagreement",
    "disagreements",
    "differing",
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
    "splits",
)


def __getattr__(name: str) -> Any:
    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_LAZY[name]}"), name)
