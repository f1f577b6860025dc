"""Chapter 11: step losses, retreats, and the price of enemy zones on the way."""

from __future__ import annotations

from itertools import dropwhile

from phaseline.drill.toll import Debt, LoseStep
from phaseline.engine.ledger import case
from phaseline.engine.legal import OrderRule
from phaseline.engine.narrowing import Narrowing, choose, options
from phaseline.engine.refusal import Refusal
from phaseline.games.eisenhower import orders
from phaseline.games.eisenhower.position import BOX, ELIMINATED, GERMAN, Combat
from phaseline.games.eisenhower.rules import control, retreat
from phaseline.games.eisenhower.rules.combat import powerless
from phaseline.games.eisenhower.rules.retreat import Path
from phaseline.games.eisenhower.state import EisenhowerState
from phaseline.hexgrid import Mask, hexes, mask_of

LEAST = 2
"""The smallest loss that may be turned into a retreat (11.2)."""
IN_TURN = ("11.1b", "it has lost a step, and another unit has lost none yet")
WORN = ("11.1b", "it would be eliminated, and another unit has lost no step yet")


@case("11.1b")
def worn(s: EisenhowerState, debt: Debt, units: Mask) -> Mask:
    """Those of some units that are not eliminated yet: two-step units on their last step, while another has lost none (11.1, R97)."""
    waiting = units & ~debt.hit
    steps, roster = s.position.steps, s.scenario.units
    found = mask_of(unit for unit in hexes(waiting) if steps[unit] == 1 < roster[unit].steps)
    return found if waiting & ~found else 0


# -- the defender -----------------------------------------------------------------------------------------------------


def defenders(s: EisenhowerState, combat: Combat) -> Mask:
    """The defending units still in the hex."""
    at = s.position.at
    return sum(1 << unit for unit in hexes(combat.defenders) if at[unit] == combat.target)


def in_retreat(combat: Combat) -> Mask:
    """Units whose retreat has been laid down."""
    return sum(1 << unit for unit, _ in combat.routes)


@case("11.0e", "11.0f", "11.1a", "11.1b")
class DefenderLoses(LoseStep[orders.Lose, EisenhowerState]):
    """The defender takes a step of his loss (11.1); nobody twice before everybody has lost one (R97)."""

    order = orders.Lose
    case = "11.1a"
    apart = "it does not defend in this combat"
    in_turn = IN_TURN

    def owing(self, s: EisenhowerState) -> list[int]:
        """The defender, until he has taken his loss in steps or laid down his retreat (11.0)."""
        combat = s.frame(Combat)
        if not combat.hexes:
            return super().owing(s)
        return [1 - combat.attacker] if defenders(s, combat) & ~in_retreat(combat) else []

    def gate(self, s: EisenhowerState) -> Refusal | None:
        """Not once the retreat has begun."""
        return Refusal("11.2a", "the rest of the loss is a retreat") if s.frame(Combat).hexes else None

    def debt(self, s: EisenhowerState) -> Debt:
        """The loss, less what has been lost."""
        combat = s.frame(Combat)
        return Debt(1 - combat.attacker, combat.defender_loss, combat.lost, combat.hit)

    def payers(self, s: EisenhowerState, debt: Debt) -> Mask:
        """Units in the hex."""
        return defenders(s, s.frame(Combat))

    def unit(self, s: EisenhowerState) -> Narrowing:
        """Defenders, those first that have lost no step in this combat and are not eliminated by it."""
        debt = self.debt(s)
        return super().unit(s).without(worn(s, debt, self.payers(s, debt)), *WORN)

    def taken(self, s: EisenhowerState, debt: Debt, unit: int) -> None:
        """Note it, and what mobile units have given."""
        combat = s.frame(Combat)
        mobile = s.scenario.mobile >> unit & 1
        s.update(combat, lost=debt.paid, mobile_lost=combat.mobile_lost + mobile, hit=debt.hit)


@case("11.2a", "11.2b", "11.2h", "13.2j")
def retreat_refused(s: EisenhowerState, combat: Combat) -> Refusal | None:
    """Why the loss may not be turned into a retreat now (11.2); None when it may.

    Static units are lost in a retreat anyhow: what they have given beyond half of the loss does not close it (R100).
    """
    if combat.hexes:
        return None
    half = combat.defender_loss // 2
    left = defenders(s, combat)
    static = left & s.scenario.static
    if combat.defender_loss < LEAST:
        return Refusal("11.2a", "a loss of less than two steps cannot be turned into a retreat")
    if not left & ~static:
        return rooted(s, left)
    if combat.mobile_lost > half:
        return Refusal("11.2a", "mobile units have taken more than half of the loss in steps")
    if stuck := retreat.refused(s, combat, left & ~static, combat.defender_loss - half):
        return stuck
    if combat.lost + sum(s.position.steps[unit] for unit in hexes(static)) < half:
        return Refusal("11.2a", f"half of the loss, {half}, must be taken in steps first")
    return None


