"""Elements of HTML and SVG. Whatever is not an element is text, and cannot become one."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from html import escape

from .untrusted import shown

VOID = frozenset({"meta", "br", "hr", "col", "img", "link"})


class Markup(str):
    """Text that is markup already. Only `element` and its kin make it."""

    __slots__ = ()


def element(name: str, /, *content: str, **attributes: str | float | None) -> Markup:
    """The element *name*: content that is not `Markup` is escaped.

    A name such as `class_` or `aria_label` is written `class`, `aria-label`; an attribute
    that is None is left out.
    """
    told = "".join(
        f' {_attribute(key)}="{_value(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    if name in VOID and not content:
        return Markup(f"<{name}{told}>")
    return Markup(f"<{name}{told}>{join(content)}</{name}>")


def join(content: Iterable[str]) -> Markup:
    """Elements and texts after one another."""
    return Markup("".join(c if isinstance(c, Markup) else text(c) for c in content))


def text(raw: str) -> Markup:
    """*raw* on one line, with nothing in it that steers a reader or a browser."""
    return Markup(escape(_legal(shown(raw)), quote=True))


def lines(raw: str) -> Markup:
    """*raw* with its line breaks kept, for an element that shows them."""
    kept = raw.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return Markup("\n".join(text(line) for line in kept))


def _legal(raw: str) -> str:
    """*raw* without characters that XML does not know, spelled out."""
    return "".join(
        c.encode("unicode_escape").decode("ascii")
        if ord(c) & 0xFFFE == 0xFFFE or unicodedata.category(c) == "Cn"
        else c
        for c in raw
    )


def _attribute(key: str) -> str:
    return key.rstrip("_").replace("_", "-")


def _value(value: str | float) -> str:
    return text(value) if isinstance(value, str) else f"{value:.1f}".removesuffix(".0")
