"""Events: what happened, in order, with the case that caused it, each seat told only what it may know."""

from __future__ import annotations

import string
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from phaseline.engine.dice import Draw
from phaseline.engine.lexicon import Lexicon


class Event(Struct, frozen=True, kw_only=True):
    """One thing that happened.

    `text` is a sentence with placeholders that name facts, each with the kind of thing it is, as in
    `"{unit:unit} moves to {to:hex}"`. `seats` says who may know it (None: everybody); the others learn `instead`
    with the facts its placeholders name, or nothing when it is empty. `by` is the seat whose dice were rolled, which
    need not be the one whose order led to it (None: nobody's, such as the weather's, or no dice at all).
    """

    kind: str
    case: str
    text: str
    facts: dict[str, Any] = {}
    seats: tuple[int, ...] | None = None
    instead: str = ""
    draw: Draw | None = None
    by: int | None = None

    def for_seat(self, seat: int | None) -> Event | None:
        """What `seat` (None: a spectator) learns of it; None when nothing."""
        if self.seats is None or seat in self.seats:
            return self
        if not self.instead:
            return None
        named = _placeholders(self.instead)
        facts = {name: value for name, value in self.facts.items() if name in named}
        return Event(kind=self.kind, case=self.case, text=self.instead, facts=facts)


def tell(event: Event, lexicon: Lexicon) -> str:
    """The event as a sentence, with names for numbers."""
    return _Teller(lexicon).vformat(event.text, (), event.facts)


def redact(events: Sequence[Event], seat: int | None) -> list[Event]:
    """The events as `seat` (None: a spectator) may know them, in order."""
    return [known for event in events if (known := event.for_seat(seat)) is not None]


def _placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


class _Teller(string.Formatter):
    """Formats `{to:hex}` through the lexicon's names for hexes; a tuple becomes a list of names."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon

    def get_value(self, key: int | str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:  # noqa: ARG002
        if str(key) not in kwargs:
            raise KeyError(f"the text names {{{key}}}, but the facts are: {', '.join(kwargs) or 'none'}")
        return kwargs[str(key)]

    def format_field(self, value: Any, format_spec: str) -> str:
        if format_spec not in self._lexicon:
            return str(super().format_field(value, format_spec))
        names = self._lexicon[format_spec]
        if isinstance(value, tuple):
            return ", ".join(names.title(item) for item in value) or "none"
        return names.title(value)
