"""Moments of a match of Eisenhower's War that several tests begin at."""

import random

from phaseline.engine.match import Match
from phaseline.games.eisenhower.game import EisenhowersWar
from phaseline.games.eisenhower.state import EisenhowerState

GAME = EisenhowersWar()


def first_turn() -> EisenhowerState:
    """The Allied movement of Turn 1, ports checked."""
    match = Match.new(GAME, GAME.load("historical"), seed=bytes(32))
    state = match.state
    assert isinstance(state, EisenhowerState)
    while state.decision is not None and state.position.turn < 1:
        state.apply(state.decision.seats[0], state.legal(state.decision.seats[0]).sample(random.Random(1)))
    return state
