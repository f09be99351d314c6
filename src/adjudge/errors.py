"""Everything adjudge raises, sorted by who can put it right.

    AdjudgeError
    + AuthorError            what a person wrote needs editing; retrying is useless
      - RubricInvalid        a rubric file breaks the rubric language
      - RuleInvalid          a rule breaks the rule grammar
      - WeightsInvalid       weights do not fit their rubric
      - OffScale             a value is not on the scale it was read against
      - InputInvalid         an item, verdict or example is not what its format promises
    + OperatorError          the call, a path, a setting or an extra needs attention
      - UsageInvalid         the call itself makes no sense
      - SettingsInvalid      an environment variable or setting is wrong
      - FileUnusable         a file cannot be opened, read or written
      - ExtraMissing         an optional dependency is not installed
      - ProcessLost          a process that judged was ended from outside
    + PassingError           the world is unwell: waiting may help
    + ConflictError          somebody else was quicker

Trouble with one item is not raised at all: it is a `Failed` outcome in the ledger.
"""

from __future__ import annotations


class AdjudgeError(Exception):
    """What went wrong, where, and what to do about it."""

    def __init__(self, what: str, *, where: str = "", hint: str = "") -> None:
        super().__init__(what)
        self.what = what
        self.where = where
        self.hint = hint

    def __str__(self) -> str:
        where = f"{self.where}: " if self.where else ""
        hint = f"\n  hint: {self.hint}" if self.hint else ""
        return f"{where}{self.what}{hint}"


class AuthorError(AdjudgeError):
    """Something that a person wrote needs editing."""


class RubricInvalid(AuthorError):
    """A rubric breaks the rubric language."""


class RuleInvalid(AuthorError):
    """A rule breaks the rule grammar."""


class WeightsInvalid(AuthorError):
    """Weights do not fit the rubric that they are meant for."""


class OffScale(AuthorError):
    """A value is not on the scale it was read against."""


class InputInvalid(AuthorError):
    """An item, a verdict or an example is not what its format promises."""


class OperatorError(AdjudgeError):
    """The installation, the call or its settings need attention."""


class UsageInvalid(OperatorError):
    """The call itself makes no sense."""


class SettingsInvalid(OperatorError):
    """A setting is unknown or has a value that it cannot have."""


class FileUnusable(OperatorError):
    """A file cannot be opened, read or written."""

    def __init__(
        self, what: str, *, where: str = "", hint: str = "", outside: bool = False
    ) -> None:
        super().__init__(what, where=where, hint=hint)
        self.outside = outside
        """True when the call was right and the machine failed: a full disk."""


class ExtraMissing(OperatorError):
    """An optional dependency is not installed."""


class ProcessLost(OperatorError):
    """A process that judged was ended from outside, for want of memory for example."""


class PassingError(AdjudgeError):
    """A fault outside our control that may pass."""


class ConflictError(AdjudgeError):
    """The record changed since it was read."""
