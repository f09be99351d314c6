"""The shapes an item may come in, read one object at a time: what every reader means."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from adjudge.errors import InputInvalid
from adjudge.verdict import Candidates, Conversation, Item, ItemId, Message, read_content

SHAPES: Final = (
    'an item is {"id": "...", "conversation": [...]}, {"id": "...", "prompt": "...", '
    '"response": "..."} or {"id": "...", "question": "...", "responses": {...}}'
)
SET: Final = (
    'a candidate set is {"id": "...", "question": "...", "responses": '
    '{"first-author": "...", "second-author": "..."}}'
)
_TALK: Final = ("conversation", "messages")
_KINDS: Final[Mapping[type, str]] = {
    type(None): "null",
    bool: "true or false",
    int: "a number",
    float: "a number",
    str: "a text",
    list: "a list",
    tuple: "a list",
}


def items_of(raw: object) -> tuple[Item, ...]:
    """The items that *raw* stands for, or `InputInvalid`.

    A set of candidates is one item an author; everything else is one item. Keys that
    are not part of the shape are kept in `fields`.
    """
    if not isinstance(raw, Mapping):
        raise InputInvalid(f"an item is an object, not {_kind(raw)}", hint=SHAPES)
    if any(name in raw for name in _TALK):
        return (_talk(raw),)
    if "responses" in raw:
        return _candidates(raw)
    if "instruction_id_list" in raw:
        return (_instructed(raw),)
    if "response" in raw or "prompt" in raw:
        fields = _rest(raw, "id", "prompt", "response")
        return (Item(id=_id(raw), conversation=_exchange(raw), fields=fields),)
    raise InputInvalid("the item has no conversation", hint=SHAPES)


def _talk(raw: Mapping[str, Any]) -> Item:
    given = [name for name in _TALK if name in raw]
    if len(given) > 1:
        raise InputInvalid(
            "the item has both a conversation and messages",
            hint="they are two names for one thing: give one of them",
        )
    return Item(
        id=_id(raw),
        conversation=Conversation.of(raw[given[0]]),
        fields=_rest(raw, "id", *_TALK),
    )


def candidates_of(raw: object) -> Candidates:
    """The candidate set that *raw* is, or `InputInvalid`.

    `system` and `before` say what came before the question; keys that are not part of
    the shape are kept in `fields`.
    """
    if not isinstance(raw, Mapping):
        raise InputInvalid(f"a candidate set is an object, not {_kind(raw)}", hint=SET)
    if "responses" not in raw:
        raise InputInvalid("the set has no responses", where="responses", hint=SET)
    of, responses = _id(raw), raw["responses"]
    question = _text(raw, "question")
    if not isinstance(responses, Mapping) or not responses:
        raise InputInvalid(
            "the responses are not an object with an entry for each author",
            where="responses",
            hint='write {"first-author": "text", "second-author": "text"}',
        )
    return Candidates(
        id=of,
        question=question,
        responses={
            author: _text(responses, author, within="responses.")
            for author in responses
            if _named(author)
        },
        before=_before(raw),
        fields=_rest(raw, "id", "question", "responses", "system", "before"),
    )


def _before(raw: Mapping[str, Any]) -> tuple[Message, ...]:
    system = raw.get("system")
    told = () if system is None else (Message("system", _text(raw, "system")),)
    if raw.get("before") is None:
        return told
    return told + Conversation.of(raw["before"]).messages


def _candidates(raw: Mapping[str, Any]) -> tuple[Item, ...]:
    every = candidates_of(raw)
    return tuple(
        Item(
            id=ItemId(f"{every.id}/{author}"),
            conversation=Conversation(
                (
                    *every.before,
                    Message("user", every.question),
                    Message("assistant", text),
                )
            ),
            fields=every.fields,
        )
        for author, text in every.responses.items()
    )


def _named(author: object) -> bool:
    if not isinstance(author, str) or not author.strip():
        raise InputInvalid(
            "a response has no author", where="responses", hint="give each author a name"
        )
    return True


def _instructed(raw: Mapping[str, Any]) -> Item:
    """An item in the public shape of IFEval, with its answer."""
    if "response" not in raw:
        raise InputInvalid(
            "the item has instructions and no response",
            where="response",
            hint="this is IFEval's list of prompts: add to each line the `response` of "
            "the model that is judged",
        )
    fields = _rest(raw, "id", "key", "response")
    return Item(id=_id(raw, "id", "key"), conversation=_exchange(raw), fields=fields)


def _exchange(raw: Mapping[str, Any]) -> Conversation:
    return _two(_text(raw, "prompt"), _text(raw, "response"))


def _two(prompt: str, response: str) -> Conversation:
    return Conversation((Message("user", prompt), Message("assistant", response)))


def _text(raw: Mapping[str, Any], name: str, *, within: str = "") -> str:
    if within and name in raw and raw[name] is None:
        raise InputInvalid(
            "the answer is null",
            where=f"{within}{name}",
            hint="give its text, or leave the author out where there is no answer",
        )
    if raw.get(name) is None:
        raise InputInvalid(f"the item has no {name}", where=f"{within}{name}", hint=SHAPES)
    return read_content(raw[name], where=f"{within}{name}")


def _id(raw: Mapping[str, Any], *names: str) -> ItemId:
    given = next((name for name in names or ("id",) if raw.get(name) is not None), "id")
    value = raw.get(given)
    if isinstance(value, int) and not isinstance(value, bool):
        return ItemId(str(value))
    if isinstance(value, str) and value.strip():
        return ItemId(value)
    if value is None:
        raise InputInvalid("the item has no id", where="id", hint=_how_to_name(raw))
    raise InputInvalid(
        f"an id is a text or a whole number, not {_kind(value)}"
        if not isinstance(value, str)
        else "the id is blank",
        where=given,
        hint="verdicts are filed under it: give each item its own",
    )


def _how_to_name(raw: Mapping[str, Any]) -> str:
    if set(raw) == {"prompt", "response"}:
        return (
            "if this is IFEval's file of responses, add to each line the `key`, "
            "`instruction_id_list` and `kwargs` of its prompt"
        )
    return "verdicts are filed under it: give each item its own"


def _rest(raw: Mapping[str, Any], *taken: str) -> dict[str, Any]:
    return {name: value for name, value in raw.items() if name not in taken}


def _kind(value: object) -> str:
    """What JSON calls the type of *value*."""
    if isinstance(value, Mapping):
        return "an object"
    return _KINDS.get(type(value), type(value).__name__)
