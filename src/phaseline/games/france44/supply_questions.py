"""Questions about supply (16): what would be, if it were judged now."""

from __future__ import annotations

from typing import Any

from phaseline.drill.lookups import labels
from phaseline.engine.casefile import question
from phaseline.engine.ledger import case
from phaseline.engine.lexicon import SeatRef, UnitRef
from phaseline.games.france44.position import ALLIED
from phaseline.games.france44.rules import ports, stocks, supply
from phaseline.games.france44.state import FranceState
from phaseline.hexgrid import hexes, mask_of


@question
@case("16.15")
def supply_state(s: FranceState, *, unit: UnitRef) -> str:
    """What a unit would be if supply were judged now: in supply, out of supply, isolated, or off the map."""
    seat = s.scenario.side_of[unit]
    if not s.on_map(seat) >> unit & 1:
        return "off the map"
    found = supply.rations(s, seat)
    if found.cut >> unit & 1:
        return "isolated"
    return "out of supply" if found.hungry() >> unit & 1 else "in supply"


@question
@case("16.3", "16.321")
def rations(s: FranceState, *, side: SeatRef) -> dict[str, Any]:
    """Who of a side would be fed from what if supply were judged now, and who would go hungry.

    `sources` are what has something to give: kind, hex (none for the rails), how many units it feeds (none: any number),
    the units that draw on it. `short` are units of which each could make room for one that goes hungry.
    """
    found = supply.rations(s, side)
    sources = [
        {
            "kind": source.kind,
            "hex": _where(s, source),
            "room": source.room,
            "feeds": [s.name(unit) for unit, drawn in found.drawn.items() if drawn == number],
        }
        for number, source in enumerate(found.sources)
    ]
    return {
        "sources": sources,
        "hungry": {s.name(unit) for unit in hexes(found.hungry() & ~found.cut)},
        "isolated": {s.name(unit) for unit in hexes(found.cut)},
        "short": {s.name(unit) for unit in hexes(supply.sparing(s, side))},
    }


def _where(s: FranceState, source: supply.Source) -> str | None:
    """The hex of a source; none for the rails."""
    return None if source.room is None else labels(s, source.hexes)[0]


@question
@case("16.32b", "16.321")
def truck_lines(s: FranceState, *, side: SeatRef) -> dict[str, Any]:
    """The trucks of a side on the map: where each is, and from which sources it carries supply (hex, or rail)."""
    sources = supply.rations(s, side).sources
    p, names = s.position, s.scenario.truck_ids
    return {
        names[truck]: {
            "at": labels(s, 1 << p.trucks[truck])[0],
            "carries_from": [_where(s, sources[n]) or "rail" for n in supply.drawn_by(s, side, truck)],
        }
        for truck in hexes(s.scenario.side_trucks[side])
        if p.trucks[truck] >= 0
    }


@question
@case("16.32c")
def supplied_hexes(s: FranceState, *, side: SeatRef) -> list[str]:
    """The hexes where a unit of a side would be fed, by rail or truck or beside a source, if capacities allow."""
    return labels(s, supply.reached(s, side) & s.scenario.board.continent)


@question
@case("16.1")
def joined_hexes(s: FranceState, *, side: SeatRef) -> list[str]:
    """The hexes where a unit of a side would not be isolated."""
    return labels(s, supply.joined(s, side) & s.scenario.board.continent)


@question
@case("9.31c")
def path_to_edge(s: FranceState) -> list[str]:
    """The hexes from which a path of supply leads to the east edge, as V units need it."""
    return labels(s, supply.supplied_path(s) & s.scenario.board.continent)


@question
@case("16.33a")
def railways(s: FranceState) -> list[str]:
    """The rail hexes to which trains bring German supply now."""
    return labels(s, supply.rails(s))


@question
@case("13.7", "5.13c")
def ashore(s: FranceState) -> dict[str, int]:
    """Allied units on the Continent, what ports supply this turn, and how many more units may come ashore by sea."""
    return {"units": ports.ashore(s), "capacity": s.position.capacity, "room": ports.room_ashore(s)}


@question
@case("5.31a")
def spare(s: FranceState) -> dict[str, int]:
    """How many Allied units have moved or fought in this game turn, and what could be stocked at its end."""
    active = s.position.active & s.scenario.side_units[ALLIED]
    return {"active": active.bit_count(), "spare": stocks.spare(s)}


@question
def drawing(s: FranceState) -> dict[str, str]:
    """The supply counter, by its hex, that each unit which has drawn on one will use if it moves or fights."""
    feeder = s.position.feeder
    return {s.name(unit): labels(s, mask_of([feeder[unit]]))[0] for unit in sorted(feeder)}
