"""The folder of a council's run: what was asked, what was said, what came of it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from pathlib import Path
from typing import Any, BinaryIO, Final, TypeAlias

import orjson

from adjudge.errors import FileUnusable, InputInvalid, UsageInvalid
from adjudge.rubric import Rubric
from adjudge.verdict import Candidates

from .items_shape import candidates_of
from .record_json import (
    candidates_as_json,
    check_as_json,
    read_check,
    read_synthesis,
    read_written,
)
from .replacement import sweep, whole_file
from .review_json import Grades, read_review, review_as_json
from .rubric_file import read_rubric
from .run_record import Record
from .verdict_line import review_lines, verdict_line

RUN: Final = "run.json"
REVIEWS: Final = "reviews.jsonl"
CANDIDATES: Final = "candidates.jsonl"
CHECKS: Final = "checks.jsonl"
VERDICTS: Final = "verdicts.jsonl"
RESULT: Final = "result.json"
TAPE: Final = "tape.jsonl"

VERSION: Final = 1

Scores: TypeAlias = Mapping[str, Mapping[str, float | None]]
"""By reviewer, the overall score of each author's answer."""


@dataclass(frozen=True, slots=True)
class RunFolder:
    """A run on the disk. Everything in it but the tape can be made anew from the tape."""

    path: Path

    @property
    def tape(self) -> Path:
        """Where the answers of models are kept."""
        return self.path / TAPE

    @property
    def result(self) -> Path:
        """Where the result lies."""
        return self.path / RESULT

    @property
    def verdicts(self) -> Path:
        """Where the ledger's verdicts lie."""
        return self.path / VERDICTS

    @property
    def exists(self) -> bool:
        """Whether a run has been finished here."""
        return (self.path / RUN).is_file()

    def claim(self, questions: str) -> None:
        """Make the folder, or refuse one that holds something else than these *questions*.

        What distinguishes runs is what was asked: with another reviewer or rubric the same
        questions may well go on in the same folder.
        """
        if self.path.exists() and not self.path.is_dir():
            raise UsageInvalid("it is not a folder", where=str(self.path), hint=_OTHER)
        inside = set()
        if self.path.exists():
            inside = {entry.name for entry in self.path.iterdir()}
        ours = {RUN, REVIEWS, CANDIDATES, CHECKS, VERDICTS, RESULT, _MARK}
        if inside and not inside & ours and TAPE not in inside:
            raise UsageInvalid(
                "the folder holds other things", where=str(self.path), hint=_OTHER
            )
        mark = self.path / _MARK
        if mark.exists() and mark.read_text(encoding="utf-8").strip() != questions:
            raise UsageInvalid(
                "the folder holds a run about other questions",
                where=str(self.path),
                hint=_OTHER,
            )
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            sweep(self.path, ours)
            mark.write_text(questions + "\n", encoding="utf-8")
        except OSError as error:
            raise FileUnusable(
                f"the folder cannot be written: {error.strerror}",
                where=str(self.path),
                hint="check its path and permissions",
            ) from error

    def facts(self) -> dict[str, Any]:
        """What `run.json` says."""
        try:
            raw = json.loads((self.path / RUN).read_text(encoding="utf-8"))
        except OSError as error:
            raise FileUnusable(
                f"there is no run: {RUN} cannot be read: {error.strerror}",
                where=str(self.path),
                hint="a run is a folder written with `adjudge council review -o FOLDER`",
            ) from error
        except ValueError as error:
            raise InputInvalid(
                f"{RUN} is not valid JSON: {error}", where=str(self.path), hint=_ANEW
            ) from error
        if not isinstance(raw, dict) or raw.get("kind") != "council-run":
            raise InputInvalid(
                f"{RUN} is not that of a council", where=str(self.path), hint=_ANEW
            )
        if raw.get("adjudge") != VERSION:
            raise InputInvalid(
                f"{RUN} is of version {raw.get('adjudge')!r}, and {VERSION} is known",
                where=str(self.path),
                hint="use the adjudge that wrote it, or a later one",
            )
        return raw

    def write_facts(self, facts: Mapping[str, Any]) -> None:
        """Write `run.json`, whole or not at all."""
        head = {"adjudge": VERSION, "kind": "council-run"}
        with whole_file(self.path / RUN) as stream:
            stream.write(_pretty({**head, **facts}))

    @contextmanager
    def writing(self) -> Iterator[RecordWriter]:
        """Take records; their files appear together once the block has ended well."""
        with ExitStack() as stack:
            yield RecordWriter(
                candidates=stack.enter_context(whole_file(self.path / CANDIDATES)),
                reviews=stack.enter_context(whole_file(self.path / REVIEWS)),
                checks=stack.enter_context(whole_file(self.path / CHECKS)),
                verdicts=stack.enter_context(whole_file(self.verdicts)),
            )

    def records(self) -> Iterator[Record]:
        """Everything that the run holds, question by question, in their order."""
        rubrics = self.rubrics()
        reviews = _grouped(self._lines(REVIEWS), "item")
        checks = _grouped(self._lines(CHECKS), "question")
        grades: Grades = {}
        for raw in self._lines(CANDIDATES):
            yield _record(raw, rubrics, reviews, checks, grades)

    def rubrics(self) -> dict[str, Rubric]:
        """The rubrics that were judged by, by version; the first is the default."""
        documents = self.facts()["rubrics"].values()
        read = (
            read_rubric(orjson.dumps(d), syntax=".json", source=RUN, examples=False).rubric
            for d in documents
        )
        return {rubric.version: rubric for rubric in read}

    def _lines(self, name: str) -> Iterator[dict[str, Any]]:
        path = self.path / name
        try:
            with path.open("rb") as stream:
                for number, line in enumerate(stream, 1):
                    yield _parsed(line, path, number)
        except OSError as error:
            raise FileUnusable(
                f"the run cannot be read: {error.strerror}",
                where=str(self.path / name),
                hint=_ANEW,
            ) from error


