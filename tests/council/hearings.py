"""What tests of a hearing share: seats, rubrics, and the other end of a hearing."""

from adjudge.council import Endpoint, Heard, Seat, hear
from adjudge.rubric import (
    Anchor,
    Binary,
    Categorical,
    Criterion,
    CriterionId,
    Freeform,
    Likert,
    Rubric,
    RubricId,
    Score,
)
from adjudge.testing import understand, verdict

LOCAL = Endpoint(name="local", base_url="http://127.0.0.1:1/v1")


def seat_named(name, family=None, **parameters):
    """A seat of that name on a server of this machine."""
    model = name.rpartition("/")[2]
    return Seat(
        endpoint=LOCAL,
        model=model,
        family=family or name.partition("/")[0],
        name=name,
        parameters=parameters,
    )


def criterion(key, scale, **more):
    """A criterion that is called like its key."""
    return Criterion(
        id=CriterionId(key), key=key, title=key.capitalize(), scale=scale, **more
    )


EVERY_SCALE = Rubric(
    id=RubricId("every-scale"),
    title="Every scale",
    criteria=(
        criterion("tone", Likert(labels=("awful", "poor", "fair", "good", "great"))),
        criterion(
            "depth",
            Score(low=0, high=1, step=0.1),
            anchors=(Anchor(text="deep", low=1, high=1),),
        ),
        criterion("honest", Binary(no="no", yes="yes"), description="No lie in it?"),
        criterion("kind", Categorical(labels=("essay", "list", "code"))),
        criterion("effort", Score(low=0, high=100, step=None)),
        criterion("advice", Freeform()),
    ),
)


def talk(hearing, replies):
    """Hold the other end of *hearing*: what was asked, and what it came to.

    *replies* are texts or replies, or a function of the question; the last is repeated.
    """
    asked = []
    replies = [replies] if callable(replies) or isinstance(replies, str) else list(replies)
    try:
        ask = next(hearing)
        while True:
            asked.append(ask)
            reply = replies[min(len(asked), len(replies)) - 1]
            reply = reply(ask) if callable(reply) else reply
            ask = hearing.send(Heard(text=reply) if isinstance(reply, str) else reply)
    except StopIteration as end:
        return asked, end.value


def by_text(grades):
    """A reviewer that gives every criterion the grade of the answer's text."""

    def reply(ask):
        return verdict(understand(ask.messages), lambda _label, text, _key: grades[text])

    return reply


def flat(value):
    """A reviewer that gives *value* to everything."""
    return lambda ask: verdict(understand(ask.messages), lambda *_: value)


def first_ask(sitting, seat, item):
    """What *seat* is asked first."""
    return next(hear(sitting, seat, item))
