"""Linked scenarios: what stays, what changes, and when the game ends (3.11 to 3.14, 17.3)."""

import pytest

from phaseline.engine.dice import SeededDice
from phaseline.games.westfront import GAME
from phaseline.games.westfront.files import month_name
from phaseline.games.westfront.position import AXIS, GONE, Month, Production, War
from phaseline.games.westfront.rules import calendar, schedule, victory
from phaseline.games.westfront.sequence import FLOW
from phaseline.games.westfront.state import WestFrontState


def begin(key: str, linked: int = 0, **options: str) -> WestFrontState:
    state = GAME.new(GAME.load(key, {"linked": linked, **options}), SeededDice(b"linked"))
    assert isinstance(state, WestFrontState)
    return state


def pass_until(state: WestFrontState, month: int | None) -> list[str]:
    """Everybody passes until a month begins, or to the end; the names of all months begun."""
    months: list[str] = []
    while state.decision is not None:
        if not months or months[-1] != month_name(state.position.month):
            months.append(month_name(state.position.month))
        if month is not None and state.position.month >= month:
            break
        seat = state.decision.seats[0]
        order = GAME.passing(state, seat)
        assert order is not None, state.path()
        state.apply(seat, order)
    return months


@pytest.mark.case("westfront", "3.11")
@pytest.mark.case("westfront", "S43.0")
@pytest.mark.case("westfront", "S43.2")
@pytest.mark.case("westfront", "4.1")
def test_summer_43_runs_from_july_to_november() -> None:
    state = begin("S43")
    months = pass_until(state, None)
    assert months == ["July 1943", "August 1943", "September 1943", "October 1943", "November 1943"]
    assert state.position.outcome is not None
    assert state.position.outcome.case == "17.2"


@pytest.mark.case("westfront", "husky.0")
def test_the_example_game_is_two_months_long() -> None:
    state = begin("husky")
    assert pass_until(state, None) == ["July 1943", "August 1943"]
    assert state.position.outcome is not None
    assert state.position.outcome.winner == AXIS


@pytest.mark.case("westfront", "W44.0")
@pytest.mark.case("westfront", "W44.7")
@pytest.mark.case("westfront", "17.32")
def test_winter_44_ends_after_may_with_cities() -> None:
    state = begin("W44")
    assert pass_until(state, None)[-1] == "May 1945"
    outcome = state.position.outcome
    assert outcome is not None
    assert (outcome.winner, outcome.case, outcome.level, outcome.scores) == (
        AXIS,
        "17.32",
        "decisive",
        (2, 10),
    )


@pytest.mark.case("westfront", "3.12a")
@pytest.mark.case("westfront", "3.12c")
@pytest.mark.case("westfront", "3.12d")
@pytest.mark.case("westfront", "3.13")
def test_a_linked_game_goes_on_where_it_was_with_the_next_tables() -> None:
    state = begin("S43", linked=1)
    pass_until(state, 10)
    before = list(state.position.at)
    pass_until(state, 11)
    assert state.position.book == "W43"
    assert state.position.at == before, "forces and positions stay as they are"
    assert state.within(Production), "there is a production in the first month of the new scenario"
    assert state.scenario.air_fire("W43", AXIS) == "SF"
    numbers = state.scenario.number
    due = schedule.due(state)
    assert numbers["US 7 Amph"] in due, "the new scenario's reinforcements come"
    assert numbers["75 Inf"] not in due
    assert numbers["75 Inf"] in schedule.due(state, 1)
    assert state.position.beachheads[numbers["US 5 Amph"]] == "ready"


@pytest.mark.case("westfront", "3.12b")
def test_a_linked_scenario_changes_the_level_by_its_bracket() -> None:
    state = begin("S43", linked=2)
    pass_until(state, 10)
    first = list(state.position.level)
    pass_until(state, 11)
    assert [after - before for before, after in zip(first, state.position.level, strict=True)] == [10, 5]
    pass_until(state, 16)
    second = list(state.position.level)
    pass_until(state, 17)
    assert [after - before for before, after in zip(second, state.position.level, strict=True)] == [10, 10]


