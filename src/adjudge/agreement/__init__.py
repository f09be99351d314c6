"""How far judges may be trusted."""

from .confusion import Confusion
from .proportion import Proportion

__all__ = ("Confusion", "Proportion")
