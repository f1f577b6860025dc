"""Chapters 10 and 12.6: announcing all attacks, with all that supports them, before the first die is rolled."""

from __future__ import annotations

from msgspec.structs import replace

from phaseline.drill.battle import Join, Widen
from phaseline.drill.passing import EndStep
from phaseline.engine.ledger import case
from phaseline.engine.legal import OrderRule
from phaseline.engine.narrowing import Narrowing, choose
from phaseline.engine.refusal import Refusal
from phaseline.games.france44 import orders
from phaseline.games.france44.position import ALLIED, NOWHERE, UNLIMITED, Battle, CombatPhase, Plan
from phaseline.games.france44.rules import odds, support
from phaseline.games.france44.rules.reach import (
    at_sea,
    strikers,
    struck_by,
    struck_by_all,
)
from phaseline.games.france44.state import FranceState
from phaseline.hexgrid import Hex, Mask, hexes, mask_of, union

NO_WATER_ATTACK = "out of a navigable river only such rivers, cities and towns can be attacked"


# -- who and what is free ---------------------------------------------------------------------------------------------


def committed(s: FranceState) -> Mask:
    """The units in attacks that have been announced."""
    return union(plan.attackers for plan in s.position.announced)


def under_attack(s: FranceState) -> Mask:
    """The hexes under an attack that has been announced, and not resolved yet (11.4)."""
    return union(plan.targets for plan in s.position.announced)


@case("10.2b", "10.10", "10.12", "15.5c", "16.4", "19.11a")
def able(s: FranceState, found: Narrowing) -> Narrowing:
    """Narrow units to those that may attack in this phase."""
    p = s.position
    return (
        found.without(s.scenario.hqs, "19.11a", "a headquarters only lends its factor: let a division attack")
        .without(p.hungry, "16.4", "it is out of supply in this turn")
        .without(p.restored, "15.5c", "it was brought to full strength in this turn")
        .without(committed(s) | p.fought, "10.12", "it attacks already: once a turn")
    )


@case("10.2b", "10.9", "10.12", "12.6a")
def open_targets(s: FranceState, seat: int) -> Mask:
    """The enemy hexes that are under no attack yet; those who defend one defend it together (10.9)."""
    return s.occupied(1 - seat) & s.scenario.board.playable & ~under_attack(s)


# -- one attack -------------------------------------------------------------------------------------------------------


@case("10.1a", "10.1b", "10.2a", "10.3", "10.7", "10.8", "12.5b", "13.4", "21.5")
class AnnounceAttack(OrderRule[orders.Attack, FranceState]):
    """Announce an attack with one unit on one hex next to it; others may join (10.3)."""

    order = orders.Attack

    def reads(self, s: FranceState) -> object:
        """Where units are, who is committed, who may not attack."""
        p = s.position
        return s.acting, s.standing.stamp, tuple(p.announced), p.hungry, p.restored, p.fought

    def unit(self, s: FranceState) -> Narrowing:
        """Own divisions next to an enemy that is under no attack yet."""
        seat = s.acting
        enemy, fresh = s.occupied(1 - seat), open_targets(s, seat)
        return (
            able(s, _close(s, seat))
            .only(strikers(s, seat, enemy), "21.5", NO_WATER_ATTACK)
            .only(strikers(s, seat, fresh), "10.12", "all enemies next to it are under attack already")
        )

    def target(self, s: FranceState, unit: int) -> Narrowing:
        """Enemy hexes it may strike."""
        return _struck(s, s.acting, unit, struck_by(s, unit))

    def refused(self, s: FranceState, order: orders.Attack, refusal: Refusal) -> Refusal:
        """What stands in the way of this attack, not of those on others next to the unit."""
        if order.unit not in able(s, _close(s, s.acting)):
            return refusal
        return self.target(s, order.unit).why_not(order.target) or refusal

    def apply(self, s: FranceState, order: orders.Attack) -> None:
        """Put the attack together."""
        s.call(
            Plan(
                attacker=s.acting,
                target=order.target,
                targets=1 << order.target,
                attackers=1 << order.unit,
            )
        )


@case("10.1a", "12.6a")
def _close(s: FranceState, seat: int) -> Narrowing:
    """The units of a side that are next to an enemy, or off a beach."""
    near = s.units_in(s.near_enemy(seat), seat) | at_sea(s, s.on_map(seat))
    return s.choose_unit(seat, "10.1a").only(near, "10.1a", "no enemy is next to it")


@case("10.9", "10.12")
def _twice(s: FranceState, hex: Hex) -> Refusal:
    """Why a hex that is under attack is not attacked once more: those in it are attacked together, and once (10.9)."""
    if s.standing.by_hex[1 - s.acting][hex].bit_count() > 1:
        return Refusal("10.9", "that hex is under an attack already, on all units in it: join that one")
    return Refusal("10.12", "that hex is under an attack already: once a turn")


