"""The way of an advance: offered where it matters by which hexes it goes, drawn, and told."""

from __future__ import annotations

import pytest

from phaseline.engine.casefile import Case, CaseSetup, read
from phaseline.engine.dice import ScriptedDice
from phaseline.games.eisenhower import orders
from phaseline.games.eisenhower.game import EisenhowersWar
from phaseline.games.eisenhower.position import ALLIED, GERMAN
from phaseline.games.eisenhower.state import EisenhowerState

GAME = EisenhowersWar()
FORK = r"""
id: state
game: eisenhower
map: {drawing: "A D P Q . S\n . E F G . .\n. . . . . .", hexes: {S: {supply: German north}}}
setup:
  phase: "combat: retreat"
  active: allied
  forced: {attackers: [US5], target: D, defender_loss: 5}
  units: {US5: {at: A}, 84: {at: D, state: reduced}}
"""


@pytest.fixture
def state() -> EisenhowerState:
    """The hex D has been won, and two hexes beyond it are open."""
    (case,) = read(FORK, "state.yaml")
    assert isinstance(case, Case), case
    state = GAME.compose(CaseSetup(GAME, case, ScriptedDice()))
    assert isinstance(state, EisenhowerState)
    state.apply(GERMAN, orders.Lose(state.scenario.number["84"]))
    return state


@pytest.mark.case("eisenhower", "11.3a")
def test_ways_are_offered_where_they_take_other_hexes(state: EisenhowerState) -> None:
    unit, place = state.scenario.number["US5"], state.scenario.map.hex
    d, e, f, p = map(place, "DEFP")
    legal = state.legal(ALLIED)
    assert legal.values(orders.Advance, unit, d) == [None]
    assert legal.values(orders.Advance, unit, f) == [(p, f), (e, f)]
    assert legal.values(orders.Advance, unit, p) == [(p,), (e, p)]
    for path in (None, (p, f), (e, f)):
        assert state.check(ALLIED, orders.Advance(unit, f, path)) is None
    wrong: list[tuple[int, ...]] = [(), (f,), (p,), (-1, f), (99_999, f), (d, e, f), (f, f)]
    for way in wrong:
        refusal = state.check(ALLIED, orders.Advance(unit, f, way))
        assert refusal is not None
        assert refusal.case == "11.3a"


@pytest.mark.case("eisenhower", "11.3a", "3.4c")
def test_ways_over_ones_own_hexes_are_one_and_need_no_name(state: EisenhowerState) -> None:
    unit, place = state.scenario.number["US5"], state.scenario.map.hex
    e, f, p = map(place, "EFP")
    state.position.control |= 1 << e | 1 << p
    state.changed()
    legal = state.legal(ALLIED)
    assert legal.values(orders.Advance, unit, f) == [None]
    assert orders.Advance(unit, f, (e, f)) in legal
    assert orders.Advance(unit, f, (p, f)) in legal


def test_a_way_is_drawn_and_told(state: EisenhowerState) -> None:
    unit, place = state.scenario.number["US5"], state.scenario.map.hex
    a, d, e, f = map(place, "ADEF")
    hint = GAME.aids.hint(state, ALLIED, orders.Advance, (unit, f), (e, f))
    assert (hint.title, hint.text, hint.hexes) == ("E F", "takes 2 hexes beyond the one won", (e, f))
    assert GAME.aids.hint(state, ALLIED, orders.Advance, (unit,), f).tint == "advance"
    drawn = GAME.aids.path(state, ALLIED, orders.Advance, (unit, f, (e, f)))
    assert drawn is not None
    assert drawn.hexes == (a, d, e, f)
    straight = GAME.aids.path(state, ALLIED, orders.Advance, (unit, f))
    assert straight is not None
    assert straight.hexes == (a, f)
