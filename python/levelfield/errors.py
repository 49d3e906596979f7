"""What goes wrong, and the two ways in which a method is told or tells that it is over."""

from __future__ import annotations

__all__ = ["BudgetSpent", "Error", "Finished"]


class Error(Exception):
    """A failure of the library, in its one line: what, where, what was expected, how to mend it."""

    def __init__(self, message: str, status: int = -1) -> None:
        super().__init__(message)
        self.status = status


class BudgetSpent(BaseException):
    """The oracle refused a question: the budget has no room for it.

    Leave it alone. The package catches it, and the step that was under way is taken back. It is no
    ``Exception``, so that ``except Exception`` in a method lets it pass.
    """


class Finished(BaseException):
    """Raised by a method in ``step`` that has nothing left to do; the step is a whole one."""
