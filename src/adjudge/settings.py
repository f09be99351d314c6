"""Settings: read once, at a door, and passed down as a value."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import Final, Literal, TypeAlias, TypeVar, get_args

from adjudge.errors import SettingsInvalid

PREFIX: Final = "ADJUDGE_"

WEIGHT: Final = "LLM_COUNCIL_WEIGHT_"
"""What ADR-016 calls the weight of a criterion: `LLM_COUNCIL_WEIGHT_ACCURACY`."""

_OWN: Final = ("JOBS", "KEYRING", "ON_ERROR", "PROGRESS", "TAPE")

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

    jobs: int | None = None
    """How many processes may judge by rules: `ADJUDGE_JOBS`. None: as many as cores."""

    tape: Path | None = None
    """Where answers of models are kept without `-o`: `ADJUDGE_TAPE`."""
    cache: Path | None = None
    """Where they are kept otherwise: `XDG_CACHE_HOME`, or `.cache` in `HOME`. None: there
    is neither, and nothing is kept."""
    keyring: bool = False
    """Whether keys that are not set are looked up in the keyring: `ADJUDGE_KEYRING`."""
    weights: Mapping[str, float] = field(default_factory=dict)
    """Weights by criterion key: `LLM_COUNCIL_WEIGHT_*`."""
    safety_gate: bool | None = None
    """Whether answers pass the safety check first: `LLM_COUNCIL_SAFETY_GATE`. None: as
    the rubric says."""
    safety_cap: float | None = None
    """What a failed safety check caps at: `LLM_COUNCIL_SAFETY_SCORE_CAP`."""

    @classmethod
    def from_env(cls, environ: Mapping[str, str]) -> Settings:
        """Read the environment, refusing an `ADJUDGE_*` name that is not a setting."""
        known = {PREFIX + name for name in _OWN}
        for name in sorted(environ):
            if name.startswith(PREFIX) and name not in known:
                raise _unknown(name, known)
        tape = environ.get("ADJUDGE_TAPE", "")
        return cls(
            on_error=_choice(environ, "ADJUDGE_ON_ERROR", get_args(OnError), "stop"),
            progress=_choice(environ, "ADJUDGE_PROGRESS", get_args(Progress), "auto"),
            jobs=_count(environ, "ADJUDGE_JOBS"),
            tape=Path(tape) if tape else None,
            cache=_cache(environ),
            keyring=_switch(environ, "ADJUDGE_KEYRING") or False,
            weights=_weights(environ),
            safety_gate=_switch(environ, "LLM_COUNCIL_SAFETY_GATE"),
            safety_cap=_number(environ, "LLM_COUNCIL_SAFETY_SCORE_CAP"),
        )


def _cache(environ: Mapping[str, str]) -> Path | None:
    told, home = environ.get("XDG_CACHE_HOME", ""), environ.get("HOME", "")
    if Path(told).is_absolute():  # as the specification has it
        return Path(told) / "adjudge"
    return Path(home) / ".cache" / "adjudge" if home else None


def _weights(environ: Mapping[str, str]) -> dict[str, float]:
    weights: dict[str, float] = {}
    for name in sorted(environ):
        if name.startswith(WEIGHT):
            weight = _number(environ, name)
            if weight is not None:
                weights[name.removeprefix(WEIGHT).lower()] = weight
    return weights


def _number(environ: Mapping[str, str], name: str) -> float | None:
    raw = environ.get(name, "").strip()
    if not raw:
        return None
    try:
        value = float(raw)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise SettingsInvalid(
            f"{raw!r} is not a number", where=name, hint="write a number such as 0.35"
        )
    return value


def _count(environ: Mapping[str, str], name: str) -> int | None:
    raw = environ.get(name, "").strip()
    if not raw:
        return None
    if not (raw.isascii() and raw.isdigit() and int(raw) > 0):
        raise SettingsInvalid(
            f"{raw!r} is not a whole number from 1 on", where=name, hint="write 1, or 4"
        )
    return int(raw)


_SWITCH: Final = {
    **dict.fromkeys(("1", "true", "yes", "on"), True),
    **dict.fromkeys(("0", "false", "no", "off"), False),
}


def _switch(environ: Mapping[str, str], name: str) -> bool | None:
    raw = environ.get(name, "").strip()
    if not raw:
        return None
    value = _SWITCH.get(raw.lower())
    if value is None:
        raise SettingsInvalid(
            f"{raw!r} is neither true nor false", where=name, hint="write true or false"
        )
    return value


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
