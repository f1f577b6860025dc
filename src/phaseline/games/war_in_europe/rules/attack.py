"""The combat phase up to the roll: who may attack what, and attacks being put together (11.1, 11.2)."""

from __future__ import annotations

from collections.abc import Iterator

from phaseline.drill import battle
from phaseline.drill.passing import EndStep
from phaseline.engine.ledger import case
from phaseline.engine.legal import OrderRule
from phaseline.engine.narrowing import Narrowing
from phaseline.engine.refusal import Refusal
from phaseline.games.war_in_europe import orders
from phaseline.games.war_in_europe.position import Battle, CombatPhase, Plan
from phaseline.games.war_in_europe.rules import airground, events, odds
from phaseline.games.war_in_europe.state import WarState
from phaseline.hexgrid import Hex, Hexsides, Mask, hexes
from phaseline.mechanics.lines import EVERYWHERE, adjacent


def sides(s: WarState) -> Hexsides:
    """The hexsides over which one attacks: neither water nor a crest (9.13)."""
    return s.scenario.board.land_sides(frozen=s.frozen)


@case("11.14", "12.62c")
def open_hexes(s: WarState, seat: int) -> Mask:
    """The hexes with enemies of a side that have not been attacked in this phase (11.14).

    Who has been and found shelter with others is attacked with them (R83).
    """
    enemy, assailed = 1 - seat, s.position.assailed
    found = s.occupied(enemy) & ~s.position.neutral
    stacks = s.standing.by_hex[enemy]
    for unit in hexes(assailed & s.on_map(enemy)):
        at = s.position.at[unit]
        if not stacks[at] & ~assailed:
            found &= ~(1 << at)
    return found


def assaulters(s: WarState, seat: int) -> Mask:
    """Units that have come from the sea or the air in this player turn: they attack in their own hex only (7.33, 8.25)."""
    p = s.position
    return (p.ashore | p.dropped) & ~p.flown & s.on_map(seat)


@case("11.11", "7.33e", "8.25a", "tbl.5.8.blocked")
def within_reach(s: WarState, unit: int) -> Mask:
    """The hexes that a unit might attack: those next to it, or its own if it makes an assault."""
    here = 1 << s.position.at[unit]
    if assaulters(s, s.scenario.side_of[unit]) >> unit & 1:
        return here
    return sides(s).cross(here)


@case(
    "11.0",
    "11.14",
    "11.15",
    "16.12",
    "16.21",
    "17.13",
    "6.35",
    "6.65b",
    "7.13b",
    "8.36",
    "14.42b",
    "18.22",
    "3.24c",
)
def ready(s: WarState, seat: int) -> Narrowing:
    """The units that may still attack in this phase; whoever has overrun somebody may too (11.15).

    Who never attacks is told that, and not what keeps him from it for now.
    """
    p, scenario = s.position, s.scenario
    return (
        s.choose_unit(seat, "11.0")
        .without(scenario.repairers, "6.65b", "repair units never attack")
        .without(scenario.suppliers, "14.42b", "mobile supply units never attack")
        .without(s.defensive, "3.24c", "its strength is for defence only")
        .without(p.fought, "11.14", "it has attacked already in this phase")
        .without(p.rebuilt, "17.13", s.renewed)
        .without(p.shipped, "7.13b", "it has gone by sea in this player turn")
        .without(p.flown, "8.36", "it has been flown in this player turn")
        .without(p.entrained, "6.35", "it is entrained")
        .without(p.fortified, "18.22", "it is fortified: turned back it can attack in the next turn")
        .without(events.barred(s, seat), "11.12", "it is held back in this turn")
        .without(events.exhausted(s, seat), "11.12", lambda unit: events.too_many(s, seat))
    )


@case("11.11", "7.33e", "8.25a")
def attackers(s: WarState, seat: int) -> Narrowing:
    """Those of them that have somebody to attack."""
    found, targets = ready(s, seat), open_hexes(s, seat)
    landed = assaulters(s, seat)
    beside = s.units_in(adjacent(s.scenario.board.grid, targets, sides(s)), seat) & ~landed
    inside = s.standing_in(targets, landed) if landed else 0
    return found.only(beside | inside, "11.11", lambda unit: _nobody(s, unit, landed))


@case("7.33e", "8.25a", "11.11", "11.14", "tbl.5.8.blocked")
def _nobody(s: WarState, unit: int, landed: Mask) -> Refusal:
    """Why a unit has nobody to attack: who has come from the sea or the air attacks in its own hex only."""
    if landed >> unit & 1:
        return _own_hex(s, unit)
    here, enemies = s.position.at[unit], s.occupied(1 - s.scenario.side_of[unit]) & ~s.position.neutral
    if sides(s).cross(1 << here) & enemies:
        return Refusal("11.14", "who is next to it has been attacked already in this phase")
    if s.scenario.board.grid.adjacent_mask(here) & enemies:
        return Refusal("tbl.5.8.blocked", ACROSS)
    return Refusal("11.11", "no enemy is next to it")


