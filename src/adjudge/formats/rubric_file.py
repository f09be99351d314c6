"""Rubric files: read strictly with every fault at once."""

from __future__ import annotations

import os.path
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from adjudge.errors import FileUnusable, RubricInvalid
from adjudge.rubric import Criterion, Diagnostic, Gate, Rubric, RubricId, Severity
from adjudge.verdict import Example

from .bundle import document_shape
from .entry import Entry
from .examples import read_folder, read_inline
from .json_tree import read_json
from .read_criteria import ask_unmarked, names, read_criteria
from .read_gates import read_gates
from .shape import BROKEN
from .tree import MAX_ERRORS, Faults, Node, Unreadable, decode, places
from .upgrades import upgrade
from .yaml_tree import read_yaml

READERS: Final[dict[str, Callable[[str, Faults], Node]]] = {
    ".yaml": read_yaml,
    ".yml": read_yaml,
    ".json": read_json,
}


_TOLD: Final = 100
"""Diagnostics in a message; the exception carries them all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RubricFile:
    """A rubric as it was read, with what else its file holds."""

    rubric: Rubric
    examples: tuple[Example, ...] = ()
    source: str = ""
    """The file; `built-in quality` for one that comes with adjudge."""
    diagnostics: tuple[Diagnostic, ...] = ()
    """Warnings: the rubric can be used as it is."""
    examples_at: Path | None = None
    """The folder of its examples, when they are kept beside it."""
    path: Path | None = None
    """The file itself; None where the rubric was not read from one."""

    @property
    def files(self) -> tuple[Path, ...]:
        """What it was read from: its file, and the folder of its examples."""
        return tuple(path for path in (self.path, self.examples_at) if path is not None)


class RubricFileInvalid(RubricInvalid):
    """A rubric file has faults; `diagnostics` are all of them, in reading order."""

    def __init__(self, diagnostics: tuple[Diagnostic, ...], *, source: str = "") -> None:
        errors = [d for d in diagnostics if d.severity is Severity.ERROR]
        many = "1 error" if len(errors) == 1 else f"{len(errors)} errors"
        if len(errors) >= MAX_ERRORS:
            many += ", and there it was read no further,"
        super().__init__(f"{many} in {source or 'the rubric'}")
        self.diagnostics = diagnostics
        self.source = source

    def __str__(self) -> str:
        told = [str(d) for d in self.diagnostics[:_TOLD]]
        more = len(self.diagnostics) - len(told)
        rest = [f"and {more} more; adjudge rubric check --json lists them"] if more else []
        return "\n".join([self.what, *told, *rest])


def read_rubric_file(path: Path, *, examples: bool = True, source: str = "") -> RubricFile:
    """The rubric in *path*, or `RubricFileInvalid` with all its faults.

    Without *examples* those are left unread, which a large bundle of them may be worth.
    """
    source = source or str(path)
    suffix = path.suffix.lower()
    if suffix not in READERS:
        raise FileUnusable(
            f"{suffix or 'no suffix'} is not a kind of rubric file",
            where=source,
            hint="name it .yaml or .json; for question text: adjudge rubric migrate",
        )
    try:
        data = path.read_bytes()
    except OSError as err:
        hint = (
            "adjudge rubric list shows what is built in"
            if not path.exists()
            else "check it"
        )
        raise FileUnusable(
            f"the file cannot be read: {err.strerror}", where=source, hint=hint
        ) from None
    read = read_rubric(
        data, syntax=suffix, source=source, folder=path.parent, examples=examples
    )
    return replace(read, path=path)


def read_rubric(
    data: bytes | str,
    *,
    syntax: str = ".yaml",
    source: str = "",
    folder: Path | None = None,
    examples: bool = True,
) -> RubricFile:
    """The rubric in *data*; a folder of examples is looked for from *folder*."""
    faults = Faults(file=source)
    read = None
    try:
        raw = data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data
        document = upgrade(READERS[syntax](decode(raw, faults), faults), faults)
        read = _document(document, faults, folder, examples=examples)
    except Unreadable:
        pass
    found = faults.in_order()
    if read is None or faults.errors:
        raise RubricFileInvalid(found, source=source)
    rubric, shown, folder = read
    return RubricFile(
        rubric=rubric, examples=shown, source=source, diagnostics=found, examples_at=folder
    )


def _document(
    document: Node, faults: Faults, folder: Path | None, *, examples: bool
) -> tuple[Rubric, tuple[Example, ...], Path | None] | None:
    faults.places.update(places(document))
    raw = document_shape().check(document, "", faults)
    if raw is BROKEN:
        return None
    ask_unmarked(raw, "", faults)
    id_, _, title = names(raw, "", faults)
    entries = read_criteria(raw.get("criteria", []), faults)
    gates = read_gates(raw.get("gates", []), id_, entries, faults)
    whole = tuple(e.criterion for e in entries if e.criterion is not None)
    shown: tuple[Example, ...] = ()
    at = None
    told = raw.get("examples", [])
    if isinstance(told, str):
        at = Path(os.path.normpath((folder or Path()) / told))
    if examples and entries:
        shown = _examples(told, at, entries, faults)
    return _rubric(raw, id_, title, whole, gates), shown, at


def _examples(
    told: Any, at: Path | None, entries: tuple[Entry, ...], faults: Faults
) -> tuple[Example, ...]:
    return read_folder(at, entries, faults) if at else read_inline(told, entries, faults)


def _rubric(
    raw: dict[str, Any],
    id_: str,
    title: str,
    criteria: tuple[Criterion, ...],
    gates: tuple[Gate, ...],
) -> Rubric:
    return Rubric(
        id=RubricId(id_),
        title=title,
        description=raw.get("description", ""),
        criteria=criteria,
        gates=gates,
        missing=raw.get("missing", "refuse"),
    )
