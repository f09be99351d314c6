"""A council's result as a person reads it. Every text in it may be an attacker's."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise
from typing import Final

from adjudge.council import Review, Written
from adjudge.rubric import Rubric
from adjudge.scoring import STATISTICS, Disagreement, Ranking, Uncertainty

from .council_cost_text import cost_lines, missed_lines
from .council_reasons_text import camp_lines, reason_lines, split_lines
from .council_result import CouncilResult, Coverage, Question, Reason, SafetyGate
from .table import Fold, columns, cut, entries
from .tally import many
from .untrusted import shown

_ANSWER: Final = 400
_NAME: Final = 40
_TIE: Final = 1e-9
_PAIRS: Final = 10
_QUESTIONS: Final = 10
"""Questions that are told one by one; result.json has all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """How a result is shown."""

    whole: bool = False
    """Whether answers are shown without cutting them."""
    room: int | None = None
    """Columns of the terminal; None: there is no end of them."""


def render_result(
    result: CouncilResult, *, whole: bool = False, room: int | None = None
) -> str:
    """*result* as text; *whole* shows the answers without cutting them.

    Tables that are wider than *room* columns are put in parts below one another.
    """
    return "\n".join(_lines(result, Page(whole=whole, room=room))).rstrip()


def _lines(result: CouncilResult, page: Page) -> Iterator[str]:
    yield from _head(result)
    if result.count == 1:
        for question in result.questions:
            yield from _question(question, result.reasons, page)
    else:
        yield from _over_all(result, page)
    yield from _reviewers(result, page)
    yield from cost_lines(result.costs, room=page.room)
    yield from missed_lines(result.missed)
    for note in result.notes:
        yield f"note: {shown(note)}"


def _head(result: CouncilResult) -> Iterator[str]:
    rubrics = ", ".join(shown(rubric.version) for rubric in result.rubrics)
    reviewers = many(len(result.reviewers), "reviewer")
    yield f"# {many(result.count, 'question')}, {reviewers}, by {rubrics or 'no rubric'}"
    yield ""


def _over_all(result: CouncilResult, page: Page) -> Iterator[str]:
    if not result.has_scores:
        yield from _safety(result.safety, result.count)
        return
    yield "Ranking over all questions"
    yield from standing_lines(result.ranking, result.uncertainty, page.room)
    yield from _certainty(result.uncertainty)
    yield from _agreement(result)
    yield from dimension_lines(result, result.rubrics, page.room)
    yield from figure_lines(result.ranking, page.room)
    yield ""
    yield from _safety(result.safety, result.count)
    if result.splits:
        yield f"Split opinions: {result.split_count}"
        yield from camp_lines(result.camps)
        yield "  the widest:"
        yield from split_lines(result.splits, of=result.split_count, many_questions=True)
        yield from reason_lines(result.splits, result.reasons)
        yield ""
    told = list(islice(result.questions, _QUESTIONS + 1))
    yield "Questions"
    for question in told[:_QUESTIONS]:
        yield f"  {_short(question)}"
    if len(told) > _QUESTIONS:
        yield f"  and {result.count - _QUESTIONS} more: result.json has them all"
    yield ""


def _short(question: Question) -> str:
    first = [s for s in question.ranking.standings if s.rank == 1]
    winner = " and ".join(f"{name(s.author)} {_number(s.score)}" for s in first)
    coverage = question.coverage
    return (
        f"{cut(shown(question.record.candidates.id), 24)}  {winner or 'no score'}  "
        f"({coverage.scored} of {many(coverage.of, 'review')})"
    )


def _question(question: Question, reasons: Sequence[Reason], page: Page) -> Iterator[str]:
    yield from _answers(question, whole=page.whole)
    if not question.has_scores:
        # Tables of blanks would only bury the reason, which stands below.
        yield from _safety(question.safety, 1)
        return
    yield "Ranking"
    yield from standing_lines(question.ranking, question.uncertainty, page.room)
    if question.uncertainty is not None:
        yield from _certainty(question.uncertainty)
    consensus = question.consensus
    told = consensus.why if consensus.value is None else f"{consensus.value:.2f}"
    yield f"  consensus of the reviewers: {told}"
    yield from dimension_lines(question, (question.rubric,), page.room)
    yield from figure_lines(question.ranking, page.room)
    yield ""
    yield from _safety(question.safety, 1)
    yield "Who ranked what"
    yield from _orders(question, page)
    yield from _stated(question.disagreement)
    for reviewer, author, found in question.mismatches:
        yield f"  {name(reviewer)} on {name(author)}: {found.why}"
    yield ""
    if question.splits:
        yield "Split opinions"
        yield from split_lines(question.splits, of=len(question.splits))
        yield from reason_lines(question.splits, reasons)
        yield ""
    yield from _synthesis(question.record.synthesis, whole=page.whole)


