"""Matches of France '44 in which everybody ends every step, up to one of them."""

from __future__ import annotations

from phaseline.engine.match import Match
from phaseline.games.france44 import GAME, orders
from phaseline.games.france44.state import FranceState

DONE = orders.Done()


def match_of(key: str, seed: int) -> Match:
    return Match.new(GAME, GAME.load(key), seed=seed.to_bytes(32, "big"))


def ending(match: Match, label: str, turn: int) -> FranceState:
    """The match in which everybody ends every step, at this step of this turn."""
    while (decision := match.decision) is not None:
        state = match.state
        assert isinstance(state, FranceState)
        if decision.step.label == label and state.position.turn == turn:
            return state
        match.submit(decision.seats[0], DONE)
    raise AssertionError(f"nobody was asked: {label}")
