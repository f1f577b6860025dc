"""Two divisions close the ring around the place in the last turn: who goes where, and makes no attack."""

from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace
from tests.ai.staffs import at_turn, sight_of
from tests.ai.war_in_europe.conftest import looked_at, played, put, state_of

from phaseline.ai.driver import observe
from phaseline.ai.war_in_europe import planner as planner_module
from phaseline.ai.war_in_europe.drops import Drops
from phaseline.ai.war_in_europe.finish import to_cut_off
from phaseline.ai.war_in_europe.march import March
from phaseline.ai.war_in_europe.planner import WarPlanner
from phaseline.ai.war_in_europe.pull import Pull
from phaseline.ai.war_in_europe.ring import Ring
from phaseline.ai.war_in_europe.seas import Fleet
from phaseline.ai.war_in_europe.situation import Situation
from phaseline.games.war_in_europe import orders
from phaseline.games.war_in_europe.position import AXIS
from phaseline.games.war_in_europe.rules import movement
from phaseline.games.war_in_europe.scenario import WarScenario
from phaseline.games.war_in_europe.state import WarState
from phaseline.hexgrid import Hex, Mask, hexes, mask_of


def last_turn(s: WarState, **armour: str) -> Situation:
    """The first movement of the last turn, with armour in these hexes and supply in all."""
    s.position.turn = s.scenario.last_turn
    for key, hex in armour.items():
        put(s, hex, f"ge-{key}-pz")
    return looked_at(s)


