"""Findings as values, and as text that a person reads."""

from .check import Check, Checked, check_as_json, render_check

__all__ = ("Check", "Checked", "check_as_json", "render_check")
