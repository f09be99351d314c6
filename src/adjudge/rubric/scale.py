"""What a criterion can be answered with.

A scale is the only thing that turns a raw answer into a `Grade`. A form post, a
reviewer's JSON, a rule's result and an imported row all pass through `read`.
"""

from __future__ import annotations

import math
import numbers
import re
import reprlib
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from enum import Enum
from typing import ClassVar, Final, Literal, TypeAlias

from adjudge.errors import OffScale, RubricInvalid

_NUMERAL: Final = re.compile(r"[+-]?[0-9]+(?:\.[0-9]+)?")
"""Stricter than `float`, which also takes `1_0`, `nan`, `1e1` and full-width digits."""

_SLACK: Final = 1 + 1e-9
"""1.001 - 0.001 is a hair less than 1 in binary."""

_STEPS: Final = 1000
"""Each step of a Likert scale is a choice to be offered."""

_short = reprlib.Repr()
_short.maxstring = _short.maxother = 80


class Level(Enum):
    """Level of measurement: which differences between two grades mean something."""

    NOMINAL = "nominal"
    ORDINAL = "ordinal"
    INTERVAL = "interval"
    RATIO = "ratio"
    """Of no scale of ours, but of what others count or measure from a true nought."""


@dataclass(frozen=True, slots=True)
class Grade:
    """A point on a scale. `value` is None where the scale has no numbers."""

    label: str
    value: float | None


def _refuse(raw: object, criterion: str, hint: str) -> OffScale:
    of = f" for criterion {criterion!r}" if criterion else ""
    try:
        told = _short.repr(raw)
    except ValueError:  # Python does not write out integers of thousands of digits
        told = f"a huge {type(raw).__name__}"
    return OffScale(f"{told} is not on the scale{of}", hint=hint)


def _number(raw: object) -> float | None:
    """The number that *raw* plainly is; None for all else, a bool included."""
    if isinstance(raw, bool):
        return None
    if isinstance(raw, str):
        text = raw.strip()
        return float(text) + 0.0 if _NUMERAL.fullmatch(text) else None
    if isinstance(raw, numbers.Real | Decimal):
        try:
            value = float(raw)
        except (OverflowError, ValueError):  # a signalling NaN is a ValueError
            return None
        return value + 0.0 if math.isfinite(value) else None  # -0.0 and 0.0 are one
    return None


def _truth(raw: object) -> bool | None:
    """*raw* as true or false if it is either; data frames have a type of their own."""
    if isinstance(raw, bool):
        return raw
    named = type(raw).__module__ == "numpy" and type(raw).__name__ in ("bool", "bool_")
    return bool(raw) if named else None


def _fold(text: str) -> str:
    """*text* without case and outer blanks, its accents stored in one way."""
    return unicodedata.normalize("NFC", text.strip().casefold())


def _matching(raw: object, labels: tuple[str, ...]) -> int | None:
    """Where *raw* stands among *labels*, case and outer blanks aside."""
    if not isinstance(raw, str):
        return None
    wanted = _fold(raw)
    folded = [_fold(label) for label in labels]
    return folded.index(wanted) if wanted in folded else None


def _show(value: float) -> str:
    """*value* without an exponent, such that `_number` reads exactly it again."""
    text = repr(float(value))
    return (format(Decimal(text), "f") if "e" in text else text).removesuffix(".0")


