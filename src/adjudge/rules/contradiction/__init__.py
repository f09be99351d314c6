"""Whether an assistant reverses its position without saying so."""

from typing import Final

from .judge import Explanation, SelfContradiction
from .positions import Position

self_contradiction: Final = SelfContradiction()

__all__ = ("Explanation", "Position", "SelfContradiction", "self_contradiction")
