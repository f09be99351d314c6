"""The only place where parts are plugged together."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from adjudge.council import Line, Wire
    from adjudge.settings import Settings
    from adjudge.storage import Tape
    from adjudge.workbench import Attendance, Council, Find, Invitation

# What is plugged in is imported where it is used: a door that only looks at a tape needs
# no network.


def open_tape(path: Path, *, fresh: bool = False) -> Tape:
    """The tape at *path*; close it, or use it in a `with` block."""
    from adjudge.storage import open_tape as opened  # noqa: PLC0415 - only when it is used

    return opened(path, fresh=fresh)


@dataclass(frozen=True, slots=True, kw_only=True)
class Bench:
    """The opened application: what verbs need from outside."""

    settings: Settings
    environ: Mapping[str, str] = field(repr=False)
    """Where keys and proxies are looked up by name; it is never shown."""

    @asynccontextmanager
    async def attend(
        self, council: Council, *, tape: Path | None, fresh: bool = False
    ) -> AsyncIterator[Attendance]:
        """A line to the models of *council*, from the books down to the network.

        Outermost are the books, which count what comes from the tape as well; below the
        tape is what only new calls pass: the user's limits, seats that have been given
        up, and the wire.
        """
        from adjudge.council import Budget  # noqa: PLC0415
        from adjudge.workbench import Attendance, GivingUp  # noqa: PLC0415

        call = council.invitation
        async with AsyncExitStack() as stack:
            wire = await stack.enter_async_context(self._wire(council))
            line: Line = Budget(
                GivingUp(wire),
                council.prices,
                max_cost=call.max_cost,
                max_calls=call.max_calls,
            )
            damaged = 0
            if tape is not None:
                tape.parent.mkdir(parents=True, exist_ok=True)
                kept = await stack.enter_async_context(open_tape(tape, fresh=fresh))
                line, damaged = kept.recorded(line), kept.damaged
            attendance = Attendance(line=line, prices=council.prices, damaged=damaged)
            wire.tell = attendance.waits
            yield attendance

    @contextmanager
    def lookup(self, tape: Path | None) -> Iterator[Find]:
        """What is on *tape*, for a run that asks nobody; no tape is made by looking."""
        if tape is None or not tape.exists():
            yield lambda _seat, _ask: None
            return
        with open_tape(tape) as kept:
            yield kept.find

    def _wire(self, council: Council) -> Wire:
        """The wire to the endpoints of *council*, whose keys are there."""
        from adjudge.council import (  # noqa: PLC0415
            Keys,
            Patience,
            Timeouts,
            Wire,
            from_keyring,
        )

        call: Invitation = council.invitation
        keys = Keys(self.environ, from_keyring() if self.settings.keyring else None)
        keys.require(council.endpoints)
        timeouts, patience = Timeouts(), Patience()
        if call.timeout is not None:
            timeouts = Timeouts(read=call.timeout, total=max(call.timeout, timeouts.total))
        if call.patience is not None:
            patience = Patience(seconds=call.patience)
        return Wire(
            keys,
            in_flight=call.in_flight,
            timeouts=timeouts,
            patience=patience,
            proxies=self.environ,
        )


def open_bench(settings: Settings, environ: Mapping[str, str]) -> Bench:
    """The bench with *settings*; *environ* is where keys and proxies are looked up."""
    return Bench(settings=settings, environ=environ)
