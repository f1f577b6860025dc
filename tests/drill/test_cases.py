"""What composers of case files share: changes, marks, and where play stands."""

from __future__ import annotations

from msgspec import Struct

from phaseline.drill.cases import Call, altered, mark, marked, under_way
from phaseline.engine.position import Frame
from phaseline.games.skirmish.position import Campaign, PlayerTurn, Turn
from phaseline.games.skirmish.sequence import FLOW


class Counter(Struct, frozen=True):
    attack: int
    defence: int


class Marks(Struct):
    moved: int = 0
    fought: int = 0


class Said(Struct):
    moved: bool = False
    fought: bool = False


def test_only_what_is_given_is_changed() -> None:
    assert altered(Counter(4, 4), attack=None, defence=2) == Counter(4, 2)
    assert altered(Counter(4, 4), attack=0) == Counter(0, 4)


def test_a_unit_is_put_into_the_sets_it_is_said_to_be_in() -> None:
    position = Marks(moved=0b1, fought=0b10)
    mark(position, 2, Said(moved=True), ("moved", "fought"))
    assert position == Marks(moved=0b101, fought=0b10)
    assert marked(position, 2, ("moved", "fought")) == {"moved": True, "fought": False}
    assert marked(position, 1, ("fought",)) == {"fought": True}


def test_a_procedure_begins_inside_those_that_call_it() -> None:
    calls: dict[type[Frame], Call] = {
        Campaign: Call(Campaign()),
        Turn: Call(Turn(turn=3), Campaign, "turns", 3),
        PlayerTurn: Call(PlayerTurn(seat=1), Turn, "player turns", 2),
    }
    assert under_way(FLOW, calls, PlayerTurn, "combat") == [
        FLOW.at(Campaign(), "turns", 3),
        FLOW.at(Turn(turn=3), "player turns", 2),
        FLOW.at(PlayerTurn(seat=1), "combat"),
    ]
    assert under_way(FLOW, calls, Campaign, "turns", 2) == [FLOW.at(Campaign(), "turns", 2)]
