"""Judges who see the same quality through their own noise, and what may go wrong."""

from dataclasses import replace

import numpy as np

from adjudge.agreement import Ratings
from adjudge.rubric import Level


def judged(rng, *, n=50, r=3, criteria=1, k=5, noise=0.7, halo=0.5, missing=0.0, skew=0.0):
    """Ratings of *criteria* with nothing wrong, and the order in which they were given.

    *halo*: how far the criteria of one item hang together.
    """
    general = rng.normal(size=n)
    cuts = np.linspace(-1.5, 1.5, k - 1) + skew if k > 2 else np.array([skew])
    found = []
    for at in range(criteria):
        own = halo**0.5 * general + (1 - halo) ** 0.5 * rng.normal(size=n)
        seen = own[:, None] + rng.normal(size=(n, r)) * noise
        cells = np.searchsorted(cuts, seen).astype(np.int8)
        cells[rng.random(cells.shape) < missing] = -1
        found.append(ratings(cells, k=k, criterion=f"c{at}"))
    order = np.tile(np.arange(n, dtype=float)[:, None], (1, r))
    return found, {each.criterion: order for each in found}


def erring(rng, *, errors, n=60, k=5, criteria=1):
    """Judges who see the one true answer but for their own share of *errors*."""
    found = []
    for at in range(criteria):
        true = rng.integers(0, k, n)
        wrong = rng.random((n, len(errors))) < np.array(errors)
        cells = np.where(wrong, rng.integers(0, k, wrong.shape), true[:, None])
        found.append(ratings(cells, k=k, criterion=f"c{at}"))
    return found


def ratings(cells, *, k=5, criterion="c", level=Level.ORDINAL, judges=None):
    """Codes as ratings on a scale from 1 to *k*."""
    cells = np.asarray(cells, dtype=np.int8)
    return Ratings(
        cells=cells,
        labels=tuple(str(at + 1) for at in range(k)),
        points=np.arange(1.0, k + 1),
        level=level,
        judges=tuple(judges or (f"j{at}" for at in range(cells.shape[1]))),
        units=[f"u{at}" for at in range(len(cells))],
        criterion=criterion,
        closed=True,
    )


def with_cells(each, change):
    """*each* with its cells changed in place by *change*."""
    cells = each.cells.copy()
    change(cells)
    return replace(each, cells=cells)
