"""A picture: shapes with a name and a description, inside a page or a file of its own."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from .markup import Markup, element, join
from .palette import LIGHT, picture_rules
from .table import width
from .untrusted import shown

SIZE: Final = 13
"""Of letters, in pixels."""

NARROW: Final = 288
"""Pixels of a picture for a phone of 320."""

_SLIM: Final = frozenset("iljtfrI.,:;'|!()[]{}/-` ")
_BROAD: Final = frozenset("mwMWQO@%&→←↓…—+=<>~")
_EMS: Final = (0.45, 0.68, 0.82, 1.03)
"""Of slim letters, most others, capitals and the broad ones, in a wide font."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """Shapes on a ground of so many pixels, and what they show in words."""

    name: str
    """Letters, digits and dashes; unique in a report."""
    title: str
    description: str
    width: float
    height: float
    shapes: Markup
    narrow: Picture | None = None
    """The same for a phone: what names a row stands above it."""


def inline(picture: Picture) -> Markup:
    """*picture* as an element of a page, whose style it takes."""
    title, described = f"{picture.name}-t", f"{picture.name}-d"
    return element(
        "svg",
        element("title", picture.title, id=title),
        element("desc", picture.description, id=described),
        picture.shapes,
        **_frame(picture),
        role="img",
        aria_labelledby=f"{title} {described}",
    )


def standalone(picture: Picture) -> str:
    """*picture* as a file: light, on its own ground."""
    style = f"text{{font-family:'Liberation Sans',Arial,sans-serif}}{picture_rules(LIGHT)}"
    drawn = element(
        "svg",
        element("title", picture.title),
        element("desc", picture.description),
        element("style", Markup(style)),
        element("rect", width="100%", height="100%", class_="back"),
        picture.shapes,
        xmlns="http://www.w3.org/2000/svg",
        **_frame(picture),
        role="img",
    )
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{drawn}\n'


def _frame(picture: Picture) -> dict[str, str | float]:
    size = f"0 0 {picture.width:.0f} {picture.height:.0f}"
    return {
        "viewBox": size,
        "width": round(picture.width),
        "height": round(picture.height),
        "font-size": SIZE,
    }


def words(  # where, what, and how it stands
    x: float,
    y: float,
    said: str,
    *,
    at: str = "start",
    class_: str = "ink",
    room: float = 0,
) -> Markup:
    """*said* on the line *y*, cut where it takes more than *room* pixels."""
    if room:
        said = shortened(said, room)
    return element("text", said, x=x, y=y, class_=class_, **{"text-anchor": at})


def wide(texts: Iterable[str], most: float) -> float:
    """Pixels that the longest of *texts* takes, *most* at the most."""
    return min(most, max(map(breadth, texts), default=0.0))


def breadth(said: str) -> float:
    """Pixels that *said* takes at most: pictures are laid out before any font is known."""
    return SIZE * sum(map(_ems, shown(said)))


def _ems(c: str) -> float:
    slim, other, capital, broad = _EMS
    if c in _SLIM:
        return slim
    if c in _BROAD or not c.isascii():
        return broad * max(1, width(c)) if width(c) else 0.0
    return capital if c.isupper() else other


def shortened(said: str, room: float) -> str:
    """*said*, with its end left out where it takes more than *room* pixels."""
    said = shown(said)
    if breadth(said) <= room:
        return said
    left, kept = room - breadth("…"), 0
    for c in said:
        left -= SIZE * _ems(c)
        if left < 0:
            break
        kept += 1
    return said[:kept].rstrip() + "…"


def stroke(
    x1: float, y1: float, x2: float, y2: float, class_: str, *, thick: float = 1.0
) -> Markup:  # four of them are two points
    """A straight line."""
    return element(
        "line", x1=x1, y1=y1, x2=x2, y2=y2, class_=class_, **{"stroke-width": thick}
    )


def box(x: float, y: float, w: float, h: float, class_: str) -> Markup:
    """A rectangle."""
    return element("rect", x=x, y=y, width=max(0.0, w), height=h, class_=class_)


def drawn(shapes: Iterable[Markup]) -> Markup:
    """Shapes over one another."""
    return join(shapes)
