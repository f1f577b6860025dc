"""A ladder of agents: whether each is better than the one before it, on every side of a scenario.

Where sides are even, the share of matches won tells. Where one side wins nearly always by design, the other measure
does: how much better the agent does on the same side against the same opponent than the weaker one does there.
"""

from __future__ import annotations

import statistics as plain
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from phaseline.lab.simulate import Recipe, Result, margin, play_recipe
from phaseline.lab.statistics import Interval, wilson

EVEN = 0.5
CONFIDENCE = 0.95


@dataclass(frozen=True)
class Climb:
    """What is asked: is `better` better than `weaker`, in a scenario of a game.

    Both are tried in each seat against the same opponent in the others: the weaker one, or with `strong_opponent` the
    better one, where the weaker one is so weak that nobody can do better against it.
    """

    game: str
    scenario: str
    better: str
    weaker: str
    strong_opponent: bool = False
    seed: int = 0
    playouts: int | None = None
    options: tuple[tuple[str, str], ...] = ()
    packs: tuple[Path, ...] = ()


class Job(NamedTuple):
    """One match to be played: a setting by names, and the number of the match in it."""

    recipe: Recipe
    number: int


def play_job(job: Job) -> Result:
    """Play it, here or in another process."""
    return play_recipe(job.recipe, job.number, kept=False)[0]


def pairings(climb: Climb, seats: int) -> list[tuple[str, ...]]:
    """The seatings to be played: each seat with another agent than the opponent's, and the opponent in all."""
    agents = climb.weaker, climb.better
    opponent, other = reversed(agents) if climb.strong_opponent else agents
    alone = [tuple(other if n == seat else opponent for n in range(seats)) for seat in range(seats)]
    return [*alone, (opponent,) * seats]


def jobs(climb: Climb, seats: int, games: int) -> Iterator[Job]:
    """All matches of a climb; the dice are the same in every pairing."""
    recipe = Recipe(
        climb.game,
        climb.scenario,
        (),
        climb.seed,
        playouts=(climb.playouts,) * seats,
        options=climb.options,
        packs=climb.packs,
    )
    for agents in pairings(climb, seats):
        for number in range(games):
            yield Job(replace(recipe, agents=agents), number)


@dataclass(frozen=True)
class Rung:
    """How the better agent did in one seat: its share of wins, and its margin beside the weaker one's there.

    A margin is a seat's final points less the best of the others'; where a game keeps none, 1 for a win and -1 for a
    loss. `gain` is the 95 % confidence interval of the difference of the mean margins.
    """

    seat: int
    games: int
    wins: int
    draws: int
    weaker_wins: int
    margin: float
    weaker_margin: float
    gain: tuple[float, float]
    dropped: int = 0
    """Illegal orders of plans, of all players, in the matches in which the better agent had this seat."""

    @property
    def interval(self) -> Interval:
        """The confidence interval of the share of wins."""
        return wilson(self.wins, self.games)

    @property
    def climbed(self) -> bool:
        """Whether it is surely better: by its margin, or by winning more than half where the weaker one does not."""
        won = self.interval.low > max(EVEN, self.weaker_wins / self.games)
        return won or self.gain[0] > 0

    def data(self) -> dict[str, Any]:
        """The figures as plain data, for programs."""
        return {
            "seat": self.seat,
            "games": self.games,
            "wins": self.wins,
            "draws": self.draws,
            "interval": list(self.interval),
            "weaker_wins": self.weaker_wins,
            "margin": self.margin,
            "weaker_margin": self.weaker_margin,
            "gain": list(self.gain),
            "climbed": self.climbed,
            "dropped_orders": self.dropped,
        }


def judge(climb: Climb, seats: int, games: int, results: Iterable[Result]) -> list[Rung]:
    """The rungs, one for each seat, from the results in the order of `jobs`."""
    played = list(results)
    groups = [played[start : start + games] for start in range(0, len(played), games)]
    same = groups[seats]
    if climb.strong_opponent:
        return [_rung(seat, same, groups[seat]) for seat in range(seats)]
    return [_rung(seat, groups[seat], same) for seat in range(seats)]


def _rung(seat: int, tried: Sequence[Result], base: Sequence[Result]) -> Rung:
    mine = [margin(result, seat) for result in tried]
    theirs = [margin(result, seat) for result in base]
    return Rung(
        seat=seat,
        games=len(tried),
        wins=sum(result.winner == seat for result in tried),
        draws=sum(result.winner is None for result in tried),
        weaker_wins=sum(result.winner == seat for result in base),
        margin=plain.fmean(mine),
        weaker_margin=plain.fmean(theirs),
        gain=difference(mine, theirs),
        dropped=sum(result.dropped for result in tried),
    )


def difference(mine: Sequence[float], theirs: Sequence[float]) -> tuple[float, float]:
    """Welch's 95 % confidence interval of the difference of two means.

    >>> low, high = difference([5, 6, 7, 6], [1, 2, 2, 3])
    >>> 2.5 < low < 4 < high < 5.5
    True
    >>> difference([1, 1], [0, 0])
    (1.0, 1.0)
    """
    gap = plain.fmean(mine) - plain.fmean(theirs)
    if len(mine) < 2 or len(theirs) < 2:
        return float("-inf"), float("inf")
    parts = [plain.variance(values) / len(values) for values in (mine, theirs)]
    spread = sum(parts)
    if spread == 0:
        return gap, gap
    freedom = spread**2 / sum(
        part**2 / (len(values) - 1) for part, values in zip(parts, (mine, theirs), strict=True)
    )
    from scipy import stats  # noqa: PLC0415 - slow to load, and no match needs it

    half = float(stats.t.ppf((1 + CONFIDENCE) / 2, freedom)) * spread**0.5
    return gap - half, gap + half
