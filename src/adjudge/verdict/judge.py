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
