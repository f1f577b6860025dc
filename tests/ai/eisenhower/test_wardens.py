"""The Germans before a second landing: from where the Ruhr could fall next turn, and who bars the way (4.2.1, 13.1)."""

from collections.abc import Iterable, Mapping

import pytest
from tests.ai.eisenhower.conftest import WAR, at_step, played, state_of
from tests.ai.eisenhower.landed import hex_of

from phaseline.ai.eisenhower import wardens
from phaseline.ai.eisenhower.council import EisenhowerCouncil
from phaseline.ai.eisenhower.march import March
from phaseline.ai.eisenhower.opening import at_hand
from phaseline.ai.eisenhower.planner import EisenhowerPlanner
from phaseline.ai.eisenhower.roads import Marcher, chance_to_take
from phaseline.ai.eisenhower.situation import Situation
from phaseline.ai.eisenhower.terrain import ground
from phaseline.ai.eisenhower.wardens import Menace, shores, warded, warden
from phaseline.engine.dice import ScriptedDice
from phaseline.engine.match import Match
from phaseline.games.eisenhower.position import BOX, ELIMINATED, GERMAN
from phaseline.games.eisenhower.scenario import EisenhowerScenario
from phaseline.games.eisenhower.state import EisenhowerState
from phaseline.hexgrid import Hex, hexes

AFAR = {"88": "3508", "89": "3407"}
"""Where two corps can be that stood between Flushing and the Ruhr."""


def in_august(match: Match) -> bool:
    """Whether the Germans move on Turn 2, not in an offensive."""
    return at_step(2, "german movement")(match) and not state_of(match).offensive


@pytest.fixture(scope="module")
def august(historical: EisenhowerScenario) -> EisenhowerState:
    """Turn 2, before the Germans move: three corps wait for a landing on Turn 3, and three more come then."""
    s = state_of(played(historical, 1, in_august))
    assert [historical.ids[unit] for unit in hexes(s.in_box(0))] == ["US8", "US15", "B12", "C2"]
    return s


def with_corps(s: EisenhowerState, places: Mapping[str, str]) -> EisenhowerState:
    """The position with some German corps elsewhere."""
    trial = s.copy(ScriptedDice([]))
    for name, label in places.items():
        trial.put(s.scenario.number[name], hex_of(s.scenario, label))
    trial.restore(trial.position.copy())
    return trial


def chance(s: EisenhowerState) -> float:
    known = ground(s.scenario)
    assert known.ruhr is not None
    return Menace(Situation(known, s, GERMAN), known.ruhr).chance(s)


def test_who_has_left_the_low_countries_has_opened_the_way_to_the_ruhr(august: EisenhowerState) -> None:
    """No Allies stand within three turns of it: who lands at Flushing lets in others who reach it at once."""
    assert chance(august) == 0.0
    assert chance(with_corps(august, AFAR)) == 1.0


@pytest.mark.parametrize("post", ["3510", "3513", "3414"])
def test_one_corps_bars_the_landing_or_the_way(august: EisenhowerState, post: str) -> None:
    assert chance(with_corps(august, {**AFAR, "89": post})) == 0.0


def test_whoever_stands_in_the_ruhr_makes_it_safer(august: EisenhowerState) -> None:
    """A corps of one step less than one of two, whose last no result takes at these odds."""
    weak, strong = (with_corps(august, {**AFAR, "89": "3215"}) for _ in range(2))
    weak.position.steps[august.scenario.number["89"]] = 1
    weak.restore(weak.position.copy())
    assert 1.0 > chance(weak) > chance(strong)


def test_only_a_landing_that_may_still_come_is_reckoned_with(august: EisenhowerState) -> None:
    assert {august.scenario.board.label(shore.hex) for shore in shores(august)} > {"3509", "3510"}
    over, late, empty = (with_corps(august, AFAR) for _ in range(3))
    over.position.second_over = True
    late.position.turn = 4
    for unit in hexes(empty.in_box(0)):
        empty.put(unit, ELIMINATED)
    assert [list(shores(s)) for s in (over, late, empty)] == [[], [], []]
    assert chance(over) == chance(empty) == 0.0


