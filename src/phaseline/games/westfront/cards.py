"""What an order-of-battle card says about a unit: its place, and its half of the map (3.24, 3.25).

Asked by `opening` and by set-up (`rules/deployment.py`).
"""

from __future__ import annotations

from typing import Final

from phaseline.engine.ledger import case
from phaseline.games.westfront import maps
from phaseline.games.westfront.files import CardRow
from phaseline.games.westfront.position import AXIS
from phaseline.games.westfront.scenario import WestFrontScenario
from phaseline.hexgrid import Hexsides, Mask

EITHER = "North or South"
LEFT_OUT: Final = {"S44": ("Czechoslovakia",)}
"""By scenario, countries of the North that its own card does not name for the Axis' units of the North (OB44.5).

It belongs into the scenario's file, but would change its fingerprint there, and records are held to that: it may move
when the data of the scenario next change.
"""


def row_of(scenario: WestFrontScenario, unit: int) -> CardRow | None:
    """A unit's row on the card."""
    card = scenario.data.card
    return None if card is None else card.sides[scenario.side_of[unit]].rows.get(scenario.units[unit].name)


@case("3.22a", "S43.1a", "W43.1", "S44.1", "W44.1")
def allied_area(scenario: WestFrontScenario) -> Mask:
    """The land hexes the Allies hold at the start."""
    held = maps.area(scenario.map, "allied_start", scenario.data.file.allied)
    return held & scenario.board.land


def neutral(scenario: WestFrontScenario) -> Mask:
    """Spain and Portugal, out of play until a declaration of war (16.4a)."""
    return sum(scenario.board.country.get(name, 0) for name in ("Spain", "Portugal"))


@case("3.22a", "3.22b")
def front_hexes(scenario: WestFrontScenario, seat: int) -> Mask:
    """A side's Frontline hexes: its land hexes next to the Startline; none in a scenario without one (3.22)."""
    if not scenario.data.file.startline:
        return 0
    board = scenario.board
    own = allied_area(scenario)
    other = board.land & ~own & ~neutral(scenario)
    if seat == AXIS:
        own, other = other, own
    sides = board.passable & Hexsides.between(board.grid, own, other)
    return sides.cross(other) & own


@case("3.24", "OB43.4", "OB43.5", "OB44.4", "OB44.5")
def place_of(scenario: WestFrontScenario, row: CardRow, seat: int) -> Mask:
    """The hexes of a place on the card.

    City units stand in or next to the city, Country units in the country, Coast units in coastal hexes of a country or
    of their army's sector, Front units in Frontline hexes (3.24).
    """
    map, board = scenario.map, scenario.board
    if row.city is not None:
        here = 1 << map.hex(row.city)
        return here | board.traced.cross(here)
    if row.front is not None:
        return front_hexes(scenario, seat) & (maps.land_named(map, row.front) or 0)
    if row.coast is not None:
        land = maps.area(map, "sector", row.coast) or maps.land_named(map, row.coast) or 0
        return land & maps.coast(map)
    return maps.land_named(map, row.country or "") or 0


def place_name(row: CardRow) -> str:
    """A place on the card in words."""
    if row.city is not None:
        return f"{row.city} or next to it"
    if row.front is not None:
        return f"the Frontline in {row.front}"
    return f"the coast of {row.coast}" if row.coast is not None else str(row.country)


@case("3.25", "S43.1a", "OB43.4", "OB43.5", "OB44.4", "OB44.5", "W43.1a", "W44.1a")
def block_area(scenario: WestFrontScenario, unit: int) -> Mask:
    """The half of the map of a unit in a semi-historical set-up; Allied ones of the North may be in Gibraltar too (3.25).

    Corsica is of the North to the Axis, to whom it is France, and of the South to the Allies (S43.1a, OB44.4, R223).
    Units that are not on the card came later: they may be in either half (W43.1a, W44.1a).
    """
    name = block_name(scenario, unit)
    if name == EITHER:
        return maps.area(scenario.map, "theatre", "North") | maps.area(scenario.map, "theatre", "South")
    area = maps.area(scenario.map, "theatre", name)
    if scenario.side_of[unit] == AXIS:
        corsica = maps.area(scenario.map, "part", "Corsica")
        return area | corsica if name == "North" else area & ~corsica
    if name == "North" and "Gibraltar" in scenario.map.places:
        area |= 1 << scenario.map.hex("Gibraltar")
    return area


@case("OB44.5")
def left_out(scenario: WestFrontScenario, unit: int) -> tuple[str, ...]:
    """Countries of its half of the map in which the scenario's card lets a unit not begin (OB44.5).

    Winter '44, which takes its units from the same card, has North and South as 3.25 names them.
    """
    if scenario.side_of[unit] != AXIS or block_name(scenario, unit) != "North":
        return ()
    return LEFT_OUT.get(scenario.key, ())


def block_name(scenario: WestFrontScenario, unit: int) -> str:
    """North or South, as the card has a unit."""
    card, name = scenario.data.card, scenario.units[unit].name
    if card is not None:
        blocks = card.sides[scenario.side_of[unit]]
        if name in blocks.North:
            return "North"
        if name in blocks.South:
            return "South"
    return EITHER
