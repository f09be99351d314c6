"""Judge files of items by reviewers, one by one, and file the verdicts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, aclosing
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from adjudge.council import Convened, Line, convene, verdicts_of
from adjudge.formats import Rejected, Seen, VerdictWriter, read_items, verdict_writer
from adjudge.reports import Cost, Missed, Tally
from adjudge.rubric import Rubric
from adjudge.verdict import Item, Verdict, items_in, to_frame

from .apply_rules import Clock, Judging, RejectedFile, ask_writable
from .bench import Bench
from .convocation import Council
from .run_council import Session
from .run_facts import costs_in, missed_in, others_in, spent

_ROWS: Final = 500
"""Verdicts that are laid out as a table at once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Posed(Item):
    """An item with the rubric by which it is judged this time."""

    rubric: Rubric


@dataclass(frozen=True, slots=True, kw_only=True)
class CouncilTally:
    """What a council's verdicts on a file came to."""

    tally: Tally
    costs: tuple[Cost, ...]
    missed: tuple[Missed, ...]
    notes: tuple[str, ...] = ()
    """What the reader should know before believing any of it."""


async def judge_by_council(
    bench: Bench,
    council: Council,
    judging: Judging,
    session: Session,
    *,
    clock: Clock,
    writer: VerdictWriter | None = None,
) -> CouncilTally:
    """Judge every item by every reviewer, in bounded memory, and count what came of it.

    The output appears whole, at the end, or not at all; what was answered before is on
    the tape.
    """
    ask_writable(judging)
    began, tally = clock(), Tally()
    with ExitStack() as stack:
        if writer is None:
            assert judging.out is not None, "verdicts need somewhere to go"
            writer = stack.enter_context(verdict_writer(judging.out))
        rejects = stack.enter_context(RejectedFile(judging))

        def tell(rejected: Rejected) -> None:
            tally.rejected += 1
            rejects.add(rejected)
            session.tell(rejected)

        items = _read(judging, tell, tally)
        filing = _Filing(writer, tally, judging.at)
        async with bench.attend(
            council, tape=session.tape, fresh=session.fresh
        ) as attendance:
            session.attend(attendance)
            await _judge(council, items, attendance, filing)
    tally.seconds = clock() - began
    facts = spent(attendance)
    return CouncilTally(
        tally=tally,
        costs=costs_in(facts),
        missed=missed_in(facts),
        notes=tuple(others_in(facts)),
    )


def _read(
    judging: Judging, tell: Callable[[Rejected], None], tally: Tally
) -> Iterator[_Posed]:
    """Each item once for each rubric."""
    seen = Seen()
    for batch in read_items(judging.sources, on_error=judging.on_error, seen=seen):
        for rejected in batch.rejected:
            tell(rejected)
        for item in items_in(batch.items):
            tally.items += 1
            for rubric in judging.rubrics:
                yield _Posed(
                    id=item.id,
                    conversation=item.conversation,
                    fields=item.fields,
                    rubric=rubric,
                )
    tally.ids_all_compared = not seen.full


async def pose_all(council: Council, judging: Judging, line: Line) -> int:
    """Put every item to every reviewer, file nothing, and count the items."""
    tally = Tally()
    items = _read(judging, lambda _rejected: None, tally)
    await _judge(council, items, line, _Nowhere())
    return tally.items


async def _judge(
    council: Council, items: Iterable[_Posed], line: Line, filing: _Filing | _Nowhere
) -> None:
    sittings = {r.version: council.sitting_by(r) for r in council.choice.rubrics}
    stream = convene(
        line,
        council.reviewers,
        items,
        lambda posed: sittings[_rubric_of(posed).version],
        in_flight=council.invitation.in_flight,
    )
    async with aclosing(stream) as heard:
        async for convened in heard:
            filing.file(convened)
    filing.finish()


def _rubric_of(posed: object) -> Rubric:
    assert isinstance(posed, _Posed), "only what was posed is judged"
    return posed.rubric


class _Nowhere:
    """Where the verdicts of a rehearsal go."""

    def file(self, convened: Convened) -> None:
        """Let it go."""

    def finish(self) -> None:
        """Have nothing left."""


class _Filing:
    """Verdicts on their way into the ledger, some hundred at a time."""

    def __init__(self, writer: VerdictWriter, tally: Tally, at: datetime | None) -> None:
        self._writer, self._tally, self._at = writer, tally, at
        self._held: list[Verdict] = []

    def file(self, convened: Convened) -> None:
        """File what every reviewer said, each round of it."""
        version = _rubric_of(convened.item).version
        for review in convened.reviews:
            self._held += verdicts_of(review, version, at=self._at)
        if len(self._held) >= _ROWS:
            self.finish()

    def finish(self) -> None:
        """Write what is held."""
        if self._held:
            ledger = to_frame(self._held)
            self._writer.write(ledger)
            self._tally.add(ledger)
            self._held = []
