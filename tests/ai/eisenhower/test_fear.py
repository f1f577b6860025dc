"""How much the staff fears: an enemy who lets turns go by frees its guards, one who stirs calls them back."""

from tests.ai.eisenhower.conftest import new_match

from phaseline.ai.eisenhower.fears import EVERYTHING, Watch
from phaseline.ai.eisenhower.planner import EisenhowerPlanner
from phaseline.ai.eisenhower.situation import Situation
from phaseline.ai.eisenhower.tasks import Task, share_out, tasks
from phaseline.ai.eisenhower.terrain import ground
from phaseline.engine.dice import Draw
from phaseline.engine.events import Event
from phaseline.games.eisenhower.position import ALLIED, BOX, GERMAN
from phaseline.games.eisenhower.rules.victory import PAIR_THROUGH
from phaseline.games.eisenhower.scenario import EisenhowerScenario
from phaseline.games.eisenhower.state import EisenhowerState
from phaseline.hexgrid import hexes


def march(unit: int) -> Event:
    return Event(kind="move", case="8.1", text="", facts={"unit": unit})


def test_quiet_turns_take_the_fear_and_a_march_brings_it_back(historical: EisenhowerScenario) -> None:
    state = new_match(historical, 1).state
    assert isinstance(state, EisenhowerState)
    planner = EisenhowerPlanner(historical, ALLIED)
    felt = []
    for turn in (1, 2, 3, 4):
        state.position.turn = turn
        felt.append(planner._fear(state))
        planner.hear([march(historical.number["US7"])])  # one's own marches say nothing of the enemy
    assert felt[0] == EVERYTHING
    marches, strikes = zip(*felt, strict=True)
    assert list(marches) == sorted(marches, reverse=True)
    assert list(strikes) == sorted(strikes, reverse=True)
    assert marches[-1] < 0.5
    assert strikes[-1] < marches[-1]
    planner.hear([march(historical.number["1SS"])])
    stirred = planner._fear(state)
    assert stirred.march == 1.0
    assert strikes[-1] < stirred.strike < 1.0  # he marches, and has not attacked yet


def test_who_never_attacks_is_feared_only_where_nobody_stands(historical: EisenhowerScenario) -> None:
    watch = Watch(historical, ALLIED)
    by = ground(historical).parameters.fear
    attack = Event(kind="roll", case="11.0", text="", by=GERMAN, draw=Draw("attack", 6, (3,)))
    felt = []
    for turn in (1, 2, 3, 4):
        felt.append(watch.fear(turn, by))
        watch.hear([march(historical.number["1SS"])])
    assert [fear.march for fear in felt] == [1.0] * 4
    assert felt[0].strike == 1.0 > felt[2].strike > felt[3].strike > 0.0
    watch.hear([attack])
    assert watch.fear(4, by) == EVERYTHING
    assert watch.fear(5, by) == EVERYTHING


def test_who_fears_less_reckons_with_less(historical: EisenhowerScenario) -> None:
    state = new_match(historical, 1).state
    assert isinstance(state, EisenhowerState)
    state.position.turn = 2
    caen = historical.board.hex_of("Caen")
    assert caen is not None
    known = ground(historical)
    bold, wary = (Situation(known, state, ALLIED, fear) for fear in (EVERYTHING.times(0.2), EVERYTHING))
    assert wary.threat(caen, GERMAN) == bold.threat(caen, GERMAN) > 0
    assert bold.danger(caen, 8, 2) < wary.danger(caen, 8, 2)
    assert bold.expected_loss(caen, 8, 2, 8.0) < wary.expected_loss(caen, 8, 2, 8.0)
    assert bold.danger(caen, 0, 0) < wary.danger(caen, 0, 0)


def test_no_offensive_is_feared_in_italy_nor_of_those_in_the_box(historical: EisenhowerScenario) -> None:
    state = new_match(historical, 1).state
    assert isinstance(state, EisenhowerState)
    state.position.turn, state.position.offensives = 3, 1
    board, known = historical.board, ground(historical)
    rome, caen = board.hex_of("Rome"), board.hex_of("Caen")
    assert rome is not None
    assert caen is not None
    italian = next(iter(state.units_at(historical.map.hex("1215"), GERMAN)))
    state.put(
        italian, next(hex for hex in hexes(known.beside[rome]) if not state.occupied(ALLIED) >> hex & 1)
    )

    def feared(hex: int, factors: int, steps: int, *, offensives: int) -> float:
        state.position.offensives = offensives
        return Situation(known, state, ALLIED, worst=True).danger(hex, factors, steps)

    assert feared(caen, 18, 4, offensives=1) > feared(caen, 18, 4, offensives=0)
    assert feared(rome, 1, 2, offensives=1) == feared(rome, 1, 2, offensives=0) > 0
    # Who is still to be placed cannot strike before his own phase.
    for unit in hexes(state.units_in(board.north, GERMAN)):
        if historical.mobile >> unit & 1:
            state.put(unit, BOX)
    assert Situation(known, state, ALLIED, worst=True).threat(caen, GERMAN) > 0
    assert feared(caen, 1, 1, offensives=1) == feared(caen, 1, 1, offensives=0) > 0


def test_what_cannot_be_reached_in_time_is_nobodys_task(historical: EisenhowerScenario) -> None:
    state = new_match(historical, 1).state
    assert isinstance(state, EisenhowerState)
    known = ground(historical)
    berlin = historical.board.hex_of("Berlin")
    unit = historical.number["US7"]
    for turn, goes in ((4, True), (8, False)):
        state.position.turn = turn
        view = Situation(known, state, ALLIED)
        task = next(task for task in tasks(view) if task.hex == berlin)
        assert task.by == PAIR_THROUGH
        assert (unit in share_out(view, [unit], [task])) is goes


def test_who_was_sent_for_something_goes_on_with_it(historical: EisenhowerScenario) -> None:
    state = new_match(historical, 1).state
    assert isinstance(state, EisenhowerState)
    state.position.turn = 4
    known, unit = ground(historical), historical.number["US7"]
    near, far = sorted(
        (Task(hex, 10.0, 1, "") for name in ("Antwerp", "Lille") if (hex := historical.board.hex_of(name))),
        key=lambda task: known.travel(task.hex)[state.position.at[unit]],
    )

    def goes_for(*, before: Task) -> int:
        view = Situation(known, state, ALLIED, errands={unit: before.hex})
        return share_out(view, [unit], [near, far])[unit].hex

    assert goes_for(before=near) == near.hex
    assert goes_for(before=far) == far.hex
    assert share_out(Situation(known, state, ALLIED), [unit], [near, far])[unit] == near
