"""What a finding on agreement says in plain words: the same in text, Markdown and HTML."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from adjudge.agreement import (
    BANDS,
    FEW_UNITS,
    Agreement,
    Coefficient,
    Flag,
    FlagKind,
    meaning_of,
)
from adjudge.rubric import Level

from .agreement_finding import AgreementFinding, CriterionFinding
from .tally import many

_NAMES: Final = {
    "percent_agreement": "Percent agreement",
    "krippendorff_alpha": "Krippendorff's alpha",
    "cohen_kappa": "Cohen's kappa",
    "fleiss_kappa": "Fleiss' kappa",
    "conger_kappa": "Conger's kappa",
    "scott_pi": "Scott's pi",
    "brennan_prediger": "Brennan-Prediger",
    "gwet_ac1": "Gwet's AC1",
    "gwet_ac2": "Gwet's AC2",
    "kendall_w": "Kendall's W",
    "kendall_tau_b": "Kendall's tau-b",
    "spearman": "Spearman's rho",
    "pearson": "Pearson's r",
    "mean_absolute_difference": "Mean absolute difference",
}

_KINDS: Final = {
    "person": ("person", "people"),
    "model": ("model", "models"),
    "rule": ("rule", "rules"),
}

LEVELS: Final = {
    Level.NOMINAL: "nominal: grades are names, without an order",
    Level.ORDINAL: "ordinal: grades have an order, their steps need not be equal",
    Level.INTERVAL: "interval: the steps between grades are equal",
    Level.RATIO: "ratio: grades count or measure from a true nought",
}
"""What each level of measurement takes grades for."""

NOBODY: Final = (
    "No judge is a person: that models or rules agree means that they are alike, not that "
    "they are right. Let people grade some of the items, and see adjudge trust."
)

LIMITS: Final = (
    "Agreement is not truth. Judges who share a mistake agree about it.",
    (
        "It is a property of these judges on these items: other items, or a question "
        "asked otherwise, have their own."
    ),
    (
        "An interval covers what chance in the choice of items does. It does not cover "
        "items that were chosen badly, nor judges who talked to each other."
    ),
    "Each interval stands for itself: of twenty at 95 %, one misses on average.",
    "That one interval lies higher than another is a hint, not a proven difference.",
    "No warning means that nothing was found, not that there is nothing to find.",
)
"""What the numbers do not say."""


def coefficient_name(coefficient: Coefficient) -> str:
    """How readers know it: `Krippendorff's alpha (ordinal)`."""
    name = coefficient.name
    if name.startswith("icc"):
        parts = [part for part in name.removeprefix("icc").split("_") if part]
        plain = f"ICC({','.join(parts)})" if parts else "ICC"
    else:
        plain = _NAMES.get(name, name.replace("_", " "))
    weights = coefficient.weights.partition(" (")[0].removeprefix("identity")
    return f"{plain} ({weights})" if weights else plain


def telling(agreement: Agreement) -> tuple[Coefficient, ...]:
    """The coefficients to show: of two categories all weights are one, and said once."""
    if len(agreement.labels) > 2:
        return agreement.coefficients
    first: dict[str, Coefficient] = {}
    for each in agreement.coefficients:
        first.setdefault(each.name, each)
    alike = {"gwet_ac2"} if "gwet_ac1" in first else set()
    return tuple(each for name, each in first.items() if name not in alike)


def principal(agreement: Agreement) -> tuple[Coefficient, ...]:
    """The few coefficients that nearly every reader asks for, one of each family."""
    known = telling(agreement)
    nominal = agreement.level is Level.NOMINAL or len(agreement.labels) < 3
    weights = "identity" if nominal else "quadratic"
    defined = {c.name for c in known if c.value is not None}
    single = next((name for name in _SINGLE if name in defined), _SINGLE[0])
    wanted = {
        ("percent_agreement", "identity"), ("cohen_kappa", weights),
        ("fleiss_kappa", weights), ("gwet_ac1" if nominal else "gwet_ac2", weights),
        (single, ""), ("spearman", ""), ("mean_absolute_difference", ""),
    }  # fmt: skip
    return tuple(
        c for at, c in enumerate(known) if at == 0 or (c.name, c.weights) in wanted
    )


_SINGLE: Final = ("icc_2_1", "icc_1_1")
"""Of judges in slots only the second is defined."""


def which_to_quote(agreement: Agreement) -> str:
    """Which coefficient to quote, and why the others differ."""
    known = telling(agreement)
    told = (
        f"Quote {coefficient_name(known[0])}, the first: it takes chance out, and copes "
        "with any number of judges and gaps. The others answer other questions. Percent "
        "agreement leaves chance in; kappas, Brennan-Prediger and Gwet's AC differ in what "
        "they take for chance."
    )
    if any("quadratic" in c.weights or "linear" in c.weights for c in known):
        told += " Weighted ones (linear, quadratic) forgive near misses."
    if any(c.name.startswith("icc") for c in known):
        told += (
            " ICC(1,1) to ICC(3,1) are of a single judge, ICC(1,k) to ICC(3,k) of the MEAN "
            "of k judges, which is steadier than one."
        )
    if any(c.name == "spearman" for c in known):
        told += " Correlations do not see that one judge grades lower than another."
    return told


def reasons(found: Sequence[Coefficient]) -> Iterator[tuple[str, str]]:
    """What must be told of coefficients: which, and what; each reason once.

    Why there is no value or no interval, and what a value leaves out.
    """
    which: dict[str, list[str]] = {}
    for each in found:
        why = each.why if each.value is None else each.why_no_interval
        if why and (each.value is None or each.low is None):
            which.setdefault(why, []).append(coefficient_name(each))
        if each.note:
            which.setdefault(each.note, []).append(coefficient_name(each))
    for why, names in which.items():
        if len(names) == len(found):
            yield "all", why
        else:
            more = f" and {len(names) - 3} more" if len(names) > 3 else ""
            yield ", ".join(names[:3]) + more, why


def figure(value: float | None) -> str:
    """*value* with two digits; `undefined` where there is none."""
    return "undefined" if value is None else f"{_flat(value):.2f}"


def interval(coefficient: Coefficient) -> str:
    """`0.61 to 0.80`, or `no interval`."""
    if coefficient.low is None or coefficient.high is None:
        return "no interval"
    return f"{_flat(coefficient.low):.2f} to {_flat(coefficient.high):.2f}"


def _flat(value: float) -> float:
    """Without the sign of a nought."""
    return 0.0 if abs(value) < 0.005 else value


def level_of(confidence: float) -> str:
    """`95 %`."""
    return f"{confidence * 100:g} %"


def rests_on(coefficient: Coefficient | None, confidence: float) -> str:
    """The figure behind a headline: `alpha is 0.71, 95 % interval 0.61 to 0.80`."""
    if coefficient is None or coefficient.value is None:
        return ""
    name, value = coefficient_name(coefficient), figure(coefficient.value)
    if coefficient.low is None:
        return f"{name} is {value}, without an interval"
    return f"{name} is {value}, {level_of(confidence)} interval {interval(coefficient)}"


def opening(finding: AgreementFinding) -> str:
    """Who judged what, in one sentence."""
    kinds = Counter(finding.judges.values())
    told = ", ".join(_kind(kind, n) for kind, n in kinds.items())
    grades = sum(each.agreement.grades for each in finding.criteria)
    if len(kinds) > 1:
        told = f"{many(sum(kinds.values()), 'judge')} ({told})"
    return (
        f"{told} gave {many(grades, 'grade')} to {many(finding.items, 'item')} "
        f"on {_criteria(len(finding.criteria))}."
    )


def _kind(kind: str, n: int) -> str:
    one, several = _KINDS.get(kind, (kind, kind))
    return f"{n} {one if n == 1 else several}"


def _criteria(n: int) -> str:
    return "1 criterion" if n == 1 else f"{n} criteria"


def summary(finding: AgreementFinding) -> Iterator[str]:
    """The whole in a few sentences, never more than the intervals allow."""
    yield opening(finding)
    yield from _by_band(finding)
    if finding.criteria and not any(each.people for each in finding.criteria):
        yield NOBODY
    warned = len(finding.all_flags)
    if warned:
        yield (
            f"{many(warned, 'warning')} about judges or items: read "
            f"{'it' if warned == 1 else 'them'} before you use the figures."
        )
    else:
        sound = "Nothing conspicuous was found about single judges."
        yield sound if enough_to_look(finding) else TOO_FEW


def enough_to_look(finding: AgreementFinding) -> bool:
    """Whether there are units enough for a warning about a single judge."""
    most = max((each.overlap.compared for each in finding.criteria), default=0)
    return most >= FEW_UNITS


TOO_FEW: Final = (
    f"Too few to look at single judges: fewer than {FEW_UNITS} units were judged by two or "
    "more."
)


def _by_band(finding: AgreementFinding) -> Iterator[str]:
    names: dict[str, list[str]] = {}
    for each in finding.criteria:
        bands = each.headline.bands
        if not bands:
            key = "there is not enough data to say how far the judges agree"
        elif len(bands) > 1 and bands != ("below chance", "low"):
            key = f"agreement is somewhere between {bands[0]} and {bands[-1]}: more items "
            key += "are needed to say which"
        else:
            band = next(band for band in BANDS if band.name == bands[-1])
            key = f"agreement is {band.name}: {meaning_of(band, people=each.people)}"
        minded = mind(each, finding)
        names.setdefault(f"{key}. {minded}".strip(), []).append(each.title)
    for key, titles in names.items():
        yield f"{_on(titles, len(finding.criteria))} {key}"


def _on(titles: Sequence[str], of: int) -> str:
    if of == 1:
        return f"On {titles[0]}"
    shown = ", ".join(titles[:6]) + (
        f" and {len(titles) - 6} more" if len(titles) > 6 else ""
    )
    return f"On {len(titles)} of {of} criteria ({shown})"


KIND_TITLES: Final[Mapping[FlagKind, str]] = {
    "copied": "Grades that may be copied",
    "constant": "A judge who always says the same",
    "ends": "A judge who uses the ends of the scale only",
    "severe": "A judge far below or above the others",
    "drift": "A judge whose grades moved with time",
    "prevalence": "Nearly all grades are the same",
    "overlap": "Judges who share few items",
}


@dataclass(frozen=True, slots=True)
class Warned:
    """Warnings of one kind with the same advice."""

    title: str
    sentences: tuple[tuple[str, str], ...]
    """Criterion, empty where it is about all, and what was found."""
    advice: str


def warned(flags: Iterable[Flag]) -> tuple[Warned, ...]:
    """*flags* put together by kind and advice, in the order of first appearance."""
    groups: dict[tuple[FlagKind, str], list[Flag]] = {}
    for flag in flags:
        groups.setdefault((flag.kind, flag.advice), []).append(flag)
    return tuple(
        Warned(
            title=KIND_TITLES[kind],
            sentences=tuple((flag.criterion, flag.sentence) for flag in group),
            advice=advice,
        )
        for (kind, advice), group in groups.items()
    )


def mind(each: CriterionFinding, finding: AgreementFinding) -> str:
    """What must be minded with the headline of *each*; empty where nothing must."""
    kinds = dict.fromkeys(flag.kind for flag in (*finding.flags, *each.flags))
    if not kinds:
        return ""
    titles = [KIND_TITLES[kind] for kind in kinds]
    told = "; ".join(title[0].lower() + title[1:] for title in titles)
    return f"Mind the warnings: {told}."


def coverage(each: CriterionFinding) -> str:
    """How much of the criterion was judged by how many."""
    found = each.overlap
    units = many(found.units, "unit")
    return (
        f"{units}, {found.compared:,} of them judged by two or more; "
        f"{found.coverage * 100:.0f} % of all cells (unit x judge) hold a grade."
    )


def differences(each: CriterionFinding) -> str:
    """On how many units judges differ."""
    apart, of = each.differing
    return f"On {apart:,} of the {of:,} judged by two or more, not all say the same."
