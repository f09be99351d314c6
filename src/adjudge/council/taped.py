"""What is on a tape: one record for each call to a model. No I/O here."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from .call import Reply, Tag
from .cost import Account
from .seat import Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Taped:
    """One call, as the tape keeps it: who was asked, for what, and what came of it.

    What was asked is there as a key only: the same question has the same key.
    """

    key: str
    at: datetime
    """When the answer came."""
    seat: Seat
    """Its parameters are those that were sent; where a key is found is not written down."""
    tag: Tag
    reply: Reply


@dataclass(frozen=True, slots=True, kw_only=True)
class TapeStats:
    """What a tape holds."""

    path: str
    size: int
    """Bytes."""
    answers: int = 0
    """Questions that will not be asked again."""
    superseded: int = 0
    """Answers that a later one to the same question has replaced, after `--fresh`."""
    lost: int = 0
    """Calls that got no answer: the next run asks again."""
    damaged: int = 0
    """Lines that cannot be read; they are passed over."""
    first: datetime | None = None
    last: datetime | None = None
    account: Account = field(default_factory=Account)
    """What was spent, by stage and seat, superseded answers and lost calls included."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pruned:
    """What a pruning removed, or would remove."""

    kept: int
    dropped: int
    damaged: int
    """Lines that could not be read; they are gone too."""
    before: int
    """Bytes."""
    after: int
