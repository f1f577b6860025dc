"""Let agents play a match: each is asked when its seat owes a decision, with its own view and a budget."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from phaseline.ai.agent import UNLIMITED, Agent, Budget, Observation
from phaseline.engine.events import Event, redact
from phaseline.engine.installed import BROKEN, reason
from phaseline.engine.match import Match
from phaseline.engine.orders import Order, write
from phaseline.engine.position import Outcome

GRACE = 0.05
"""Seconds an order may be late before it is not taken: what a busy machine may add."""


class AgentError(RuntimeError):
    """An agent gave no order, or one that is not legal: its own fault.

    The message names the agent, and the order and the case, or what went wrong in which line.
    """


class NoEnd(RuntimeError):
    """A match went on past the limit of orders."""


@dataclass
class Report:
    """How a match that agents played went.

    `outcome` is None when it stopped for a seat without an agent. By seat, `late` counts the orders that came too late,
    `dropped` those that an agent's own plan gave illegally and that it replaced, `seconds` how long it thought in all.
    """

    outcome: Outcome | None = None
    orders: int = 0
    late: dict[int, int] = field(default_factory=dict)
    dropped: dict[int, int] = field(default_factory=dict)
    seconds: dict[int, float] = field(default_factory=dict)


Listener = Callable[[int, Order, Sequence[Event]], None]
"""Told of every order: the seat, the order, and all that came of it (not redacted)."""


def play_match(
    match: Match,
    agents: Mapping[int, Agent],
    *,
    budget: Budget | Mapping[int, Budget] = UNLIMITED,
    limit: int | None = None,
    listener: Listener | None = None,
    seed: int = 0,
) -> Report:
    """Play on until the match is over or waits only for seats without an agent.

    `budget` is everybody's, or each seat's own (a seat that is not named has all the time in the world).
    An agent that answers later than its budget (and `GRACE`) loses the choice: a random legal order is given in its
    place, drawn from `seed`. Nothing stops an agent that never answers; run such a one in a process of its own.

    Raises `AgentError` when an agent gives an illegal order or breaks down, and `NoEnd` after `limit` orders (default: the longest match
    that the game has); `LookupError` for an agent in a seat that there is not, by its number.
    """
    seats = match.game.seats
    if astray := [seat for seat in agents if seat not in range(len(seats))]:
        known = ", ".join(f"{number} ({name})" for number, name in enumerate(seats))
        raise LookupError(f"agents play seats by their numbers; there is none {astray[0]!r}, but {known}")
    limit = match.game.longest if limit is None else limit
    report = Report()
    substitute = random.Random(seed)
    while (seat := _next(match, agents)) is not None:
        if report.orders == limit:
            raise NoEnd(f"{match.game.key}, {match.scenario.key}: no end after {limit} orders")
        allowed = budget if isinstance(budget, Budget) else budget.get(seat, UNLIMITED)
        order = _ask(match, seat, agents[seat], allowed, report, substitute)
        events = match.submit(seat, order)
        report.orders += 1
        _tell(match, agents, events)
        if listener is not None:
            listener(seat, order, events)
    report.outcome = match.outcome
    return report


def observe(match: Match, seat: int) -> Observation:
    """What an agent in `seat` gets to see now."""
    return Observation(match.game, match.scenario, match.view(seat), seat)


def _tell(match: Match, agents: Mapping[int, Agent], events: Sequence[Event]) -> None:
    """Let agents that listen know what happened, each only what its seat may know."""
    for seat, agent in agents.items():
        if type(agent).hear is not Agent.hear:
            try:
                agent.hear(redact(events, seat))
            except BROKEN as error:
                raise AgentError(f"{_named(match, seat, agent)} broke down: {reason(error)}") from error


def _named(match: Match, seat: int, agent: Agent) -> str:
    return f"{type(agent).__name__} as {match.game.seats[seat]}"


def _next(match: Match, agents: Mapping[int, Agent]) -> int | None:
    decision = match.decision
    return None if decision is None else next((seat for seat in decision.seats if seat in agents), None)


def _ask(
    match: Match, seat: int, agent: Agent, budget: Budget, report: Report, substitute: random.Random
) -> Order:
    seen = observe(match, seat)
    name = _named(match, seat, agent)
    started = time.perf_counter()
    try:
        order = agent.order(seen, budget)
        spent = time.perf_counter() - started
        dropped = agent.dropped()
    except BROKEN as error:
        raise AgentError(f"{name} broke down: {reason(error)}") from error
    report.seconds[seat] = report.seconds.get(seat, 0.0) + spent
    if dropped:
        report.dropped[seat] = report.dropped.get(seat, 0) + len(dropped)
    if budget.seconds is not None and spent > budget.seconds + GRACE:
        report.late[seat] = report.late.get(seat, 0) + 1
        return match.legal(seat).sample(substitute)
    if not isinstance(order, Order):
        raise AgentError(f"{name} gave {order!r}, which is no order: give one that `legal` of a sample lists")
    refusal = match.check(seat, order)
    if refusal is not None:
        raise AgentError(f"{name} gave {write(order, match.scenario.lexicon)!r}, which is refused: {refusal}")
    return order
