"""How often intervals of agreement hold the truth: nominal 95 %, measured.

    python -m benchmarks.agreement_coverage                       # small: seconds
    python -m benchmarks.agreement_coverage --samples 1000 --whole # the page's tables

Judges know a unit's category with probability `KNOWN`, and guess by prevalence otherwise,
so that alpha is `KNOWN` squared, exactly. Held against one another: leave-one-unit-out with
Student's t, BCa, the linearised error with t, and the bootstrap over pairs of grades of the
KALPHA macro (Hayes & Krippendorff 2007), which takes pairs of one unit for independent and
the expected disagreement for known. `printed` is what reports show: BCa where single units
pull hard one way, else the first, and none where there is too little data for one.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Final

import numpy as np
import numpy.typing as npt
from scipy import stats

from adjudge.agreement import Ratings, icc, kendall_tau, mean_difference, pearson, spearman
from adjudge.agreement.enough import Enough
from adjudge.agreement.interval import SKEWED

Floats = npt.NDArray[np.float64]

KNOWN: Final = 0.8
LEVEL: Final = 0.95
DRAWS: Final = 999
AT_ONCE: Final = 3_000_000
WAYS: Final = ("jackknife", "bca", "analytic", "pairs", "printed")

UNITS: Final = (20, 50, 100, 300)
JUDGES: Final = (2, 3, 10)
CATEGORIES: Final = (2, 5)
PREVALENCE: Final = (0.5, 0.9, 0.97)
MISSING: Final = (0.0, 0.3)


@dataclass(frozen=True)
class Design:
    """One kind of data."""

    units: int
    judges: int
    categories: int = 2
    prevalence: float = 0.5
    missing: float = 0.0
    rare: bool = False
    """One of five categories is rare, and none is most of all."""

    @property
    def shares(self) -> Floats:
        """How often each category is: the first as said, the others alike."""
        if self.rare:
            return np.array([0.35, 0.30, 0.20, 0.12, 0.03])
        rest = (1 - self.prevalence) / (self.categories - 1)
        return np.array([self.prevalence] + [rest] * (self.categories - 1))


@dataclass(frozen=True)
class Cover:
    """What intervals of one kind did, where there were any."""

    given: float
    """The share of samples of which there is an interval."""
    held: float
    """Of these, the share that held the truth."""
    width: float


def chosen(design: Design, samples: int, rng: np.random.Generator) -> Floats:
    """Samples x units x categories: how many judges chose each."""
    shape = (samples, design.units, design.judges)
    guess = rng.choice(design.categories, size=shape, p=design.shares)
    truth = rng.choice(design.categories, size=(*shape[:2], 1), p=design.shares)
    cells = np.where(rng.random(shape) < KNOWN, truth, guess)
    cells[rng.random(shape) < design.missing] = -1
    return np.stack(
        [(cells == category).sum(axis=2) for category in range(design.categories)], axis=2
    ).astype(np.float64)


class Alpha:
    """Krippendorff's nominal alpha, as sums over units."""

    @staticmethod
    def truth(_design: Design) -> float:
        """What it comes to with infinitely many units."""
        return KNOWN**2

    @staticmethod
    def features(counts: Floats) -> Floats:
        """For each unit: disagreements over m - 1, and the counts; 0 of less than two."""
        m = counts.sum(axis=-1)
        there = m > 1
        apart = (m**2 - (counts**2).sum(axis=-1)) / np.where(there, m - 1, 1.0)
        return np.concatenate([apart[..., None], counts], axis=-1) * there[..., None]

    @staticmethod
    def value(sums: Floats) -> Floats:
        """Of sums of features; NaN where all grades are the same."""
        seen, given = sums[..., 0], sums[..., 1:]
        n = given.sum(axis=-1)
        chance = n**2 - (given**2).sum(axis=-1)
        there = chance > 1e-9
        return np.where(there, 1 - (n - 1) * seen / np.where(there, chance, 1.0), np.nan)


