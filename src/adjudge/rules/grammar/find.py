"""From a trace to a finding."""

from __future__ import annotations

from adjudge.errors import AdjudgeError
from adjudge.rules.finding import Finding
from adjudge.verdict import Item

from .node import Node
from .plain import evaluate
from .trace import Part


def find_node(node: Node, item: Item, *, criterion: str | None = None) -> Finding:
    """What *node* finds about *item*; trouble with one item is its failed finding."""
    try:
        part = evaluate(node, item)
    except AdjudgeError as err:
        return failed(err, criterion=criterion)
    return finding_of(part, criterion=criterion)


def finding_of(part: Part, *, criterion: str | None = None) -> Finding:
    """The finding that a trace comes to."""
    if part.held is None:
        return Finding(
            value=None, reason=part.reason, outcome="abstained", criterion=criterion
        )
    return Finding(
        value=part.held, reason=part.reason, evidence=part.evidence, criterion=criterion
    )


def failed(err: AdjudgeError, *, criterion: str | None = None) -> Finding:
    """The finding that trouble with one item is."""
    reason = f"{err.what}; {err.hint}" if err.hint else err.what
    return Finding(value=None, reason=reason, outcome="failed", criterion=criterion)