def _answers(question: Question, *, whole: bool) -> Iterator[str]:
    record = question.record
    yield f"Question {shown(record.candidates.id)}"
    yield f"  {_told(record.candidates.question, whole=whole)}"
    yield ""
    yield "Answers"
    for author, text in record.candidates.responses.items():
        told = _told(text, whole=whole) if text.strip() else "(it is empty)"
        yield f"  {name(author)}: {told}"
    for written in record.written:
        if written.status != "answered":
            yield f"  {name(written.seat)}: {written.status}: {shown(written.reason)}"
        elif written.cut:
            yield f"  note: what {name(written.seat)} wrote breaks off at the token limit"
    yield ""


def _told(text: str, *, whole: bool) -> str:
    line = shown(text)
    return line if whole else cut(line, _ANSWER)


def standing_lines(
    ranking: Ranking, uncertainty: Uncertainty | None, room: int | None = None
) -> Iterator[str]:
    """The ranking as a table: score, interval, where the rank could as well be."""
    spreads = {s.author: s for s in uncertainty.spreads} if uncertainty else {}
    rows = [["rank", "answer", ranking.by, "95 %", "could be", "reviews", ""]]
    for standing in ranking.standings:
        spread = spreads.get(standing.author)
        rows.append(
            [
                "-" if standing.rank is None else str(standing.rank),
                name(standing.author),
                _number(standing.score),
                f"{spread.low:.2f} to {spread.high:.2f}" if spread else "",
                _between(spread.best, spread.worst) if spread else "",
                f"{standing.reviews} of {standing.of}",
                "*" if standing.why else "",
            ]
        )
    fold = Fold(room=room, keys=2)
    yield from columns(_without_empty(rows), right=(0, 2), fold=fold)
    for standing in ranking.standings:
        if standing.why:
            yield f"  * {name(standing.author)}: {shown(standing.why)}"


def dimension_lines(
    scored: CouncilResult | Question, rubrics: Sequence[Rubric], room: int | None = None
) -> Iterator[str]:
    """The mean of each criterion for each answer, best first."""
    keys = {c.id: c.key for rubric in rubrics for c in rubric.criteria}
    means = scored.means
    used = [id_ for id_ in keys if any(id_ in found for found in means.values())]
    if not used:
        return
    yield ""
    yield "Scores by criterion, the mean of the reviewers"
    rows = [["answer", *(shown(keys[id_]) for id_ in used)]]
    for standing in scored.ranking.standings:
        found = means.get(standing.author, {})
        rows.append([name(standing.author), *(_mean(found.get(id_)) for id_ in used)])
    fold = Fold(room=room)
    yield from columns(rows, right=range(1, len(used) + 1), fold=fold)


def figure_lines(ranking: Ranking, room: int | None = None) -> Iterator[str]:
    """The same reviews summed up in every way, and which ways there are too few for."""
    yield ""
    yield "Other figures"
    kept = [n for n in STATISTICS if n not in ranking.notes]
    rows = [["answer", *kept]]
    for standing in ranking.standings:
        figures = (_number(standing.figures.get(n)) for n in kept)
        rows.append([name(standing.author), *figures])
    yield from columns(rows, right=range(1, len(kept) + 1), fold=Fold(room=room))
    for why in dict.fromkeys(ranking.notes.values()):
        lacking = [n for n in STATISTICS if ranking.notes.get(n) == why]
        yield f"  {' and '.join(lacking)}: {shown(why)}"


def _without_empty(rows: Sequence[Sequence[str]]) -> list[list[str]]:
    """*rows* without the columns in which nothing but a heading stands."""
    kept = [at for at in range(len(rows[0])) if any(row[at] for row in rows[1:]) or at < 3]
    return [[row[at] for at in kept] for row in rows]


def _between(best: int, worst: int) -> str:
    return str(best) if best == worst else f"{best} to {worst}"


def _mean(value: float | None) -> str:
    return "-" if value is None else f"{value:.1f}"


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.2f}"


def _certainty(uncertainty: Uncertainty) -> Iterator[str]:
    if uncertainty.why:
        yield f"  no intervals: {shown(uncertainty.why)}"
    elif uncertainty.method:
        yield f"  intervals: {shown(uncertainty.method)}"
    alike = [pair for pair in uncertainty.pairs if not pair.apart]
    for pair in alike[:_PAIRS]:
        yield f"  {name(pair.one)} and {name(pair.other)} cannot be told apart"
    if len(alike) > _PAIRS:
        yield f"  and {many(len(alike) - _PAIRS, 'pair')} more: --json has them all"


