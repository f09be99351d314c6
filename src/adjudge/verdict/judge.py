"""Who judged: a rule, a model in a seat of the council, or a person."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final, NewType

JudgeId = NewType("JudgeId", str)


class JudgeKind(Enum):
    """The three kinds of judge; the ledger asks for no more."""

    RULE = "rule"
    MODEL = "model"
    PERSON = "person"


_CALLED: Final = {
    JudgeKind.RULE: "rules code heuristic heuristics program script regex",
    JudgeKind.MODEL: (
        "models llm llms ai lm lmm vlm llm_judge language_model ai_model machine bot "
        "chatbot"
    ),
    JudgeKind.PERSON: (
        "persons people human humans annotator annotators expert experts crowd crowds "
        "crowdworker crowdworkers crowd_worker crowd_workers worker workers turker turkers "
        "layperson laypeople rater raters coder coders labeler labeller participant "
        "participants student students user users reader readers"
    ),
}
"""What others call the three kinds, beside our own words."""

_KINDS: Final = {
    word: kind for kind, words in _CALLED.items() for word in (kind.value, *words.split())
}


def kind_named(word: str) -> JudgeKind | None:
    """The kind that *word* means, by whatever name it goes elsewhere; None: no kind."""
    return _KINDS.get("_".join(word.replace("-", " ").replace("_", " ").casefold().split()))


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
