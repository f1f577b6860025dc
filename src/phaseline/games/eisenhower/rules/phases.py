"""Chapter 5: turns and phases, and how a step ends."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeVar

from phaseline.drill.passing import EndStep
from phaseline.engine.ledger import case
from phaseline.engine.legal import OrderRule
from phaseline.engine.narrowing import Narrowing, options
from phaseline.engine.orders import Order
from phaseline.engine.position import Frame
from phaseline.engine.refusal import Refusal
from phaseline.games.eisenhower import orders
from phaseline.games.eisenhower.position import (
    ALLIED,
    GERMAN,
    NOWHERE,
    PARTS,
    AlliedCombat,
    AlliedMovement,
    AlliedPhase,
    GermanCombat,
    GermanMovement,
    GermanPhase,
    Turn,
)
from phaseline.games.eisenhower.rules import combat, movement, offensives, reinforcement
from phaseline.games.eisenhower.state import EisenhowerState

M = TypeVar("M", bound=Frame)
C = TypeVar("C", bound=Frame)


@case("5.1a")
def next_turn(s: EisenhowerState, count: int) -> Turn | None:
    """Nine turns at most (5.1)."""
    if count == len(s.scenario.track):
        return None
    s.position.turn = count + 1
    return Turn(turn=count + 1)


@case("7.11b", "7.11d", "7.15a", "13.2m", "5.2a")
def begin_turn(s: EisenhowerState) -> None:
    """What held for one turn no longer does."""
    p = s.position
    p.moved = p.fought = p.acted = p.ashore = 0
    p.drops = p.dropped = p.secured = p.waived = 0
    p.aerial, p.aerial_used = NOWHERE, False
    p.airborne_seen = bool(s.on_map(ALLIED) & s.scenario.paratroops)
    p.difficulty = ""
    offensives.issue_markers(s)


def begin_phase(s: EisenhowerState) -> None:
    """A Movement and Attack Phase begins."""
    s.position.moved = s.position.fought = s.position.waived = 0


@case("12.2.1c")
def begin_german_phase(s: EisenhowerState) -> None:
    """Phase V begins; an offensive keeps to its units."""
    if not s.offensive:
        begin_phase(s)
        reinforcement.forfeit_hex_units(s)


def end_german_phase(s: EisenhowerState) -> None:
    """Phase V or an offensive is over."""
    offensives.offensive_ends(s)
    if not s.offensive:
        reinforcement.forfeit_army(s)


@case("5.5", "5.5.1", "5.5.2")
class BeginWith(OrderRule[orders.Begin, EisenhowerState]):
    """The active player declares which comes first (5.5)."""

    order = orders.Begin

    def first(self, s: EisenhowerState) -> Narrowing:
        """Movement or combat."""
        return options(PARTS, "5.5", "a phase begins with movement or with combat")

    def apply(self, s: EisenhowerState, order: orders.Begin) -> None:
        """Note it for the whole phase."""
        frame = s.frame(AlliedPhase) if s.acting == ALLIED else s.frame(GermanPhase)
        s.update(frame, first=order.first)
        s.tell("order", "5.5", "{seat:seat} begins with {first}", seat=s.acting, first=order.first)
        s.finish()


@case("5.5.1", "5.5.2")
def allied_part(s: EisenhowerState, count: int) -> AlliedMovement | AlliedCombat | None:
    """Movement and attacks in the order declared."""
    return _in_order(s.frame(AlliedPhase).first, count, AlliedMovement(), AlliedCombat())


@case("5.5.1", "5.5.2", "13.6c")
def german_part(s: EisenhowerState, count: int) -> GermanMovement | GermanCombat | None:
    """Movement and attacks in the order declared."""
    return _in_order(s.frame(GermanPhase).first, count, GermanMovement(), GermanCombat())


def _in_order(first: str, count: int, movement: M, combat: C) -> M | C | None:
    if count > 1:
        return None
    return movement if (first == "movement") == (count == 0) else combat


_OTHER_PART: Final[Mapping[type[Frame], tuple[int, type[Order]]]] = {
    AlliedMovement: (ALLIED, orders.Attack),
    AlliedCombat: (ALLIED, orders.Move),
    GermanMovement: (GERMAN, orders.Attack),
    GermanCombat: (GERMAN, orders.Move),
}
"""In each part of a phase, whose it is and the order that he gives in the other part."""


@case("5.5.1", "5.5.2", "3.2.4e", "3.3.4b")
def case_of(s: EisenhowerState, kind: type[Order], seat: int) -> str:
    """The case by which an order is not given now: what its side has declared to come first, Turn 1, or the order's own."""
    if kind is orders.Offensive and seat == GERMAN and s.position.turn == 1:
        return movement.turn_one(s, "3.2.4e")
    in_other_part = False
    for frame in reversed(s.position.stack):
        if isinstance(frame, AlliedPhase | GermanPhase):
            return ("5.5.1" if frame.first == "movement" else "5.5.2") if in_other_part else kind.case
        in_other_part |= _OTHER_PART.get(type(frame)) == (seat, kind)
    return kind.case


@case("5.5", "10.0a", "13.6d")
class EndCombat(EndStep[orders.Done, EisenhowerState]):
    """The side makes no more attacks (10.0); an offensive must make one if it can (13.6)."""

    order = orders.Done
    told = ("5.5", "{seat:seat} has finished attacking")

    def gate(self, s: EisenhowerState) -> Refusal | None:
        """An offensive without an attack by a unit it activated is not over while one is possible (13.6, R133, R166)."""
        if s.acting != GERMAN or not s.offensive or not (owing := combat.owed(s)):
            return None
        if not s.frame(GermanPhase).attacks and combat.DeclareAttack().unit(s).mask:
            return Refusal("13.6d", "an offensive must make at least one attack")
        if combat.can_settle(s, owing):
            return Refusal("13.6d", "one of the units that the offensive has activated must attack")
        return None


@case("5.2a", "11.3i")
class Finish(EndStep[orders.Done, EisenhowerState]):
    """Nothing more is done in this step: no rebuilding, no change of form, no fortress (5.2), no further advance (11.3)."""

    order = orders.Done


class LetPass(EndStep[orders.Pass, EisenhowerState]):
    """Do nothing of what is offered."""

    order = orders.Pass
