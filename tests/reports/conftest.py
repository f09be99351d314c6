"""Findings on agreement to render: measured from ratings in a file."""

import json

import numpy as np
import pytest

from adjudge.agreement import (
    Agreement,
    Coefficient,
    Flag,
    OfPairs,
    Ratings,
    headline,
    overlap,
    severities,
)
from adjudge.agreement.on_demand import OnDemand
from adjudge.reports import (
    AgreementFinding,
    Confused,
    CriterionFinding,
    Dispute,
    Part,
    Said,
    Source,
)
from adjudge.rubric import Level
from adjudge.workbench import (
    AgreementWanted,
    RatingsWanted,
    measure_agreement,
    open_ratings,
)


@pytest.fixture
def finding_on(tmp_path):
    """Write rows of `item, criterion, judge, kind, value, rationale`, and measure them."""

    def made(rows, **wanted):
        path = tmp_path / "verdicts.jsonl"
        names = ("item", "criterion", "judge", "kind", "value", "rationale")
        lines = (json.dumps(dict(zip(names, row, strict=True))) for row in rows)
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        opened = open_ratings([path], RatingsWanted(columns={n: n for n in names}))
        return measure_agreement(opened, [path], AgreementWanted(**wanted))

    return made


@pytest.fixture
def rows():
    """Forty items by three people and a model, on two criteria; tone is disputed."""
    found = []
    for item in range(40):
        quality = item % 3
        for place, judge in enumerate(("ann", "bob", "cleo", "gpt")):
            kind = "model" if judge == "gpt" else "person"
            clear = (quality + (item % 11 == place)) % 3 + 1
            found.append((f"i{item}", "clarity", judge, kind, clear, ""))
            tone = (quality + place * (item % 2)) % 3 + 1
            why = f"because of line {item}" if item % 4 == 0 else ""
            found.append((f"i{item}", "tone", judge, kind, tone, why))
    return found


def _coefficient(name, value, low=None, high=None, **more):
    return Coefficient(
        name=name,
        definition=f"{name}, as its source has it",
        value=value,
        low=low,
        high=high,
        interval="jackknife" if low is not None else None,
        units=30,
        pairs=90,
        judges=3,
        **more,
    )


def _kappas(pairs):
    made = [
        _coefficient("cohen_kappa", value, weights="quadratic", between=(a, b))
        for a, b, value in pairs
    ]
    values = np.array([value for *_, value in pairs], dtype=float)
    units = np.full(len(made), 30)
    told = {"value": values, "units": units, "make": made.__getitem__}
    return OnDemand([[OfPairs(name="cohen_kappa", weights="quadratic", **told)]])


def _criterion(name, alpha, *, flags=(), parts=()):
    judges = ("ann", "bob", "gpt")
    counts = np.array([[10, 12, 8], [9, 13, 8], [0, 30, 0]])
    pairs = (("ann", "bob", 0.9), ("ann", "gpt", 0.0), ("bob", "gpt", None))
    agreement = Agreement(
        criterion=name,
        level=Level.ORDINAL,
        judges=judges,
        kinds=("person", "person", "model"),
        labels=("1", "2", "3"),
        units=30,
        grades=90,
        coefficients=(
            alpha,
            _coefficient("percent_agreement", 0.61, 0.5, 0.72, weights="identity"),
            _coefficient("icc_2_1", None, why="there are slots, not judges"),
        ),
        pairs=_kappas(pairs),
        given=counts,
        together=np.ones((3, 3, 3, 3), dtype=np.int64),
    )
    cells = np.array([[0, 0, 1], [1, 1, 1], [2, 2, 1]] * 10, dtype=np.int8)
    ratings = Ratings(
        cells=cells, labels=("1", "2", "3"), points=np.array([1.0, 2.0, 3.0]),
        judges=judges, kinds=agreement.kinds, level=Level.ORDINAL,
    )  # fmt: skip
    said = (
        Said(judge="ann", kind="person", label="1", rationale="it is late"),
        Said(judge="gpt", kind="model", label="2", rationale=""),
    )
    return CriterionFinding(
        criterion=name,
        title=name.title(),
        agreement=agreement,
        headline=headline(alpha),
        overlap=overlap(ratings),
        severities=severities(ratings),
        flags=flags,
        differing=(20, 30),
        disputes=(Dispute(unit="a7", apart=0.67, said=said, text="Your order\nis late."),),
        confused=(
            Confused(
                judges=("ann", "gpt"), labels=("1", "2", "3"),
                counts=((0, 10, 0), (0, 12, 0), (0, 8, 0)),
            ),
        ),
        parts=parts,
    )  # fmt: skip


@pytest.fixture
def finding():
    """Two criteria, one of which leaves open how good it is, and a constant judge."""
    sure = _coefficient("krippendorff_alpha", 0.86, 0.82, 0.9, weights="ordinal")
    open_ = _coefficient("krippendorff_alpha", 0.71, 0.6, 0.82, weights="ordinal")
    none = _coefficient(
        "krippendorff_alpha", 0.7, why_no_interval="18 units, 20 are needed"
    )
    constant = Flag(
        kind="constant",
        criterion="tone",
        judges=("gpt",),
        sentence="gpt gave 2 to all of its 30 units; 42 % of the other grades are there.",
        advice="Its grades carry no information: ask it, or measure without it.",
        numbers={"grades": 30, "share_of_others": 0.42},
        p=0.0001,
    )
    part = Part(
        name="person", judges=2, units=30, coefficient=none, headline=headline(none)
    )
    return AgreementFinding(
        sources=(Source(name="v.csv", fingerprint="0123456789abcdef"),),
        criteria=(
            _criterion("clarity", sure),
            _criterion("tone", open_, flags=(constant,), parts=(part,)),
        ),
        flags=(),
        notes=("v.csv: item from column `doc`",),
        outcomes={"graded": 180, "abstained": 2, "excused": 0, "failed": 0},
        items=30,
        by="kind",
        versions={"adjudge": "1"},
    )
