"""Argilla: records as `to_json` and `to_list` write them, flat or not, and version 1."""

from __future__ import annotations

from typing import Any

from .rows import Foreign, Record, name_of, objects, record


def takes(sample: Record) -> bool:
    """Whether an object of the file looks like a record."""
    nested = "fields" in sample and ("responses" in sample or "suggestions" in sample)
    return nested or any(name.endswith(".responses.users") for name in sample)


def read(records: list[Record]) -> Foreign:
    """A question is a criterion, a response a person's, a suggestion its agent's."""
    found = Foreign()
    for number, each in enumerate(records, 1):
        found.row = number
        item = name_of(each, "id", "external_id", "_server_id") or str(number)
        if isinstance(each.get("responses"), list):
            _version_1(each, found, item)
        elif "responses" in each or "suggestions" in each:
            _nested(each, found, item)
        else:
            _flat(each, found, item)
    return found


def _nested(each: Record, found: Foreign, item: str) -> None:
    for question, responses in record(each.get("responses")).items():
        for response in objects(responses):
            _response(found, item, question, response, response.get("value"))
    for question, suggestion in record(each.get("suggestions")).items():
        _suggestion(found, item, question, record(suggestion))


def _version_1(each: Record, found: Foreign, item: str) -> None:
    for response in objects(each["responses"]):
        for question, answer in record(response.get("values")).items():
            _response(found, item, question, response, record(answer).get("value"))
    for suggestion in objects(each.get("suggestions")):
        _suggestion(found, item, str(suggestion.get("question_name")), suggestion)


def _flat(each: Record, found: Foreign, item: str) -> None:
    for name, users in each.items():
        question, dot, _ = name.rpartition(".responses.users")
        if not dot or not isinstance(users, list):
            continue
        values = each.get(f"{question}.responses") or []
        states = each.get(f"{question}.responses.status") or [None] * len(users)
        for user, value, status in zip(users, values, states, strict=False):
            _response(found, item, question, {"user_id": user, "status": status}, value)
    for name in each:
        question, dot, rest = name.rpartition(".suggestion")
        if dot and not rest:
            agent = each.get(f"{name}.agent")
            _suggestion(found, item, question, {"value": each[name], "agent": agent})


def _response(
    found: Foreign, item: str, question: str, response: Record, value: Any
) -> None:
    status = response.get("status")
    if status == "draft":
        found.lost["response that is a draft"] += 1
        return
    if isinstance(value, list | dict):
        found.lost[f"answer to {question!r} that is a list (labels, ranking, spans)"] += 1
        return
    judge = name_of(response, "user_id")
    if status == "discarded":
        value = None
    found.add(item=item, judge=judge, criterion=question, value=value, kind="person")


def _suggestion(found: Foreign, item: str, question: str, suggestion: Record) -> None:
    value = suggestion.get("value")
    if value is None:
        return
    if isinstance(value, list | dict):
        found.lost[f"suggestion for {question!r} that is a list"] += 1
        return
    judge = name_of(suggestion, "agent") or "suggestion"
    found.add(item=item, judge=judge, criterion=question, value=value, kind="model")
