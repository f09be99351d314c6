"""From grades to scores and ranks. Pure: no I/O, no clock, no chance but a passed seed.

`overall(outcomes, rubric)` is one reviewer's score of one answer, `mismatch(stated, made)`
what it worked out wrongly; a `Sheet` carries it. `rank(sheets)` derives the ranking,
`uncertainty(sheets, Drawing(seed=1))` says how sure it is, `borda(ballots)` sums up the
stated orders, `disagreement(ranking, places)` holds the two against each other.
`score_frame(verdicts, rubric)` is `overall` for a whole ledger at once.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any, Final

from .adjust import LEAST, Leniency
from .borda import Ballot, Borda, Place, borda
from .disagreement import Disagreement, Move, disagreement
from .impression import impression
from .overall import Elsewhere, Overall, overall, own_gates_only
from .ranking import STATISTICS, Ranking, Rankings, Standing, Statistic, rank
from .sheet import Sheet, opinions_of, ratings_of
from .stated import Mismatch, mismatch
from .weighted_score import weighted_score

if TYPE_CHECKING:
    from .bulk import score_frame
    from .intervals import Drawing, Over, Pair, Spread, Uncertainty, uncertainty

_LAZY: Final = {
    "Drawing": "intervals",
    "Over": "intervals",
    "Pair": "intervals",
    "Spread": "intervals",
    "Uncertainty": "intervals",
    "score_frame": "bulk",
    "uncertainty": "intervals",
}
"""Those that need numpy or Polars, imported when they are first asked for."""

__all__ = (
    "LEAST",
    "STATISTICS",
    "Ballot",
    "Borda",
    "Disagreement",
    "Drawing",
    "Elsewhere",
    "Leniency",
    "Mismatch",
    "Move",
    "Over",
    "Overall",
    "Pair",
    "Place",
    "Ranking",
    "Rankings",
    "Sheet",
    "Spread",
    "Standing",
    "Statistic",
    "Uncertainty",
    "borda",
    "disagreement",
    "impression",
    "mismatch",
    "opinions_of",
    "overall",
    "own_gates_only",
    "rank",
    "ratings_of",
    "score_frame",
    "uncertainty",
    "weighted_score",
)


def __getattr__(name: str) -> Any:
    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_LAZY[name]}"), name)