_MARK: Final = ".questions"
"""What tells that a later run in the same folder is about the same questions."""

_OTHER: Final = "name a folder of its own for each run: -o FOLDER"
_ANEW: Final = "run the same `adjudge council` command with -o again: the tape is kept"


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordWriter:
    """Takes one record after another."""

    candidates: BinaryIO
    reviews: BinaryIO
    checks: BinaryIO
    verdicts: BinaryIO

    def write(self, record: Record, scores: Scores, at: datetime | None) -> None:
        """Write *record*; *scores* are what its reviews come to.

        Its verdicts are filed in the ledger as well: of the reviews, each round, at the
        time *at*, and of the checks.
        """
        self.candidates.write(_line(candidates_as_json(record)))
        for review in record.reviews:
            overall = scores.get(review.seat, {}) if review.final else {}
            self.reviews.write(_line(review_as_json(review, record.rubric, overall)))
            self.verdicts.writelines(review_lines(review, record.rubric.version, at))
        for check in record.checks:
            self.checks.write(_line(check_as_json(check, record.candidates)))
            self.verdicts.write(verdict_line(check))


_Grouped: TypeAlias = Iterator[tuple[str, Iterator[dict[str, Any]]]]


class _Ahead:
    """Lines in groups, of which the next is only taken by the question that it is about."""

    def __init__(self, groups: _Grouped) -> None:
        self._groups = groups
        self._next: tuple[str, list[dict[str, Any]]] | None = None

    def take(self, name: str) -> list[dict[str, Any]]:
        """The lines about *name*, if they come next."""
        if self._next is None:
            group = next(self._groups, None)
            self._next = None if group is None else (group[0], list(group[1]))
        if self._next is None or self._next[0] != name:
            return []
        lines, self._next = self._next[1], None
        return lines


def _grouped(lines: Iterator[dict[str, Any]], key: str) -> _Ahead:
    return _Ahead(groupby(lines, key=lambda line: str(line[key])))


def _record(
    raw: Mapping[str, Any],
    rubrics: Mapping[str, Rubric],
    reviews: _Ahead,
    checks: _Ahead,
    grades: Grades,
) -> Record:
    about = raw["adjudge"]
    candidates = _candidates(raw)
    rubric = rubrics[about["rubric"]]
    return Record(
        candidates=candidates,
        rubric=rubric,
        reviews=tuple(
            read_review(line, rubric, candidates.responses, grades)
            for line in reviews.take(candidates.id)
        ),
        checks=tuple(read_check(c) for c in checks.take(candidates.id)),
        written=read_written(about),
        synthesis=read_synthesis(about),
    )


def _candidates(raw: Mapping[str, Any]) -> Candidates:
    bare = {name: value for name, value in raw.items() if name != "adjudge"}
    if not bare["responses"]:  # no model answered, which no input file can say
        return Candidates(id=bare["id"], question=bare["question"], responses={})
    return candidates_of(bare)


def _parsed(line: bytes, path: Path, number: int) -> dict[str, Any]:
    try:
        raw = orjson.loads(line)
    except orjson.JSONDecodeError as error:
        where, what = f"{path}:{number}", f"not valid JSON: {error}"
        raise InputInvalid(what, where=where, hint=_ANEW) from error
    if not isinstance(raw, dict):
        where = f"{path}:{number}"
        raise InputInvalid("the line is not an object", where=where, hint=_ANEW)
    return raw


def _line(value: Mapping[str, Any]) -> bytes:
    return orjson.dumps(value, option=orjson.OPT_APPEND_NEWLINE)


def _pretty(value: Mapping[str, Any]) -> bytes:
    return orjson.dumps(value, option=orjson.OPT_INDENT_2) + b"\n"
