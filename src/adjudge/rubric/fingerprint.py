"""A rubric's version is what it means, not how its file is laid out."""

from __future__ import annotations

import dataclasses
import hashlib
import json
import unicodedata
from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

_LENGTH: Final = 16

LATER: Final[Mapping[str, bool]] = MappingProxyType({"later": True})
"""Metadata of a field that came after the first fingerprints were written: at its default
it does not count, so that rubrics that do not use it keep theirs."""


def fingerprint(meaning: DataclassInstance) -> str:
    """Sixteen hex digits that change with any change of meaning.

    Outer blanks, line-end style, trailing blanks and Unicode composition are layout;
    everything else, the order of the criteria included, is meaning. So is every character
    of a rule, which may look for just that one.
    """
    meant = dataclasses.asdict(meaning)
    for field in dataclasses.fields(meaning):
        if field.metadata.get("later") and getattr(meaning, field.name) == field.default:
            del meant[field.name]
    canonical = json.dumps(
        _canonical(meant),
        sort_keys=True,
        ensure_ascii=False,
        separators=(",", ":"),
    )
    return hashlib.sha256(canonical.encode()).hexdigest()[:_LENGTH]


def _canonical(value: Any) -> Any:
    if isinstance(value, Mapping):
        meant = {
            key: inner if key == "rule" else _canonical(inner)
            for key, inner in value.items()
        }
        if "anchors" in meant:
            # A file has them as a table, whose order is layout.
            meant["anchors"].sort(key=json.dumps)
        return meant
    if isinstance(value, list | tuple):
        return [_canonical(inner) for inner in value]
    if isinstance(value, str):
        composed = unicodedata.normalize("NFC", value)
        return "\n".join(line.rstrip() for line in composed.splitlines()).strip()
    if isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    return value