ACROSS = "nobody attacks across water or a crest"


@case("7.33e", "8.25a")
def _own_hex(s: WarState, unit: int) -> Refusal:
    """Why a unit that has come from the sea or the air in this turn attacks nobody next to it."""
    later = "next to it from the next turn on"
    if s.position.ashore >> unit & 1:
        return Refusal(
            "7.33e", f"it has landed from the sea in this turn and attacks only where it landed: {later}"
        )
    return Refusal(
        "8.25a", f"it has dropped from the air in this turn and attacks only where it came down: {later}"
    )


def asked(s: WarState) -> list[int]:
    """The phasing player, while somebody can attack."""
    return [s.frame(CombatPhase).seat] if _ready(s) else []


def _ready(s: WarState) -> Narrowing:
    return s.now("attackers", lambda: attackers(s, s.frame(CombatPhase).seat))


@case("11.0", "11.11", "11.12", "11.13", "11.21", "11.22", "4.2B6")
class AttackHex(OrderRule[orders.Attack, WarState]):
    """Begin an attack with a unit on a hex; nobody has to attack (11.12)."""

    order = orders.Attack

    def unit(self, s: WarState) -> Narrowing:
        """Units that have not attacked, next to an enemy."""
        return _ready(s).copy()

    def target(self, s: WarState, unit: int) -> Narrowing:
        """Hexes next to it with enemies that have not been attacked."""
        seat = s.frame(CombatPhase).seat
        return _hexes(s, seat, 1 << unit, unit if assaulters(s, seat) >> unit & 1 else None)

    def refused(self, s: WarState, order: orders.Attack, refusal: Refusal) -> Refusal:
        """What stands in the way of this attack; a unit that can attack nobody is told of all its neighbours."""
        if order.unit not in ready(s, s.frame(CombatPhase).seat):
            return refusal
        return self.target(s, order.unit).why_not(order.target) or refusal

    def apply(self, s: WarState, order: orders.Attack) -> None:
        """Others may join; who has come from the sea or the air into the hex must (7.33, 8.24)."""
        s.call(begun(s, s.frame(CombatPhase).seat, order.unit, order.target))


@case("7.33e", "8.24b")
def bound(s: WarState, seat: int) -> Mask:
    """The units that have landed among enemies and must attack them: who cannot attack at all is not asked to (3.24)."""
    landed = assaulters(s, seat) & ~s.position.fought
    return landed & ready(s, seat).mask if landed else 0


@case("7.33e", "8.24b")
def begun(s: WarState, seat: int, unit: int, target: Hex) -> Plan:
    """An attack that a unit begins on a hex: all who have landed there take part."""
    landed = s.standing_in(1 << target, bound(s, seat))
    return Plan(attacker=seat, target=target, attackers=1 << unit | landed, targets=1 << target)


def _hexes(s: WarState, seat: int, units: Mask, landed: int | None = None) -> Narrowing:
    """Hexes next to all of some units that may be attacked; by a unit that has `landed` only its own."""
    near = _all(within_reach(s, unit) for unit in hexes(units))
    return (
        s.choose_hex("11.11")
        .only(s.occupied(1 - seat), "11.11", "no enemy is there")
        .without(s.position.neutral, "5.22", "they are neutral, and no enemies")
        .only(near, "11.11", lambda hex: _not_near(s, hex, units) if landed is None else _own_hex(s, landed))
        .only(open_hexes(s, seat), "11.14", "who is there has been attacked already in this phase")
    )


@case("11.11", "11.23", "tbl.5.8.blocked")
def _not_near(s: WarState, hex: Hex, units: Mask) -> Refusal:
    """Why some units cannot attack a hex together: it is not next to all of them, or beyond water or a crest."""
    if not s.where(units) & ~s.scenario.board.grid.adjacent_mask(hex):
        return Refusal("tbl.5.8.blocked", ACROSS)
    if units.bit_count() > 1:
        return Refusal("11.23", "not every attacker is next to that hex")
    return Refusal("11.11", "an attack leads into the next hex")


@case("11.23")
class AlsoAttack(battle.Widen[orders.Also, WarState]):
    """Attack a further hex in the same combat: every attacker must be next to it (11.23)."""

    order = orders.Also
    attack = Plan

    def gate(self, s: WarState) -> Refusal | None:
        """Who makes an assault attacks his own hex only; and an Air Point supports what has been named."""
        plan = s.frame(Plan)
        if plan.air:
            return Refusal("13.41", "an Air Point supports the attack on the hexes named so far")
        if landed := plan.attackers & assaulters(s, plan.attacker):
            right = "7.33e" if landed & s.position.ashore else "8.25a"
            return Refusal(right, "who comes from the sea or the air attacks in his own hex only")
        return None

    def target(self, s: WarState) -> Narrowing:
        """Hexes next to all attackers."""
        plan = s.frame(Plan)
        found = _hexes(s, plan.attacker, plan.attackers).without(
            plan.targets, "11.23", "it is under attack already"
        )
        there = s.occupied(plan.attacker) & s.occupied(1 - plan.attacker)
        beaches = s.where(s.position.ashore & s.on_map(plan.attacker))
        return found.without(
            there & beaches, "7.33e", "units have landed there: it is attacked by itself"
        ).without(there, "8.25a", "units have dropped there: it is attacked by itself")


