"""From grades to scores and ranks. Pure: no I/O, no clock, no chance but a passed seed."""

from .adjust import LEAST, Leniency
from .overall import Elsewhere, Overall, overall, own_gates_only
from .ranking import STATISTICS, Ranking, Rankings, Standing, Statistic, rank
from .sheet import Sheet
from .weighted_score import weighted_score

__all__ = (
    "LEAST",
    "STATISTICS",
    "Elsewhere",
    "Leniency",
    "Overall",
    "Ranking",
    "Rankings",
    "Sheet",
    "Standing",
    "Statistic",
    "overall",
    "own_gates_only",
    "rank",
    "weighted_score",
)