class GwetAC1:
    """Gwet's AC1, as sums over units."""

    @staticmethod
    def truth(design: Design) -> float:
        """What it comes to with infinitely many units."""
        same = float((design.shares**2).sum())
        chance = (1 - same) / (design.categories - 1)
        seen = KNOWN**2 + (1 - KNOWN**2) * same
        return (seen - chance) / (1 - chance)

    @staticmethod
    def features(counts: Floats) -> Floats:
        """For each unit: disagreement, whether there are two, shares of categories."""
        m = counts.sum(axis=-1)
        there = m > 1
        apart = (m**2 - (counts**2).sum(axis=-1)) / np.where(there, m * (m - 1), 1.0)
        shares = counts / np.maximum(m, 1)[..., None]
        return np.concatenate(
            [(apart * there)[..., None], there[..., None], shares], axis=-1
        )

    @staticmethod
    def value(sums: Floats) -> Floats:
        """Of sums of features."""
        shares = sums[..., 2:] / np.maximum(sums[..., 2:].sum(axis=-1, keepdims=True), 1e-9)
        q = shares.shape[-1]
        chance = (shares * (1 - shares)).sum(axis=-1) / (q - 1)
        seen = sums[..., 0] / np.maximum(sums[..., 1], 1e-9)
        return np.where(sums[..., 1] > 0, 1 - seen / (1 - chance), np.nan)


def intervals(
    kind: type[Alpha | GwetAC1], counts: Floats, weights: Floats
) -> dict[str, Floats]:
    """Low and high of each way, of each sample; NaN where there is none."""
    features = kind.features(counts)
    units = (counts.sum(axis=-1) > 1).sum(axis=-1)
    whole = features.sum(axis=1)
    value = kind.value(whole)
    without = kind.value(whole[:, None] - features)
    kept = counts.sum(axis=-1) > (1 if kind is Alpha else 0)
    reach = stats.t.ppf(0.5 + LEVEL / 2, np.maximum(units - 1, 1))
    off = _centred(without, kept)
    n = kept.sum(axis=1)
    error = np.sqrt((n - 1) / n * (off**2).sum(axis=1))
    step = 1e-5
    pull = _centred(
        (kind.value(whole[:, None] + step * features) - value[:, None]) / step, kept
    )
    linear = np.sqrt((pull**2).sum(axis=1) * n / (n - 1))
    with np.errstate(divide="ignore", invalid="ignore"):
        lopsided = -(off**3).sum(axis=1) / (6 * (off**2).sum(axis=1) ** 1.5)
    found = {
        "jackknife": _around(value, reach * error),
        "analytic": _around(value, reach * linear),
        "bca": _bca(value, lopsided, kind.value(np.matmul(weights, features))),
    }
    skewed = np.abs(lopsided) > SKEWED
    chosen = np.where(skewed, found["bca"], found["jackknife"])
    found["printed"] = np.where(_enough(counts, units), chosen, np.nan)
    if kind is Alpha:
        found["pairs"] = over_pairs(counts)
    return found