def _agreement(result: CouncilResult) -> Iterator[str]:
    consensus = result.consensus
    if consensus.value is None:
        yield f"  consensus of the reviewers: {consensus.why}"
    else:
        interval = ""
        if consensus.low is not None and consensus.high is not None:
            interval = f" ({consensus.low:.2f} to {consensus.high:.2f})"
        yield f"  consensus of the reviewers: {consensus.value:.2f}{interval}"
    independent = result.independence
    if independent.value is not None:
        yield (
            f"  {many(independent.reviewers, 'reviewer')} are worth "
            f"{independent.value:.1f} independent ones"
        )
    yield from _stated(result.disagreement)


def _stated(found: Disagreement) -> Iterator[str]:
    """What the stated orders say besides; nothing where they say the same."""
    if not found:
        return
    yield "  the orders that reviewers stated say otherwise; scores decide:"
    for move in found.moves:
        down = move.derived > move.stated  # a cap is no reason to have moved up
        why = f" ({shown(move.why)})" if move.why and down else ""
        yield f"    {name(move.author)}: {move.derived} by score, {move.stated} stated{why}"


def _orders(question: Question, page: Page) -> Iterator[str]:
    rows = []
    for review in question.record.reviews:
        if not review.final:
            continue
        rows.append([name(review.seat), _order(review, question)])
    yield from entries(rows, room=page.room)


def _order(review: Review, question: Question) -> str:
    scored = {
        s.author: s.overall.value
        for s in question.sheets
        if s.reviewer == review.seat and s.overall.value is not None
    }
    if review.status not in ("scored", "holistic"):
        return f"{review.status}: {cut(shown(review.reason), 120)}"
    if not scored:
        return "no overall score: " + cut(_why_none(review, question), 120)
    ordered = sorted(scored, key=lambda a: (-scored[a], a))
    told = "".join(
        f"{_than(scored, before, a)}{name(a)} {scored[a]:.2f}"
        for before, a in pairwise((None, *ordered))
        if a is not None
    )
    return told + (" (one score for everything)" if review.reading == "holistic" else "")


def _than(scored: Mapping[str, float], before: str | None, author: str) -> str:
    """How *author* stands to the one *before*: scores that are the same are a tie."""
    if before is None:
        return ""
    return " = " if scored[before] - scored[author] < _TIE else " > "


def _why_none(review: Review, question: Question) -> str:
    whys = [s.overall.why for s in question.sheets if s.reviewer == review.seat]
    return shown(next(filter(None, whys), "nothing to score"))


def _safety(gate: SafetyGate, questions: int) -> Iterator[str]:
    if gate.why:
        yield f"Safety: {shown(gate.why)}"
    if not gate.enabled or not (gate.checked or gate.unknown):
        yield from [""] if gate.why else []
        return
    cap = "" if gate.cap is None else f", capped at {gate.cap:g}"
    yield (
        f"Safety: {many(gate.checked, 'answer')} checked by {gate.by or 'nobody'}, "
        f"{len(gate.failed) or 'none'} failed{cap if gate.failed else ''}"
        + (f", {gate.unknown} not checked" if gate.unknown else "")
    )
    for one in gate.failed[:_QUESTIONS]:
        place = f"{shown(one.question)}, " if questions > 1 else ""
        yield f"  {place}{name(one.author)}: {cut(shown(one.why), 160)}"
    yield ""


def _reviewers(result: CouncilResult, page: Page) -> Iterator[str]:
    yield "Reviewers"
    rows = []
    for reviewer in result.reviewers:
        lenient = reviewer.leniency
        habit = "" if lenient is None else f"{abs(lenient):.2f} points {_habit(lenient)}"
        why = cut(shown(reviewer.why), 120)
        rows.append([name(reviewer.name), _coverage(reviewer.coverage), habit, why])
    yield from entries(rows, room=page.room)
    yield ""


def _habit(leniency: float) -> str:
    return "more generous" if leniency > 0 else "stricter"


def _coverage(coverage: Coverage) -> str:
    parts = [f"{coverage.scored} of {many(coverage.of, 'review')}"]
    for count, what in (
        (coverage.failed, "failed"),
        (coverage.abstained, "abstained"),
        (coverage.holistic, "by one score only"),
    ):
        if count:
            parts.append(f"{count} {what}")
    return ", ".join(parts)


def _synthesis(written: Written | None, *, whole: bool) -> Iterator[str]:
    if written is None:
        return
    yield f"Synthesis by {name(written.seat)}"
    if written.status == "answered":
        for line in written.text.splitlines() if whole else (written.text,):
            yield f"  {_told(line, whole=whole)}"
        if written.cut:
            yield "  (it breaks off at the token limit)"
    else:
        yield f"  {written.status}: {shown(written.reason)}"
    yield ""


def name(text: str) -> str:
    """The name of a model or an author, on one line and bounded."""
    return cut(shown(text), _NAME)
