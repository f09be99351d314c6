"""Reading a tape from its beginning to its end, beside whoever writes it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path

from adjudge.council import Account, Heard, Prices, Spending, Taped, TapeStats

from .tape_disk import check_header, descriptor, lines_of
from .tape_index import Index
from .tape_line import HEADER, is_sound, taped_in


def read_calls(path: Path, passed_over: Callable[[], None]) -> Iterator[Taped]:
    """The calls on the tape at *path*; those that cannot be read are told."""
    for line in _lines(path):
        if is_sound(line):
            yield taped_in(line)
        else:
            passed_over()


def stats_of(path: Path, prices: Prices) -> TapeStats:
    """What the tape at *path* holds."""
    seen, account = Index(), Account()
    answers = superseded = lost = damaged = 0
    first: datetime | None = None
    last: datetime | None = None
    for line in _lines(path):
        if not is_sound(line):
            damaged += 1
            continue
        taped = taped_in(line)
        first, last = first or taped.at, taped.at
        cost = None
        if isinstance(taped.reply, Heard):
            known = seen.get(taped.key) is not None
            superseded += known
            answers += not known
            seen.put(taped.key, 0)
            cost = prices.charge(taped.seat, taped.reply)
        else:
            lost += 1
        spending = account.entries.setdefault(
            (taped.tag.stage, taped.seat.name), Spending()
        )
        spending.add(taped.reply, cost)
    return TapeStats(
        path=str(path),
        size=path.stat().st_size,
        answers=answers,
        superseded=superseded,
        lost=lost,
        damaged=damaged,
        first=first,
        last=last,
        account=account,
    )


def _lines(path: Path) -> Iterator[bytes]:
    """Every line after the header. The last may be torn, or be written just now."""
    fd = descriptor(path, os.O_RDONLY)
    try:
        check_header(path, os.pread(fd, len(HEADER), 0))
        for _, line in lines_of(fd, len(HEADER), os.fstat(fd).st_size):
            yield line
    finally:
        os.close(fd)
