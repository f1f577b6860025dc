"""Chapter 9: combat, from the plan to the result."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from phaseline.drill.battle import CallOff, Join, beside, roll
from phaseline.drill.passing import EndStep
from phaseline.engine.ledger import case
from phaseline.engine.legal import OrderRule
from phaseline.engine.narrowing import Narrowing
from phaseline.engine.refusal import Refusal
from phaseline.games.skirmish import orders
from phaseline.games.skirmish.position import Battle
from phaseline.games.skirmish.scenario import Result
from phaseline.games.skirmish.state import SkirmishState
from phaseline.hexgrid import Mask, hexes
from phaseline.mechanics import prospects
from phaseline.mechanics.odds import Shift
from phaseline.mechanics.strength import Contribution, contribution
from phaseline.mechanics.weighing import Sum


@case("2.4", "9.1")
def able_attackers(s: SkirmishState, seat: int) -> Mask:
    """Own units that may still attack: no decoys, none that has fought (2.4, 9.1)."""
    return s.on_map(seat) & ~s.scenario.decoys & ~s.position.fought


@case("9.1")
class PlanAttack(OrderRule[orders.Attack, SkirmishState]):
    """Name the hex to attack; each enemy hex is attacked once a turn (9.1)."""

    order = orders.Attack

    def target(self, s: SkirmishState) -> Narrowing:
        """Enemy hexes next to an own unit that may still attack."""
        seat = s.acting
        ready = s.where(able_attackers(s, seat))
        return (
            s.choose_hex("1.1")
            .only(s.occupied(1 - seat), "9.1", "no enemy unit is there")
            .without(s.position.battles, "9.1", "that hex has been attacked this turn")
            .only(s.scenario.map.grid.spread(ready), "9.1", "no unit that may still attack is next to it")
        )

    def apply(self, s: SkirmishState, order: orders.Attack) -> None:
        """Open the battle."""
        s.call(Battle(attacker=s.acting, target=order.target))


@case("2.4", "9.1", "9.2")
class JoinAttack(Join[orders.Join, SkirmishState]):
    """Add one unit to the planned attack (9.2)."""

    order = orders.Join
    attack = Battle

    def unit(self, s: SkirmishState) -> Narrowing:
        """Own units next to the target that have not fought and are not decoys."""
        battle = s.frame(Battle)
        return (
            s.choose_unit(battle.attacker, "9.2")
            .without(s.scenario.decoys, "2.4", "a decoy cannot attack")
            .only(
                beside(s, 1 << battle.target, battle.attacker),
                "9.2",
                "it is not next to the hex under attack",
            )
            .without(s.position.fought, "9.1", "it has already fought this turn")
            .without(battle.attackers, "9.2", "it takes part already")
        )


@case("9.2")
class CallOffAttack(CallOff[orders.CallOff, SkirmishState]):
    """Give the plan up; nothing has happened (9.2)."""

    order = orders.CallOff
    attack = Battle


@case("9.3")
class RollAttack(OrderRule[orders.Roll, SkirmishState]):
    """Carry the planned attack out (9.3)."""

    order = orders.Roll

    def gate(self, s: SkirmishState) -> Refusal | None:
        """At least one unit must take part."""
        return None if s.frame(Battle).attackers else Refusal("9.3", "no unit takes part in the attack yet")

    def apply(self, s: SkirmishState, order: orders.Roll) -> None:
        """The plan is final."""
        battle = s.frame(Battle)
        s.position.battles |= 1 << battle.target
        s.position.fought |= battle.attackers
        s.finish()


@case("2.2", "2.3")
def turn_up_all(s: SkirmishState) -> None:
    """Everyone in the battle is turned up; decoys go home (2.2, 2.3)."""
    battle = s.frame(Battle)
    defender = 1 - battle.attacker
    for unit in [*hexes(battle.attackers), *s.units_at(battle.target, defender)]:
        s.turn_up(unit, "2.2")
    for unit in list(s.units_at(battle.target, defender)):
        if s.scenario.decoys >> unit & 1:
            s.remove(unit, "2.3", "{unit:unit} was a decoy and is removed", "removed")


@case("9.4")
def weigh(s: SkirmishState, battle: Battle, defence: Iterable[Contribution] | None = None) -> Sum:
    """Both sides of a battle and every column shift (9.4); `defence` in place of what defends, where that is not known."""
    if defence is None:
        defence = [defending(s, unit) for unit in s.units_at(battle.target, 1 - battle.attacker)]
    attack = tuple([s.attacking(unit) for unit in hexes(battle.attackers)])
    return Sum(attack, tuple(defence), tuple(shifts(s, battle)))


@case("1.2", "9.4")
def defending(s: SkirmishState, unit: int, steps: int | None = None) -> Contribution:
    """What a unit adds to the defence, with the steps it has or with so many."""
    return contribution(s.spoken(unit), s.defence(unit, steps), does="defends", case="9.4")


@case("5.2", "5.3", "9.5", "9.6")
def shifts(s: SkirmishState, battle: Battle) -> Iterator[Shift]:
    """The column shifts of a battle (5.2, 5.3, 9.5, 9.6)."""
    terrain = s.scenario.map.terrain_at(battle.target)
    if columns := s.scenario.terrain[terrain].shift:
        yield Shift(-columns, terrain, "9.5")
    from_hexes = [s.position.at[unit] for unit in hexes(battle.attackers)]
    if all(s.scenario.rivers.has(hex, battle.target) for hex in from_hexes):
        yield Shift(-1, "all attackers are across a river", "9.6")
    if s.position.stances[battle.attacker] == "assault":
        yield Shift(1, "the attacker assaults", "5.2")
    if s.position.stances[1 - battle.attacker] == "hold":
        yield Shift(-1, "the defender holds", "5.3")


def explain(result: Result) -> str:
    """A result in words.

    >>> explain(Result(1, 1, False)), explain(Result(0, 0, True))
    ('attackers 1 step, defenders 1 step', 'defenders retreat')
    """
    parts = [part for part in (prospects.taken(result), "defenders retreat" * result.retreat) if part]
    return ", ".join(parts) or "no effect"


@case("2.3", "9.7")
def resolve(s: SkirmishState) -> None:
    """One die on the results table gives the steps lost and whether the defender retreats (9.7).

    Where only decoys stood there is nobody to fight (2.3).
    """
    battle = s.frame(Battle)
    if not s.occupied(1 - battle.attacker) >> battle.target & 1:
        s.tell("empty", "2.3", "only decoys held {hex:hex}", hex=battle.target)
        return
    result = roll(s, s.scenario.crt, weigh(s, battle), battle, explain, kind="battle", case="9.7")
    s.update(battle, attacker_losses=result.attacker, defender_losses=result.defender, retreat=result.retreat)


@case("3.2")
class EndCombat(EndStep[orders.Done, SkirmishState]):
    """The side makes no more attacks (3.2)."""

    order = orders.Done
    told = ("3.2", "{seat:seat} has finished fighting")
