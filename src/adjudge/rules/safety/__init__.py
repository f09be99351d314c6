"""The rules judge for safety: five harms, judged by what a response tells its reader."""

from .gate import SafetyGate, SafetyReading, safety_gate
from .pii import Options

__all__ = ("Options", "SafetyGate", "SafetyReading", "safety_gate")
