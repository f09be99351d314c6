"""The texts to be judged, shown as they are between tags that none of them can forge."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from adjudge.verdict import Message

from .material import Material

_ROLE: Final = re.compile(r"[^\w .-]")
_LONGEST_ROLE: Final = 40


def material_in_words(material: Material) -> str:
    """*material* between tags that carry its form code. No character of it is changed."""
    code = material.form
    if not material.answers:
        return tagged("conversation", code, turns_in_words(material.turns, code))
    parts = []
    if material.before:
        parts.append(tagged("earlier_turns", code, turns_in_words(material.before, code)))
    parts.append(tagged("question", code, material.question))
    answers = "\n".join(
        tagged("response", code, shown.text, label=shown.label)
        for shown in material.answers
    )
    parts.append(tagged("responses_to_evaluate", code, answers))
    return "\n\n".join(parts)


def tagged(name: str, code: str, text: str, **attributes: str) -> str:
    """*text* as it is, between two tags on lines of their own."""
    told = "".join(f' {key}="{value}"' for key, value in attributes.items())
    return f"<{name}-{code}{told}>\n{text}\n</{name}-{code}>"


def turns_in_words(messages: Iterable[Message], code: str) -> str:
    """Turns of a conversation, each between tags that say whose it is."""
    return "\n".join(_turns(messages, code))


def _turns(messages: Iterable[Message], code: str) -> Iterator[str]:
    for place, message in enumerate(messages, 1):
        # A role stands in a tag of ours, and may come from anybody's file.
        role = _ROLE.sub("_", message.role)[:_LONGEST_ROLE]
        yield tagged("turn", code, message.content, number=str(place), role=role)
