"""One question to one reviewer, and once more where its answer cannot be read."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator
from dataclasses import dataclass, field, replace
from typing import Final, Literal, TypeAlias

from adjudge.rubric import CriterionId

from .call import Ask, Heard, Lost, Reply
from .opinion import Reading as Way
from .prompt_again import again
from .reply import Reading, read_reply
from .reply_prose import read_holistic, refusal_in
from .reply_text import clean
from .reply_values import Declined, Unsound
from .sheet import Sheet

End: TypeAlias = Literal["read", "refused", "lost", "unreadable"]

_CUT: Final = "it breaks off at the token limit: be brief, one short sentence a reason"
_MOST_FAULTS: Final = 12


_CANNOT: Final = re.compile(
    r"\b(?:can(?:no|'|’)?t|could(?: not|n['’]t)|unable|not able|impossible|no way to"
    r"|insufficient|not enough|too little|not applicable|n/a|unclear|unsure|unknown"
    r"|do(?:es)?(?: not|n['’]t) (?:know|apply|say)|nothing to (?:judge|assess|go by))\b"
    r"|\b(?:nicht|keine?|no (?:puedo|se puede))\b",
    re.IGNORECASE,
)
"""Words of a reviewer that declines to grade: a reason that has none is no such reason."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Needs:
    """Criteria that a score needs: where one is left open, it is asked for once more."""

    gated: frozenset[CriterionId] = frozenset()
    """A gate looks at them."""
    weighed: frozenset[CriterionId] = frozenset()
    """They have weight that no other criterion may carry. Who says why it cannot tell is
    not asked again."""


NOTHING_NEEDED: Final = Needs()


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """What came of asking."""

    sheet: Sheet
    end: End
    reading: Reading = field(default_factory=Reading)
    why: str = ""
    """Why nothing was read; or what was odd."""
    way: Way = "none"
    texts: tuple[str, ...] = ()
    hopeless: bool = False
    """Whether asking anything more is useless."""


def exchange(
    ask: Ask,
    sheet: Sheet,
    *,
    needed: Needs = NOTHING_NEEDED,
    fallback: bool = False,
    earlier: Reading | None = None,
) -> Generator[Ask, Reply, Exchange]:
    """Ask, read, and on a faulty answer say what was wrong and ask once more.

    *needed* are criteria that nobody should leave open. With *fallback*, one score for
    everything is read where nothing else can be. What a reply leaves out stands as it was
    in an *earlier* round.
    """
    heard = yield ask
    if isinstance(heard, Lost):
        return _lost(sheet, heard)
    first = _read(heard, sheet)
    if earlier is not None and first.reading.told:
        first = replace(first, reading=first.reading.over(earlier))
    faults = tuple(_faults(first, heard, sheet, needed))
    if first.end == "refused" or not faults:
        return first
    told = yield again(ask, heard, faults[:_MOST_FAULTS], sheet)
    if isinstance(told, Lost):
        second = replace(_lost(sheet, told), texts=first.texts)
        kept = first.reading.told
        return replace(first, why=f"asked again: {told.reason}") if kept else second
    second = _second(first, _read(told, sheet))
    if second.end == "unreadable" and fallback:
        return _holistic(second)
    return second


def _lost(sheet: Sheet, lost: Lost) -> Exchange:
    hint = f" ({lost.hint})" if lost.hint else ""
    return Exchange(
        sheet=sheet,
        end="lost",
        why=f"{lost.reason}{hint}",
        hopeless=lost.kind != "passing",
    )


def _read(heard: Heard, sheet: Sheet) -> Exchange:
    text = clean(heard.text)
    if heard.refusal.strip() or heard.finish == "refusal":
        said = (
            clean(heard.refusal).strip() or text.strip() or "the endpoint reports a refusal"
        )
        texts = tuple(filter(None, (text, clean(heard.refusal))))
        return Exchange(sheet=sheet, end="refused", why=said, texts=texts)
    reading = read_reply(text, sheet)
    if not reading.told and (said := refusal_in(text, sheet)):
        return Exchange(sheet=sheet, end="refused", why=said, texts=(text,))
    why = "" if text.strip() else "the reply is empty"
    if heard.finish == "length" and not reading.grades():
        why = "the reply breaks off at the token limit"
    return Exchange(
        sheet=sheet,
        end="read" if reading.told else "unreadable",
        reading=reading,
        why=why or reading.fault,
        way="plain" if heard.shaped == "plain" else "structured",
        texts=(text,),
    )


def _faults(first: Exchange, heard: Heard, sheet: Sheet, needed: Needs) -> Iterator[str]:
    reading = first.reading
    if heard.finish == "length" and not reading.grades():
        yield _CUT
        return
    if not reading.told:
        yield first.why
        return
    own = {shown.label for shown in sheet.material.answers if shown.own}
    for label in sheet.material.labels:
        if label not in own:
            yield from _faults_of(label, reading, sheet, needed)


def _faults_of(label: str, reading: Reading, sheet: Sheet, needed: Needs) -> Iterator[str]:
    if not any((label, c.id) in reading.told for c in sheet.criteria):
        yield f"{label}: it is not judged"
        return
    for criterion in sheet.criteria:
        told = reading.told.get((label, criterion.id))
        if told is None:
            yield f"{label}, {criterion.key}: there is no value"
        elif isinstance(told, Unsound):
            yield f"{label}, {criterion.key}: {told.why}"
        elif isinstance(told, Declined):
            why = reading.reasons.get((label, criterion.id), "")
            if called_for := _called_for(criterion.id, why, needed):
                wording = criterion.scale.wording
                yield f"{label}, {criterion.key}: {called_for}; {wording} if you can"


def _called_for(id_: CriterionId, why: str, needed: Needs) -> str:
    """What a value is needed for that was left open for the reason *why*."""
    if id_ in needed.gated:
        return "a gate depends on it"
    if id_ in needed.weighed and not _CANNOT.search(why):
        return "without it there is no overall score"
    return ""


def _second(first: Exchange, second: Exchange) -> Exchange:
    """Both replies as one: what the second says soundly counts."""
    texts = (*first.texts, *second.texts)
    if not second.reading.told and first.reading.told:
        return replace(first, texts=texts, why=f"asked again: {second.why}")
    merged = second.reading.over(first.reading)
    return replace(second, texts=texts, reading=merged, way="asked again")


def _holistic(unread: Exchange) -> Exchange:
    for text in reversed(unread.texts):
        reading = read_holistic(text, unread.sheet)
        if reading.told:
            return replace(unread, end="read", reading=reading, way="holistic", why="")
    return unread
