"""Where the files lie that come with adjudge, and what their rubrics ask."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from adjudge import builtin
from adjudge.rubric import Criterion

from .read_criteria import read_criteria
from .rubric_shape import rubric_shape
from .rule_language import RULE
from .shape_table import Fields
from .tree import Faults
from .yaml_tree import read_yaml


@cache
def document_shape() -> Fields:
    """What a rubric document may look like, rules included."""
    return rubric_shape(RULE)


def bundled_folder() -> Path:
    """Where the built-in rubrics and examples lie."""
    return Path(next(iter(builtin.__path__)))


def bundled_rubrics() -> tuple[str, ...]:
    """The names of the built-in rubrics."""
    return tuple(sorted(p.stem for p in (bundled_folder() / "rubrics").glob("*.yaml")))


@cache
def bundled_criteria(name: str) -> tuple[Criterion, ...]:
    """The criteria of the built-in rubric *name*; none where there is no such rubric."""
    if name not in bundled_rubrics():
        return ()
    faults = Faults(file=name)
    text = (bundled_folder() / "rubrics" / f"{name}.yaml").read_text(encoding="utf-8")
    raw = document_shape().check(read_yaml(text, faults), "", faults)
    entries = read_criteria(raw["criteria"], faults)
    return tuple(e.criterion for e in entries if e.criterion is not None)
