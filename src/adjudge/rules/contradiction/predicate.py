"""What a clause with a verb of its own says of a subject."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from .clauses import VERB, Clause
from .reach import ANAPHOR, GIVEN, MORE, NAMED, beats, is_doing, reach_of, seen_in, thing_of
from .rival import better_option, better_than, grants, other_way
from .subject import Subject, is_duty, is_telling, permissions
from .valuation import LESS, is_verdict, key_claim, valuation_of, weighs
from .vocabulary import (
    AFFIRM,
    BOOST,
    COMMA,
    DISCREDIT,
    HEDGE,
    INVERT,
    MIXED,
    NOT,
    PRONOUN,
    SHOULD,
    Token,
    vocabulary,
)

VALUED: Final = 0.8
HEDGED: Final = 0.75
BOOSTED: Final = 1.25
OBJECT: Final = 0.6
BY_THE_WAY: Final = 0.5
"""What praise counts where it was asked whether one may."""
IN_PART: Final = 0.6
COSTLY: Final = 0.7
RIVALLED: Final = 0.75
CONCEDED: Final = 0.4
AIMED: Final = 0.4
_ADJUNCTS: Final = frozenset({"for", "among", "under"})
_SCOPE: Final = 7
_NEAR: Final = 4


class Claim(NamedTuple):
    """+ for yes, - for no; how strongly; by which words."""

    weight: float
    shown: str
    keyed: bool = False
    """Whether it affirms or denies the very thing that was asked."""


def predicated(clause: Clause, subject: Subject) -> Claim | None:
    """What the words after the verb say of the words before it."""
    words = clause.words
    verb = verb_of(words)
    if (verb is None and clause.own) or words[0].text in _SEEN:
        verb = next((at for at, w in enumerate(words) if at and w.text == "as"), None)
    if verb is None:
        return _object(clause, subject)
    before, after = words[:verb], words[verb:]
    if subject.ranks and any(w.roles & MIXED for w in before):
        return _compromise(clause, after, subject)
    if _of_something_else(before, after):
        return None
    shown = " ".join(w.text for w in words[: verb + _SCOPE])
    if _discredited(clause, before, after, subject):
        return Claim(-1.0, shown)
    if (
        better_than(before, after, subject)
        or better_option(clause, before, after, subject)
        or other_way(before, after, subject)
    ):
        return Claim(-RIVALLED, shown)
    weight, keyed = _weighed(clause, before, after, subject)
    if _only_in_part(before, subject):
        weight *= IN_PART
    force = _force(words[: verb + _NEAR])
    if _only_meant(after):
        force *= AIMED if weight * subject.sign > 0 else 1.0
    if _granting(after):
        force *= CONCEDED if weight * subject.sign < 0 else 1.0
    return Claim(weight * force, shown, keyed or is_verdict(after)) if weight else None


def _granting(after: Sequence[Token]) -> bool:
    """Whether "do" grants a fault: "it does have drawbacks", not "it does harm".

    So does "its": "it has its limits" is said before a "but".
    """
    if len(after) > 1 and after[0].text in {"has", "have"} and after[1].text in _OWNED:
        return True
    if after[0].text not in {"do", "does", "did"} or len(after) < 2:
        return False
    return not (after[1].value or any(w.roles & NOT for w in after[:3]))


_OWNED: Final = frozenset({"its", "their"})


def _only_meant(after: Sequence[Token]) -> bool:
    """Whether the good is an aim, or was one once: "it was introduced to save coal"."""
    near, known = after[:4], vocabulary()
    past = after[0].text in {"was", "were"} and any(w.text in known.begun for w in near)
    return past or any(w.text in known.aims for w in near)


def _at_large(clause: Clause, subject: Subject) -> bool:
    """Whether nothing is said of where or for whom: "scooters are useful" on pavements?."""
    asked = subject.topic - subject.head - subject.key - subject.right
    return bool(asked) and not {w.stem for w in clause.words} & (asked | subject.key)


def _only_in_part(before: Sequence[Token], subject: Subject) -> bool:
    """Whether a narrower case stands in front: "for small firms, ..."."""
    if _narrowed(before, subject):
        return True
    if not before or before[0].text not in _ADJUNCTS:
        return False
    comma = next((at for at, w in enumerate(before) if w.roles & COMMA), 0)
    return comma > 0 and not {w.stem for w in before[:comma]} & subject.topic


def _narrowed(before: Sequence[Token], subject: Subject) -> bool:
    """Whether only some of it is meant: "scooters left on pavements"."""
    for at, word in enumerate(before[1:], 1):
        if word.text in _SUCH and before[at - 1].stem in subject.head:
            return word.stem not in subject.topic
    return False


_SUCH: Final = frozenset(
    {"left", "used", "made", "built", "run", "kept", "sold", "designed"}
)


def _weighed(
    clause: Clause, before: Sequence[Token], after: Sequence[Token], subject: Subject
) -> tuple[float, bool]:
    """How much is claimed, 0 for nothing, and whether of the very thing asked."""
    reach, flip = reach_of(before, after, clause.granted, subject)
    weighed = weighs(after)
    if not weighed:
        meant = ANAPHOR if clause.own and before and is_telling(subject) else 0.0
        keyed = key_claim(before, after, reach or meant, subject)
        if keyed is not None:
            return keyed * flip, True
    wanted = _wanted(subject)
    costs = not weighed and _costs(before, after)
    if not reach and (weighed or costs) and _names(before, after, subject):
        reach = NAMED
    if costs and reach:
        return -COSTLY * subject.sign * reach, False
    value = valuation_of(before, after, wanted - {w.stem for w in before})
    if value is None or (not weighed and _faulty(before, subject)):
        return 0.0, False
    if reach == GIVEN and value > 0:
        return 0.0, False
    beaten = weighed or beats(before, after, subject)
    doing = is_doing(before, subject) and not beaten
    weight = value * (1 if doing else subject.sign) * VALUED * reach * flip
    if subject.right and not weighed and not _measured(after, subject):
        weight *= OBJECT
    return weight * _beside_the_point(clause, before, after, subject), False


def _beside_the_point(
    clause: Clause, before: Sequence[Token], after: Sequence[Token], subject: Subject
) -> float:
    """What praise or fault counts where it is not quite of what was asked."""
    factor = 1.0
    if subject.doing and not any(w.roles & SHOULD for w in after[:3]):
        meant = len(before) == 1 and before[0].text == "it"
        thing = meant or weighs(after) or not is_doing(before, subject)
        if (_restricts(subject) and thing) or _at_large(clause, subject):
            factor *= OBJECT
    if not subject.key and subject.lead == "should":
        factor *= OBJECT if len({w.stem for w in before} & subject.topic) < 2 else 1.0
    safety = subject.key and subject.key <= permissions() and subject.lead != "should"
    if safety and not {w.stem for w in after} & permissions():
        factor *= BY_THE_WAY
    return factor


def _restricts(subject: Subject) -> bool:
    """Whether praise of the thing is no answer: it is to be banned, or made a duty."""
    return not subject.right and (subject.sign < 0 or is_duty(subject))


def _names(before: Sequence[Token], after: Sequence[Token], subject: Subject) -> bool:
    """Whether it is the subject's own cost or benefit: "the drawbacks of X outweigh"."""
    stems = {w.stem for w in before}
    if stems & subject.right or any(w.roles & SHOULD for w in after):
        return False
    return bool(stems & subject.head)


