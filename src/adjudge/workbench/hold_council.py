"""Hold a council: over one question that its models answer first, or over many sets."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Iterable
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from datetime import datetime

from adjudge.council import (
    Convened,
    Line,
    Written,
    attend,
    candidates_of,
    collect,
    convene,
    review_item,
    synthesise,
)
from adjudge.errors import InputInvalid
from adjudge.formats import Record
from adjudge.scoring import rank
from adjudge.verdict import Candidates, ItemId, Message

from .check_answers import Checker, check_by_rules, checks_of, found_elsewhere
from .convocation import Council
from .rubric_choice import SAFETY
from .score_sheets import sheets_of

QUESTION = ItemId("question")
"""The id of a question that was asked on the spot."""

SYNTHESIS = "synthesis"


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question, with what came before it."""

    question: str
    system: str = ""
    before: tuple[Message, ...] = ()
    responses: dict[str, str] = field(default_factory=dict)
    """Answers that there are already, by author."""

    @property
    def candidates(self) -> Candidates:
        """The question as a set that has no answers of models yet."""
        system = (Message("system", self.system),) if self.system else ()
        return Candidates(
            id=QUESTION,
            question=self.question,
            responses=self.responses,
            before=(*system, *self.before),
        )


async def review_sets(
    council: Council,
    sets: Iterable[Candidates],
    line: Line,
    *,
    at: datetime | None = None,
    many: bool = False,
) -> AsyncGenerator[Record, None]:
    """What the council says of each of *sets*, in their order, a few in hand at a time.

    *many*: they are known to be hundreds.
    """
    checker = Checker(council.checks, many=many)
    if council.safety is None:
        checker.prepare()
    stream = convene(
        line,
        council.reviewers,
        _judgeable(council, sets),
        council.sitting,
        in_flight=council.invitation.in_flight,
        safety=council.safety,
    )
    async with aclosing(stream) as heard:
        async for convened in heard:
            yield _record(council, convened, checker, at)


def _judgeable(council: Council, sets: Iterable[Candidates]) -> Iterable[Candidates]:
    """*sets*, each with a rubric that is there: told before anybody is asked about it."""
    for candidates in sets:
        council.choice.of(candidates)
        yield candidates


def _record(
    council: Council, convened: Convened, checker: Checker, at: datetime | None
) -> Record:
    candidates = convened.item
    if not isinstance(candidates, Candidates):
        raise InputInvalid("a council ranks sets of answers", where=str(candidates.id))
    return Record(
        candidates=candidates,
        rubric=council.choice.of(candidates),
        reviews=convened.reviews,
        checks=(
            checker.check(candidates, at=at)
            if council.safety is None
            else checks_of(convened.safety, council.safety.sitting.rubric, at=at)
        ),
    )


async def ask_council(
    council: Council, asked: Asked, line: Line, *, at: datetime | None = None
) -> Record:
    """Collect answers, have them reviewed, and let the chair write one out of them.

    Of several troubles at once, a disk that is full for everybody, the first is raised.
    """
    try:
        return await _ask(council, asked, line, at)
    except BaseExceptionGroup as group:
        trouble: BaseException = group
        while isinstance(trouble, BaseExceptionGroup):
            trouble = trouble.exceptions[0]
        raise trouble from group


async def _ask(council: Council, asked: Asked, line: Line, at: datetime | None) -> Record:
    question = asked.candidates
    written = await collect(line, council.models, question)
    candidates = candidates_of(question, written)
    sitting = council.sitting(candidates)
    convened = await review_item(
        line, council.reviewers, candidates, sitting, safety=council.safety
    )
    checker = Checker(council.checks)
    record = replace(_record(council, convened, checker, at), written=written)
    if council.chair is None:
        return record
    return replace(record, synthesis=await _synthesis(council, record, line))


async def _synthesis(council: Council, record: Record, line: Line) -> Written:
    """One answer out of those that passed the check; it has to pass the check itself."""
    assert council.chair is not None, "somebody sits in the chair"
    standings = rank(sheets_of(record, record.rubric)).over_all.standings
    written = await attend(
        line,
        council.chair,
        synthesise(
            council.chair,
            record.candidates,
            record.reviews,
            {s.author: s.score for s in standings if s.score is not None},
            barred=_barred(council, record),
        ),
    )
    why = _unsafe(council, record.candidates, written)
    if why:
        return replace(written, status="failed", text="", reason=why)
    return written


def _barred(council: Council, record: Record) -> list[str]:
    """The answers that have not passed every check, whatever it was that held them up."""
    if not council.checks:
        return []
    sheets = sheets_of(record, record.rubric)
    standings = rank(sheets).over_all.standings if sheets else ()
    held = {s.author for s in standings if s.held_back or s.disqualified}
    found = found_elsewhere(record.checks, record.candidates)
    return [author for author, told in found.items() if author in held or not told]


def _unsafe(council: Council, candidates: Candidates, written: Written) -> str:
    """Why the synthesis does not pass the check by rules; blank where it does."""
    checks = [rubric for rubric in council.checks if rubric.id == SAFETY]
    ruled = [r for r in checks if any(c.rule is not None for c in r.criteria)]
    if written.status != "answered" or not ruled:
        return ""
    alone = replace(candidates, responses={SYNTHESIS: written.text})
    for verdict in check_by_rules(ruled, alone):
        if verdict.grade is not None and verdict.grade.casefold() == "fail":
            return f"it did not pass the safety check: {verdict.rationale}"
    return ""
