"""What the measures of a council read: plain tuples, whoever made them."""

from __future__ import annotations

from typing import TypeAlias

Rated: TypeAlias = tuple[str, str, str, float]
"""Question, author, reviewer, value: the scores by which a reviewer orders answers."""
