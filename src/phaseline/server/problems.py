"""What goes wrong at a client's end: a status, a sentence, the field it is about, and what to do next."""

from __future__ import annotations

from typing import Any

from phaseline.wording.misfit import astray
from phaseline.wording.misfit import misfit as put
from phaseline.wording.shown import shown
from phaseline.wording.whereabouts import dotted


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


def misfit(message: str, kind: Any, written: object, hint: str, *, strict: bool = True) -> Wrong:
    """What is wrong with something `written` that is no `kind`, of msgspec's `message` about it; entries count from 0.

    >>> message = "Object missing required field `games` - at `$.play[0]`"
    >>> wrong = misfit(message, object, {"play": [{}]}, "see there")
    >>> wrong.error, wrong.field, wrong.hint
    ('play[0]: "games" is missing', 'play[0].games', 'see there')
    """
    path, said = put(message, kind, written, strict=strict)
    name = astray(message)
    place = shown(dotted(path, first=0))
    field = shown(dotted(path if name is None else (*path, name), first=0))
    return Wrong(f"{place}: {said}" if place else said, field=field or None, hint=hint)
