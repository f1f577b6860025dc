"""Operations: courses that last over turns. They are kept, checked, and dropped with a reason."""

import re
from collections.abc import Hashable
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec import Struct

from phaseline.ai.brain import Planner
from phaseline.ai.search import bearings as module
from phaseline.ai.search.bearings import Bearing, BearingCouncil, Bearings, Reach, read_bearings
from phaseline.ai.search.council import Course, Standing
from phaseline.ai.search.operations import Operations
from phaseline.engine.packs import DataError

PORTS = Bearing(
    name="ports", aim="Two ports by Turn 3", goal=("Brest", "Caen", "Dieppe"), enough=2, by=3, last=3
)
NOTHING = Course("The staff's plan")
TAKE = Course(PORTS.aim, bearing="ports")


class Toy(BearingCouncil[Any]):
    """States say of themselves which places are ours, and which are out of reach."""

    package = "toy"

    @classmethod
    def parameters(cls) -> Struct:
        raise NotImplementedError

    def begins(self, state: Any) -> Hashable | None:
        return int(state.turn)

    def turn(self, state: Any) -> int:
        return int(state.turn)

    def led(self, seat: int, bearing: Bearing, live: Planner[Any] | None) -> Planner[Any]:
        raise NotImplementedError

    def ours(self, state: Any, place: str) -> bool:
        return place in state.has

    def within(self, state: Any, place: str, bearing: Bearing) -> bool:
        return place not in state.far and state.turn <= bearing.by

    def spoken(self, place: str) -> str:
        return place.upper()


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> Toy:
    file = Bearings(
        scenarios={"short": Reach(playouts=10)}, bearing=(PORTS, Bearing(name="bold", aim="Boldly"))
    )
    monkeypatch.setattr(module, "read_bearings", lambda _: file)
    return Toy(SimpleNamespace(key="short"), 0)


def at(turn: int, *has: str, far: tuple[str, ...] = ()) -> Any:
    return SimpleNamespace(turn=turn, has=has, far=far)


@pytest.mark.parametrize(
    ("state", "standing"),
    [
        (at(2, "Caen"), Standing(("CAEN",), ("BREST", "DIEPPE"))),
        (at(2, "Caen", "Brest"), Standing(("BREST", "CAEN"), ("DIEPPE",), "it is done")),
        (at(4, "Caen"), Standing(("CAEN",), ("BREST", "DIEPPE"), "Turn 3 is over")),
        (at(2, "Caen", far=("Brest",)), Standing(("CAEN",), ("BREST", "DIEPPE"))),
        (
            at(2, far=("Brest", "Dieppe")),
            Standing((), ("BREST", "CAEN", "DIEPPE"), "its forces are gone, too far away or too weak"),
        ),
    ],
)
def test_an_operation_is_checked(state: Any, standing: Standing, toy: Toy) -> None:
    assert toy.standing(state, TAKE) == standing
    assert toy.standing(state, Course("Boldly", bearing="bold")) is None


def test_an_operation_is_kept_and_told_until_it_is_over(toy: Toy) -> None:
    known = Operations()
    assert known.check(toy, at(1)) is None
    known.take_up(TAKE, toy, at(1))
    assert known.told() == ["Begun: Two ports by Turn 3 (still to take: BREST, CAEN, DIEPPE)."]
    assert known.check(toy, at(2, "Caen")) == TAKE
    known.take_up(TAKE, toy, at(2, "Caen"))
    assert known.told() == ["Kept: Two ports by Turn 3 (ours: CAEN; still to take: BREST, DIEPPE)."]
    assert known.check(toy, at(4, "Caen")) is None
    known.take_up(NOTHING, toy, at(4, "Caen"))
    assert known.told() == ["Over: Two ports by Turn 3: Turn 3 is over."]
    assert known.check(toy, at(5)) is None
    assert known.told() == []


def test_another_course_ends_an_operation_and_going_back_to_it_does_not(toy: Toy) -> None:
    known = Operations()
    known.take_up(TAKE, toy, at(1))
    assert known.check(toy, at(2)) == TAKE
    known.take_up(NOTHING, toy, at(2))
    assert known.told() == ["Dropped: Two ports by Turn 3: this does better now: The staff's plan."]
    known.take_up(TAKE, toy, at(2))
    assert known.told() == ["Kept: Two ports by Turn 3 (still to take: BREST, CAEN, DIEPPE)."]
    assert known.check(toy, at(3)) == TAKE


def test_what_is_kept_is_compared_however_few_are(toy: Toy) -> None:
    bold, shy = Course("Boldly", bearing="bold"), Course("Shyly", bearing="shy")
    known = Operations()
    assert known.in_the_running([NOTHING, bold, shy, TAKE], 2) == [NOTHING, bold]
    known.take_up(TAKE, toy, at(1))
    assert known.in_the_running([NOTHING, bold, shy, TAKE], 9) == [NOTHING, bold, shy, TAKE]
    assert known.in_the_running([NOTHING, bold, shy, TAKE], 3) == [NOTHING, bold, TAKE]
    assert known.in_the_running([NOTHING, bold, shy, TAKE], 2) == [NOTHING, TAKE]
    assert known.in_the_running([NOTHING, TAKE, bold], 2) == [NOTHING, TAKE]


def test_what_is_done_or_hopeless_is_not_begun(toy: Toy) -> None:
    for state in (at(1, "Caen", "Brest"), at(1, far=("Brest", "Dieppe"))):
        known = Operations()
        known.take_up(TAKE, toy, state)
        assert known.kept is None
        assert known.told() == []


@pytest.mark.parametrize(
    ("bearing", "reason"),
    [
        (Bearing(name="a", aim="", by=3), "by: an operation needs a goal; name its places"),
        (Bearing(name="a", aim="", goal=("Caen",)), 'goal: say "by" which turn, or leave it out'),
        (
            Bearing(name="a", aim="", goal=("Caen", "Brest"), enough=3, by=3),
            "enough: 3 of 2 places cannot be taken",
        ),
    ],
)
def test_an_operation_that_could_never_be_done_or_over_is_refused(
    bearing: Bearing, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = Bearings(scenarios={}, bearing=(bearing,))
    monkeypatch.setattr(module, "read_data", lambda *_: file)
    read_bearings.cache_clear()
    with pytest.raises(DataError, match=re.escape(f'bearing "a": {reason}')):
        read_bearings("toy")
