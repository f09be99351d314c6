"""Models that write: the answers that are judged, and the synthesis at the end."""

from __future__ import annotations

from collections.abc import Collection, Generator, Mapping
from dataclasses import dataclass
from typing import Literal

from adjudge.verdict import Candidates, ItemId, Message

from .call import Ask, Heard, Lost, Reply, Stage, Tag
from .opinion import Review
from .prompt_synthesis import synthesis_messages
from .reply_text import clean
from .seat import Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """What a model wrote when asked for a text. Always there, whatever went wrong."""

    seat: str
    status: Literal["answered", "abstained", "failed"]
    text: str = ""
    reason: str = ""
    cut: bool = False
    """Whether it breaks off at the token limit."""


def answer(seat: Seat, question: Candidates) -> Generator[Ask, Reply, Written]:
    """Stage 1: *seat* answers *question*, after the turns that came before it.

    A refusal in words is an answer like any other: reviewers judge whether it was right.
    """
    messages = (*question.before, Message("user", question.question))
    return (yield from _write(seat, messages, "answer", question.id))


def candidates_of(question: Candidates, written: Collection[Written]) -> Candidates:
    """*question* with the answers that there are, each under its author's seat."""
    answered = {w.seat: w.text for w in written if w.status == "answered"}
    return Candidates(
        id=question.id,
        question=question.question,
        responses={**question.responses, **answered},
        before=question.before,
        fields=question.fields,
    )


def synthesise(
    seat: Seat,
    candidates: Candidates,
    reviews: Collection[Review],
    scores: Mapping[str, float],
    *,
    barred: Collection[str] = (),
) -> Generator[Ask, Reply, Written]:
    """Stage 3: *seat* writes one answer out of those that there are, knowing their scores.

    *scores* are overall scores by author. A *barred* answer, one that a safety gate has
    caught, is not shown: nothing of it can find its way into the synthesis.
    """
    shown = {a: text for a, text in candidates.responses.items() if a not in barred}
    if not shown:
        return Written(
            seat=seat.name, status="abstained", reason="no answer is left to draw on"
        )
    messages = synthesis_messages(candidates, shown, reviews, scores)
    return (yield from _write(seat, messages, "synthesis", candidates.id))


def _write(
    seat: Seat, messages: tuple[Message, ...], stage: Stage, item: ItemId
) -> Generator[Ask, Reply, Written]:
    heard = yield Ask(messages=messages, tag=Tag(stage=stage, item=item, seat=seat.name))
    match heard:
        case Lost(reason=reason, hint=hint):
            why = f"{reason} ({hint})" if hint else reason
            return Written(seat=seat.name, status="failed", reason=why)
        case Heard(text=text, refusal=refusal, finish=finish):
            return _written(seat, clean(text), clean(refusal), finish)


def _written(seat: Seat, text: str, refusal: str, finish: str) -> Written:
    if text.strip():
        return Written(seat=seat.name, status="answered", text=text, cut=finish == "length")
    if refusal.strip() or finish == "refusal":
        why = refusal.strip() or "the endpoint reports a refusal"
        return Written(seat=seat.name, status="abstained", reason=why)
    cut = " before the token limit" if finish == "length" else ""
    return Written(seat=seat.name, status="failed", reason=f"it wrote nothing{cut}")
