"""What is most likely true, and how judges err, as text and as JSON."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Final, Protocol

from adjudge.agreement import Truth

from .measured_numbers import figure
from .table import columns
from .tally import many
from .untrusted import shown

_JUDGES: Final = 20
_CLASSES: Final = 8
_SURE: Final = 0.9

_MODEL: Final = {
    "dawid-skene": "Dawid and Skene's model: each judge has a table of errors",
    "one-coin": "the one-coin model: each judge has one chance of being right",
    "majority": "majority: one judge, one vote",
}


class FoundTruth(Protocol):
    """What the workbench finds on one criterion."""

    @property
    def criterion(self) -> str: ...  # noqa: D102
    @property
    def truth(self) -> Truth: ...  # noqa: D102
    @property
    def majority(self) -> Truth: ...  # noqa: D102
    @property
    def doubts(self) -> tuple[str, ...]: ...  # noqa: D102


def render_truth(found: Sequence[FoundTruth]) -> str:
    """All of *found*, by criterion."""
    return "\n\n".join("\n".join(_criterion(one)) for one in found)


def _criterion(one: FoundTruth) -> list[str]:
    truth, labels = one.truth, one.truth.labels
    counts = (
        many(len(labels.items), "item"),
        many(len(labels.judges), "judge"),
        many(labels.size, "label"),
    )
    lines = [f"{shown(one.criterion)}: {', '.join(counts)}", f"  {_MODEL[truth.model]}"]
    lines += [f"  Doubtful: {shown(doubt)}" for doubt in one.doubts]
    lines += [_sureness(one), "", *_shares(truth), "", *_judges(truth)]
    return lines


def _sureness(one: FoundTruth) -> str:
    truth = one.truth
    if truth.model == "majority" or not truth.trace:
        return f"  {many(truth.ties, 'tie')}"
    sure = int((truth.posterior.max(axis=1) >= _SURE).sum())
    both = (truth.chosen >= 0) & (one.majority.chosen >= 0)
    apart = int((truth.chosen != one.majority.chosen)[both].sum())
    return (
        f"  {sure:,} of {many(len(truth.chosen), 'item')} at {_SURE:.0%} or more; "
        f"{apart:,} other than the majority says; majority leaves "
        f"{many(one.majority.ties, 'tie')}, this {truth.ties:,}"
    )


def _shares(truth: Truth) -> list[str]:
    names = truth.labels.labels
    rows = [("class", "share")]
    rows += [
        (shown(name), f"{share:.3f}")
        for name, share in list(zip(names, truth.prevalence.tolist(), strict=True))[
            :_CLASSES
        ]
    ]
    lines = list(columns(rows, right=(1,)))
    if len(names) > _CLASSES:
        lines.append(f"  and {len(names) - _CLASSES:,} more classes; --json has all")
    return lines


def _judges(truth: Truth) -> list[str]:
    """Each judge with how often it is right, over all and on each class."""
    names = truth.labels.labels[:_CLASSES]
    wide = truth.errors is not None and len(truth.labels.labels) <= _CLASSES
    with_majority = truth.model == "majority"
    head = ["judge", "labels", "with the majority" if with_majority else "right"]
    if wide:
        head += [f"right on {shown(name)}" for name in names]
    rows = [head]
    for at in _first(truth)[:_JUDGES]:
        row = [
            shown(truth.labels.judges[at]),
            f"{int(truth.given[at]):,}",
            figure(_known(truth.accuracy[at])),
        ]
        if wide and truth.errors is not None:
            row += [figure(_known(truth.errors[at, k, k])) for k in range(len(names))]
        rows.append(row)
    lines = list(columns(rows, right=tuple(range(1, len(head)))))
    if len(truth.labels.judges) > _JUDGES:
        rest = len(truth.labels.judges) - _JUDGES
        lines.append(f"  and {rest:,} more judges; --json has all")
    return lines


def _first(truth: Truth) -> list[int]:
    """Judges with the most labels first, then by name."""
    given = truth.given.tolist()
    return sorted(range(len(given)), key=lambda at: (-given[at], truth.labels.judges[at]))


def _known(value: float) -> float | None:
    return None if math.isnan(value) else float(value)


def truth_as_json(found: Sequence[FoundTruth]) -> dict[str, Any]:
    """The documented shape; what each item comes to is in the file of `-o`."""
    return {
        "adjudge": 1,
        "kind": "latent-truth",
        "criteria": [_as_json(one) for one in found],
    }


def _as_json(one: FoundTruth) -> dict[str, Any]:
    truth, labels = one.truth, one.truth.labels
    both = (truth.chosen >= 0) & (one.majority.chosen >= 0)
    return {
        "criterion": one.criterion,
        "model": truth.model,
        "items": len(labels.items),
        "labels": labels.size,
        "classes": [
            {"label": name, "share": share}
            for name, share in zip(labels.labels, truth.prevalence.tolist(), strict=True)
        ],
        "judges": [_judge(truth, at) for at in range(len(labels.judges))],
        "ties": truth.ties,
        "majority_ties": one.majority.ties,
        "other_than_majority": int((truth.chosen != one.majority.chosen)[both].sum()),
        "steps": truth.steps,
        "converged": truth.converged,
        "log_likelihood": truth.log_likelihood,
        "smoothing": truth.smoothing,
        "doubts": list(one.doubts),
    }


def _judge(truth: Truth, at: int) -> dict[str, Any]:
    made: dict[str, Any] = {
        "judge": truth.labels.judges[at],
        "labels": int(truth.given[at]),
        "right": _known(truth.accuracy[at]),
    }
    if truth.errors is None or truth.seen is None:
        return made
    names = truth.labels.labels
    made["says"] = {
        true: None
        if math.isnan(truth.errors[at, k, 0])
        else dict(zip(names, truth.errors[at, k].tolist(), strict=True))
        for k, true in enumerate(names)
    }
    made["saw"] = dict(zip(names, truth.seen[at].tolist(), strict=True))
    return made