def _struck(s: FranceState, seat: int, unit: int, struck: Mask) -> Narrowing:
    found = (
        s.choose_hex("10.1a")
        .only(s.occupied(1 - seat), "10.1a", "no enemy unit is there")
        .without(under_attack(s), "10.12", lambda hex: _twice(s, hex))
    )
    beach = s.position.beach.get(unit)
    if beach is not None:
        return found.only(1 << beach, "12.6a", "invaders attack the beach that they were to land on")
    return found.only(
        s.scenario.map.grid.adjacent_mask(s.position.at[unit]), "10.7", "it is not next to the unit"
    ).only(struck, "21.5", NO_WATER_ATTACK)


@case("10.6", "10.7", "10.10")
class AttackAlso(Widen[orders.Also, FranceState]):
    """Attack one hex more in the same combat: those in it defend together with the others (10.6, R45)."""

    order = orders.Also
    attack = Plan

    def gate(self, s: FranceState) -> Refusal | None:
        """An assault from the sea is on one beach."""
        if off_beach(s, s.frame(Plan).target):
            return Refusal("12.3b", "an attack from the sea is on one beach alone")
        return None

    def target(self, s: FranceState) -> Narrowing:
        """Enemy hexes that a unit of the attack may strike too."""
        plan = s.frame(Plan)
        return (
            s.choose_hex("10.6")
            .only(s.occupied(1 - plan.attacker), "10.6", "no enemy unit is there")
            .without(plan.targets, "10.6", "it is under this attack already")
            .without(under_attack(s), "10.12", lambda hex: _twice(s, hex))
            .without(mask_of(s.position.beach.values()), "12.3b", "invaders attack that beach, and it alone")
            .without(
                support.spared(s) if plan.bomber else 0,
                "9.22b",
                "the bomber supports this attack, and it spares cities west of the Rhine",
            )
            .only(struck_by_all(s, plan.attackers), "10.7", lambda hex: _not_struck(s, plan, hex))
        )


@case("10.7", "21.5")
def _not_struck(s: FranceState, plan: Plan, hex: Hex) -> Refusal:
    """Why no unit of an attack can attack a hex besides."""
    if s.scenario.map.grid.adjacent_mask(hex) & s.where(plan.attackers):
        return Refusal("21.5", NO_WATER_ATTACK)
    return Refusal("10.7", "no unit that takes part so far is next to that hex")


@case("10.5", "10.7", "10.8", "12.3b", "12.6b", "21.5")
def joining(s: FranceState, plan: Plan) -> Narrowing:
    """The units that may join an attack, by land or sea (10.5, 12.6)."""
    near = strikers(s, plan.attacker, plan.targets)
    beside = s.units_in(s.scenario.map.grid.spread(plan.targets), plan.attacker)
    found = (
        s.choose_unit(plan.attacker, "10.5")
        .without(plan.attackers, "10.5", "it takes part already")
        .only(near | beside, "10.7", "it is not next to a hex under this attack")
    )
    found = able(s, found).only(near, "21.5", lambda unit: _kept_off(s, unit))
    off = at_sea(s, s.on_map(plan.attacker))
    most = s.scenario.tables.stacking.units
    if at_sea(s, plan.attackers).bit_count() >= most:
        found = found.without(off, "12.3b", f"{most} units attack the beach from the sea already")
    return found


def _kept_off(s: FranceState, unit: int) -> Refusal:
    if unit in s.position.beach:
        return Refusal("12.6a", "invaders attack the beach that they were to land on")
    return Refusal("21.5", NO_WATER_ATTACK)


class JoinAttack(Join[orders.Join, FranceState]):
    """Another unit takes part (10.5)."""

    order = orders.Join
    attack = Plan

    def unit(self, s: FranceState) -> Narrowing:
        """Units next to a hex under this attack."""
        return joining(s, s.frame(Plan))


@case("10.3", "10.11", "12.6a", "12.6b")
class CloseAttack(OrderRule[orders.Close, FranceState]):
    """The attack stands as it has been put together (10.3): at no worse odds than 1-4 (10.11)."""

    order = orders.Close

    def gate(self, s: FranceState) -> Refusal | None:
        """Odds, and all invaders of the beach."""
        plan = s.frame(Plan)
        if not odds.allowed(s, plan):
            worst = s.scenario.crt.columns[0]
            return Refusal(
                "10.11", f"the odds would be worse than {worst}: add units or support, or take it back"
            )
        missing = off_beach(s, plan.target) & joining(s, plan).mask
        if missing and odds.allowed(s, replace(plan, attackers=plan.attackers | missing)):
            name = s.spoken(next(hexes(missing)))
            return Refusal("12.6a", f"{name} is off this beach and must attack it too")
        return None

    def apply(self, s: FranceState, order: orders.Close) -> None:
        """Line it up with the others."""
        plan = s.frame(Plan)
        s.position.announced.append(Battle.of(plan))
        s.tell(
            "announced",
            "10.3",
            "{seat:seat} will attack {hex:hex} at {odds}",
            seat=plan.attacker,
            hex=plan.target,
            odds=odds.odds(s, plan).odds,
        )
        s.finish()


