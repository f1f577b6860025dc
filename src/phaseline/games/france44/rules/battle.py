"""Chapters 10.4, 11.1 to 11.3 and 11.6: attacks one after the other, from the look whether they stand to the die."""

from __future__ import annotations

from phaseline.drill import toll
from phaseline.drill.battle import roll
from phaseline.drill.toll import Debt
from phaseline.engine.ledger import case
from phaseline.engine.refusal import Refusal
from phaseline.games.france44 import orders
from phaseline.games.france44.position import NOWHERE, Battle, Plan, Round
from phaseline.games.france44.results import ANNIHILATION, explain
from phaseline.games.france44.rules import odds
from phaseline.games.france44.rules.reach import at_sea
from phaseline.games.france44.rules.support import lends
from phaseline.games.france44.state import FranceState
from phaseline.hexgrid import Mask, hexes


@case("10.4", "11.1a")
def next_battle(s: FranceState, count: int) -> Battle | None:
    """The next of the attacks announced, in their order (10.4)."""
    announced = s.position.announced
    return announced.pop(0) if announced else None


@case("10.3", "10.4", "10.11")
def look(s: FranceState) -> None:
    """An attack lapses when nobody is left in the hexes, or the odds have become worse than 1-4 (R48)."""
    battle = s.frame(Battle)
    if not s.units_in(battle.targets, 1 - battle.attacker):
        _lapse(s, "10.4", "nobody is left in {hex:hex}: the attack lapses")
    elif not odds.allowed(s, battle):
        _lapse(s, "10.11", "the odds against {hex:hex} have become worse than 1-4: the attack lapses")


def _lapse(s: FranceState, right: str, text: str) -> None:
    s.tell("lapsed", right, text, hex=s.frame(Battle).target)
    s.leave(Battle)


@case("12.7b")
def next_round(s: FranceState, count: int) -> Round | None:
    """The attack, and once more if invaders attack again (12.7)."""
    return Round() if count == 0 or (count == 1 and s.frame(Battle).again) else None


def defenders(s: FranceState, battle: Plan) -> Mask:
    """All who defend: units and headquarters in the hexes under attack (10.9, R42)."""
    return s.units_in(battle.targets, 1 - battle.attacker)


@case("11.31c", "19.12")
def exposed(s: FranceState, battle: Battle) -> Mask:
    """The attackers, and the headquarters that supports them if it is next to a hex under attack (11.31, R39)."""
    found = battle.attackers & s.on_map(battle.attacker)
    hq = battle.hq
    if lends(s, battle, hq, battle.attackers):
        near = s.scenario.map.grid.spread(battle.targets)
        found |= 1 << hq if near >> s.position.at[hq] & 1 else 0
    return found


@case("11.2", "11.6", "tbl.crt", "16.6b", "5.31a")
def resolve(s: FranceState) -> None:
    """One die in the column of the odds (11.2); at 7-1 and better none: all defenders are eliminated (11.6)."""
    battle, crt = s.frame(Battle), s.scenario.crt
    weighed, units = odds.weigh(s, battle), defenders(s, battle)
    _take_part(s, battle, units)
    report = crt.report(weighed)
    result = ANNIHILATION
    if report.beyond <= 0:
        result = roll(s, crt, weighed, battle, explain, kind="battle", case="11.2")
    s.update(
        battle,
        exposed=exposed(s, battle),
        attacker_due=result.attacker,
        attacker_paid=0,
        attacker_back=result.attacker_back,
        defender_due=result.defender,
        defender_paid=0,
        defender_back=result.defender_back,
    )
    if result.automatic:
        text = "attack on {target:hex} at {odds}: {meaning}"
        facts = {"odds": report.odds, "result": str(result), "meaning": explain(result)}
        s.tell("battle", "11.6", text, target=battle.target, **facts)
        for unit in hexes(units):
            s.eliminate(unit, "11.6")


@case("5.31a", "16.6a", "16.7b")
def _take_part(s: FranceState, battle: Battle, units: Mask) -> None:
    """Who has fought in this game turn: both sides' units and the headquarters that lend their factors (R49)."""
    s.position.active |= battle.attackers | units
    for hq in (battle.hq, battle.answer):
        if hq != NOWHERE:
            s.position.active |= 1 << hq


def losing(battle: Battle, seat: int) -> str:
    """The case by which a side of a battle loses steps."""
    return "11.3a" if seat == battle.attacker else "11.3b"


@case("11.3a", "11.3b", "11.31c", "11.4e", "19.12", "19.5")
class TakeLoss(toll.LoseStep[orders.Lose, FranceState]):
    """The owner chooses which of his units are flipped or eliminated, the defender first (11.3).

    He is free to take both steps of one unit (R38); he pays as long as he has units in the battle.
    """

    order = orders.Lose
    case = "11.3a"
    apart = "it takes no losses in this battle"

    def debt(self, s: FranceState) -> Debt:
        """The defender's steps, then the attacker's."""
        battle = s.frame(Battle)
        defender = Debt(1 - battle.attacker, battle.defender_due, battle.defender_paid)
        if defender.left and self.payers(s, defender):
            return defender
        return Debt(battle.attacker, battle.attacker_due, battle.attacker_paid)

    def payers(self, s: FranceState, debt: Debt) -> Mask:
        """Units that lose: defenders in the hexes, attackers, headquarters next to them (11.31)."""
        battle = s.frame(Battle)
        if debt.seat != battle.attacker:
            return defenders(s, battle)
        return battle.exposed & s.on_map(debt.seat)

    def case_of(self, s: FranceState, debt: Debt) -> str:
        """A X is the attacker's loss, D X the defender's (11.3)."""
        return losing(s.frame(Battle), debt.seat)

    def refused(self, s: FranceState, order: orders.Lose, refusal: Refusal) -> Refusal:
        """A headquarters that lends its factor from farther away takes no losses (11.31)."""
        battle = s.frame(Battle)
        far = battle.hq if self.debt(s).seat == battle.attacker else battle.answer
        if order.unit == far != NOWHERE and s.position.at[far] >= 0:
            return Refusal("11.31c", "it supports from where it is, and takes no losses there")
        return refusal

    def taken(self, s: FranceState, debt: Debt, unit: int) -> None:
        """Count it."""
        battle = s.frame(Battle)
        if debt.seat == battle.attacker:
            s.update(battle, attacker_paid=debt.paid)
        else:
            s.update(battle, defender_paid=debt.paid)


@case("11.3a", "11.3b")
def lose_all(s: FranceState) -> None:
    """Who owes as many steps as all his units have has nothing to choose: they are eliminated."""
    battle, steps = s.frame(Battle), s.position.steps
    for seat, due, units in (
        (1 - battle.attacker, battle.defender_due, defenders(s, battle)),
        (battle.attacker, battle.attacker_due, battle.exposed & s.on_map(battle.attacker)),
    ):
        if due and units and due >= sum(steps[unit] for unit in hexes(units)):
            for unit in hexes(units):
                s.eliminate(unit, losing(battle, seat))


def survivors(s: FranceState, battle: Battle) -> Mask:
    """The attackers that are left."""
    return battle.attackers & s.on_map(battle.attacker)


def invaders(s: FranceState, battle: Battle) -> Mask:
    """Those of them that attack from the sea."""
    return at_sea(s, survivors(s, battle))
