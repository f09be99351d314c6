"""How well self-contradiction is judged: precision and recall, by kind and by source.

    python -m benchmarks.contradiction_quality FILE.jsonl [--folds 5 --only 3,4] [--list]

FILE holds `conversation`, `expected`, and where known `kind` and `source`. Folds are made
over topics (the question or stance that the conversation is about), so that a topic never
lies in two of them. Aim on conversations never seen: precision 0.85, recall 0.60.
"""

from __future__ import annotations

import argparse
import json
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

from adjudge.agreement import Proportion
from adjudge.rules import self_contradiction, self_contradiction_basic

AIM_PRECISION = 0.85
AIM_RECALL = 0.60

_STANCE = re.compile(r"stance is: (.*?)(?:\n|$)")

Row = dict[str, Any]


def topic(row: Row) -> str:
    """What the conversation is about: its stated stance, else its first question."""
    first = row["conversation"][0]["content"]
    if stated := _STANCE.search(first):
        return stated[1].strip().lower()[:60]
    users = [m["content"] for m in row["conversation"] if m["role"] == "user"]
    return (users[0] if users else first).strip().lower()[:60]


def folds(rows: Sequence[Row], count: int) -> dict[str, int]:
    """Topic to fold; topics with a true row are dealt out first."""
    by_topic: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        by_topic[topic(row)].append(row)

    def order(name: str) -> tuple[bool, str]:
        some = any(r["expected"] for r in by_topic[name])
        return (not some, sha256(name.encode()).hexdigest())

    return {name: at % count for at, name in enumerate(sorted(by_topic, key=order))}


def measure(rows: Iterable[Row], rule: Callable[[Any], bool]) -> list[tuple[Row, bool]]:
    """Every row with what *rule* says of it."""
    return [(row, rule([_message(m) for m in row["conversation"]])) for row in rows]


def _message(raw: Row) -> Row:
    return {"role": raw["role"], "content": raw["content"]}


def share(hits: int, of: int) -> str:
    """A proportion with its 95 % interval."""
    got = Proportion.of(hits, of)
    if got.value is None:
        return "    -"
    return f"{got.value:5.2f} [{got.low:.2f}, {got.high:.2f}]  {hits}/{of}"


def report(name: str, judged: list[tuple[Row, bool]]) -> None:
    """Precision, recall, and the share that was flagged of every kind and source."""
    hits = sum(1 for row, said in judged if said and row["expected"])
    print(f"\n{name}: {len(judged)} conversations")
    print(f"  precision {share(hits, sum(said for _, said in judged))}")
    print(f"  recall    {share(hits, sum(row['expected'] for row, _ in judged))}")
    for field in ("kind", "source", "strength"):
        flagged: Counter[str] = Counter()
        total: Counter[str] = Counter()
        for row, said in judged:
            if field in row and row[field] is not None:
                key = f"{'true ' if row['expected'] else 'false'} {row[field]}"
                total[key] += 1
                flagged[key] += said
        for key in sorted(total):
            print(f"    flagged {share(flagged[key], total[key]):32} {key}")


def main() -> int:
    """Print the report for the rule and for the document's own method."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--folds", type=int, default=5)
    parser.add_argument("--only", default="", help="numbers of the folds to look at")
    parser.add_argument("--list", action="store_true", help="name what is misjudged")
    options = parser.parse_args()
    lines = options.file.read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines if line.strip()]
    if options.only:
        place = folds(rows, options.folds)
        wanted = {int(each) for each in options.only.split(",")}
        rows = [row for row in rows if place[topic(row)] in wanted]
    judged = measure(rows, self_contradiction)
    report("self-contradiction", judged)
    report("self-contradiction-basic", measure(rows, self_contradiction_basic))
    if options.list:
        for row, said in judged:
            if said != row["expected"]:
                print("missed" if row["expected"] else "false alarm", row.get("id"))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