def test_by_option_who_arrives_on_turn_3_may_land_as_well(august: EisenhowerState) -> None:
    """Nobody waits in the box; by 12.1 as it is printed nobody can land then (R9)."""
    by_option = WAR.load("historical", {"turn3_arrivals_may_invade": True})
    for scenario, able in ((august.scenario, False), (by_option, True)):
        s = WAR.new(scenario, ScriptedDice([]))
        assert isinstance(s, EisenhowerState)
        assert any(s.position.due[unit] == 3 for unit in at_hand(s, 3)) is able
        s.position.turn = 2
        for unit in hexes(s.in_box(0)):
            s.put(unit, ELIMINATED)
        assert any(True for _ in shores(s)) is able


def marched(s: EisenhowerState, posts: Mapping[int, Hex] | None = None) -> March:
    """The Germans where they stand, with posts for some; nobody else has moved."""
    found = March(Situation(ground(s.scenario), s, GERMAN), s.copy(ScriptedDice([])), {}, guards=posts)
    found._posts(found.guards, "on guard")
    return found


def test_somebody_is_sent_who_averts_it(august: EisenhowerState) -> None:
    s = with_corps(august, {**AFAR, "89": "3409"})
    view = Situation(ground(s.scenario), s, GERMAN)
    found = warden(marched(s), view, {})
    assert found is not None
    assert chance(with_corps(s, {s.scenario.ids[found.unit]: s.scenario.board.label(found.hex)})) == 0.0
    assert warden(marched(august), view, {}) is None  # where nothing is to be averted


def test_on_turn_1_nobody_of_the_north_can_be_sent(august: EisenhowerState) -> None:
    s = with_corps(august, {**AFAR, "89": "3409"})
    s.position.turn = 1
    for name, label in (("US12", "3510"), ("US20", "3511")):
        s.put(s.scenario.number[name], hex_of(s.scenario, label))
    s.restore(s.position.copy())
    assert chance(s) > 0.0
    assert warden(marched(s), Situation(ground(s.scenario), s, GERMAN), {}) is None


def test_who_has_just_come_in_is_asked_too(august: EisenhowerState) -> None:
    """Nobody on the map is near; a corps in the box can come in at the Ruhr itself."""
    afar = dict.fromkeys(("88", "89", "82", "67"), "3306") | dict.fromkeys(("47Pz", "2SS"), "2802")
    s = with_corps(august, afar)
    s.put(s.scenario.number["84"], BOX)
    view = Situation(ground(s.scenario), s, GERMAN)
    march = marched(s)
    march._arrivals()
    found = warden(march, view, {})
    assert found is not None
    assert found.unit == s.scenario.number["84"]


def test_an_attack_that_wins_as_much_is_not_given_up_for_it(august: EisenhowerState) -> None:
    s = with_corps(august, {**AFAR, "89": "3409"})
    view = Situation(ground(s.scenario), s, GERMAN)
    found = warden(marched(s), view, {})
    assert found is not None
    other = warden(marched(s), view, {found.unit: 500.0})
    assert other is None or other.unit != found.unit


def test_a_plan_of_movement_leaves_the_ruhr_to_nobody(august: EisenhowerState) -> None:
    s = with_corps(august, {**AFAR, "89": "3409"})
    view = Situation(ground(s.scenario), s, GERMAN)
    posts: list[Mapping[int, Hex]] = []

    def march(_: Mapping[int, Hex], wanted: Mapping[int, Hex]) -> March:
        posts.append(dict(wanted))
        return marched(s, wanted)

    found = warded(marched(s), view, [], march, most=6)
    assert chance(found.trial) == 0.0
    assert len(posts) == 1
    council, officer = EisenhowerCouncil(s.scenario, GERMAN), EisenhowerPlanner(s.scenario, GERMAN)
    general = council.usual(officer)
    assert isinstance(general, EisenhowerPlanner)
    officer._plan_march(s)
    general._plan_march(s)
    assert chance(carried_out(general, s)) == 0.0
    assert chance(carried_out(officer, s)) == 1.0  # who does not think of it


def carried_out(staff: EisenhowerPlanner, s: EisenhowerState) -> EisenhowerState:
    trial = s.copy(ScriptedDice([]))
    while (order := staff._book.next(trial.legal(GERMAN))) is not None:
        trial.apply(GERMAN, order)
    return trial


