"""Bearings: what a file of them may say, who is offered which, how far playouts look ahead, and what a position counts."""

import re
from collections.abc import Hashable
from types import SimpleNamespace
from typing import Any, cast

import pytest
from msgspec import Struct
from msgspec.structs import replace

from phaseline.ai.brain import Evaluator, Planner
from phaseline.ai.search import bearings as module
from phaseline.ai.search.bearings import Bearing, BearingCouncil, Bearings, Reach, altered, read_bearings
from phaseline.ai.weights import WeightError, read_weights
from phaseline.engine.packs import DataError
from phaseline.engine.position import Outcome


class Guard(Struct, frozen=True, forbid_unknown_fields=True):
    share: float
    most: int


class Weights(Struct, frozen=True, forbid_unknown_fields=True):
    guard: Guard
    bold: bool = False


USUAL = Weights(Guard(0.1, 3))


class Points(Evaluator[Any]):
    def worth(self, state: Any) -> float:
        return float(state.points)


class Toy(BearingCouncil[Any]):
    """States say of themselves what a game would read off them."""

    package = "toy"

    @classmethod
    def parameters(cls) -> Weights:
        return USUAL

    def begins(self, state: Any) -> Hashable | None:
        opens: Hashable | None = state.opens
        return opens

    def turn(self, state: Any) -> int:
        return int(state.turn)

    def led(self, seat: int, bearing: Bearing, live: Planner[Any] | None) -> Planner[Any]:
        raise NotImplementedError

    def judge(self) -> Evaluator[Any]:
        return Points()


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    file = Bearings(
        scenarios={"short": Reach(playouts=10), "long": Reach(playouts=20, turns=2)},
        replies=("", "all out"),
        bearing=(
            Bearing(name="all out", aim="All out"),
            Bearing(name="land", aim="Land", seats=(0,), first=2, last=3),
            Bearing(name="dig", aim="Dig in", scenarios=("long",)),
        ),
        lead=2,
        even=50.0,
    )
    monkeypatch.setattr(module, "read_bearings", lambda _: file)


@pytest.mark.usefixtures("known")
def test_what_is_given_lies_over_every_bearing() -> None:
    """So many times what the bearing itself has; another council does not notice."""
    given = Toy.weighed(read_weights("guard.most=x2:guard.share=0.5"))(SimpleNamespace(key="short"), 0)
    assert {each.otherwise["guard"]["most"] for each in given.bearings.values()} == {6}
    assert given.bearings["all out"].otherwise["guard"]["share"] == 0.5
    assert not any(each.otherwise for each in council("short").bearings.values())
    with pytest.raises(WeightError, match=r"there is no weight guard\.bold"):
        Toy.weighed(read_weights("guard.bold=1"))


def council(key: str, seat: int = 0) -> Toy:
    return Toy(SimpleNamespace(key=key), seat)


def offered(key: str, seat: int, turn: int) -> list[str]:
    sight: Any = SimpleNamespace(state=SimpleNamespace(turn=turn))
    return [course.bearing for course in council(key, seat).courses(sight)]


def test_without_the_patience_nothing_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    """A marshal makes four times as many tries as a general; there is nothing for a general to think about."""
    file = Bearings(
        scenarios={"long": Reach(playouts=10, effort=4)}, bearing=(Bearing(name="bold", aim="Boldly"),)
    )
    monkeypatch.setattr(module, "read_bearings", lambda _: file)
    state, begun = SimpleNamespace(opens="now", turn=1), []
    for effort in (1, 4):
        thinks = council("long")
        thinks.effort = effort
        found = [course.bearing for course in thinks.courses(SimpleNamespace(state=state))]  # type: ignore[arg-type]
        begun.append((thinks.moment(state), thinks.playouts("now"), found))
    assert begun == [(None, 0, [""]), ("now", 10, ["", "bold"])]
    assert [Toy.searches("long", effort) for effort in (1, 3, 4)] == [False, False, True]


def test_each_side_may_weigh_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is a seat's own lies over what both have, under each of its bearings; such a scenario is not left to the staff."""
    bold = Bearing(name="bold", aim="Boldly", otherwise={"guard": {"bold": 3.0}})
    scenarios = {
        "long": Reach(playouts=10, always={"guard": {"feared": 2.0}}, own=({}, {"guard": {"feared": 4.0}})),
        "short": Reach(own=({}, {"guard": {"feared": 4.0}})),
    }
    file = Bearings(scenarios=scenarios, bearing=(bold,))
    monkeypatch.setattr(module, "read_bearings", lambda _: file)
    weighed = [
        {name: each.otherwise for name, each in council("long", seat).bearings.items()} for seat in (0, 1)
    ]
    assert weighed == [
        {"": {"guard": {"feared": feared}}, "bold": {"guard": {"feared": feared, "bold": 3.0}}}
        for feared in (2.0, 4.0)
    ]
    assert [Toy.sees_more(key) for key in ("long", "short", "unsearched")] == [True, True, False]


