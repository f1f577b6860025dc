"""What an attack comes to: the roll, the answers to a retreat, what both sides lose (11.3, 12.2, 12.43, 12.7)."""

from __future__ import annotations

from collections.abc import Callable

from phaseline.drill import battle, toll
from phaseline.drill.toll import Debt
from phaseline.engine.ledger import case
from phaseline.engine.legal import OrderRule
from phaseline.engine.refusal import Refusal
from phaseline.games.war_in_europe import orders
from phaseline.games.war_in_europe.position import Battle, Plan
from phaseline.games.war_in_europe.results import (
    ASSAULT_FAILS,
    ASSAULT_MEANINGS,
    BACK,
    DEFENDERS_LOST,
    FAILED,
    MEANINGS,
)
from phaseline.games.war_in_europe.rules import odds
from phaseline.games.war_in_europe.rules.retreat import lose_trapped
from phaseline.games.war_in_europe.state import WarState
from phaseline.hexgrid import Mask, hexes

# -- who is in it -----------------------------------------------------------------------------------------------------


def survivors(s: WarState, fight: Battle) -> Mask:
    """The attackers that are left."""
    return fight.attackers & s.on_map(fight.attacker)


def held(s: WarState, fight: Battle) -> Mask:
    """The defenders that are in the hexes under attack still."""
    return s.standing_in(fight.targets, fight.defenders & s.on_map(1 - fight.attacker))


def landed(s: WarState, fight: Plan) -> Mask:
    """Those of the attacker's side in the hexes who make an assault from the sea or the air (7.33, 8.24).

    Units that have been flown in among them do not fight, but share what becomes of them (8.35).
    """
    found = (s.position.ashore | s.position.dropped) & s.on_map(fight.attacker)
    return s.standing_in(fight.targets, found) if found else 0


# -- the roll ---------------------------------------------------------------------------------------------------------


@case("11.0", "11.14", "12.0", "12.1", "12.2", "12.43a", "12.43b", "12.45", "6.36", "14.21c")
def resolve(s: WarState) -> None:
    """One die in the column of the odds; none at 13-1 and better, nor at worse than 1-3: all of one side are lost (R27)."""
    fight, p = s.frame(Battle), s.position
    enemy, explain = 1 - fight.attacker, explained(s, fight)
    table, weighed = odds.table(s, fight), odds.weigh(s, fight)
    report = table.report(weighed)
    defenders = s.units_in(fight.targets, enemy)
    strength = defending_points(s, fight.targets, enemy)
    p.fought |= fight.attackers
    p.assailed |= defenders
    p.entrained &= ~defenders
    s.changed()
    if report.beyond:
        result = table.counted("", report.beyond)
        s.tell(
            "battle",
            "11.0",
            "attack on {target:hex} at {odds}: {result}, {meaning}",
            target=fight.target,
            odds=report.odds,
            result=result,
            meaning=explain(result),
        )
    else:
        result = battle.roll(s, table, weighed, fight, explain, kind="battle", case="12.0")
    fight = s.update(
        fight,
        result=result,
        defenders=defenders,
        strength=strength,
        owed=losses(result, strength) + (strength if starving(s, fight) else 0),
    )
    if result in DEFENDERS_LOST:
        _lose(s, defenders, "11.31")
    if result in FAILED:
        _fail(s, fight)
    if result == "Ae":
        _lose(s, survivors(s, fight), "12.2")


@case("12.43a", "12.62c")
def defending_points(s: WarState, targets: Mask, seat: int) -> int:
    """The printed strength of all who defend some hexes."""
    return sum(odds.printed(s, odds.defenders(s, hex, seat)) for hex in hexes(targets))


