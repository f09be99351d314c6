"""Deterministic rules: readable for one conversation, compiled for millions."""

from .finding import FINDINGS, Finding, Rule

__all__ = ("FINDINGS", "Finding", "Rule")
