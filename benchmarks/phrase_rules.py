"""User-written phrase rules against a bare Polars `contains_any` over the same bytes.

60 phrases, messages of 1 KB, one thread; both are timed in turns within one run, and the
best of several turns counts. Run it with `python benchmarks/phrase_rules.py`.
"""

from __future__ import annotations

import os
import random
import re
import sys
import time
from collections.abc import Callable

os.environ["POLARS_MAX_THREADS"] = "1"

import polars as pl

from adjudge.rules import GrammarRule

LIMIT = 0.5
"""The rule's rate is to be at least this share of the bare scan's."""
SIZE = 1_000
ROWS = 40_000
TURNS = 7
PHRASES = 60
SHARES = (0.0, 0.01, 0.1, 0.3)
"""Of the messages, how many hold a phrase."""
USUAL = 0.1

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
    """How long *work* takes."""
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def ratio(items: pl.DataFrame, said: list[str]) -> float:
    """The rule's rate over that of the bare scan, and a line that says both."""
    rule = GrammarRule.of({"not": {"phrase": said}})
    text = items["conversation"].list.get(1).struct.field("content")
    bare, ours = [], []
    for _ in range(TURNS):
        bare.append(
            seconds(lambda: text.str.contains_any(said, ascii_case_insensitive=True))
        )
        ours.append(seconds(lambda: rule.find_all(items)))
    best = min(bare) / min(ours)
    print(
        f"contains_any {ROWS / min(bare):9,.0f}/s, rule {ROWS / min(ours):9,.0f}/s, "
        f"ratio {best:.2f}"
    )
    return best


def main() -> int:
    """Print the ratio for each share of hits; 1 where a usual one is below the limit."""
    source = random.Random(0)
    said = phrases(source)
    reached = []
    for share in SHARES:
        print(f"{share:4.0%} of messages hold a phrase: ", end="", flush=True)
        best = ratio(batch(source, said, share), said)
        reached.append(best >= LIMIT or share > USUAL)
    print(f"limit: {LIMIT} where at most {USUAL:.0%} of messages hold a phrase")
    return int(not all(reached))


if __name__ == "__main__":
    sys.exit(main())
