"""Rubrics from one form to another, and an account of what does not come along."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal, TypeAlias

from adjudge.errors import FileUnusable, UsageInvalid
from adjudge.formats import (
    Dialect,
    RubricFile,
    Workshop,
    bundled_folder,
    decode_text,
    document_of,
    load_rubric,
    read_record,
    read_text,
    whole_file,
    write_json,
    write_text,
    write_yaml,
)

Form: TypeAlias = Literal["yaml", "json", "text"]

FORMS: Final[Mapping[str, Form]] = {
    ".yaml": "yaml",
    ".yml": "yaml",
    ".json": "json",
    ".txt": "text",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversion:
    """A rubric in another form."""

    text: str
    lost: tuple[str, ...] = ()
    """What that form cannot carry."""


def form_of(to: Form | None, output: Path | None) -> Form:
    """The form that is asked for, by name or by the suffix of the *output*."""
    if to is not None:
        return to
    form = FORMS.get(output.suffix.lower()) if output else None
    if form is None:
        raise UsageInvalid(
            "which form is wanted?", hint="add --to yaml, json or text; or a suffix to -o"
        )
    return form


def convert_rubric(
    source: str, form: Form, *, output: Path | None = None, dialect: Dialect = "document"
) -> Conversion:
    """The rubric in *source*, a name or a file, in the other *form*."""
    file = open_rubric(source)
    if form == "text":
        text, lost = write_text(file, dialect=dialect)
        return Conversion(text=text + "\n", lost=lost)
    document = document_of(file, folder=_folder(file, output))
    return Conversion(text=write_yaml(document) if form == "yaml" else write_json(document))


def _folder(file: RubricFile, output: Path | None) -> Path | None:
    """From where the examples are to be seen; None: they are written along.

    What is built in moves with every version, so no file points into it.
    """
    inside = file.examples_at is not None and file.examples_at.is_relative_to(
        bundled_folder()
    )
    return None if inside or output is None else output.parent


def open_rubric(source: str) -> RubricFile:
    """The rubric in *source*: a built-in name, a rubric file, or question text."""
    path = Path(source)
    if FORMS.get(path.suffix.lower()) == "text":
        return read_text(_read(path), workshop=Workshop(name=path.stem), source=source)
    return load_rubric(source)


def migrate_questions(
    path: Path,
    beside: Workshop,
    *,
    output: Path | None = None,
    dialect: Dialect | None = None,
    legacy: bool = False,
) -> tuple[RubricFile, str]:
    """The rubric in question text, or in the workshop's JSON record of it; and its text.

    What is said in *beside* wins over what the record says. The text is YAML unless the
    *output* is a JSON file.
    """
    text, record = _read(path), Workshop()
    if path.suffix.lower() == ".json":
        text, record = read_record(text, source=str(path))
    known = Workshop(
        name=beside.name or record.name or path.stem,
        judge_type=beside.judge_type or record.judge_type,
        labels=beside.labels or record.labels,
    )
    file = read_text(text, workshop=known, dialect=dialect, legacy=legacy, source=str(path))
    document = document_of(file)
    json = output is not None and FORMS.get(output.suffix.lower()) == "json"
    return file, write_json(document) if json else write_yaml(document)


def all_titles_have_colons(file: RubricFile) -> bool:
    """Whether *file* looks as if its titles were `Title: description`."""
    return all(":" in c.title and not c.description for c in file.rubric.criteria)


def _read(path: Path) -> str:
    try:
        return decode_text(path.read_bytes(), str(path))
    except OSError as err:
        raise FileUnusable(
            f"the file cannot be read: {err.strerror}", where=str(path), hint="check it"
        ) from None


def write_rubric(text: str, output: Path, *, force: bool = False) -> None:
    """Write *text* to *output*, which must not exist unless *force* is given."""
    if output.exists() and not force:
        raise FileUnusable(
            "the file exists already", where=str(output), hint="add --force to replace it"
        )
    with whole_file(output) as stream:
        stream.write(text.encode("utf-8"))
