"""A tape that forgets: for tests that need no file, and to hold the real one against."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from adjudge.council import (
    Ask,
    Heard,
    Line,
    Prices,
    Pruned,
    Reply,
    Seat,
    Spending,
    Taped,
    TapeStats,
)
from adjudge.storage import key_of


@dataclass(slots=True)
class MemoryTape:
    """Keeps calls in a list; everything else is as `adjudge.storage.Tape` does it."""

    fresh: bool = False
    now: Callable[[], datetime] = lambda: datetime(2026, 1, 1, tzinfo=UTC)
    taped: list[Taped] = field(default_factory=list)
    _under_way: dict[str, asyncio.Lock] = field(default_factory=dict)

    @property
    def damaged(self) -> int:
        """None of its lines ever is."""
        return 0

    def recorded(self, line: Line) -> Line:
        """A line that asks *line* only for what is not on this tape."""
        return _Remembered(tape=self, line=line)

    def find(self, seat: Seat, ask: Ask) -> Heard | None:
        """What *seat* has said to *ask*."""
        return self._find(key_of(seat, ask))

    def calls(self) -> Iterator[Taped]:
        """Every call, in the order of the answers."""
        return iter(tuple(self.taped))

    def stats(self, prices: Prices | None = None) -> TapeStats:
        """What the tape holds."""
        heard = [taped for taped in self.taped if isinstance(taped.reply, Heard)]
        answers = len({taped.key for taped in heard})
        stats = TapeStats(
            path="memory",
            size=0,
            answers=answers,
            superseded=len(heard) - answers,
            lost=len(self.taped) - len(heard),
            first=self.taped[0].at if self.taped else None,
            last=self.taped[-1].at if self.taped else None,
        )
        for taped in self.taped:
            entry = (taped.tag.stage, taped.seat.name)
            spending = stats.account.entries.setdefault(entry, Spending())
            cost = None
            if isinstance(taped.reply, Heard):
                cost = (prices or Prices()).charge(taped.seat, taped.reply)
            spending.add(taped.reply, cost)
        return stats

    def prune(
        self,
        *,
        before: datetime | None = None,
        drop: Callable[[Taped], bool] | None = None,
        dry_run: bool = False,
    ) -> Pruned:
        """Remove what no run will look up, what came *before*, and what *drop* names."""
        last = {t.key: at for at, t in enumerate(self.taped) if isinstance(t.reply, Heard)}
        kept = [
            taped
            for at, taped in enumerate(self.taped)
            if last.get(taped.key) == at
            and not (before is not None and taped.at < before)
            and not (drop is not None and drop(taped))
        ]
        dropped = len(self.taped) - len(kept)
        if not dry_run:
            self.taped[:] = kept
        return Pruned(kept=len(kept), dropped=dropped, damaged=0, before=0, after=0)

    def _find(self, key: str) -> Heard | None:
        for taped in reversed(self.taped):
            if taped.key == key and isinstance(taped.reply, Heard):
                return replace(taped.reply, cached=True)
        return None

    async def _ask(self, line: Line, seat: Seat, ask: Ask) -> Reply:
        key = key_of(seat, ask)
        if self.fresh:
            return await self._anew(key, line, seat, ask)
        async with self._under_way.setdefault(key, asyncio.Lock()):
            found = self._find(key)
            return await self._anew(key, line, seat, ask) if found is None else found

    async def _anew(self, key: str, line: Line, seat: Seat, ask: Ask) -> Reply:
        reply = await line.ask(seat, ask)
        if isinstance(reply, Heard) or reply.kind not in ("budget", "stopped"):
            sent = replace(
                seat,
                endpoint=replace(seat.endpoint, key_name=None),
                parameters={**seat.parameters, **ask.parameters},
            )
            self.taped.append(
                Taped(key=key, at=self.now(), seat=sent, tag=ask.tag, reply=reply)
            )
        return reply


@dataclass(frozen=True, slots=True)
class _Remembered:
    tape: MemoryTape
    line: Line

    async def ask(self, seat: Seat, ask: Ask) -> Reply:
        """What the tape has, or what the line says."""
        return await self.tape._ask(self.line, seat, ask)  # noqa: SLF001 - one thing
