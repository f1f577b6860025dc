"""What goes wrong at the user's end: one line that says what, why, and what to do next."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

STOPPED = 130
"""The exit code after Ctrl-C, as shells have it."""


class UserError(Exception):
    """Input that cannot be used. The message is one sentence for the user; the exit code is 2."""


class Refused(Exception):
    """An order was refused by the rules. The message cites the case; the exit code is 1."""


@contextmanager
def blaming(what: str, *kinds: type[Exception], hint: str = "") -> Iterator[None]:
    """Turns errors of these kinds into a `UserError` that begins with `what` and ends with `hint` in parentheses."""
    try:
        yield
    except kinds as error:
        raise UserError(
            ": ".join(filter(None, [what, _reason(error)])) + (f" ({hint})" if hint else "")
        ) from error


def _reason(error: Exception) -> str:
    if isinstance(error, KeyError) and error.args:
        return str(error.args[0])
    if isinstance(error, FileExistsError):  # where a folder is to be made
        return "there is a file of this name; name a folder"
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return str(error)