def _measured(after: Sequence[Token], subject: Subject) -> bool:
    """Whether one is held against the other: the rival may be good, and yet no better."""
    near = after[:_SCOPE]
    if any(w.text in MORE or w.text in _HELD or w.text.endswith("er") for w in near):
        return True
    return any(w.stem in subject.right or w.stem in subject.left for w in after)


_HELD: Final = frozenset(
    {"than", "less", "compared", "over", "unlike", "instead", "rather"}
)


@lru_cache(maxsize=256)
def _wanted(subject: Subject) -> frozenset[str]:
    """What the thing is to bring: less of it is a fault, unless less was asked for."""
    lessened = any(stem.startswith(LESS) for stem in subject.topic)
    if subject.sign < 0 or lessened:
        return frozenset()
    return subject.topic - subject.key - subject.right


def _costs(before: Sequence[Token], after: Sequence[Token]) -> bool:
    """Whether a cost or a risk is said to be great: "its costs are too high"."""
    known = vocabulary()
    return any(w.text in known.faults for w in before) and any(
        w.text in known.magnitudes for w in after[1:6]
    )


def _discredited(
    clause: Clause, before: Sequence[Token], after: Sequence[Token], subject: Subject
) -> bool:
    """Whether the position that was just granted is rejected: "this view overlooks"."""
    if not any(w.roles & DISCREDIT for w in after[:3]):
        return False
    pointed = len(before) <= 3 and any(w.roles & PRONOUN for w in before)
    return pointed and grants(clause, subject)


