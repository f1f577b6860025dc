"""Questions that can be asked of every game with units on hexes, and what questions of its own are made with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from phaseline.drill.scenario import FieldScenario
from phaseline.drill.state import FieldState
from phaseline.engine.casefile import question
from phaseline.engine.game import Question
from phaseline.engine.lexicon import HexRef, SeatRef
from phaseline.hexgrid import Mask, hexes
from phaseline.mechanics.ways import Routes

AnyField = FieldState[Any, Any]


class Zoned(Protocol):
    """A state whose units exert zones of control."""

    scenario: FieldScenario[Any]

    def zone(self, seat: int) -> Mask:
        """The hexes in a side's zone of control."""
        ...


def labels(s: AnyField | Zoned, area: Mask) -> list[str]:
    """The hexes of an area, as people write them."""
    return [s.scenario.map.label(hex) for hex in hexes(area)]


def costs(s: AnyField, routes: Routes) -> dict[str, int]:
    """What it costs to get to each hex that can be reached."""
    return {s.scenario.map.label(hex): cost for cost, area in routes.waves for hex in hexes(area)}


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
def zone(s: Zoned, *, side: SeatRef) -> list[str]:
    """The hexes in a side's zone of control now."""
    return labels(s, s.zone(side) & s.scenario.map.on_map)


def asked(*own: Question) -> Mapping[str, Question]:
    """The questions of a game by name: these, and those of every game with zones of control."""
    return {str(getattr(found, "__name__", "")): found for found in (*own, place, hexside, distance, zone)}
