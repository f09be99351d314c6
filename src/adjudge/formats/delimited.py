"""The question text of evaluation workshops: one codec for its three dialects.

    Title [JUDGE_TYPE:binary]                    as its document shows
    Title|||JUDGE_TYPE_DELIMITER|||binary        as its document's formatter writes
    Title: description|||JUDGE_TYPE|||binary     as its deployed program writes

Questions stand between `|||QUESTION_SEPARATOR|||`. A title is one line; a description may
have many, blank ones too.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from adjudge.errors import InputInvalid
from adjudge.rubric import Binary, Criterion, CriterionId, Freeform, Likert, Scale

from .markers import BRACKET, DEPLOYED_TYPE, SEPARATOR, TYPE_DELIMITER, marker_in
from .naming import slug
from .rubric_file import RubricFileInvalid
from .tree import Faults, Lines, Place
from .wording import nearest

JudgeType: TypeAlias = Literal["likert", "binary", "freeform"]
Dialect: TypeAlias = Literal["document", "deployed"]

JUDGE_TYPES: Final[tuple[JudgeType, ...]] = ("likert", "binary", "freeform")
_OUTER: Final = re.compile(r"\A[\s\ufeff]+|[\s\ufeff]+\Z")
_LEGACY: Final = re.compile(r"\n[ \t]*(?:\n[ \t]*)+(?=\S)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One question as the text has it."""

    title: str
    description: str = ""
    judge_type: JudgeType = "likert"

    def __post_init__(self) -> None:
        for name in ("title", "description"):
            text = getattr(self, name)
            marker = marker_in(text)
            if marker:
                raise InputInvalid(
                    f"the {name} holds the marker {marker!r}",
                    where=name,
                    hint="that text separates questions: reword it",
                )
            # One line end and no outer blanks, so that what is written reads back the same.
            bare = text.replace("\r\n", "\n").replace("\r", "\n")
            object.__setattr__(self, name, _OUTER.sub("", bare))
        if not self.title or "\n" in self.title:
            what = "more than one line" if self.title else "blank"
            raise InputInvalid(f"the title is {what}", where="title", hint="write one line")
        if self.judge_type not in JUDGE_TYPES:
            raise InputInvalid(
                f"{self.judge_type!r} is not a judge type",
                where="judge_type",
                hint=nearest(self.judge_type, list(JUDGE_TYPES)),
            )


def format_questions(
    questions: Iterable[Question], *, dialect: Dialect = "document"
) -> str:
    """*questions* as text that `parse_questions` reads back."""
    asked = tuple(questions)
    for question in asked:
        _ask_carried(question, dialect)
    return _text(asked, dialect)


def _ask_carried(question: Question, dialect: Dialect) -> None:
    """Refuse a question that would be read back otherwise: half a marker may be in it."""
    title = f"{question.title[:1]}."
    around = [Question(title=f"{title}{at}", description="-") for at in (1, 2)]
    around = [one for one in around if one.title != question.title]
    asked = (*around[:1], question, *around[1:])
    text = _text(asked, dialect)
    try:
        same = parse_questions(text, dialect=dialect) == asked
    except RubricFileInvalid:
        same = False
    if not same:
        found = _HALF.search(f"{question.title}\n{question.description}")
        part = f", such as {found[0]!r}," if found else ""
        raise InputInvalid(
            f"the {dialect} dialect cannot carry the question {question.title!r}",
            where="title",
            hint=f"it would be read otherwise: a part of a marker{part} must not stand "
            "where it becomes a whole one; reword it",
        )


_HALF: Final = re.compile(r"\|+[A-Z_]*\|*|\[?JUDGE_TYPE:?", re.IGNORECASE)


def _text(questions: tuple[Question, ...], dialect: Dialect) -> str:
    if dialect == "document":
        parts = [
            f"{q.title} [JUDGE_TYPE:{q.judge_type}]\n{q.description}" for q in questions
        ]
        return f"\n{SEPARATOR}\n".join(part.strip() for part in parts)
    return SEPARATOR.join(_deployed(question) for question in questions)


def _deployed(question: Question) -> str:
    text = f"{question.title}: {question.description}{DEPLOYED_TYPE}{question.judge_type}"
    if ":" in question.title or text.find(DEPLOYED_TYPE) < text.rfind(DEPLOYED_TYPE):
        raise InputInvalid(
            f"the deployed dialect cannot carry the question {question.title!r}",
            where="title",
            hint="it ends a title at a colon and a description at its mark: reword it, "
            "or write the document's dialect",
        )
    return text


def parse_questions(
    text: str,
    *,
    judge_type: str | None = None,
    dialect: Dialect | None = None,
    legacy: bool = False,
    source: str = "",
) -> tuple[Question, ...]:
    """The questions in *text*, or `RubricFileInvalid` with every fault.

    A question's own mark wins, then *judge_type*, then Likert. Without *dialect*, a part
    that has no mark is read as its neighbours with one are. With *legacy*, blank lines
    separate questions as they once did.
    """
    faults = Faults(file=source)
    default = _ask_type(judge_type or "likert", Place(1, 1), faults)
    body = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    parts = list(_parts(body, legacy=legacy))
    deployed = dialect == "deployed" or (
        dialect is None and any(DEPLOYED_TYPE in part for _, part in parts)
    )
    reader = _Reader(Lines(body), default or "likert", faults, deployed=deployed)
    found = [(place, q) for place, part in parts if (q := reader.question(place, part))]
    _ask_distinct([(Lines(body).place(at), q) for at, q in found], faults)
    if faults.errors:
        raise RubricFileInvalid(faults.in_order(), source=source)
    return tuple(question for _, question in found)


