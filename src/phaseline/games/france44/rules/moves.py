"""Moves of units (6), strategic ones (17), and the end of the movement phase with its stacks (7.2)."""

from __future__ import annotations

from typing import TypeVar

from phaseline.drill.crowding import Excess, Remove
from phaseline.drill.marching import Legs, going, take_leg
from phaseline.drill.orders import SendOrder
from phaseline.drill.passing import EndStep
from phaseline.engine.ledger import case
from phaseline.engine.legal import OrderRule
from phaseline.engine.narrowing import Narrowing
from phaseline.engine.refusal import Refusal
from phaseline.games.france44 import orders
from phaseline.games.france44.position import GERMAN, AlliedMovement, GermanMovement
from phaseline.games.france44.rules import control, movement, obstacles
from phaseline.games.france44.scenario import DIVISIONS, HEADQUARTERS
from phaseline.games.france44.state import FranceState
from phaseline.hexgrid import Mask, hexes, mask_of

J = TypeVar("J", bound=SendOrder)


class _Moving(OrderRule[J, FranceState]):
    """A unit moves, and may go on until another one moves (6.2)."""

    march = False
    case: str

    def going(self, s: FranceState) -> Mask:
        """The unit that is on its way in this manner, while it has movement points left."""
        legs = s.frame(Legs)
        assert isinstance(legs, AlliedMovement | GermanMovement)
        return going(s) if legs.marching is self.march else 0

    def unit(self, s: FranceState) -> Narrowing:
        """Own units that have not finished moving."""
        found = movement.still(s, s.acting, s.choose_unit(s.acting, self.case))
        return found.without(
            s.position.moved & ~self.going(s), "6.2", lambda unit: obstacles.finished(s, unit)
        )

    def to(self, s: FranceState, unit: int) -> Narrowing:
        """Hexes within reach with room to stay."""
        found = (
            s.choose_hex("6.6a")
            .without(1 << s.position.at[unit], "6.1", "it is there already")
            .without(s.occupied(1 - s.acting), "6.5", "an enemy unit is there")
        )
        # Where there is no room is seldom within reach: look at the few hexes that are.
        reach = movement.reachable(s, unit, march=self.march).all
        march = self.march
        return s.room(
            unit, found.only(reach, "6.3", lambda hex: obstacles.out_of_reach(s, unit, hex, march=march))
        )

    def apply(self, s: FranceState, order: J) -> None:
        """Move, and take what is on the way."""
        p, unit = s.position, order.unit
        routes, points = (
            movement.reachable(s, unit, march=self.march),
            movement.budget(s, unit, march=self.march),
        )
        over = {"left": 0} if routes.ends(order.to) else {}
        path = take_leg(s, unit, order.to, routes, points, self.case, marching=self.march, **over)
        p.moved |= 1 << unit
        p.active |= 1 << unit
        control.enter(s, s.acting, mask_of(path))


@case("6.1", "6.4", "6.5", "6.6a", "6.6b", "7.2", "7.3", "8.5", "10.2a")
class MoveUnit(_Moving[orders.Move]):
    """Move a unit hex by hex; it may go on until another unit moves (6)."""

    order = orders.Move
    case = "6.1"


@case("17.1a", "17.1b", "17.2", "17.3")
class MarchUnit(_Moving[orders.March]):
    """Move a unit in supply strategically: twice as far, never next to the enemy (17)."""

    order = orders.March
    march = True
    case = "17.1a"

    def unit(self, s: FranceState) -> Narrowing:
        """Own units in supply that have not moved, away from the enemy; no German reserves (17.2)."""
        near = s.units_in(movement.shunned(s, s.acting), s.acting)
        found = super().unit(s).without(s.position.hungry, "17.1a", "it is out of supply")
        if s.acting == GERMAN:
            found = found.without(
                s.scenario.reserves, "17.2", "a German reserve division moves at its own pace only"
            )
        return found.without(near, "17.1b", "it is next to an enemy unit or air unit")


@case("7.1b", "19.3")
def too_many(s: FranceState, seat: int) -> Mask:
    """The units of a kind, divisions or headquarters, of which a hex holds too many: only these make room there."""
    limits, divisions = s.scenario.tables.stacking, s.scenario.divisions
    crowded = s.crowded(seat)
    high = crowded & s.standing.at_least(seat, limits.units + 1, DIVISIONS)
    many = crowded & s.standing.at_least(seat, limits.headquarters + 1, HEADQUARTERS)
    return s.units_in(high, seat) & divisions | s.units_in(many, seat) & ~divisions


@case("7.2")
class EndMovement(EndStep[orders.Done, FranceState]):
    """The side has moved all it wants to; no stack may be too high then, unless nobody there can move away (7.2, R26)."""

    order = orders.Done
    told = ("5.16a", "{seat:seat} has finished moving")

    def gate(self, s: FranceState) -> Refusal | None:
        """While a unit can still leave a hex that holds too many, it has to."""
        if not s.crowded(s.acting):
            return None
        excess = too_many(s, s.acting)
        for rule in (MoveUnit(), MarchUnit()):
            for unit in hexes(rule.unit(s).mask & excess):
                if rule.to(s, unit):
                    return Refusal(
                        "7.2", f"too many units are in one hex: move {s.spoken(unit)} or another away"
                    )
        return None


@case("7.2")
class RemoveUnit(Remove[orders.Remove, FranceState]):
    """Where too many are left and nobody could move away, the owner chooses who is lost."""

    order = orders.Remove
    case = "7.2"

    def crowded(self, s: FranceState, seat: int) -> Mask:
        """The hexes with too many units."""
        return s.crowded(seat)

    def unit(self, s: FranceState) -> Narrowing:
        """Of what there is too much: divisions or headquarters."""
        return super().unit(s).only(too_many(s, s.frame(Excess).seat), "7.1b", "there is room for it")

    def apply(self, s: FranceState, order: orders.Remove) -> None:
        """It is eliminated."""
        s.eliminate(order.unit, "7.2", "is too much for its hex")
