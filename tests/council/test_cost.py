"""What calls cost."""

import asyncio

from adjudge.council import (
    Account,
    Ask,
    Booked,
    Budget,
    Endpoint,
    Heard,
    Lost,
    Price,
    Prices,
    Seat,
    Spending,
    Tag,
    Usage,
)
from adjudge.formats import bundled_prices
from adjudge.verdict import Message

SEAT = Seat(
    endpoint=Endpoint(name="openai", base_url="http://127.0.0.1:1/v1"),
    model="gpt-4o-2024-11-20",
    family="openai",
    name="openai/gpt-4o-2024-11-20",
)
UNPRICED = Seat(endpoint=SEAT.endpoint, model="new", family="openai", name="openai/new")
ASK = Ask(messages=(Message("user", "x" * 400),), tag=Tag(stage="review"))
PRICES = Prices(models={"openai/gpt-4o": Price(prompt=2.0, completion=10.0)})
COUNTED = Heard(text="ok", usage=Usage(prompt=1000, completion=100))


class Script:
    """A line that answers from a list."""

    def __init__(self, *replies):
        self.replies = list(replies)
        self.asked = 0

    async def ask(self, seat, ask):
        """The next reply."""
        self.asked += 1
        return self.replies.pop(0)


def test_the_price_of_a_dated_model_is_that_of_the_model():
    """`gpt-4o-2024-11-20` costs what `gpt-4o` costs."""
    assert PRICES.charge(SEAT, COUNTED) == 0.003


def test_an_unknown_price_is_unknown_and_not_nothing():
    """A model that is in no table has no cost that could be summed."""
    assert PRICES.charge(UNPRICED, COUNTED) is None
    assert PRICES.charge(SEAT, Heard(text="ok")) is None


def test_what_the_endpoint_tells_wins_and_the_tape_is_free():
    """The endpoint's own figure is taken; an answer from the tape costs nothing."""
    told = Heard(text="ok", usage=Usage(prompt=1, completion=1, cost=0.5))
    again = Heard(text="ok", usage=Usage(prompt=1, completion=1, cost=0.5), cached=True)

    assert PRICES.charge(UNPRICED, told) == 0.5
    assert PRICES.charge(UNPRICED, again) == 0.0


def test_the_account_tells_calls_from_cached_lost_and_unpriced():
    """Nothing that was asked is missing in the sum, and what is unknown is counted."""
    account = Account()
    line = Booked(
        Script(COUNTED, Heard(text="", cached=True), Lost(reason="x")), PRICES, account
    )

    async def three():
        for seat in (SEAT, SEAT, SEAT):
            await line.ask(seat, ASK)
        unpriced = Booked(Script(COUNTED), PRICES, account)
        await unpriced.ask(UNPRICED, ASK)

    asyncio.run(three())
    total = account.total(stage="review")

    assert (total.calls, total.cached, total.lost) == (2, 1, 1)
    assert (total.prompt, total.completion) == (2000, 200)
    assert (total.cost, total.unpriced) == (0.003, 1)
    assert account.total(seat=SEAT.name).unpriced == 0


def test_a_limit_of_calls_is_kept():
    """The third call is not made, and says why."""
    script = Script(COUNTED, COUNTED, COUNTED)
    line = Budget(script, PRICES, max_calls=2)

    async def three():
        return [await line.ask(SEAT, ASK) for _ in range(3)]

    last = asyncio.run(three())[-1]

    assert script.asked == 2
    assert isinstance(last, Lost)
    assert last.kind == "budget"
    assert "limit of 2 calls" in last.reason


def test_calls_in_flight_count_towards_the_limit_of_cost():
    """A hundred calls at once do not overrun together what one alone may not."""

    class Slow:
        def __init__(self):
            self.asked = 0

        async def ask(self, seat, ask):
            self.asked += 1
            await asyncio.sleep(0)
            return COUNTED

    slow = Slow()
    estimate = PRICES.estimate(SEAT, ASK)
    line = Budget(slow, PRICES, max_cost=3.5 * estimate)
    most = int(line.max_cost / 0.003)

    async def many():
        async with asyncio.TaskGroup() as group:
            for _ in range(100):
                group.create_task(line.ask(SEAT, ASK))

    asyncio.run(many())

    assert slow.asked == most
    assert line.spent <= line.max_cost
    assert line.reserved < 1e-12


def test_the_bundled_prices_are_read():
    """The table that comes along is sound, dated, and overridden by the user's own."""
    bundled = bundled_prices()
    own = Prices(models={"openai/gpt-4o": Price(prompt=0.0, completion=0.0)})

    assert bundled.as_of
    assert bundled.of(SEAT) == Price(prompt=2.5, completion=10.0)
    assert own.over(bundled).of(SEAT) == Price(prompt=0.0, completion=0.0)


def test_what_is_known_stays_known_beside_calls_that_were_billed_and_lost():
    """One call that was counted is a lower bound, however many others were not."""
    spending = Spending()
    lost = Lost(reason="cut off", billed=True)

    for reply, cost in ((COUNTED, 0.003), (lost, None), (lost, None)):
        spending.add(reply, cost)

    assert (spending.uncounted, spending.unpriced) == (2, 2)
    assert spending.counted
    assert spending.priced


def test_where_nothing_is_known_nothing_is_said_to_be():
    """Calls that were billed and lost alone make no sum: it would read as free."""
    spending = Spending()

    spending.add(Lost(reason="cut off", billed=True), None)

    assert not spending.counted
    assert not spending.priced