def _parts(text: str, *, legacy: bool) -> Iterator[tuple[int, str]]:
    """Each part that is not blank, with the offset where it begins."""
    separator = re.compile(re.escape(SEPARATOR) + (f"|{_LEGACY.pattern}" if legacy else ""))
    start = 0
    for end, after in [
        *((m.start(), m.end()) for m in separator.finditer(text)),
        (len(text),) * 2,
    ]:
        part = text[start:end]
        if part.strip():
            yield start + len(part) - len(part.lstrip()), part.strip()
        start = after


def _ask_type(word: str, place: Place, faults: Faults) -> JudgeType | None:
    folded = word.strip().lower()
    for known in JUDGE_TYPES:
        if folded == known:
            return known
    what = f"{word.strip()!r} is not a judge type"
    faults.add("T001", what, nearest(folded, list(JUDGE_TYPES)), place=place)
    return None


class _Reader:
    """Reads one part after the other."""

    def __init__(
        self, lines: Lines, default: JudgeType, faults: Faults, *, deployed: bool
    ) -> None:
        self._lines = lines
        self._default = default
        self._faults = faults
        self._deployed = deployed

    def question(self, at: int, part: str) -> Question | None:
        """The question that *part*, found at offset *at*, stands for."""
        if DEPLOYED_TYPE in part or (self._deployed and not self._marked(part)):
            return self._as_deployed(at, part)
        title, _, description = part.partition("\n")
        marks = list(BRACKET.finditer(title))
        bare, delimiter, word = title.partition(TYPE_DELIMITER)
        if len(marks) + title.count(TYPE_DELIMITER) > 1:
            second = max(marks[-1].start() if marks else 0, title.rfind(TYPE_DELIMITER))
            hint = "keep one of the marks"
            self._faults.add(
                "T002", "the title has two judge types", hint, place=self._at(at + second)
            )
            return None
        stated: JudgeType | None = self._default
        if delimiter:
            stated = _ask_type(
                word, self._at(at + len(bare) + len(delimiter)), self._faults
            )
        elif marks:
            stated = _ask_type(marks[0][1], self._at(at + marks[0].start(1)), self._faults)
            bare = re.sub(r"\s*" + BRACKET.pattern, "", title, flags=re.IGNORECASE)
        return self._made(at, bare, (description, len(title) + 1), stated)

    def _marked(self, part: str) -> bool:
        title = part.partition("\n")[0]
        return TYPE_DELIMITER in title or BRACKET.search(title) is not None

    def _as_deployed(self, at: int, part: str) -> Question | None:
        """The type comes last, and the first colon of the first line ends the title."""
        content, delimiter, word = part.partition(DEPLOYED_TYPE)
        stated: JudgeType | None = self._default
        if delimiter:
            stated = _ask_type(
                word, self._at(at + len(content) + len(delimiter)), self._faults
            )
        if self._misplaced(at, content):
            return None
        line = content.partition("\n")[0]
        end = line.find(":") if ":" in line else len(line)
        return self._made(at, content[:end], (content[end + 1 :], end + 1), stated)

    def _made(
        self, at: int, title: str, rest: tuple[str, int], stated: JudgeType | None
    ) -> Question | None:
        description, began = rest
        if not _OUTER.sub("", title):
            hint = "write a title on the first line"
            self._faults.add("T004", "the question has no title", hint, place=self._at(at))
            return None
        marked = self._misplaced(at, title) or self._misplaced(at + began, description)
        if marked or stated is None:
            return None
        return Question(title=title, description=description, judge_type=stated)

    def _misplaced(self, at: int, text: str) -> bool:
        marker = marker_in(text)
        if marker:
            place = self._at(at + text.index(marker))
            hint = "a judge type stands once, after the title (or at the very end)"
            self._faults.add("T003", f"{marker!r} cannot stand here", hint, place=place)
        return marker is not None

    def _at(self, offset: int) -> Place:
        return self._lines.place(offset)


def _ask_distinct(found: list[tuple[Place, Question]], faults: Faults) -> None:
    first: dict[Question, Place] = {}
    for place, question in found:
        if question in first:
            line = first[question].line
            what = f"the question {question.title!r} stands on line {line} already"
            faults.add("T005", what, "delete one, or say how they differ", place=place)
        first.setdefault(question, place)


def criteria_of(
    questions: Iterable[Question], *, labels: tuple[str, str] | None = None
) -> tuple[Criterion, ...]:
    """The criteria that *questions* stand for, *labels* (for 0, for 1) on the binary ones.

    An id is made of the question's own words and nothing else, so it stays when other
    questions are deleted, added or put in another order. The key is the title's slug.
    """
    asked = tuple(questions)
    slugs = Counter(slug(q.title) for q in asked)
    return tuple(_criterion(q, labels, alone=slugs[slug(q.title)] == 1) for q in asked)


def _criterion(
    question: Question, labels: tuple[str, str] | None, *, alone: bool
) -> Criterion:
    words = f"{question.title}\0{question.description}\0{question.judge_type}"
    digest = hashlib.sha256(words.encode()).hexdigest()[:8]
    name = slug(question.title)
    id_ = f"{name or 'question'}-{digest}"
    return Criterion(
        id=CriterionId(id_),
        key=name if name and alone else id_,
        title=question.title,
        description=question.description,
        scale=_scale(question.judge_type, labels),
    )


def _scale(judge_type: JudgeType, labels: tuple[str, str] | None) -> Scale:
    match judge_type:
        case "likert":
            return Likert()
        case "freeform":
            return Freeform()
        case "binary":
            return Binary(no=labels[0], yes=labels[1]) if labels else Binary()
