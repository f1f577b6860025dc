"""What can be expected: the facts the kernel knows of every game, and those the game reports."""

from __future__ import annotations

import string
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from phaseline.engine.casefile.matching import plain
from phaseline.engine.events import Event, tell
from phaseline.engine.lexicon import Lexicon

if TYPE_CHECKING:
    from phaseline.engine.match import Entry, Match
    from phaseline.engine.sheet import Sheet
    from phaseline.engine.state import State


def facts(match: Match, entries: Sequence[Entry]) -> dict[str, Any]:
    """All facts by name; `rolls` are those of `entries`."""
    draws = [draw for entry in entries for draw in entry.draws]
    return {
        **plain(match.game.report(match.state)),
        "decision": decision(match.state),
        "outcome": outcome(match),
        "rolls": [
            {
                "purpose": draw.purpose,
                "sides": draw.sides,
                "values": list(draw.values),
                "count": len(draw.values),
            }
            for draw in draws
        ],
    }


def decision(state: State[Any, Any]) -> dict[str, Any] | None:
    """What the game waits for; None when it is over."""
    waiting = state.decision
    if waiting is None:
        return None
    seats = [state.game.seats[seat] for seat in waiting.seats]
    return {
        "seat": seats[0] if len(seats) == 1 else seats,
        "seats": set(seats),
        "step": waiting.step.label,
        "path": list(state.path()),
        "prompt": waiting.prompt,
        "case": waiting.case,
    }


def outcome(match: Match) -> dict[str, Any] | None:
    """How the match ended; None while it is under way."""
    end = match.outcome
    if end is None:
        return None
    seats = match.game.seats
    return {
        "winner": None if end.winner is None else seats[end.winner],
        "case": end.case,
        "reason": end.reason,
        "level": end.level,
        "scores": {seats[seat]: points for seat, points in enumerate(end.scores)},
    }


def event_facts(event: Event, lexicon: Lexicon) -> dict[str, Any]:
    """An event as plain facts: kind, case and text, and its own facts with names for numbers."""
    kinds = {
        name: spec
        for text in (event.text, event.instead)
        for _, name, spec, _ in string.Formatter().parse(text)
        if name and spec in lexicon
    }
    named = {name: _named(value, kinds.get(name), lexicon) for name, value in event.facts.items()}
    if event.draw is not None:
        named |= {"purpose": event.draw.purpose, "sides": event.draw.sides, "values": list(event.draw.values)}
    return {**plain(named), "kind": event.kind, "case": event.case, "text": tell(event, lexicon)}


def _named(value: Any, kind: str | None, lexicon: Lexicon) -> Any:
    if kind is None:
        return value
    if isinstance(value, tuple):
        return [_named(item, kind, lexicon) for item in value]
    return lexicon[kind].title(value) if isinstance(value, int) else value


def seen(sheet: Sheet, lexicon: Lexicon, seats: Sequence[str]) -> dict[str, Any]:
    """What is drawn, as facts: known units, the number of face-down pieces by hex, marks by hex, tracks by name."""
    units: dict[str, Any] = {}
    face_down: dict[str, int] = {}
    marks: dict[str, list[str]] = {}
    for piece in sheet.pieces:
        here = None if piece.hex is None else lexicon["hex"].title(piece.hex)
        if piece.face_down and piece.unit is None:
            face_down[str(here)] = face_down.get(str(here), 0) + 1
            continue
        # Cases name units as orders do, whatever the page writes on them.
        name = piece.title
        if piece.unit is not None and "unit" in lexicon:
            name = lexicon["unit"].title(piece.unit)
        units[name] = {
            "at": here,
            "side": None if piece.side is None else seats[piece.side],
            "strength": piece.strength,
            "symbol": piece.symbol,
            "face_down": piece.face_down,
            "marks": set(piece.marks),
        }
    for mark in sheet.marks:
        marks.setdefault(lexicon["hex"].title(mark.hex), []).append(mark.text)
    return {
        "units": units,
        "face_down": face_down,
        "marks": marks,
        "tracks": {track.name: track.text for track in sheet.tracks},
    }


def attribute_table(known: Mapping[str, Any], name: str) -> dict[str, Any] | None:
    """An attribute of all units as a table of its own: `cv: {A: 3}` for `units: {A: {cv: 3}}`."""
    units = known.get("units")
    if not isinstance(units, Mapping):
        return None
    table = {
        unit: entry[name] for unit, entry in units.items() if isinstance(entry, Mapping) and name in entry
    }
    return table or None
