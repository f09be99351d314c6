"""Rubrics written down: YAML and JSON that read back to the same rubric."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, Final

import yaml

from adjudge.rubric import (
    Anchor,
    Binary,
    Cap,
    Categorical,
    Criterion,
    Disqualify,
    Floor,
    Freeform,
    Gate,
    Likert,
    Scale,
    Score,
)

from .examples import write_example
from .rubric_file import RubricFile
from .rubric_shape import VERSION
from .yaml_tree import FLOAT, INFINITE, INTEGER

_WIDTH: Final = 96
_WHOLE: Final = re.compile(r"[1-9][0-9]{0,8}")
_SECTIONS: Final = ("criteria:", "gates:", "examples:")
_CORE: Final = "tag:yaml.org,2002:"


def document_of(file: RubricFile, *, folder: Path | None = None) -> dict[str, Any]:
    """The document that reads back to *file*, ids written out.

    Its examples stay in their folder, named as seen from *folder*, and are written into
    the document when there is no *folder* to see them from.
    """
    rubric = file.rubric
    document: dict[str, Any] = {"adjudge": VERSION, "id": rubric.id, "title": rubric.title}
    if rubric.description:
        document["description"] = rubric.description
    document["criteria"] = [_criterion(c) for c in rubric.criteria]
    if rubric.gates:
        document["gates"] = [_gate(gate) for gate in rubric.gates]
    if rubric.missing != "refuse":
        document["missing"] = rubric.missing
    if file.examples_at and folder is not None:
        document["examples"] = _seen_from(folder, file.examples_at)
    elif file.examples:
        document["examples"] = [write_example(example) for example in file.examples]
    return document


def write_json(document: dict[str, Any]) -> str:
    """*document* as JSON, indented, in UTF-8."""
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


def write_yaml(document: dict[str, Any]) -> str:
    """*document* as YAML for people: literal blocks, short tables on one line."""
    text: str = yaml.dump(
        document,
        Dumper=_Dumper,
        sort_keys=False,
        allow_unicode=True,
        width=_WIDTH,
        default_flow_style=False,
    )
    return _airy(text)


def _airy(text: str) -> str:
    """*text* with a blank line before each section and each criterion."""
    lines: list[str] = []
    section = ""
    for line in text.splitlines(keepends=True):
        begins = line[:1] not in (" ", "\n")
        if begins:
            fresh, section = line.startswith(_SECTIONS), line
        else:
            # Inside this section, whatever an author wrote is indented deeper.
            fresh = line.startswith("  - ") and section.startswith("criteria:")
            fresh = fresh and not lines[-1].startswith("criteria:")
        lines += ["\n", line] if fresh else [line]
    return "".join(lines)


def _seen_from(folder: Path, target: Path) -> str:
    here, there = folder.resolve(), target.resolve()
    shared = 0
    for mine, theirs in zip(here.parts, there.parts, strict=False):
        if mine != theirs:
            break
        shared += 1
    if shared == 0:
        return str(there)
    return "/".join([".."] * (len(here.parts) - shared) + list(there.parts[shared:])) or "."


def _criterion(criterion: Criterion) -> dict[str, Any]:
    written: dict[str, Any] = {"id": criterion.id}
    if criterion.key != criterion.id:
        written["key"] = criterion.key
    written["title"] = criterion.title
    if criterion.description:
        written["description"] = criterion.description
    written["scale"] = scale_of(criterion.scale)
    if criterion.weight is not None:
        written["weight"] = criterion.weight
    if criterion.anchors:
        written["anchors"] = {anchor_name(a): _anchor(a) for a in criterion.anchors}
    if criterion.rule is not None:
        written["rule"] = json.loads(criterion.rule)
    return written


def scale_of(scale: Scale) -> str | dict[str, Any]:
    """*scale* as a rubric file has it, what goes without saying left out."""
    fields: dict[str, Any] = {}
    match scale:
        case Likert(low=low, high=high, labels=labels):
            fields = {} if (low, high) == (1, 5) else {"low": low, "high": high}
            fields |= {"labels": list(labels)} if labels else {}
        case Score(low=low, high=high, step=step):
            fields = (
                {} if (low, high) == (1, 10) else {"low": _bare(low), "high": _bare(high)}
            )
            fields |= {} if step == 1 else {"step": None if step is None else _bare(step)}
        case Binary(no=no, yes=yes):
            if (no, yes) != ("Fail", "Pass"):
                fields = {"labels": {"0": no, "1": yes}}
        case Categorical(labels=labels, ordered=ordered):
            fields = {"labels": list(labels)} | ({"ordered": True} if ordered else {})
        case Freeform():
            pass
    return {"kind": scale.kind, **fields} if fields else scale.kind


def anchor_name(anchor: Anchor) -> str:
    """The key of *anchor* in a file: its label, its point, or its band."""
    if anchor.label is not None or anchor.low is None or anchor.high is None:
        return anchor.label or ""
    low, high = f"{_bare(anchor.low)}", f"{_bare(anchor.high)}"
    if low == high:
        return low
    return f"{low}-{high}" if anchor.low >= 0 else f"{low} to {high}"


def _anchor(anchor: Anchor) -> str | dict[str, str]:
    if not anchor.example:
        return anchor.text
    return {"text": anchor.text, "example": anchor.example}


def _gate(gate: Gate) -> dict[str, Any]:
    when = gate.when
    told: dict[str, Any] = {"rubric": when.rubric} if when.rubric else {}
    value = _bare(when.value) if isinstance(when.value, float) else when.value
    told |= {"criterion": when.criterion, when.comparison: value}
    match gate:
        case Cap(at=at):
            return {"cap": _bare(at), "when": told}
        case Floor(at=at):
            return {"floor": _bare(at), "when": told}
        case Disqualify():
            return {"disqualify": True, "when": told}


def _bare(number: float) -> float:
    """4 for 4.0: what a person would type."""
    return int(number) if float(number).is_integer() else number


class _Dumper(yaml.SafeDumper):
    """Quotes what YAML 1.2 or 1.1 would take for anything but a text."""

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:  # noqa: ARG002 - PyYAML's signature
        super().increase_indent(flow=flow, indentless=False)

    def ignore_aliases(self, data: Any) -> bool:
        del data
        return True


_ESCAPED: Final = re.compile(r"[^\n\x20-\x7e\u00a0-\u2027\u202a-\ud7ff\ue000-\ufefe]")


def _text(dumper: _Dumper, text: str) -> yaml.ScalarNode:
    style = "|" if "\n" in text else None
    return dumper.represent_scalar(
        _CORE + "str", text, style='"' if _ESCAPED.search(text) else style
    )


def _table(dumper: _Dumper, table: dict[str, Any]) -> yaml.MappingNode:
    node = dumper.represent_mapping(_CORE + "map", table)
    for key, _ in node.value:
        if key.value == "0" or _WHOLE.fullmatch(key.value):
            key.tag = _CORE + "int"  # every key is read as a text: no quotes needed
    node.flow_style = bool(table) and _short(table)
    return node


def _list(dumper: _Dumper, items: list[Any]) -> yaml.SequenceNode:
    node = dumper.represent_sequence(_CORE + "seq", items)
    node.flow_style = not items or all(
        isinstance(item, str | int | float) and "\n" not in str(item) for item in items
    )
    return node


def _short(table: dict[str, Any]) -> bool:
    """Whether *table* reads well on one line."""
    flat = all(
        not isinstance(v, list) or all(not isinstance(i, dict | list) for i in v)
        for v in table.values()
    )
    text = str(table)
    keys = set(table)
    return (
        flat
        and "\\n" not in text
        and len(text) < 72
        and not keys & {"text", "title", "role"}
    )


_Dumper.add_representer(str, _text)
_Dumper.add_representer(dict, _table)
_Dumper.add_representer(list, _list)
_Dumper.add_implicit_resolver(
    _CORE + "int", re.compile(f"^(?:{INTEGER.pattern})$"), list("-+0123456789")
)
_Dumper.add_implicit_resolver(
    _CORE + "float",
    re.compile(f"^(?:{FLOAT.pattern}|{INFINITE.pattern})$"),
    list("-+.0123456789"),
)
