"""Events as text and back."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from phaseline.engine import canonical
from phaseline.engine.events import Event


def events_text(events: Sequence[Event]) -> str:
    """Events as canonical JSON."""
    return canonical.encode(events).decode()


def events_of(text: str) -> tuple[Event, ...]:
    """Events from their text. Raises `msgspec.DecodeError`."""
    return tuple(_as_told(event) for event in canonical.decode(text.encode(), list[Event]))


def _as_told(event: Event) -> Event:
    """JSON has no tuples, but sentences name several things by a tuple."""
    if not any(isinstance(fact, list) for fact in event.facts.values()):
        return event
    facts = {name: tuple(fact) if isinstance(fact, list) else fact for name, fact in event.facts.items()}
    return replace(event, facts=facts)
