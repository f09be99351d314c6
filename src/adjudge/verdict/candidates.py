"""Several answers to one question, to be held against one another."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from .item import ItemId, Message


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidates:
    """The answers of several authors to one question."""

    id: ItemId
    question: str
    responses: Mapping[str, str]
    """Author -> answer, in the order of the file."""
    before: tuple[Message, ...] = ()
    """A system message and earlier turns, where there were any."""
    fields: Mapping[str, Any] = field(default_factory=dict)
    """Whatever else came with it; `rubric` may name the rubric it is judged by."""
