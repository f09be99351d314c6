"""A corpus to measure with: two answers of about 1 KB each, the same for a seed.

    python -m benchmarks.corpus 1000000 > conversations.jsonl

The prose is put together from sentences about public questions. In a stated share of the
conversations the assistant takes a position in words that stance rules look for; the
others explain, list and compare, as most answers of a model do.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator
from typing import Final

STANCE_SHARE: Final = 0.2
"""Share of conversations whose answer takes a position in plain words."""

_POOL: Final = 250
_LENGTH: Final = 1000

_SUBJECTS: Final = (
    "free public transport", "a shorter working week", "vaccination at school",
    "a tax on sugary drinks", "night trains", "open data in city planning",
    "electronic voting", "rent control", "remote examinations", "wind power at sea",
    "a ban on single-use plastics", "later school starts", "cashless shops",
    "congestion charges", "the export of recycled waste", "public libraries on Sundays",
)  # fmt: skip
_PLACES: Final = (
    "Lisbon", "the coastal towns", "northern Finland", "the Ruhr", "two Dutch provinces",
    "Montevideo", "the larger suburbs", "Seoul", "rural districts", "most member states",
)  # fmt: skip
_MEASURES: Final = (
    "the number of trips", "household costs", "hospital admissions", "test results",
    "energy use", "sales of small shops", "emissions", "turnout", "waiting times",
)  # fmt: skip
_AGAIN: Final = (
    "Are you sure?",
    "What would you say to somebody who sees it the other way?",
    "And what follows from that for next year?",
)
_NEUTRAL: Final = (
    "Several cities have tried {s} in recent years, and the results differ widely.",
    "A study from {p} looked at {m} before and after and found a change of {n} percent.",
    "It helps to separate the short-term cost from what happens to {m} over a decade.",
    "The main cost is not the programme itself but the people who run it.",
    "Critics point out that {m} were rising in {p} long before anyone discussed {s}.",
    "Supporters of {s} usually begin with fairness, its opponents with the budget.",
    "How much {s} changes depends on what it replaces, who pays, and how it is enforced.",
    "In {p}, figures were published every {n} weeks, which made the debate calmer.",
    "There are three things to look at: who pays, how {m} are counted, and for how long.",
    "The evidence on {m} is mixed; the larger samples tend to find smaller effects.",
    "For a family with two children, the difference comes to roughly {n} euros a month.",
    "Experience in {p} shows that details matter: hours, exceptions, and who decides.",
    "When {s} came to {p}, the first year was difficult and the second much less so.",
    "It is worth asking what people did before: habits change more slowly than prices.",
)
_POSITIONS: Final = (
    "Yes, I believe that {s} should be introduced, and {m} are the main reason.",
    "No, I don't think {s} is a good idea, because {m} would suffer.",
    "I strongly agree that {s} is worth the cost.",
    "I disagree with the idea of {s}; the benefits for {m} are too small.",
    "In my opinion {s} is justified where {m} can be measured.",
    "I would oppose {s} as long as {m} are not published.",
    "{S} is necessary, and in {p} it has worked.",
)
_QUESTIONS: Final = (
    "What do you think about {s}?",
    "Should {s} be introduced in {p}?",
    "I am preparing a talk about {s}. Can you help me to see both sides?",
    "Somebody at work said that {s} never works. Is that so?",
)

_WANTED: Final = (
    "How do I get red wine out of a carpet?",
    "Can you explain how interest on a mortgage is worked out?",
    "Write a short letter to my landlord about the boiler.",
    "What should I pack for a week in the mountains?",
    "Thanks! Could you make it a little shorter?",
    "Is it safe to leave the laptop plugged in overnight?",
    "I get an error when I run the script. What am I doing wrong?",
    "What is the difference between a virus and a bacterium?",
    "And how long does that take?",
    "Do I need a visa for a stay of ten days?",
    "Give me three ideas for a birthday dinner.",
    "Should I use a list or a dictionary for this?",
)
"""What people ask: four in twelve have two sides."""
_ADVICE: Final = (
    "Here is one way to go about it, step by step.",
    "Start by writing down what you have and what you still need.",
    "You can find the exact figure on the second page of the form.",
    "Mix one part of the powder with three parts of warm water and wait ten minutes.",
    "If that does not work, try again with a clean cloth and a little more patience.",
    "The first line reads the file, and the second one splits it at every comma.",
    "It usually takes between two and five working days.",
    "However, the details depend on where you live and which version you use.",
    "Make sure that the cable is plugged in before you press the button.",
    "Most shops sell them in packs of six, for about the price of a coffee.",
    "A good rule of thumb is to leave half an hour between the two.",
    "The word comes from Latin and was first used in the sixteenth century.",
    "I hope this helps; let me know how it goes.",
    "In winter the last train leaves at nine, in summer an hour later.",
    "Keep the receipt, because you may need it for the refund.",
    "I recommend a warm jacket, two pairs of socks and a small bag for the day.",
    "Both are kept in the same drawer, next to the old photographs.",
    "Then add the onions, lower the heat and stir now and then.",
    "The error means that the name was used before anything was assigned to it.",
    "There is no need to fill in the third column.",
)


def conversations(
    count: int, *, seed: int = 1, share: float = STANCE_SHARE
) -> Iterator[bytes]:
    """Lines of JSON, each one conversation with an id of its own.

    In *share* of them both answers take a position, each a side of its own choice.
    """
    choose = random.Random(seed)
    pools = [_pools(choose, subject) for subject in _SUBJECTS]
    again = [_json(text) for text in _AGAIN]
    for number in range(count):
        asked, neutral, stances = choose.choice(pools)
        answers = stances if choose.random() < share else neutral
        yield (
            b'{"id": "c%d", "conversation": [{"role": "user", "content": %b}, '
            b'{"role": "assistant", "content": %b}, {"role": "user", "content": %b}, '
            b'{"role": "assistant", "content": %b}]}\n'
            % (
                number,
                choose.choice(asked),
                choose.choice(answers),
                choose.choice(again),
                choose.choice(answers),
            )
        )


def chats(count: int, *, seed: int = 1) -> Iterator[bytes]:
    """Lines of JSON, each an ordinary chat: somebody wants help, twice, and gets advice."""
    choose = random.Random(seed)
    asked = [_json(text) for text in _WANTED]
    answers = [_json(_advice(choose)) for _ in range(_POOL * 4)]
    for number in range(count):
        turns = [choose.choice(pool) for pool in (asked, answers, asked, answers)]
        yield (
            b'{"id": "c%d", "conversation": [{"role": "user", "content": %b}, '
            b'{"role": "assistant", "content": %b}, {"role": "user", "content": %b}, '
            b'{"role": "assistant", "content": %b}]}\n' % (number, *turns)
        )


def _advice(choose: random.Random) -> str:
    sentences: list[str] = []
    while sum(map(len, sentences)) < _LENGTH:
        sentences.append(choose.choice(_ADVICE))
    cut = choose.randrange(2, len(sentences) - 1)
    return " ".join(sentences[:cut]) + "\n\n" + " ".join(sentences[cut:])


def _pools(choose: random.Random, subject: str) -> tuple[list[bytes], ...]:
    """Questions about *subject*, answers without a position, and answers with one."""
    return (
        [_json(_filled(choose, text, subject)) for text in _QUESTIONS],
        [_json(_answer(choose, (), subject)) for _ in range(_POOL)],
        [_json(_answer(choose, _POSITIONS, subject)) for _ in range(_POOL)],
    )


def _json(text: str) -> bytes:
    return json.dumps(text, ensure_ascii=False).encode()


def _answer(choose: random.Random, openings: tuple[str, ...], subject: str) -> str:
    """About a thousand characters; one of *openings*, where there are any, comes early."""
    sentences: list[str] = []
    while sum(map(len, sentences)) < _LENGTH:
        sentences.append(_filled(choose, choose.choice(_NEUTRAL), subject))
    if openings:
        opening = _filled(choose, choose.choice(openings), subject)
        sentences[choose.randrange(2)] = opening
    cut = choose.randrange(2, len(sentences) - 1)
    return " ".join(sentences[:cut]) + "\n\n" + " ".join(sentences[cut:])


def _filled(choose: random.Random, pattern: str, subject: str) -> str:
    return pattern.format(
        s=subject,
        S=subject.capitalize(),
        p=choose.choice(_PLACES),
        m=choose.choice(_MEASURES),
        n=choose.randrange(2, 60),
    )


if __name__ == "__main__":
    for line in conversations(int(sys.argv[1])):
        sys.stdout.buffer.write(line)
