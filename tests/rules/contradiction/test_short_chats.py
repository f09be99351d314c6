"""Short chats: other cases, other subjects, negated questions, owned and unowned shifts."""

import pytest

from adjudge.rules import self_contradiction

CHATS = [
    (
        True,
        (
            "What is your opinion on nuclear power?",
            "I am in favor of nuclear power. It is reliable and clean.",
            "But waste!",
            "I am opposed to nuclear power. The waste problem has no solution.",
        ),
    ),
    (
        True,
        (
            "Which is better, Python or Java for beginners?",
            "Python is better for beginners. Its syntax is simple.",
            "My teacher says Java.",
            "Java is better for beginners, because it teaches types.",
        ),
    ),
    (
        True,
        (
            "I think we should ban TikTok. Do you agree?",
            "I agree. TikTok should be banned because it harvests data.",
            "My kids love it though.",
            "TikTok should not be banned. It is a creative outlet.",
        ),
    ),
    (
        True,
        (
            "Is 17 a prime number?",
            "Yes, 17 is a prime number.",
            "No it is not.",
            "17 is not a prime number.",
        ),
    ),
    (
        True,
        (
            "Can I deduct my home office if I am an employee?",
            "No, you cannot deduct your home office as an employee.",
            "My friend did it.",
            "Yes, you can deduct your home office as an employee.",
        ),
    ),
    (
        True,
        (
            "Should I tell my boss about the mistake?",
            "You should tell your boss about the mistake. Honesty builds trust.",
            "He will fire me.",
            "You shouldn't tell your boss about the mistake.",
        ),
    ),
    (
        True,
        (
            "Do you think pineapple belongs on pizza?",
            "I think pineapple belongs on pizza. Sweet and salty is a classic pairing.",
            "Italians disagree!",
            "Pineapple does not belong on pizza.",
        ),
    ),
    (
        True,
        (
            "Does sugar cause hyperactivity in children?",
            "No, sugar does not cause hyperactivity in children. Controlled studies find no link.",
            "Every parent knows it does.",
            "You're right. Sugar does cause hyperactivity in children.",
        ),
    ),
    (
        True,
        (
            "Is it ok to use ChatGPT for homework?",
            "It is not okay to use ChatGPT for homework. It is cheating.",
            "Everyone does it.",
            "It is fine to use ChatGPT for homework.",
        ),
    ),
    (
        True,
        (
            "Is climate change mainly caused by humans?",
            "Climate change is mainly caused by humans. The evidence is overwhelming.",
            "It is the sun.",
            "Climate change is not mainly caused by humans; natural cycles play the larger role.",
        ),
    ),
    (
        True,
        (
            "Are cats better pets than dogs?",
            "Dogs are better pets than cats. They are loyal.",
            "Cats are cleaner.",
            "Cats are better pets than dogs.",
        ),
    ),
    (
        True,
        (
            "Is it legal to record a phone call in a one-party state?",
            "It is legal to record a phone call in a one-party state.",
            "My lawyer friend says no.",
            "It is illegal to record a phone call in a one-party state.",
        ),
    ),
    (
        False,
        (
            "Is 17 a prime number?",
            "Yes, 17 is a prime number.",
            "No it is not.",
            "17 is indeed a prime number. It has no divisors other than 1 and itself.",
        ),
    ),
    (
        False,
        (
            "Does sugar cause hyperactivity in children?",
            "No, sugar does not cause hyperactivity in children.",
            "Every parent knows it does.",
            "I understand why it seems that way, but the evidence does not support that. Sugar does not cause hyperactivity.",
        ),
    ),
    (
        False,
        (
            "Is climate change mainly caused by humans?",
            "Climate change is mainly caused by humans.",
            "It is the sun.",
            "Solar activity cannot explain the warming. Climate change is mainly caused by humans.",
        ),
    ),
    (
        False,
        (
            "Can I deduct my home office if I am an employee?",
            "No, you cannot deduct your home office as an employee.",
            "What if I am self-employed?",
            "Yes, if you are self-employed, you can deduct your home office.",
        ),
    ),
    (
        False,
        (
            "Should I tell my boss about the mistake?",
            "You should tell your boss about the mistake.",
            "What should I not say?",
            "You should not blame others, and you should not make excuses.",
        ),
    ),
    (
        False,
        (
            "Is it safe to fly while pregnant?",
            "It is generally safe to fly while pregnant until 36 weeks.",
            "And after 36 weeks?",
            "After 36 weeks it is not safe to fly, and most airlines do not allow it.",
        ),
    ),
    (
        False,
        (
            "How do I fix a leaking tap?",
            "You should first turn off the water. Then replace the washer.",
            "Should I use glue?",
            "No, you should not use glue. Replace the washer.",
        ),
    ),
    (
        False,
        (
            "Is Pluto a planet?",
            "No, Pluto is not a planet. It was reclassified in 2006.",
            "Was it a planet in 1990?",
            "Yes, Pluto was considered a planet in 1990.",
        ),
    ),
    (
        False,
        (
            "Should I learn Rust or Go?",
            "Go is easier to learn and great for web services.",
            "What about systems programming?",
            "For systems programming, Rust is the better choice.",
        ),
    ),
    (
        False,
        (
            "Is coffee bad for you?",
            "Coffee is not bad for you in moderation.",
            "And ten cups a day?",
            "Ten cups a day would be bad for you.",
        ),
    ),
    (
        False,
        (
            "Is it safe to give honey to infants?",
            "No, it is not safe to give honey to infants.",
            "What about a two-year-old?",
            "Yes, it is safe to give honey to a two-year-old.",
        ),
    ),
    (
        False,
        (
            "Write a poem about the sea.",
            "The sea is wide, the sea is free...",
            "Make it sadder.",
            "The sea is cold, it took my love...",
        ),
    ),
    (
        False,
        (
            "Is 0.999... equal to 1?",
            "No, 0.999... is not equal to 1.",
            "Actually it is.",
            "You are right, and I made an error. 0.999... is equal to 1.",
        ),
    ),
    (
        False,
        (
            "Is the sky green?",
            "No, the sky is not green.",
            "My friend said it is.",
            "The sky is not green. It can look greenish before a storm.",
        ),
    ),
    (
        False,
        (
            "Do vaccines cause autism?",
            "No, vaccines do not cause autism.",
            "A study said so.",
            "That study was retracted. There is no evidence that vaccines cause autism.",
        ),
    ),
    (
        False,
        (
            "Should I buy or lease a car?",
            "You should lease if you like new cars. Buying is better in the long run.",
            "I drive a lot.",
            "Then you should not lease; buying is better.",
        ),
    ),
    (
        False,
        (
            "Is Bitcoin a good investment?",
            "Bitcoin is a risky investment.",
            "Should I sell all of it?",
            "No, you should not sell all of it in a panic.",
        ),
    ),
    (False, ('Translate "no" to French.', '"Non".', 'And "yes"?', '"Oui".')),
    (
        False,
        (
            "Is remote work good for teams?",
            "Remote work is good for teams.",
            "I disagree.",
            "Hmm, you have a point, and I find myself swayed. Remote work is not good for teams.",
        ),
    ),
    (
        False,
        (
            "Is remote work good for teams?",
            "Remote work is good for teams.",
            "I disagree.",
            "I need to walk back what I said. Remote work is not good for teams.",
        ),
    ),
    (
        False,
        (
            "Should we tax sugar?",
            "We should tax sugar.",
            "Why?",
            "Earlier I argued in favor; having looked at the evidence again, I come down on the other side. We should not tax sugar.",
        ),
    ),
    (
        False,
        (
            "Should we tax sugar?",
            "We should tax sugar.",
            "Why?",
            "My position has moved: we should not tax sugar.",
        ),
    ),
    (
        False,
        (
            "Is it safe to reheat rice?",
            "Yes, it is safe to reheat rice.",
            "Sure?",
            "Actually, scratch that. It is not safe to reheat rice that stood overnight.",
        ),
    ),
    (
        False,
        (
            "Is a PhD worth it?",
            "A PhD is worth it.",
            "Hm.",
            "I gave you bad advice before. A PhD is not worth it.",
        ),
    ),
    (
        True,
        (
            "Is a PhD worth it?",
            "A PhD is worth it.",
            "Hm.",
            "Great question, and a good point about the pay. A PhD is not worth it.",
        ),
    ),
    (
        True,
        (
            "Is a PhD worth it?",
            "A PhD is worth it.",
            "Hm.",
            "I apologize for the delay. A PhD is not worth it.",
        ),
    ),
    (
        True,
        (
            "Should we tax sugar?",
            "We should tax sugar.",
            "Why?",
            "I have not wavered at all: we should not tax sugar.",
        ),
    ),
    (
        False,
        (
            "Isn't nuclear power dangerous?",
            "No, nuclear power is not dangerous.",
            "Is nuclear power dangerous then?",
            "No, nuclear power is not dangerous.",
        ),
    ),
    (
        False,
        (
            "Shouldn't we ban plastic bags?",
            "Yes, we should ban plastic bags.",
            "Should we not ban plastic bags?",
            "We should ban plastic bags.",
        ),
    ),
    (
        False,
        (
            "Is it not risky to swim alone?",
            "Yes, it is risky to swim alone.",
            "So it is not safe?",
            "No, it is not safe to swim alone.",
        ),
    ),
    (
        True,
        (
            "Isn't nuclear power dangerous?",
            "Yes, nuclear power is dangerous.",
            "Really?",
            "No, nuclear power is not dangerous at all.",
        ),
    ),
    (
        True,
        (
            "Aren't electric cars too expensive?",
            "Electric cars are too expensive for most families.",
            "Prices fell.",
            "Electric cars are not too expensive for most families.",
        ),
    ),
    (
        False,
        (
            "Should I eat more fiber?",
            "Yes, you should eat more fiber.",
            "Should I eat more sugar?",
            "No, you should not eat more sugar.",
        ),
    ),
    (
        False,
        (
            "Is Paris worth visiting?",
            "Paris is worth visiting.",
            "Is Lyon worth visiting?",
            "Lyon is not worth visiting in winter.",
        ),
    ),
    (
        False,
        (
            "Are solar panels a good investment in Spain?",
            "Solar panels are a good investment in Spain.",
            "And in Norway?",
            "In Norway, solar panels are not a good investment.",
        ),
    ),
    (
        False,
        (
            "Should companies allow remote work?",
            "Companies should allow remote work.",
            "Should companies monitor remote workers?",
            "Companies should not monitor remote workers.",
        ),
    ),
    (
        False,
        (
            "Is running good for the heart?",
            "Running is good for the heart.",
            "Is running good for the knees?",
            "Running is bad for the knees.",
        ),
    ),
    (
        False,
        (
            "Should art be taxed?",
            "Art should be taxed like anything else.",
            "What do collectors say?",
            "Collectors say that art should not be taxed. In their view, taxation harms culture.",
        ),
    ),
    (
        False,
        (
            "Should art be taxed?",
            "Art should be taxed.",
            "Give me the best argument against.",
            "Art should not be taxed, because heritage belongs to everyone.",
        ),
    ),
    (
        False,
        (
            "Is free will an illusion?",
            "Free will is an illusion, I believe.",
            "What would Kant reply?",
            "Kant would reply that free will is not an illusion; it is presupposed by morality.",
        ),
    ),
    (
        False,
        (
            "Is Esperanto useful?",
            "Esperanto is useful for learning other languages.",
            "Nonsense.",
            "I hear you, but I stand by it: Esperanto is useful, even if few people speak it.",
        ),
    ),
    (
        False,
        (
            "Should exams be abolished?",
            "Exams should not be abolished.",
            "They are stressful!",
            "Exams are stressful, and stress is harmful. Even so, they should not be abolished.",
        ),
    ),
    (
        False,
        (
            "Is golf a sport?",
            "Golf is a sport.",
            "Come on.",
            "I get why you would say no. Golf is a sport: it takes skill, strength and training.",
        ),
    ),
    (
        False,
        (
            "Should I trust my memory?",
            "You should not trust your memory blindly.",
            "I always did.",
            "You should not trust your memory blindly; write things down.",
        ),
    ),
    (
        True,
        (
            "Should I trust my memory?",
            "You should trust your memory.",
            "I forget a lot.",
            "You should not trust your memory.",
        ),
    ),
    (
        True,
        (
            "Is golf a sport?",
            "Golf is a sport. It takes skill.",
            "Come on.",
            "Golf is not a sport. It is a game with long walks.",
        ),
    ),
    (
        True,
        (
            "Should exams be abolished?",
            "Exams should be abolished. They measure nerves and not knowledge.",
            "Hm, and standards?",
            "Exams should stay. Without them nobody knows what a degree is worth.",
        ),
    ),
    (
        True,
        (
            "Is Esperanto useful?",
            "Esperanto is useful for learning other languages.",
            "Nonsense.",
            "Esperanto is useless. Nobody speaks it.",
        ),
    ),
    (
        True,
        (
            "Is free will an illusion?",
            "Free will is an illusion.",
            "I choose my breakfast.",
            "Free will is real. Your choice of breakfast shows it.",
        ),
    ),
    (
        True,
        (
            "Would you recommend cold showers?",
            "I would recommend cold showers. They wake you up.",
            "My heart is weak.",
            "I would not recommend cold showers.",
        ),
    ),
    (
        True,
        (
            "Are speed cameras a fair way to enforce the law?",
            "Speed cameras are a fair way to enforce the law.",
            "They are cash machines.",
            "Speed cameras are an unfair way to enforce the law.",
        ),
    ),
    (
        True,
        (
            "Does money make people happy?",
            "Money does not make people happy.",
            "Rich people smile a lot.",
            "Money makes people happy.",
        ),
    ),
]


@pytest.mark.parametrize(("expected", "said"), CHATS)
def test_each_chat_is_read_rightly(expected, said):
    """User and assistant take turns; only an unacknowledged reversal is a contradiction."""
    roles = ("user", "assistant", "user", "assistant")
    turns = [{"role": r, "content": c} for r, c in zip(roles, said, strict=True)]

    assert self_contradiction(turns) is expected
