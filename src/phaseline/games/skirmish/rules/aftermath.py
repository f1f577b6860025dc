"""Chapter 11: losses, retreat and advance."""

from __future__ import annotations

from phaseline.drill import toll
from phaseline.drill.advancing import Advance
from phaseline.drill.passing import EndStep
from phaseline.drill.toll import Debt
from phaseline.drill.withdrawing import StepBack, next_back
from phaseline.engine.ledger import case
from phaseline.engine.narrowing import Narrowing
from phaseline.games.skirmish import orders
from phaseline.games.skirmish.position import Battle, Retreat
from phaseline.games.skirmish.state import SkirmishState
from phaseline.hexgrid import Hex, Mask, mask_of


def engaged(s: SkirmishState, battle: Battle, seat: int) -> Mask:
    """The units of `seat` still in the battle."""
    if seat == battle.attacker:
        return battle.attackers & s.on_map(seat)
    return mask_of(s.units_at(battle.target, seat))


@case("11.1")
class LoseStep(toll.LoseStep[orders.Lose, SkirmishState]):
    """The owner chooses which unit in the battle loses each step, the defender first (11.1)."""

    order = orders.Lose
    case = "11.1"
    apart = "it is not in this battle"

    def debt(self, s: SkirmishState) -> Debt:
        """The defender's losses, then the attacker's."""
        battle = s.frame(Battle)
        defender = Debt(1 - battle.attacker, battle.defender_losses)
        if defender.left and self.payers(s, defender):
            return defender
        return Debt(battle.attacker, battle.attacker_losses)

    def payers(self, s: SkirmishState, debt: Debt) -> Mask:
        """The units in the battle."""
        return engaged(s, s.frame(Battle), debt.seat)

    def taken(self, s: SkirmishState, debt: Debt, unit: int) -> None:
        """Count it."""
        battle = s.frame(Battle)
        side = "attacker_losses" if debt.seat == battle.attacker else "defender_losses"
        s.update(battle, **{side: debt.left})


@case("11.2", "11.4")
def next_retreat(s: SkirmishState, count: int) -> Retreat | None:
    """The next beaten unit that must leave the hex; one that cannot is destroyed (11.2, 11.4)."""
    battle = s.frame(Battle)
    if not battle.retreat:
        return None
    defender = 1 - battle.attacker
    unit = next_back(s, s.units_at(battle.target, defender), retreat_hexes, surrender)
    return None if unit is None else Retreat(seat=defender, unit=unit)


@case("11.4")
def surrender(s: SkirmishState, unit: int) -> None:
    """A unit that cannot retreat is destroyed (11.4)."""
    s.remove(unit, "11.4", "{unit:unit} has no way out of {hex:hex} and surrenders")


@case("7.2", "11.2", "11.3")
def retreat_hexes(s: SkirmishState, unit: int) -> Narrowing:
    """The hexes next to it where no enemy is (1.4), nor his zone unless an own unit is there (11.3), and with room (1.3)."""
    seat = s.scenario.side_of[unit]
    return (
        s.choose_hex("1.1")
        .only(s.scenario.map.grid.adjacent_mask(s.position.at[unit]), "11.2", "a unit retreats by one hex")
        .without(s.occupied(1 - seat), "1.4", "an enemy unit holds that hex")
        .without(s.zone(1 - seat) & ~s.occupied(seat), "11.3", "that hex is in the enemy's zone of control")
        .without(s.full(seat), "1.3", "two units are there already")
    )


@case("11.2")
class RetreatUnit(StepBack[orders.RetreatTo, SkirmishState]):
    """The owner chooses where the beaten unit goes (11.2)."""

    order = orders.RetreatTo
    retreat = Retreat

    def ways(self, s: SkirmishState, unit: int, been: Mask) -> Narrowing:
        """Its ways out."""
        return retreat_hexes(s, unit)

    def arrive(self, s: SkirmishState, unit: int, hex: Hex) -> None:
        """Go there."""
        s.place(unit, hex)
        s.tell("retreat", "11.2", "{unit:unit} retreats to {to:hex}", unit=unit, to=hex)


def advancers(s: SkirmishState, battle: Battle) -> Mask:
    """Attackers that have not advanced yet."""
    there = mask_of(s.units_at(battle.target, battle.attacker))
    return engaged(s, battle, battle.attacker) & ~there


@case("1.3", "11.5")
class AdvanceUnit(Advance[orders.Advance, SkirmishState]):
    """A unit that took part goes into the empty hex, up to the stacking limit, whatever zones there are (11.5)."""

    order = orders.Advance
    attack = Battle
    case = "11.5"
    apart = "only a unit that took part in the attack advances"

    def advancers(self, s: SkirmishState, attack: Battle) -> Mask:
        """Attackers of this battle."""
        return advancers(s, attack)

    def ahead(self, s: SkirmishState, attack: Battle, unit: int) -> Narrowing:
        """The hex that has been won, while it has room."""
        target = s.choose_hex("1.1").only(1 << attack.target, "11.5", "an advance goes into the empty hex")
        return target.without(s.full(attack.attacker), "1.3", "two units are there already")

    def apply(self, s: SkirmishState, order: orders.Advance) -> None:
        """Go in."""
        target = s.frame(Battle).target
        s.place(order.unit, target)
        s.tell("advance", "11.5", "{unit:unit} advances to {to:hex}", unit=order.unit, to=target)


@case("11.5")
class EndAdvance(EndStep[orders.Done, SkirmishState]):
    """Nobody else advances (11.5)."""

    order = orders.Done
