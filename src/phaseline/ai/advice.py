"""Hints: what a computer player would do in somebody's place, and why."""

from __future__ import annotations

from dataclasses import dataclass

from phaseline.ai import registry
from phaseline.ai.agent import Budget
from phaseline.ai.driver import observe
from phaseline.engine.match import Match
from phaseline.engine.orders import Order

ADVISERS = ("staff", "greedy")
"""Who gives hints: the first that knows the game."""
SOLVERS = ("solver", *ADVISERS)
"""The same in a puzzle."""


@dataclass(frozen=True)
class Advice:
    """The order that was found, and the reasons for it in words."""

    order: Order
    reasons: list[str]


def adviser(match: Match) -> str | None:
    """The agent that gives hints in a match; None where nobody knows the game."""
    known = registry.agents_for(match.game.key)
    advisers = ADVISERS if match.scenario.task is None else SOLVERS
    return next((name for name in advisers if name in known), None)


def advise(match: Match, seat: int) -> Advice | None:
    """What an adviser would do in a seat that has to decide, from what the seat may see; None where nobody knows the game.

    The same position gives the same advice.
    """
    name = adviser(match)
    if name is None:
        return None
    agent = registry.make(name, len(match.entries))
    order = agent.order(observe(match, seat), Budget())
    return Advice(order, agent.explain())
