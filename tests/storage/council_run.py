"""A run of a council as a process of its own, to be killed: PATH URL ITEMS.

Prints how many reviews there are and how many of the answers were on the tape.
"""

import asyncio
import sys
from contextlib import aclosing

from adjudge.council import (
    Account,
    Booked,
    Directory,
    Keys,
    Prices,
    Sitting,
    Wire,
    convene,
)
from adjudge.errors import AdjudgeError
from adjudge.formats import load_rubric
from adjudge.storage import open_tape
from adjudge.verdict import Candidates, ItemId


def items(count):
    """Questions with two answers each."""
    for n in range(count):
        yield Candidates(
            id=ItemId(f"q{n}"), question=f"{n}?", responses={"x/x": f"yes {n}", "y/y": "no"}
        )


async def main(path, url, count):
    """Judge *count* items with 32 in flight."""
    seat = Directory.of(base_url=url).seat("judge", {"temperature": 0})
    sitting = Sitting(rubric=load_rubric("quality").rubric)
    account = Account()
    graded = 0
    async with Wire(Keys(), in_flight=32) as wire, open_tape(path) as tape:
        line = Booked(tape.recorded(wire), Prices(), account)
        stream = convene(line, [seat], items(count), sitting, in_flight=32)
        async with aclosing(stream):
            async for convened in stream:
                graded += convened.reviews[0].status == "scored"
    sys.stdout.write(f"{graded} {account.total().cached}\n")


try:
    asyncio.run(main(sys.argv[1], sys.argv[2], int(sys.argv[3])))
except AdjudgeError as error:
    sys.stdout.write(f"{error}\n")
