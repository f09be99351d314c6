"""One rubric, three kinds of judge, and the evidence that you may trust them."""

__version__ = "0.1.0.dev0"
