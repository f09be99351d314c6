"""Rubrics by name: those that come with adjudge, and files."""

from __future__ import annotations

from difflib import get_close_matches
from pathlib import Path

from adjudge.errors import UsageInvalid

from .bundle import bundled_folder, bundled_rubrics
from .rubric_file import RubricFile, read_rubric_file


def load_rubric(name_or_path: str | Path, *, examples: bool = True) -> RubricFile:
    """A built-in rubric by its name, or the one in a file.

    A bare word is a name; whatever has a suffix or a slash is a path. Without *examples*
    those are not read.
    """
    path = Path(name_or_path)
    name = str(name_or_path)
    if isinstance(name_or_path, Path) or path.suffix or "/" in name or "\\" in name:
        return read_rubric_file(path, examples=examples)
    if name in bundled_rubrics():
        file = bundled_folder() / "rubrics" / f"{name}.yaml"
        return read_rubric_file(file, examples=examples, source=f"built-in {name}")
    known = list(bundled_rubrics())
    near = get_close_matches(name, known, n=2)
    meant = " or ".join(repr(word) for word in near)
    hint = f"did you mean {meant}?" if near else f"built in: {', '.join(known)}"
    if path.exists():
        hint = f"for the file of that name, write ./{name}"
    raise UsageInvalid(
        f"there is no built-in rubric {name!r}",
        hint=f"{hint} (for a file, add its suffix, .yaml)",
    )
