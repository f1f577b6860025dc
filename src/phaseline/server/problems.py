"""What goes wrong at a client's end: a status, a sentence, the field it is about, and what to do next."""

from __future__ import annotations


class Wrong(Exception):
    """A request that cannot be met. `status` is the HTTP status; `field` names what of the request is at fault."""

    def __init__(
        self, error: str, *, status: int = 400, field: str | None = None, hint: str | None = None
    ) -> None:
        super().__init__(error)
        self.error = error
        self.status = status
        self.field = field
        self.hint = hint


class Refused(Exception):
    """An order that the rules refuse, or that comes too late. Nothing has changed."""

    def __init__(self, case: str, text: str) -> None:
        super().__init__(f"case {case}: {text}")
        self.case = case
        self.text = text


def not_found(what: str, hint: str | None = None) -> Wrong:
    """Something that is not there."""
    return Wrong(what, status=404, hint=hint)
