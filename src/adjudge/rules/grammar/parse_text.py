"""Reads phrases and regular expressions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .engine import fault
from .node import All, Phrase, Regex
from .reader import Reader


def read_phrase(reader: Reader, value: Any, where: str) -> Phrase | All | None:
    """A text, a list of which one is enough, or options."""
    if not isinstance(value, Mapping):
        texts = _phrases(reader, value, where)
        return Phrase(any_of=texts) if texts else None
    known = ("any_of", "all_of", "case", "whole_words", "alike")
    options = reader.mapping(value, where, known)
    if options is None:
        return None
    said = [name for name in ("any_of", "all_of") if name in options]
    if len(said) != 1:
        reader.fault(
            "G003" if said else "G005",
            where,
            "either any_of or all_of is wanted",
            "any_of: one of them is enough; all_of: each must be there",
        )
        return None
    texts = _phrases(reader, options[said[0]], f"{where}.{said[0]}")
    case = reader.flag(options, "case", where, default=False)
    whole = reader.flag(options, "whole_words", where, default=True)
    alike = reader.flag(options, "alike", where, default=True)
    if not texts:
        return None
    if said[0] == "any_of":
        return Phrase(any_of=texts, case=case, whole_words=whole, alike=alike)
    return All(
        parts=tuple(
            Phrase(any_of=(text,), case=case, whole_words=whole, alike=alike)
            for text in texts
        )
    )


def _phrases(reader: Reader, value: Any, where: str) -> tuple[str, ...]:
    texts = reader.texts(value, where)
    if any(not text.strip() for text in texts):
        reader.fault("G007", where, "a phrase is blank", "write what to look for")
        return ()
    return texts


def read_regex(reader: Reader, value: Any, where: str) -> Regex | None:
    """A pattern, or options."""
    case, here = True, where
    if isinstance(value, Mapping):
        options = reader.mapping(value, where, ("pattern", "case"), ("pattern",))
        if options is None or "pattern" not in options:
            return None
        case = reader.flag(options, "case", where, default=True)
        value, here = options["pattern"], f"{where}.pattern"
    pattern = reader.text(value, here)
    if pattern is None:
        return None
    pattern = pattern if case else f"(?i){pattern}"
    said = fault(pattern)
    if said:
        what = f"the regular expression cannot be used: {said.what}"
        reader.fault(said.code, here, what, said.hint)
        return None
    return Regex(pattern=pattern)
