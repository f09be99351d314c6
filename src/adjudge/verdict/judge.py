"""Who judged: a rule, a model in a seat of the council, or a person."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import NewType

JudgeId = NewType("JudgeId", str)


class JudgeKind(Enum):
    """The three kinds of judge; the ledger asks for no more."""

    RULE = "rule"
    MODEL = "model"
    PERSON = "person"


@dataclass(frozen=True, slots=True, kw_only=True)
class Judge:
    """A judge as its verdicts name it: `rule/self-contradiction@9f3c…`."""

    id: JudgeId
    kind: JudgeKind

    @classmethod
    def rule(cls, name: str, fingerprint: str) -> Judge:
        """The judge that a rule is; another source of the rule is another judge."""
        return cls(id=JudgeId(f"rule/{name}@{fingerprint}"), kind=JudgeKind.RULE)

    @classmethod
    def reviewer(cls, seat: str, fingerprint: str, *, superseded_round: int = 0) -> Judge:
        """The judge that a model in a seat is, asked in one way.

        What it said in a round that a later one supersedes is filed under a name of its
        own, so that both stay in the ledger.
        """
        suffix = f"/round-{superseded_round}" if superseded_round else ""
        return cls(
            id=JudgeId(f"council/{seat}@{fingerprint}{suffix}"), kind=JudgeKind.MODEL
        )
