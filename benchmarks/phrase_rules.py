"""User-written phrase rules against a bare Polars `contains_any` over the same bytes.

From items to rows of the ledger: 60 phrases, messages of 1 KB, one thread; both are timed
in turns within one run, and the best of several turns counts. Then every kind of leaf,
beside its plain twin. Run it with `python -m benchmarks.phrase_rules`.
"""

from __future__ import annotations

import os
import random
import re
import sys
import time
from collections.abc import Callable
from json import dumps

os.environ["POLARS_MAX_THREADS"] = "1"

import polars as pl

from adjudge.rubric import Binary, Criterion, Rubric
from adjudge.rules import Ruling, judge_frame, judge_item, rulings
from adjudge.verdict import items_in

LIMIT = 0.5
"""The kernel's rate is to be at least this share of the bare scan's."""
SIZE = 1_000
ROWS = 40_000
TURNS = 7
PHRASES = 60
SHARES = (0.0, 0.01, 0.1, 0.3)
"""Of the messages, how many hold a phrase."""
USUAL = 0.1
PARTS = 5
"""Criteria that the phrases are spread over."""
FEW = 4_000
PLAIN = 100
"""Messages that each kind of leaf is timed with, and its plain twin."""

_WORDS = re.findall(
    r"\w+",
    "the of and to in is that it was for on are with as his they be at one have this "
    "from or had by hot but some what there we can out other were all your when up "
    "use word how said an each she which do their time if will way about many then "
    "them would write like so these her long make thing see him two has look more day "
    "could go come did my sound no most number who over know water than call first "
    "people may down side been now find any new work part take get place made live "
    "where after back little only round man year came show every good me give our "
    "under name very through just form much great think say help low line before turn "
    "cause same mean differ move right boy old too does tell sentence ",
)
_FIRST = re.findall(
    r"\w+",
    "please kindly gladly sadly truly surely hardly rarely ",
)
_SECOND = re.findall(
    r"\w+",
    "consult decline forgive consider remember understand appreciate hesitate ",
)


def phrases(source: random.Random) -> list[str]:
    """Sixty phrases of two and three words."""
    pairs = [f"{a} {b}" for a in _FIRST for b in _SECOND]
    source.shuffle(pairs)
    return [f"{pair} it" if at % 3 else pair for at, pair in enumerate(pairs[:PHRASES])]


