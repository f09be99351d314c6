"""Whether an answer is the reviewer's own, or its family's."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from .family import family_of
from .seat import Seat


def is_own(author: str, seat: Seat) -> bool:
    """Whether *author* is the model in *seat*, under whichever provider's name."""
    return _is_model(author, seat.name, seat.model)


@lru_cache(maxsize=1024)
def _is_model(author: str, name: str, model: str) -> bool:
    mine = {name.casefold(), model.casefold(), _tail(model)}
    return bool(mine & _names(author))


def is_kin(author: str, seat: Seat, families: Mapping[str, str]) -> bool:
    """Whether *author* is of the family of *seat*, as far as can be told."""
    family = families.get(author) or family_in(author)
    return bool(family) and family.casefold() == seat.family.casefold()


@lru_cache(maxsize=1024)
def family_in(author: str) -> str:
    """The family that a name tells: `openai` in `openrouter/openai/gpt-4o`."""
    name = author if "/" in author else author.replace(":", "/", 1)
    return family_of("", "/".join(name.split("/")[-2:]))


def _names(author: str) -> set[str]:
    """What *author* may mean: `openai:gpt-4o` is `gpt-4o` as well."""
    whole = author.strip().casefold()
    tail = _tail(whole)
    return {whole, tail, tail.partition(":")[2] or tail}


def _tail(name: str) -> str:
    return name.strip().casefold().rpartition("/")[2]
