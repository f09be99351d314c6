"""The colours of pages and pictures, for light and for dark.

Shades are steps of one blue, told apart by lightness, so that no kind of colour blindness
and no grey printer loses them; each has the colour of text that can be read on it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

STEPS: Final = 6
"""Shades from least to most."""

LIGHT: Final[Mapping[str, str]] = {
    "page": "#ffffff", "panel": "#f5f7fa", "ink": "#1a2230", "soft": "#4a5568",
    "line": "#8a94a6", "grid": "#d5dbe5", "mark": "#0b4f9e", "warn": "#7a3b00",
    "warn-panel": "#fff4e5", "link": "#0b4f9e",
    "s0": "#f1f5fa", "s1": "#d3e2f1", "s2": "#a9cae6", "s3": "#7aaeda", "s4": "#2b69a8",
    "s5": "#0a376f",
    "t0": "#1a2230", "t1": "#1a2230", "t2": "#1a2230", "t3": "#10161f", "t4": "#ffffff",
    "t5": "#ffffff",
}  # fmt: skip

DARK: Final[Mapping[str, str]] = {
    "page": "#12161d", "panel": "#1b212b", "ink": "#e8ecf2", "soft": "#b4bdcb",
    "line": "#7d8899", "grid": "#343d4b", "mark": "#8fc1f2", "warn": "#ffcf99",
    "warn-panel": "#3a2a14", "link": "#8fc1f2",
    "s0": "#1d2530", "s1": "#203850", "s2": "#24507a", "s3": "#33699d", "s4": "#8cbbe4",
    "s5": "#d2e5f7",
    "t0": "#e8ecf2", "t1": "#ffffff", "t2": "#ffffff", "t3": "#ffffff", "t4": "#10161f",
    "t5": "#10161f",
}  # fmt: skip


def shade(share: float) -> int:
    """The step for *share*, 0 to 1."""
    return min(STEPS - 1, max(0, int(share * STEPS)))


def picture_rules(colours: Mapping[str, str]) -> str:
    """The style of pictures in *colours*."""
    fills = [
        f".{name}{{fill:{colours[name]}}}" for name in ("ink", "soft", "mark", "panel")
    ]
    lines = [
        f".{name}-line{{stroke:{colours[name]};fill:none}}"
        for name in ("line", "grid", "mark", "ink")
    ]
    steps = [
        f".s{at}{{fill:{colours[f's{at}']}}}.t{at}{{fill:{colours[f't{at}']}}}"
        for at in range(STEPS)
    ]
    edges = [f".edge{{stroke:{colours['page']}}}", f".back{{fill:{colours['page']}}}"]
    hollow = f".hollow{{fill:{colours['page']};stroke:{colours['mark']}}}"
    over = f".over{{paint-order:stroke;stroke:{colours['page']};stroke-width:5}}"
    return "".join([*fills, *lines, *steps, *edges, hollow, over])
