"""Gates: what an agent must show before it counts as good, against whom, and from which sides.

An opponent that passes must be beaten by whoever must act: by the side that loses when both pass. The staff of an earlier
version and players of one idea are met from both sides with the same dice. Where the old staff against itself nearly
always wins from one side, the share of wins says little: there the agent must win from the other side by so much more
often than the old staff does.

A series ends as soon as a sequential test (`phaseline.lab.sequential`) tells that a gate is met, or out of reach.
"""

from __future__ import annotations

import statistics as plain
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal

from scipy import stats

from phaseline.ai import registry
from phaseline.lab.ladder import Job, play_job
from phaseline.lab.runner import Place, spread
from phaseline.lab.sequential import Trial, Verdict
from phaseline.lab.simulate import Recipe, Result
from phaseline.lab.statistics import Interval, wilson

State = Literal["met", "missed", "open"]
"""Whether a gate is met; `open`: the matches played do not tell."""
PASSIVE: Final = "passive"
OLD: Final = "staff-1"
"""The staff that a new one is measured against, where it plays the game."""
ONE_IDEA: Final = ("greedy", "rusher", "dove", "hoarder")
"""Who else is met."""
ASLEEP: Final = 4
"""So many matches between two that pass tell who must act."""
ONE_SIDED: Final = 0.85
"""From this share on, a side wins so often that wins from both sides together say little."""
CONFIDENCE: Final = 0.95


@dataclass(frozen=True)
class Gate:
    """Against whom, from which seats (a match from each with the same dice), and what must come of it.

    `need` is the share of the matches to be won, and the lower end of its interval must lie above `floor`. With `beyond`
    both are about how much more often the agent wins than that other one does in its place, with the same dice.
    """

    opponent: str
    seats: tuple[int, ...]
    need: float
    floor: float
    beyond: str | None = None


def sleepless(opponent: str, seat: int) -> Gate:
    """Beat somebody who sleeps."""
    return Gate(opponent, (seat,), need=0.95, floor=0.75)


def field_of(game: str, agent: str, seats: int) -> list[Gate]:
    """Whom an agent meets from all seats, in a game."""
    old = registry.plays(OLD, game)
    need, floor = (0.75, 0.6) if old else (0.9, 0.75)
    met = [OLD, *ONE_IDEA] if old else list(ONE_IDEA)
    return [
        Gate(opponent, tuple(range(seats)), need, floor)
        for opponent in met
        if opponent != agent and registry.plays(opponent, game)
    ]


def must_act(recipe: Recipe, seats: int, where: Place) -> list[int]:
    """The seats that do not win when everybody passes."""
    asleep = replace(recipe, agents=(PASSIVE,) * seats)
    played = list(spread(play_job, (Job(asleep, number) for number in range(ASLEEP)), where))
    return [seat for seat in range(seats) if 2 * sum(each.winner == seat for each in played) < ASLEEP]


def losing_seat(recipe: Recipe, seats: int, games: int, where: Place) -> int | None:
    """The seat from which the old staff hardly ever wins against itself; None where there is none."""
    same = replace(recipe, agents=(OLD,) * seats)
    played = list(spread(play_job, (Job(same, number) for number in range(games)), where))
    wins = Counter(each.winner for each in played)
    best = next((seat for seat in range(seats) if wins[seat] >= ONE_SIDED * games), None)
    return None if best is None or seats != 2 else 1 - best


