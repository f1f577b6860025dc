"""BeachHeads: placing them, what they do, how they are lost (15.5, 12.3b).

Wired into the sequence: `PlaceBeachhead`, `EndPlacing`, `placers` (a step of the Supply Phase after linkup), `trample`
(before a land move), `run_over` (before one by rail), `overrun` (after every movement, round of combat and loss). Asked
by other chapters: `working`, `placed`, `as_ports`.
"""

from __future__ import annotations

from collections.abc import Callable

from phaseline.drill.passing import EndStep
from phaseline.engine.ledger import case
from phaseline.engine.legal import OrderRule
from phaseline.engine.narrowing import Narrowing
from phaseline.games.westfront.orders import Done
from phaseline.games.westfront.orders.sea import PlaceBeachhead
from phaseline.games.westfront.position import ALLIED, SupplyPhase
from phaseline.games.westfront.rules import ground, seas
from phaseline.games.westfront.state import WestFrontState
from phaseline.hexgrid import Hex, Mask, hexes, mask_of

# -- what they do -----------------------------------------------------------------------------------------------------


def placed(s: WestFrontState) -> Mask:
    """The hexes with a BeachHead."""
    there = s.position.beachhead_at
    return mask_of(there.values()) if there else 0


@case("15.54", "12.3b")
def working(s: WestFrontState) -> Mask:
    """The hexes with a BeachHead that a storm does not switch off: some sea it lies on is calm (15.54)."""
    found = placed(s)
    stormy = seas.stormy(s) if found else 0
    if stormy:
        seas_of = s.board.waters.seas_of
        found = mask_of(hex for hex in s.position.beachhead_at.values() if seas_of.get(hex, 0) & ~stormy)
    return found


@case("15.53", "15.54", "8.4d")
def as_ports(s: WestFrontState, seat: int) -> Mask:
    """The hexes where a BeachHead serves as a port: friendly, out of battle and out of the storm (15.53)."""
    if seat != ALLIED or not s.position.beachhead_at:
        return 0
    return working(s) & s.friendly(ALLIED) & ~s.battles


# -- placing ----------------------------------------------------------------------------------------------------------


@case("15.51a")
def placers(s: WestFrontState) -> list[int]:
    """The Allies decide in their own Supply Phase while a BeachHead is Ready and a unit stands where it landed.

    Whether that unit is amphibious is their secret, so they are asked in any case.
    """
    position = s.position
    if s.frame(SupplyPhase).seat != ALLIED or "ready" not in position.beachheads.values():
        return []
    allied = s.scenario.side_units[ALLIED]
    ashore = any(allied >> unit & 1 and position.at[unit] == hex for unit, hex in position.invaded.items())
    return [ALLIED] if ashore else []


@case("15.51a", "15.51b", "15.5")
class PlaceOne(OrderRule[PlaceBeachhead, WestFrontState]):
    """Place the BeachHead of an amphibious unit in the hex it invaded, even in a battle the enemy controls (15.51)."""

    order = PlaceBeachhead

    def unit(self, s: WestFrontState) -> Narrowing:
        """Amphibious units that still stand where they landed."""
        position = s.position
        amphibious = s.scenario.amphibious
        landed = mask_of(unit for unit, hex in position.invaded.items() if position.at[unit] == hex)
        ready = mask_of(unit for unit, state in position.beachheads.items() if state == "ready")
        return (
            s.choose_unit(ALLIED, "15.51a")
            .only(amphibious, "15.5", "only an amphibious unit has a BeachHead")
            .only(landed, "15.51a", "it is not in a hex that it has invaded")
            .only(ready, "15.51b", "its BeachHead is not Ready")
        )

    def apply(self, s: WestFrontState, order: PlaceBeachhead) -> None:
        """Place it."""
        hex = s.position.at[order.unit]
        s.position.beachheads[order.unit] = "placed"
        s.position.beachhead_at[order.unit] = hex
        s.tell(
            "beachhead",
            "15.51a",
            "the BeachHead {name} is placed in {hex:hex}",
            name=s.unit(order.unit).beachhead,
            hex=hex,
        )


@case("15.51a")
class EndPlacing(EndStep[Done, WestFrontState]):
    """No more BeachHeads are placed now; a later Supply Phase may do it while the unit stays."""

    order = Done


@case("15.51a")
def forget_landings(s: WestFrontState) -> None:
    """Units that have left the hex they invaded can place no BeachHead there any more (R129)."""
    position = s.position
    for unit, hex in list(position.invaded.items()):
        if position.at[unit] != hex:
            del position.invaded[unit]


# -- losing -----------------------------------------------------------------------------------------------------------


@case("15.51c")
def trample(s: WestFrontState, unit: int, to: Hex, via: Hex | None) -> None:
    """A land move of the enemy's is about to be made: BeachHeads without Allied units on its way are lost too (R209)."""
    run_over(s, unit, to, lambda hex: ground.may_pass(s, unit, hex, to, via))


@case("15.51c")
def run_over(s: WestFrontState, unit: int, to: Hex, passes: Callable[[Hex], bool]) -> None:
    """Eliminate the BeachHeads without Allied units through whose hexes an enemy unit passes on its way (R209)."""
    if s.seat_of(unit) == ALLIED or not s.position.beachhead_at:
        return
    bare = placed(s) & ~s.occupied(ALLIED) & ~(1 << to)
    _eliminate(s, mask_of(hex for hex in hexes(bare) if passes(hex)))


@case("15.51c")
def overrun(s: WestFrontState) -> None:
    """A BeachHead is eliminated when enemy units are in its hex and no Allied unit is (15.51)."""
    if s.position.beachhead_at:
        _eliminate(s, s.occupied(1 - ALLIED) & ~s.occupied(ALLIED))


def _eliminate(s: WestFrontState, alone: Mask) -> None:
    """Eliminate the BeachHeads in these hexes."""
    position = s.position
    for unit, hex in list(position.beachhead_at.items()):
        if alone >> hex & 1:
            del position.beachhead_at[unit]
            position.beachheads[unit] = "eliminated"
            s.tell(
                "beachhead",
                "15.51c",
                "the BeachHead {name} in {hex:hex} is eliminated",
                name=s.unit(unit).beachhead,
                hex=hex,
            )
