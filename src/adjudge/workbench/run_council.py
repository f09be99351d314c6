"""A council's run from end to end: hold it, keep it, score it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import Any, TypeAlias

from adjudge.errors import InputInvalid
from adjudge.formats import (
    OnError,
    Record,
    Rejected,
    RunFolder,
    Sources,
    read_candidates,
)
from adjudge.reports import CouncilResult
from adjudge.verdict import Candidates

from .attendance import Attendance, Hold, Tick
from .bench import Bench
from .check_answers import FEW, ask_checkable
from .convocation import Council, ask_reviewable
from .hold_council import Asked, ask_council, review_sets
from .keep_run import finish_run, keep_all, keep_each
from .run_facts import costs_in, documents_of, facts_of, missed_in, spent
from .run_tally import RunTally
from .score_run import Scoring, score_run

Sets: TypeAlias = Sources | Iterable[Candidates]


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """Where a run is kept, and who hears of it."""

    folder: RunFolder | None = None
    """None: in memory, which is enough for some hundred questions."""
    tape: Path | None = None
    """None: nothing that models answer is kept."""
    fresh: bool = False
    at: datetime | None = None
    on_error: OnError = "stop"
    tick: Tick = field(default=lambda _progress: None)
    hold: Hold = field(default=lambda _endpoint, _seconds: None)
    tell: Callable[[Rejected], None] = field(default=lambda _rejected: None)
    tell_damaged: Callable[[int], None] = field(default=lambda _lines: None)

    def attend(self, attendance: Attendance) -> None:
        """Hear of what *attendance* does."""
        attendance.tick, attendance.hold = self.tick, self.hold
        if attendance.damaged:
            self.tell_damaged(attendance.damaged)


async def ask(
    bench: Bench, council: Council, asked: Asked, session: Session
) -> CouncilResult:
    """Collect the answers of the council's models to a question, and have them reviewed."""
    ask_reviewable(council)
    ask_text([asked.question, asked.system, *(m.content for m in asked.before)], "question")
    _ask_ready(council, session, asked_digest(asked))
    facts = facts_of(council, "ask", {"question": asked.question}, session.at)
    async with bench.attend(council, tape=session.tape, fresh=session.fresh) as attendance:
        session.attend(attendance)
        chairs = int(council.chair is not None)
        attendance.expect({"answer": len(council.models), "synthesis": chairs})
        attendance.expect({"review": len(council.reviewers)})
        record = await ask_council(council, asked, attendance, at=session.at)
    facts |= spent(attendance)
    if session.folder is None:
        return _in_memory([record], council, facts)
    tally = keep_each([record], session.folder, session.at)
    return finish_run(session.folder, facts, tally.rubrics.values(), tally)


async def review(
    bench: Bench, council: Council, sets: Sets, session: Session
) -> CouncilResult:
    """Have every candidate set of *sets* reviewed, and score what was said."""
    return (await hear_reviews(bench, council, sets, session)).score()


@dataclass(frozen=True, slots=True)
class Reviewed:
    """Everything that reviewers said, kept and not scored yet.

    Scoring very many questions takes its time and waits for nobody: who holds an event
    loop should do it outside.
    """

    council: Council
    facts: Mapping[str, Any]
    records: list[Record]
    """Where nothing is written."""
    folder: RunFolder | None = None
    tally: RunTally | None = None

    def score(self) -> CouncilResult:
        """What it comes to; written, where there is a folder."""
        if self.folder is None or self.tally is None:
            return _in_memory(self.records, self.council, self.facts)
        return finish_run(self.folder, self.facts, self.tally.rubrics.values(), self.tally)


async def hear_reviews(
    bench: Bench, council: Council, sets: Sets, session: Session
) -> Reviewed:
    """Have every candidate set of *sets* reviewed; nothing is scored yet."""
    _ask_ready(council, session, sets_digest(sets))
    about: dict[str, Any] = {"source": names_of(sets)}
    facts = facts_of(council, "review", about, session.at)
    calls = count_calls(council, sets, session)
    rejected = _Rejected(session.tell)
    async with bench.attend(council, tape=session.tape, fresh=session.fresh) as attendance:
        session.attend(attendance)
        if calls is not None:
            attendance.expect({"review": calls})
        read = read_sets(sets, session.on_error, rejected)
        many = calls is not None and calls > FEW
        stream = review_sets(council, read, attendance, at=session.at, many=many)
        async with aclosing(stream) as records:
            if session.folder is None:
                held = [record async for record in records]
                kept = None
            else:
                held, kept = [], await keep_all(records, session.folder, session.at)
    facts |= spent(attendance) | {"rejected": rejected.count}
    return Reviewed(council, facts, held, session.folder, kept)


