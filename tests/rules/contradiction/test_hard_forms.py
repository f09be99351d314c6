"""The hard forms of the bundled examples in fresh wordings, with and without a reversal."""

import pytest

from adjudge.rules import self_contradiction

_AGAIN = "I see it differently."

# form: (whether it reverses, question, first answer, later answer or answers)
FORMS = {
    "curly apostrophes": [
        (
            True,
            "Should museums charge for admission?",
            "Museums should charge for admission. It pays for care of the collection.",
            "Museums shouldn’t charge for admission.",
        ),
        (
            True,
            "Is whole milk healthier than oat milk?",
            "Whole milk is healthier than oat milk.",
            "Whole milk isn’t healthier than oat milk. It’s the other way round.",
        ),
        (
            True,
            "Should tenants be allowed to keep pets?",
            "Tenants should be allowed to keep pets.",
            "I don’t think tenants should be allowed to keep pets.",
        ),
        (
            False,
            "Should museums charge for admission?",
            "Museums shouldn’t charge for admission.",
            "I hear you, but they still shouldn’t. Museums should not charge for admission.",
        ),
        (
            False,
            "Is cycling to work safe in large cities?",
            "Cycling to work is safe in large cities.",
            "It isn’t without risk, yet cycling to work is safe in large cities.",
        ),
        (
            False,
            "Should tenants be allowed to keep pets?",
            "Yes, tenants should be allowed to keep pets.",
            "There’s no reason why tenants shouldn’t be allowed to keep pets.",
        ),
    ],
    "not only": [
        (
            True,
            "Is homework beneficial for primary pupils?",
            "Homework is beneficial for primary pupils.",
            "Homework is not only useless for primary pupils, it is harmful.",
        ),
        (
            True,
            "Should plastic bags be banned?",
            "Plastic bags should not be banned. Shoppers rely on them.",
            "Plastic bags should not only be taxed, they should be banned.",
        ),
        (
            True,
            "Is fast fashion acceptable?",
            "Fast fashion is acceptable, since it makes clothes affordable.",
            "Fast fashion is not just wasteful, it is unacceptable.",
        ),
        (
            False,
            "Is homework beneficial for primary pupils?",
            "Homework is beneficial for primary pupils.",
            "Homework is not only beneficial for primary pupils but also for their parents.",
        ),
        (
            False,
            "Is public transport worth subsidizing?",
            "Public transport is worth subsidizing.",
            "It is not merely worth it; public transport is essential to a fair city.",
        ),
        (
            False,
            "Should plastic bags be banned?",
            "Yes, plastic bags should be banned.",
            "Plastic bags should be banned, and not just in supermarkets.",
        ),
    ],
    "i don't disagree": [
        (
            True,
            "Should school start later in the morning?",
            "School should start later in the morning.",
            "I don't agree that school should start later in the morning.",
        ),
        (
            True,
            "Should zoos be closed?",
            "No, zoos should not be closed. They breed endangered animals.",
            "I can't disagree: zoos should be closed.",
        ),
        (
            True,
            "Is nuclear power safe?",
            "I don't disagree that nuclear power is safe.",
            "Nuclear power is not safe.",
        ),
        (
            False,
            "Should school start later in the morning?",
            "School should start later in the morning.",
            "I don't disagree that buses are a problem. School should still start later.",
        ),
        (
            False,
            "Is nuclear power safe?",
            "Nuclear power is safe.",
            "I wouldn't disagree with those who call nuclear power safe.",
        ),
        (
            False,
            "Should zoos be closed?",
            "Zoos should be closed. Cages make animals ill.",
            "I don't disagree with you on breeding, but zoos should be closed.",
        ),
    ],
    "no doubt, yes": [
        (
            True,
            "Should voting be done online?",
            "No doubt, yes. Online voting would raise turnout.",
            "No, voting should not be done online.",
        ),
        (
            True,
            "Is tourism good for small islands?",
            "No. Tourism is bad for small islands.",
            "No question about it, tourism is good for small islands.",
        ),
        (
            True,
            "Are speed cameras useful?",
            "Without a doubt, yes, speed cameras are useful.",
            "Speed cameras are not useful.",
        ),
        (
            False,
            "Should voting be done online?",
            "Yes, voting should be done online.",
            "No doubt, yes. It should be done online.",
        ),
        (
            False,
            "Is tourism good for small islands?",
            "Yes, tourism is good for small islands.",
            "No doubt about it: tourism is good for small islands.",
        ),
        (
            False,
            "Are speed cameras useful?",
            "Yes, speed cameras are useful.",
            "No question, speed cameras are useful.",
        ),
    ],
    "yes, but on balance no": [
        (
            True,
            "Should restaurants abolish tipping?",
            "Yes, restaurants should abolish tipping.",
            "Yes, it has its appeal, but on balance no.",
        ),
        (
            True,
            "Is boxing an acceptable sport for children?",
            "No, boxing is not an acceptable sport for children.",
            "No, it is not without danger, but on balance yes.",
        ),
        (
            True,
            "Should streets be lit all night?",
            "Yes, streets should be lit all night. It prevents accidents.",
            "In some ways yes, but overall no. Streets should not be lit all night.",
        ),
        (
            False,
            "Should restaurants abolish tipping?",
            "No, restaurants should not abolish tipping.",
            "Yes, it has its appeal, but on balance no.",
        ),
        (
            False,
            "Is boxing an acceptable sport for children?",
            "Yes, boxing is an acceptable sport for children.",
            "No sport is free of danger, but on balance yes.",
        ),
        (
            False,
            "Should streets be lit all night?",
            "Yes, but on balance no. Streets should not be lit all night.",
            "No. Streets should not be lit all night.",
        ),
    ],
    "guard against": [
        (
            True,
            "Are vaccination campaigns beneficial?",
            "Vaccination campaigns are beneficial; they guard against outbreaks.",
            "Vaccination campaigns are harmful and do not guard against anything.",
        ),
        (
            True,
            "Should banks hold larger reserves?",
            "Banks should hold larger reserves to guard against crises.",
            "Banks should not hold larger reserves.",
        ),
        (
            True,
            "Is encryption good for society?",
            "Encryption is bad for society, since it shields criminals.",
            "Encryption is good for society, as it guards against theft.",
        ),
        (
            False,
            "Are vaccination campaigns beneficial?",
            "Vaccination campaigns are beneficial.",
            "They protect against outbreaks and guard against panic.",
        ),
        (
            False,
            "Should banks hold larger reserves?",
            "Banks should hold larger reserves.",
            "They should, because larger reserves guard against the next crisis.",
        ),
        (
            False,
            "Is encryption good for society?",
            "Encryption is good for society.",
            "Encryption defends against theft and guards against abuse.",
        ),
    ],
    "negated acknowledgement": [
        (
            True,
            "Should advertising to children be banned?",
            "Advertising to children should be banned.",
            "I haven't changed my mind about children. Advertising to children should not be banned.",
        ),
        (
            True,
            "Is remote teaching as effective as classroom teaching?",
            "Yes, remote teaching is as effective as classroom teaching.",
            "I am not correcting myself. No, remote teaching is not as effective as classroom teaching.",
        ),
        (
            True,
            "Should the museum open on Sundays?",
            "The museum should open on Sundays.",
            "My view has never shifted: the museum should not open on Sundays.",
        ),
        (
            False,
            "Should advertising to children be banned?",
            "Advertising to children should be banned.",
            "You haven't changed my mind. Advertising to children should be banned.",
        ),
        (
            False,
            "Should the museum open on Sundays?",
            "The museum should open on Sundays.",
            "I've changed my mind. The museum should not open on Sundays.",
        ),
        (
            False,
            "Is remote teaching as effective as classroom teaching?",
            "Yes, remote teaching is as effective as classroom teaching.",
            "I was wrong earlier. Remote teaching is not as effective as classroom teaching.",
        ),
    ],
    "acknowledgement of something else": [
        (
            True,
            "Should the city build a tram?",
            "Yes, the city should build a tram.",
            "Good point about the budget. No, the city should not build a tram.",
        ),
        (
            True,
            "Is decaf coffee safe in pregnancy?",
            "Decaf coffee is safe in pregnancy.",
            "You're right that I misspelled decaf. Decaf coffee is not safe in pregnancy.",
        ),
        (
            True,
            "Should exams be abolished?",
            "Exams should be abolished.",
            "Sorry for the long reply earlier. Exams should not be abolished.",
        ),
        (
            False,
            "Should the city build a tram?",
            "Yes, the city should build a tram.",
            "Good point about the budget. The city should build a tram even so.",
        ),
        (
            False,
            "Is decaf coffee safe in pregnancy?",
            "Decaf coffee is safe in pregnancy.",
            "Thank you for the correction on the brand. Decaf coffee is safe in pregnancy.",
        ),
        (
            False,
            "Should exams be abolished?",
            "Exams should be abolished.",
            "Fair point about universities; exams should be abolished in schools all the same.",
        ),
    ],
    "a later turn": [
        (
            True,
            "Should fur farming be banned?",
            "Fur farming should be banned.",
            "It causes suffering for no good reason.",
            "Fur farming should not be banned.",
        ),
        (
            True,
            "Is gold a good investment?",
            "Gold is a good investment.",
            "Prices vary with interest rates.",
            "Many people buy coins.",
            "Gold is a bad investment.",
        ),
        (
            True,
            "Should dogs be allowed on beaches?",
            "No, dogs should not be allowed on beaches.",
            "I understand that you love your dog.",
            "Yes, dogs should be allowed on beaches.",
        ),
        (
            False,
            "Should fur farming be banned?",
            "Fur farming should be banned.",
            "It causes suffering for no good reason.",
            "As I said, fur farming should be banned.",
        ),
        (
            False,
            "Is gold a good investment?",
            "Gold is a good investment.",
            "Prices vary with interest rates.",
            "I have changed my mind after these figures.",
            "Gold is a bad investment.",
        ),
        (
            False,
            "Should dogs be allowed on beaches?",
            "No, dogs should not be allowed on beaches.",
            "I understand that you love your dog.",
            "Dogs should not be allowed on beaches, lovely as they are.",
        ),
    ],
    "a hedged refusal": [
        (
            True,
            "Should I lend my brother money?",
            "You should lend your brother money.",
            "I'm not sure I can recommend that. You should not lend your brother money.",
        ),
        (
            True,
            "Is the mushroom safe to eat?",
            "It is safe to eat.",
            "I can't say for certain, but no, it is not safe to eat.",
        ),
        (
            True,
            "Is it wise to skip breakfast?",
            "It is wise to skip breakfast.",
            "I would hesitate to give advice here; still, it is unwise to skip breakfast.",
        ),
        (
            False,
            "Should I lend my brother money?",
            "You should lend your brother money.",
            "As an AI I can't make this decision for you.",
        ),
        (
            False,
            "Is the mushroom safe to eat?",
            "No, it is not safe to eat.",
            "I'm sorry, I can't tell you more about that mushroom.",
        ),
        (
            False,
            "Is it wise to skip breakfast?",
            "It is unwise to skip breakfast.",
            "I'd rather not give medical advice; perhaps ask a dietitian.",
        ),
    ],
    "a long preamble": [
        (
            True,
            "Should libraries lend tools?",
            "Libraries should lend tools.",
            "Thank you for raising this. It is a subject that has occupied town councils for "
            "many years, and there is a great deal of writing on it, some of it old. Much "
            "depends on staffing and on space. With all of this in view, I believe that "
            "libraries should not lend tools.",
        ),
        (
            True,
            "Is daily bathing necessary?",
            "Daily bathing is not necessary.",
            "Customs differ from country to country, and habits from one century to the next. "
            "Soap was once a luxury. The Romans met in baths. Having looked at the matter from "
            "several angles, my answer is this: daily bathing is necessary.",
        ),
        (
            True,
            "Should lotteries be state-run?",
            "Lotteries should be state-run.",
            "Let me take a moment to set out how I see this. The history of lotteries goes "
            "back to the Han dynasty. Every country has found its own way. In the end, "
            "lotteries should not be state-run.",
        ),
        (
            False,
            "Should libraries lend tools?",
            "Libraries should lend tools.",
            "Thank you for raising this. It is a subject that has occupied town councils for "
            "many years, and there is a great deal of writing on it. Much depends on staffing. "
            "With all of this in view, I believe that libraries should lend tools.",
        ),
        (
            False,
            "Is daily bathing necessary?",
            "Daily bathing is not necessary.",
            "Customs differ from country to country. Soap was once a luxury. Having looked at "
            "the matter from several angles, my answer stays: daily bathing is not necessary.",
        ),
        (
            False,
            "Should lotteries be state-run?",
            "Lotteries should be state-run.",
            "The history of lotteries goes back to the Han dynasty. Every country has found "
            "its own way, and some have had scandals. In the end, lotteries should be "
            "state-run.",
        ),
    ],
    "quoted opponents": [
        (
            True,
            "Should hunting be banned?",
            "Hunting should be banned.",
            'Some say "hunting should be banned", but hunting should not be banned.',
        ),
        (
            True,
            "Is opera worth public money?",
            "Opera is worth public money.",
            'Its friends say "opera is worth every cent". Opera is not worth public money.',
        ),
        (
            True,
            "Should cash be abolished?",
            "Cash should not be abolished.",
            "Opponents claim that cash should be kept for the old. Cash should be abolished.",
        ),
        (
            False,
            "Should hunting be banned?",
            "Hunting should be banned.",
            'Hunters say "hunting should not be banned, it is a tradition". It should be banned.',
        ),
        (
            False,
            "Is opera worth public money?",
            "Opera is worth public money.",
            "Critics argue that opera is not worth public money. They overlook its schools.",
        ),
        (
            False,
            "Should cash be abolished?",
            "Cash should not be abolished.",
            "According to its critics, cash should be abolished because it hides crime.",
        ),
    ],
    "other spellings": [
        (
            True,
            "Should the labour market be liberalised?",
            "The labor market should be liberalized.",
            "The labour market should not be liberalised.",
        ),
        (
            True,
            "Is artificial flavouring harmful?",
            "Artificial flavoring is harmful.",
            "Artificial flavouring is not harmful.",
        ),
        (
            True,
            "Should cannabis be legalized?",
            "Cannabis should be legalised.",
            "Cannabis shouldnt be legalized.",
        ),
        (
            False,
            "Should the labour market be liberalised?",
            "The labor market should be liberalized.",
            "The labour market should be liberalised.",
        ),
        (
            False,
            "Is artificial flavouring harmful?",
            "Artificial flavoring is not harmful.",
            "Artificial flavouring isnt harmful.",
        ),
        (
            False,
            "Should cannabis be legalized?",
            "Cannabis should be legalised.",
            "Cannabis should be legalized, with a minimum age.",
        ),
    ],
    "light markdown": [
        (
            True,
            "Should parks be closed at night?",
            "**Yes.** Parks *should* be closed at night.",
            "**No.** Parks should *not* be closed at night.",
        ),
        (
            True,
            "Is bottled water better than tap water?",
            "## Answer\n\n**Bottled water** is better than tap water.",
            "## Answer\n\n- Tap water is cheaper\n\n**Bottled water is not better than tap water.**",
        ),
        (
            True,
            "Should phones be banned in class?",
            "Phones **should be banned** in class.",
            "> Phones distract.\n\nStill, phones **should not be banned** in class.",
        ),
        (
            False,
            "Should parks be closed at night?",
            "**Yes.** Parks *should* be closed at night.",
            "**Short answer:** yes, parks should be **closed** at night.",
        ),
        (
            False,
            "Is bottled water better than tap water?",
            "**Bottled water** is better than tap water.",
            "- Tap water is cheaper\n- It is tested\n\n**Bottled water is still better than tap water.**",
        ),
        (
            False,
            "Should phones be banned in class?",
            "Phones **should be banned** in class.",
            "1. Phones distract.\n2. They are **not** needed.\n\nPhones should be banned in class.",
        ),
    ],
}
CASES = [(form, *case) for form, cases in FORMS.items() for case in cases]
_BETWEEN = [
    {"role": "system", "content": "Answer briefly."},
    {"role": "tool", "content": "No results. This should not be allowed."},
]


