"""How far judges may be trusted.

`consensus(ratings)`: do reviewers put answers in one order, and `splits(opinions, bounds)`:
on which answer and criterion they do not. `effective_reviewers(ratings)`: how many
independent ones they are worth. `compare(observed)`: the success metrics of a council.
Ratings are `(question, author, reviewer, value)`, or a `Board` of very many; nothing here
knows who made them.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any, Final

from .coefficient import Coefficient
from .confusion import Confusion
from .effect import Effect, Observed
from .proportion import Proportion
from .rated import Rated
from .split import APART, Opinion, Split, splits

if TYPE_CHECKING:
    from .board import Board
    from .concordance import Consensus, consensus
    from .corrected import (
        Corrected,
        Sample,
        correct,
        corrected_difference,
        corrected_mean,
    )
    from .identified import doubts
    from .independence import Independence, effective_reviewers
    from .labels import Labels, as_labels
    from .latent import MODELS, TRUTH_BY, Model, Truth, dawid_skene, majority, one_coin
    from .metrics import compare
    from .paired import PairedMean, paired_mean
    from .plan import Needed, Parts, grades_needed, parts_from, parts_of_mean, units_needed
    from .queue_of_units import Candidate, next_units
    from .ratings import Ratings
    from .ratings_frame import ratings_of
    from .systems import ADJUSTMENTS, Adjustment, Contrast, adjusted, contrast, judged

_LAZY: Final = {
    "ADJUSTMENTS": "systems",
    "Contrast": "systems",
    "Adjustment": "systems",
    "contrast": "systems",
    "judged": "systems",
    "Corrected": "corrected",
    "Sample": "corrected",
    "correct": "corrected",
    "corrected_difference": "corrected",
    "corrected_mean": "corrected",
    "adjusted": "systems",
    "doubts": "identified",
    "Labels": "labels",
    "as_labels": "labels",
    "MODELS": "latent",
    "TRUTH_BY": "latent",
    "Model": "latent",
    "Truth": "latent",
    "dawid_skene": "latent",
    "majority": "latent",
    "one_coin": "latent",
    "Candidate": "queue_of_units",
    "next_units": "queue_of_units",
    "PairedMean": "paired",
    "paired_mean": "paired",
    "Needed": "plan",
    "Parts": "plan",
    "grades_needed": "plan",
    "parts_from": "plan",
    "parts_of_mean": "plan",
    "units_needed": "plan",
    "Ratings": "ratings",
    "ratings_of": "ratings_frame",
    "Board": "board",
    "Consensus": "concordance",
    "Independence": "independence",
    "compare": "metrics",
    "consensus": "concordance",
    "effective_reviewers": "independence",
}
"""Those that need numpy, imported when they are first asked for."""

__all__ = (
    "ADJUSTMENTS",
    "APART",
    "MODELS",
    "TRUTH_BY",
    "Adjustment",
    "Board",
    "Candidate",
    "Coefficient",
    "Confusion",
    "Consensus",
    "Contrast",
    "Corrected",
    "Effect",
    "Independence",
    "Labels",
    "Model",
    "Needed",
    "Observed",
    "Opinion",
    "PairedMean",
    "Parts",
    "Proportion",
    "Rated",
    "Ratings",
    "Sample",
    "Split",
    "Truth",
    "adjusted",
    "as_labels",
    "compare",
    "consensus",
    "contrast",
    "correct",
    "corrected_difference",
    "corrected_mean",
    "dawid_skene",
    "doubts",
    "effective_reviewers",
    "grades_needed",
    "judged",
    "majority",
    "next_units",
    "one_coin",
    "paired_mean",
    "parts_from",
    "parts_of_mean",
    "ratings_of",
    "splits",
    "units_needed",
)


def __getattr__(name: str) -> Any:
    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_LAZY[name]}"), name)
