"""Moments of real matches to look at: two staff players go on until something may be ordered.

They are those of version 0.1.0 where there are, so that the moments stay what they are when the staff plays better.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import islice

from phaseline.ai import registry as agents
from phaseline.ai.agent import UNLIMITED
from phaseline.ai.driver import observe
from phaseline.engine import record, registry
from phaseline.engine.match import Match
from phaseline.engine.orders import verb_of

LONGEST = 400
"""So many orders at most until the moment comes."""
SEEDS = range(3, 13)
"""Matches that are looked through for it, one after the other."""


@cache
def moment(game: str, scenario: str, *verbs: str, least: int = 1) -> str:
    """The record of a match until orders of all these verbs may be given, each beginning in `least` ways."""
    return record.dump(until(game, scenario, *verbs, least=least), reveal=True)


def moments(game: str, scenario: str, *verbs: str, count: int) -> list[str]:
    """The records of the first so many moments, of as many matches as it takes, in which orders of all these verbs may be
    given; fewer where there are no more.
    """
    found = (
        record.dump(match, reveal=True)
        for seed in SEEDS
        for match in _moments(game, scenario, verbs, 1, seed)
    )
    return list(islice(found, count))


def until(game: str, scenario: str, *verbs: str, least: int = 1) -> Match:
    """A match as it is when orders of all these verbs may be given, each beginning in `least` ways."""
    for seed in SEEDS:
        match = next(_moments(game, scenario, verbs, least, seed), None)
        if match is not None:
            return match
    raise AssertionError(f"no {verbs} within {LONGEST} orders of {len(SEEDS)} matches")


def last_order(match: Match) -> tuple[str, str]:
    """The record of a match as it was before its last order, and that order."""
    earlier = Match.new(match.game, match.scenario, seed=match.seed)
    last = match.entries[-1].order
    assert last is not None
    for entry in match.entries[1:-1]:
        if entry.seat is None or entry.order is None:
            earlier.go_on()
        else:
            earlier.submit(entry.seat, entry.order)
    return record.dump(earlier, reveal=True), match.write(last)


def _moments(game: str, scenario: str, verbs: tuple[str, ...], least: int, seed: int) -> Iterator[Match]:
    """A match whenever it is at such a moment."""
    played = registry.game(game)
    match = Match.new(played, played.load(scenario), seed=bytes([seed]) * 32)
    name = "staff-1" if agents.plays("staff-1", game) else "staff"
    staff = {seat: agents.make(name, seed + 2 + seat) for seat in range(len(played.seats))}
    for _ in range(LONGEST):
        decision = match.decision
        if decision is None:
            return
        seat = decision.seats[0]
        legal = match.legal(seat)
        open_ = {verb_of(kind) for kind in legal.kinds() if least == 1 or len(legal.values(kind)) >= least}
        if set(verbs) <= open_:
            yield match
        match.submit(seat, staff[seat].order(observe(match, seat), UNLIMITED))
