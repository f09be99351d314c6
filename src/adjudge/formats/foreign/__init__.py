"""Ratings that other tools export, each told by what stands in the file."""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType
from typing import Any, Final

from adjudge.errors import InputInvalid

from . import argilla, inspect_log, label_studio, mlflow_traces, prodigy, promptfoo
from .inspect_log import unpacked
from .rows import COLUMNS, Foreign, Record, objects

_TOOLS: Final[Mapping[str, ModuleType]] = {
    "inspect": inspect_log,
    "promptfoo": promptfoo,
    "label-studio": label_studio,
    "argilla": argilla,
    "mlflow": mlflow_traces,
    "prodigy": prodigy,
}

TOOLS: Final = tuple(_TOOLS)

_WHOLE: Final = ("inspect", "promptfoo")
"""Those whose file is one object."""

_LISTS: Final = ("traces", "assessments", "records", "tasks")

__all__ = ("COLUMNS", "TOOLS", "Foreign", "Record", "read_foreign", "tool_of", "unpacked")


def tool_of(document: Any) -> str | None:
    """The tool that wrote *document*, an object or a list of them."""
    for records in ([document] if isinstance(document, dict) else []), _records(document):
        sample = next(iter(objects(records)), {})
        found = next((name for name, tool in _TOOLS.items() if tool.takes(sample)), None)
        if found is not None:
            return found
    return None


def _records(document: Any) -> list[Record]:
    """The objects of a list, or of the one list that an object wraps up."""
    if isinstance(document, dict):
        lists = [document[name] for name in _LISTS if isinstance(document.get(name), list)]
        return objects(lists[0]) if lists else [document]
    return objects(document)


def read_foreign(tool: str, document: Any) -> Foreign:
    """The ratings in *document*, which *tool* has written."""
    found = _read(tool, document)
    if not found.columns["item"]:
        told = "; ".join(found.told())
        raise InputInvalid(
            f"there are no ratings in this export of {tool}"
            + (f" ({told})" if told else ""),
            hint="is it the export with annotations? Otherwise name the format with --from",
        )
    return found


def _read(tool: str, document: Any) -> Foreign:
    reader = _TOOLS[tool]
    if tool == "promptfoo" and not isinstance(document, dict):
        return promptfoo.read_lines(objects(document))
    if tool in _WHOLE and not isinstance(document, dict):
        raise InputInvalid(f"no log of {tool}: the file is no single object")
    whole = isinstance(document, dict) and reader.takes(document)
    found: Foreign = reader.read(
        document if tool in _WHOLE else [document] if whole else _records(document)
    )
    return found
