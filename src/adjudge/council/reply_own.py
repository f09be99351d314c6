"""Which words of a reply are the reviewer's own, and which it may have copied.

A reviewer may quote what it judges, word for word or nearly so, before its verdict or after
it. Three things keep a quoted verdict from counting:

- what stands between echoed tags, or on lines that begin with `>`, is not read at all;
- a verdict carries the form code, which no judged text contains: one with the code beats
  all others, and one with another code never counts;
- where a judged text has anything like a verdict in it, only a verdict exactly as it was
  asked for counts, with the code at both ends: a text that is pasted into a reason without
  escaping its quotes can then neither open a key of its own nor close the object.
"""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final

from .reply_json import Block, Twice, blocks_from, blocks_in, is_exact_but_for_commas
from .sheet import Sheet

_LONGEST: Final = 200_000
"""Characters: the verdict is at the end, and no review is longer."""

_QUOTED_LINE: Final = re.compile(r"^[ \t]*>.*$", re.MULTILINE)
_UNSEEN: Final = re.compile(r"[\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff\u00ad]")

_SIGNED: Final = re.compile(r"\{\s*[\"'“]?form[\"'”]?\s*:\s*[\"'“]?", re.IGNORECASE)
"""Before the code, which is another one each time: a pattern takes long to compile."""

_VERDICT_KEYS: Final = (
    "form|evaluations?|reviews?|results?|responses?|rankings?|scores?|value|grade|rating"
    "|rationale|reason(?:ing)?|overall|notes?|answer|label"
)
_LABEL: Final = r"(?:response|answer|candidate|conversation)\s*[a-z]{0,2}"


def own_words(text: str, sheet: Sheet) -> str:
    """*text* without what it plainly quotes."""
    text = clean(text)[-_LONGEST:]
    code = re.escape(sheet.material.form)
    if f"-{sheet.material.form}" in text:
        echoed = rf"<(\w+)-{code}[^>]*>.*?</\1-{code}>"
        text = re.sub(echoed, " ", text, flags=re.DOTALL)
    return _QUOTED_LINE.sub("", text) if ">" in text else text


def clean(text: str) -> str:
    """*text* as it can be written to a file: a lone half of a character is replaced."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-8", "replace").decode()
    return text


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
    if unsigned and mimicked(sheet):
        return (), f'the JSON object has no "form" that is "{sheet.material.form}"'
    return unsigned, "" if unsigned else "there is no JSON object"


def mimicked(sheet: Sheet) -> bool:
    """Whether a judged text has anything in it that could pass for a verdict."""
    pattern = _mimicry(tuple(c.key for c in sheet.criteria))
    return any(pattern.search(plain_text(text)) for text in sheet.material.texts())


def plain_text(text: str) -> str:
    """*text* as it reads: entities resolved, unseen characters gone, one case."""
    if "&" in text:
        text = html.unescape(text)
    if not text.isascii():
        text = _UNSEEN.sub("", unicodedata.normalize("NFKC", text))
    return text.casefold()


@lru_cache(maxsize=256)
def _mimicry(keys: tuple[str, ...]) -> re.Pattern[str]:
    named = "|".join([_VERDICT_KEYS, *(re.escape(key.casefold()) for key in keys), _LABEL])
    quoted = rf"(?<=[\"'“”])\s*(?:{named})\s*\\?[\"'“”]\s*[:=]"
    bare = rf"(?<=[{{,])\s*(?:{named})\s*:"
    # One set of characters at the beginning lets the search skip all others.
    return re.compile(rf"[\"'“”{{,](?:{quoted}|{bare})")


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
    if not mimicked(sheet):
        return blocks, ""
    asked = tuple(b for b in blocks if _is_exact(b, words) and _is_as_asked(b.value, sheet))
    why = "the JSON object is not exactly of the shape that was asked for"
    return asked, "" if asked else why


def _is_exact(block: Block, words: str) -> bool:
    """Whether *block* is JSON to the letter, but for commas too many.

    With those a pasted text gains nothing that it could not have without them.
    """
    return block.exact or is_exact_but_for_commas(words[block.start : block.end])


def _is_as_asked(value: Any, sheet: Sheet) -> bool:
    """Whether *value* has the keys of the schema, and no others; some may be missing."""
    evaluations = value.get("evaluations")
    return (
        set(value) <= {"form", "evaluations", "ranking", "end"}
        and str(value.get("end")).strip().casefold() == sheet.material.form
        and isinstance(value.get("ranking", []), list)
        and isinstance(evaluations, dict)
        and _are_labels(list(evaluations), sheet)
        and all(_is_page(page, sheet) for page in evaluations.values())
    )


def _are_labels(names: list[str], sheet: Sheet) -> bool:
    """Whether *names* are labels, each at most once, whatever their case."""
    folded = [name.casefold() for name in names]
    known = {label.casefold() for label in sheet.material.labels}
    return len(set(folded)) == len(folded) and set(folded) <= known


def _is_page(page: Any, sheet: Sheet) -> bool:
    if not isinstance(page, dict):
        return False
    keys = {criterion.key for criterion in sheet.criteria}
    return all(
        (key in keys and _is_slot(value))
        or (key in ("notes", "overall") and not isinstance(value, Twice | dict | list))
        for key, value in page.items()
    )


def _is_slot(value: Any) -> bool:
    if isinstance(value, dict):
        return set(value) <= {"rationale", "value"} and not any(
            isinstance(inner, Twice | dict | list) for inner in value.values()
        )
    return not isinstance(value, Twice | list)
