"""IFEval: each item brings its own instructions, and each is one finding."""

from .rule import IfevalRule, ifeval

__all__ = ("IfevalRule", "ifeval")
