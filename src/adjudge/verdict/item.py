"""What is judged: a conversation, or the answers of several authors to one question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NewType, TypeAlias

from adjudge.errors import InputInvalid

ItemId = NewType("ItemId", str)

ROLES: Final = ("user", "assistant", "system", "developer", "tool", "function")
SYNONYMS: Final[Mapping[str, str]] = {
    "human": "user",
    "model": "assistant",
    "ai": "assistant",
    "bot": "assistant",
    "gpt": "assistant",
}
"""What other tools call the two who talk."""

_SHAPE = 'a message is {"role": "user", "content": "..."}'


@dataclass(frozen=True, slots=True)
class Message:
    """One turn of a conversation."""

    role: str
    content: str


@dataclass(frozen=True, slots=True)
class Conversation:
    """Messages in the order in which they were said."""

    messages: tuple[Message, ...]

    @classmethod
    def of(cls, raw: RawConversation) -> Conversation:
        """Read OpenAI-shaped messages, or raise `InputInvalid` naming the message."""
        if isinstance(raw, Conversation):
            return raw
        if isinstance(raw, str | bytes | Mapping) or not isinstance(raw, Sequence):
            raise InputInvalid(
                f"a conversation is a list of messages, not {type(raw).__name__}",
                where="conversation",
                hint=_SHAPE,
            )
        return cls(tuple(_message(message, at) for at, message in enumerate(raw)))

    def turns(self, role: str = "assistant") -> tuple[tuple[int, Message], ...]:
        """The messages of *role*, each with its place in the whole conversation."""
        return tuple((at, m) for at, m in enumerate(self.messages) if m.role == role)


RawConversation: TypeAlias = Conversation | Sequence[Mapping[str, Any]]


def _message(raw: object, at: int) -> Message:
    where = f"conversation[{at}]"
    if isinstance(raw, Message):
        return raw
    if not isinstance(raw, Mapping):
        raise InputInvalid(
            f"a message is an object, not {type(raw).__name__}", where=where, hint=_SHAPE
        )
    role = read_role(raw.get("role"), where=where)
    content = raw.get("content")
    if content is None and isinstance(raw.get("refusal"), str):
        content = raw["refusal"]
    if content is None and not any(raw.get(name) for name in _INSTEAD):
        raise InputInvalid(
            "the message has no content",
            where=where,
            hint='only a tool call has none; a message without words has the content ""',
        )
    return Message(role, read_content(content, where=f"{where}.content"))


_INSTEAD: Final = ("tool_calls", "function_call", "audio")
"""What a message can have for its text."""


def read_role(raw: object, *, where: str) -> str:
    """Who speaks, by the one name that rules know; `InputInvalid` for an unknown one."""
    if not isinstance(raw, str) or not raw.strip():
        raise InputInvalid("the message has no role", where=where, hint=_SHAPE)
    role = raw.strip().casefold()
    role = SYNONYMS.get(role, role)
    if role not in ROLES:
        others = ", ".join(SYNONYMS)
        raise InputInvalid(
            f"there is no role {raw!r}",
            where=where,
            hint=f"known are {', '.join(ROLES)}; and, for the first two, {others}",
        )
    return role


def read_content(raw: object, *, where: str) -> str:
    """The text of a message: a string, null (a tool call), or OpenAI content parts."""
    if raw is None:
        return ""
    if isinstance(raw, str):
        return raw
    if isinstance(raw, Sequence) and not isinstance(raw, bytes):
        return "\n".join(
            text
            for at, part in enumerate(raw)
            if (text := _part(part, where=f"{where}[{at}]")) is not None
        )
    raise InputInvalid(
        f"content is a text or a list of parts, not {type(raw).__name__}",
        where=where,
        hint='a part is {"type": "text", "text": "..."}',
    )


def _part(raw: object, *, where: str) -> str | None:
    """The text of a part; None for an image, a sound or a file, which rules cannot read."""
    if isinstance(raw, str):
        return raw
    if not isinstance(raw, Mapping) or not isinstance(raw.get("type"), str):
        raise InputInvalid(
            "a content part is an object with a type",
            where=where,
            hint='a part is {"type": "text", "text": "..."}',
        )
    text = raw.get("text", raw.get("refusal"))
    if text is None and not str(raw["type"]).endswith("text"):
        return None
    if not isinstance(text, str):
        raise InputInvalid(
            "a text part has no text",
            where=where,
            hint='a part is {"type": "text", "text": "..."}',
        )
    return text


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One conversation to be judged, under the name its verdicts will carry."""

    id: ItemId
    conversation: Conversation
    fields: Mapping[str, Any] = field(default_factory=dict)
    """Whatever else came with it (`prompt`, `kwargs`): rules may ask for it by name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """An item with the outcome that it must get."""

    item: Item
    expected: bool | float | str | None
    """A raw value of the criterion's scale; None: the judge must abstain."""
    criterion: str | None = None
    """Key of the criterion that is meant; None: the rubric's only one."""
    rationale: str = ""
    source: str = ""
    """Where it was read: a file, with a line when there is one."""
