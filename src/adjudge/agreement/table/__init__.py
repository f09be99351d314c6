"""A table of ratings, as it comes, to one matrix for each criterion.

`layout_of(sample, stated)` says which column is what, `shaped(batch, layout)` makes rows of
ratings, a `Coder` turns them into small integers, and `lay_out(coded, choices, origin)`
reads each distinct grade once, settles duplicates and makes the matrices.
"""

from .choices import EVERY, Choices, OnDuplicate, OnOffScale, Origin
from .coded import TEXTS, Coded, Coder, renamed
from .lay import Laid, lay_out, unit_name
from .layout import ABSENT, LEDGER, ROW, Layout, Stated
from .shape import layout_of, shaped

__all__ = (
    "ABSENT",
    "EVERY",
    "LEDGER",
    "ROW",
    "TEXTS",
    "Choices",
    "Coded",
    "Coder",
    "Laid",
    "Layout",
    "OnDuplicate",
    "OnOffScale",
    "Origin",
    "Stated",
    "lay_out",
    "layout_of",
    "renamed",
    "shaped",
    "unit_name",
)
