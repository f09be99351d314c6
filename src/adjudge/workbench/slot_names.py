"""Judges that are named as places are: `rater 1` may be whoever came first."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from typing import Final

_PLACE: Final = re.compile(
    r"(human|person|people|rater|annotator|coder|judge|worker|crowd|expert|evaluator|"
    r"grader|labell?er|assessor|rating|annotation|response|slot)s?[\s_.#-]*([0-9])",
    re.IGNORECASE,
)
"""One digit: a study that numbers its people has more of them than an item has places."""


def slot_names(judges: Sequence[str]) -> tuple[str, ...]:
    """Those of *judges* that are numbered like places, from 0 or 1 without a gap.

    `human1`, `human2`, `human3` are; `p0` to `p87`, or `rater 7` alone, are not.
    """
    numbered: dict[str, dict[int, str]] = defaultdict(dict)
    for name in judges:
        if found := _PLACE.fullmatch(name.strip()):
            numbered[found[1].casefold()][int(found[2])] = name
    kept = set[str]()
    for names in numbered.values():
        places = sorted(names)
        if len(places) > 1 and places[0] <= 1 and places[-1] - places[0] < len(places):
            kept.update(names.values())
    return tuple(name for name in judges if name in kept)
