"""Hold two rubrics against each other by what they mean."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping
from typing import Any

from adjudge.formats import RubricFile, document_of
from adjudge.reports import Change, Comparison, gate_in_words
from adjudge.rubric import Rubric


def compare_rubrics(before: Rubric, after: Rubric) -> Comparison:
    """Every difference in meaning, criteria matched by id; none: one fingerprint."""
    return Comparison(
        before=before.version,
        after=after.version,
        changes=tuple(_changes(before, after)),
    )


def _changes(before: Rubric, after: Rubric) -> Iterator[Change]:
    old, new = _plain(before), _plain(after)
    for field in ("id", "title", "description"):
        yield from _field(field, old.get(field), new.get(field))
    was = {c["id"]: _flat(c) for c in old["criteria"]}
    now = {c["id"]: _flat(c) for c in new["criteria"]}
    for id_ in was:
        if id_ not in now:
            yield Change(kind="removed", what=f"criterion {id_}")
    for id_, fields in now.items():
        if id_ not in was:
            yield Change(kind="added", what=f"criterion {id_}")
        else:
            yield from _criterion(id_, was[id_], fields)
    kept, still = [i for i in was if i in now], [i for i in now if i in was]
    if kept != still:
        yield Change(kind="moved", what="order of criteria", before=kept, after=still)
    yield from _gates(before, after)
    yield from _field("missing", before.missing, after.missing)


def _plain(rubric: Rubric) -> dict[str, Any]:
    document: dict[str, Any] = _canonical(document_of(RubricFile(rubric=rubric)))
    return document


def _canonical(value: Any) -> Any:
    """Texts as the fingerprint takes them: outer blanks and line ends are layout."""
    if isinstance(value, str):
        composed = unicodedata.normalize("NFC", value)
        return "\n".join(line.rstrip() for line in composed.splitlines()).strip()
    if isinstance(value, dict):
        return {key: _canonical(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_canonical(inner) for inner in value]
    return value


def _flat(criterion: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a criterion, each anchor a field of its own."""
    fields = {k: v for k, v in criterion.items() if k not in ("id", "anchors")}
    fields.setdefault("key", criterion["id"])
    anchors = criterion.get("anchors", {})
    return fields | {f"anchor {name}": anchor for name, anchor in anchors.items()}


def _criterion(
    id_: str, was: Mapping[str, Any], now: Mapping[str, Any]
) -> Iterator[Change]:
    for field in dict.fromkeys((*was, *now)):
        yield from _field(f"criterion {id_}: {field}", was.get(field), now.get(field))


def _field(what: str, before: Any, after: Any) -> Iterator[Change]:
    if before == after:
        return
    if before is None:
        yield Change(kind="added", what=what, after=after)
    elif after is None:
        yield Change(kind="removed", what=what, before=before)
    else:
        yield Change(kind="changed", what=what, before=before, after=after)


def _gates(before: Rubric, after: Rubric) -> Iterator[Change]:
    was, now = list(before.gates), list(after.gates)
    removed = [gate for gate in was if gate not in now]
    added = [gate for gate in now if gate not in was]
    for gate in removed:
        yield Change(kind="removed", what="gate", before=gate_in_words(gate))
    for gate in added:
        yield Change(kind="added", what="gate", after=gate_in_words(gate))
    if not removed and not added and was != now:
        told = [gate_in_words(gate) for gate in now]
        yield Change(
            kind="moved",
            what="order of gates",
            before=[gate_in_words(g) for g in was],
            after=told,
        )
