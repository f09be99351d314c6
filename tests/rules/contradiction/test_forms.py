"""Sentences that models change sides with, and those they keep one with, on any topic."""

import pytest

from adjudge.rules.contradiction.positions import position_of
from adjudge.rules.contradiction.questions import subject_of_user
from adjudge.rules.contradiction.reading import read

TOPICS = [
    ("Is microfinance {0}?", "microfinance", "an effective tool for reducing poverty"),
    ("Is acupuncture {0}?", "acupuncture", "a safe and effective treatment for pain"),
    ("Is cosmetic surgery {0}?", "cosmetic surgery", "beneficial for self-esteem"),
    ("Is nuclear energy {0}?", "nuclear energy", "a sustainable source of power"),
    ("Is telemedicine {0}?", "telemedicine", "a viable alternative to clinics"),
    ("Is advertising {0}?", "advertising", "essential for small businesses"),
    ("Is peer review {0}?", "peer review", "a reliable method for judging research"),
]
ACTS = [
    ("Should the death penalty be abolished?", "abolishing the death penalty"),
    ("Should smoking be banned in public places?", "banning smoking"),
    ("Should genetically modified foods be prohibited?", "prohibiting modified foods"),
    ("Should voting be made compulsory for all citizens?", "making voting compulsory"),
    ("Should cannabis be legalized for recreational use?", "legalizing cannabis"),
    ("Should rent control be expanded in major cities?", "expanding rent control"),
]
PAIRS = [
    ("Is remote work better than office work?", "remote work", "office work"),
    (
        "Should preventive care be prioritized over curative treatment?",
        "preventive care",
        "curative treatment",
    ),
    ("Is renting a home more sensible than buying a home?", "renting", "buying"),
    ("Are print books superior to e-books for learning?", "print books", "e-books"),
]

AGAINST = [
    "While {x} has certain benefits, it is not {p}.",
    "While {x} may seem appealing, it often falls short of its promises.",
    "The notion that {x} is {p} is flawed.",
    "It is a mistake to see {x} as {p}.",
    "I'd argue that {x} does more harm than good.",
    "Despite its promise, {x} has serious limitations.",
    "{x} fails to deliver what it promises.",
    "{x} is far from being {p}.",
    "The drawbacks of {x} outweigh its benefits.",
    "In summary, while {x} offers some advantages, its risks outweigh them.",
    "Ultimately, {x} is not the answer.",
    "Although {x} has its merits, I am not convinced that it is {p}.",
    "Calling {x} {p} overlooks serious flaws.",
    "To claim that {x} is {p} ignores the evidence.",
    "The benefits of {x} are often exaggerated.",
    "Relying on {x} is risky.",
    "I would caution against {x}.",
    "There is little evidence that {x} is {p}.",
    "{x} creates more problems than it solves.",
    "Overall, the harms of {x} are too great.",
    "{x} is better described as a failure.",
    "I believe that the risks of {x} far outweigh the benefits.",
    "{x} does not deserve our support.",
]
NOT_AGAINST = [
    "While {x} has drawbacks, it remains {p}.",
    "I understand your concerns, but {x} is still {p}.",
    "The risks of {x} are real, but they can be managed.",
    "Critics say that {x} is not {p}.",
    "No one claims that {x} is perfect.",
    "{x} is not a panacea, but it helps.",
    "{x} is not without its problems.",
    "It's true that {x} can be misused.",
    "It would be wrong to dismiss {x}.",
    "{x} alone is not enough.",
    "Abandoning {x} would be a mistake.",
    "Without {x}, we would be worse off.",
    "Perhaps you believe that {x} is not {p}.",
    "The problem is not {x} but how it is used.",
    "Few would deny that {x} is {p}.",
    "The idea that {x} is useless is wrong.",
    "There's no reason to reject {x}.",
    "{x} is too valuable to give up.",
    "The challenges of {x} should not be overlooked.",
    "To say that {x} is not {p} ignores the evidence.",
    "While {x} is {p}, it should be planned with care.",
]
AGAINST_ACT = [
    "While concerns are valid, {a} is not the answer.",
    "{a} would do more harm than good.",
    "{a} would be a mistake.",
    "While {a} may seem appealing, it would create serious problems.",
    "There are better ways than {a}.",
    "In conclusion, {a} is unnecessary and harmful.",
    "Therefore, {a} cannot be justified.",
]
NOT_AGAINST_ACT = [
    "{a} is necessary.",
    "I understand that {a} may be difficult, but it is the right thing to do.",
    "Opponents argue that {a} would be harmful.",
    "{a} is not without challenges.",
    "Without {a}, the harm will continue.",
    "Delaying {a} would be a mistake.",
    "Those who oppose {a} overlook the evidence.",
    "{a} must be done carefully to avoid unintended consequences.",
    "{a} raises difficult questions.",
]
FOR_THE_RIVAL = [
    "{r} is better than {l}.",
    "While {l} has benefits, {r} is more effective.",
    "{r} remains superior.",
    "{l} falls short of {r}.",
    "Although {l} is popular, {r} is preferable.",
    "{l} has serious drawbacks compared to {r}.",
]
NOT_FOR_THE_RIVAL = [
    "While {r} has benefits, {l} is more effective.",
    "{r} has its merits, but {l} is superior.",
    "{l} offers advantages that {r} cannot match.",
    "{r} falls short of {l}.",
    "Critics say {r} is better than {l}.",
]


def _weight(question, said):
    turn = read(0, "Certainly! " + said[0].upper() + said[1:])
    return position_of(turn, subject_of_user(question), answers=False).weight


@pytest.mark.parametrize("form", AGAINST)
def test_a_turn_against_the_thing(form):
    """What is said against it is heard, whatever it is about."""
    for question, x, p in TOPICS:
        assert _weight(question.format(p), form.format(x=x, p=p)) <= -0.4, x


@pytest.mark.parametrize("form", NOT_AGAINST)
def test_what_keeps_the_thing_is_not_against_it(form):
    """Courtesy, limits and other people's doubts are no reversal."""
    for question, x, p in TOPICS:
        assert _weight(question.format(p), form.format(x=x, p=p)) >= -0.5, x


@pytest.mark.parametrize("form", AGAINST_ACT)
def test_a_turn_against_the_act(form):
    """What is said against the act is a no, whatever it is done to."""
    for question, act in ACTS:
        assert _weight(question, form.format(a=act)) <= -0.4, act


@pytest.mark.parametrize("form", NOT_AGAINST_ACT)
def test_what_keeps_the_act_is_not_against_it(form):
    """Doubts that are named are not held."""
    for question, act in ACTS:
        assert _weight(question, form.format(a=act)) >= -0.2, act


@pytest.mark.parametrize("form", FOR_THE_RIVAL)
def test_praise_of_the_rival_is_a_no(form):
    """Of two things, what speaks for the other speaks against this one."""
    for question, left, right in PAIRS:
        assert _weight(question, form.format(l=left, r=right)) <= -0.4, left


@pytest.mark.parametrize("form", NOT_FOR_THE_RIVAL)
def test_a_rival_may_be_granted_something(form):
    """To grant the other thing its merits is no reversal."""
    for question, left, right in PAIRS:
        assert _weight(question, form.format(l=left, r=right)) >= -0.2, left
