"""A reviewer that does as it is told: for tests of a council without a model.

It understands what Adjudge asks, from the messages alone: so it serves behind a scripted
line, and behind an HTTP server as well.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from adjudge.council import Ask, Heard, Lost, Reply, Seat
from adjudge.verdict import Message

_FORM: Final = re.compile(r'"form": "([0-9a-f]+)"')
_KEY: Final = re.compile(r'^\d+\. .* \(key "([^"]+)"', re.MULTILINE)

Opinion: TypeAlias = Callable[[str, str, str], Any]
"""Label, text of the answer, key of the criterion -> the value to be given."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What a reviewer finds in the question put to it."""

    form: str
    answers: Mapping[str, str]
    """Label -> text, in the order shown; of a conversation, the whole of it."""
    keys: tuple[str, ...]
    """Of the criteria, in the order asked."""
    ranked: bool
    overall: bool
    notes: bool


def understand(messages: Sequence[Message] | Sequence[Mapping[str, Any]]) -> Asked:
    """Read what Adjudge put to a reviewer."""
    texts = [m.content if isinstance(m, Message) else str(m["content"]) for m in messages]
    whole = "\n".join(texts)
    shape = texts[-1]
    found = _FORM.search(shape)
    if found is None:
        raise ValueError("these messages do not ask for a review")
    form = found[1]
    return Asked(
        form=form,
        answers=_answers(whole, form),
        keys=tuple(dict.fromkeys(_KEY.findall(texts[0]))) or ("score",),
        ranked='"ranking": [' in shape,
        overall='"overall": <' in shape,
        notes='"notes": "<' in shape,
    )


def verdict(
    asked: Asked, opinion: Opinion, *, rationale: str = "As the rubric says.", **more: Any
) -> str:
    """The JSON that *asked* wants, with the values of *opinion*; *more* goes on top."""
    evaluations = {
        label: _page(asked, label, text, opinion, rationale)
        for label, text in asked.answers.items()
    }
    body: dict[str, Any] = {"form": asked.form, "evaluations": evaluations}
    if asked.ranked:
        body["ranking"] = sorted(evaluations, key=lambda label: -_total(evaluations[label]))
    return json.dumps({**body, "end": asked.form, **more}, ensure_ascii=False)


class ScriptedLine:
    """A line to models that a function plays; it remembers everything it was asked."""

    def __init__(self, script: Callable[[Seat, Ask], Reply | str]) -> None:
        self._script = script
        self.asked: list[tuple[Seat, Ask]] = []

    async def ask(self, seat: Seat, ask: Ask) -> Reply:
        """What the script says; a text is a reply that came to its end."""
        self.asked.append((seat, ask))
        said = self._script(seat, ask)
        return said if isinstance(said, Heard | Lost) else Heard(text=said)


def _answers(whole: str, form: str) -> dict[str, str]:
    answers = re.findall(
        rf'<response-{form} label="([^"]+)">\n(.*?)\n</response-{form}>', whole, re.DOTALL
    )
    if answers:
        return dict(answers)
    talk = re.search(
        rf"<conversation-{form}>\n(.*?)\n</conversation-{form}>", whole, re.DOTALL
    )
    return {"Conversation": talk[1] if talk else ""}


def _page(
    asked: Asked, label: str, text: str, opinion: Opinion, rationale: str
) -> dict[str, Any]:
    page: dict[str, Any] = {
        key: {"rationale": rationale, "value": opinion(label, text, key)}
        for key in asked.keys
    }
    if asked.notes:
        page["notes"] = rationale
    if asked.overall:
        page["overall"] = _total(page) / len(asked.keys)
    return page


def _total(page: Mapping[str, Any]) -> float:
    values = [slot["value"] for slot in page.values() if isinstance(slot, dict)]
    return float(sum(value for value in values if isinstance(value, int | float)))
