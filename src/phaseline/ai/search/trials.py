"""Playouts of courses: each is carried out on states that could be true, and the match goes on from there."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Any, NamedTuple

from phaseline.ai.brain import Planner
from phaseline.ai.planning import OrderBook
from phaseline.ai.search.council import Council, Course
from phaseline.ai.search.dice import EvenDice
from phaseline.ai.search.hands import Hands
from phaseline.ai.search.leads import Lead, distinct, lead
from phaseline.ai.sight import Sight
from phaseline.engine.dice import Dice, SeededDice
from phaseline.engine.state import Decision, State
from phaseline.wording.counts import several

Over = Callable[[Decision, State[Any, Any]], bool]
"""Whether a playout ends at a decision."""
WORTH = 1_000_000
"""The most that a council's value may come to, either way."""


@dataclass
class Tally:
    """How the playouts of a course ended: how many there were, and of those that saw the end of the match, won, drawn and lost."""

    playouts: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def chance(self) -> float | None:
        """The chance of victory, a draw counted half; None when not all playouts saw the end."""
        if not self.playouts or self.open:
            return None
        return (self.won + self.drawn / 2) / self.playouts

    @property
    def open(self) -> int:
        """How many did not see the end."""
        return self.playouts - self.won - self.drawn - self.lost

    def __str__(self) -> str:
        if not self.playouts:
            return "there was no other"
        tries = several(self.playouts, "try")
        if not self.open:
            return f"wins {self.chance:.0%} of {tries}"
        told = {"won": self.won, "drawn": self.drawn, "lost": self.lost, "still open": self.open}
        return f"{tries}: {', '.join(f'{count} {how}' for how, count in told.items() if count)}"


class Playout(NamedTuple):
    """How one playout ended: what it counts, and who won; nobody in a draw, or when it did not see the end of the match."""

    score: int
    open: bool
    winner: int | None


class Trials:
    """Playouts from one decision: try number n of every course has the same world, dice and enemy.

    Within a `with` block they are shared out among as many processes as the budget allows.
    """

    def __init__(
        self,
        council: Council[Any],
        live: Planner[Any],
        sight: Sight[Any],
        seed: int,
        tallies: dict[Course, Tally] | None = None,
    ) -> None:
        """`tallies` of earlier trials of the same courses are carried on."""
        self.council = council
        self.live = live
        self.sight = sight
        self.moment = council.moment(sight.state)
        self._exact = council.exact(self.moment)
        self._even = council.even and not self._exact
        self.wanted = 0
        """So many playouts are meant to be carried out for this order; 0: nobody knows."""
        self._tallies: dict[Course, Tally] = {} if tallies is None else tallies
        self._rng = random.Random(seed)
        self._worlds: list[tuple[State[Any, Any], bytes]] = []
        self._leads: dict[Course, Lead] = {}
        self._hands = Hands(self._play, sight.clock.budget.processes)

    def __enter__(self) -> Trials:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Let the other processes go."""
        self._hands.__exit__(kind, error, trace)

    @property
    def together(self) -> int:
        """So many attempts at a time keep everybody busy."""
        return self._hands.processes

    def distinct(self, courses: list[Course]) -> list[Course]:
        """Those of some courses that come to other orders than the rest, as far as that can be told; called before any attempt.

        When there is hurry, those are left out that nobody has looked into yet.
        """
        if not self.council.open:
            return courses
        start = self.sight.seen.sample(self._rng)
        for course in courses:
            if self._leads and self.sight.clock.hurry:
                break
            self._leads[course] = lead(self.council, self.sight.seat, self.live, start, course)
        return distinct(self._leads, self._favour)

    def _favour(self, course: Course) -> int:
        """What counts for a course besides what comes of its playouts."""
        return 0 if self._exact else self.council.favour(course)

    def attempts(self, wanted: Sequence[tuple[Course, int]]) -> list[int]:
        """Play courses out, each in the world of a number; what came of it."""
        clock, found = self.sight.clock, []
        for (course, _), playout in zip(wanted, self._hands.do(wanted), strict=True):
            clock.playouts += 1
            self._count(course, playout)
            found.append(playout.score)
        if self.wanted:
            clock.far(clock.playouts / self.wanted)
        return found

    def tally(self, course: Course) -> Tally:
        """How the playouts of a course ended."""
        return self._tallies.get(course, Tally())

    def _play(self, task: tuple[Course, int]) -> Playout:
        """Play a course out in the world of a number."""
        course, number = task
        while len(self._worlds) <= number:
            self._worlds.append(self._world())
        world, dice = self._worlds[number]
        led = self._leads.get(course, Lead(world, self.live, intents=list(course.intents)))
        state = led.state.copy(self._dice(dice, number))
        self._carry_out(state, course, number, led, self.council.over(world))
        value = (self.council.result if self._exact else self.council.value)(state)
        score = max(-WORTH, min(WORTH, value + self._favour(course)))
        outcome = state.position.outcome
        return Playout(score, outcome is None, outcome.winner if outcome is not None else None)

    def _world(self) -> tuple[State[Any, Any], bytes]:
        """A state that could be true, and the dice that fall there."""
        if self._even and len(self._worlds) % 2:
            return self._worlds[-1]
        state = self.sight.seen.sample(self._rng)
        self.council.imagine(state, self._rng)
        return state, self._rng.randbytes(32)

    def _dice(self, seed: bytes, number: int) -> Dice:
        """The dice of a try; of two in the same world, where they are even, the second are mirrored."""
        return EvenDice(seed, mirrored=bool(number % 2)) if self._even else SeededDice(seed)

    def _carry_out(
        self, state: State[Any, Any], course: Course, number: int, led: Lead, over: Over | None
    ) -> None:
        """Give the orders of a course from where it was `led` to, then play on."""
        council, seat = self.council, self.sight.seat
        reply = council.replies[(number // 2 if self._even else number) % len(council.replies)]
        players = {
            each: council.player(each, course.bearing, led.planner)
            if each == seat
            else council.player(each, reply, None)
            for each in range(len(state.game.seats))
        }
        for each, player in players.items():
            if each != seat:
                player.hear(led.heard)
        book, last = OrderBook(list(led.intents)), led.last
        while (decision := state.waiting()) is not None:
            if over is not None and over(decision, state):
                return
            mover = decision.seats[0]
            order, last = last, None
            if order is None and book and mover == seat:
                if (now := council.moment(state)) is not None and now != self.moment:
                    book.intents.clear()
                else:
                    order = book.next(state.legal(seat))
            if order is None:
                order = players[mover].order(state)
            state.play(mover, order)
            for player in players.values():
                player.hear(state.events)
            state.events.clear()
            state.draws.clear()

    def _count(self, course: Course, playout: Playout) -> None:
        tally = self._tallies.setdefault(course, Tally())
        tally.playouts += 1
        if playout.open:
            return
        if playout.winner is None:
            tally.drawn += 1
        elif playout.winner == self.sight.seat:
            tally.won += 1
        else:
            tally.lost += 1
