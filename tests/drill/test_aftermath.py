"""After a battle: retreats led by either side, advances, stacks too high; and units that come in."""

from __future__ import annotations

import pytest
from tests.drill.field import (
    BLUE,
    BOX,
    GONE,
    RED,
    Back,
    Come,
    Fight,
    Flight,
    Follow,
    OnField,
    Stay,
    Weed,
    field,
)

from phaseline.drill.crowding import OWNER, Excess, next_excess
from phaseline.drill.entering import arrivals, arrive
from phaseline.engine.orders import Order
from phaseline.engine.refusal import IllegalOrder

ROW = "a n . . ."
CORNER = """
n a
 b .
"""


def hex_of(s: OnField, unit: str) -> int:
    return s.position.at[s.scenario.number[unit]]


def beaten(drawing: str, attackers: str, *, gathered: str = "") -> OnField:
    """Blue has beaten `n`; the units of `gathered` stand where `n` does."""
    s = field(drawing)
    for name in gathered:
        s.put(s.scenario.number[name], hex_of(s, "n"))
    mask = sum(1 << s.scenario.number[name] for name in attackers)
    s.call(Fight(attacker=BLUE, target=hex_of(s, "n"), attackers=mask, step=2, beaten=True))
    s.advance()
    return s


def why_not(s: OnField, seat: int, order: Order) -> str:
    with pytest.raises(IllegalOrder) as refused:
        s.apply(seat, order)
    return str(refused.value.refusal)


def test_the_attacker_leads_a_retreat_until_no_enemy_is_near() -> None:
    s = beaten(ROW, "a")
    assert s.decision is not None
    assert s.decision.seats == (BLUE,)
    # Beside it is next to nobody: one hex is enough.
    s.apply(BLUE, Back(2))
    assert hex_of(s, "n") == 2
    assert not s.within(Flight)


def test_a_retreat_goes_on_and_never_comes_back() -> None:
    """With `b` in the second row the next hex is still near an enemy: the unit must go further."""
    s = beaten(
        """
        a n . . .
         . b . . .
        """,
        "a",
    )
    start = hex_of(s, "n")
    assert list(s.legal(BLUE)) == [Back(2)]
    s.apply(BLUE, Back(2))
    assert s.frame(Flight).been == 1 << start
    assert str(s.check(BLUE, Back(start))) == "case 6.1: no way back leads there"
    s.apply(BLUE, Back(3))
    assert not s.within(Flight)


def test_who_has_no_way_back_is_lost_before_anybody_is_asked() -> None:
    s = beaten(CORNER, "ab")
    assert hex_of(s, "n") == GONE
    assert s.decision is not None
    assert s.decision.step.label == "advance"


def test_victors_advance_one_by_one_until_they_stay() -> None:
    s = beaten(CORNER, "ab")
    s.apply(BLUE, Follow(0))
    assert hex_of(s, "a") == 0
    assert why_not(s, BLUE, Follow(0)) == "case 6.2: it did not take part in the attack"
    s.apply(BLUE, Stay())
    assert hex_of(s, "b") != 0
    assert not s.within(Fight)


def test_nobody_advances_into_a_hex_that_is_held() -> None:
    s = field(ROW)
    s.call(Fight(attacker=BLUE, target=1, attackers=0b1, step=2))
    s.advance()
    assert not s.within(Fight)


CROWD = "a . n o p q ."


def test_the_enemy_says_who_is_too_many_where_the_rules_have_it_so() -> None:
    s = field(CROWD)
    for name in "opq":
        s.put(s.scenario.number[name], hex_of(s, "n"))
    s.call(Fight(attacker=BLUE, target=hex_of(s, "n"), attackers=0b1, step=4))
    s.advance()
    assert s.decision is not None
    assert s.decision.seats == (BLUE,)
    assert why_not(s, BLUE, Weed(0)) == "case 7.1: it belongs to the other side"
    s.apply(BLUE, Weed(s.scenario.number["o"]))
    s.apply(BLUE, Weed(s.scenario.number["n"]))
    assert not s.within(Excess)
    assert s.units_at(2, RED) == [s.scenario.number["p"], s.scenario.number["q"]]


def test_otherwise_the_owner_does() -> None:
    s = field("a b c . d n")
    for name in "bc":
        s.put(s.scenario.number[name], 0)
    s.call(Fight(attacker=RED, target=0, step=4))
    s.advance()
    assert s.decision is not None
    assert s.decision.seats == (BLUE,)
    assert why_not(s, BLUE, Weed(s.scenario.number["d"])) == "case 7.1: its hex is not too full"
    s.apply(BLUE, Weed(1))
    assert not s.within(Fight)


def test_where_nobody_is_too_many_nothing_is_asked() -> None:
    assert next_excess(RED, 0) is None
    assert next_excess(RED, 0b1) == Excess(seat=RED, hexes=0b1, chooser=OWNER)


def test_units_that_are_due_become_available_and_enter() -> None:
    s = field("a b . n")
    s.put(0, GONE)
    s.put(1, GONE)
    arrive(s, arrivals(s.lying(BLUE, GONE), due=[2, 3, 0, 0], turn=2), BOX, "8.0")
    assert s.lying(BLUE, BOX) == 0b1
    assert s.events[-1].kind == "arrival"
    s.advance()
    assert why_not(s, BLUE, Come(1, 0)) == "case 8.1: it does not wait to come in"
    assert why_not(s, BLUE, Come(0, 3)) == "case 8.1: an enemy is there"
    s.apply(BLUE, Come(0, 0))
    assert s.units_at(0, BLUE) == [0]
