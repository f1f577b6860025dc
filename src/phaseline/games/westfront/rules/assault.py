"""Assaults over rivers, from the sea and from the air, and their repulse (7.5, 14.4, 15.45).

Wired into the sequence: `next_repulse`, `RepulseOne`. Asked by other chapters: `repulse_dice`.
"""

from __future__ import annotations

from typing import Final

from phaseline.engine.ledger import case
from phaseline.engine.legal import OrderRule
from phaseline.engine.narrowing import Narrowing
from phaseline.games.westfront.orders.combat import RepulseUnit
from phaseline.games.westfront.position import ALLIED, Repulse, Round
from phaseline.games.westfront.state import WestFrontState
from phaseline.hexgrid import Hex, mask_of

NAVAL_SUPREMACY: Final = ALLIED
"""The Allies have it in every scenario (15.2d)."""


@case("7.5a", "7.5b", "7.51c", "14.4b", "15.45b", "7.53")
def repulse_dice(s: WestFrontState, hex: Hex) -> tuple[int, ...]:
    """The dice that repulse in the first round of a battle begun this turn; () if not all attackers assault (7.5).

    If they assault in different ways, the lowest range holds for all (7.53, 14.41).
    """
    position = s.position
    if not position.new_battles >> hex & 1:
        return ()
    seat = ALLIED if position.defends[1] >> hex & 1 else 1
    ranges = [repulse_range(s, unit) for unit in s.units_at(hex, seat)]
    return tuple(range(1, min(ranges, default=0) + 1))


@case(
    "1.36b",
    "1.39a",
    "7.51a",
    "7.52",
    "12.24",
    "14.4a",
    "14.41",
    "15.45a",
    "tbl.7.5",
    "tbl.15.repulse",
    "15.5",
)
def repulse_range(s: WestFrontState, unit: int) -> int:
    """The highest die that repulses this attacker, 0 for one that came by land (7.51).

    River 2, in mud 3; from the air 1; from the sea 1 for amphibious units and 2 for others if the attacker has Naval
    Supremacy, else none and 4.
    """
    match s.position.came_by.get(unit, "land"):
        case "river":
            return 3 if s.mud else 2
        case "air":
            return 1
        case "sea":
            amphibious = s.unit(unit).kind == "amphibious"
            if s.seat_of(unit) == NAVAL_SUPREMACY:
                return 1 if amphibious else 2
            return 0 if amphibious else 4
        case _:
            return 0


def candidates(s: WestFrontState, battle: Round) -> list[int]:
    """The weakest attackers, one of which is repulsed next (7.51b, R65)."""
    units = [unit for unit in s.units_at(battle.hex, battle.seat) if unit in s.position.came_from]
    weakest = min((s.position.cv[unit] for unit in units), default=0)
    return [unit for unit in units if s.position.cv[unit] == weakest]


@case("7.51b", "ex.7.5a", "ex.7.5b")
def next_repulse(s: WestFrontState, count: int) -> Repulse | None:
    """Send back the weakest attacker for each repulse; ask the owner among equals (7.51b)."""
    while (battle := s.frame(Round)).repulses:
        units = candidates(s, battle)
        if not units:
            s.update(battle, repulses=0)
            return None
        if len(units) > 1:
            return Repulse(seat=battle.seat)
        send_back(s, units[0])
    return None


@case("7.51b", "14.4a", "15.45a", "6.22b", "14.6a", "15.42c")
def send_back(s: WestFrontState, unit: int) -> None:
    """A repulsed unit returns to where it came from, overstacking if need be; a para loses a step more (7.51, 14.4).

    Who came by sea or air stays dispersed until the Supply Phase (R220), but a para is safe where it came from.
    """
    battle, position = s.frame(Round), s.position
    start, method = position.came_from.pop(unit), position.came_by.pop(unit)
    s.update(battle, repulses=battle.repulses - 1)
    position.dropped &= ~(1 << unit)
    position.invaded.pop(unit, None)
    s.put(unit, start)
    s.hide(1 << unit)
    s.tell("repulse", "7.51b", "{unit:unit} is repulsed to {to:hex}", unit=unit, to=start)
    if method == "air" and s.lose_step(unit, "14.4a"):
        return
    if len(s.units_at(start, battle.seat)) > s.board.stacking_limit(start):
        position.overstacked |= 1 << unit
        s.changed()


@case("7.51b")
class RepulseOne(OrderRule[RepulseUnit, WestFrontState]):
    """The owner chooses among equally weak attackers (7.51b)."""

    order = RepulseUnit

    def unit(self, s: WestFrontState) -> Narrowing:
        """The weakest attackers."""
        battle = s.frame(Round)
        return (
            s.choose_unit(battle.seat, "7.51b")
            .only(mask_of(s.units_at(battle.hex, battle.seat)), "7.51b", "it is not in this battle")
            .only(mask_of(candidates(s, battle)), "7.51b", "the weakest attacker is repulsed")
        )

    def apply(self, s: WestFrontState, order: RepulseUnit) -> None:
        """Send it back."""
        s.finish()
        send_back(s, order.unit)
