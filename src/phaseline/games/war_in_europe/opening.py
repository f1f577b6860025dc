"""The first position of a scenario: units where it puts them, who holds what, Points of the first turn."""

from __future__ import annotations

from phaseline.engine.ledger import case
from phaseline.games.war_in_europe.files import SEATS, Entry
from phaseline.games.war_in_europe.position import (
    AVAILABLE,
    DUE,
    FRONTS,
    LIFT,
    SPARE,
    Campaign,
    WarPosition,
    air_box,
)
from phaseline.games.war_in_europe.scenario import BOXES, WarScenario
from phaseline.hexgrid import mask_of


@case("3.26", "4.1a", "6.51")
def first_position(scenario: WarScenario) -> WarPosition:
    """The set-up of the scenario: units where it puts them, who holds what, Points of the first turn."""
    at = [_start(scenario, name, entry) for name, entry in zip(scenario.ids, scenario.entries, strict=True)]
    steps = [
        1 if entry.reduced else unit.steps
        for entry, unit in zip(scenario.entries, scenario.units, strict=True)
    ]
    land = scenario.board.dry_land
    owner = [scenario.territory[side] & land for side in SEATS]
    for seat, roster in enumerate(scenario.rosters):
        held = mask_of(at[unit] for unit in roster if at[unit] >= 0) & ~scenario.territory["neutral"]
        owner[seat] |= held
        owner[1 - seat] &= ~held
    return WarPosition(
        stack=[Campaign()],
        at=at,
        steps=[0 if place == SPARE else left for place, left in zip(at, steps, strict=True)],
        spent=[0] * len(at),
        owner=owner,
        rail=[held & scenario.board.rail_hexes & ~scenario.special.torn for held in owner],
        beaches=scenario.special.beaches,
        neutral=scenario.territory["neutral"] & scenario.board.playable,
        air=_air(scenario),
        taken=dict(scenario.special.wrecks.since) if scenario.special.wrecks else {},
        landing=[0] * len(scenario.stores),
    )


def _start(scenario: WarScenario, name: str, entry: Entry) -> int:
    """Where a unit begins: its hex, a box, on the list of arrivals, or in the counter tray."""
    if entry.turn:
        return DUE
    if entry.at in BOXES:
        return BOXES[entry.at]
    return scenario.hex_at(entry.at, f"units.{name}") if entry.at else SPARE


@case("3.25b", "13.0")
def _air(scenario: WarScenario) -> list[int]:
    """The Points of the first turn, all available."""
    found = WarPosition(stack=[], at=[], steps=[]).air
    for arrival in scenario.setup.air:
        if arrival.turn == 1:
            front, seat = FRONTS.index(arrival.front), SEATS.index(arrival.side)
            found[air_box(front, seat, AVAILABLE)] += arrival.points
            found[air_box(front, seat, LIFT)] += arrival.transport
    return found
