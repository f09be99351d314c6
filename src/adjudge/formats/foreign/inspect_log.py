"""Inspect: logs of evaluations, `.json` and the zipped `.eval`."""

from __future__ import annotations

import io
import zipfile
from typing import Any, Final

import orjson

from adjudge.errors import InputInvalid

from .rows import Foreign, Record, name_of, objects, record

_BY_MODEL: Final = ("model_graded", "llm", "judge", "grader")
_LARGEST: Final = 1 << 31
"""Bytes that one log may unpack to."""


def takes(sample: Record) -> bool:
    """Whether a document looks like a log."""
    return isinstance(sample.get("eval"), dict) and (
        "samples" in sample or "status" in sample or "plan" in sample
    )


def unpacked(raw: bytes) -> Record:
    """The document that the parts of an `.eval` file make up."""
    with zipfile.ZipFile(io.BytesIO(raw)) as archive:
        names = archive.namelist()
        head = next((n for n in ("header.json", "_journal/start.json") if n in names), None)
        if head is None:
            raise InputInvalid("no log of Inspect: header.json is missing", hint="")
        if sum(info.file_size for info in archive.infolist()) > _LARGEST:
            raise InputInvalid(
                "the log unpacks to more than 2 GB", hint="export it as several logs"
            )
        document: Record = orjson.loads(archive.read(head))
        parts = sorted(n for n in names if n.startswith("samples/") and n.endswith(".json"))
        document["samples"] = [_loaded(archive.read(name)) for name in parts]
    return document


def _loaded(raw: bytes) -> Any:
    try:
        return orjson.loads(raw)
    except orjson.JSONDecodeError:  # NaN and Infinity, which Python writes and JSON has not
        import json  # noqa: PLC0415

        return json.loads(raw)


def read(document: Record) -> Foreign:
    """A scorer is a judge of what the model answered to a sample."""
    found = Foreign()
    system = name_of(record(document.get("eval")), "model")
    for number, sample in enumerate(objects(document.get("samples")), 1):
        found.row = number
        epoch = sample.get("epoch", 1)
        item = name_of(sample, "id") or str(number)
        item = item if epoch in (1, None) else f"{item} (epoch {epoch})"
        if sample.get("error") and not sample.get("scores"):
            found.lost["sample that ended with an error"] += 1
        for scorer, score in record(sample.get("scores")).items():
            _score(found, record(score), item=item, judge=scorer, system=system)
    if found.columns["item"]:
        found.notes.append(
            "each scorer is taken as a judge, and all of them as judges of one criterion "
            "`score`, unless a score has several parts: compare only scorers of one thing"
        )
    return found


def _score(found: Foreign, score: Record, **cells: Any) -> None:
    value = score.get("value")
    judge = cells["judge"].casefold()
    kind = "model" if any(word in judge for word in _BY_MODEL) else "rule"
    rationale = score.get("explanation")
    parts = value.items() if isinstance(value, dict) else (("score", value),)
    for criterion, part in parts:
        if isinstance(part, list | dict):
            found.lost[f"score by {cells['judge']!r} that is a list"] += 1
            continue
        found.add(value=part, criterion=criterion, kind=kind, rationale=rationale, **cells)
