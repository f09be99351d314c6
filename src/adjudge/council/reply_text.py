"""Texts of strangers, made so that they can be written and compared."""

from __future__ import annotations

import html
import re
import unicodedata
from typing import Final

_UNSEEN: Final = re.compile(r"[\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff\u00ad]")


def clean(text: str) -> str:
    """*text* as it can be written to a file: a lone half of a character is replaced."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-8", "replace").decode()
    return text


def plain_text(text: str) -> str:
    """*text* as it reads: entities resolved, unseen characters gone, one case."""
    if "&" in text:
        text = html.unescape(text)
    if not text.isascii():
        text = _UNSEEN.sub("", unicodedata.normalize("NFKC", text))
    return text.casefold()