def _all(areas: Iterator[Mask]) -> Mask:
    found = EVERYWHERE
    for area in areas:
        found &= area
    return found


@case("11.11", "11.12", "11.13", "11.22", "11.23", "8.25b")
class JoinAttack(battle.Join[orders.Join, WarState]):
    """Add a unit to the attack; it must be next to all hexes attacked (11.23)."""

    order = orders.Join
    attack = Plan

    def unit(self, s: WarState) -> Narrowing:
        """Units next to every hex under attack."""
        return joining(s, s.frame(Plan))


def joining(s: WarState, plan: Plan) -> Narrowing:
    """The units that can join an attack."""
    landed = assaulters(s, plan.attacker)
    near = battle.beside(s, plan.targets, plan.attacker, sides(s), every=True)
    inside = s.standing_in(plan.targets, landed) if landed and plan.targets.bit_count() == 1 else 0
    found = ready(s, plan.attacker).without(plan.attackers, "11.12", "it takes part already")
    return found.only(near | inside, "11.23", lambda unit: _apart(s, plan, unit)).without(
        landed & ~inside, "7.33e", lambda unit: _nobody(s, unit, landed)
    )


@case("11.12")
def everybody(s: WarState, plan: Plan) -> Mask:
    """Who would take part if all joined an attack that can do so together; where a scenario limits attacks the strongest do (R156)."""
    seat, able = plan.attacker, joining(s, plan).mask
    most = events.allowed(s, seat)
    if most is None:
        return plan.attackers | able
    found, landed, busy = plan.attackers, assaulters(s, seat), s.position.fought & s.scenario.side_units[seat]
    for unit in sorted(hexes(able), key=lambda one: -odds.attacking(s, one, plan.targets).strength):
        if landed >> unit & 1 or events.halves(s, busy | found | 1 << unit) <= most:
            found |= 1 << unit
    return found


@case("11.23", "tbl.5.8.blocked")
def _apart(s: WarState, plan: Plan, unit: int) -> Refusal:
    """Why a unit cannot join an attack: a hex of it is not next to it, or beyond water or a crest."""
    if plan.targets & ~s.scenario.board.grid.adjacent_mask(s.position.at[unit]):
        return Refusal("11.23", "it is not next to every hex under attack")
    return Refusal("tbl.5.8.blocked", ACROSS)


@case("12.46", "13.41", "13.42")
class SupportAttack(OrderRule[orders.Support, WarState]):
    """One Air Point of the front supports the attack, before the die is rolled (12.46)."""

    order = orders.Support

    def gate(self, s: WarState) -> Refusal | None:
        """One Point, and only where one can."""
        plan = s.frame(Plan)
        if plan.air:
            return Refusal("13.41", "one Air Point supports it already, and more than one never does")
        return airground.unsupported(s, plan.attacker, plan.targets)

    def apply(self, s: WarState, order: orders.Support) -> None:
        """It is used when the die is rolled."""
        s.update(s.frame(Plan), air=True)


@case("11.0", "12.0")
class RollAttack(OrderRule[orders.Roll, WarState]):
    """The attack is on: roll for it."""

    order = orders.Roll

    def apply(self, s: WarState, order: orders.Roll) -> None:
        """The battle begins."""
        plan = s.frame(Plan)
        if plan.air:
            airground.support(s, plan.attacker, plan.targets)
        s.leave(Plan)
        s.call(
            Battle(
                attacker=plan.attacker,
                target=plan.target,
                attackers=plan.attackers,
                targets=plan.targets,
                air=plan.air,
            )
        )


@case("11.12")
class CallOffAttack(battle.CallOff[orders.CallOff, WarState]):
    """Nothing has happened yet."""

    order = orders.CallOff
    attack = Plan


@case("11.12", "7.33e", "8.24b")
class EndAttacks(EndStep[orders.Done, WarState]):
    """The side attacks nobody else; but whoever has landed on enemies must fight them (7.33, 8.24)."""

    order = orders.Done

    def gate(self, s: WarState) -> Refusal | None:
        """No assault may be left out."""
        seat = s.frame(CombatPhase).seat
        landed = bound(s, seat)
        if landed and (must := s.standing_in(open_hexes(s, seat), landed)):
            if must & s.position.ashore:
                return Refusal("7.33e", "units have landed among enemies: they must attack them first")
            return Refusal("8.24b", "units have dropped among enemies: they must attack them first")
        return None
