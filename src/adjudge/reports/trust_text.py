"""What judges come to beside people, for a person who decides by it."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import Final

from .table import columns, cut
from .tally import many
from .trust import TrustFinding, cautions
from .trust_tables import criterion_lines, in_points, test_cells
from .untrusted import shown

_WORD: Final = {"pass": "PASSES", "fail": "FAILS", "not enough data": "NOT ENOUGH DATA"}

_JUDGES: Final = 30


def render_trust(finding: TrustFinding, *, full: bool = False) -> str:
    """The verdict on each judge, what it means, and the figures beside people's own.

    *full*: every person by name, and the table of every judge.
    """
    return "\n".join(_lines(finding, full=full))


def _lines(finding: TrustFinding, *, full: bool) -> Iterator[str]:
    yield (
        f"May a judge stand in for a person? {many(len(finding.judges), 'judge')} beside "
        f"{_people(len(finding.people))}: {_named(finding.people)}"
    )
    yield (
        f"Alternative annotator test, epsilon {finding.epsilon:g}, metric {finding.metric}"
    )
    yield ""
    yield from _verdicts(finding)
    yield ""
    yield from _meaning(finding)
    told = cautions(finding)
    if told:
        yield ""
        for caution in told:
            yield from _wrapped(f"Mind: {shown(caution)}.")
    if full:
        yield from _duels(finding)
    for each in finding.criteria:
        yield ""
        yield from criterion_lines(each, full=full, alone=len(finding.criteria) == 1)
    yield ""
    yield from _legend(finding)


def _people(count: int) -> str:
    return "1 person" if count == 1 else f"{count:,} people"


def _named(names: tuple[str, ...], most: int = 8) -> str:
    more = f" and {len(names) - most:,} more" if len(names) > most else ""
    told = ", ".join(cut(shown(name), 24) for name in names[:most])
    return (told or "nobody") + more


def _verdicts(finding: TrustFinding) -> Iterator[str]:
    tests = list(finding.alt_test.values())
    kept = tests[:_JUDGES]
    rows = [["", "judge", "wins against", "as near", "instances"]]
    rows += [
        [_WORD[test.verdict], cut(shown(test.judge), 40), *test_cells(test)]
        for test in kept
    ]
    yield from columns(rows, right=(3, 4))
    lacking: dict[str, list[str]] = {}
    for test in kept:
        if test.passed is None:
            lacking.setdefault(test.why, []).append(test.judge)
    for why, judges in lacking.items():
        yield from _wrapped(f"{_named(tuple(judges), 3)}: {shown(why)}.")
    if len(kept) < len(tests):
        yield f"  and {len(tests) - len(kept):,} more; --json has all"


def _meaning(finding: TrustFinding) -> Iterator[str]:
    found = {test.verdict for test in finding.alt_test.values()}
    if "pass" in found:
        yield from _wrapped(
            "PASSES: against at least half of these people it is shown that the judge "
            f"{_ahead(finding.epsilon)}. Of such findings 5 in 100 at most are expected to "
            "be wrong."
        )
    if "fail" in found:
        yield from _wrapped(
            "FAILS: that could not be shown. It is no proof that the judge is bad: there "
            "may be too few instances."
        )
    if "not enough data" in found:
        yield "NOT ENOUGH DATA: the test cannot be made. Nothing is said of the judge."
    yield from _wrapped(
        "The test asks who stands nearer to the other people, not who is right, and "
        "speaks of these items and these people only."
    )


def _ahead(epsilon: float) -> str:
    if not epsilon:
        return "is nearer to the others more often than the person it stands for"
    return (
        "falls behind the person it stands for, all in all, by fewer than "
        f"{epsilon * 100:g} instances in 100. It need not be as good as a person"
    )


def _wrapped(text: str) -> Iterator[str]:
    yield from textwrap.wrap(text, 92, break_long_words=False, break_on_hyphens=False)


def _duels(finding: TrustFinding) -> Iterator[str]:
    for test in finding.alt_test.values():
        if not test.duels:
            continue
        yield ""
        yield f"{shown(test.judge)} in the place of each person"
        rows = [["person", "instances", "nearer", "equal", "farther", "p", ""]]
        rows += [
            [
                cut(shown(d.person), 30),
                f"{d.instances:,}",
                f"{d.nearer:,}",
                f"{d.equal:,}",
                f"{d.farther:,}",
                f"{d.p:.4f}" if d.p >= 0.0001 else "<0.0001",
                "won" if d.won else "",
            ]
            for d in test.duels
        ]
        rows += [
            [cut(shown(name), 30), f"{n:,}", "", "", "", "", "too few"]
            for name, n in test.skipped
        ]
        yield from columns(rows, right=(1, 2, 3, 4, 5))


def _legend(finding: TrustFinding) -> Iterator[str]:
    stands = [each.standings for each in finding.criteria]
    words = "as near: how often the judge is at least as near to the other people as the "
    words += "person it stands for. same: how often two gave the same answer. kappa: "
    words += "Cohen's; 0 is what chance gives."
    if any(in_points(stand) for stand in stands):
        words += " off by, bias: how far apart, and how much higher, in points."
    if any(judge.majority.confusion for stand in stands for judge in stand.judges):
        words += (
            " TPR: of what the reference calls yes, the share that the judge did; TNR the "
            "same of no; precision: of what the judge calls yes, the share that is."
        )
    words += (
        " [a, b] is a 95% interval; (a to b) the least and the most of several, before it "
        "their mean; - is undefined, [-] too little for an interval."
    )
    yield from _wrapped(words)
