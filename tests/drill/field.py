"""A small game on a drawn map that stands on what games share: Blue attacks, Red answers, and no more.

A unit is a letter on the map, Blue's from `a` on, Red's from `n` on; each has two steps.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from msgspec import Struct

from phaseline.atlas import HexMap
from phaseline.atlas.sketch import Sketch
from phaseline.drill import battle
from phaseline.drill.advancing import Advance
from phaseline.drill.board import Ground
from phaseline.drill.crowding import Excess, Remove, excess_of
from phaseline.drill.entering import Enter
from phaseline.drill.orders import HexOrder, SendOrder, UnitOrder
from phaseline.drill.passing import EndStep
from phaseline.drill.scenario import FieldScenario, Roster
from phaseline.drill.standing import Height
from phaseline.drill.state import FieldPosition, FieldState
from phaseline.drill.toll import Debt, LoseStep
from phaseline.drill.withdrawing import StepBack, Withdrawal, next_back
from phaseline.engine.dice import Dice
from phaseline.engine.flow import Decide, Flow, Loop, procedure
from phaseline.engine.game import Game, View
from phaseline.engine.legal import OrderRule
from phaseline.engine.lexicon import HexRef
from phaseline.engine.narrowing import Narrowing, choose
from phaseline.engine.orders import Order
from phaseline.engine.packs import DataPack
from phaseline.engine.position import Frame
from phaseline.engine.refusal import Refusal
from phaseline.engine.sheet import Sheet
from phaseline.hexgrid import Hex, Mask, mask_of
from phaseline.mechanics.retreat import retreat_until
from phaseline.mechanics.tables import Losses, ResultsTable
from phaseline.mechanics.weighing import OddsTable

BLUE, RED = 0, 1
GONE, BOX = -1, -2
LIMIT = 2


class Options(Struct, frozen=True):
    """None."""


class Whole(Frame, frozen=True):
    """The game: Blue's part, then Red's."""


class Fight(battle.Attack, frozen=True):
    """An attack, and what the attacker owes for it, in steps or in points."""

    debt: Debt = Debt(BLUE, 0)
    points: bool = False
    beaten: bool = False


class Flight(Withdrawal, frozen=True):
    """A retreat, until no enemy is near."""


class FieldPos(FieldPosition, kw_only=True):
    stack: list[Whole | Fight | Flight | Excess]
    at: list[int]
    steps: list[int]


class Unit(Struct, frozen=True):
    side: int
    at: int


class Facts(FieldScenario[Unit]):
    """The map, and two steps for every unit drawn on it."""


class OnField(FieldState[FieldPos, Facts]):
    off_map = "1.1"

    def lose_step(self, unit: int, case: str) -> None:
        self.position.steps[unit] -= 1
        if self.position.steps[unit] == 0:
            self.put(unit, GONE)
        self.tell("loss", case, "{unit:unit} loses a step", unit=unit)


CRT: OddsTable[Losses] = OddsTable(
    ResultsTable.read(
        {
            "dice": "1d6",
            "columns": ["1:1", "2:1"],
            "rows": {"1-2": ["1/0", "1/1"], "3-4": ["1/1", "0/1"], "5-6": ["0/2", "0/2"]},
        },
        Losses.parse,
    )
)


class Done(Order, frozen=True, tag="done"):
    pass


class Halt(Order, frozen=True, tag="halt"):
    pass


class EndMarch(EndStep[Done, OnField]):
    order = Done
    told = ("3.1", "{seat:seat} has marched")

    def gate(self, s: OnField) -> Refusal | None:
        return None if s.on_map(s.acting) else Refusal("3.2", "nobody is left to march")


class Strike(Order, frozen=True, tag="strike"):
    target: HexRef


class Join(UnitOrder, frozen=True, tag="join"):
    pass


class CallOff(Order, frozen=True, tag="call-off"):
    pass


class Plan(OrderRule[Strike, OnField]):
    order = Strike

    def target(self, s: OnField) -> Narrowing:
        return choose(s.occupied(1 - s.acting), "4.1", "no enemy is there")

    def apply(self, s: OnField, order: Strike) -> None:
        s.call(Fight(attacker=s.acting, target=order.target))


class JoinPlan(battle.Join[Join, OnField]):
    order = Join
    attack = Fight

    def unit(self, s: OnField) -> Narrowing:
        fight = s.frame(Fight)
        near = battle.beside(s, 1 << fight.target, fight.attacker)
        return s.choose_unit(fight.attacker, "4.2").only(near, "4.2", "it is not beside the hex under attack")


class DropPlan(battle.CallOff[CallOff, OnField]):
    order = CallOff
    attack = Fight


class Lose(UnitOrder, frozen=True, tag="lose"):
    pass


class PayFor(LoseStep[Lose, OnField]):
    order = Lose
    case = "5.1"
    apart = "it is not in the fight"
    in_turn = ("5.2", "it has lost a step, another has lost none")

    def debt(self, s: OnField) -> Debt:
        return s.frame(Fight).debt

    def payers(self, s: OnField, debt: Debt) -> Mask:
        return s.frame(Fight).attackers & s.on_map(debt.seat)

    def price(self, s: OnField, unit: int) -> int:  # noqa: ARG002 - all are alike
        return 4 if s.frame(Fight).points else 1

    def taken(self, s: OnField, debt: Debt, unit: int) -> None:  # noqa: ARG002 - it may be anybody
        s.update(s.frame(Fight), debt=debt)


def way_back(s: OnField, unit: int, been: Mask = 0) -> Narrowing:
    """Hexes without an enemy, from which it gets to a hex with room that is next to none."""
    seat = s.scenario.side_of[unit]
    grid, enemy = s.scenario.map.grid, s.occupied(1 - seat)
    ends = s.scenario.board.playable & ~grid.spread(enemy) & ~s.standing.at_least(seat, LIMIT)
    free = s.scenario.board.playable & ~enemy
    ways = retreat_until(grid, s.position.at[unit], ends, free, visited=been)
    return s.choose_hex("6.1").only(ways, "6.1", "no way back leads there")


def next_flight(s: OnField, count: int) -> Flight | None:  # noqa: ARG001 - what every loop is given
    fight = s.frame(Fight)
    units = s.units_at(fight.target, 1 - fight.attacker) if fight.beaten else []
    unit = next_back(s, units, way_back, surrender)
    return None if unit is None else Flight(seat=fight.attacker, unit=unit)


def surrender(s: OnField, unit: int) -> None:
    s.put(unit, GONE)


class Back(HexOrder, frozen=True, tag="back"):
    pass


class GoBack(StepBack[Back, OnField]):
    order = Back
    retreat = Flight

    def ways(self, s: OnField, unit: int, been: Mask) -> Narrowing:
        return way_back(s, unit, been)

    def arrive(self, s: OnField, unit: int, hex: Hex) -> None:
        s.put(unit, hex)

    def far_enough(self, s: OnField, unit: int) -> bool:
        enemy = s.occupied(1 - s.scenario.side_of[unit])
        return not s.scenario.map.grid.spread(enemy) >> s.position.at[unit] & 1


class Follow(UnitOrder, frozen=True, tag="follow"):
    pass


class GoIn(Advance[Follow, OnField]):
    order = Follow
    attack = Fight
    case = "6.2"

    def advancers(self, s: OnField, attack: Fight) -> Mask:
        there = mask_of(s.units_at(attack.target, attack.attacker))
        return attack.attackers & s.on_map(attack.attacker) & ~there

    def ahead(self, s: OnField, attack: Fight, unit: int) -> Narrowing:  # noqa: ARG002 - all alike
        return s.choose_hex("6.2").only(1 << attack.target, "6.2", "only the hex that was won")

    def apply(self, s: OnField, order: Follow) -> None:
        s.put(order.unit, s.frame(Fight).target)


class Stay(Order, frozen=True, tag="stay"):
    pass


class EndAdvance(EndStep[Stay, OnField]):
    order = Stay


def crowded(s: OnField, seat: int) -> Mask:
    return s.standing.over(seat, {LIMIT: s.scenario.board.playable})


class Weed(UnitOrder, frozen=True, tag="weed"):
    pass


class WeedOut(Remove[Weed, OnField]):
    order = Weed
    case = "7.1"

    def crowded(self, s: OnField, seat: int) -> Mask:
        return crowded(s, seat)

    def apply(self, s: OnField, order: Weed) -> None:
        s.put(order.unit, GONE)


class Come(SendOrder, frozen=True, tag="come"):
    pass


class ComeIn(Enter[Come, OnField]):
    order = Come
    case = "8.1"

    def waiting(self, s: OnField) -> Mask:
        return s.lying(s.acting, BOX)

    def to(self, s: OnField, unit: int) -> Narrowing:  # noqa: ARG002 - all alike
        return s.choose_hex("8.1").without(s.occupied(1 - s.acting), "8.1", "an enemy is there")

    def apply(self, s: OnField, order: Come) -> None:
        s.put(order.unit, order.to)


class SayNothing(EndStep[Halt, OnField]):
    order = Halt


def attacking(s: OnField) -> list[int]:
    return [s.frame(Fight).attacker]


class FieldGame(Game[FieldPos, Facts]):
    key = "field"
    title = "Field"
    version = "1"
    seats = ("Blue", "Red")
    flow = Flow(
        procedure(
            Whole,
            "",
            Decide("march", "3.1", [EndMarch(), SayNothing(), Plan(), ComeIn()], (BLUE, RED), "march"),
        ),
        procedure(
            Fight,
            "fight",
            Decide("plan", "4.2", [JoinPlan(), DropPlan()], attacking, "who attacks?"),
            Decide("losses", "5.1", [PayFor()], PayFor().owing, "who loses a step?"),
            Loop("retreats", "6.1", next_flight),
            Decide("advance", "6.2", [GoIn(), EndAdvance()], GoIn().owing, "who advances?"),
            Loop("own excess", "7.1", excess_of(BLUE, crowded)),
            Loop("excess", "7.1", excess_of(RED, crowded, chooser=BLUE)),
        ),
        procedure(Flight, "retreat", Decide("retreat", "6.1", [GoBack()], Flight, "where to?")),
        procedure(Excess, "", Decide("too many", "7.1", [WeedOut()], WeedOut().owing, "who goes?")),
    )
    state_type = OnField
    position_type = FieldPos
    options_type = Options
    package = "tests.drill"

    def scenarios(self) -> Mapping[str, str]:
        return {}

    def scenario(self, key: str, options: Struct, packs: Sequence[DataPack]) -> Facts:  # noqa: ARG002
        raise LookupError(key)

    def start(self, scenario: Facts) -> FieldPos:
        return FieldPos(
            stack=[Whole()],
            at=[unit.at for unit in scenario.units],
            steps=[2 for _ in scenario.units],
        )

    def redact(self, scenario: Facts, position: FieldPos, seat: int | None) -> FieldPos:  # noqa: ARG002
        return position.copy()

    def sample(self, scenario: Facts, known: FieldPos, seat: int, rng: random.Random) -> FieldPos:  # noqa: ARG002
        return known.copy()

    def sheet(self, scenario: Facts, view: View) -> Sheet:
        raise NotImplementedError


GAME = FieldGame()


def field(drawing: str, dice: Dice | None = None) -> OnField:
    """A match on a drawn map, at its first decision."""
    letters = sorted(mark for mark in set(drawing) if mark.islower())
    map = HexMap.from_drawing(drawing, dict.fromkeys((*letters, "."), "clear"))
    sketch = Sketch(drawing)
    units = {
        letter: Unit(BLUE if letter < "n" else RED, sketch.found[letter].bit_length() - 1)
        for letter in letters
    }
    roster = Roster(units, lambda unit: unit.side, GAME.seats)
    facts = Facts(
        key="field", title="Field", board=Ground(map), options=Options(), facts=(drawing,), roster=roster
    )
    facts.heights = (Height(facts.all_units, LIMIT + 1),)
    s = OnField(GAME, facts, GAME.start(facts), dice)
    s.advance()
    return s
