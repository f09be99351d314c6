"""The parts of a report's page: tables and pictures in boxes that scroll by themselves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .markup import Markup, element, join, lines
from .picture import Picture, inline


def heading(level: int, said: str, *, id_: str | None = None) -> Markup:
    """A heading of that level."""
    return element(f"h{level}", said, id=id_)


def paragraph(said: str, class_: str | None = None) -> Markup:
    """A paragraph of text."""
    return element("p", said, class_=class_)


def bullets(said: Iterable[str]) -> Markup:
    """A list of sentences."""
    return element("ul", *(element("li", each) for each in said))


def table(
    caption: str,
    head: Sequence[str],
    rows: Iterable[Sequence[str]],
    *,
    right: Iterable[int] = (),
    wide: Iterable[int] = (),
) -> Markup:
    """A table whose first column names the row; columns in *right* are figures."""
    classes = {**dict.fromkeys(wide, "w"), **dict.fromkeys(right, "n")}
    top = element(
        "tr",
        *(
            element("th", cell, scope="col", class_=classes.get(at))
            for at, cell in enumerate(head)
        ),
    )
    body = (
        element(
            "tr",
            element("th", row[0], scope="row", class_=classes.get(0)),
            *(
                element("td", cell, class_=classes.get(at))
                for at, cell in enumerate(row[1:], 1)
            ),
        )
        for row in rows
    )
    return _scrolling(
        caption,
        element(
            "table",
            element("caption", caption),
            element("thead", top),
            element("tbody", *body),
        ),
    )


def figure(picture: Picture, *tables: Markup) -> Markup:
    """*picture*, and the same figures as *tables* that open beneath it."""
    shown = element("div", _drawn(picture), class_="wide" if picture.narrow else None)
    if picture.narrow is not None:
        shown = join([shown, element("div", _drawn(picture.narrow), class_="narrow")])
    return element(
        "figure", shown, *(folded("The same as a table", each) for each in tables)
    )


def _drawn(picture: Picture) -> Markup:
    return _scrolling(f"Picture: {picture.title}", inline(picture))


def folded(said: str, *content: Markup) -> Markup:
    """*content* behind *said*, which opens it; on paper it is open."""
    return element("details", element("summary", said), *content)


def quote(label: str, raw: str) -> Markup:
    """A text from a file, its lines kept."""
    return element(
        "div", lines(raw), class_="quote", tabindex=0, role="group", aria_label=label
    )


def more(shown: int, of: int, what: str) -> Markup:
    """Says how much was left out, if anything was."""
    if of <= shown:
        return join(())
    return paragraph(f"And {of - shown} more {what}, which --json lists.", "lead")


def _scrolling(label: str, content: Markup) -> Markup:
    """A box that scrolls sideways by itself, also by the keyboard."""
    return element(
        "div", content, class_="scroll", tabindex=0, role="group", aria_label=label
    )
