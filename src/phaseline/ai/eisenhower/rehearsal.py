"""A mandated offensive tried out before it is declared: one that comes to no attack, or to a bad one, is better left (13.6)."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from phaseline.engine.dice import ScriptedDice
from phaseline.engine.orders import Order
from phaseline.games.eisenhower import orders
from phaseline.games.eisenhower.position import GermanPhase
from phaseline.games.eisenhower.state import EisenhowerState


class Rehearsal(NamedTuple):
    """An offensive as it will be carried out, up to the die of its first attack."""

    script: list[Order]
    forced: float | None
    """What that attack is worth, if it is made only because one must be made."""


class Leader(Protocol):
    """Who gives the orders of an offensive."""

    forced: float | None
    """What the attack was worth that the offensive had to make, when none was worth making."""

    def decide(self, s: EisenhowerState, path: tuple[str, ...]) -> Order | None:
        """The order for a state."""


def rehearse(s: EisenhowerState, seat: int, order: orders.Offensive, leader: Leader) -> Rehearsal | None:
    """An offensive up to the die of its first attack; None when it would come to none."""
    trial = s.copy(ScriptedDice([]))
    trial.apply(seat, order)
    script: list[Order] = []
    while trial.within(GermanPhase) and trial.decision is not None:
        if seat not in trial.decision.seats:
            return None
        chosen = leader.decide(trial, trial.path())
        if chosen is None or trial.legal(seat).refusal(chosen) is not None:
            chosen = trial.game.passing(trial, seat)
        if chosen is None:
            return None
        script.append(chosen)
        if isinstance(chosen, orders.Roll):
            return Rehearsal(script, leader.forced)
        trial.apply(seat, chosen)
    return None