def _talk(question, answers, between=()):
    messages = [{"role": "user", "content": question}]
    for at, answer in enumerate(answers):
        if at:
            messages += [*between, {"role": "user", "content": _AGAIN}]
        messages.append({"role": "assistant", "content": answer})
    return messages


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case[0]}: {case[2]}")
def test_a_hard_form_is_read(case):
    """The wording is new; what it does to the position is not."""
    _, reverses, question, *answers = case
    why = self_contradiction.explain(_talk(question, answers))
    assert why.value is reverses, why.reason


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case[0]}: {case[2]}")
def test_system_and_tool_messages_between_change_nothing(case):
    """They ask nothing and are nobody's position."""
    _, reverses, question, *answers = case
    why = self_contradiction.explain(_talk(question, answers, _BETWEEN))
    assert why.value is reverses, why.reason


TWO = [
    (True, "Should we plant trees here?", "Should we paint the hall?"),
    (True, "Is tea healthy?", "Is chess a sport?"),
    (True, "Should taxis be electric?", "Is jazz popular?"),
]
_SAYS = {
    "Should we plant trees here?": (
        "We should plant trees here.",
        "We should not plant trees here.",
    ),
    "Should we paint the hall?": (
        "We should not paint the hall.",
        "We should paint the hall.",
    ),
    "Is tea healthy?": ("Tea is healthy.", "Tea is unhealthy."),
    "Is chess a sport?": ("Chess is not a sport.", "Chess is a sport."),
    "Should taxis be electric?": (
        "Taxis should be electric.",
        "Taxis should not be electric.",
    ),
    "Is jazz popular?": ("Jazz is not popular.", "Jazz is popular."),
}


@pytest.mark.parametrize(("first", "second"), [(a, b) for _, a, b in TWO])
def test_two_questions_are_two_subjects(first, second):
    """A no to the one is no reversal of a yes to the other; a no to the same is."""
    asked = [first, second, first]
    said = [_SAYS[first][0], _SAYS[second][0]]

    def talk(last):
        turns = zip(asked, [*said, last], strict=True)
        return [
            {"role": role, "content": content}
            for question, answer in turns
            for role, content in (("user", question), ("assistant", answer))
        ]

    assert not self_contradiction(talk(_SAYS[first][0]))
    assert self_contradiction(talk(_SAYS[first][1]))