@case("10.3")
class ScrapPlan(OrderRule[orders.Scrap, FranceState]):
    """Take an announcement back: until a die is rolled nothing has happened (10.3)."""

    order = orders.Scrap

    def number(self, s: FranceState) -> Narrowing:
        """The attack being put together; if there is none, any that has been announced."""
        count = len(s.position.announced)
        if s.within(Plan):
            found = choose(1 << count + 1, "10.3", "finish with the attack that is being put together first")
            due = compulsory(s, s.frame(Plan)) << count + 1
        else:
            found = choose(mask_of(range(1, count + 1)), "10.3", "no such attack has been announced")
            due = mask_of(n for n, plan in enumerate(s.position.announced, 1) if compulsory(s, plan))
        return found.without(due, "12.6a", "invaders must attack the Germans on their beach")

    def apply(self, s: FranceState, order: orders.Scrap) -> None:
        """Everybody in it is free again."""
        p = s.position
        if s.within(Plan):
            plan = s.frame(Plan)
            s.leave(Plan)
        else:
            plan = p.announced.pop(order.number - 1)
        p.flown &= ~plan.wings
        if plan.attacker == ALLIED and p.air_left != UNLIMITED:
            p.air_left += plan.wings.bit_count()
        if plan.bomber:
            p.bomber = "ready"


# -- all of them ------------------------------------------------------------------------------------------------------


@case("12.6a")
def off_beach(s: FranceState, beach: Hex) -> Mask:
    """The invaders that stand off a beach."""
    return mask_of(unit for unit, hex in s.position.beach.items() if hex == beach) & ~committed(s)


@case("12.6a", "10.11")
def compulsory(s: FranceState, plan: Plan) -> bool:
    """Whether invaders have to make an attack: whether those in it reach 1-4 by themselves (12.6, R31).

    Where they need support for that it is their player's choice: at worse odds nobody may attack, and they go home (R75).
    """
    units = at_sea(s, plan.attackers)
    if not units:
        return False
    p = s.position
    alone = replace(plan, attackers=units, wings=0, ships=0, hq=NOWHERE)
    reads = (s.standing.stamp, tuple(p.steps), tuple(p.wings), p.turn, p.weather)
    return s.known(("compulsory", plan.targets, units), reads, lambda: odds.allowed(s, alone))


@case("12.6a", "12.6b")
def assaults_due(s: FranceState) -> Mask:
    """The beaches that invaders must still attack (12.6)."""
    fresh = open_targets(s, ALLIED)
    due = 0
    for beach in set(s.position.beach.values()):
        alone = Plan(attacker=ALLIED, target=beach, targets=1 << beach, attackers=off_beach(s, beach))
        if fresh >> beach & 1 and compulsory(s, alone):
            due |= 1 << beach
    return due


@case("5.16b", "5.24", "10.3", "12.6a")
class EndAnnouncing(EndStep[orders.Done, FranceState]):
    """All attacks have been announced (10.3)."""

    order = orders.Done

    def gate(self, s: FranceState) -> Refusal | None:
        """Invaders must attack the Germans on their beach (12.6)."""
        for hex in hexes(assaults_due(s)) if s.acting == ALLIED and s.position.beach else ():
            return Refusal("12.6a", f"the invaders off {s.scenario.map.label(hex)} must attack it")
        return None

    def apply(self, s: FranceState, order: orders.Done) -> None:
        """Everybody in an attack has attacked; ships go to where they fire from (R66)."""
        p = s.position
        for plan in p.announced:
            p.fought |= plan.attackers
            p.active |= plan.attackers | (1 << plan.hq if plan.hq != NOWHERE else 0)
            support.weigh_anchor(s, plan)
        super().apply(s, order)


class EndAnswering(EndStep[orders.Done, FranceState]):
    """The defender names no more headquarters (R50)."""

    order = orders.Done


def may_announce(s: FranceState) -> list[int]:
    """The seat of the phase, if it has announced an attack or could."""
    seat = s.frame(CombatPhase).seat
    if s.position.announced:
        return [seat]
    able_at_all = able(s, s.choose_unit(seat, "10.1a"))
    return [seat] if able_at_all.mask & strikers(s, seat, open_targets(s, seat)) else []


def planner(s: FranceState) -> list[int]:
    """Who puts the attack together."""
    return [s.frame(Plan).attacker]
