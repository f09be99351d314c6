"""Names made from titles, for questions whose author gave them none."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

_BETWEEN: Final = re.compile(r"[\W_]+")
_LONGEST: Final = 60


def slug(title: str) -> str:
    """*title* as a name: lower case, letters of any script, hyphens; empty if it has none.

    >>> slug("Is it  Correct?"), slug("Точность ответа")
    ('is-it-correct', 'точность-ответа')
    """
    folded = unicodedata.normalize("NFC", title).lower()
    return _BETWEEN.sub("-", folded).strip("-")[:_LONGEST].strip("-")
