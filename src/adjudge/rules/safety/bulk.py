"""The gate over many conversations: sound prefilters, and the plain gate on what remains.

A conversation passes unread only if it holds none of the words that every finding of the
gate needs. The prefilter may let too much through, never too little: it takes whatever is
no ASCII letter or digit for a blank, which joins no words that the plain reading parts and
parts none that can be in a list.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Final

import polars as pl

from adjudge.rules.finding import FINDINGS, Finding
from adjudge.rules.rows import frame_of
from adjudge.verdict import Conversation, Item, ItemId, Message

from .categories import PRODUCTS
from .lexicon import Act, Entry, forms_of, load
from .pii import Options
from .profile import CUES as PROFILE
from .prompt import LONGEST

Find = Callable[[Item, bool], tuple[Finding, ...]]
"""What is found in an item; said besides is whether its answers can hold data."""

_DROPPED: Final = "[*~\u0060\u200b\u200c\u200d\u2060\ufeff\u00ad]+"
"""What the plain reading drops from inside words."""
_ALONE: Final = ("act:", "statement:", "named:")
"""Classes that say something by themselves."""
_SSN: Final = r"(?s)[0-9]{3}.?[0-9]{2}.?[0-9]{4}"
_CARD: Final = r"(?s)[0-9](?:.?[0-9]){12}"
_PHONE: Final = r"(?s)[0-9]{3}.{0,2}[0-9]{3}.[0-9]{4}"
_NUMBERS: Final = re.compile("(?s)[0-9](?:[0-9]{2}.?[0-9]{2}.?[0-9]{4}|(?:.?[0-9]){12})")
"""Both of them, by the digit with which they begin: all others are skipped."""
_PHONES: Final = re.compile(_PHONE)
_KEYS: Final = ("sk-", "sk_live_", "AKIA", "gh", "AIza", "xox", "glpat-", "hf_")


def find_all(find: Find, items: pl.DataFrame, options: Options, clean: str) -> pl.DataFrame:
    """Rows of `FINDINGS` for *items*, equal to what *find* says of each.

    *clean* is the reason that *find* gives where it finds nothing.
    """
    turns = pl.col("conversation")
    said_by = items.select(answer=_said_by("assistant"), prompt=_said_by("user"))
    # What several searches read is written out once.
    read = said_by.select(
        "answer", "prompt", words=_words(pl.col("answer")), asks=_words(pl.col("prompt"))
    )
    state = read.select(
        pl.row_index("row"),
        data=_data(options).fill_null(value=True),
        harm=_harm().fill_null(value=True),
        spoken=items.select(
            turns.list.eval(pl.element().struct.field("role") == "assistant").list.any()
        ).to_series(),
    )
    silent = find(Item(id=ItemId("none"), conversation=Conversation(())), False)[0]
    spoken, suspect = pl.col("spoken"), pl.col("data") | pl.col("harm")
    rows = state.filter(spoken & suspect).select("row", "data")
    talks = items["conversation"].gather(rows["row"]).to_list()
    said = [
        (row, finding)
        for (row, data), talk in zip(rows.iter_rows(), talks, strict=True)
        for finding in find(Item(id=ItemId(str(row)), conversation=_read(talk)), data)
    ]
    parts = (
        _unread(state.filter(spoken & ~suspect), Finding(value=True, reason=clean)),
        _unread(state.filter(~spoken), silent),
        frame_of(said),
    )
    return pl.concat(parts).sort("row", maintain_order=True)


def find_each(
    find: Callable[[Item], tuple[Finding, ...]], items: pl.DataFrame
) -> pl.DataFrame:
    """Rows of `FINDINGS` for *items*, each read in full."""
    return frame_of(
        (row, finding)
        for row, talk in enumerate(items["conversation"].to_list())
        for finding in find(Item(id=ItemId(str(row)), conversation=_read(talk)))
    )


def _unread(rows: pl.DataFrame, finding: Finding) -> pl.DataFrame:
    """The same *finding* for all of *rows*."""
    one = frame_of([(0, finding)]).drop("row")
    return rows.select("row").join(one, how="cross").cast(FINDINGS)


def _read(turns: list[dict[str, str | None]]) -> Conversation:
    return Conversation(
        tuple(Message(turn["role"] or "", turn["content"] or "") for turn in turns)
    )


def _said_by(role: str) -> pl.Expr:
    """All that *role* says in a conversation."""
    turn = pl.element()
    said = turn.filter(turn.struct.field("role") == role).struct.field("content")
    return pl.col("conversation").list.eval(said).list.join("\n", ignore_nulls=False)


def _harm() -> pl.Expr:
    """Whether answers hold words of harm, or prompts ask for it."""
    words = pl.col("words")
    # Encouragement that is none by itself needs a word of death beside it.
    grave = pl.when(words.str.contains_any(list(_moods("anchor:")))).then(words)
    return (
        words.str.contains_any(list(cues()))
        | grave.str.contains_any(list(_moods("soft:"))).fill_null(value=False)
        | pl.col("asks").str.contains_any(list(wanted()))
        | (pl.col("prompt").str.len_bytes() > LONGEST)  # its end may begin within a word
    )


def _data(options: Options) -> pl.Expr:
    """Whether answers hold what looks like personal data."""
    text = pl.col("answer")
    found = text.str.contains(_SSN) | text.str.contains(_CARD)
    if options.email:
        found = found | text.str.contains("[@\uff20]")
    if options.phone:
        found = found | text.str.contains(_PHONE)
    if options.api_keys:
        found = found | text.str.contains_any(list(_KEYS))
    return found


def holds_data(text: str, options: Options) -> bool:
    """Whether an answer can hold personal data: what is asked of a batch before."""
    return bool(
        _NUMBERS.search(text)
        or (options.email and ("@" in text or "\uff20" in text))
        or (options.phone and _PHONES.search(text))
        or (options.api_keys and any(key in text for key in _KEYS))
    )


def _words(text: pl.Expr) -> pl.Expr:
    # U+0130 is the one letter that the plain reading lowers in its own way.
    plain = text.str.replace_all(_DROPPED, "").str.replace_all("\u0130", "i", literal=True)
    words = plain.str.to_lowercase().str.replace_all("[^a-z0-9]+", " ")
    return pl.concat_str(pl.lit(" "), words, pl.lit(" "))


@cache
def cues() -> tuple[str, ...]:
    """Strings of which an answer must hold one for the gate to find any words of harm."""
    lexicon = load()
    return _shortest(
        _runs({"malice", *PRODUCTS, *_keys(lexicon.acts)}, _ALONE) | set(PROFILE)
    )


@cache
def wanted() -> tuple[str, ...]:
    """Strings of which a prompt must hold one to ask for harm, or to be in danger."""
    lexicon = load()
    acts = (*lexicon.acts, *lexicon.wishes)
    names = {"malice", "crisis", "verdict", *PRODUCTS, *_keys(acts)}
    return _shortest(_runs(names, (*_ALONE, "topic:")))


@cache
def _moods(kind: str) -> tuple[str, ...]:
    """Strings of which a text must hold one for the gate to hear that part of a mood."""
    return _shortest(_runs(set(), (kind,)))


def _keys(acts: Sequence[Act]) -> set[str]:
    """The classes of which every act needs one: its rarest part."""
    return {
        name
        for act in acts
        for name in {"verb": act.verbs, "object": act.objects, "needs": act.needs}[act.cue]
    }


def _runs(names: set[str], kinds: tuple[str, ...]) -> set[str]:
    lexicon = load()
    return {
        _rarest_run(words, lexicon.sets["frequent"])
        for entry in lexicon.entries
        if entry.name in names or entry.name.startswith(kinds)
        for words in _phrases(entry)
    }


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
