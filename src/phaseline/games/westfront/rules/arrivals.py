"""Where new units arrive: in production, and in the first month on the map (11.6).

Asked by other chapters: `arrival_hexes`, `home_cities`.
"""

from __future__ import annotations

from collections.abc import Mapping

from phaseline.engine.ledger import case
from phaseline.engine.narrowing import Narrowing, choose
from phaseline.games.westfront.position import AXIS
from phaseline.games.westfront.rules import ground, rail, sources
from phaseline.games.westfront.state import WestFrontState
from phaseline.hexgrid import Hex, Mask, hexes, mask_of

COMMONWEALTH = ("British", "Canadian", "Allied")
"""Nations of units that arrive in British home cities too: AF and SHAEF serve all the Allies (R30)."""
HOMES = {"German": "Germany", "Italian": "Italy", "Spanish": "Spain", "Portuguese": "Portugal"}
"""Where Axis nations have their Home Cities (1.44)."""


@case("1.43", "1.44", "11.6a", "11.6b")
def home_cities(s: WestFrontState, country: str) -> Mask:
    """Major and Minor Cities of a country (1.44)."""
    return s.board.cities & s.board.country.get(country, 0)


@case("11.6a", "1.41e", "1.44", "2.66a", "16.7", "husky.0", "side.16a")
def axis_places(s: WestFrontState, unit: int) -> Mask:
    """Where an Axis unit may arrive if nothing stands in the way.

    Victory Cities, cities of its own country, and Rail Entry hexes of the east edge that are still home (11.6, 16.7);
    Italian units in Italy only (2.66, R29).
    """
    only = s.scenario.data.arrivals[AXIS]
    if only is not None:
        return only
    nation = s.unit(unit).nation
    found = mask_of(s.board.victory_cities) | home_cities(s, HOMES.get(nation, "Germany"))
    if nation == "Italian":
        return found & s.board.country.get("Italy", 0)
    return found | entries(s)


@case("16.7", "side.16a")
def entries(s: WestFrontState) -> Mask:
    """The Rail Entry hexes of the east edge that are home to the Axis."""
    return rail.home_entries(s, AXIS)


@case("11.6b", "1.44", "husky.prod")
def allied_places(s: WestFrontState, unit: int) -> Mask:
    """Where an Allied unit may arrive: any Major Port, British and Commonwealth units in British cities too (11.6)."""
    found = s.board.major_ports
    if s.unit(unit).nation in COMMONWEALTH:
        found |= home_cities(s, "Britain")
    return found


@case("1.41d", "1.42", "11.6c")
def capacity(s: WestFrontState, hex: Hex) -> int:
    """New units that a hex takes in a production: two in a Major City, else one, in a Major Port too (R15, R16)."""
    return 2 if s.board.major_cities >> hex & 1 else 1


@case("1.41d", "1.41e", "1.42", "1.44", "11.6a", "11.6b", "11.6c", "11.6d", "6.21", "2.26f", "side.16a")
def arrival_hexes(
    s: WestFrontState, unit: int, arrived: Mapping[Hex, int], leaving: Mask = 0, *, ports_only: bool = False
) -> Narrowing:
    """The hexes where a unit may arrive (11.6).

    `arrived` are the new units that each hex has taken this month, `leaving` units that make room. A Rail Entry hex of
    the east edge need only be free of Allied units; elsewhere there must be Rail/Sea Supply (side.16a).
    """
    seat = s.seat_of(unit)
    group = ("arrivals", seat, s.unit(unit).nation, ports_only)
    crowded = mask_of([hex for hex, count in arrived.items() if count >= capacity(s, hex)]) if arrived else 0
    found = (
        s.as_it_stands(group, lambda: _sites(s, unit, ports_only=ports_only))
        .copy()
        .without(crowded, "11.6c", "no more new units can arrive there this month")
        .without(full(s, seat, leaving), "6.21", "the hex is full")
    )
    if s.scenario.forts >> unit & 1:
        found.without(fort_hexes(s, leaving), "2.26f", "there is a fort already")
    return found


def _sites(s: WestFrontState, unit: int, *, ports_only: bool) -> Narrowing:
    """The hexes where units of this one's nation may arrive as things stand on the map."""
    seat = s.seat_of(unit)
    if seat == AXIS:
        places, number = axis_places(s, unit), "11.6a"
        reason = (
            "Axis units arrive in Victory Cities, cities of their own country and eastern Rail Entry hexes"
        )
    else:
        places, number = allied_places(s, unit), "11.6b"
        reason = "Allied units arrive in Major Ports, British ones in British cities too"
    if ports_only:
        places &= s.board.major_ports
    by_rail = seat == AXIS and s.unit(unit).nation != "Italian"
    edge = entries(s) if by_rail else 0
    found = choose(s.board.land, "1.1b", "no unit can be there")
    if by_rail:
        found.without(rail.lost_entries(s) & ~places, "16.7", "that part of the east edge is lost")
    return (
        found.only(places, number, reason)
        .only(s.in_play, "16.4a", "that country is neutral")
        .only(s.friendly(seat) | edge, number, "it is not a friendly hex")
        .without(s.occupied(1 - seat), "11.6c", "enemy units are there")
        .only(sources.supplied(s, seat) | edge, "11.6c", "it is not in Rail/Sea Supply")
    )


def full(s: WestFrontState, seat: int, leaving: Mask = 0) -> Mask:
    """Hexes with no room for one more unit of a side, planned arrivals counted and leaving units not (R101)."""
    position = s.position
    if not leaving and not position.planned:
        return ground.full(s, seat)
    stacks, limits = s.standing.by_hex[seat], s.board.limits
    found = s.standing.full(seat, s.board.stacking)
    for hex in hexes(found) if leaving else ():
        if (stacks[hex] & ~leaving).bit_count() < limits[hex]:
            found ^= 1 << hex
    for hex, more in planned_by_hex(s, seat).items():
        if (stacks.get(hex, 0) & ~leaving).bit_count() + more >= limits[hex]:
            found |= 1 << hex
    return found


def planned_by_hex(s: WestFrontState, seat: int) -> dict[Hex, int]:
    """How many new units of a side are planned for each hex in this production."""
    side_of = s.scenario.side_of
    count: dict[Hex, int] = {}
    for unit, (hex, _) in s.position.planned.items():
        if side_of[unit] == seat:
            count[hex] = count.get(hex, 0) + 1
    return count


def fort_hexes(s: WestFrontState, leaving: Mask = 0) -> Mask:
    """Hexes with a fort, standing there or planned (2.26f)."""
    position = s.position
    planned = {hex for unit, (hex, _) in position.planned.items() if s.scenario.forts >> unit & 1}
    forts = s.scenario.forts & s.on_map(AXIS) & ~leaving
    return mask_of(position.at[unit] for unit in s.scenario.rosters[AXIS] if forts >> unit & 1) | mask_of(
        planned
    )
