"""The question in a user's message, taken apart."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from adjudge.rules.text import fold, sentences

from .subject import Subject, build, is_content
from .vocabulary import STOP, tokens

ASKERS: Final = ("user", "system", "developer", "human")
"""The roles that say what a conversation is about."""

_AUX: Final = (
    r"(?:should|is|are|was|were|does|do|did|can|could|will|would|has|have|must|may|might|ought"
    r"|am|shall)"
)
_FILLER: Final = (
    r"(?:(?:so|and|but|ok|okay|well|now|please|question|hi|hello|hey|in your opinion"
    r"|in general|overall|honestly|just|then|yes or no|a or b|quick question|tell me|answer"
    r"|in your view"
    r"|briefly|as an expert|seriously|wait|hmm)[ ,:-]+)*"
)
_LEAD: Final = re.compile(
    rf"^{_FILLER}(?:"
    r"(?:do|would|did) (?:not )?you (?:not )?"
    r"(?:personally |really |still |also |honestly |now )?"
    r"(?:think|believe|agree|feel|say|argue|accept|consider|maintain)"
    r"(?: that| with the statement)?"
    r"|is it (?:not )?(?:true|fair to say|the case|correct|fair|right)(?: that)?"
    r"|(?:what (?:is|are) your (?:opinions?|views?|stance|position|thoughts?|take)"
    r"|what do you think|what would you say|i wonder|i am wondering|tell me|can you tell me"
    r"|could you tell me|do you know|i want to know|i would like to know|explain|discuss"
    r"|decide|state|say|advise me) ?(?:on|about)? ?(?:whether|if)"
    r"|are you (?:sure|certain|saying|telling me|claiming|suggesting)(?: that)?"
    r"|do you mean(?: that)?)[ ,:]+(?P<rest>.+)$"
)
_FAVOUR: Final = re.compile(
    rf"^{_FILLER}(?:(?:do|would|will|should i|should we) (?:you )?"
    r"(?P<verb>support|favor|favour|oppose"
    r"|endorse|approve of|reject|recommend|advise)"
    r"|are you (?P<prep>for|against|in favor of|in favour of|opposed to)) (?P<rest>.+)$"
)
_ASKED: Final = re.compile(rf"^{_FILLER}(?P<aux>{_AUX}) (?P<not>not )?(?P<rest>.+)$")
_STATED: Final = re.compile(
    r"(?:\b(?:stance|position|statement|motion|proposition|claim|thesis|resolution|resolved)"
    r"(?: is)?(?: that)?\s*:\s*|agree or disagree\W+)(.{12,300}?)(?:[.?!\n]|$)"
)
_WH: Final = re.compile(rf"^{_FILLER}(?:what|how|why|which|who|where|when)\b")

SUBJECT_CUES: Final = re.compile(
    rf"\?|^\W*{_FILLER}{_AUX}\b|stance|position|statement|motion|proposition|claim|thesis"
    r"|resolution|resolved|agree or disagree"
)
"""Folded, a message without one of these puts no proposition."""


@lru_cache(maxsize=1024)
def subject_of_user(content: str) -> Subject | None:
    """The proposition that a user's or system's message puts, the last of many."""
    folded = fold(
        content[:_READ] + "\n" + content[-_READ:] if len(content) > 2 * _READ else content
    )
    found: Subject | None = None
    if not SUBJECT_CUES.search(folded):
        return None
    for at, sentence in enumerate(sentences(folded)):
        if "?" in sentence.text or (at == 0 and _ASKED.match(sentence.text)):
            found = _question(sentence.text) or found
    if found is None:
        for stated in _STATED.finditer(folded):
            found = build(stated[1], asked=False) or found
    return found


_READ: Final = 4000


def _question(text: str) -> Subject | None:
    plain = " ".join(t.text for t in tokens(text) if not t.roles & STOP) if text else ""
    if lead := _LEAD.match(plain):
        rest = _ASKED.match(lead["rest"])
        return build(
            rest["rest"] if rest else lead["rest"], lead=rest["aux"] if rest else ""
        )
    if favour := _FAVOUR.match(plain):
        against = favour["verb"] in {"oppose", "reject"} or (favour["prep"] or "") in {
            "against",
            "opposed to",
        }
        return build(favour["rest"], flip=against, lead="favor")
    if asked := _ASKED.match(plain):
        return _put(asked["aux"], asked["rest"])
    return build(plain, asked=False) if _WH.match(plain) else None


def _put(aux: str, rest: str) -> Subject | None:
    """What a verb and the *rest* behind it ask; nothing where they point back."""
    if rest.startswith("there be ") and aux in _OUGHT:
        return build(rest.removeprefix("there be "), lead="should")
    return None if rest.startswith(_POINTING) else build(rest, lead=aux)


_OUGHT: Final = frozenset({"should", "must", "ought"})
_POINTING: Final = ("that ", "this ", "these ", "those ", "there ")
"""A question that points back puts no subject of its own."""


@lru_cache(maxsize=1024)
def fresh_stems(content: str) -> frozenset[str]:
    """What a follow-up question brings in: "what about a two-year-old?".

    A reply that says it back speaks of the new case, not of the old one. Words of praise
    and fault are left out: they come with objections, and a reply to those counts.
    """
    found: set[str] = set()
    for sentence in sentences(fold(content[:_FOLLOW_UP])):
        if sentence.text.endswith("?") and not _REQUEST.search(sentence.text):
            words = tokens(sentence.text)
            found.update(w.stem for w in words if is_content(w) and not w.value)
    return frozenset(found)


_FOLLOW_UP: Final = 400
_REQUEST: Final = re.compile(r"\b(?:could|can|would|will|do|are|did|have) you\b|\byour?\b")
