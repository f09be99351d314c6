"""Who sits in the council: a model, where it is reached, and how it is asked."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    """A place that speaks OpenAI-compatible chat completions. It never holds a key."""

    name: str
    """`openai`, `openrouter`, or what the user called it."""
    base_url: str
    key_name: str | None = None
    """The environment variable that holds its key; None: it needs none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """One model of the council."""

    endpoint: Endpoint
    model: str
    """The model as the endpoint knows it."""
    family: str
    """Whose model it is, `openai`: a reviewer does not judge its own family."""
    name: str
    """As the user wrote it, `openrouter/openai/gpt-4o`: unique in a council."""
    parameters: Mapping[str, Any] = field(default_factory=dict)
    """What else is sent with each call: `temperature`, `max_tokens`, `seed`."""

    def fingerprint(self, prompt: str) -> str:
        """Sixteen hex digits that change with the model, how it is asked, or *prompt*."""
        meant = [self.endpoint.base_url, self.model, dict(self.parameters), prompt]
        canonical = json.dumps(meant, sort_keys=True, ensure_ascii=False)
        return hashlib.sha256(canonical.encode()).hexdigest()[:16]
