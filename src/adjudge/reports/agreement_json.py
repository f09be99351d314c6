"""A finding on agreement in the documented shape of `--json`."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from adjudge.agreement import Coefficient, Flag, Headline, Severity

from .agreement_finding import AgreementFinding, CriterionFinding, Dispute, Part
from .agreement_words import coefficient_name, summary


def agreement_as_json(finding: AgreementFinding) -> dict[str, Any]:
    """*finding* in plain values; what is undefined is null, and says why."""
    return {
        "summary": list(summary(finding)),
        "sources": [asdict(source) for source in finding.sources],
        "items": finding.items,
        "judges": [{"judge": n, "kind": k} for n, k in finding.judges.items()],
        "outcomes": dict(finding.outcomes),
        "criteria": [_criterion(each) for each in finding.criteria],
        "flags": [_flag(flag) for flag in finding.all_flags],
        "notes": list(finding.notes),
        "by": finding.by or None,
        "confidence": finding.confidence,
        "seed": finding.seed,
        "versions": dict(finding.versions),
    }


def _criterion(each: CriterionFinding) -> dict[str, Any]:
    found, over = each.agreement, each.overlap
    apart, of = each.differing
    return {
        "criterion": each.criterion,
        "title": each.title,
        "level": found.level.value,
        "labels": list(found.labels),
        "headline": _headline(each.headline),
        "units": found.units,
        "compared": over.compared,
        "grades": found.grades,
        "coverage": _number(over.coverage),
        "coefficients": [coefficient_as_json(c) for c in found.coefficients],
        "pairs": [coefficient_as_json(c) for c in found.pairs],
        "judges": [
            _judge(each, at, severity) for at, severity in enumerate(each.severities)
        ],
        "differing": {"units": apart, "of": of},
        "disagreements": [_dispute(dispute) for dispute in each.disputes],
        "confusions": [
            {"judges": list(c.judges), "labels": list(c.labels), "counts": c.counts}
            for c in each.confused
        ],
        "parts": [_part(part) for part in each.parts],
    }


def coefficient_as_json(each: Coefficient) -> dict[str, Any]:
    """One coefficient under the names of its fields, with its title."""
    told = {key: _number(value) for key, value in asdict(each).items()}
    told["between"] = list(each.between) if each.between else None
    return {"name": told.pop("name"), "title": coefficient_name(each), **told}


def _headline(each: Headline) -> dict[str, Any]:
    return {
        "sentence": each.sentence,
        "bands": list(each.bands),
        "settled": each.settled,
        "coefficient": each.coefficient.name if each.coefficient else None,
    }


def _judge(each: CriterionFinding, at: int, severity: Severity) -> dict[str, Any]:
    counts = [int(n) for n in each.agreement.given[at]]
    return {
        "judge": severity.judge,
        "kind": each.agreement.kinds[at],
        "grades": severity.grades,
        "mean": _number(severity.mean),
        "distribution": counts,
        "severity": {
            "shift": _number(severity.shift),
            "low": _number(severity.low),
            "high": _number(severity.high),
            "p": _number(severity.p),
            "shared": severity.shared,
            "why": severity.why,
        },
    }


def _dispute(each: Dispute) -> dict[str, Any]:
    return {
        "unit": each.unit,
        "apart": _number(each.apart),
        "text": each.text,
        "said": [asdict(said) for said in each.said],
    }


def _part(each: Part) -> dict[str, Any]:
    return {
        "name": each.name,
        "judges": each.judges,
        "units": each.units,
        "headline": _headline(each.headline),
        "coefficient": coefficient_as_json(each.coefficient) if each.coefficient else None,
    }


def _flag(flag: Flag) -> dict[str, Any]:
    numbers: Mapping[str, Any] = {k: _number(v) for k, v in flag.numbers.items()}
    return {
        "kind": flag.kind,
        "criterion": flag.criterion or None,
        "judges": list(flag.judges),
        "sentence": flag.sentence,
        "advice": flag.advice,
        "numbers": numbers,
        "p": flag.p,
    }


def _number(value: Any) -> Any:
    """*value*; a figure that is none is null, for JSON has no word for it."""
    return None if isinstance(value, float) and not math.isfinite(value) else value