@case("11.2h", "13.2j")
def rooted(s: EisenhowerState, units: Mask) -> Refusal:
    """That these static units do not retreat: to airborne corps that have dropped it is said in a case of their own."""
    if not units & ~s.scenario.paratroops:
        return Refusal("13.2j", "an airborne corps in static form does not retreat")
    return Refusal("11.2h", "static units do not retreat")


def length_of(combat: Combat) -> int:
    """How many hexes the retreat is that has been chosen, or would be (11.2)."""
    return combat.hexes or combat.defender_loss - combat.defender_loss // 2


@case("11.2a", "11.2c", "11.2d", "11.2g", "11.2h", "13.2j", "6.2a")
class RetreatUnit(OrderRule[orders.Retreat, EisenhowerState]):
    """Turn the rest of the loss into a retreat, unit by unit (11.2). Units on the same way go together (9.6)."""

    order = orders.Retreat

    def gate(self, s: EisenhowerState) -> Refusal | None:
        """Half of the loss has been taken and all units can go."""
        return retreat_refused(s, s.frame(Combat))

    def unit(self, s: EisenhowerState) -> Narrowing:
        """Mobile defenders without a way yet."""
        combat = s.frame(Combat)
        return (
            s.choose_unit(1 - combat.attacker, "11.2a")
            .only(defenders(s, combat), "11.2a", "it does not defend in this combat")
            .without(s.scenario.static, "11.2h", lambda unit: rooted(s, 1 << unit))
            .without(in_retreat(combat), "11.2a", "its way has been laid down")
        )

    def path(self, s: EisenhowerState, unit: int) -> Narrowing:
        """Its ways."""
        combat = s.frame(Combat)
        length = length_of(combat)
        found = retreat.paths(s, combat, unit, length)
        return options(found, "11.2f", lambda path: retreat.no_way(s, combat, unit, length, path))

    def apply(self, s: EisenhowerState, order: orders.Retreat) -> None:
        """Lay the way down; static units left in the hex are lost."""
        combat = s.frame(Combat)
        length = length_of(combat)
        lost = combat.lost
        if not combat.hexes:
            for unit in hexes(defenders(s, combat) & s.scenario.static):
                lost += s.position.steps[unit]
                s.eliminate(unit, "11.2h", "cannot retreat and is eliminated")
        routes = (*combat.routes, (order.unit, order.path))
        s.update(combat, hexes=length, routes=routes, lost=lost)
        s.tell("retreat", "11.2a", "{unit:unit} retreats by {path:hex}", unit=order.unit, path=order.path)


# -- enemy zones on the way -------------------------------------------------------------------------------------------


@case("9.6", "11.2d", "9.8")
def count_zones(s: EisenhowerState) -> None:
    """Each group pays a step for every hex in an enemy zone that it enters (9.6, R104)."""
    combat = s.frame(Combat)
    zone = s.zone(combat.attacker)
    owed: list[Mask] = []
    longest = max((len(path) for _, path in combat.routes), default=0)
    for taken in range(1, longest + 1):
        groups: dict[Path, Mask] = {}
        for unit, path in combat.routes:
            if len(path) >= taken and zone >> path[taken - 1] & 1:
                groups[path[:taken]] = groups.get(path[:taken], 0) | 1 << unit
        owed += groups.values()
    s.update(combat, owed=tuple(owed))


@case("9.6")
class PayZone(LoseStep[orders.Lose, EisenhowerState]):
    """A retreating group loses a step of the owner's choice for an enemy zone (9.6)."""

    order = orders.Lose
    case = "9.6"
    apart = "it is not in the group that entered an enemy zone"

    def debt(self, s: EisenhowerState) -> Debt:
        """A step, while a group owes one."""
        return Debt(1 - s.frame(Combat).attacker, 1)

    def payers(self, s: EisenhowerState, debt: Debt) -> Mask:
        """Units of the first group that still owes a step; the same one may pay twice."""
        alive = s.on_map(debt.seat)
        return next((group & alive for group in s.frame(Combat).owed if group & alive), 0)

    def taken(self, s: EisenhowerState, debt: Debt, unit: int) -> None:
        """Its group has paid; those before it that are gone owe nothing."""
        combat = s.frame(Combat)
        alive = s.on_map(debt.seat) | 1 << unit
        _, *others = dropwhile(lambda group: not group & alive, combat.owed)
        s.update(combat, owed=tuple(others))


