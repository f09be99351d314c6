"""What can be read where there is no verdict: a refusal, or one score for everything."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from adjudge.rubric import Criterion, Grade, Score

from .material import CONVERSATION
from .opinion import HOLISTIC
from .reply import Reading, for_everything, read_reply
from .reply_exact import Slot
from .reply_json import blocks_in
from .reply_labels import Labels
from .reply_own import mimicked, own_words
from .reply_text import plain_text
from .reply_values import Told
from .sheet import Sheet

_SHORT: Final = 800
"""A refusal is short: what is longer has judged something, or tried."""

_SORRY: Final = r"(?:unfortunately,? |(?:i'?m |i am )?sorry,? (?:but )?)?"
_DO: Final = (
    "assist|help|evaluate|judge|review|rate|score|comply|fulfill|provide|engage|continue"
    "|participate|answer|do (?:this|that)"
)
_REFUSAL: Final = re.compile(
    "|".join(
        (
            rf"{_SORRY}i (?:must|(?:will )?have to) (?:respectfully )?(?:decline|refuse)",
            rf"{_SORRY}i (?:can(?:'?t|not)|won'?t|will not) (?:{_DO})",
            rf"{_SORRY}i(?:'m| am) (?:unable|not able|not comfortable) (?:to )?(?:{_DO})",
            r"as an ai\b[^.!?\n]{0,60}\b(?:can(?:'?t|not)|unable|won'?t)\b",
            r"es tut mir leid\b[^.!?\n]{0,60}\bnicht\b",
            r"ich kann (?:das|dabei|diese[rs]?)\b[^.!?\n]{0,40}\bnicht\b",
            r"lo siento\b[^.!?\n]{0,40}\bno puedo\b",
            r"je suis désolée?\b[^.!?\n]{0,40}\bne (?:peux|puis)\b",
            r"je ne (?:peux|puis) pas\b",
        )
    )
)
_IN_QUOTES: Final = re.compile(r'"[^"\n]*"|“[^”\n]*”|«[^»\n]*»|```.*?(?:```|\Z)', re.DOTALL)

_SCORED: Final = re.compile(
    r"^\W*(response\s+[a-z]{1,2}|conversation|overall(?:\s+score)?)\b\W*"
    r"(?:(?:overall|score|rating|total|final)\W+){0,3}"
    r"([0-9]+(?:\.[0-9]+)?)\s*(?:/\s*10|out of 10)?\W*$",
    re.MULTILINE,
)
_LEAD: Final = re.compile(r"^\W*(?:overall(?:\s+scores?)?\W+)?(?=response\s+[a-z]{1,2}\b)")
_BETWEEN: Final = re.compile(r"\s*[;,]\s*(?:and\s+)?(?=response\s+[a-z]{1,2}\b)")
_MIMICS_PROSE: Final = re.compile(
    r"\b(?:response\s+[a-z]{1,2}|conversation|overall)\b[^\n]{0,40}[0-9]"
)
_ANY: Final = Score(step=None)
_OVERALL: Final = Criterion(id=HOLISTIC, key="overall", title="Overall score", scale=_ANY)
_ONE_TO_TEN: Final = Criterion(id=HOLISTIC, key="score", title="Holistic", scale=_ANY)


def refusal_in(text: str, sheet: Sheet) -> str:
    """The reviewer's own short refusal; blank where there is none.

    Words that a judged text says, or that stand in quotes, are nobody's refusal.
    """
    words = _IN_QUOTES.sub(" ", own_words(text, sheet)).strip()
    if not words or len(words) > _SHORT or blocks_in(words)[0]:
        return ""
    plain = plain_text(words).replace("’", "'").lstrip("*_# ")
    found = _REFUSAL.match(plain)
    if found is None:
        return ""
    said = found[0]
    judged = (plain_text(text).replace("’", "'") for text in sheet.material.texts())
    return "" if any(said in text for text in judged) else words


def read_holistic(text: str, sheet: Sheet) -> Reading:
    """One score for each answer, out of a reply that ignores the rubric.

    Nothing is read where a judged text has anything that could pass for such a score.
    """
    if mimicked(sheet):
        return Reading(fault="a judged text has something like a verdict in it")
    if blocks_in(own_words(text, sheet))[1]:
        # What is whole inside a verdict that breaks off is about one criterion only.
        return Reading(fault="the JSON object is cut off")
    for criterion in (_OVERALL, _ONE_TO_TEN):
        found = read_reply(text, for_everything(sheet, criterion))
        if found.grades():
            return replace(found, told=dict(found.grades()))
    told = dict(_in_prose(text, sheet))
    return Reading(told=told, fault="" if told else "there is no score for everything")


def _in_prose(text: str, sheet: Sheet) -> Iterator[tuple[Slot, Told]]:
    """What says `Response A: 8/10`, where each answer has one score only."""
    if any(_MIMICS_PROSE.search(plain_text(judged)) for judged in sheet.material.texts()):
        return
    labels = Labels(sheet.material.labels)
    only = labels.known[0] if len(labels.known) == 1 else None
    stated: dict[str, set[Grade]] = {}
    for line in _SCORED.finditer(_one_a_line(plain_text(own_words(text, sheet)))):
        label = labels.find(line[1]) or (only if only == CONVERSATION else None)
        value = float(line[2])
        if label is not None and _ANY.low <= value <= _ANY.high:
            stated.setdefault(label, set()).add(_ANY.read(value))
    for label, grades in stated.items():
        if len(grades) == 1:
            yield (label, HOLISTIC), grades.pop()


def _one_a_line(text: str) -> str:
    """*text*, with the scores of several answers that share a line on lines of their own.

    A line that says anything else is left alone: its scores are of one criterion perhaps.
    """
    return "\n".join(map(_parted, text.splitlines()))


def _parted(line: str) -> str:
    scores = _BETWEEN.split(_LEAD.sub("", line))
    return "\n".join(scores) if all(map(_SCORED.match, scores)) else line
