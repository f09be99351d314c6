"""A council's result as one HTML table, for a notebook. Nothing in it is markup."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from .council_result import CouncilResult
from .untrusted import shown


def result_as_html(result: CouncilResult) -> str:
    """The ranking as a table; texts of models and users are escaped."""
    return "".join(_parts(result))


def _parts(result: CouncilResult) -> Iterator[str]:
    keys = {c.id: c.key for rubric in result.rubrics for c in rubric.criteria}
    used = [id_ for id_ in keys if any(id_ in found for found in result.means.values())]
    spreads = {s.author: s for s in result.uncertainty.spreads}
    yield "<table><thead><tr>"
    for head in ("rank", "answer", result.ranking.by, "95 %", *(keys[id_] for id_ in used)):
        yield f"<th>{_text(head)}</th>"
    yield "<th>reviews</th><th></th></tr></thead><tbody>"
    for standing in result.ranking.standings:
        spread = spreads.get(standing.author)
        found = result.means.get(standing.author, {})
        cells = [
            "" if standing.rank is None else str(standing.rank),
            standing.author,
            _number(standing.score, 2),
            f"{spread.low:.2f} to {spread.high:.2f}" if spread else "",
            *(_number(found.get(id_), 1) for id_ in used),
            f"{standing.reviews} of {standing.of}",
            standing.why,
        ]
        yield "<tr>" + "".join(f"<td>{_text(cell)}</td>" for cell in cells) + "</tr>"
    yield "</tbody></table>"
    for note in filter(None, (*result.notes, result.safety.why)):
        yield f"<p>{_text(note)}</p>"


def _number(value: float | None, digits: int) -> str:
    return "" if value is None else f"{value:.{digits}f}"


def _text(text: str) -> str:
    return escape(shown(text), quote=True)
