"""Events: what happened, in order, with the case that caused it, each seat told only what it may know."""

from __future__ import annotations

import functools
import string
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from phaseline.engine.dice import Draw
from phaseline.engine.lexicon import Lexicon

REDUCED, ELIMINATED = "loss", "eliminated"
"""The kinds of events by which every game tells of a unit that has lost a step, and of one that is lost whole."""
LOSSES = frozenset({REDUCED, ELIMINATED})


class Event(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One thing that happened.

    `text` is a sentence with placeholders that name facts, each with the kind of thing it is, as in
    `"{unit:unit} moves to {to:hex}"`. `seats` says who may know it (None: everybody); the others learn `instead`
    with the facts its placeholders name, or nothing when it is empty. `by` is the seat whose dice were rolled, which
    need not be the one whose order led to it (None: nobody's, such as the weather's, or no dice at all); `lit` are the
    faces that count, such as those that hit (none: what the dice mean is read off a table). `battle` is the hex of the
    battle that it is part of, `contest` the title of another contest of dice that it is part of (empty: of none).
    """

    kind: str
    case: str
    text: str
    facts: dict[str, Any] = {}
    seats: tuple[int, ...] | None = None
    instead: str = ""
    draw: Draw | None = None
    by: int | None = None
    lit: tuple[int, ...] = ()
    battle: int | None = None
    contest: str = ""

    def for_seat(self, seat: int | None) -> Event | None:
        """What `seat` (None: a spectator) learns of it; None when nothing."""
        if self.seats is None or seat in self.seats:
            return self
        if not self.instead:
            return None
        told = {name for name, _ in named(self.instead)}
        facts = {name: value for name, value in self.facts.items() if name in told}
        return Event(kind=self.kind, case=self.case, text=self.instead, facts=facts)


def tell(event: Event, lexicon: Lexicon) -> str:
    """The event as a sentence, with names for numbers."""
    told: list[str] = []
    for literal, name, spec in _parts(event.text):
        told.append(literal)
        if name is not None:
            told.append(_in_words(event.facts, name, spec, lexicon))
    return "".join(told)


def redact(events: Sequence[Event], seat: int | None) -> list[Event]:
    """The events as `seat` (None: a spectator) may know them, in order."""
    return [known for event in events if (known := event.for_seat(seat)) is not None]


def named(text: str) -> list[tuple[str, str]]:
    """The facts that a text names, each with the kind of thing that it is.

    >>> named("{unit:unit} moves to {to:hex}")
    [('unit', 'unit'), ('to', 'hex')]
    """
    return [(name, spec) for _, name, spec in _parts(text) if name is not None]


@functools.lru_cache(maxsize=10_000)
def _parts(text: str) -> tuple[tuple[str, str | None, str], ...]:
    """A text taken apart: words, the fact named after them (None: no more), and the kind of thing that it is."""
    return tuple((literal, name, spec or "") for literal, name, spec, _ in string.Formatter().parse(text))


def _in_words(facts: Mapping[str, Any], name: str, spec: str, lexicon: Lexicon) -> str:
    """What `{to:hex}` stands for: by the lexicon's names, hexes by the place there; a tuple becomes a list of names."""
    if name not in facts:
        raise KeyError(f"the text names {{{name}}}, but the facts are: {', '.join(facts) or 'none'}")
    value = facts[name]
    if spec not in lexicon:
        return format(value, spec)
    names = lexicon[spec]
    if isinstance(value, tuple):
        return ", ".join(names.told(item) for item in value) or "none"
    return names.told(value)
