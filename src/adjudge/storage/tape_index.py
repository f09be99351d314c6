"""Where on the tape the answer to a key stands, in sixteen bytes a key."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Run: TypeAlias = tuple[NDArray[np.uint64], NDArray[np.int64]]

_RECENT: Final = 16_384
"""Keys that are kept as Python numbers, which take nine times the room."""

_HEX: Final = 16
"""Digits of a key that are kept: what is found is compared with the whole key."""


class Index:
    """Key -> offset; the last one put counts.

    One thread puts while another gets: what is to be found never disappears between the
    recent keys and the runs, which are sorted and each at least twice as long as the next.
    """

    def __init__(self) -> None:
        self._recent: dict[int, int] = {}
        self._runs: tuple[Run, ...] = ()

    def put(self, key: str | bytes, offset: int) -> None:
        """The answer to *key* stands at *offset*."""
        self._recent[int(key[:_HEX], 16)] = offset
        if len(self._recent) >= _RECENT:
            self._settle()

    def get(self, key: str | bytes) -> int | None:
        """Where the answer to *key* may stand; None: nowhere."""
        short = int(key[:_HEX], 16)
        found = self._recent.get(short)
        if found is not None:
            return found
        for keys, offsets in reversed(self._runs):
            at = int(keys.searchsorted(keys.dtype.type(short)))
            if at < len(keys) and int(keys[at]) == short:
                return int(offsets[at])
        return None

    def _settle(self) -> None:
        """Make a run of the recent keys, and one of it and those that are not longer."""
        import numpy as np  # noqa: PLC0415 - most tapes are short

        count = len(self._recent)
        keys = np.fromiter(self._recent.keys(), np.uint64, count)
        offsets = np.fromiter(self._recent.values(), np.int64, count)
        runs = list(self._runs)
        while runs and len(runs[-1][0]) < 2 * len(keys):
            older_keys, older_offsets = runs.pop()
            keys = np.concatenate((older_keys, keys))
            offsets = np.concatenate((older_offsets, offsets))
        order = np.argsort(keys, kind="stable")
        keys, offsets = keys[order], offsets[order]
        last = np.append(keys[1:] != keys[:-1], True)
        self._runs = (*runs, (keys[last], offsets[last]))
        self._recent = {}
