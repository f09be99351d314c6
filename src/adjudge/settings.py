"""Settings: read once, at a door, and passed down as a value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from difflib import get_close_matches
from typing import Final, Literal, TypeAlias, TypeVar, get_args

from adjudge.errors import SettingsInvalid

PREFIX: Final = "ADJUDGE_"

T = TypeVar("T", bound=str)

OnError: TypeAlias = Literal["stop", "skip"]
Progress: TypeAlias = Literal["auto", "always", "never"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What an operator can choose for every command: a flag wins over each of these."""

    on_error: OnError = "stop"
    """What `judge` does at a line that it cannot read: `ADJUDGE_ON_ERROR`."""
    progress: Progress = "auto"
    """Whether progress is shown on standard error: `ADJUDGE_PROGRESS`."""

    @classmethod
    def from_env(cls, environ: Mapping[str, str]) -> Settings:
        """Read `ADJUDGE_*` out of *environ*, refusing what is not a setting."""
        known = {PREFIX + field.name.upper() for field in fields(cls)}
        for name in sorted(environ):
            if name.startswith(PREFIX) and name not in known:
                raise _unknown(name, known)
        return cls(
            on_error=_choice(environ, "ADJUDGE_ON_ERROR", get_args(OnError), "stop"),
            progress=_choice(environ, "ADJUDGE_PROGRESS", get_args(Progress), "auto"),
        )


def _unknown(name: str, known: set[str]) -> SettingsInvalid:
    near = get_close_matches(name, sorted(known), n=1)
    hint = f"did you mean {near[0]}?" if near else f"known: {', '.join(sorted(known))}"
    return SettingsInvalid("there is no such setting", where=name, hint=hint)


def _choice(environ: Mapping[str, str], name: str, choices: tuple[T, ...], default: T) -> T:
    raw = environ.get(name, "")
    if not raw:
        return default
    for choice in choices:
        if raw == choice:
            return choice
    raise SettingsInvalid(
        f"{raw!r} is not a value that it can have",
        where=name,
        hint=f"one of: {', '.join(choices)}",
    )
