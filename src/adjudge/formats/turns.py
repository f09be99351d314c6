"""Earlier turns of a conversation, in a file of their own."""

from __future__ import annotations

from pathlib import Path

import orjson

from adjudge.errors import FileUnusable, InputInvalid
from adjudge.verdict import Conversation, Message


def read_turns(path: Path) -> tuple[Message, ...]:
    """The messages in *path*: a JSON list, or an object that has a conversation."""
    try:
        raw = orjson.loads(path.read_bytes())
    except OSError as error:
        raise FileUnusable(
            f"the file cannot be read: {error.strerror}", where=str(path), hint="check it"
        ) from error
    except orjson.JSONDecodeError as error:
        raise InputInvalid(
            f"not valid JSON: {error}",
            where=str(path),
            hint='write [{"role": "user", "content": "..."}, ...]',
        ) from error
    if isinstance(raw, dict):
        raw = raw.get("conversation", raw.get("messages"))
    return Conversation.of(raw).messages
