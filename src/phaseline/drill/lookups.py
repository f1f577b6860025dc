"""Questions that can be asked of every game with units on hexes, and what questions of its own are made with."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from phaseline.drill.state import FieldState
from phaseline.engine.casefile import question
from phaseline.engine.game import Question
from phaseline.engine.lexicon import HexRef, SeatRef, UnitRef
from phaseline.hexgrid import Hex, Mask, hexes
from phaseline.mechanics.ways import Routes

AnyField = FieldState[Any, Any]
T = TypeVar("T")


def labels(s: AnyField, area: Mask) -> list[str]:
    """The hexes of an area, as people write them."""
    return [s.scenario.map.label(hex) for hex in hexes(area)]


def costs(s: AnyField, routes: Routes) -> dict[str, int]:
    """What it costs to get to each hex that can be reached."""
    return {s.scenario.map.label(hex): cost for cost, area in routes.waves for hex in hexes(area)}


def units_of(s: AnyField, side: int | None, fits: Callable[[Any], bool]) -> list[str]:
    """The names by which orders call the units of a side, or of both, that fit, in roster order."""
    scenario = s.scenario
    everybody = zip(scenario.ids, scenario.units, scenario.side_of, strict=True)
    return [name for name, unit, seat in everybody if side in (None, seat) and fits(unit)]


def spot(s: AnyField, unit: int) -> Hex:
    """The hex of a unit that a question is about. Raises `ValueError` for one that is off the map."""
    hex: Hex = s.position.at[unit]
    if hex < 0:
        raise ValueError(f"{s.spoken(unit)} is not on the map")
    return hex


def listed(lines: Mapping[str, T], key: str, known: str) -> T:
    """The line of a table that a question names. Raises `ValueError`, which tells the keys that are `known`.

    >>> listed({"clear": 1, "woods": 2}, "bog", "the table has")
    Traceback (most recent call last):
    ValueError: the table has clear, woods
    """
    if key not in lines:
        raise ValueError(f"{known} {', '.join(lines)}")
    return lines[key]


@question
def place(s: AnyField, *, hex: HexRef) -> list[str]:
    """The names of what lies in a hex."""
    return [found.name for found in s.scenario.map.places_at(hex)]


@question
def hexside(s: AnyField, *, a: HexRef, b: HexRef) -> list[str]:
    """What lies on the hexside between two hexes."""
    return list(s.scenario.map.features_between(a, b))


@question
def distance(s: AnyField, *, a: HexRef, b: HexRef) -> dict[str, int | None]:
    """How far two hexes are apart: in hexes, and by the map's scale in km (none on a map without one)."""
    hexes, scale = s.scenario.map.grid.distance(a, b), s.scenario.map.georeference
    return {"hexes": hexes, "km": None if scale is None else round(hexes * scale.km_per_hex)}


@question
def zone(s: AnyField, *, side: SeatRef) -> list[str]:
    """The hexes in a side's zone of control now."""
    return labels(s, s.zone(side) & s.scenario.map.on_map)


def of_match(name: str, text: str, answer: Callable[[Any], Any]) -> Question:
    """A question `name` about the match as it stands; `text` says what is answered."""

    def ask(s: AnyField) -> Any:
        return answer(s)

    return _named(ask, name, text)


def of_unit(name: str, text: str, answer: Callable[[Any, int], Any], *, placed: bool = False) -> Question:
    """A question about a unit, or about one that is `placed` on the map."""

    def ask(s: AnyField, *, unit: UnitRef) -> Any:
        if placed:
            spot(s, unit)
        return answer(s, unit)

    return _named(ask, name, text)


def of_hex(name: str, text: str, answer: Callable[[Any, Hex], Any]) -> Question:
    """A question about a hex."""

    def ask(s: AnyField, *, hex: HexRef) -> Any:
        return answer(s, hex)

    return _named(ask, name, text)


def of_side(name: str, text: str, answer: Callable[[Any, int], Any]) -> Question:
    """A question about a side."""

    def ask(s: AnyField, *, side: SeatRef) -> Any:
        return answer(s, side)

    return _named(ask, name, text)


def _named(ask: Callable[..., Any], name: str, text: str) -> Question:
    ask.__name__, ask.__doc__ = name, text
    return question(ask)


def unit_names(s: AnyField, units: Mask) -> list[str]:
    """The names of some units."""
    return [s.name(unit) for unit in hexes(units)]


def asked(*own: Question) -> Mapping[str, Question]:
    """The questions of a game by name: these, and those of every game with zones of control."""
    return {str(getattr(found, "__name__", "")): found for found in (*own, place, hexside, distance, zone)}
