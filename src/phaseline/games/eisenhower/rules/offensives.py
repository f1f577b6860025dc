"""Chapter 13.6: Fuehrer Mandated Offensives, interrupts in the Allied movement."""

from __future__ import annotations

from phaseline.engine.ledger import case
from phaseline.engine.legal import OrderRule
from phaseline.engine.narrowing import Narrowing
from phaseline.engine.refusal import Refusal
from phaseline.games.eisenhower import orders
from phaseline.games.eisenhower.position import (
    GERMAN,
    NOWHERE,
    AlliedMovement,
    GermanMovement,
    GermanPhase,
)
from phaseline.games.eisenhower.rules import movement, supply
from phaseline.games.eisenhower.state import EisenhowerState
from phaseline.hexgrid import Mask, hexes, mask_of

MARKERS = 5
ATTACKS = 2


@case("13.6a")
def issue_markers(s: EisenhowerState) -> None:
    """The five markers come at the start of Turn 2 (13.6)."""
    if s.position.turn == movement.OFFENSIVES_FROM:
        s.position.offensives = MARKERS
        s.tell("offensives", "13.6a", "the Germans receive five offensive markers")


@case("13.6c", "13.6g", "13.6j")
def activated_by(s: EisenhowerState, hex: int) -> Mask:
    """The supplied German units in the hex and the six around it, none in Italy (13.6, R134, R136)."""
    board = s.scenario.board
    area = (1 << hex | board.grid.adjacent_mask(hex)) & ~board.italy
    return sum(1 << unit for unit in hexes(s.units_in(area, GERMAN)) if supply.supplied(s, unit))


@case("3.2.4e", "5.2b", "13.6b", "13.6c", "13.6g", "13.6h", "13.6i")
class DeclareOffensive(OrderRule[orders.Offensive, EisenhowerState]):
    """Put a marker on a hex with a German mobile unit outside Italy, where there is one in supply to be activated (13.6)."""

    order = orders.Offensive

    def hex(self, s: EisenhowerState) -> Narrowing:
        """Hexes with mobile units, in or next to which one is in supply (R134)."""
        board = s.scenario.board
        fed = s.mobile_hexes(GERMAN) & supply.fed(s, GERMAN) & ~board.italy
        return (
            s.choose_hex("13.6c")
            .only(s.mobile_hexes(GERMAN), "13.6c", "no German mobile unit is there")
            .without(board.italy, "13.6h", "no offensive in Italy")
            .only(board.grid.spread(fed) | fed, "13.6g", "no mobile unit there or next to it is in supply")
        )

    def apply(self, s: EisenhowerState, order: orders.Offensive) -> None:
        """The marker is spent; the units around it are activated for a phase of their own (R81)."""
        p = s.position
        p.offensives -= 1
        units = activated_by(s, order.hex)
        german = s.scenario.side_units[GERMAN]
        p.moved &= ~german
        p.fought &= ~german
        part = s.frame(AlliedMovement)
        s.update(part, barred=part.mover)
        s.tell("offensive", "13.6c", "a mandated offensive begins around {hex:hex}", hex=order.hex)
        s.finish()
        s.call(GermanPhase(hex=order.hex, activated=units))


class WaiveWindow(OrderRule[orders.Waive, EisenhowerState]):
    """No offensive in this phase."""

    order = orders.Waive

    def apply(self, s: EisenhowerState, order: orders.Waive) -> None:
        """Do not ask again in this phase."""
        s.position.waived |= 1 << s.acting
        s.finish()


@case("13.6d")
def offensive_ends(s: EisenhowerState) -> None:
    """An offensive that made no attack has cost its marker for nothing (13.6, R133)."""
    phase = s.frame(GermanPhase)
    if phase.hex != NOWHERE:
        german = s.scenario.side_units[GERMAN]
        s.position.moved &= ~german
        s.position.fought &= ~german
        s.tell("offensive", "13.6d", "the offensive is over after {attacks} attacks", attacks=phase.attacks)


@case("13.6e")
def may_attack(s: EisenhowerState) -> Mask:
    """In an offensive: the activated units, and those that activated units have joined by movement (13.6).

    Once the movement is over it matters no more where an attack has taken those who came, or whether they live.
    """
    phase = s.frame(GermanPhase)
    return phase.activated | (joined_now(s) if s.within(GermanMovement) else phase.joined)


@case("13.6e", "13.6g")
def joined_now(s: EisenhowerState) -> Mask:
    """The supplied units with which activated ones stand that have moved in the offensive under way (13.6, R134)."""
    return mask_of(unit for unit in hexes(_met(s)) if supply.supplied(s, unit))


def _met(s: EisenhowerState) -> Mask:
    """The units with which activated ones stand that have moved in the offensive under way, in supply or not."""
    places = 0
    for unit in hexes(s.frame(GermanPhase).activated & s.position.moved & s.on_map(GERMAN)):
        places |= 1 << s.position.at[unit]
    return s.units_in(places, GERMAN)


@case("13.6c", "13.6e", "13.6g")
def not_joined(s: EisenhowerState, unit: int) -> Refusal:
    """Why a unit may not attack in the offensive under way: want of supply, or it is neither activated nor joined."""
    if _met(s) >> unit & 1 and not supply.supplied(s, unit):
        return Refusal("13.6g", "an activated unit has joined it, but it is out of supply")
    return movement.left_out(s, unit, "the offensive has not activated it, nor has it been joined")


@case("13.6e")
def note_joined(s: EisenhowerState) -> None:
    """The movement of an offensive is over: who has been joined is settled (13.6)."""
    if s.offensive:
        s.update(s.frame(GermanPhase), joined=joined_now(s))


@case("13.6f")
def attacks_left(s: EisenhowerState) -> int:
    """How many attacks the offensive under way may still make (13.6)."""
    return ATTACKS - s.frame(GermanPhase).attacks
