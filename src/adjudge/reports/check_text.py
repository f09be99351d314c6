"""A check of examples, as text and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from adjudge.agreement import Confusion, Proportion
from adjudge.workbench import Check, Checked
