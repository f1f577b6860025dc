"""Trucks on the map (16.322, 4.28)."""

from __future__ import annotations

from phaseline.drill.passing import EndStep
from phaseline.engine.ledger import case
from phaseline.engine.legal import OrderRule
from phaseline.engine.narrowing import Narrowing, choose
from phaseline.games.france44 import orders
from phaseline.games.france44.position import GERMAN, POOL
from phaseline.games.france44.state import FranceState
from phaseline.hexgrid import mask_of


@case("16.322a", "16.322b")
def own_trucks(s: FranceState) -> Narrowing:
    """Start a choice among all trucks: only those of the seat that acts, each once in a step (D4)."""
    return (
        choose(mask_of(range(len(s.position.trucks))), "16.322b", "there is no such truck")
        .only(s.scenario.side_trucks[s.acting], "16.322b", "it belongs to the other side")
        .without(s.position.hauled, "16.322a", "it has been placed in this step")
    )


@case("16.322a", "16.322b", "4.21a")
class HaulTruck(OrderRule[orders.Haul, FranceState]):
    """Place a truck, from the pool or from where it is."""

    order = orders.Haul

    def reads(self, s: FranceState) -> object:
        """Who acts, and what has been placed."""
        return s.acting, s.position.hauled

    def truck(self, s: FranceState) -> Narrowing:
        """One's own trucks, each once."""
        return own_trucks(s)

    def to(self, s: FranceState, truck: int) -> Narrowing:
        """Any land hex without an enemy unit; a German one on the Continent (R28, R98)."""
        here = s.position.trucks[truck]
        closed = s.scenario.board.overseas if s.acting == GERMAN else 0
        return (
            s.choose_hex("16.322a")
            .without(closed, "4.21a", "nothing German can be in England or Corsica")
            .without(s.occupied(1 - s.acting), "16.322a", "an enemy unit is there")
            .without(1 << here if here >= 0 else 0, "16.322a", "it is there already")
        )

    def apply(self, s: FranceState, order: orders.Haul) -> None:
        """There it stays until its owner moves it, or an enemy comes."""
        p = s.position
        p.trucks[order.truck] = order.to
        p.hauled |= 1 << order.truck
        s.tell("truck", "16.322a", "{truck:truck} goes to {to:hex}", truck=order.truck, to=order.to)


@case("16.322a")
class LiftTruck(OrderRule[orders.Lift, FranceState]):
    """Take a truck off the map."""

    order = orders.Lift

    def reads(self, s: FranceState) -> object:
        """Who acts, where trucks are, and what has been placed."""
        return s.acting, s.position.hauled, tuple(s.position.trucks)

    def truck(self, s: FranceState) -> Narrowing:
        """One's own trucks on the map, each once."""
        placed = mask_of(truck for truck, hex in enumerate(s.position.trucks) if hex >= 0)
        return own_trucks(s).only(placed, "16.322a", "it is in the pool")

    def apply(self, s: FranceState, order: orders.Lift) -> None:
        """Back to the pool, to be placed later."""
        p = s.position
        p.trucks[order.truck] = POOL
        p.hauled |= 1 << order.truck
        s.tell("truck", "16.322a", "{truck:truck} goes back to its pool", truck=order.truck)


class EndSupport(EndStep[orders.Done, FranceState]):
    """Trucks stand as they shall: supply is judged."""

    order = orders.Done
