"""Whether a council's result is as it was required to be."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from .table import Fold, columns, cut
from .tally import many
from .untrusted import shown


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """One requirement, for one author."""

    author: str
    requirement: str
    value: float | str | None
    """None: unknown, which never holds."""
    holds: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class GateFinding:
    """The gate of a pipeline: open or shut, and by what."""

    held: tuple[Held, ...]
    quorum: int
    """Reviewers that must have scored each answer."""
    least: int
    """Reviewers that have, at the answer that has the fewest."""
    why: str = ""
    """Why nothing could be decided; blank where it could."""

    @property
    def opens(self) -> bool:
        """Whether all is as required. Nothing required, or nothing known, never is."""
        return bool(self.held) and not self.why and all(one.holds for one in self.held)


def render_gate(finding: GateFinding, *, room: int | None = None) -> str:
    """*finding* as a table, and its end in one line."""
    return "\n".join(_lines(finding, room))


def _lines(finding: GateFinding, room: int | None) -> Iterator[str]:
    rows = [
        [
            "ok" if one.holds else "NOT MET",
            cut(shown(one.author), 40),
            one.requirement,
            _value(one.value),
        ]
        for one in finding.held
    ]
    yield from columns(rows, indent="", fold=Fold(room=room, keys=2))
    needed = f"{finding.quorum} {'is' if finding.quorum == 1 else 'are'} needed"
    yield f"scored by {many(finding.least, 'reviewer')} or more; {needed}"
    if finding.why:
        yield f"not decided, so not passed: {shown(finding.why)}"
    elif finding.opens:
        yield "passed"
    else:
        missed = sum(not one.holds for one in finding.held)
        yield f"not passed: {missed} of {len(finding.held)} not met"


def _value(value: float | str | None) -> str:
    if value is None:
        return "unknown"
    return value if isinstance(value, str) else f"{value:.4g}"


def gate_as_json(finding: GateFinding) -> dict[str, Any]:
    """*finding* in its documented shape."""
    return {
        "passed": finding.opens,
        "quorum": finding.quorum,
        "least_reviews": finding.least,
        "why": finding.why,
        "requirements": [asdict(one) for one in finding.held],
    }
