"""Findings as text."""
