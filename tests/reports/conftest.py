"""Findings on agreement to render: measured from ratings in a file."""

import json

import pytest

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
