"""Text from models and people, made harmless for a terminal."""

from __future__ import annotations

import unicodedata
from typing import Final

_BIDI: Final = frozenset(
    "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
)
"""Characters that re-order what stands around them, on the screen only."""


def shown(text: str) -> str:
    r"""*text* on one line, with whatever could steer a terminal spelled out.

    >>> shown("red \x1b[31m\nnext")
    'red \\x1b[31m next'
    """
    return "".join(_character(c) for c in " ".join(text.split()))


def _character(c: str) -> str:
    if c in _BIDI or unicodedata.category(c) in ("Cc", "Cs"):
        return c.encode("unicode_escape", "surrogatepass").decode("ascii")
    return c


def excerpt(
    content: str, start: int, end: int, *, around: int = 48, within: int = 160
) -> str:
    """`content[start:end]` in its surroundings, marked by «», cut to a line's length.

    >>> excerpt("Yes, I think so.", 0, 3)
    '«Yes», I think so.'
    """
    head, tail = content[max(0, start - around) : start], content[end : end + around]
    middle = shown(content[start:end])
    if len(middle) > within:
        middle = f"{middle[: within // 2].rstrip()} … {middle[-within // 2 :].lstrip()}"
    before = ("…" if start > around else "") + shown(f"|{head}|")[1:-1]
    after = shown(f"|{tail}|")[1:-1] + ("…" if end + around < len(content) else "")
    return f"{before}«{middle}»{after}".strip()
