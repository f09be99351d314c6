"""Lists laid out in peace: nobody looks through them for garbage while they grow."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def undisturbed() -> Iterator[None]:
    """Keep the collector of cyclic garbage away from what is made in the block.

    It is hundreds of thousands of small objects that all stay, and the collector would
    look through them several times over: more than half of the time.
    """
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()
