"""promptfoo: the JSON that `--output` writes."""

from __future__ import annotations

from typing import Any, Final

from .rows import Foreign, Record, name_of, objects, record

_BY_MODEL: Final = (
    "llm-rubric", "model-graded-closedqa", "model-graded-factuality", "factuality",
    "g-eval", "answer-relevance", "context-faithfulness", "context-recall",
    "context-relevance", "select-best", "search-rubric", "agent-rubric", "pi",
    "moderation", "classifier", "conversation-relevance", "similar",
)  # fmt: skip


def takes(sample: Record) -> bool:
    """Whether a document, or one result, looks like promptfoo's."""
    return bool(_results(sample)) or {"promptIdx", "testIdx"} <= sample.keys()


def _results(document: Record) -> list[Record]:
    inner = document.get("results")
    inner = inner.get("results") if isinstance(inner, dict) else inner
    return [r for r in objects(inner) if "gradingResult" in r or "testIdx" in r]


def read(document: Record) -> Foreign:
    """A test and prompt is an item, a provider a system, an assertion a judge."""
    return read_lines(_results(document))


def read_lines(results: list[Record]) -> Foreign:
    """The same of a file of JSON Lines: a result a line."""
    found = Foreign()
    for number, result in enumerate(results, 1):
        found.row = number
        item = f"test {result.get('testIdx', number - 1)}"
        if result.get("promptIdx"):
            item += f", prompt {result['promptIdx']}"
        system = name_of(result.get("provider"), "label", "id")
        grading = record(result.get("gradingResult"))
        parts = [p for p in objects(grading.get("componentResults")) if p.get("assertion")]
        if result.get("error") and not parts:
            found.lost["result that ended with an error"] += 1
        elif parts:
            _assertions(found, parts, item=item, system=system)
        else:
            found.add(
                item=item, system=system, judge="promptfoo", criterion="score", kind="rule",
                value=grading.get("score", result.get("score")),
                rationale=grading.get("reason"),
            )  # fmt: skip
    if found.columns["item"]:
        found.notes.append(
            "each assertion is taken as a judge, its metric (or `score`) as the criterion: "
            "compare only assertions about one thing"
        )
    return found


def _assertions(found: Foreign, parts: list[Record], **cells: Any) -> None:
    seen: dict[tuple[str, str], int] = {}
    for part in parts:
        assertion = record(part["assertion"])
        judge = name_of(assertion, "type") or "assertion"
        criterion = name_of(assertion, "metric") or "score"
        times = seen[judge, criterion] = seen.get((judge, criterion), 0) + 1
        bare = judge.removeprefix("not-")
        kind = "model" if bare in _BY_MODEL else "person" if bare == "human" else "rule"
        found.add(
            judge=judge if times == 1 else f"{judge} {times}",
            criterion=criterion, kind=kind, value=part.get("score", part.get("pass")),
            rationale=part.get("comment") or part.get("reason"), **cells,
        )  # fmt: skip