@dataclass
class Standing:
    """How an agent stands before a gate: its matches so far, as many from each seat."""

    gate: Gate
    results: list[Result] = field(default_factory=list)
    base: list[Result] = field(default_factory=list)
    """The matches of the one that `gate.beyond` names, with the same dice."""

    def seat(self, number: int) -> int:
        """The agent's seat in match `number`."""
        return self.gate.seats[number % len(self.gate.seats)]

    @property
    def won(self) -> list[int]:
        """1 for each match won, 0 for all others."""
        return [int(each.winner == self.seat(number)) for number, each in enumerate(self.results)]

    @property
    def wins(self) -> int:
        """Matches won."""
        return sum(self.won)

    @property
    def draws(self) -> int:
        """Matches that nobody won."""
        return sum(each.winner is None for each in self.results)

    @property
    def share(self) -> float:
        """The share of matches won; with `beyond`, by how much it lies above the other's."""
        return plain.fmean(self._values()) if self.results else 0.0

    @property
    def interval(self) -> Interval:
        """The 95 % interval of the share: Wilson's, or Student's for differences of paired matches."""
        if self.gate.beyond is None:
            return wilson(self.wins, len(self.results))
        return _student(self._values())

    def _values(self) -> list[int]:
        if self.gate.beyond is None:
            return self.won
        theirs = [int(each.winner == self.seat(number)) for number, each in enumerate(self.base)]
        return [mine - other for mine, other in zip(self.won, theirs, strict=True)]

    @property
    def state(self) -> State:
        """Whether the gate is met by what was played."""
        if not self.results:
            return "open"
        if self.share >= self.gate.need and self.interval.low > self.gate.floor:
            return "met"
        hopeless = self._verdict() == "not better"
        return "missed" if hopeless or self.interval.high < self.gate.need else "open"

    @property
    def settled(self) -> bool:
        """Whether more matches would hardly change it; asked after each match, answered after whole sets of dice."""
        if len(self.results) % len(self.gate.seats) or self.gate.beyond is not None:
            return False
        verdict = self._verdict()
        return verdict == "not better" or (verdict == "better" and self.state == "met")

    def _verdict(self) -> Verdict | None:
        """What a sequential test says: whether the share is rather `need` than `floor`; None: nothing yet."""
        if self.gate.beyond is not None:
            return None
        each = len(self.gate.seats)
        won = self.won
        shares = Counter(
            sum(won[start : start + each]) / each for start in range(0, len(won) - each + 1, each)
        )
        return Trial(even=self.gate.floor, better=self.gate.need).verdict(shares)

    def data(self) -> dict[str, Any]:
        """The figures as plain data, for programs."""
        return {
            "opponent": self.gate.opponent,
            "seats": list(self.gate.seats),
            "beyond": self.gate.beyond,
            "games": len(self.results),
            "wins": self.wins,
            "draws": self.draws,
            "share": self.share,
            "interval": list(self.interval),
            "need": self.gate.need,
            "floor": self.gate.floor,
            "gate": self.state,
            "dropped_orders": sum(each.dropped for each in self.results),
        }


def _student(values: Sequence[float]) -> Interval:
    """Student's 95 % interval of a mean.

    >>> low, high = _student([1, 0, 1, 1])
    >>> low < 0.75 < high
    True
    """
    mean = plain.fmean(values)
    if len(values) < 2:
        return Interval(-1.0, 1.0)
    half = (
        float(stats.t.ppf((1 + CONFIDENCE) / 2, len(values) - 1)) * plain.stdev(values) / len(values) ** 0.5
    )
    return Interval(mean - half, mean + half)


Watch = Callable[[Standing], None]
"""Who is told how an agent stands, after each match."""


def _nobody(_: Standing) -> None:
    """Nobody watches."""


def jobs(recipe: Recipe, agent: str, gate: Gate, seats: int, games: int) -> Iterator[Job]:
    """The matches before a gate: one from each of its seats with the same dice, then with the next ones."""
    for number in range(games - games % len(gate.seats)):
        mine = gate.seats[number % len(gate.seats)]
        agents = tuple(agent if seat == mine else gate.opponent for seat in range(seats))
        yield Job(replace(recipe, agents=agents), number // len(gate.seats))


def stand(
    recipe: Recipe, agent: str, gate: Gate, seats: int, games: int, where: Place, *, watch: Watch = _nobody
) -> Standing:
    """Play up to `games` matches before a gate, fewer where it is settled sooner; who watches is told after each."""
    found = Standing(gate)
    played = spread(play_job, jobs(recipe, agent, gate, seats, games), where)
    for result in played:
        found.results.append(result)
        watch(found)
        if found.settled:
            break
    if gate.beyond is not None:
        found.base = list(spread(play_job, jobs(recipe, gate.beyond, gate, seats, games), where))
    return found


def opponents(game: str, agent: str) -> list[str]:
    """Whom the gates of an agent are about, in a game."""
    return [PASSIVE, *(gate.opponent for gate in field_of(game, agent, 2))]


def standings(
    recipe: Recipe,
    agent: str,
    seats: int,
    games: int,
    where: Place,
    against: Collection[str] = (),
    *,
    watch: Watch = _nobody,
) -> Iterator[Standing]:
    """An agent before the gates of a scenario, each as soon as it is settled. `recipe` says all but who plays.

    Only before those `against` whom it is asked about; before all if nobody is named. Who watches is told after each match.
    """
    if not against or PASSIVE in against:
        for seat in must_act(recipe, seats, where):
            yield stand(recipe, agent, sleepless(PASSIVE, seat), seats, games, where, watch=watch)
    for gate in field_of(recipe.game, agent, seats):
        if against and gate.opponent not in against:
            continue
        asked = gate
        if gate.opponent == OLD and (side := losing_seat(recipe, seats, games // 2, where)) is not None:
            asked = Gate(OLD, (side,), need=0.3, floor=0.0, beyond=OLD)
        yield stand(recipe, agent, asked, seats, games, where, watch=watch)