def _ask_ready(council: Council, session: Session, questions: str) -> None:
    """Refuse what cannot come to a good end, before anything is paid for."""
    if council.safety is None:
        ask_checkable(council.checks)
    if session.folder is not None:
        session.folder.claim(questions)


def _in_memory(
    records: Sequence[Record], council: Council, facts: Mapping[str, Any]
) -> CouncilResult:
    rubrics = {record.rubric.version: record.rubric for record in records}
    whole = {**facts, "rubrics": documents_of(rubrics.values())}
    scoring = Scoring(
        rubric_of=lambda record: record.rubric,
        seed=council.invitation.seed,
        by=council.invitation.by,
    )
    result = score_run(lambda: records, scoring, facts=whole)
    return replace(result, costs=costs_in(whole), missed=missed_in(whole))


class _Rejected:
    """Counts rejected lines, and passes them on."""

    def __init__(self, tell: Callable[[Rejected], None]) -> None:
        self._tell = tell
        self.count = 0

    def __call__(self, rejected: Rejected) -> None:
        self.count += 1
        self._tell(rejected)


def read_sets(
    sets: Sets, on_error: OnError, tell: Callable[[Rejected], None]
) -> Iterator[Candidates]:
    """The candidate sets of *sets*, one by one."""
    if not isinstance(sets, Sources):
        yield from sets
        return
    for batch in read_candidates(sets, on_error=on_error):
        for rejected in batch.rejected:
            tell(rejected)
        yield from batch.sets


def count_calls(council: Council, sets: Sets, session: Session) -> int | None:
    """Reviews that *sets* will take; None where they can be read once only.

    Every set is read for it, so that a fault is told before the first call is paid for.
    """
    if isinstance(sets, Sources) and sets.once:
        return None
    if not isinstance(sets, Sources | list | tuple):
        return None
    calls = found = 0
    seen: set[str] = set()
    for candidates in read_sets(sets, session.on_error, lambda _rejected: None):
        if not isinstance(sets, Sources):
            _ask_storable(candidates, seen)
        rubric = council.choice.of(candidates)
        found += 1
        calls += len(council.reviewers) * _parts(council, candidates, len(rubric.criteria))
    if not found:
        raise InputInvalid(
            "there is no candidate set",
            where=", ".join(names_of(sets)),
            hint="nothing can be reviewed, and nothing has been asked",
        )
    return calls


def _ask_storable(candidates: Candidates, seen: set[str]) -> None:
    """Refuse what a file of candidate sets could not say: it comes from a program."""
    where = f"candidate set {candidates.id!r}"
    if candidates.id in seen:
        raise InputInvalid("the id is given twice", where=where, hint="ids are unique")
    seen.add(candidates.id)
    texts = [candidates.id, candidates.question, *(m.content for m in candidates.before)]
    for author, text in candidates.responses.items():
        texts += [author, text]
    ask_text(texts, where)


def ask_text(texts: Iterable[str], where: str) -> None:
    """Refuse half a character, which no file and no call can carry."""
    for text in texts:
        try:
            text.encode()
        except UnicodeEncodeError:
            raise InputInvalid(
                f"{ascii(text)[:60]} has half a character in it",
                where=where,
                hint="a lone surrogate: decode the text with errors='replace'",
            ) from None


def _parts(council: Council, candidates: Candidates, criteria: int) -> int:
    """Calls that one review takes, where nobody has to be asked again."""
    by_mode = {
        "together": 1,
        "per-criterion": criteria,
        "per-answer": len(candidates.responses),
    }
    holistic = by_mode["per-answer"] if council.invitation.mode == "per-answer" else 1
    return by_mode[council.invitation.mode] + council.invitation.also_holistic * holistic


def names_of(sets: Sets) -> list[str]:
    """Where *sets* are read from."""
    return [source.name for source in sets.read] if isinstance(sets, Sources) else []


def sets_digest(sets: Sets) -> str:
    """What tells that two runs are about the same file."""
    paths = (
        [s.digest or (str(s.path.resolve()) if s.path else s.name) for s in sets.read]
        if isinstance(sets, Sources)
        else ["memory"]
    )
    return digest("review", *paths)


def asked_digest(asked: Asked) -> str:
    """What tells that two runs are about the same question."""
    turns = [f"{m.role}: {m.content}" for m in asked.candidates.before]
    return digest("ask", asked.question, *turns)


def digest(*parts: str) -> str:
    """Sixteen hex digits that hang on all of *parts*."""
    whole = hashlib.sha256()
    for part in parts:
        whole.update(f"{len(part)}:{part}".encode("utf-8", "surrogatepass"))
    return whole.hexdigest()[:16]


__all__ = (
    "Asked",
    "Attendance",
    "Reviewed",
    "Session",
    "ask",
    "asked_digest",
    "count_calls",
    "digest",
    "hear_reviews",
    "names_of",
    "read_sets",
    "review",
    "sets_digest",
)
