"""Paratroops: drops, dispersal, linkup, grounding (14.0).

Wired into the sequence: `DropPara` (the "moves" of a Movement Phase), `GroundTheParas` (any decision of the Axis in its
Command Phase and in production), `link_up` (Supply Phase, after invaders have recovered). Asked by other chapters:
`drop_owed`.
"""

from __future__ import annotations

from typing import Final

from phaseline.engine.ledger import case
from phaseline.engine.legal import OrderRule
from phaseline.engine.narrowing import Narrowing
from phaseline.engine.refusal import Refusal
from phaseline.games.westfront.orders.airborne import Drop, GroundParas
from phaseline.games.westfront.position import AXIS, Movement
from phaseline.games.westfront.rules import airstrike, beachheads, command, engaging, ground, movers
from phaseline.games.westfront.state import WestFrontState
from phaseline.hexgrid import Mask, hexes, mask_of

DROPPING: Final = ("paradrop", "blitz paradrop")
NO_PARADROP_HQ: Final = Refusal("14.2a", "no Paradrop HQ is active")


@case("14.7")
class GroundTheParas(OrderRule[GroundParas, WestFrontState]):
    """The Axis may ground its paras at any time, for good (14.7, R27)."""

    order = GroundParas

    def gate(self, s: WestFrontState) -> Refusal | None:
        """Only the Axis, and only once."""
        if s.acting != AXIS:
            return Refusal("14.7", "only German paras can be grounded")
        return Refusal("14.7", "the German paras are grounded already") if command.grounded(s, AXIS) else None

    def apply(self, s: WestFrontState, order: GroundParas) -> None:
        """Ground them."""
        s.position.flags.add("paras grounded")
        s.tell("grounding", "14.7", "the German paras are grounded for good")


# -- the drop ---------------------------------------------------------------------------------------------------------


@case("14.2a", "14.1")
def droppable(s: WestFrontState, hq: int) -> Mask:
    """The paras that a Paradrop HQ can drop now: in its hex, out of battle, not yet moved."""
    position, seat = s.position, s.seat_of(hq)
    if command.grounded(s, seat):
        return 0
    barred = position.dispersed | position.moved | position.strategic
    units = mask_of(unit for unit in s.units_at(position.at[hq], seat) if s.unit(unit).kind == "para")
    return units & ~barred & ~s.units_in(s.battles, seat)


@case("14.2b")
def drop_owed(s: WestFrontState) -> Refusal | None:
    """Why a Movement Phase cannot end: a Blitz Paradrop HQ must command a drop in each phase, if it can (14.2)."""
    phase = s.frame(Movement)
    for hq in command.active(s, phase.seat, "blitz paradrop"):
        rule = DropPara()
        if not phase.sent >> hq & 1 and any(rule.to(s, hq, unit) for unit in hexes(droppable(s, hq))):
            return Refusal("14.2b", f"{s.unit(hq).name} must command a paradrop in this phase")
    return None


