"""Where things are kept: the only room that speaks SQL."""

from .tape import TAPE_NAME, Tape, open_tape
from .tape_key import key_of

__all__ = ("TAPE_NAME", "Tape", "key_of", "open_tape")