def test_where_one_is_settled_nothing_else_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    file = Bearings(
        scenarios={"long": Reach(playouts=10)},
        bearing=(
            Bearing(name="bold", aim="Boldly"),
            Bearing(name="opening", aim="As always", seats=(0,), last=1, settled=True),
        ),
    )
    monkeypatch.setattr(module, "read_bearings", lambda _: file)
    assert offered("long", 0, 1) == ["opening"]
    assert offered("long", 0, 2) == ["", "bold"]
    assert offered("long", 1, 1) == ["", "bold"]


def test_where_only_something_is_settled_the_rest_is_left_to_the_staff(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    opening = Bearing(name="opening", aim="As always", scenarios=("long",), last=1, settled=True)
    file = Bearings(scenarios={"long": Reach()}, bearing=(Bearing(name="bold", aim="Boldly"), opening))
    monkeypatch.setattr(module, "read_data", lambda *_: file)
    read_bearings.cache_clear()
    assert read_bearings("toy") is file
    monkeypatch.setattr(module, "read_bearings", lambda _: file)
    assert offered("long", 0, 1) == ["opening"]
    assert offered("long", 0, 2) == [""]
    assert not Toy.searches("long")
    assert Toy.sees_more("long"), "whoever opens so is not the staff"
    assert not Toy.sees_more("short")


def test_one_may_be_settled_for_everybody_wherever_nothing_is_searched(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    opening = Bearing(name="opening", aim="As always", settled=True)
    file = Bearings(scenarios={"long": Reach()}, bearing=(opening,))
    monkeypatch.setattr(module, "read_data", lambda *_: file)
    read_bearings.cache_clear()
    assert read_bearings("toy") is file
    assert [file.settles(key, seat) for key in ("long", "short") for seat in (0, 1)] == [
        True,
        True,
        False,
        False,
    ]
    first = Bearings(scenarios={"long": Reach()}, bearing=(replace(opening, seats=(0,)),))
    assert [first.settles("long", seat) for seat in (0, 1, None)] == [True, False, True]


def test_what_a_bearing_does_not_name_is_weighed_as_before() -> None:
    bold = Bearing(name="bold", aim="Boldly", otherwise={"guard": {"share": 0.5}, "bold": True})
    assert altered(USUAL, bold) == Weights(Guard(0.5, 3), bold=True)
    assert altered(USUAL, Bearing(name="", aim="")) == USUAL


def test_what_always_counts_lies_under_each_bearing_the_staffs_own_too() -> None:
    bold = Bearing(name="bold", aim="", otherwise={"guard": {"most": 5}})
    file = Bearings(scenarios={}, bearing=(bold,), always={"guard": {"share": 0.7, "most": 4}})
    weights = {name: altered(USUAL, each) for name, each in file.named().items()}
    assert weights == {"": Weights(Guard(0.7, 4)), "bold": Weights(Guard(0.7, 5))}


def test_what_always_counts_in_one_scenario_counts_there_alone() -> None:
    scenarios = {"long": Reach(playouts=1, always={"guard": {"most": 6}}), "short": Reach(playouts=1)}
    file = Bearings(scenarios=scenarios, bearing=(), always={"guard": {"share": 0.7}})
    weights = {key: altered(USUAL, file.named(key)[""]) for key in ("long", "short", "unsearched")}
    assert weights.pop("long") == Weights(Guard(0.7, 6))
    assert weights == dict.fromkeys(["short", "unsearched"], Weights(Guard(0.7, 3)))


def test_the_staffs_own_plan_is_led_anew_where_something_always_counts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    file = Bearings(scenarios={"long": Reach(playouts=1, always={"guard": {"most": 6}})}, bearing=())
    monkeypatch.setattr(module, "read_bearings", lambda _: file)
    live, anew = cast(Planner[Any], object()), cast(Planner[Any], object())
    monkeypatch.setattr(Toy, "led", lambda *_: anew)
    assert council("long").usual(live) is anew
    assert council("short").usual(live) is live
    assert [Toy.sees_more(key) for key in ("long", "short")] == [True, False]


@pytest.mark.parametrize("otherwise", [{"gard": {}}, {"guard": {"shares": 1.0}}, {"guard": {"most": "two"}}])
def test_a_bearing_that_weighs_what_there_is_not_is_named(otherwise: dict[str, Any]) -> None:
    with pytest.raises(DataError, match=r'bearing "odd": '):
        altered(USUAL, Bearing(name="odd", aim="", otherwise=otherwise))


@pytest.mark.parametrize(
    ("replies", "names", "reason"),
    [
        (["", "gone"], ["a", "b"], 'replies: there is no bearing "gone"'),
        ([""], ["a", "a"], "give each a name of its own"),
        ([""], ["a", ""], "give each a name of its own"),
        ([""], ["a", "gone 1"], 'replies: there is no bearing "gone 2"'),
    ],
)
def test_a_file_that_does_not_fit_itself_is_refused(
    replies: list[str], names: list[str], reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = Bearings(
        scenarios={},
        replies=tuple(replies),
        bearing=tuple(Bearing(name=name, aim="") for name in names),
        answers=(("",), ("gone 2",)) if "gone 1" in names else (),
    )
    monkeypatch.setattr(module, "read_data", lambda *_: file)
    read_bearings.cache_clear()
    with pytest.raises(DataError, match=re.escape(reason)):
        read_bearings("toy")


def test_a_scenario_in_which_nothing_is_tried_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    scenarios = {"end": Reach(after=1), "wary": Reach(always={"march": {}}), "short": Reach(turns=1)}
    monkeypatch.setattr(module, "read_data", lambda *_: Bearings(scenarios=scenarios, bearing=()))
    read_bearings.cache_clear()
    with pytest.raises(
        DataError, match=r"scenarios\.short: nothing is tried, settled or weighed otherwise; "
    ):
        read_bearings("toy")
    del scenarios["short"]
    read_bearings.cache_clear()
    assert read_bearings("toy").scenarios == scenarios


@pytest.mark.parametrize("seat", [-1, 2])
def test_a_seat_that_is_none_is_refused_by_its_scenario(seat: int, monkeypatch: pytest.MonkeyPatch) -> None:
    file = Bearings(scenarios={"short": Reach(playouts=10, ends=(0, seat))}, bearing=())
    monkeypatch.setattr(module, "read_data", lambda *_: file)
    read_bearings.cache_clear()
    with pytest.raises(DataError, match=r"scenarios\.short: ends: seats are numbered 0 and 1"):
        read_bearings("toy")


@pytest.mark.parametrize("learned", [-1, 101])
def test_a_part_that_is_no_share_is_refused_by_its_scenario(
    learned: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = Bearings(scenarios={"short": Reach(playouts=10, learned=learned)}, bearing=())
    monkeypatch.setattr(module, "read_data", lambda *_: file)
    read_bearings.cache_clear()
    with pytest.raises(DataError, match=f"scenarios.short: learned: {learned} is no share; give 0 to 100"):
        read_bearings("toy")


@pytest.mark.usefixtures("known")
def test_who_is_offered_what() -> None:
    assert offered("short", 0, 2) == ["", "all out", "land"]
    assert offered("short", 0, 4) == ["", "all out"]
    assert offered("long", 1, 2) == ["", "all out", "dig"]


def test_an_effort_is_offered_for_each_place_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    file = Bearings(
        scenarios={"short": Reach(playouts=10)},
        bearing=(Bearing(name="take", aim="Take {place}", places=3, more=5.0),),
        answers=(("take 1",), ("", "take 3")),
    )
    monkeypatch.setattr(module, "read_bearings", lambda _: file)
    monkeypatch.setattr(Toy, "place", lambda _, state, number: state.names.get(number))
    toy = council("short", 1)
    sight: Any = SimpleNamespace(state=SimpleNamespace(turn=1, names={1: "Caen", 2: "Brest"}))
    assert [(course.aim, course.bearing) for course in toy.courses(sight)] == [
        ("The staff's plan", ""),
        ("Take Caen", "take 1"),
        ("Take Brest", "take 2"),
    ]
    assert [(each.place, each.more) for each in toy.bearings.values()] == [(0, 0), (1, 5), (2, 5), (3, 5)]
    assert (council("short", 0).replies, toy.replies) == (("take 1",), ("", "take 3"))


@pytest.mark.parametrize(
    ("reach", "said"),
    [
        (Reach(playouts=1, effort=0), "scenarios.short: effort: 0 is too little; say 1 for a general"),
        (Reach(playouts=1, replies=("all in",)), 'replies: there is no bearing "all in"'),
        (Reach(own=({"march": {}},)), "scenarios.short: own: give one row for each of the 2 seats"),
        (Reach(own=({}, {})), "scenarios.short: nothing is tried, settled or weighed otherwise"),
    ],
)
def test_a_scenario_of_its_own_is_read_with_care(
    reach: Reach, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = Bearings(scenarios={"short": reach}, bearing=(Bearing(name="all out", aim="All out"),))
    monkeypatch.setattr(module, "read_data", lambda *_: file)
    read_bearings.cache_clear()
    with pytest.raises(DataError, match=said):
        read_bearings("toy")
    read_bearings.cache_clear()


def test_a_scenario_may_have_answers_and_a_lead_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    own = Reach(playouts=1, replies=("",), lead=1)
    file = Bearings(
        scenarios={"short": own, "long": Reach(playouts=1)},
        bearing=(Bearing(name="all out", aim="All out"),),
        replies=("all out",),
        lead=7,
    )
    monkeypatch.setattr(module, "read_bearings", lambda _: file)
    assert [(council(key).replies, council(key).lead) for key in ("short", "long")] == [
        (("",), 1),
        (("all out",), 7),
    ]


def test_what_is_for_the_end_is_offered_in_the_last_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    file = Bearings(
        scenarios={"short": Reach(playouts=10)},
        bearing=(Bearing(name="finish", aim="Points alone", end=True),),
    )
    monkeypatch.setattr(module, "read_bearings", lambda _: file)
    assert offered("short", 0, 4) == [""]
    monkeypatch.setattr(Toy, "ending", lambda _, state: state.turn == 4)
    assert offered("short", 0, 3) == [""]
    assert offered("short", 0, 4) == ["", "finish"]


@pytest.mark.parametrize(("answers", "rows"), [((("",),), "1 row"), ((("",), ()), "2 rows")])
def test_answers_that_lack_a_seat_are_named(
    answers: tuple[tuple[str, ...], ...], rows: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = Bearings(scenarios={"short": Reach(playouts=10)}, bearing=(), answers=answers)
    monkeypatch.setattr(module, "read_bearings", lambda _: file)
    assert council("short", 0).replies == ("",)
    with pytest.raises(DataError, match=rf"bearings\.toml: answers: {rows}, nothing in one for seat 1: "):
        council("short", 1)


@pytest.mark.usefixtures("known")
def test_a_scenario_that_is_not_named_is_left_to_the_staff() -> None:
    assert council("short").moment(SimpleNamespace(opens="now", turn=1)) == "now"
    assert council("other").moment(SimpleNamespace(opens="now", turn=1)) is None


@pytest.mark.usefixtures("known")
def test_playouts_end_where_the_second_turn_after_this_one_begins() -> None:
    start = SimpleNamespace(opens=1)
    over: Any = council("long").over(start)
    own, enemy = SimpleNamespace(seats=(0,)), SimpleNamespace(seats=(1,))
    course = [(own, 1), (own, None), (enemy, 2), (own, 2), (own, 2), (enemy, None), (own, 3)]
    told = [over(decision, SimpleNamespace(opens=opens)) for decision, opens in course]
    assert told == [False] * 6 + [True]
    assert council("short").over(start) is None


@pytest.mark.usefixtures("known")
def test_no_position_counts_as_much_as_victory() -> None:
    def count(points: float, outcome: Outcome | None = None) -> int:
        state = SimpleNamespace(points=points, position=SimpleNamespace(outcome=outcome))
        return council("long").value(state)

    assert [count(points) for points in (0, 50, -50)] == [0, 500, -500]
    assert 900 < count(2000) < 1000
    assert count(2000) < count(0, Outcome(0, "4.2", "won"))
    assert count(0, Outcome(0, "4.2", "won", scores=(5, 2))) == 1006
    assert count(0, Outcome(1, "4.2", "lost", scores=(5, 2))) == -994
    assert count(0, Outcome(None, "4.2", "drawn", scores=(5, 2))) == 6


def test_a_file_says_how_many_places_a_bearing_is_for_not_which(monkeypatch: pytest.MonkeyPatch) -> None:
    file = Bearings(scenarios={}, replies=("",), bearing=(Bearing(name="take", aim="", place=2),))
    monkeypatch.setattr(module, "read_data", lambda *_: file)
    read_bearings.cache_clear()
    with pytest.raises(DataError, match="place: "):
        read_bearings("toy")
