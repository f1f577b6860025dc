"""Matches that planners play, for the tests of the games' computer players."""

import random
from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar

from phaseline.ai.agent import Budget, Observation
from phaseline.ai.brain import Planner
from phaseline.ai.driver import observe
from phaseline.ai.passive import PassiveAgent
from phaseline.ai.sight import Clock, Sight
from phaseline.engine.game import Game, Scenario
from phaseline.engine.match import Match

S = TypeVar("S", bound=Scenario)


def sight_of(seen: Observation, seed: int = 0) -> Sight[Any]:
    """What a planner decides by."""
    return Sight(seen, seen.sample(random.Random(seed)), random.Random(seed), Clock(Budget()))


def play_on(
    match: Match, planners: Mapping[int, Planner[Any]], until: Callable[[Match], bool], seed: int, most: int
) -> Match:
    """Play up to some moment or the end, by the planners of these seats and by somebody who passes in the others.

    Every order of a planner is checked to be legal.
    """
    passive = PassiveAgent(seed)
    for _ in range(most):
        decision = match.decision
        if decision is None or until(match):
            return match
        seat = decision.seats[0]
        seen = observe(match, seat)
        order = planners[seat].order(sight_of(seen)) if seat in planners else passive.order(seen, Budget())
        if order is None:
            order = match.game.passing(match.state, seat)
            assert order is not None, f"no plan for {match.state.path()}"
        refusal = match.check(seat, order)
        assert refusal is None, f"{match.write(order)} at {match.state.path()}: {refusal}"
        match.submit(seat, order)
    raise AssertionError(f"no end after {most} orders")


class Staffs(Generic[S]):
    """Matches of a game, played by its staff."""

    def __init__(self, game: Game[Any, S], planner: Callable[[S, int, int], Planner[Any]]) -> None:
        self.game = game
        self.planner = planner

    def new_match(self, scenario: S, seed: int) -> Match:
        """A match with dice of its own."""
        return Match.new(self.game, scenario, seed=seed.to_bytes(32, "big"))

    def played(
        self,
        scenario: S,
        seed: int,
        until: Callable[[Match], bool] = lambda _: False,
        *,
        staffs: tuple[int, ...] = (0, 1),
        most: int = 5000,
    ) -> Match:
        """A match up to some moment or the end, by staffs in these seats and by somebody who passes in the others.

        Every order of a staff is checked to be legal.
        """
        planners = {seat: self.planner(scenario, seat, seed) for seat in staffs}
        return play_on(self.new_match(scenario, seed), planners, until, seed, most)


def at_turn(turn: int, label: str = "") -> Callable[[Match], bool]:
    """Whether a match has come to a turn, and to a step of it."""

    def reached(match: Match) -> bool:
        path = match.state.path()
        return match.state.position.turn >= turn and (not label or (bool(path) and path[-1] == label))

    return reached
