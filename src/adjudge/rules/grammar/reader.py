"""Reads plain values and collects every fault on the way, each with its place."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any, Final

from adjudge.rubric import Diagnostic

DEEPEST: Final = 40
"""Rules inside rules; a deeper nest is a mistake or an attack."""


MEANT: Final = {
    "and": "all",
    "contains": "phrase",
    "equals": "one_of",
    "includes": "phrase",
    "keyword": "phrase",
    "keywords": "phrase",
    "max": "at_most",
    "maximum": "at_most",
    "min": "at_least",
    "minimum": "at_least",
    "none": "not",
    "or": "any",
    "pattern": "regex",
    "phrases": "phrase",
    "tokens": "words",
}
"""What people write for what we call otherwise."""


def kind(value: object) -> str:
    """What *value* is, in the words of someone who writes YAML."""
    if value is None:
        return "empty"
    if isinstance(value, bool):
        return f"{str(value).lower()} (a yes/no value)"
    if isinstance(value, int | float):
        return f"the number {value}"
    if isinstance(value, str):
        return "a text"
    if isinstance(value, Mapping):
        return "a mapping"
    return "a list" if isinstance(value, list | tuple) else f"a {type(value).__name__}"


def choices(words: Iterable[str]) -> str:
    """The words that would be right, in one line."""
    return ", ".join(words)


@dataclass
class Reader:
    """Faults found so far. A reading method gives None where it has noted a fault."""

    faults: list[Diagnostic] = field(default_factory=list)

    def fault(self, code: str, where: str, what: str, hint: str) -> None:
        """Note a fault and go on."""
        self.faults.append(Diagnostic(code=code, where=where, what=what, hint=hint))

    def unknown(
        self, code: str, where: str, said: tuple[str, str], known: Iterable[str]
    ) -> None:
        """Note that the name (*said*: what it should name, the name) is not known."""
        noun, name = said
        names = tuple(known)
        near = [one for one in (MEANT.get(name),) if one in names]
        near = near or get_close_matches(name, names, n=1, cutoff=0.6)
        hint = f"did you mean {near[0]!r}?" if near else f"known: {choices(names)}"
        self.fault(code, where, f"there is no {noun} {name!r}", hint)

    def mapping(
        self,
        value: object,
        where: str,
        known: tuple[str, ...],
        required: tuple[str, ...] = (),
    ) -> dict[str, Any] | None:
        """*value* as a mapping with these options only."""
        if not isinstance(value, Mapping):
            self.fault(
                "G006",
                where,
                f"options are wanted here, this is {kind(value)}",
                f"options: {choices(known)}",
            )
            return None
        options = {str(key): inner for key, inner in value.items()}
        for name in options:
            if name not in known:
                self.unknown("G004", f"{where}.{name}", ("option", name), known)
        for name in required:
            if name not in options:
                self.fault("G005", where, f"{name!r} is missing", f"add {name}: ...")
        return options

    def text(self, value: object, where: str) -> str | None:
        """*value* as a text that is not empty."""
        if not isinstance(value, str):
            self.fault(
                "G006",
                where,
                f"a text is wanted here, this is {kind(value)}",
                "put it in quotes if it is meant as text",
            )
            return None
        if not value:
            self.fault("G007", where, "the text is empty", "write what to look for")
            return None
        return value

    def texts(self, value: object, where: str) -> tuple[str, ...]:
        """*value*, a text or a list of texts, as a tuple; faults are noted."""
        if not isinstance(value, list | tuple):
            one = self.text(value, where)
            return () if one is None else (one,)
        if not value:
            self.fault("G007", where, "the list is empty", "give at least one entry")
        read = [self.text(inner, f"{where}[{at}]") for at, inner in enumerate(value)]
        return tuple(one for one in read if one is not None)

    def flag(
        self, options: Mapping[str, Any], name: str, where: str, *, default: bool
    ) -> bool:
        """The yes/no option *name*."""
        value = options.get(name, default)
        if not isinstance(value, bool):
            self.fault(
                "G006",
                f"{where}.{name}",
                f"true or false is wanted here, this is {kind(value)}",
                f"write {name}: true or {name}: false",
            )
            return default
        return value

    def choice(
        self, value: object, where: str, noun: str, known: tuple[str, ...]
    ) -> str | None:
        """*value* as one of the words *known*."""
        if isinstance(value, str) and value in known:
            return value
        if isinstance(value, str):
            self.unknown("G017", where, (noun, value), known)
        else:
            self.fault(
                "G006",
                where,
                f"a {noun} is wanted here, this is {kind(value)}",
                f"known: {choices(known)}",
            )
        return None

    def whole(self, value: object, where: str, *, least: int = 0) -> int | None:
        """*value* as a whole number that is not below *least*."""
        if isinstance(value, bool) or not isinstance(value, int) or value < least:
            said = (
                f"{value} is not one"
                if isinstance(value, int | float)
                else f"this is {kind(value)}"
            )
            self.fault(
                "G006",
                where,
                f"a whole number from {least} is wanted here, {said}",
                "write it in digits without quotes",
            )
            return None
        return value
