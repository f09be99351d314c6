"""The reviews behind a table's ranking, laid out to be drawn anew."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from .ranking import STATISTICS
from .redrawn import Cells, ordered_cells
from .table import Floats, Numbers
from .table_figures import Figures, brought


def cells_of_table(figures: Figures, authors: Sequence[str]) -> Cells:
    """What `cells_of` makes of sheets, of columns: *authors* are those with a rank."""
    table, by = figures.table, figures.ranking.by
    known = figures.summed[:, STATISTICS.index(by)]
    place = np.full(max(len(table.names), 1), -1)
    row = {name: at for at, name in enumerate(table.names)}
    for at, name in enumerate(authors):
        place[row[name]] = at
    kept = ~np.isnan(known) & (place[table.authors] >= 0)
    of_author = place[table.authors[kept]].astype(np.int64)
    given = brought(table, figures.means, by)[kept]
    rest = table.bases[kept] - np.array(
        [figures.means.leniency.points.get(name, 0.0) for name in table.reviewers]
    )
    out = figures.disqualified[kept]
    given[out], rest[out] = np.nan, np.nan
    seen = ~np.isnan(table.values[kept]).all(axis=0)
    _, questions = np.unique(table.questions[kept], return_inverse=True)
    return ordered_cells(
        given.T[seen],
        rest.T[seen],
        known=known[kept],
        questions=questions.astype(np.int64),
        authors=of_author,
        noise=_noise(figures, kept, of_author, len(authors)),
    )


def _noise(figures: Figures, kept: np.ndarray, of_author: Numbers, authors: int) -> Floats:
    """By author: the standard deviation of its score by the rounding of grades."""
    table = figures.table
    counted = ~np.isnan(table.values[kept]) & ~figures.disqualified[kept, None]
    rounding = table.of_kind([kind.rounding for kind in table.kinds], 0.0)[kept]
    given = np.maximum(counted.sum(axis=1), 1)
    square = np.where(counted, rounding**2, 0.0).sum(axis=1) / given**2
    count = np.maximum(np.bincount(of_author, minlength=authors), 1)
    return np.asarray(np.sqrt(np.bincount(of_author, square, authors) / count**2))
