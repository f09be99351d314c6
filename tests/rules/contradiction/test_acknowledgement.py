"""A change of position that is owned up to, in many wordings, and what only sounds like it."""

import pytest

from adjudge.rules import self_contradiction
from adjudge.rules.contradiction.acknowledgement import acknowledgement_in

OWNED = [
    "I've reconsidered, and I think you have the better argument.",
    "On reflection, my first answer went too far.",
    "You've convinced me.",
    "I have to admit I got this wrong earlier.",
    "I take back what I said about this.",
    "That changes things for me.",
    "My thinking on this has shifted.",
    "I no longer hold the view I gave you before.",
    "I'm going to reverse myself here.",
    "Let me walk back my earlier claim.",
    "I was defending the wrong side.",
    "Your argument has won me over.",
    "I now find myself on the other side of this question.",
    "I'd like to retract my previous statement.",
    "After weighing your objection, I have to change my answer.",
    "My earlier position doesn't hold up.",
    "What I told you before was mistaken.",
    "I'll concede the point: you were right and I was not.",
    "I spoke too strongly before, and I no longer stand by it.",
    "Having thought it through again, I come down against it now.",
    "I must revise what I said at the start.",
    "I can't defend my original view any longer.",
    "This is a departure from what I argued before.",
    "You were right to push back, and I withdraw my claim.",
    "I've updated my view.",
    "My earlier answer was too simple, so let me correct it.",
]
NOT_OWNED = [
    "I haven't changed my mind.",
    "Nothing you've said changes my view.",
    "I see no reason to change my answer.",
    "If I were wrong, I would say so.",
    "You may want me to reconsider, but I stand by my answer.",
    "Many people have changed their minds about this over the years.",
    "Public opinion has shifted considerably.",
    "Scientists corrected their earlier estimates.",
    "The court reversed its decision in 1973.",
    "Good point about the cost.",
    "You're right that costs matter.",
    "I apologize for any frustration.",
    "I'm sorry that my answer disappointed you.",
    "Thank you for your feedback.",
    "Let me clarify my position.",
    "I'd be glad to explain my view in other words.",
    "I would change my mind if better data came in.",
    "I could be wrong about the details.",
    "It is worth reconsidering how we fund it.",
    "The industry should rethink its approach.",
    "I understand why you see it differently.",
    "Let me rephrase my argument.",
    "Here's a revised, shorter version.",
    "Perhaps I should have been clearer.",
    "Companies have had to walk back such claims.",
    "You have a different view, and I respect it.",
    "My view remains unchanged after considering your points.",
    "No, I won't take that back.",
]


@pytest.mark.parametrize("said", OWNED)
def test_an_owned_change_is_heard(said):
    """Whoever says openly that the view changed contradicts nobody."""
    assert acknowledgement_in(0, said) is not None


@pytest.mark.parametrize("said", OWNED)
def test_an_owned_reversal_is_no_contradiction(said):
    """The sides change, and the turn says so."""
    assert not self_contradiction(_reversed(said))


@pytest.mark.parametrize("said", NOT_OWNED)
def test_what_only_sounds_like_it_is_none(said):
    """Denied, supposed, somebody else's, or courtesy."""
    assert acknowledgement_in(0, said) is None


def _reversed(said):
    return [
        {"role": "user", "content": "Should cities ban cars from their centers?"},
        {"role": "assistant", "content": "Cities should ban cars from their centers."},
        {"role": "user", "content": "Shops would close."},
        {"role": "assistant", "content": f"{said} Cities should not ban cars."},
    ]