def test_a_german_on_guard_stays_there(august: EisenhowerState) -> None:
    """He would else go where more seems to be at stake."""
    view = Situation(ground(august.scenario), august, GERMAN)
    for unit in view.mobile(GERMAN):
        free = March(view, august.copy(ScriptedDice([])), {})
        free.plan()
        here = august.position.at[unit]
        if free.trial.position.at[unit] != here:
            kept = March(view, august.copy(ScriptedDice([])), {}, guards={unit: here})
            kept.plan()
            assert kept.trial.position.at[unit] == here
            return
    pytest.fail("nobody moves")


def test_only_as_many_land_as_it_takes_and_all_others_march(august: EisenhowerState) -> None:
    """A corps in the Ruhr holds it against the arrivals of the turn, not against those too who need not land (5.3.7)."""
    held = with_corps(august, {**AFAR, "89": "3409", "88": "3215"})
    assert chance(held) == pytest.approx(0.5)
    bare = with_corps(held, {})
    for unit in bare.units_at(hex_of(bare.scenario, "3510"), GERMAN):
        bare.put(unit, ELIMINATED)
    for name in ("US8", "US15", "B12"):
        bare.put(bare.scenario.number[name], ELIMINATED)
    assert chance(bare) == 0.0  # the only one who waits lands
    assert chance(with_corps(bare, {"88": "3409"})) > 0.5


def test_who_could_come_in_by_two_ways_comes_but_once(august: EisenhowerState) -> None:
    """The Allies hold a port beside the beach: those of the box enter there or over the beach, not both."""
    s = with_corps(august, {**AFAR, "89": "3409"})
    port = hex_of(s.scenario, "3511")
    s.position.control |= 1 << port
    for unit in s.units_at(port, GERMAN):
        s.put(unit, ELIMINATED)
    s.restore(s.position.copy())
    known = ground(s.scenario)
    assert known.ruhr is not None
    counted: list[list[int]] = []

    def counting(view: Situation, state: EisenhowerState, starts: Iterable[Marcher]) -> float:
        ways = list(starts)
        counted.append([unit for unit, _, _ in ways])
        return min(0.5, chance_to_take(view, state, ways))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(wardens, "chance_to_take", counting)
        Menace(Situation(known, s, GERMAN), known.ruhr).chance(s)
    assert len(counted) > 1
    assert all(len(units) == len(set(units)) for units in counted)


def test_nobody_bars_the_way_to_a_ruhr_that_wins_no_more_next_turn(
    august: EisenhowerState, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It wins alone at the checks up to that of Turn 6 (4.2.1), and the next move of the Allies is on Turn 7."""
    found = []
    for turn in (5, 6):
        s = with_corps(august, {**AFAR, "89": "3409", "US12": "3510"})
        s.position.turn, s.position.second_over = turn, True
        march = marched(s)
        monkeypatch.setattr(Menace, "chance", lambda _, after, now=march.trial: float(after is now))
        found.append(warden(march, Situation(ground(s.scenario), s, GERMAN), {}) is not None)
    assert found == [True, False]


def test_who_averts_nothing_is_no_warden_however_well_he_would_stand_elsewhere(
    august: EisenhowerState, monkeypatch: pytest.MonkeyPatch
) -> None:
    s = with_corps(august, {**AFAR, "89": "3409"})
    view = Situation(ground(s.scenario), s, GERMAN)
    monkeypatch.setattr(Menace, "chance", lambda *_: 1.0)
    march = marched(s)
    monkeypatch.setattr(march, "score", lambda _, hex, __: float(hex))
    assert warden(march, view, {}) is None


def test_a_march_in_which_a_warden_does_not_come_to_his_post_is_not_made(august: EisenhowerState) -> None:
    """Then somebody else is asked; if nobody comes, all march as they would have."""
    s = with_corps(august, {**AFAR, "89": "3409"})
    view = Situation(ground(s.scenario), s, GERMAN)
    asked: list[int] = []

    def nobody(_: Mapping[int, Hex], wanted: Mapping[int, Hex]) -> March:
        asked.extend(wanted)
        return marched(s)

    usual = marched(s)
    assert warded(usual, view, [], nobody, most=3) is usual
    assert len(set(asked)) == len(asked) == 3

    def all_but_the_first(places: Mapping[int, Hex], wanted: Mapping[int, Hex]) -> March:
        return nobody(places, wanted) if asked[0] in wanted else marched(s, wanted)

    found = warded(usual, view, [], all_but_the_first, most=6)
    assert asked[0] not in found.wardens
    assert chance(found.trial) < chance(usual.trial)