@pytest.mark.case("westfront", "3.12d")
@pytest.mark.case("westfront", "3.21b")
def test_no_production_in_the_first_month_of_a_fresh_game_only() -> None:
    state = begin("S43")
    assert calendar.next_production(state, 0) is None
    state.position.month += 1
    assert calendar.next_production(state, 0) == Production()
    assert calendar.next_production(state, 1) is None


@pytest.mark.case("westfront", "11.51")
def test_a_reinforcement_of_the_next_scenario_may_come_early_in_a_linked_game_only() -> None:
    for linked in (0, 1):
        state = begin("S44", linked=linked)
        pass_until(state, 22)
        assert (state.scenario.number["FF 3 Inf"] in schedule.due(state, 1)) == bool(linked)
        assert state.scenario.number["FF 3 Inf"] not in schedule.due(state)


def decisive(state: WestFrontState) -> None:
    """Make it a Decisive Victory of the Axis."""
    state.position.penalty = 400


@pytest.mark.case("westfront", "3.14")
@pytest.mark.case("westfront", "17.3")
def test_a_decisive_victory_ends_the_campaign_and_nothing_less_does() -> None:
    state = begin("S43", linked=3)
    pass_until(state, 10)
    decisive(state)
    pass_until(state, 11)
    assert state.position.outcome is not None
    assert (state.position.outcome.winner, state.position.outcome.level) == (AXIS, "decisive")
    assert state.position.month == 10

    state = begin("S43", linked=3)
    pass_until(state, 11)
    assert state.position.outcome is None
    assert state.position.book == "W43"
    assert state.position.scored != [0, 0], "points are counted in between"


@pytest.mark.case("westfront", "3.12d")
@pytest.mark.case("westfront", "17.3")
def test_a_one_year_game_is_played_to_its_end() -> None:
    state = begin("S43", linked=1)
    pass_until(state, 10)
    decisive(state)
    pass_until(state, 11)
    assert state.position.outcome is None


@pytest.mark.case("westfront", "17.3")
@pytest.mark.case("westfront", "17.31")
def test_a_campaign_that_reaches_winter_44_is_decided_by_cities() -> None:
    state = begin("S44", linked=99)
    assert state.scenario.data.chain == ("S44", "W44")
    state.position.book = "W44"
    victory.final_score(state)
    assert state.position.outcome is not None
    assert state.position.outcome.case == "17.32"


@pytest.mark.case("westfront", "3.12a")
@pytest.mark.case("westfront", "17.1c")
def test_surrendered_italians_count_in_their_scenario_only() -> None:
    state = begin("S43", linked=1)
    italian = state.scenario.number["It 7 Inf"]
    state.position.flags.add("italy surrendered")
    state.eliminate(italian, "16.1b")
    lost = [line.points for line in victory.tally(state, AXIS) if "Italian" in line.what]
    assert lost == [-1]
    calendar.open_book(state, "W43")
    assert state.position.at[italian] == GONE
    assert not [line for line in victory.tally(state, AXIS) if "Italian" in line.what]


@pytest.mark.case("westfront", "13.22c")
@pytest.mark.case("westfront", "16.2b")
@pytest.mark.case("westfront", "16.6")
@pytest.mark.case("westfront", "16.7")
@pytest.mark.case("westfront", "W44.2")
def test_the_calendar_tells_what_happens() -> None:
    state = begin("W43", linked=2)
    told = []
    for month in range(11, 28):
        state.position.stack = [War(), FLOW.at(Month(month=month), "month begins")]
        state.events.clear()
        calendar.begin_month(state)
        told += [(month, event.case) for event in state.events if event.kind == "calendar"]
    lost_edges = [(month, "16.7") for month in range(21, 27)]
    assert told == [(17, "13.22"), (20, "16.6"), *lost_edges]
    assert {"paras grounded", "ore route lost"} <= state.position.flags
    assert state.air_supremacy
    assert state.extended_air_range


@pytest.mark.case("westfront", "S44.2")
@pytest.mark.case("westfront", "W43.2a")
@pytest.mark.case("westfront", "13.21a")
@pytest.mark.parametrize(
    ("key", "supremacy", "extended"),
    [("S43", False, False), ("W43", False, True), ("S44", True, True), ("W44", True, True)],
)
def test_air_rules_come_with_the_months(key: str, supremacy: bool, extended: bool) -> None:
    state = begin(key)
    assert (state.air_supremacy, state.extended_air_range) == (supremacy, extended)
