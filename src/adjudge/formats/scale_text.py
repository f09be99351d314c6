"""A scale in a few characters, as one types it: `1-5`, `1-5/0.5`, `0-1/any`, `a,b,c`."""

from __future__ import annotations

import re
from typing import Final

from adjudge.errors import RubricInvalid, UsageInvalid
from adjudge.rubric import Binary, Categorical, Likert, Scale, Score

_NUMBER: Final = r"[+-]?\d+(?:\.\d+)?"
_SPAN: Final = re.compile(rf"({_NUMBER})(?:-|\.\.)({_NUMBER})(?:/({_NUMBER}|any))?")


def read_scale(text: str) -> Scale:
    """The scale that *text* stands for.

    >>> read_scale("1-5")
    Likert(kind='likert', low=1, high=5, labels=())
    """
    bare = text.strip()
    try:
        found = _SPAN.fullmatch(bare)
        if found:
            return _span(found[1], found[2], found[3])
        labels = tuple(label.strip() for label in bare.split(","))
        if len(labels) > 1:
            return Categorical(labels=labels, ordered=True)
    except RubricInvalid as error:
        raise UsageInvalid(error.what, where="--scale", hint=error.hint) from error
    raise UsageInvalid(
        f"{text!r} is no scale",
        where="--scale",
        hint="write 1-5, 1-5/0.5 for half steps, 0-1/any for any number, "
        "or the labels, worst first: poor,fair,good",
    )


def _span(low: str, high: str, step: str | None) -> Scale:
    bottom, top = float(low), float(high)
    if step == "any":
        return Score(low=bottom, high=top, step=None)
    if step is not None:
        return Score(low=bottom, high=top, step=float(step))
    if (bottom, top) == (0, 1):
        return Binary(no="0", yes="1")
    if bottom.is_integer() and top.is_integer():
        return Likert(low=int(bottom), high=int(top))
    return Score(low=bottom, high=top, step=None)