def _enough(counts: Floats, units: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
    """Of which samples an interval is printed."""
    totals = counts.sum(axis=1)
    shares = totals.max(axis=1) / np.maximum(totals.sum(axis=1), 1.0)
    rows = zip(shares.tolist(), units.tolist(), strict=True)
    return np.array([not Enough(share).why_not(n) for share, n in rows])


def _centred(figures: Floats, kept: npt.NDArray[np.bool_]) -> Floats:
    n = np.maximum(kept.sum(axis=1, keepdims=True), 1)
    known = np.where(kept, figures, 0.0)
    return np.where(kept, known - known.sum(axis=1, keepdims=True) / n, 0.0)


def _around(value: Floats, reach: Floats) -> Floats:
    there = np.isfinite(reach) & (reach > 1e-9)
    return np.where(there, np.stack([value - reach, value + reach]), np.nan)


def _bca(value: Floats, lopsided: Floats, drawn: Floats) -> Floats:
    known = np.isfinite(drawn)
    below = (drawn < value[:, None]) + 0.5 * (drawn == value[:, None])
    share = (below * known).sum(axis=1) / np.maximum(known.sum(axis=1), 1)
    shift = stats.norm.ppf(share)
    tails = shift[:, None] + stats.norm.ppf([(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    with np.errstate(invalid="ignore"):
        at = stats.norm.cdf(shift[:, None] + tails / (1 - lopsided[:, None] * tails))
    ends = np.full((2, len(value)), np.nan)
    good = (
        (known.mean(axis=1) >= 0.95)
        & (share > 0)
        & (share < 1)
        & np.isfinite(at).all(axis=1)
    )
    for row in np.flatnonzero(good):
        ends[:, row] = np.quantile(drawn[row][known[row]], at[row])
    return ends


def over_pairs(counts: Floats) -> Floats:
    """The bootstrap of KALPHA in closed form: disagreeing pairs are a binomial number."""
    m = counts.sum(axis=-1)
    there = m > 1
    sums = Alpha.features(counts).sum(axis=1)
    seen, given = sums[:, 0], sums[:, 1:]
    n = given.sum(axis=-1)
    with np.errstate(divide="ignore", invalid="ignore"):
        observed = seen / n
        expected = (n**2 - (given**2).sum(axis=-1)) / (n * (n - 1))
        pairs = (m * (m - 1) / 2 * there).sum(axis=1)
        tails = [[(1 + LEVEL) / 2], [(1 - LEVEL) / 2]]
        ends = 1 - stats.binom.ppf(tails, pairs, np.minimum(observed, 1)) / pairs / expected
    return np.where(np.isfinite(ends) & (ends[1] > ends[0]), ends, np.nan)


def measured(ends: Floats, truth: float) -> Cover:
    """How often the truth lies between the *ends*."""
    there = np.isfinite(ends).all(axis=0)
    low, high = ends[:, there]
    if not len(low):
        return Cover(0.0, float("nan"), float("nan"))
    held = (low <= truth) & (truth <= high)
    return Cover(float(there.mean()), float(held.mean()), float((high - low).mean()))


def nominal(
    designs: list[Design], samples: int, seed: int
) -> Iterator[tuple[Design, dict[str, dict[str, Cover]]]]:
    """Alpha and AC1 of each design by every way."""
    for at, design in enumerate(designs):
        rng = np.random.default_rng([seed, at])
        draws = rng.multinomial(
            design.units, np.full(design.units, 1 / design.units), size=DRAWS
        ).astype(np.float64)
        step = max(1, AT_ONCE // (DRAWS * (design.categories + 2)))
        ends: dict[str, dict[str, list[Floats]]] = {"alpha": {}, "ac1": {}}
        for start in range(0, samples, step):
            counts = chosen(design, min(step, samples - start), rng)
            for name, kind in (("alpha", Alpha), ("ac1", GwetAC1)):
                for way, found in intervals(kind, counts, draws).items():
                    ends[name].setdefault(way, []).append(found)
        truths = {"alpha": Alpha.truth(design), "ac1": GwetAC1.truth(design)}
        yield (
            design,
            {
                name: {
                    way: measured(np.concatenate(parts, axis=1), truths[name])
                    for way, parts in ways.items()
                }
                for name, ways in ends.items()
            },
        )


ORDERED: Final = {
    "Pearson": pearson,
    "Spearman": spearman,
    "tau-b": kendall_tau,
    "mean difference": mean_difference,
    "ICC(1,1), leave one out": lambda r: icc(r, "ICC(1,1)", interval="jackknife"),
    "ICC(1,1), exact": lambda r: icc(r, "ICC(1,1)", interval="analytic"),
    "ICC(2,1), leave one out": lambda r: icc(r, "ICC(2,1)", interval="jackknife"),
    "ICC(2,1), by F": lambda r: icc(r, "ICC(2,1)", interval="analytic"),
}
"""Of grades from 1 to 5."""


def graded(design: Design, rng: np.random.Generator) -> Ratings:
    """Grades from 1 to 5: what the units are, and what each judge makes of it."""
    shape = (design.units, design.judges)
    values = rng.normal(size=(design.units, 1)) + rng.normal(size=shape)
    cells = np.clip(np.round(values + 2), 0, 4).astype(np.int8)
    cells[rng.random(shape) < design.missing] = -1
    return Ratings(cells=cells, labels=tuple("12345"), points=np.arange(1.0, 6.0))


def ordered(
    designs: list[Design], samples: int, seed: int
) -> Iterator[tuple[Design, dict[str, Cover]]]:
    """Correlations, differences and ICCs of each design."""
    rng = np.random.default_rng([seed, 1])
    large = graded(Design(units=400_000, judges=2), rng)
    truth = {name: way(large).value for name, way in ORDERED.items()}
    for design in designs:
        ends: dict[str, list[tuple[float, float]]] = {name: [] for name in ORDERED}
        for _ in range(samples):
            ratings = graded(design, rng)
            for name, way in ORDERED.items():
                made = way(ratings)
                low = np.nan if made.low is None else made.low
                high = np.nan if made.high is None else made.high
                ends[name].append((low, high))
        yield (
            design,
            {
                name: measured(np.array(rows).T, float(truth[name] or 0.0))
                for name, rows in ends.items()
            },
        )


def told(cover: Cover | None) -> str:
    """`94`, or with the share of samples that had an interval, `94 of 80`."""
    if cover is None or not cover.given:
        return "-"
    said = f"{100 * cover.held:.0f}"
    return said if cover.given > 0.995 else f"{said} of {100 * cover.given:.0f}"


def main() -> int:
    """Print the tables of the page, in Markdown."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--samples", type=int, default=100)
    parser.add_argument("--seed", type=int, default=20261119)
    parser.add_argument("--whole", action="store_true", help="every design, not a few")
    asked = parser.parse_args()
    every = [
        Design(*each) for each in product(UNITS, JUDGES, CATEGORIES, PREVALENCE, MISSING)
    ]
    every += [Design(n, r, 5, 0.35, rare=True) for n, r in product(UNITS, JUDGES)]
    some = [each for each in every if each.judges == 3 and not each.missing]
    print(
        "| units | judges | q | most frequent | missing | alpha: " + " | ".join(WAYS),
        end="",
    )
    print(" | AC1: jackknife | bca | printed |\n" + "|--:" * 13 + "|")
    for design, found in nominal(every if asked.whole else some, asked.samples, asked.seed):
        row = [
            str(design.units), str(design.judges), str(design.categories),
            f"{design.prevalence:.0%}" + ", one 3%" * design.rare, f"{design.missing:.0%}",
            *(told(found["alpha"].get(way)) for way in WAYS),
            *(told(found["ac1"].get(way)) for way in ("jackknife", "bca", "printed")),
        ]  # fmt: skip
        print("| " + " | ".join(row) + " |", flush=True)
    print("\n| units | judges | missing | " + " | ".join(ORDERED) + " |")
    print("|--:" * (3 + len(ORDERED)) + "|")
    whole = [Design(n, r, missing=m) for n, r, m in product(UNITS, JUDGES, MISSING)]
    few = [each for each in whole if each.judges == 3 and each.units <= 100]
    for design, covers in ordered(
        whole if asked.whole else few, asked.samples // 2, asked.seed
    ):
        row = [str(design.units), str(design.judges), f"{design.missing:.0%}"]
        row += [told(cover) for cover in covers.values()]
        print("| " + " | ".join(row) + " |", flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
