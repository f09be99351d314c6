"""Prodigy: the JSON Lines that `db-out` writes."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from .rows import Foreign, Record, name_of, objects


def takes(sample: Record) -> bool:
    """Whether a line looks like an annotated task."""
    return "answer" in sample and ("_input_hash" in sample or "_task_hash" in sample)


def read(tasks: list[Record]) -> Foreign:
    """What is asked is a criterion: the label, or the choice among options."""
    found = Foreign()
    several = any(
        isinstance(task.get("accept"), list) and len(task["accept"]) > 1 for task in tasks
    )
    for number, task in enumerate(tasks, 1):
        found.row = number
        who: dict[str, Any] = {
            "item": name_of(task, "_input_hash", "_task_hash"),
            "judge": name_of(task, "_annotator_id", "_session_id"),
            "kind": "person",
            "at": _time(task),
        }
        ignored = task.get("answer") == "ignore"
        if "options" in task or "accept" in task:
            _choice(found, task, who, ignored=ignored, several=several)
        elif isinstance(task.get("label"), str):
            value = None if ignored else task.get("answer")
            found.add(value=value, criterion=task["label"], **who)
        elif "spans" in task or "tokens" in task:
            found.lost["task of marked spans (no grade)"] += 1
        else:
            found.add(
                value=None if ignored else task.get("answer"), criterion="answer", **who
            )
    if several:
        found.notes.append("several options may be chosen, so each option is a criterion")
    return found


def _choice(
    found: Foreign, task: Record, who: Record, *, ignored: bool, several: bool
) -> None:
    accepted = [str(each) for each in task.get("accept") or ()]
    if task.get("answer") == "reject":
        found.lost["task that was rejected as a whole"] += 1
        return
    if not several:
        value = None if ignored or not accepted else accepted[0]
        found.add(value=value, criterion="choice", **who)
        return
    for option in objects(task.get("options")):
        name = str(option.get("id"))
        value = None if ignored else ("yes" if name in accepted else "no")
        found.add(value=value, criterion=name, **who)


def _time(task: Record) -> str | None:
    stamp = task.get("_timestamp")
    if not isinstance(stamp, int | float) or isinstance(stamp, bool):
        return None
    return datetime.fromtimestamp(stamp, UTC).isoformat()
