"""A small game on a drawn map that stands on what games share: Blue attacks, Red answers, and no more.

A unit is a letter on the map, Blue's from `a` on, Red's from `n` on; each has two steps.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from msgspec import Struct

from phaseline.atlas import HexMap
from phaseline.atlas.sketch import Sketch
from phaseline.drill import battle
from phaseline.drill.board import Ground
from phaseline.drill.orders import UnitOrder
from phaseline.drill.passing import EndStep
from phaseline.drill.scenario import FieldScenario, Roster
from phaseline.drill.standing import Height
from phaseline.drill.state import FieldPosition, FieldState
from phaseline.drill.toll import Debt, LoseStep
from phaseline.engine.dice import Dice
from phaseline.engine.flow import Decide, Flow, procedure
from phaseline.engine.game import Game, View
from phaseline.engine.legal import OrderRule
from phaseline.engine.lexicon import HexRef
from phaseline.engine.narrowing import Narrowing, choose
from phaseline.engine.orders import Order
from phaseline.engine.packs import DataPack
from phaseline.engine.position import Frame
from phaseline.engine.refusal import Refusal
from phaseline.engine.sheet import Sheet
from phaseline.hexgrid import Mask
from phaseline.mechanics.tables import ResultsTable
from phaseline.mechanics.weighing import OddsTable

BLUE, RED = 0, 1
GONE = -1


class Options(Struct, frozen=True):
    """None."""


class Whole(Frame, frozen=True):
    """The game: Blue's part, then Red's."""


class Fight(battle.Attack, frozen=True):
    """An attack, and what the attacker owes for it, in steps or in points."""

    debt: Debt = Debt(BLUE, 0)
    points: bool = False


class FieldPos(FieldPosition, kw_only=True):
    stack: list[Whole | Fight]
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


class Toll(NamedTuple):
    attacker: int
    defender: int

    @classmethod
    def parse(cls, cell: str) -> Toll:
        attacker, _, defender = cell.partition("/")
        return cls(int(attacker), int(defender))

    def __str__(self) -> str:
        return f"{self.attacker}/{self.defender}"


CRT: OddsTable[Toll] = OddsTable(
    ResultsTable.read(
        {
            "dice": "1d6",
            "columns": ["1:1", "2:1"],
            "rows": {"1-2": ["1/0", "1/1"], "3-4": ["1/1", "0/1"], "5-6": ["0/2", "0/2"]},
        },
        Toll.parse,
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
            Decide("march", "3.1", [EndMarch(), SayNothing(), Plan()], (BLUE, RED), "march"),
        ),
        procedure(
            Fight,
            "fight",
            Decide("plan", "4.2", [JoinPlan(), DropPlan()], attacking, "who attacks?"),
            Decide("losses", "5.1", [PayFor()], PayFor().owing, "who loses a step?"),
        ),
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
    facts.heights = (Height(facts.all_units, 2),)
    s = OnField(GAME, facts, GAME.start(facts), dice)
    s.advance()
    return s
