"""How each part of a rule came out, and which of them decided."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from adjudge.verdict import Span

from .describe import describe
from .node import All, AnyOf, Node, Not

MOST_SPANS: Final = 20
"""Evidence that one part gives at most; its note has the true number."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One part of a rule: what it asks, whether it held, and what was found."""

    asks: str
    held: bool | None
    """None: there is no text that it could be asked of."""
    found: str = ""
    spans: tuple[Span, ...] = ()
    parts: tuple[Part, ...] = ()
    decided_by: tuple[int, ...] = ()
    """Which of `parts` made it come out as it did."""

    @property
    def reason(self) -> str:
        """One sentence: the parts that decided, or how many there are."""
        if not self.parts:
            return f"{self.asks}: {self.found}"
        deciding = [self.parts[at] for at in self.decided_by]
        first = deciding[0].reason
        if len(deciding) == 1:
            joined = self.asks.startswith(("all of", "any of"))
            return first if joined else f"{self.asks} ({first})"
        word = {True: "hold", False: "do not hold", None: "cannot be told"}[
            deciding[0].held
        ]
        if len(deciding) == len(self.parts):
            return f"all {len(deciding)} parts {word}; {first}"
        return f"{len(deciding)} of {len(self.parts)} parts {word}; {first}"

    @property
    def evidence(self) -> tuple[Span, ...]:
        """The spans of the parts that decided, without repeats, in reading order."""
        spans = dict.fromkeys(self.shown())
        return tuple(sorted(spans, key=lambda span: (span.turn, span.start, span.end)))

    def shown(self) -> Iterator[Span]:
        """The spans of what decided, part by part."""
        for part in self.deciding():
            yield from part.spans

    def deciding(self) -> Iterator[Part]:
        """The parts without parts of their own that decided, in order."""
        if not self.parts:
            yield self
        for at in self.decided_by:
            yield from self.parts[at].deciding()

    def lines(self, depth: int = 0, *, decided: bool = True) -> Iterator[str]:
        """The tree as text; a star marks what decided."""
        word = {True: "yes", False: "no", None: "cannot tell"}[self.held]
        star = "*" if decided else " "
        found = f": {self.found}" if self.found else ""
        yield f"{star} {'  ' * depth}{word}  {self.asks}{found}"
        for span in self.spans:
            place = f"turn {span.turn}, {span.start}-{span.end}"
            yield f"  {'  ' * depth}     {place}: {span.text!r}"
        for at, part in enumerate(self.parts):
            yield from part.lines(depth + 1, decided=decided and at in self.decided_by)


def combine(node: Node, ask: Callable[[Node], Part]) -> Part:
    """The trace of *node*; *ask* answers whatever is not all, any or not, in order."""
    match node:
        case All(parts=parts):
            return every(describe(node), tuple(combine(part, ask) for part in parts))
        case AnyOf(parts=parts):
            return some(describe(node), tuple(combine(part, ask) for part in parts))
        case Not(part=part):
            return negated(combine(part, ask))
        case _:
            return ask(node)


def negated(part: Part) -> Part:
    """A part that holds where *part* does not."""
    held = None if part.held is None else not part.held
    return Part(asks="not", held=held, parts=(part,), decided_by=(0,))


def every(asks: str, parts: tuple[Part, ...]) -> Part:
    """A part that holds where all of *parts* do."""
    return _joined(asks, parts, deciding=False)


def some(asks: str, parts: tuple[Part, ...]) -> Part:
    """A part that holds where one of *parts* does."""
    return _joined(asks, parts, deciding=True)


def _joined(asks: str, parts: tuple[Part, ...], *, deciding: bool) -> Part:
    """One part that is *deciding* settles it; failing that, one that cannot be told."""
    held: bool | None
    for held in (deciding, None):
        at = tuple(at for at, part in enumerate(parts) if part.held is held)
        if at:
            return Part(asks=asks, held=held, parts=parts, decided_by=at)
    return Part(
        asks=asks, held=not deciding, parts=parts, decided_by=tuple(range(len(parts)))
    )
