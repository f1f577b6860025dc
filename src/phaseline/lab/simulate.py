"""Many matches between agents: a series, each match with its own seed, and what came of them all."""

from __future__ import annotations

import functools
import hashlib
import statistics
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from phaseline.ai import registry
from phaseline.ai.agent import Agent, Budget
from phaseline.ai.driver import play_match
from phaseline.engine import record
from phaseline.engine import registry as game_registry
from phaseline.engine.game import Game, Scenario
from phaseline.engine.match import Match
from phaseline.engine.packs import DataPack
from phaseline.lab.statistics import Interval, wilson
from phaseline.wording.counts import several


@dataclass(frozen=True)
class Setting:
    """What a series is about. `agents` names the player of each seat, `budgets` what each of them may think.

    With `swap`, the agents change seats in a rotation from match to match, so that none has the better side. With
    `paired`, all matches of a rotation have the same dice.
    """

    game: Game[Any, Any]
    scenario: Scenario
    agents: tuple[str, ...]
    seed: int = 0
    swap: bool = False
    paired: bool = False
    budgets: tuple[Budget, ...] = ()
    """By agent; () where all may think as much as they like."""
    looking: bool = False
    """Whether nothing more is to be played: then agents may be missing."""

    def __post_init__(self) -> None:
        """Checks that each seat has an agent that can be made and knows the game.

        Raises `ValueError`, `LookupError` or `CannotLoad`.
        """
        seats = self.game.seats
        if len(self.agents) != len(seats):
            given, wanted = several(len(self.agents), "agent"), several(len(seats), "seat")
            raise ValueError(f"{given} for {wanted}: name one for each: {', '.join(seats)}")
        for name in self.agents:
            if self.looking and registry.missing(name):
                continue
            if not registry.plays(name, self.game.key):
                known = ", ".join(registry.agents_for(self.game.key))
                raise ValueError(f"{name} does not play {self.game.key}; these do: {known}")
            registry.make(name, 0)

    def places(self, number: int) -> tuple[int, ...]:
        """Which of the agents, by its number, has which seat in match `number`."""
        count = len(self.agents)
        turn = number % count if self.swap else 0
        return tuple((seat + turn) % count for seat in range(count))

    def seating(self, number: int) -> tuple[str, ...]:
        """Which agent has which seat in match `number`."""
        return tuple(self.agents[place] for place in self.places(number))

    def dice(self, number: int) -> bytes:
        """The seed of the dice of match `number`."""
        return match_seed(self.seed, number // len(self.agents) if self.paired else number)


@dataclass(frozen=True)
class Result:
    """One match of a series. `winner` is a seat, None for a draw."""

    number: int
    seating: tuple[str, ...]
    winner: int | None
    level: str
    scores: tuple[int, ...]
    orders: int
    late: int
    seconds: float
    dropped: int = 0
    """Orders that an agent's own plan gave illegally and that it replaced (`Agent.dropped`)."""


def margin(result: Result, seat: int) -> float:
    """By how much a seat is ahead at the end; who plays alone is ahead by all its points, and has lost if it has not won."""
    if result.scores:
        others = (score for n, score in enumerate(result.scores) if n != seat)
        return result.scores[seat] - max(others, default=0)
    if len(result.seating) == 1:
        return 1.0 if result.winner == seat else -1.0
    return 0.0 if result.winner is None else 1.0 if result.winner == seat else -1.0


@dataclass(frozen=True)
class Recipe:
    """A setting by its names alone, so that other processes can make it; see `Setting`.

    `playouts` are those of each agent's budget (None: no end of them); () where all have no end of them. `looking`: only matches
    that were played are looked at, and agents may be missing.
    """

    game: str
    scenario: str
    agents: tuple[str, ...]
    seed: int = 0
    swap: bool = False
    paired: bool = False
    playouts: tuple[int | None, ...] = ()
    options: tuple[tuple[str, str], ...] = ()
    packs: tuple[Path, ...] = ()
    looking: bool = False


@functools.lru_cache(maxsize=256)
def prepare(recipe: Recipe) -> Setting:
    """The setting that a recipe describes. Raises what loading a game, its options or packs raises."""
    game, scenario = _loaded(recipe.game, recipe.scenario, recipe.options, recipe.packs)
    budgets = tuple(Budget(playouts=playouts) for playouts in recipe.playouts)
    return Setting(
        game, scenario, recipe.agents, recipe.seed, recipe.swap, recipe.paired, budgets, recipe.looking
    )


@functools.cache
def _loaded(
    key: str, scenario: str, options: tuple[tuple[str, str], ...], packs: tuple[Path, ...]
) -> tuple[Game[Any, Any], Scenario]:
    """A scenario, once for all recipes that differ in players alone: what it works out about itself is worked out once."""
    game = game_registry.game(key)
    return game, game.load(scenario, dict(options), tuple(DataPack(folder) for folder in packs))


def play_recipe(recipe: Recipe, number: int, *, kept: bool = True) -> tuple[Result, str]:
    """Match `number` of a series as plain data: its result, and its record if it is to be `kept`."""
    result, match = play_one(prepare(recipe), number)
    return result, record.dump(match) if kept else ""


def match_seed(seed: int, number: int) -> bytes:
    """The seed of the dice of match `number` in the series with this seed."""
    return hashlib.sha256(f"phaseline series {seed} match {number}".encode()).digest()


def play_one(setting: Setting, number: int) -> tuple[Result, Match]:
    """Play match `number` of a series. The same setting and number always give the same match."""
    match = begin(setting, number)
    return play_on(setting, number, match), match


def begin(setting: Setting, number: int) -> Match:
    """Match `number` of a series before its first order."""
    players = {seat: f"computer {name}" for seat, name in enumerate(setting.seating(number))}
    return Match.new(setting.game, setting.scenario, players=players, seed=setting.dice(number))


def play_on(setting: Setting, number: int, match: Match) -> Result:
    """Let the agents play what `begin` has made; what was played before an error stays in the match."""
    seating, dice = setting.seating(number), setting.dice(number)
    budgets = {
        seat: setting.budgets[place]
        for seat, place in enumerate(setting.places(number) if setting.budgets else ())
    }
    started = time.perf_counter()
    report = play_match(match, seated(seating, dice), budget=budgets, seed=int.from_bytes(dice[:8], "big"))
    outcome = report.outcome
    return Result(
        number=number,
        seating=seating,
        winner=None if outcome is None else outcome.winner,
        level="" if outcome is None else outcome.level,
        scores=() if outcome is None else outcome.scores,
        orders=report.orders,
        late=sum(report.late.values()),
        dropped=sum(report.dropped.values()),
        seconds=time.perf_counter() - started,
    )


def seated(seating: Sequence[str], seed: bytes) -> dict[int, Agent]:
    """The agents of these names by seat, each with a seed of its own that tells nothing of the dice of `seed`."""
    # An agent's seed must not be the dice's: it may not know what will be rolled.
    seeds = [
        int.from_bytes(hashlib.sha256(seed + bytes([seat])).digest()[:8], "big")
        for seat in range(len(seating))
    ]
    return {seat: registry.make(name, seeds[seat]) for seat, name in enumerate(seating)}


@dataclass
class Summary:
    """What came of a series so far. Add results; the figures follow."""

    seats: tuple[str, ...]
    results: list[Result] = field(default_factory=list)

    def add(self, result: Result) -> None:
        """Take in one more result."""
        self.results.append(result)

    @property
    def draws(self) -> int:
        """Matches that nobody won."""
        return sum(result.winner is None for result in self.results)

    def wins(self, seat: int) -> int:
        """Matches won from this seat."""
        return sum(result.winner == seat for result in self.results)

    def wins_by_agent(self) -> dict[str, tuple[int, int]]:
        """Wins and matches of each agent. One that plays against itself is left out: it wins and loses at once."""
        tally: dict[str, tuple[int, int]] = {}
        for result in self.results:
            for seat, name in enumerate(result.seating):
                if result.seating.count(name) == 1:
                    won, played = tally.get(name, (0, 0))
                    tally[name] = won + (result.winner == seat), played + 1
        return dict(sorted(tally.items()))

    def interval(self, wins: int) -> Interval:
        """The 95 % confidence interval of a share of wins."""
        return wilson(wins, len(self.results))

    @property
    def mean_orders(self) -> float:
        """Orders a match, on average; 0 without matches."""
        return statistics.fmean(result.orders for result in self.results) if self.results else 0.0

    @property
    def levels(self) -> Mapping[str, int]:
        """How often each level of victory came up, for each winner, commonest first."""
        tally: dict[str, int] = {}
        for result in self.results:
            if result.level:
                winner = "draw" if result.winner is None else self.seats[result.winner]
                tally[f"{winner}, {result.level}"] = tally.get(f"{winner}, {result.level}", 0) + 1
        return dict(sorted(tally.items(), key=lambda item: -item[1]))

    def mean_score(self, seat: int) -> float | None:
        """The mean final points of a seat; None when the game keeps none."""
        scores = [result.scores[seat] for result in self.results if len(result.scores) > seat]
        return statistics.fmean(scores) if scores else None

    def data(self) -> dict[str, Any]:
        """The figures as plain data, for programs."""
        return {
            "games": len(self.results),
            "draws": self.draws,
            "seats": {
                name: {
                    "wins": self.wins(seat),
                    "share": self.wins(seat) / max(1, len(self.results)),
                    "interval": list(self.interval(self.wins(seat))),
                    "mean_score": self.mean_score(seat),
                }
                for seat, name in enumerate(self.seats)
            },
            "by_agent": {
                name: {"wins": won, "games": played, "interval": list(wilson(won, played))}
                for name, (won, played) in self.wins_by_agent().items()
            },
            "levels": dict(self.levels),
            "mean_orders": self.mean_orders,
            "late_orders": sum(result.late for result in self.results),
            "dropped_orders": sum(result.dropped for result in self.results),
            "seconds": sum(result.seconds for result in self.results),
        }
