"""Which numbers of a staff would be better otherwise: matches in which some of them, drawn by chance, are larger or smaller.

One match says nothing, and a thousand with all numbers changed one by one would say little about each. So in every match three
in ten are changed at once, each made larger or smaller, by the number of the match; what each of them does is told apart by
linear regression over all matches. What stands out is to be measured as a player of its own then, on other dice.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np

from phaseline.ai.brain import brain_of
from phaseline.ai.search.bearings import BearingCouncil
from phaseline.ai.weights import MARK, Weight, paths, read_weights
from phaseline.engine.game import Game
from phaseline.lab.ladder import Job
from phaseline.lab.simulate import Recipe, Result, margin
from phaseline.wording.counts import several

FACTOR: Final = 1.8
"""So many times as large as usual a number is made, or as small."""
SHARE: Final = 0.3
"""The share of the numbers that are changed in a match."""
CLEAR: Final = 2.0
"""From so many standard errors on an effect is taken into a step."""


class NothingWeighed(LookupError):
    """Nobody's numbers can be told apart; the message says why."""

    def __str__(self) -> str:
        return str(self.args[0])


@dataclass(frozen=True)
class Effect:
    """What a number does: `gain` in points when it is made `FACTOR` times as large, with its standard error.

    `step` is how many times as large it should be by all that is known; 1 where that is not clear.
    """

    path: str
    usual: Any
    gain: float
    error: float
    step: float = 1.0

    @property
    def ratio(self) -> float:
        """The gain in standard errors."""
        return self.gain / self.error if self.error else 0.0

    def data(self) -> dict[str, Any]:
        """The figures as plain data, for programs."""
        return {
            "weight": self.path,
            "usual": self.usual,
            "gain": self.gain,
            "error": self.error,
            "step": self.step,
        }


def usual(game: Game[Any, Any], scenario: Any, seat: int, agent: str = "general") -> dict[str, Any]:
    """What an agent of a seat weighs by that can be set, by section, with the weights that its name carries.

    Raises `NothingWeighed`, `WeightError`, or what `brain_of` raises.
    """
    make = brain_of(game.key).council
    if make is not None and MARK in agent:
        make = make.weighed(read_weights(agent.partition(MARK)[2]))
    council = None if make is None else make(scenario, seat)
    if not isinstance(council, BearingCouncil):
        raise NothingWeighed(f"in {game.title} there are no numbers that could be weighed otherwise")
    return council.settable(council.weighs(council.bearings[""].otherwise))


def drawn(agent: str, numbers: Sequence[str], seed: int, match: int) -> str:
    """An agent's name with the weights of a match after those that it has: the same for the same seed and number."""
    chance = random.Random(f"weights {seed} {match}")
    changed = [
        Weight(path, round(chance.choice((FACTOR, 1 / FACTOR)), 4), times=True)
        for path in numbers
        if chance.random() < SHARE
    ]
    return MARK.join([agent, *map(str, changed)])


def jobs(
    recipe: Recipe, agent: str, seat: int, opponents: Sequence[str], numbers: Sequence[str], games: int
) -> Iterator[Job]:
    """The matches: an agent in a seat, each time with other weights, against the opponents in turn."""
    for match in range(games):
        name, enemy = drawn(agent, numbers, recipe.seed, match), opponents[match % len(opponents)]
        seating = (name, enemy) if seat == 0 else (enemy, name)
        yield Job(replace(recipe, agents=seating), match)


def points(result: Result, seat: int, cap: float) -> float:
    """What a match counts: the lead, no more than `cap` either way, and half of that for victory."""
    won = 0 if result.winner is None else 1 if result.winner == seat else -1
    return max(-cap, min(cap, margin(result, seat))) + won * cap / 2


def require_matches(matches: int, numbers: Sequence[str], opponents: Sequence[str]) -> int:
    """How many unknowns there are; raises `NothingWeighed` when there are no more matches than these."""
    unknown = len(numbers) + len(set(opponents))
    if matches <= unknown:
        raise NothingWeighed(
            f"{several(matches, 'match')} cannot tell {several(len(numbers), 'number')} apart; "
            f"play more than {unknown}, better a thousand"
        )
    return unknown


def effects(
    results: Sequence[Result],
    agent: str,
    seat: int,
    numbers: Sequence[str],
    weights: Mapping[str, Any],
    cap: float,
) -> list[Effect]:
    """What each number does for an agent, what stands out most first. Raises `NothingWeighed` when there are too few matches to tell."""
    enemies = sorted({each.seating[1 - seat] for each in results})
    columns = require_matches(len(results), numbers, enemies)
    place = {path: column for column, path in enumerate(numbers)}
    given = np.zeros((len(results), columns))
    for row, each in enumerate(results):
        changed = each.seating[seat].removeprefix(agent).removeprefix(MARK)
        for weight in read_weights(changed) if changed else ():
            given[row, place[weight.path]] = 1.0 if weight.number > 1 else -1.0
        given[row, len(numbers) + enemies.index(each.seating[1 - seat])] = 1.0
    came = np.array([points(each, seat, cap) for each in results])
    inverse = np.linalg.pinv(given.T @ given)
    slopes = inverse @ given.T @ came
    noise = float(((came - given @ slopes) ** 2).sum()) / (len(results) - columns)
    errors = np.sqrt(np.clip(np.diag(inverse), 0.0, None) * noise)
    gains, errors = slopes[: len(numbers)], errors[: len(numbers)]
    steps = _steps(gains, errors)
    found = [
        Effect(path, _at(weights, path), float(gain), float(error), float(step))
        for path, gain, error, step in zip(numbers, gains, errors, steps, strict=True)
    ]
    return sorted(found, key=lambda each: -abs(each.ratio))


def stepped(agent: str, found: Sequence[Effect]) -> str:
    """The name of an agent that goes a step along what is clear; without anything clear, of the agent itself."""
    return MARK.join(
        [
            agent,
            *(str(Weight(each.path, round(each.step, 3), times=True)) for each in found if each.step != 1),
        ]
    )


def changeable(weights: Mapping[str, Any]) -> list[str]:
    """The numbers that are drawn: all that can be set and are not 0, of which so many times as much says nothing."""
    return [path for path in paths(weights) if np.any(_at(weights, path))]


def _steps(gains: np.ndarray, errors: np.ndarray) -> np.ndarray:
    """How far to go: what is clearest by `FACTOR`, the others by their share of it, each gain trusted as far as its error allows."""
    spread = max(0.0, float(np.mean(gains**2 - errors**2)))
    trusted = gains * spread / (spread + errors**2 + 1e-12)
    clear = np.abs(gains) >= CLEAR * errors
    most = float(np.max(np.abs(trusted[clear]), initial=0.0))
    return np.where(clear & (most > 0), FACTOR ** (trusted / (most or 1.0)), 1.0)


def _at(weights: Mapping[str, Any], path: str) -> Any:
    section, name = path.split(".")
    return weights[section][name]
