"""What judges come to beside people, in the documented shape."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any

from adjudge.agreement import (
    AltTest,
    Confusion,
    Proportion,
    Standing,
    Standings,
    Versus,
    spread_of,
)

from .trust import CriterionTrust, TrustFinding, cautions, reader


def trust_as_json(finding: TrustFinding) -> dict[str, Any]:
    """*finding* in its documented shape."""
    return {
        "alt_test": _tests(finding.alt_test, finding.metric),
        "judges": dict(finding.judges),
        "people": list(finding.people),
        "adjudicated": finding.adjudicated,
        "metric": finding.metric,
        "epsilon": finding.epsilon,
        "criteria": {
            each.criterion: _criterion(each, finding.metric) for each in finding.criteria
        },
        "criteria_passed": {name: _passed(finding, name) for name in finding.judges},
        "cautions": list(cautions(finding)),
        "notes": list(finding.notes),
    }


def _passed(finding: TrustFinding, judge: str) -> dict[str, Any]:
    passed, of = finding.passed_on(judge)
    tests = {
        each.criterion: each.together[judge]
        for each in finding.criteria
        if judge in each.together
    }
    return {
        "passed": passed,
        "of": of,
        "verdicts": {name: test.verdict for name, test in tests.items()},
        "winning_rates": {name: test.winning_rate for name, test in tests.items()},
        "rejected": {
            name: [duel.person for duel in test.duels if duel.won]
            for name, test in tests.items()
        },
    }


def _tests(tests: Mapping[str, AltTest], metric: str) -> dict[str, Any]:
    return {name: _test(test, metric) for name, test in tests.items()}


def _test(test: AltTest, metric: str) -> dict[str, Any]:
    return {
        "verdict": test.verdict,
        "passed": test.passed,
        "why": test.why,
        "winning_rate": test.winning_rate,
        "advantage_probability": test.advantage_probability,
        "p_values": {d.person: d.p for d in test.duels},
        "advantages": {d.person: d.advantage for d in test.duels},
        "humans": [d.person for d in test.duels],
        "rejected": [d.person for d in test.duels if d.won],
        "instances": test.instances,
        "instances_by_human": {d.person: d.instances for d in test.duels},
        "skipped": dict(test.skipped),
        "ungraded": test.ungraded,
        "too_few_humans": test.alone,
        "metric": metric,
        "epsilon": test.epsilon,
        "q": test.q,
        "min_instances_per_human": test.least_instances,
    }


def _criterion(trust: CriterionTrust, metric: str) -> dict[str, Any]:
    stand = trust.standings
    return {
        "level": stand.level.value,
        "labels": list(stand.labels),
        "people": list(stand.people),
        "items": stand.units,
        "without_majority": stand.ties,
        "graded_by_one": stand.alone,
        "alt_test": _tests(trust.alt_test, metric),
        "judges": {each.judge: _standing(each) for each in stand.judges},
        "people_among_themselves": _among(stand),
        "people_against_adjudicated": _settled(stand),
    }


def _standing(standing: Standing) -> dict[str, Any]:
    ceiling = standing.ceiling
    adjudicated = standing.adjudicated
    return {
        "coverage": asdict(standing.coverage),
        "majority": _versus(standing.majority),
        "adjudicated": None if adjudicated is None else _versus(adjudicated),
        "each_person": {each.reference: _versus(each) for each in standing.people},
        "mean_over_people": _spreads(standing.people),
        "ceiling": {
            "judge": _spreads(ceiling.judge),
            "people": _spreads(ceiling.people),
            "without_majority": ceiling.ties,
            "by_person": {
                person.judge: {"judge": _brief(judge), "person": _brief(person)}
                for judge, person in zip(ceiling.judge, ceiling.people, strict=True)
            },
        },
    }


def _among(stand: Standings) -> dict[str, Any]:
    pairs = [{"people": [p.reference, p.judge]} | _brief(p) for p in stand.among]
    return _spreads(stand.among) | {"pairs": pairs}


def _settled(stand: Standings) -> dict[str, Any] | None:
    if stand.adjudicated is None:
        return None
    each = {versus.judge: _versus(versus) for versus in stand.settled}
    return _spreads(stand.settled) | {"each_person": each}


def _spreads(comparisons: tuple[Versus, ...]) -> dict[str, Any]:
    statistics: dict[str, Callable[[Versus], float | None]] = {
        "exact": lambda each: each.exact.value,
        "kappa": lambda each: each.kappa.value,
        "mae": lambda each: each.mae.value,
        "bias": lambda each: each.bias.value,
        "tpr": reader(lambda counts: counts.recall),
        "tnr": reader(lambda counts: counts.specificity),
        "precision": reader(lambda counts: counts.precision),
        "f1": reader(lambda counts: counts.f1),
    }
    return {name: asdict(spread_of(comparisons, read)) for name, read in statistics.items()}


def _versus(versus: Versus) -> dict[str, Any]:
    kappa, table = versus.kappa, versus.table
    return {
        "n": versus.n,
        "exact": asdict(versus.exact),
        "kappa": {
            "value": kappa.value,
            "low": kappa.low,
            "high": kappa.high,
            "why": kappa.why,
            "why_no_interval": kappa.why_no_interval,
        },
        "mae": asdict(versus.mae),
        "bias": asdict(versus.bias),
        "table": None if table is None else table.tolist(),
        "positive": versus.positive,
        "yes": None if versus.confusion is None else _yes(versus.confusion),
    }


def _brief(versus: Versus) -> dict[str, Any]:
    """*versus* without its table: there are many of them."""
    return {name: found for name, found in _versus(versus).items() if name != "table"}


def _yes(counts: Confusion) -> dict[str, Any]:
    shares: dict[str, Proportion] = {
        "tpr": counts.recall,
        "tnr": counts.specificity,
        "precision": counts.precision,
        "recall": counts.recall,
        "false_alarms": counts.false_alarms,
    }
    return (
        asdict(counts)
        | {name: asdict(share) for name, share in shares.items()}
        | {"f1": asdict(counts.f1)}
    )
