"""Price tables: TOML or JSON, US dollars for a million tokens."""

from __future__ import annotations

import json
import math
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from adjudge.council import Price, Prices
from adjudge.errors import FileUnusable, InputInvalid

from .bundle import bundled_folder

_HINT: Final = (
    'write [models] and below it "openai/gpt-4o" = { prompt = 2.5, completion = 10 }'
)


def bundled_prices() -> Prices:
    """The list prices that come with adjudge, with the month they are of."""
    return read_prices(bundled_folder() / "prices.toml")


def read_prices(path: Path) -> Prices:
    """The table in *path*, or what is wrong with it."""
    raw = _parsed(path)
    models = raw.get("models")
    if not isinstance(models, Mapping):
        raise InputInvalid("there is no table of models", where=str(path), hint=_HINT)
    return Prices(
        models={name: _price(name, entry, path) for name, entry in models.items()},
        as_of=str(raw.get("as_of", "")),
    )


def _parsed(path: Path) -> Mapping[str, Any]:
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise FileUnusable(
            f"the prices cannot be read: {error}", where=str(path), hint="check the path"
        ) from error
    try:
        raw: Any = json.loads(text) if path.suffix == ".json" else tomllib.loads(text)
    except ValueError as error:
        raise InputInvalid(
            f"not valid {path.suffix[1:].upper() or 'TOML'}: {error}",
            where=str(path),
            hint=_HINT,
        ) from error
    if not isinstance(raw, Mapping):
        raise InputInvalid("the prices are not a table", where=str(path), hint=_HINT)
    return raw


def _price(name: str, entry: object, path: Path) -> Price:
    place = f"{path}: models.{name}"
    if not isinstance(entry, Mapping) or set(entry) != {"prompt", "completion"}:
        raise InputInvalid(
            "a price has prompt and completion, and nothing else", where=place, hint=_HINT
        )
    for kind, value in entry.items():
        sound = isinstance(value, int | float) and not isinstance(value, bool)
        if not sound or not math.isfinite(value) or value < 0:
            raise InputInvalid(
                f"{value!r} is not a price", where=f"{place}.{kind}", hint=_HINT
            )
    return Price(prompt=float(entry["prompt"]), completion=float(entry["completion"]))
