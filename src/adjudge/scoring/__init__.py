"""From grades to scores and ranks. Pure: no I/O, no clock, no chance but a passed seed.

`overall(outcomes, rubric)` is one reviewer's score of one answer, `mismatch(stated, made)`
what it worked out wrongly; a `Sheet` carries it. `rank(sheets)` derives the ranking,
`uncertainty(sheets, Drawing(seed=1))` says how sure it is, `borda(ballots)` sums up the
stated orders, `disagreement(ranking, places)` holds the two against each other.
`score_frame(verdicts, rubric)` is `overall` for a whole ledger at once; a `Table` holds
very many reviews, and `figures_of` and `uncertainty_of` do for it what `rank` and
`uncertainty` do for sheets.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any, Final

from .adjust import LEAST, Leniency
from .borda import Ballot, Borda, BordaCount, Place, borda
from .disagreement import Disagreement, Move, disagreement
from .impression import impression
from .overall import (
    Elsewhere,
    Overall,
    overall,
    own_gates_only,
    rounding_of,
    words_of_gates,
)
from .ranking import (
    STATISTICS,
    Means,
    Ranking,
    Rankings,
    Standing,
    Statistic,
    means_of,
    rank,
    rank_question,
    with_reasons,
)
from .sheet import Sheet, in_order, opinions_of, ratings_of
from .stated import Mismatch, mismatch
from .weighted_score import weighted_score

if TYPE_CHECKING:
    from .bulk import score_frame
    from .intervals import (
        Drawing,
        Over,
        Pair,
        Spread,
        Uncertainty,
        uncertainty,
        uncertainty_of,
    )
    from .table import State, Table, TableBuilder
    from .table_figures import Figures, figures_of, means_of_table

_LAZY: Final = {
    "Drawing": "intervals",
    "Figures": "table_figures",
    "Over": "intervals",
    "Pair": "intervals",
    "Spread": "intervals",
    "Uncertainty": "intervals",
    "State": "table",
    "Table": "table",
    "TableBuilder": "table",
    "figures_of": "table_figures",
    "means_of_table": "table_figures",
    "score_frame": "bulk",
    "uncertainty": "intervals",
    "uncertainty_of": "intervals",
}
"""Those that need numpy or Polars, imported when they are first asked for."""

__all__ = (
    "LEAST",
    "STATISTICS",
    "Ballot",
    "Borda",
    "BordaCount",
    "Disagreement",
    "Drawing",
    "Elsewhere",
    "Figures",
    "Leniency",
    "Means",
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
    "State",
    "Statistic",
    "Table",
    "TableBuilder",
    "Uncertainty",
    "borda",
    "disagreement",
    "figures_of",
    "impression",
    "in_order",
    "means_of",
    "means_of_table",
    "mismatch",
    "opinions_of",
    "overall",
    "own_gates_only",
    "rank",
    "rank_question",
    "ratings_of",
    "rounding_of",
    "score_frame",
    "uncertainty",
    "uncertainty_of",
    "weighted_score",
    "with_reasons",
    "words_of_gates",
)


def __getattr__(name: str) -> Any:
    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_LAZY[name]}"), name)
