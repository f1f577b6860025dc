"""The player that has learned: it plays well, the same on every machine, and a policy is kept as it was."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from phaseline.ai.agent import UNLIMITED, Observation
from phaseline.ai.driver import play_match
from phaseline.ai.registry import agents_for, make
from phaseline.engine import registry
from phaseline.engine.match import Match
from phaseline.env.learned import FILE, LearnedAgent
from phaseline.env.policy import Layer, Policy


def new_match(seed: int, scenario: str = "ford") -> Match:
    game = registry.game("skirmish")
    return Match.new(game, game.load(scenario), seed=bytes([seed] * 32))


@pytest.mark.parametrize("seat", [0, 1])
def test_it_beats_random(seat: int) -> None:
    won = 0
    for seed in range(12):
        match = new_match(seed)
        play_match(match, {seat: LearnedAgent(seed), 1 - seat: make("random", seed)})
        won += match.outcome is not None and match.outcome.winner == seat
    assert won >= 10


def test_it_plays_a_whole_match_alike_each_time() -> None:
    ends = []
    for _ in range(2):
        match = new_match(3)
        report = play_match(match, {0: LearnedAgent(1), 1: LearnedAgent(2)})
        assert report.outcome is not None
        ends.append(match.position.digest())
    assert ends[0] == ends[1]


def test_it_plays_where_it_has_learned_nothing_too() -> None:
    match = new_match(1, "ridge")
    blue = LearnedAgent(1)
    assert play_match(match, {0: blue, 1: LearnedAgent(2)}).outcome is not None
    assert blue.explain() == ["I have learned on ford alone, and play at random here."]


def test_it_is_offered_for_its_game_alone() -> None:
    assert "learned" in agents_for("skirmish")
    assert "learned" not in agents_for("westfront")
    assert LearnedAgent().explain() != []


def test_its_choices_do_not_hang_on_the_processor() -> None:
    """All sums are of whole numbers, and the numbers in between are rounded before they are summed again."""
    policy = Policy.load(FILE)
    assert all(layer.weights.dtype == np.int64 for layer in policy.layers)
    largest = max(int(np.abs(layer.weights).sum(1).max()) for layer in policy.layers)
    assert largest * 32_767 < 2**53, "a sum could no longer be held exactly"


def test_a_policy_is_read_as_it_was_written(tmp_path: Path) -> None:
    rng = np.random.default_rng(1)
    layers = [
        Layer.quantised(rng.normal(size=shape), rng.normal(size=shape[0])) for shape in ((5, 7), (3, 5))
    ]
    policy = Policy("skirmish", "ford", np.arange(7), layers)
    policy.save(tmp_path / "x.npz")
    again = Policy.load(tmp_path / "x.npz")
    row = rng.integers(-9, 9, 7).astype(np.int16)
    assert np.allclose(policy.values(row), again.values(row), atol=1e-5)
    mask = np.array([0, 1, 1], np.int8)
    assert policy.choose(row, mask) in (1, 2)
    assert policy.choose(row, np.array([1, 0, 0], np.int8)) == 0


def test_what_is_no_policy_is_refused(tmp_path: Path) -> None:
    np.savez(tmp_path / "x.npz", a=np.zeros(3))
    with pytest.raises(ValueError, match="holds no policy"):
        Policy.load(tmp_path / "x.npz")


def test_its_orders_depend_on_its_view_alone() -> None:
    """Fed a sample of what may be true in place of the match, it gives the same order."""
    match, agent = new_match(5), LearnedAgent(1)
    for _ in range(30):
        decision = match.decision
        if decision is None:
            break
        seat = decision.seats[0]
        seen = Observation(match.game, match.scenario, match.view(seat), seat)
        order = agent.order(seen, UNLIMITED)
        assert LearnedAgent(99).order(seen, UNLIMITED) == order
        match.submit(seat, order)
