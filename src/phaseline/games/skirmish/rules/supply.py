"""Chapter 10: supply."""

from __future__ import annotations

from phaseline.drill.tracing import open_hexes
from phaseline.engine.ledger import case
from phaseline.games.skirmish.position import PlayerTurn
from phaseline.games.skirmish.state import SkirmishState
from phaseline.hexgrid import Mask, hexes
from phaseline.mechanics.supply import Leg

RANGE = 8


@case("7.2", "10.1")
def supplied_area(s: SkirmishState, seat: int) -> Mask:
    """The hexes that supply reaches: up to eight steps from a source, by hexes free of the enemy and his zone (10.1).

    A hex with an own unit may be passed in spite of the enemy's zone of control (7.2).
    """
    free = open_hexes(s, seat, s.scenario.board.playable)
    return Leg(free, limit=RANGE).net(s.scenario.map.grid, s.scenario.sources[seat] & free)


@case("10.1")
def in_supply(s: SkirmishState, unit: int) -> bool:
    """Whether a unit stands where supply reaches (10.1)."""
    return bool(supplied_area(s, s.scenario.side_of[unit]) >> s.position.at[unit] & 1)


@case("10.2", "10.3")
def check_supply(s: SkirmishState) -> None:
    """At the start of its turn a side's units are checked; one found wanting twice running loses a step (10.2, 10.3)."""
    seat = s.frame(PlayerTurn).seat
    own = s.on_map(seat)
    lacking = own & ~s.units_in(supplied_area(s, seat), seat)
    starving = lacking & s.position.unsupplied
    s.position.unsupplied = s.position.unsupplied & ~s.scenario.side_units[seat] | lacking
    for unit in hexes(lacking & ~starving):
        s.tell_only((seat,), "supply", "10.2", "{unit:unit} is out of supply", unit=unit)
    for unit in hexes(starving):
        s.lose_step(unit, "10.3")
