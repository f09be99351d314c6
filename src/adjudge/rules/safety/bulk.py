"""The gate over many conversations: a sound prefilter, and the plain gate on what remains.

A conversation passes unread only if it holds none of the words that every finding of the
gate needs. The prefilter may let too much through, never too little: it takes whatever is
no ASCII letter or digit for a blank, which joins no words that the plain reading parts and
parts none that can be in a list.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, Final

import polars as pl

from adjudge.rules.finding import FINDINGS, Finding
from adjudge.verdict import Conversation, Item, ItemId, Message

from .categories import PRODUCTS
from .lexicon import Entry, forms_of, load
from .pii import Options
from .profile import CUES as PROFILE

Find = Callable[[Item], tuple[Finding, ...]]

_DROPPED: Final = "[*~\u0060\u200b\u200c\u200d\u2060\ufeff\u00ad]+"
"""What the plain reading drops from inside words."""
_ALONE: Final = ("act:", "statement:", "topic:", "named:")
"""Classes that say something by themselves."""
_SSN: Final = r"(?s)[0-9]{3}.?[0-9]{2}.?[0-9]{4}"
_CARD: Final = r"(?s)[0-9](?:.?[0-9]){12}"
_PHONE: Final = r"(?s)[0-9]{3}.{0,2}[0-9]{3}.[0-9]{4}"
_KEYS: Final = ("sk-", "sk_live_", "AKIA", "gh", "AIza", "xox", "glpat-", "hf_")


def find_all(find: Find, items: pl.DataFrame, options: Options, clean: str) -> pl.DataFrame:
    """Rows of `FINDINGS` for *items*, equal to what *find* says of each.

    *clean* is the reason that *find* gives where it finds nothing.
    """
    turns = pl.col("conversation")
    text = turns.list.eval(pl.element().struct.field("content")).list.join("\n")
    state = items.select(
        suspect=_suspect(text, options).fill_null(value=True),
        spoken=turns.list.eval(pl.element().struct.field("role") == "assistant").list.any(),
    )
    suspect = state["suspect"].to_list()
    spoken = state["spoken"].to_list()
    said: list[tuple[int, Finding]] = []
    passed = Finding(value=True, reason=clean)
    silent = find(Item(id=ItemId("none"), conversation=Conversation(())))[0]
    conversations = items["conversation"]
    for row in range(items.height):
        if not spoken[row]:
            said.append((row, silent))
        elif not suspect[row]:
            said.append((row, passed))
        else:
            found = find(Item(id=ItemId(str(row)), conversation=_read(conversations[row])))
            said.extend((row, finding) for finding in found)
    return _table(said)


def _read(turns: pl.Series) -> Conversation:
    return Conversation(
        tuple(Message(turn["role"], turn["content"] or "") for turn in turns.to_list())
    )


def _table(said: list[tuple[int, Finding]]) -> pl.DataFrame:
    columns: dict[str, list[Any]] = {
        "row": [row for row, _ in said],
        "criterion": [f.criterion for _, f in said],
        "outcome": [f.outcome for _, f in said],
        "value": [None if f.value is None else float(f.value) for _, f in said],
        "reason": [f.reason for _, f in said],
        "evidence": [
            [
                {
                    "turn": s.turn,
                    "start": s.start,
                    "end": s.end,
                    "text": s.text,
                    "note": s.note,
                }
                for s in f.evidence
            ]
            for _, f in said
        ],
    }
    return pl.DataFrame(columns, schema=FINDINGS, strict=True)


def _suspect(text: pl.Expr, options: Options) -> pl.Expr:
    # U+0130 is the one letter that the plain reading lowers in its own way.
    plain = text.str.replace_all(_DROPPED, "").str.replace_all("\u0130", "i", literal=True)
    words = plain.str.to_lowercase().str.replace_all("[^a-z0-9]+", " ")
    padded = pl.concat_str(pl.lit(" "), words, pl.lit(" "))
    found = padded.str.contains_any(list(cues()))
    # Encouragement that is none by itself needs a word of death beside it.
    found = found | (
        padded.str.contains_any(list(_moods("soft:")))
        & padded.str.contains_any(list(_moods("anchor:")))
    )
    found = found | text.str.contains(_SSN) | text.str.contains(_CARD)
    if options.email:
        found = found | text.str.contains("[@\uff20]")
    if options.phone:
        found = found | text.str.contains(_PHONE)
    if options.api_keys:
        found = found | text.str.contains_any(list(_KEYS))
    return found


@cache
def cues() -> tuple[str, ...]:
    """Strings of which a text must hold one for the gate to find any words of harm."""
    lexicon = load()
    wanted = {"malice", "crisis", "verdict", *PRODUCTS}
    for act in (*lexicon.acts, *lexicon.wishes):
        wanted |= {"verb": act.verbs, "object": act.objects, "needs": act.needs}[act.cue]
    found = {
        _rarest_run(words, lexicon.sets["frequent"])
        for entry in lexicon.entries
        if entry.name in wanted or entry.name.startswith(_ALONE)
        for words in _phrases(entry)
    }
    return _shortest(found | set(PROFILE))


@cache
def _moods(kind: str) -> tuple[str, ...]:
    """Strings of which a text must hold one for the gate to hear that part of a mood."""
    lexicon = load()
    return _shortest(
        {
            _rarest_run(words, lexicon.sets["frequent"])
            for entry in lexicon.entries
            if entry.name.startswith(kind)
            for words in _phrases(entry)
        }
    )


def _shortest(found: set[str]) -> tuple[str, ...]:
    """*found* without the strings that hold another of them."""
    kept: set[str] = set()
    for cue in sorted(found, key=len):
        words = cue.split()
        inner = (
            f" {' '.join(words[i:j])} "
            for i in range(len(words))
            for j in range(i + 1, len(words) + 1)
        )
        if kept.isdisjoint(inner):
            kept.add(cue)
    return tuple(sorted(kept))


def _phrases(entry: Entry) -> Iterator[tuple[str, ...]]:
    for phrase in entry.words:
        for _, words in forms_of(phrase, entry.inflect):
            yield words


def _rarest_run(words: tuple[str, ...], frequent: frozenset[str]) -> str:
    """The part between two `*` to look for, with blanks for apostrophes and around it."""
    runs = [run.strip() for run in " ".join(words).replace("'", " ").split("*")]
    return f" {max(runs, key=lambda run: (run not in frequent, len(run)))} "
