"""Tables of pairs of judges, counted and looked up for some judges at once.

The grades of two or more judges are one number, so that a pass over the units serves all
pairs of judges in two such blocks, not one: with ten judges and five categories ten
passes, not forty-five.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .ratings import Cells, Floats

Counts = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Blocks:
    """Judges in blocks, and for each block the grades of each unit as one number."""

    size: int
    """Categories, and one for no grade."""
    judges: tuple[tuple[int, ...], ...]
    codes: tuple[npt.NDArray[np.int32], ...]

    def tables(self, r: int) -> Counts:
        """How often each two judges gave each two categories: r x r x q x q."""
        q = self.size - 1
        made = np.zeros((r, r, q, q), dtype=np.int64)
        for judges, code, most in self._passes():
            counted = np.bincount(code, minlength=most).reshape((self.size,) * len(judges))
            for a, b in self._pairs(judges):
                axes = tuple(at for at in range(len(judges)) if at not in (a, b))
                table = counted.sum(axis=axes)[1:, 1:]
                made[judges[a], judges[b]] = table
                made[judges[b], judges[a]] = table.T
        return made

    def looked_up(self, figures: dict[tuple[int, int], Floats], width: int) -> Floats:
        """For each unit, the sum over pairs of what *figures* says of its two grades.

        A table of each pair (first judge first): category, category, *width* figures.
        """
        made = np.zeros((len(self.codes[0]), width))
        for judges, code, _ in self._passes():
            laid = np.zeros((self.size,) * len(judges) + (width,))
            for a, b in self._pairs(judges):
                shape = [1] * len(judges) + [width]
                shape[a] = shape[b] = self.size
                found = np.zeros((self.size, self.size, width))
                found[1:, 1:] = figures[judges[a], judges[b]]
                laid += found.reshape(shape)
            made += laid.reshape(-1, width)[code]
        return made

    def _passes(
        self,
    ) -> Iterator[tuple[tuple[int, ...], npt.NDArray[np.int32], int]]:
        """Each block, and each two of them: judges, codes, and how many codes there are."""
        for at, (mine, code) in enumerate(zip(self.judges, self.codes, strict=True)):
            most = self.size ** len(mine)
            if len(mine) > 1 and len(self.judges) == 1:
                yield mine, code, most
            for their, other in zip(self.judges[:at], self.codes[:at], strict=True):
                yield (
                    their + mine,
                    other * np.int32(most) + code,
                    most * self.size ** len(their),
                )

    def _pairs(self, judges: tuple[int, ...]) -> Iterator[tuple[int, int]]:
        """Places in *judges* of the pairs that this pass answers for."""
        block = {judge: at for at, each in enumerate(self.judges) for judge in each}
        for b in range(len(judges)):
            for a in range(b):
                one, other = block[judges[a]], block[judges[b]]
                if one != other or self._at_home(one, judges, block):
                    yield a, b

    def _at_home(self, mine: int, judges: tuple[int, ...], block: dict[int, int]) -> bool:
        """A block's own pairs are seen to in the pass with its neighbour."""
        found = {block[judge] for judge in judges}
        neighbour = mine - 1 if mine else min(1, len(self.judges) - 1)
        return found == {mine, neighbour}


def blocks(cells: Cells, q: int) -> Blocks:
    """The judges of *cells* in blocks that are as large as the number of units bears."""
    n, r = cells.shape
    size = q + 1
    most = 1
    while size ** (2 * (most + 1)) <= max(n // 2, size * size) and most < r:
        most += 1
    judges = tuple(tuple(range(start, min(start + most, r))) for start in range(0, r, most))
    columns = np.ascontiguousarray(cells.T).astype(np.int32) + np.int32(1)
    codes = []
    for mine in judges:
        code = columns[mine[0]]
        for judge in mine[1:]:
            code = code * np.int32(size) + columns[judge]
        codes.append(code)
    return Blocks(size, judges, tuple(codes))
