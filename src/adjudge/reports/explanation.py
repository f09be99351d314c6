"""Why an item got its verdicts: the reason, and the words it rests on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from adjudge.verdict import Conversation, Span

from .untrusted import excerpt, shown


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """One verdict of a rule with what led to it."""

    item: str
    criterion: str
    got: str
    """The label, or how it ended without one."""
    reason: str
    evidence: tuple[Span, ...]
    conversation: Conversation
    steps: tuple[str, ...] = ()
    """For a rule made of parts: each part and whether it held, indented."""


def render_explanation(explanation: Explanation) -> str:
    """*explanation* as a heading, a sentence, and a line for each span."""
    return "\n".join(_lines(explanation))


def _lines(explanation: Explanation) -> Iterator[str]:
    item, criterion = shown(explanation.item), shown(explanation.criterion)
    yield f"{item}  {criterion}: {shown(explanation.got)}"
    if explanation.reason:
        yield f"    {shown(explanation.reason)}"
    for step in explanation.steps:
        text = step.lstrip()
        yield f"    {' ' * (len(step) - len(text))}{shown(text)}"
    messages = explanation.conversation.messages
    # Steps show the same spans, each under the part that it bears out.
    for span in () if explanation.steps else explanation.evidence:
        message = messages[span.turn]
        note = f"  ({shown(span.note)})" if span.note else ""
        text = excerpt(message.content, span.start, span.end)
        yield f"    [{span.turn}] {shown(message.role)}: {text}{note}"


def explanation_as_json(explanation: Explanation) -> dict[str, Any]:
    """*explanation* in the documented shape of `adjudge rules explain --json`."""
    return {
        "item": explanation.item,
        "criterion": explanation.criterion,
        "got": explanation.got,
        "reason": explanation.reason,
        "steps": list(explanation.steps),
        "evidence": [asdict(span) for span in explanation.evidence],
    }