@case(
    "14.1",
    "14.2",
    "14.2a",
    "14.2b",
    "14.3",
    "14.4a",
    "14.4b",
    "14.6a",
    "14.7",
    "13.21a",
    "W43.2a",
    "5.65",
    "1.35c",
)
class DropPara(OrderRule[Drop, WestFrontState]):
    """A Paradrop HQ drops a para unit from its own hex into any hex in Air Range but mountains (14.3)."""

    order = Drop

    def gate(self, s: WestFrontState) -> Refusal | None:
        """A Paradrop HQ must be active."""
        return None if command.active_hqs(s, s.acting, *DROPPING) else NO_PARADROP_HQ

    def hq(self, s: WestFrontState) -> Narrowing:
        """Paradrop HQs that have dropped nobody in this phase."""
        return (
            s.choose_unit(s.acting, "14.2a")
            .only(command.active_hqs(s, s.acting, *DROPPING), "14.2a", "it is no active Paradrop HQ")
            .without(s.frame(Movement).sent, "14.2b", "it has commanded its paradrop in this phase")
        )

    def unit(self, s: WestFrontState, hq: int) -> Narrowing:
        """Paras in its hex."""
        position, seat = s.position, s.seat_of(hq)
        paras = mask_of(n for n, unit in enumerate(s.scenario.units) if unit.kind == "para")
        return (
            s.choose_unit(seat, "14.2a")
            .only(paras, "14.1", "only paratroops drop")
            .require(not command.grounded(s, seat), "14.7", "the German paras are grounded")
            .only(s.units_in(1 << position.at[hq], seat), "14.2a", "it is not in the Paradrop HQ's hex")
            .without(position.dispersed, "14.6a", lambda unit: movers.dispersal(s, unit))
            .without(position.strategic, "6.53b", "it has moved by rail or sea this turn")
            .without(position.moved, "6.1c", "it has moved in this phase")
            .only(droppable(s, hq), "6.32a", "nobody leaves a battle by air")
        )

    def to(self, s: WestFrontState, hq: int, unit: int) -> Narrowing:
        """Hexes in Air Range."""
        return (
            ground.destinations(s, unit)
            .without(1 << s.position.at[unit], "14.3", "it is there already")
            .without(s.board.terrain["mountain"], "14.3", "nobody drops into mountains")
            .only(
                airstrike.air_area(s, hq),
                "14.3",
                lambda _: f"it is beyond the Air Range of {airstrike.air_range(s, hq)}",
            )
            .without(ground.full(s, s.seat_of(unit)), "6.21", "the hex is full")
        )

    def apply(self, s: WestFrontState, order: Drop) -> None:
        """Land, dispersed; who meets enemies attacks from the air (14.4)."""
        unit, start, position = order.unit, s.position.at[order.unit], s.position
        phase = s.frame(Movement)
        s.update(phase, sent=phase.sent | 1 << order.hq)
        position.moved |= 1 << unit
        position.dispersed |= 1 << unit
        position.dropped |= 1 << unit
        if s.occupied(1 - s.seat_of(unit)) >> order.to & 1:
            engaging.enter(s, unit, order.to, start, "air")
        else:
            s.put(unit, order.to)
        s.tell_of(
            unit,
            "drop",
            "14.3",
            "{unit:unit} drops into {to:hex} from {start:hex}",
            "a para unit drops into {to:hex} from {start:hex}",
            start=start,
            to=order.to,
        )
        beachheads.overrun(s)


# -- linkup -----------------------------------------------------------------------------------------------------------


@case("14.6a", "15.42c")
def recover_invaders(s: WestFrontState, seat: int) -> None:
    """Units that have landed from the sea recover without more ado; dropped ones must wait for linkup (15.42)."""
    position = s.position
    position.dispersed &= ~s.scenario.side_units[seat] | position.dropped
    s.changed()


@case("14.6b", "side.14")
def links_up(s: WestFrontState, unit: int) -> bool:
    """Whether a dropped para finds friends: in or next to a friendly hex, or in a battle with ground units (14.6).

    Next to it counts over any passable hexside, rivers and straits too, if that hex is no battle hex (R118).
    """
    seat, hex = s.seat_of(unit), s.position.at[unit]
    friendly, here = s.friendly(seat), 1 << hex
    if friendly & here or s.board.traced.cross(here) & friendly & ~s.battles:
        return True
    others = mask_of(s.units_at(hex, seat)) & ~s.position.dropped
    return bool(s.battles & here and others)


@case("14.6a", "14.6b", "14.6c", "4.46", "side.14")
def link_up(s: WestFrontState, seat: int) -> None:
    """Dropped paras that link up recover, the others are eliminated; control must have been fixed just before (R117)."""
    position = s.position
    dropped = position.dropped & s.on_map(seat)
    linked = [unit for unit in hexes(dropped) if links_up(s, unit)]
    for unit in hexes(dropped & ~mask_of(linked)):
        s.eliminate(unit, "14.6c")
    position.dropped &= ~s.scenario.side_units[seat]
    position.dispersed &= ~mask_of(linked)
    for unit in linked:
        s.tell_of(unit, "linkup", "14.6c", "{unit:unit} has linked up")
    s.changed()