def test_two_divisions_go_where_they_can_close_the_ring(
    begun: WarState, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both could stand on the same side of Paris at once, and could not come to the other one after that."""
    s, number = begun, begun.scenario.number
    view = last_turn(s, **{"5": "C2410", "7": "C2410"})
    monkeypatch.setattr(Situation, "fed", lambda view, _unit: view.s.scenario.board.playable)
    both = mask_of(number[key] for key in ("ge-5-pz", "ge-7-pz"))
    posts = Ring(view, both).places()
    assert mask_of(posts) == both
    for unit, hex in posts.items():
        assert (movement.reachable(s, unit).all | 1 << s.position.at[unit]) >> hex & 1
        s.put(unit, hex)
    closed = Ring(looked_at(s), 0).places()
    assert closed == posts, "they stand where they were to stand, and can go on from there"
    assert to_cut_off(view) is not None


def test_a_ring_takes_two_and_the_last_turn(begun: WarState, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Situation, "fed", lambda view, _unit: view.s.scenario.board.playable)
    number = begun.scenario.number
    alone = last_turn(begun, **{"5": "C2410"})
    assert Ring(alone, 1 << number["ge-5-pz"]).places() == {}
    put(begun, "C2410", "ge-7-pz")
    begun.position.turn = 2
    both = mask_of(number[key] for key in ("ge-5-pz", "ge-7-pz"))
    assert Ring(looked_at(begun), both).places() == {}


@pytest.mark.parametrize("why", ["carried", "entrained", "fortified", "rebuilt", "idle"])
def test_who_does_not_move_again_closes_no_ring(
    begun: WarState, monkeypatch: pytest.MonkeyPatch, why: str
) -> None:
    monkeypatch.setattr(Situation, "fed", lambda view, _unit: view.s.scenario.board.playable)
    view = last_turn(begun, **{"5": "C2309", "7": "C2309"})
    both = mask_of(begun.scenario.number[key] for key in ("ge-5-pz", "ge-7-pz"))
    assert mask_of(Ring(view, 0).places()) == both
    setattr(begun.position, why, getattr(begun.position, why) | both)
    assert Ring(looked_at(begun), 0).places() == {}


def sight(s: WarState, step: str) -> Any:
    """A moment as a planner sees it."""
    return SimpleNamespace(state=s, step=step, path=("turn", "player turn", step), legal=s.legal(AXIS))


def test_who_is_to_close_a_ring_goes_there_and_attacks_nobody(
    begun: WarState, monkeypatch: pytest.MonkeyPatch
) -> None:
    s, hex = begun, begun.scenario.map.hex
    panzers = put(s, "C2910", "ge-1-pz", "ge-2-pz", "ge-10-pz")
    view, planner = looked_at(s), WarPlanner(s.scenario, AXIS)
    mobile = movement.movable(s).mask
    first, second, third = sorted(panzers)
    places = planner._places(view, mobile, 0)
    kept = planner._places(view, mobile, 1 << first)
    assert panzers.keys() <= places.keys()
    assert places.keys() - kept.keys() == {first}
    here = hex("C2910")
    via = max(hexes(movement.reachable(s, first).all & ~(1 << here)))
    posts = {first: via, second: here}
    monkeypatch.setattr(Ring, "places", lambda _: posts)
    gone: list[Mask] = []

    def noting(_: Situation, places: dict[int, Hex], leaving: Mask = 0) -> dict[int, Hex]:
        gone.append(leaving)
        return places

    monkeypatch.setattr(planner_module, "guarded", noting)
    march = planner._plan_march(sight(s, "initial movement"))
    assert gone == [mask_of(posts)]
    closing = [each.order for each in march if "to close the ring" in each.why]
    assert closing == [orders.Move(first, via)]
    assert not [each for each in march if getattr(each.order, "unit", None) == second]
    assert planner._staff(view).places.keys() >= panzers.keys()
    planner._kept = mask_of(posts)
    assert planner._staff(view).places.keys() & panzers.keys() == {third}


def test_who_closes_a_ring_is_known_when_the_attacks_begin(
    sichelschnitt: WarScenario, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = played(sichelschnitt, 1, at_turn(1, "combat"), staffs=(AXIS,))
    s = state_of(match)
    able = next(hexes(s.on_map(AXIS) & sichelschnitt.twice & sichelschnitt.combat_units))
    monkeypatch.setattr(Ring, "places", lambda ring: {} if ring.mobile else {able: s.position.at[able]})
    planner = WarPlanner(sichelschnitt, AXIS)
    planner.order(sight_of(observe(match, AXIS)))
    assert planner._kept == 1 << able


def test_airborne_units_do_not_count_on_who_closes_a_ring(
    begun: WarState, monkeypatch: pytest.MonkeyPatch
) -> None:
    s, hex = begun, begun.scenario.map.hex
    panzers = put(s, "C2910", "ge-1-pz", "ge-2-pz", "ge-10-pz")
    view, sedan = looked_at(s), hex("C2810")
    unit = next(hexes(s.scenario.airborne & s.scenario.side_units[AXIS]))
    with_them = Drops(Fleet(view))._chance(sedan, 0, unit, 1)
    monkeypatch.setattr(Ring, "places", lambda _: panzers)
    assert Drops(Fleet(view))._chance(sedan, 0, unit, 1) < with_them


def test_a_ring_must_bring_enough(begun: WarState, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Situation, "fed", lambda view, _unit: view.s.scenario.board.playable)
    view = last_turn(begun, **{"5": "C2410", "7": "C2410"})
    both = mask_of(begun.scenario.number[key] for key in ("ge-5-pz", "ge-7-pz"))
    assert Ring(view, both).places()
    view.by = replace(view.by, march=replace(view.by.march, ring=1000.0))
    assert Ring(view, both).places() == {}


def test_whom_nothing_feeds_goes_half_as_far(begun: WarState, monkeypatch: pytest.MonkeyPatch) -> None:
    view = last_turn(begun, **{"5": "C2410"})
    unit, here = begun.scenario.number["ge-5-pz"], begun.scenario.map.hex("C2410")
    found = {}
    for area in (0, 1 << here):
        monkeypatch.setattr(Situation, "fed", lambda *_, area=area: area)
        found[area] = Ring(view, 0)._later(unit, here)
    hungry, fed = found.values()
    assert hungry & ~fed == 0
    assert fed.bit_count() > 2 * hungry.bit_count()


@pytest.mark.parametrize(("turn", "ahead"), [(1, True), (3, False)])
def test_in_the_last_turn_nothing_lies_behind_the_enemy(begun: WarState, turn: int, ahead: bool) -> None:
    begun.position.turn = turn
    view = looked_at(begun)
    march = March(view, Pull(view), 0, {})
    worths = [goal.worth for goal in march.goals() if goal.stack]
    assert worths
    assert any(worth > march.by.enemy for worth in worths) is ahead


def test_who_is_confined_closes_no_ring(begun: WarState, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Situation, "fed", lambda view, _unit: view.s.scenario.board.playable)
    view = last_turn(begun, **{"5": "C2309", "7": "C2309"})
    both = mask_of(begun.scenario.number[key] for key in ("ge-5-pz", "ge-7-pz"))
    assert Ring(view, 0).places()
    leash = SimpleNamespace(units=both, hexes=0, why="")
    monkeypatch.setattr(WarState, "leashes", lambda *_: iter([leash]))
    assert Ring(view, 0).places() == {}
