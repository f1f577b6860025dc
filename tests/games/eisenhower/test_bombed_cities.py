"""A city is destroyed before the odds of the attack are counted that bombers support (10.10d): so are they told."""

from __future__ import annotations

import pytest

from phaseline.engine.casefile import Case, CaseSetup, read
from phaseline.engine.dice import ScriptedDice
from phaseline.games.eisenhower import orders
from phaseline.games.eisenhower.game import EisenhowersWar
from phaseline.games.eisenhower.position import ALLIED, GERMAN
from phaseline.games.eisenhower.state import EisenhowerState

GAME = EisenhowersWar()
ROUGH_CITY = 'map: {drawing: "A D B .", hexes: {D: {terrain: rough, city: major}}}\n'


def composed(setup: str) -> EisenhowerState:
    """A position around a city in rough ground; the die shows a 4."""
    (case,) = read(f"id: state\ngame: eisenhower\n{ROUGH_CITY}setup: {{{setup}}}", "state.yaml")
    assert isinstance(case, Case)
    state = GAME.compose(CaseSetup(GAME, case, ScriptedDice([4])))
    assert isinstance(state, EisenhowerState)
    return state


def told(state: EisenhowerState, begun: type[orders.Bombers] | None = None) -> set[str]:
    """What the Allied player is told of the attack, with the order that he has begun."""
    found = GAME.aids.forecast(state, GAME.view(state, ALLIED), begun)
    assert found is not None
    return {line.text for line in found.lines}


@pytest.mark.case("eisenhower", "10.10d", "10.9a")
def test_an_attack_on_a_city_is_told_as_its_die_is_rolled() -> None:
    state = composed("phase: allied combat, bombers: 1, units: {US5: {at: A}, US7: {at: B}, 84: {at: D}}")
    number, target = state.scenario.number, state.scenario.map.hex("D")
    state.apply(ALLIED, orders.Attack(number["US5"], target))
    state.apply(ALLIED, orders.Join(number["US7"]))
    assert {"rough", "city"} <= told(state)
    shown = told(state, orders.Bombers)
    asked = GAME.questions["odds"](state, {"target": "D", "attackers": ["US5", "US7"], "bombers": True})
    state.apply(ALLIED, orders.Bombers())
    assert told(state) == shown
    assert not state.position.razed
    assert not any(event.kind == "city destroyed" for event in state.events)
    state.apply(ALLIED, orders.Roll())
    (rolled,) = [event for event in state.events if event.kind == "combat"]
    assert rolled.facts["shifts"] == [
        "1 left: rough (10.2a)",
        "1 right: concentric attack (10.9a)",
        "1 right: bombers (10.10c)",
    ]
    assert asked["shift"] == "1R"
    assert {"rough", "concentric attack", "bombers"} <= shown
    assert "city" not in shown


@pytest.mark.case("eisenhower", "10.10d", "10.9a")
def test_so_is_the_defence_of_one() -> None:
    state = composed("phase: german combat, bombers: 1, units: {1SS: {at: A}, 84: {at: B}, US5: {at: D}}")
    number, target = state.scenario.number, state.scenario.map.hex("D")
    state.apply(GERMAN, orders.Attack(number["1SS"], target))
    state.apply(GERMAN, orders.Join(number["84"]))
    state.apply(GERMAN, orders.Roll())
    assert "city" in told(state)
    shown = told(state, orders.Bombers)
    assert {"rough", "concentric attack", "bombers"} <= shown
    assert "city" not in shown