@dataclass(frozen=True, slots=True, kw_only=True)
class Likert:
    """Whole steps whose gaps need not be equal, worst first.

    >>> Likert().read("4")
    Grade(label='4', value=4.0)
    """

    kind: Literal["likert"] = "likert"
    low: int = 1
    high: int = 5
    labels: tuple[str, ...] = ()
    """A name for each step, or none at all."""

    level: ClassVar[Level] = Level.ORDINAL

    def __post_init__(self) -> None:
        _ask_bounds(self.low, self.high)
        if self.high - self.low >= _STEPS:
            raise RubricInvalid(
                f"a Likert scale has at most {_STEPS} steps", hint="use score for so many"
            )
        _ask_labels(self.labels)
        if self.labels and len(self.labels) != self.high - self.low + 1:
            raise RubricInvalid(
                f"{len(self.labels)} labels for the {self.high - self.low + 1} steps "
                f"{self.low} to {self.high}",
                hint="give each step a label, or give none",
            )
        for step, label in zip(range(self.low, self.high + 1), self.labels, strict=False):
            _ask_numeral_means(label, step)

    def read(self, raw: object, *, criterion: str = "") -> Grade:
        """Read *raw* as a point of this scale, or raise `OffScale`."""
        place = _matching(raw, self.labels)
        value = _number(raw) if place is None else float(self.low + place)
        if value is None or not value.is_integer() or not self.low <= value <= self.high:
            raise _refuse(raw, criterion, self.wording)
        label = self.labels[int(value) - self.low] if self.labels else _show(value)
        return Grade(label, value)

    @property
    def wording(self) -> str:
        """What a right answer looks like, in one sentence."""
        named = f" ({', '.join(self.labels)})" if self.labels else ""
        return f"answer a whole number from {self.low} to {self.high}{named}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """Points whose gaps are equal; in whole steps unless `step` says otherwise.

    >>> Score(step=0.5).read(7.5)
    Grade(label='7.5', value=7.5)
    """

    kind: Literal["score"] = "score"
    low: float = 1
    high: float = 10
    step: float | None = 1
    """Distance between neighbouring points, counted from `low`; None: any number."""

    level: ClassVar[Level] = Level.INTERVAL

    def __post_init__(self) -> None:
        # 1 and 1.0 are one bound: a rubric written either way has one fingerprint.
        object.__setattr__(self, "low", float(self.low))
        object.__setattr__(self, "high", float(self.high))
        _ask_bounds(self.low, self.high)
        if self.step is None:
            return
        object.__setattr__(self, "step", float(self.step))
        if not (
            math.isfinite(self.step) and 0 < self.step <= (self.high - self.low) * _SLACK
        ):
            raise RubricInvalid(
                f"a step of {_show(self.step)} does not fit the scale "
                f"{_show(self.low)} to {_show(self.high)}",
                hint="give a positive step within the scale, or null for any number",
            )

    def read(self, raw: object, *, criterion: str = "") -> Grade:
        """Read *raw* as a point of this scale, or raise `OffScale`."""
        number = _number(raw)
        value = None if number is None else self._point(number)
        if value is None or not self.low <= value <= self.high:
            raise _refuse(raw, criterion, self.wording)
        return Grade(_show(value), value)

    def _point(self, value: float) -> float | None:
        """The point that *value* is, 0.3 for 0.1 + 0.2; None between two steps."""
        if self.step is None or not self.low <= value <= self.high:
            return value + 0.0  # -0.0 and 0.0 are one point
        steps = (value - self.low) / self.step
        if not math.isclose(steps, round(steps), rel_tol=0, abs_tol=1e-6):
            return None
        point = float(f"{self.low + round(steps) * self.step:.15g}") + 0.0
        return min(max(point, self.low), self.high)

    @property
    def wording(self) -> str:
        """What a right answer looks like, in one sentence."""
        span = f"from {_show(self.low)} to {_show(self.high)}"
        if self.step is None:
            return f"answer a number {span}"
        if self.step == 1 and self.low.is_integer():
            return f"answer a whole number {span}"
        return f"answer a number {span} in steps of {_show(self.step)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Binary:
    """Met or not met, under two labels.

    >>> Binary().read("pass"), Binary().read(0)
    (Grade(label='Pass', value=1.0), Grade(label='Fail', value=0.0))
    """

    kind: Literal["binary"] = "binary"
    no: str = "Fail"
    yes: str = "Pass"

    level: ClassVar[Level] = Level.ORDINAL

    def __post_init__(self) -> None:
        _ask_labels((self.no, self.yes))
        for label, step in ((self.no, 0), (self.yes, 1)):
            _ask_numeral_means(label, step)
        for label, opposite in ((self.no, "true"), (self.yes, "false")):
            if label.strip().casefold() == opposite:
                raise RubricInvalid(
                    f"the label {label!r} says the opposite of its value",
                    hint="the first label stands for 0 (false), the second for 1 (true)",
                )

    def read(self, raw: object, *, criterion: str = "") -> Grade:
        """Read *raw* as one of the two, or raise `OffScale`."""
        place = _matching(raw, (self.no, self.yes))
        if place is None and (truth := _truth(raw)) is not None:
            place = int(truth)
        if place is None:
            place = _matching(raw, ("false", "true"))
        value = _number(raw) if place is None else float(place)
        if value not in (0.0, 1.0):
            raise _refuse(raw, criterion, self.wording)
        return Grade(self.yes if value else self.no, value)

    @property
    def wording(self) -> str:
        """What a right answer looks like, in one sentence."""
        return f"answer {self.no!r} (0) or {self.yes!r} (1)"


@dataclass(frozen=True, slots=True, kw_only=True)
class Categorical:
    """One label of several. With `ordered`, worst first and numbered from 1."""

    kind: Literal["categorical"] = "categorical"
    labels: tuple[str, ...]
    ordered: bool = False

    def __post_init__(self) -> None:
        _ask_labels(self.labels)
        if len(self.labels) < 2:
            raise RubricInvalid(
                "a categorical scale needs at least two labels", hint="add labels"
            )
        if self.ordered:
            for step, label in enumerate(self.labels, 1):
                _ask_numeral_means(label, step)

    @property
    def level(self) -> Level:
        """Ordinal when the labels have an order."""
        return Level.ORDINAL if self.ordered else Level.NOMINAL

    def read(self, raw: object, *, criterion: str = "") -> Grade:
        """Read *raw* as one of the labels, or raise `OffScale`."""
        place = _matching(raw, self.labels)
        if place is None and self.ordered:
            number = _number(raw)
            if number is not None and number.is_integer():
                place = int(number) - 1
        if place is None or not 0 <= place < len(self.labels):
            raise _refuse(raw, criterion, self.wording)
        return Grade(self.labels[place], float(place + 1) if self.ordered else None)

    @property
    def wording(self) -> str:
        """What a right answer looks like, in one sentence."""
        return "answer one of " + ", ".join(repr(label) for label in self.labels)


@dataclass(frozen=True, slots=True, kw_only=True)
class Freeform:
    """A text, which is kept and never counted."""

    kind: Literal["freeform"] = "freeform"

    level: ClassVar[Level] = Level.NOMINAL

    def read(self, raw: object, *, criterion: str = "") -> Grade:
        """Read *raw* as a text that says something, or raise `OffScale`."""
        if not isinstance(raw, str) or not raw.strip():
            raise _refuse(raw, criterion, self.wording)
        return Grade(raw, None)

    @property
    def wording(self) -> str:
        """What a right answer looks like, in one sentence."""
        return "answer with a text that is not blank"


Scale: TypeAlias = Likert | Score | Binary | Categorical | Freeform

SCALES: Final[Mapping[str, type[Scale]]] = {
    "likert": Likert,
    "score": Score,
    "binary": Binary,
    "categorical": Categorical,
    "freeform": Freeform,
}


def bounds_of(scale: Scale) -> tuple[float, float] | None:
    """The lowest and the highest number of *scale*; None where it has no numbers."""
    match scale:
        case Likert(low=low, high=high) | Score(low=low, high=high):
            return float(low), float(high)
        case Binary():
            return 0.0, 1.0
        case Categorical(labels=labels, ordered=True):
            return 1.0, float(len(labels))
        case _:
            return None


def _ask_bounds(low: float, high: float) -> None:
    if not (math.isfinite(low) and math.isfinite(high) and low < high):
        raise RubricInvalid(
            f"a scale cannot run from {low!r} to {high!r}",
            hint="give two finite numbers, the lower one first",
        )


def _ask_labels(labels: tuple[str, ...]) -> None:
    folded = [_fold(label) for label in labels]
    if any(not label for label in folded):
        raise RubricInvalid("a label is blank", hint="give each label a text")
    twice = next((label for label in folded if folded.count(label) > 1), None)
    if twice is not None:
        raise RubricInvalid(
            f"the label {twice!r} is used twice", hint="labels differ by more than case"
        )


def _ask_numeral_means(label: str, step: int) -> None:
    number = _number(label)
    if number is not None and number != step:
        raise RubricInvalid(
            f"the label {label!r} reads as a number, but stands for {step}",
            hint="use a word, or the number that the label stands for",
        )
