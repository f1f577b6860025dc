"""An attack on an odds table: who stands beside its target, how it is planned, rolled and explained."""

from __future__ import annotations

import pytest
from tests.drill.field import BLUE, CRT, RED, CallOff, Fight, Join, OnField, Strike, field

from phaseline.drill import battle
from phaseline.engine.dice import ScriptedDice
from phaseline.hexgrid import Hexsides, mask_of
from phaseline.mechanics import prospects
from phaseline.mechanics.odds import Shift
from phaseline.mechanics.strength import contribution
from phaseline.mechanics.tables import Modifier
from phaseline.mechanics.weighing import Sum

DRAWING = """
. a . . .
 b n c .
. . o d .
"""


def letters(s: OnField, units: int) -> str:
    return "".join(name for number, name in enumerate(s.scenario.ids) if units >> number & 1)


def hexes_of(s: OnField, names: str) -> int:
    return mask_of(s.position.at[s.scenario.number[name]] for name in names)


def test_beside_one_of_several_hexes_or_beside_all_of_them() -> None:
    s = field(DRAWING)
    assert letters(s, battle.beside(s, hexes_of(s, "n"), BLUE)) == "abc"
    assert letters(s, battle.beside(s, hexes_of(s, "no"), BLUE)) == "abcd"
    assert letters(s, battle.beside(s, hexes_of(s, "no"), BLUE, every=True)) == "c"
    there = {name: s.position.at[unit] for name, unit in s.scenario.number.items()}
    river = Hexsides.of(s.scenario.map.grid, [(there["a"], there["n"])])
    assert letters(s, battle.beside(s, hexes_of(s, "n"), BLUE, ~river)) == "bc"


def test_a_plan_grows_and_can_be_called_off() -> None:
    s = field(DRAWING)
    number = s.scenario.number
    target = s.position.at[number["n"]]
    s.apply(BLUE, Strike(target))
    s.apply(BLUE, Join(number["a"]))
    s.apply(BLUE, Join(number["c"]))
    assert letters(s, s.frame(Fight).attackers) == "ac"
    assert letters(s, s.frame(Fight).joined_by(number["b"]).attackers) == "abc"
    assert str(s.check(BLUE, Join(number["d"]))) == "case 4.2: it is not beside the hex under attack"
    s.apply(BLUE, CallOff())
    assert not s.within(Fight)


def test_what_is_rolled_for_is_what_is_told() -> None:
    """12 against 5 is 2:1, a river makes it 1:1; a four and one for air reads the row of the five."""
    s = field(DRAWING, ScriptedDice([4]))
    number = s.scenario.number
    fight = Fight(attacker=BLUE, target=s.position.at[number["n"]], attackers=1 << number["a"])
    weighed = Sum(
        (contribution("a", 12, does="attacks", case="4.3"),),
        (contribution("n", 5, does="defends", case="4.3"),),
        (Shift(-1, "river", "4.4"),),
        (Modifier(1, "air", "4.5"),),
    )
    assert battle.roll(s, CRT, weighed, fight, prospects.cost, kind="fight", case="4.6").defender == 2
    rolled, told = s.events
    assert str(rolled.draw) == "attack on 0202 at 1:1 d6: 4"
    assert rolled.by == BLUE
    assert told.facts["odds"] == "1:1"
    assert told.facts["result"] == "0/2"
    assert told.facts["meaning"] == "defenders 2 steps"
    assert battle.explained(CRT, weighed) == {
        "attack": 12,
        "defence": 5,
        "odds": "2:1",
        "shifts": ["1 left: river (4.4)"],
        "column": "1:1",
        "chances": {"1/0": "1/6", "1/1": "1/3", "0/2": "1/2"},
    }
    found = battle.forecast(s, CRT, weighed, fight, case="4.3", summary="so so", explain=str)
    assert (found.title, found.column, found.hex) == ("attack on 0202", 0, fight.target)
    assert [line.text for line in found.lines] == [
        "attack", "defence", "odds", "river", "column", "a attacks", "n defends",
    ]  # fmt: skip
    assert [(row.label, row.chance) for row in found.rows] == [("1-2", "1/6"), ("3-4", "1/3"), ("5-6", "1/2")]
    assert [spread.side for spread in found.spreads] == [BLUE, RED]
    assert not found.hopeless
    vain = battle.forecast(
        s,
        CRT,
        weighed,
        fight,
        case="4.3",
        summary="so so",
        explain=str,
        gains=lambda result: result.defender > 2,
    )
    assert vain.hopeless, "it brings nothing, whatever the die shows"


def test_nobody_to_attack() -> None:
    s = field(DRAWING)
    assert battle.attacked(s, s.position.at[s.scenario.number["o"]]) == RED
    with pytest.raises(ValueError, match="nobody is in 0101"):
        battle.attacked(s, s.scenario.map.hex("0101"))


def test_an_attack_on_several_hexes_keeps_the_one_named_first() -> None:
    attack = battle.WideAttack(attacker=0, target=3, attackers=0b1, targets=1 << 3)
    wider = attack.also_on(5)
    assert (wider.target, wider.targets, wider.attackers) == (3, 0b101000, 0b1)
    assert attack.targets == 1 << 3
