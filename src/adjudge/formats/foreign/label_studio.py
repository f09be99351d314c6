"""Label Studio: JSON with all annotations, and the flat JSON-MIN."""

from __future__ import annotations

from typing import Any, Final

from .rows import Foreign, Record, Several, name_of, objects, record, single

_AFTER: Final = ("annotator", "annotation_id", "created_at", "updated_at", "lead_time")
_GRADES: Final = ("choices", "rating", "number", "pairwise")


def takes(sample: Record) -> bool:
    """Whether an object of the file looks like a task, or a flat annotation."""
    whole = isinstance(sample.get("annotations"), list) and "data" in sample
    return whole or {"annotator", "annotation_id"} <= sample.keys()


def read(tasks: list[Record]) -> Foreign:
    """A control tag is a criterion, an annotator a person, a prediction a model."""
    found = Foreign()
    for number, task in enumerate(tasks, 1):
        found.row = number
        if "annotation_id" in task and "annotations" not in task:
            _flat(task, found)
            continue
        item = name_of(task, "id")
        for annotation in objects(task.get("annotations")):
            judge = name_of(annotation.get("completed_by"), "email", "username", "id")
            _results(annotation, found, item=item, judge=judge, kind="person")
        for prediction in objects(task.get("predictions")):
            judge = name_of(prediction, "model_version") or "prediction"
            _results(prediction, found, item=item, judge=judge, kind="model")
    return found


def _results(annotation: Record, found: Foreign, **who: Any) -> None:
    if annotation.get("was_cancelled"):
        found.lost["annotation that was skipped by its annotator"] += 1
        return
    at = annotation.get("updated_at") or annotation.get("created_at")
    for result in objects(annotation.get("result")):
        kind, criterion = result.get("type"), name_of(result, "from_name")
        value = record(result.get("value"))
        if kind == "pairwise":
            value = {"choices": [value.get("selected")]}
        if kind not in _GRADES:
            found.lost[f"result of type {kind!r} (no grade)"] += 1
            continue
        try:
            found.add(value=single(value), criterion=criterion, at=at, **who)
        except Several:
            found.lost[f"answer to {criterion!r} with none or several choices"] += 1


def _flat(task: Record, found: Foreign) -> None:
    """The answers stand between the task's id and its annotator."""
    names = list(task)
    first = names.index("id") + 1 if "id" in names else 0
    last = min(names.index(name) for name in _AFTER if name in names)
    item, judge = name_of(task, "id"), name_of(task["annotator"], "email", "id")
    at = task.get("updated_at") or task.get("created_at")
    for name in names[first:last]:
        try:
            value = single(task[name])
        except Several:
            found.lost[f"answer to {name!r} with none or several values"] += 1
            continue
        found.add(item=item, judge=judge, criterion=name, value=value, at=at, kind="person")
