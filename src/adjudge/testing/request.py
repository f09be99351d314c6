"""What a scripted server was asked. The key is masked before anybody can look at it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """One call as it arrived."""

    number: int
    """The first is 0."""
    path: str
    headers: Mapping[str, str]
    """Names in lower case; the key in `authorization` is masked."""
    body: Mapping[str, Any]
    """The JSON that was sent."""

    @property
    def model(self) -> str:
        """The model that was asked for."""
        return str(self.body.get("model", ""))

    @property
    def messages(self) -> list[dict[str, str]]:
        """The messages, each with `role` and `content`."""
        return list(self.body.get("messages", ()))

    @property
    def prompt(self) -> str:
        """The content of the last message."""
        return str(self.messages[-1]["content"]) if self.messages else ""

    @property
    def shape(self) -> str:
        """`json_schema`, `json_object` (`with schema`), blank where none was asked for."""
        asked = self.body.get("response_format")
        if not isinstance(asked, Mapping):
            return ""
        beside = " with schema" if "schema" in asked else ""
        return f"{asked.get('type', '')}{beside}"


def masked(headers: Mapping[str, str]) -> dict[str, str]:
    """*headers* without the key."""
    return {
        name: f"{value.split(' ')[0]} ***" if name == "authorization" else value
        for name, value in headers.items()
    }
