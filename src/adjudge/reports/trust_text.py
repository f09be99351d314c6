"""What judges come to beside people, for a person who decides by it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from .table import cut
from .tally import many
from .trust import TrustFinding, cautions
from .trust_tables import Screen, criterion_lines, in_points, test_cells
from .untrusted import shown

_WORD: Final = {"pass": "PASSES", "fail": "FAILS", "not enough data": "NOT ENOUGH DATA"}

_JUDGES: Final = 30

_NARROWEST: Final = 50

_SAME_BRIEF: Final = (
    "as near: how often the judge is at least as near to the other people as the person it "
    "stands for. same: how often the judge said what most of the other people said, of n "
    "times, and beside it how often a person did."
)

_SAME: Final = _SAME_BRIEF + " kappa: Cohen's; 0 is what chance gives."

_BY_CRITERION: Final = (
    "Criterion by criterion, each with its own winning rate; what is expected to be wrong "
    "is held at 5 in 100 over all criteria and people together."
)

_MORE: Final = (
    "--full shows each judge against the majority, each person and the settled answer, "
    "with intervals and tables of answers."
)


def render_trust(finding: TrustFinding, *, full: bool = False, width: int = 100) -> str:
    """The verdict on each judge, what it means, and the figures beside people's own.

    *full*: every person by name, and the table of every judge. *width*: of the screen.
    """
    screen = Screen(
        width=max(width, _NARROWEST), full=full, alone=len(finding.criteria) == 1
    )
    return "\n".join(_lines(finding, screen))


def _lines(finding: TrustFinding, screen: Screen) -> Iterator[str]:
    yield from screen.told(
        f"May a judge stand in for a person? {many(len(finding.judges), 'judge')} beside "
        f"{_people(len(finding.people))}: {_named(finding.people)}"
    )
    yield (
        f"Alternative annotator test, epsilon {finding.epsilon:g}, metric {finding.metric}"
    )
    yield ""
    yield from _verdicts(finding, screen)
    yield ""
    yield from _meaning(finding, screen)
    told = cautions(finding)
    if told:
        yield ""
        for caution in told:
            yield from screen.told(f"Mind: {shown(caution)}.")
    if screen.full:
        yield from _duels(finding, screen)
    if not screen.alone:
        yield ""
        yield from screen.told(_BY_CRITERION)
    for each in finding.criteria:
        yield ""
        yield from criterion_lines(each, screen)
    if not (screen.full or screen.alone):
        yield ""
        yield from screen.told(_MORE)
    yield ""
    yield from screen.told(_legend(finding, screen))


def _people(count: int) -> str:
    return "1 person" if count == 1 else f"{count:,} people"


def _named(names: tuple[str, ...], most: int = 8) -> str:
    more = f" and {len(names) - most:,} more" if len(names) > most else ""
    told = ", ".join(cut(shown(name), 24) for name in names[:most])
    return (told or "nobody") + more


def _verdicts(finding: TrustFinding, screen: Screen) -> Iterator[str]:
    tests = list(finding.alt_test.values())
    kept = tests[:_JUDGES]
    rows = [["", "judge", "wins against", "as near", "instances"]]
    rows += [
        [_WORD[test.verdict], cut(shown(test.judge), 40), *test_cells(test)]
        for test in kept
    ]
    if not screen.alone:
        rows[0].append("criteria passed")
        for row, test in zip(rows[1:], kept, strict=True):
            row.append(_passed(finding, test.judge))
    if any(test.instances for test in kept):
        yield from screen.several(rows, 2, 3, 4)
    lacking: dict[str, list[str]] = {}
    for test in kept:
        if test.passed is None:
            lacking.setdefault(test.why, []).append(test.judge)
    for why, judges in lacking.items():
        yield from screen.told(f"{_named(tuple(judges), 3)}: {shown(why)}.")
    if len(kept) < len(tests):
        yield f"  and {len(tests) - len(kept):,} more; --json has all"


def _passed(finding: TrustFinding, judge: str) -> str:
    passed, of = finding.passed_on(judge)
    untested = len(finding.criteria) - of
    more = f" ({untested:,} untested)" if untested else ""
    return f"{passed:,} of {of:,}{more}" if of else "-"


def _meaning(finding: TrustFinding, screen: Screen) -> Iterator[str]:
    found = {test.verdict for test in finding.alt_test.values()}
    if "pass" in found:
        yield from screen.told(
            "PASSES: against at least half of these people it is shown that the judge "
            f"{_ahead(finding.epsilon)}. Of such findings 5 in 100 at most are expected to "
            "be wrong."
        )
    if "fail" in found:
        yield from screen.told(
            "FAILS: that could not be shown. It is no proof that the judge is bad: there "
            "may be too few instances."
        )
    if "not enough data" in found:
        yield from screen.told(
            "NOT ENOUGH DATA: the test cannot be made. Nothing is said of the judge."
        )
    yield from screen.told(
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


def _duels(finding: TrustFinding, screen: Screen) -> Iterator[str]:
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
        yield from screen.several(rows, 1, 1, 2, 3, 4, 5)


def _legend(finding: TrustFinding, screen: Screen) -> str:
    stands = [each.standings for each in finding.criteria]
    words = [_SAME] if finding.people else []
    if not (screen.full or screen.alone):
        words = [_SAME_BRIEF] if finding.people else []
        words.append("(a to b) the least and the most of several people; - is undefined.")
        return " ".join(words)
    if any(in_points(stand) for stand in stands):
        words.append("off by, bias: how far apart, and how much higher, in points.")
    if any(judge.majority.confusion for stand in stands for judge in stand.judges):
        words.append(
            "TPR: of what the reference calls yes, the share that the judge did; TNR the "
            "same of no; precision: of what the judge calls yes, the share that is."
        )
    words.append(
        "[a, b] is a 95% interval; (a to b) the least and the most of several, before it "
        "their mean; - is undefined, [-] too little for an interval."
    )
    return " ".join(words)
