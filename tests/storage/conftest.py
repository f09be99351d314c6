"""Lets the tests of the tape import what they share."""

import importlib.util
import sys
from pathlib import Path

_spec = importlib.util.spec_from_file_location(
    "taping", Path(__file__).with_name("taping.py")
)
taping = importlib.util.module_from_spec(_spec)
sys.modules["taping"] = taping
_spec.loader.exec_module(taping)