_SEEN: Final = frozenset({"see", "view", "treat", "regard", "describe", "present"})


def _of_something_else(before: Sequence[Token], after: Sequence[Token]) -> bool:
    """Whether both things, the thing alone, or something that was said is judged."""
    beside = any(w.text in _BOTH or w.text in _ALONE for w in before)
    near = before[:4]
    if not any(w.roles & NOT for w in near):  # "no question about it"
        beside = beside or any(w.text in _DEBATE for w in near)
    return beside or _of_a_claim(before, after)


def _of_a_claim(before: Sequence[Token], after: Sequence[Token]) -> bool:
    """Whether something that was said is judged, not the thing: "this is a myth"."""
    pointed = len(before) == 1 and before[0].text in _SAID
    return pointed and any(w.roles & DISCREDIT for w in after[:6])


_SAID: Final = frozenset({"this", "that", "these", "those"})


def verb_of(words: Sequence[Token]) -> int | None:
    """Where the predicate starts; a noun that can be a verb is one for want of others."""
    spare = 0 if words[0].roles & NOT else None
    front = len(words) - len(thing_of(words))  # "with such safeguards, the duty would ..."
    for at, word in enumerate(words[front + 1 :], front + 1):
        if word.roles & (VERB | INVERT) or word.verbal == 2:
            return at
        if word.verbal and not spare:
            spare = at
    return spare


def _faulty(before: Sequence[Token], subject: Subject) -> bool:
    """Whether the clause is about a fault, not the thing: "the risks of X are"."""
    return any(
        w.value < 0 and w.stem not in subject.topic and not w.act and " " not in w.text
        for w in before
    )


_ALONE: Final = frozenset({"alone"})
"""What it cannot do by itself it may help to do."""
_DEBATE: Final = frozenset(
    {"debate", "debates", "discussion", "question", "controversy", "dilemma", "comparison"}
)
"""What is said of the quarrel is said of neither side."""
_BOTH: Final = frozenset({"both", "balance", "balancing", "balanced approach"})


def _compromise(clause: Clause, after: Sequence[Token], subject: Subject) -> Claim | None:
    """A mix that is better denies that the one is best, where that was asked."""
    if not grants(clause, subject):
        return None
    value = valuation_of((), after)
    if value is None or value < 0:
        return None
    return Claim(-NAMED, " ".join(w.text for w in clause.words[:12]))


def _object(clause: Clause, subject: Subject) -> Claim | None:
    """What is opposed must be the subject: "I oppose the ban" has no other verb."""
    if not clause.own and clause.sign > 0:
        return None
    words = clause.words[:12]
    shared = {w.stem for w in words} & subject.topic
    if len(words) < 3 and all(w.roles & PRONOUN for w in words):
        return Claim(ANAPHOR * subject.sign, " ".join(w.text for w in words))
    if worth := seen_in(words, subject):
        return Claim(worth * subject.sign, " ".join(w.text for w in words))
    act = subject.doing and {w.stem for w in words[:_NEAR]} & subject.key
    enough = act or len(shared) + grants(clause, subject) >= min(2, len(subject.topic))
    if not enough and not (clause.sign < 0 and shared >= subject.head):
        return None
    sign = subject.sign if not shared & subject.key else 1
    if words[0].act < 0 and words[0].stem not in subject.topic:
        sign = -sign  # "it would be wrong to dismiss X"
    return Claim(float(sign), " ".join(w.text for w in words))


def _force(words: Sequence[Token]) -> float:
    force = 1.0
    if any(w.roles & HEDGE for w in words) and not any(w.roles & NOT for w in words):
        force *= HEDGED
    if any(w.roles & (BOOST | AFFIRM) for w in words):
        force *= BOOSTED
    return force
