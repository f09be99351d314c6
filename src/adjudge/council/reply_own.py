"""Which words of a reply are the reviewer's own, and which it may have copied.

A reviewer may quote what it judges, word for word or nearly so, before its verdict or after
it. Three things keep a quoted verdict from counting:

- what stands between echoed tags, or on lines that begin with `>`, is not read at all;
- a verdict carries the form code, which no judged text contains: one with the code beats
  all others, and one with another code never counts;
- where a judged text has anything like a verdict in it, only a verdict counts that is JSON
  to the letter, has the code at both ends, and has everything in one place, once: a text
  that is pasted into a reason without escaping its quotes can then neither open a key of
  its own nor close the object (`reply_form`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from adjudge.rubric import Criterion

from .reply_form import CRITERION_KEYS, EVALUATIONS, NESTED, is_unmixed
from .reply_json import (
    Block,
    blocks_from,
    blocks_in,
    doubled_in,
    is_exact_but_for_commas,
)
from .reply_labels import LABEL_KEYS
from .reply_text import clean, plain_text
from .reply_values import REASON_KEYS, VALUE_KEYS, fold
from .sheet import Sheet

_LONGEST: Final = 200_000
"""Characters: the verdict is at the end, and no review is longer."""

_QUOTED_LINE: Final = re.compile(r"^[ \t]*>.*$", re.MULTILINE)

_SIGNED: Final = re.compile(r"\{\s*[\"'“]?form[\"'”]?\s*:\s*[\"'“]?", re.IGNORECASE)
"""Before the code, which is another one each time: a pattern takes long to compile."""

_KEYS: Final = frozenset(
    (
        *("form", "end", "overall", "ranking", "rankings"),
        *(*EVALUATIONS, *NESTED, *CRITERION_KEYS, *LABEL_KEYS, *VALUE_KEYS, *REASON_KEYS),
    )
)
"""What a verdict may have for keys, besides criteria and labels."""
_LABEL: Final = r"(?:response|answer|candidate|conversation)\s*[a-z]{0,2}"
_COMMENT: Final = r"\s*,?\s*(?://|#|/\*)"
"""Behind the end of a text: a tolerant reader passes over it to the next key."""


def own_words(text: str, sheet: Sheet) -> str:
    """*text* without what it plainly quotes."""
    text = clean(text)[-_LONGEST:]
    code = re.escape(sheet.material.form)
    if f"-{sheet.material.form}" in text:
        echoed = rf"<(\w+)-{code}[^>]*>.*?</\1-{code}>"
        text = re.sub(echoed, " ", text, flags=re.DOTALL)
    return _QUOTED_LINE.sub("", text) if ">" in text else text


def own_blocks(words: str, sheet: Sheet) -> tuple[tuple[Block, ...], str]:
    """The blocks that may be the reviewer's verdict, in order; and why others are not.

    *words* are the reviewer's own, as `own_words` tells.
    """
    signed = tuple(blocks_from(words, _signed_starts(words, sheet)))
    if signed:
        return _unless_pasted(signed, words, sheet)
    blocks, cut = blocks_in(words)
    named = [(block, _code_of(block)) for block in blocks]
    signed = tuple(block for block, code in named if code == sheet.material.form)
    if signed:
        return _unless_pasted(signed, words, sheet)
    unsigned = tuple(block for block, code in named if code is None)
    if cut and not unsigned:
        return (), "the JSON object is cut off"
    if any(code is not None for _, code in named) and not unsigned:
        return (), f'the "form" is not "{sheet.material.form}"'
    mixed = any(_may_end_a_text(block, sheet) for block in unsigned)
    if unsigned and (mixed or mimicked(sheet)):
        return (), f'the JSON object has no "form" that is "{sheet.material.form}"'
    return unsigned, "" if unsigned else "there is no JSON object"


def _named(criteria: tuple[Criterion, ...]) -> tuple[str, ...]:
    """What criteria may be called."""
    return tuple(name.casefold() for c in criteria for name in (c.key, str(c.id), c.title))


def mimicked(sheet: Sheet) -> bool:
    """Whether a judged text has anything in it that could pass for a verdict."""
    texts = list(filter(_may_mimic, sheet.material.texts()))
    pattern = _mimicry(_named(sheet.criteria)) if texts else None
    return pattern is not None and any(pattern.search(plain_text(t)) for t in texts)


_MARKS: Final = (":", "=", "/", "#", "&")
"""Without one of these, or a character that reads like one, there is no key."""


def _may_mimic(text: str) -> bool:
    """Whether it is worth looking closer at *text*: most prose holds none of the marks."""
    return not text.isascii() or any(mark in text for mark in _MARKS)


@lru_cache(maxsize=256)
def _mimicry(keys: tuple[str, ...]) -> re.Pattern[str]:
    """What could pass for a key of a verdict, in quotes or, where a key may stand, bare."""
    words = {key for known in (*_KEYS, *keys) for key in (known, fold(known)) if key}
    loose = (r"[\W_]{1,3}".join(map(re.escape, re.split(r"[\W_]+", w))) for w in words)
    named = "|".join((_LABEL, *sorted(loose)))
    quoted = rf"[\W_]{{0,4}}(?:{named})[\W_]{{0,4}}\\?[\"'“”]\s*(?:[:=]|/|#)"
    bare = rf"[\s,{{}}\[\]]{{0,8}}(?:{named})\s*:"
    # One set of characters at the beginning lets the search skip all others.
    behind = rf"(?<=[\"'“”])(?:{quoted}|{_COMMENT})"
    return re.compile(rf"[\"'“”{{,](?:{behind}|{bare})")


def _signed_starts(words: str, sheet: Sheet) -> Iterator[int]:
    code = sheet.material.form.casefold()
    for found in _SIGNED.finditer(words):
        if words[found.end() : found.end() + len(code)].casefold() == code:
            yield found.start()


def _code_of(block: Block) -> str | None:
    """The form code that *block* carries, as it is compared; None: it carries none."""
    if not isinstance(block.value, dict):
        return None
    carried = [value for key, value in block.value.items() if key.casefold() == "form"]
    return str(carried[0]).strip().casefold() if carried else None


def _unless_pasted(
    blocks: tuple[Block, ...], words: str, sheet: Sheet
) -> tuple[tuple[Block, ...], str]:
    mixed = any(_may_end_a_text(block, sheet) for block in blocks)
    if not (mixed or any(map(_may_mimic, sheet.material.texts()))):
        return blocks, ""
    # What is as it was asked for is quicker to see than that no text is like a verdict.
    asked = tuple(b for b in blocks if _is_exact(b, words) and is_unmixed(b.value, sheet))
    if len(asked) == len(blocks) or not (mixed or mimicked(sheet)):
        return blocks, ""
    if asked:
        return asked, ""
    doubled = next(filter(None, (doubled_in(block.value) for block in blocks)), None)
    if doubled is not None:
        return (), stands_twice(doubled)
    return (), "the JSON object is not exactly of the shape that was asked for"


def _may_end_a_text(block: Block, sheet: Sheet) -> bool:
    """Whether a text of *block* may have been ended by what was pasted into it.

    Where texts stand in quotes of several kinds, one that is opened by a pasted text goes
    on to the next of its kind, and swallows what the reviewer said in between.
    """
    if len(block.quotes) < 2:
        return False
    ends = {"“": "”"}
    marks = {mark for open_ in block.quotes for mark in (open_, ends.get(open_, open_))}
    return any(mark in text for text in sheet.material.texts() for mark in marks)


def stands_twice(key: str) -> str:
    """Why an object with *key* twice is no verdict: nobody can tell which is meant."""
    return f"{key[:60]!r} stands twice in one JSON object, with different values"


def _is_exact(block: Block, words: str) -> bool:
    """Whether *block* is JSON to the letter, but for commas too many.

    With those a pasted text gains nothing that it could not have without them.
    """
    return block.exact or is_exact_but_for_commas(words[block.start : block.end])
