"""What a coefficient lets one say, in words that go no further than its interval.

The bands are Krippendorff's (Content Analysis, 2nd ed. 2004, p. 241): from .800 on
variables may be relied on, between .667 and .800 for tentative conclusions only, below
.667 not. Below 0 judges agree less than chance would have it. `landis_koch` gives the
words of Landis and Koch (1977), which many readers expect beside a kappa.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from .coefficient import Coefficient

BandName: TypeAlias = Literal["below chance", "low", "fair", "good"]


@dataclass(frozen=True, slots=True)
class Band:
    """A stretch of a coefficient's range, and what it means."""

    name: BandName
    low: float
    """Values from here on are in the band."""
    meaning: str


BANDS: Final = (
    Band("below chance", float("-inf"), "judges agree less than chance would have it"),
    Band("low", 0.0, "too low to conclude anything from these grades"),
    Band("fair", 0.667, "enough for tentative conclusions, not for firm ones"),
    Band("good", 0.800, "enough to rely on these grades"),
)

LANDIS_KOCH: Final = (
    (0.0, "poor"), (0.2, "slight"), (0.4, "fair"), (0.6, "moderate"), (0.8, "substantial"),
    (float("inf"), "almost perfect"),
)  # fmt: skip
"""Upper ends and words; a value on an end belongs to the lower word, as in the source."""


ALIKE: Final = "these judges are alike, which does not make them right"
"""What fair and good agreement means where no judge is a person."""


def meaning_of(band: Band, *, people: bool) -> str:
    """What *band* lets one say of judges of whom some, or none, are *people*."""
    return band.meaning if people or band not in BANDS[2:] else ALIKE


@dataclass(frozen=True, slots=True, kw_only=True)
class Headline:
    """What may be said of the agreement on one criterion."""

    sentence: str
    bands: tuple[BandName, ...]
    """The bands that the interval touches, worst first; empty: nothing can be said."""
    coefficient: Coefficient | None
    """What it rests on."""

    @property
    def settled(self) -> bool:
        """Whether the interval lies within one band."""
        return len(self.bands) == 1


def band_of(value: float) -> Band:
    """The band that *value* is in."""
    return next(band for band in reversed(BANDS) if value >= band.low)


def landis_koch(value: float) -> str:
    """The word of Landis and Koch (1977) for *value*."""
    if value < 0:
        return "poor"
    return next(word for end, word in LANDIS_KOCH[1:] if value <= end)


def headline(coefficient: Coefficient | None, *, people: bool = True) -> Headline:
    """What *coefficient*, corrected for chance, lets one say.

    *people*: whether a person is among the judges. Models and rules that agree are alike,
    and nothing but a person's grades tells whether they are right.
    """
    if coefficient is None:
        return _nothing("nothing was measured", None)
    if coefficient.value is None:
        return _nothing(coefficient.why or "it is undefined", coefficient)
    if coefficient.low is None or coefficient.high is None:
        return _nothing(coefficient.why_no_interval or "there is no interval", coefficient)
    lowest, highest = band_of(coefficient.low), band_of(coefficient.high)
    touched = BANDS[BANDS.index(lowest) : BANDS.index(highest) + 1]
    return Headline(
        sentence=_sentence(touched, people=people),
        bands=tuple(band.name for band in touched),
        coefficient=coefficient,
    )


def _nothing(why: str, coefficient: Coefficient | None) -> Headline:
    for said in ("not enough data for an interval: ", "no interval: "):
        why = why.removeprefix(said)
    return Headline(
        sentence=f"Not enough data to say how far the judges agree: {why.rstrip('.')}.",
        bands=(),
        coefficient=coefficient,
    )


def _sentence(touched: tuple[Band, ...], *, people: bool) -> str:
    first, last = touched[0], touched[-1]
    if first is last:
        if first.name == "below chance":
            return f"Something is wrong: {first.meaning}."
        return f"Agreement is {first.name}: {meaning_of(first, people=people)}."
    more = "more items are needed to say which"
    if first.name == "below chance" and last.name == "low":
        return f"Agreement is low: {last.meaning}, and it may be no more than chance."
    if first.name == "below chance":
        return f"Agreement is anything from none to {last.name}: {more}."
    return f"Agreement is between {first.name} and {last.name}: {more}."
