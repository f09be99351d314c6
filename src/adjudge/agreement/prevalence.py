"""The prevalence paradox: nearly all agree, and a coefficient says that nobody does.

Where almost every grade is the same, agreement by chance is almost certain. A coefficient
that takes chance out (alpha, kappa, pi) then rests on the few other grades alone, while
one that assumes less chance (Gwet's AC1) stays high. Neither is wrong: together they say
that the items hardly put the judges to the test.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from .block import blocks
from .flag import Flag
from .ratings import Ratings

ONE_SIDED: Final = 0.85
"""Share of the most frequent category from which a criterion is one-sided."""
HIGH: Final = 0.80
LOW: Final = 0.40


def prevalence_flag(ratings: Ratings) -> Flag | None:
    """The paradox named, where it bites: by nominal agreement, AC1 and alpha."""
    told = _counted(ratings)
    if told is None:
        return None
    most, share, raw, ac1, alpha = told
    if share < ONE_SIDED or raw < HIGH or ac1 < HIGH or alpha >= LOW:
        return None
    return Flag(
        kind="prevalence",
        criterion=ratings.criterion,
        sentence=(
            f"Judges agree in {raw * 100:.0f} % of the pairs of grades, and yet alpha is "
            f"{alpha:.2f}: {share * 100:.0f} % of all grades are {most}, so that nearly "
            "all of that agreement would come by chance (Gwet's AC1, which expects less "
            f"of it: {ac1:.2f})."
        ),
        advice=(
            f"These items hardly put the judges to the test. Add items that are not {most} "
            "before you say that judges agree, or that they do not."
        ),
        numbers={
            "share_of_most_frequent": share, "percent_agreement": raw, "ac1": ac1,
            "alpha": alpha,
        },
    )  # fmt: skip


def _counted(ratings: Ratings) -> tuple[str, float, float, float, float] | None:
    """Most frequent category, its share, agreement, AC1, alpha; None where undefined."""
    k = ratings.size
    if k < 2:
        return None
    totals, used = np.zeros(k), np.zeros(k)
    raw = pairs_by_unit = agreed = 0.0
    units = 0
    for part in blocks(ratings):
        cells = ratings.cells[part]
        counts = np.stack([(cells == at).sum(axis=1) for at in range(k)], axis=1)
        m = counts.sum(axis=1)
        totals += counts.sum(axis=0)
        counts, m = counts[m > 1], m[m > 1]
        same = (counts * (counts - 1)).sum(axis=1)
        units += len(m)
        raw += float((same / (m * (m - 1))).sum())
        agreed += float((same / (m - 1)).sum())
        pairs_by_unit += float(m.sum())
        used += counts.sum(axis=0)
    if not units:
        return None
    n = used.sum()
    expected = float((used * (used - 1)).sum() / (n * (n - 1)))
    if expected >= 1:
        return None
    alpha = (agreed / pairs_by_unit - expected) / (1 - expected)
    share = totals / totals.sum()
    chance = float((share * (1 - share)).sum() / (k - 1))
    ac1 = (raw / units - chance) / (1 - chance)
    most = int(share.argmax())
    return ratings.labels[most], float(share[most]), raw / units, ac1, alpha