def message(source: random.Random, held: str) -> str:
    """About one kilobyte of words, some quotes and dashes, and *held* somewhere in it."""
    words = source.choices(_WORDS, k=SIZE // 5)
    words[source.randrange(len(words))] += source.choice((",", ".", "’s", " —", "\n"))
    if held:
        words[source.randrange(len(words))] = held.capitalize()
    return " ".join(words)[: SIZE - len(held)] + (f" {held}." if held else "")


def batch(source: random.Random, said: list[str], share: float) -> pl.DataFrame:
    """Items as a rule gets them: the last turn is the assistant's."""
    messages = [
        message(source, source.choice(said) if source.random() < share else "")
        for _ in range(ROWS)
    ]
    return pl.DataFrame(
        {
            "id": [str(at) for at in range(ROWS)],
            "conversation": [
                [
                    {"role": "user", "content": "Well?"},
                    {"role": "assistant", "content": text},
                ]
                for text in messages
            ],
            "fields": pl.Series([None] * ROWS, dtype=pl.String),
        }
    )


def seconds(work: Callable[[], object]) -> float:
    """How much of the processor's time *work* takes: other work may share the machine."""
    began = time.process_time()
    work()
    return time.process_time() - began


def ruled(*rules: object) -> tuple[Ruling, ...]:
    """*rules* at work, each as a criterion of one rubric."""
    criteria = tuple(
        Criterion(id=f"c{at}", key=f"c{at}", title="C", scale=Binary(), rule=dumps(rule))
        for at, rule in enumerate(rules)
    )
    return rulings([Rubric(id="r", title="R", criteria=criteria)])


def ratio(items: pl.DataFrame, said: list[str], parts: int = 1) -> float:
    """The kernel's rate over that of the bare scan, and a line that says both.

    *parts* is over how many criteria the phrases are spread.
    """
    work = ruled(*({"not": {"phrase": said[part::parts]}} for part in range(parts)))
    text = items["conversation"].list.get(1).struct.field("content")
    bare, ours = [], []
    for _ in range(TURNS):
        bare.append(
            seconds(lambda: text.str.contains_any(said, ascii_case_insensitive=True))
        )
        ours.append(seconds(lambda: judge_frame(work, items)))
    best = min(bare) / min(ours)
    print(
        f"contains_any {ROWS / min(bare):9,.0f}/s, verdicts {ROWS / min(ours):9,.0f}/s, "
        f"ratio {best:.2f}"
    )
    return best


def leaves(items: pl.DataFrame, said: list[str]) -> None:
    """How fast every kind of leaf is, alone and beside its plain twin."""
    few = items.head(FEW)
    each = list(items_in(items.head(PLAIN)))
    print(f"\n{'a rule of one leaf':<32}{'a second':>12}{'its plain twin':>16}{'':>8}")
    for name, rule in kinds(said).items():
        work = ruled(rule)
        bulk = FEW / min(seconds(lambda: judge_frame(work, few)) for _ in range(3))  # noqa: B023
        plain = PLAIN / seconds(lambda: [judge_item(work, item) for item in each])  # noqa: B023
        print(f"  {name:<30}{bulk:12,.0f}{plain:16,.0f}{bulk / plain:8.1f}", flush=True)


def kinds(said: list[str]) -> dict[str, object]:
    """A rule for every kind of leaf, and for what decides where it looks."""
    phrase = {"phrase": said}
    counts = (
        *("characters", "words", "sentences", "paragraphs", "lines", "bullets"),
        *("numbered_items", "headings", "placeholders", "titles", "highlights"),
        *("capital_words", "commas"),
    )
    return {
        "phrase": phrase,
        "phrase, as it is written": {"phrase": {"any_of": said, "case": True}},
        "phrase, beyond ASCII": {"phrase": ["naïve", "garçon"]},
        "regex": {"regex": r"(?i)\bin my (opinion|view)\b"},
        **{f"count {of}": {"count": {"of": of, "at_least": 2}} for of in counts},
        "count a phrase": {"count": {"of": {"phrase": "the"}, "at_least": 2}},
        "count a letter": {"count": {"of": {"letter": "e"}, "at_least": 2}},
        "starts_with": {"starts_with": ["Yes", "No"]},
        "ends_with": {"ends_with": ["thank you.", "please."]},
        "one_of": {"one_of": ["yes", "no"]},
        "first_word": {"first_word": ["yes", "no"]},
        "json": {"json": True},
        "case": {"case": "lower"},
        "distinct": {"distinct": {"separated_by": "\n"}},
        "within the first sentence": {"within": {"first": "sentence", "rule": phrase}},
        "within the last line": {"within": {"last": "line", "rule": phrase}},
        "within 100 characters": {"within": {"first": {"characters": 100}, "rule": phrase}},
        "turn any": {"turn": {"which": "any", "rule": phrase}},
        "turn every": {"turn": {"which": "every", "rule": {"not": phrase}}},
    }


def main() -> int:
    """Print the ratio for each share of hits; 1 where a usual one is below the limit."""
    source = random.Random(0)
    said = phrases(source)
    reached = []
    for share in SHARES:
        print(f"{share:4.0%} of messages hold a phrase: ", end="", flush=True)
        items = batch(source, said, share)
        best = ratio(items, said)
        reached.append(best >= LIMIT or share > USUAL)
        if share == USUAL:
            usual = items
    print(f"the same, {PARTS} criteria, {USUAL:.0%}:    ", end="", flush=True)
    ratio(usual, said, PARTS)
    print(f"limit: {LIMIT} where at most {USUAL:.0%} of messages hold a phrase")
    leaves(usual, said)
    return int(not all(reached))


if __name__ == "__main__":
    sys.exit(main())