@case("11.2g", "3.4c")
def carry_out_retreat(s: EisenhowerState) -> None:
    """The survivors arrive; every hex entered changes hands (R22)."""
    combat = s.frame(Combat)
    p = s.position
    ways: Mask = 0
    for unit, path in combat.routes:
        if p.at[unit] >= 0:
            s.put(unit, path[-1])
            ways |= mask_of(path)
    if ways:
        s.changed()
        control.enter(s, 1 - combat.attacker, ways)


# -- the attacker -----------------------------------------------------------------------------------------------------


def attackers(s: EisenhowerState, combat: Combat) -> Mask:
    """The attacking units that are still in the game."""
    at = s.position.at
    here = combat.attackers | combat.dropped
    sea = sum(1 << unit for unit in hexes(combat.seaborne) if s.position.steps[unit] > 0 and at[unit] == BOX)
    down = sum(
        1 << unit for unit in hexes(combat.dropped) if s.position.steps[unit] > 0 and at[unit] > ELIMINATED
    )
    return here & s.on_map(combat.attacker) | sea | down


@case("10.0g", "11.0e", "11.1a", "11.1b")
class AttackerLoses(LoseStep[orders.Lose, EisenhowerState]):
    """The attacker takes a step of his loss; units without an attack factor after all others (10.0, 11.1)."""

    order = orders.Lose
    case = "11.1a"
    apart = "it does not attack in this combat"

    def debt(self, s: EisenhowerState) -> Debt:
        """The loss, less what has been paid."""
        combat = s.frame(Combat)
        return Debt(combat.attacker, combat.attacker_loss, combat.paid, combat.hit)

    def payers(self, s: EisenhowerState, debt: Debt) -> Mask:
        """The attackers left, those from the sea and the air among them."""
        return attackers(s, s.frame(Combat))

    def unit(self, s: EisenhowerState) -> Narrowing:
        """Attackers, in the order the rules demand."""
        debt = self.debt(s)
        left = self.payers(s, debt)
        weak = powerless(s, left & ~s.frame(Combat).dropped)
        found = (
            choose(s.scenario.all_units, self.case, "there is no such unit")
            .only(s.scenario.side_units[debt.seat], self.case, "it belongs to the other side")
            .only(left, self.case, self.apart)
        )
        if left & ~weak & ~debt.hit:
            found = found.without(
                weak, "10.0g", "units with an attack factor that have lost no step come before it"
            )
            left &= ~weak
        return found.only(debt.first(left), *IN_TURN).without(worn(s, debt, left), *WORN)

    def taken(self, s: EisenhowerState, debt: Debt, unit: int) -> None:
        """Note it."""
        s.update(s.frame(Combat), paid=debt.paid, hit=debt.hit)


# -- retreat inland ---------------------------------------------------------------------------------------------------


@case("5.3.5d")
def asked_to_go_inland(s: EisenhowerState) -> list[int]:
    """The German player, before the die of a landing, if all his units there are mobile and can go (5.3.5, R83)."""
    combat = s.frame(Combat)
    if not combat.seaborne or combat.inland or combat.routes:
        return []
    units = sum(1 << unit for unit in s.units_at(combat.target, GERMAN))
    if units & s.scenario.static:
        return []
    return [] if retreat.refused(s, combat, units, 1) else [GERMAN]


@case("5.3.5d")
class GoInland(OrderRule[orders.Inland, EisenhowerState]):
    """Leave the beach before the die is rolled: neither side loses anything (5.3.5)."""

    order = orders.Inland

    def apply(self, s: EisenhowerState, order: orders.Inland) -> None:
        """All units will go one hex."""
        combat = s.frame(Combat)
        units = sum(1 << unit for unit in s.units_at(combat.target, GERMAN))
        s.update(combat, inland=True, defenders=units, hexes=1)
        s.tell("inland", "5.3.5d", "the Germans retreat inland from {hex:hex}", hex=combat.target)
        s.finish()


@case("5.3.5d")
def forgive_zones(s: EisenhowerState) -> None:
    """A retreat inland costs nothing (5.3.5); any other pays for enemy zones."""
    if not s.frame(Combat).inland:
        count_zones(s)
