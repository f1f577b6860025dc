"""What goes wrong at a client's end: a status, a sentence, the field it is about, and what to do next."""

from __future__ import annotations

import re
from typing import Any

from phaseline.engine.plain import shown
from phaseline.wording.misfit import choices, wanted

_FIELD = re.compile(
    r"Object (?:(?P<missing>missing required)|contains unknown) field `(?P<name>.*)`", re.DOTALL
)
_CHOICE = re.compile(r"Invalid (?:enum )?value (?P<value>.*)", re.DOTALL)
_STEP = re.compile(r"[^.\[\]]+")


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


def misfit(said: str, place: str | None, hint: str, kind: Any) -> Wrong:
    """What is wrong with something that is no `kind`: what the decoder `said` of the field at `place` (None: the whole).

    >>> wrong = misfit("Object missing required field `kind`", "players[0]", "see there", object)
    >>> wrong.error, wrong.field, wrong.hint
    ('`kind` is missing', 'players[0].kind', 'see there')
    """
    if place and (chosen := _CHOICE.fullmatch(said)):
        path = [int(step) if step.isdecimal() else step for step in _STEP.findall(place)]
        if allowed := choices(kind, path):
            value = shown(chosen["value"].strip("'\""))
            error = f'`{path[-1]}` cannot be "{value}"; it is one of: {", ".join(allowed)}'
            return Wrong(error, field=place, hint=hint)
    found = _FIELD.fullmatch(said)
    if found is None:
        need = wanted(said)
        error = said if need is None else f"`{place}`: {need}" if place else need
        return Wrong(error, field=place, hint=hint)
    name = shown(found["name"])
    error = f"`{name}` is missing" if found["missing"] else f"there is no field `{name}` here"
    return Wrong(error, field=f"{place}.{name}" if place else name, hint=hint)