@case("12.2", "12.43a")
def losses(result: str, strength: int) -> int:
    """What a result costs the attacker of what the defenders count; half of it is made up to a whole number (R133)."""
    if result in ("AEx", "Ex"):
        return strength
    return -(-strength // 2) if result == "1/2Ex" else 0


@case("12.43a")
def starving(s: WarState, plan: Plan) -> Mask:
    """The attackers out of supply: with one of them the attack costs what the defenders count besides."""
    p = s.position
    return plan.attackers & p.unsupplied & ~p.ashore & ~p.dropped


@case("7.33g", "8.24d", "8.24f", "12.2", "12.43a", "12.43b")
def costs(s: WarState, plan: Plan, result: str) -> tuple[int, int]:
    """The printed strength that a result takes from attackers and defenders; retreats, and what choosing them costs, left out.

    In an assault all who have landed are lost where it fails, and a Br leaves the attackers nothing to choose.
    """
    strength = defending_points(s, plan.targets, 1 - plan.attacker)
    ashore = landed(s, plan)
    lost = ashore if result in FAILED else 0
    printed = odds.printed(s, plan.attackers & ~lost)
    owed = losses(result, strength) + (strength if starving(s, plan) else 0)
    if ashore and result == "Br":
        owed += strength
    paid = printed if result == "Ae" else min(printed, owed)
    return odds.printed(s, lost) + paid, strength if result in DEFENDERS_LOST else 0


@case("7.33f", "7.33g", "8.24c", "8.24d", "8.24f", "12.2")
def explained(s: WarState, plan: Plan) -> Callable[[str], str]:
    """What a result means for an attack, in a few words: in an assault from the sea or the air something else."""
    ashore = landed(s, plan)
    if not ashore:
        return MEANINGS.__getitem__
    if plan.attackers & ~ashore:
        return ASSAULT_MEANINGS.__getitem__
    return lambda result: ASSAULT_FAILS if result in FAILED else ASSAULT_MEANINGS[result]


@case("11.3", "11.31", "11.34", "12.7d", "18.25")
def _lose(s: WarState, units: Mask, right: str) -> None:
    """Units are lost: each becomes a battlegroup, or is gone if it forms none or is one already."""
    for unit in hexes(units):
        s.lose_step(unit, right)
    fight = s.frame(Battle)
    on_map = s.on_map(0) | s.on_map(1)
    s.update(fight, groups=fight.groups | units & on_map, hit=fight.hit | units & fight.attackers)


@case("7.33g", "8.24f", "8.35", "11.31")
def _fail(s: WarState, fight: Battle) -> None:
    """An assault has failed: who has come from the sea or the air is gone, without battlegroups (R47)."""
    for unit in hexes(landed(s, fight)):
        right = "8.24f" if s.position.dropped >> unit & 1 else "7.33g"
        s.eliminate(unit, right, "is lost: the assault has failed")


# -- answers to a retreat ---------------------------------------------------------------------------------------------


@case("12.7a", "12.7b", "12.7c", "7.33f", "8.24c")
def defender_asked(s: WarState) -> list[int]:
    """The defender, when he has to retreat; in an assault he has no choice (12.7)."""
    fight = s.frame(Battle)
    if fight.result not in BACK or landed(s, fight) or not held(s, fight):
        return []
    return [1 - fight.attacker]


@case("12.7a", "12.7c")
def attacker_asked(s: WarState) -> list[int]:
    """The attacker, when both sides have to retreat: he decides after the defender, but not in an assault (8.24)."""
    fight = s.frame(Battle)
    return [] if fight.result != "Br" or landed(s, fight) else [fight.attacker]


@case("12.7a", "12.7b", "12.7c", "12.7d")
class StandFast(OrderRule[orders.Stand, WarState]):
    """Take losses instead of going back (12.7)."""

    order = orders.Stand

    def gate(self, s: WarState) -> Refusal | None:
        """Nobody who is attacked from the sea or the air: he is not asked (12.7)."""
        if not landed(s, s.frame(Battle)):
            return None
        return Refusal("12.7a", "who is attacked from the sea or the air has to leave the hex")

    def apply(self, s: WarState, order: orders.Stand) -> None:
        """Stay, and pay for it."""
        s.update(s.frame(Battle), stands=s.frame(Battle).stands | 1 << s.acting)
        s.tell("stand", "12.7a", "{seat:seat} stands", seat=s.acting)
        s.finish()


@case("12.6a", "12.6b")
class FallBack(OrderRule[orders.GiveWay, WarState]):
    """Go back as the result says."""

    order = orders.GiveWay

    def apply(self, s: WarState, order: orders.GiveWay) -> None:
        """Go."""
        s.finish()


@case("12.6a", "12.6b", "12.7b", "12.7c", "7.33f", "8.24c", "8.24e")
def defender_obeys(s: WarState) -> None:
    """The defenders go back or, where they stand, are lost all of them; from an assault whoever is left has to go (R49)."""
    fight = s.frame(Battle)
    units = held(s, fight)
    if fight.stands >> 1 - fight.attacker & 1:
        _lose(s, units, "12.7b")
    elif fight.result in BACK:
        s.update(fight, fleeing=units)
    elif fight.result in DEFENDERS_LOST and landed(s, fight):
        s.update(fight, fleeing=units, groups=fight.groups & ~units)
    lose_trapped(s)


@case("12.6b", "12.7c", "8.24d", "8.24e")
def attacker_obeys(s: WarState) -> None:
    """After a Br the attackers go back or, where they stand, lose as much as the defenders count (12.7).

    Who has landed does not go back: he and all who attack with him stand (8.24, R46).
    """
    fight = s.frame(Battle)
    if fight.result != "Br":
        return
    if landed(s, fight) or fight.stands >> fight.attacker & 1:
        s.update(fight, owed=fight.owed + fight.strength)
    else:
        s.update(fight, fleeing=survivors(s, fight))
        lose_trapped(s)


# -- what the attacker loses ------------------------------------------------------------------------------------------


@case("12.2", "12.43a", "12.43b", "12.7c", "12.7d", "8.25b")
class TakeLoss(toll.LoseStep[orders.Lose, WarState]):
    """The attacker chooses who is lost, up to what he owes in printed strength; what is too much is not given back.

    No unit is taken twice in a battle (R133).
    """

    order = orders.Lose
    case = "12.43a"
    apart = "it takes no losses in this battle, or has taken them"

    def debt(self, s: WarState) -> Debt:
        """What the attacker owes."""
        fight = s.frame(Battle)
        return Debt(fight.attacker, fight.owed, fight.paid)

    def payers(self, s: WarState, debt: Debt) -> Mask:
        """Attackers that are left and have not been taken."""
        fight = s.frame(Battle)
        return survivors(s, fight) & ~fight.hit

    def price(self, s: WarState, unit: int) -> int:
        """What its counter says (R74)."""
        return odds.printed(s, 1 << unit)

    def taken(self, s: WarState, debt: Debt, unit: int) -> None:
        """Count it; a battlegroup that comes of it may go back (11.32)."""
        fight = s.frame(Battle)
        s.update(
            fight,
            paid=debt.paid,
            hit=fight.hit | 1 << unit,
            groups=fight.groups | 1 << unit & s.on_map(fight.attacker),
        )
        lose_all(s)


@case("12.43b")
def lose_all(s: WarState) -> None:
    """Who owes as much as all his units count, or has but one to pay with, has nothing to choose."""
    fight = s.frame(Battle)
    units = survivors(s, fight) & ~fight.hit
    due = fight.owed - fight.paid
    if due > 0 and units and (units.bit_count() == 1 or due >= odds.printed(s, units)):
        s.update(fight, paid=fight.owed)
        _lose(s, units, "12.43a")
