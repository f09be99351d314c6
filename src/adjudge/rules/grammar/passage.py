"""A stretch of text that a leaf reads, and where it stands in the item."""

from __future__ import annotations

from dataclasses import dataclass

from adjudge.verdict import Item, Span


@dataclass(frozen=True, slots=True)
class Passage:
    """Text of one turn from character `start` on; a field's text has no turn."""

    text: str
    turn: int | None = None
    start: int = 0

    def span(self, start: int, end: int, note: str) -> Span | None:
        """The evidence for `text[start:end]`, where the text is a turn's."""
        if self.turn is None:
            return None
        return Span(
            turn=self.turn,
            start=self.start + start,
            end=self.start + end,
            text=self.text[start:end],
            note=note,
        )

    def part(self, start: int, end: int) -> Passage:
        """The passage that `text[start:end]` is."""
        return Passage(self.text[start:end], self.turn, self.start + start)


def turns(item: Item, role: str) -> tuple[Passage, ...]:
    """The turns of *role*, each as a passage."""
    return tuple(Passage(m.content, at) for at, m in item.conversation.turns(role))
