"""Write what a report is made of: texts whole or not at all, and its pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from adjudge.errors import UsageInvalid
from adjudge.formats import unwritable, whole_file
from adjudge.reports import Picture, standalone

PNG_NEEDS: Final = "PNG needs an extra: pip install 'adjudge[pictures]'"


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """How many pictures were written, and whether as PNG too."""

    pictures: int
    png: bool


def write_text(path: Path, text: str) -> None:
    """Write *text* to *path*; what was there before stays until all of it is written."""
    with whole_file(path) as file:
        file.write(text.encode("utf-8"))


def write_pictures(folder: Path, pictures: Iterable[Picture]) -> Written:
    """Write each of *pictures* to *folder* as SVG, and as PNG where the extra is there."""
    if folder.exists() and not folder.is_dir():
        raise UsageInvalid(
            "this is a file", where=str(folder), hint="name a folder for the pictures"
        )
    as_png = _converter()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise unwritable(folder, error) from error
    count = 0
    for picture in pictures:
        drawn = standalone(picture)
        write_text(folder / f"{picture.name}.svg", drawn)
        if as_png is not None:
            with whole_file(folder / f"{picture.name}.png") as file:
                file.write(as_png(drawn))
        count += 1
    return Written(pictures=count, png=as_png is not None)


def _converter() -> Callable[[str], bytes] | None:
    """What makes a PNG of an SVG, twice as large as it is laid out; None: not installed."""
    try:
        from vl_convert import svg_to_png  # noqa: PLC0415  # an extra
    except ImportError:
        return None

    def convert(drawn: str) -> bytes:
        made: bytes = svg_to_png(drawn, scale=2)
        return made

    return convert
