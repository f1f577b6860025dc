"""A side may have a single unit, or none: nothing in a game counts on more."""

import random

import pytest

from phaseline.engine import registry
from phaseline.engine.casefile import Case, CaseSetup, read
from phaseline.engine.dice import ScriptedDice, SeededDice

MAP = "map: {drawing: 'A B C D E F'}\n"
ROSTERS = {
    "skirmish": [
        "setup: {phase: movement, units: {Blue 1: {at: A}, Red 1: {at: F}}}",
        "setup: {phase: movement, units: {Blue 1: {at: A}}}",
    ],
    "eisenhower": [
        "setup: {units: {US1: {at: A, side: allied}, G1: {at: F, side: german}}}",
        "setup: {units: {US1: {at: A, side: allied}}}",
    ],
    "westfront": [
        f"setup: {{{phase}, control: {{elsewhere: axis}}, units: {units}}}"
        for phase in (
            "phase: building, points: {Axis: 20, Allied: 20}",
            "phase: command",
            "phase: command, active: Axis",
        )
        for units in (
            "{88 Inf: {at: A, cv: 2}}",
            "{OKW: {at: A, cv: 1}}",
            "{Br 5 Inf: {at: F, cv: 2}, OKW: {at: A, cv: 1}}",
        )
    ],
}
SETUPS = [(game, text) for game, texts in ROSTERS.items() for text in texts]


@pytest.mark.parametrize(("key", "text"), SETUPS)
def test_a_game_of_one_unit_goes_on(key: str, text: str) -> None:
    (case,) = read(f"id: few\ngame: {key}\n{MAP}{text}\n", "few.yaml")
    assert isinstance(case, Case), case
    game = registry.game(key)
    state = game.compose(CaseSetup(game, case, ScriptedDice(then=SeededDice(bytes(32)))))
    rng = random.Random(1)
    for _ in range(60):
        if state.decision is None:
            break
        seat = state.decision.seats[0]
        assert list(state.legal(seat))
        for viewer in range(len(game.seats)):
            known = game.redact(state.scenario, state.position, viewer)
            game.sample(state.scenario, known, viewer, rng)
            game.aids.left(state, viewer)
        state.apply(seat, state.legal(seat).sample(rng))
