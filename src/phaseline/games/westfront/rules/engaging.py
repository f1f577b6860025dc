"""How a battle begins: a unit enters a hex with enemies, from land, sea or air (6.31, 7.1)."""

from __future__ import annotations

from phaseline.engine.ledger import case
from phaseline.games.westfront.position import Method
from phaseline.games.westfront.state import WestFrontState
from phaseline.hexgrid import Hex


@case("6.31b", "6.31c", "7.11", "7.12a", "7.15a", "7.5a")
def enter(s: WestFrontState, unit: int, hex: Hex, start: Hex, method: Method) -> None:
    """A unit engages: it starts a battle, with the enemy as Original Defender, or joins one (6.31, 7.11, 7.12).

    What joins an older battle forces no combat (6.31c). Where it came from, and how, matters for repulses (7.5).
    """
    position, seat = s.position, s.seat_of(unit)
    if not s.battles >> hex & 1:
        begin_battle(s, hex, seat)
    position.came_from[unit] = start
    position.came_by[unit] = method
    s.put(unit, hex)


@case("6.31b", "7.11", "7.12a", "7.15a")
def begin_battle(s: WestFrontState, hex: Hex, attacker: int) -> None:
    """A battle begins: the other side is Original Defender, and combat is mandatory (7.12, 7.15)."""
    position = s.position
    position.defends[1 - attacker] |= 1 << hex
    position.defends[attacker] &= ~(1 << hex)
    position.new_battles |= 1 << hex
