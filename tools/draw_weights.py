"""Weights drawn by chance for some turns of a side, and what comes of them in whole matches.

    python tools/draw_weights.py war_in_europe sichelschnitt --seat 0 --last 1 --keep /tmp/draws.jsonl
    python tools/draw_weights.py war_in_europe sichelschnitt --seat 0 --last 1 --keep /tmp/draws.jsonl --best 7 --seed 2 --games 16

The general of that side plays each match by one set of weights from turn FIRST to turn LAST and by its usual ones afterwards, as
`settled` in `bearings.toml` makes it; `--search` lets it compare courses in the other turns as it always does. The sets are those
of the game's `parameters.toml` with about a third of the numbers larger or smaller; number 0 is the usual one. Every set meets the
same opponents with the same dice. FILE takes a line of JSON a set, so that a run that was stopped goes on where it was. With
`--best` the best of them in FILE play on, by other dice: the best of many are partly lucky, and only what they do then tells.
What holds in whole matches goes to `bearings.toml` as a bearing that is settled.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import tomllib
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from dataclasses import replace as exchanged
from functools import partial
from importlib import resources
from pathlib import Path
from typing import Any, NamedTuple

from msgspec.structs import replace

from phaseline.ai import registry
from phaseline.ai.brain import Brain, brain_of
from phaseline.ai.driver import play_match
from phaseline.ai.search import Bearing, BearingCouncil, Bearings, read_bearings
from phaseline.ai.search.bearings import Reach
from phaseline.ai.search.general import GeneralAgent
from phaseline.engine import registry as games
from phaseline.engine.match import Match
from phaseline.engine.packs import DataError
from phaseline.lab.simulate import match_seed

NAME = "drawn"
"""What the bearing is called that is tried."""
SHARE = 1 / 3
"""So many of the numbers are changed in each set."""
SPREAD = 0.6
"""The standard deviation of the logarithm by which they are."""
NEARLY = 0.8
"""From here to 1 a number is what is left of something: then what is lost of it is made larger or smaller."""

Weights = dict[str, dict[str, Any]]


@dataclass(frozen=True)
class Question:
    """Which side of which scenario is tried in which turns, against whom, and with which dice."""

    game: str
    scenario: str
    seat: int
    first: int
    last: int
    against: tuple[str, ...]
    seed: int
    games: int
    search: bool


class Answer(NamedTuple):
    """What came of a set: for each match the seat's result (1, 0 for a draw, -1) and its lead in points."""

    set: int
    results: list[tuple[int, float]]
    weights: Weights

    @property
    def worth(self) -> tuple[float, float]:
        """By what sets are ranked: victories, a draw half, then the lead."""
        return statistics.fmean(result for result, _ in self.results), self.lead

    @property
    def lead(self) -> float:
        """The mean lead."""
        return statistics.fmean(lead for _, lead in self.results)

    def __str__(self) -> str:
        won, drawn = (sum(result == each for result, _ in self.results) for each in (1, 0))
        return f"set {self.set}: {won} won, {drawn} drawn of {len(self.results)}, lead {self.lead:+.1f}"


def draw(numbers: Weights, number: int, seed: int) -> Weights:
    """The set with this number; number 0 changes nothing."""
    rng, found = random.Random(f"{seed} {number}"), Weights()
    for section, values in numbers.items() if number else ():
        for name, value in values.items():
            chosen, factor = rng.random() < SHARE, rng.lognormvariate(0.0, SPREAD)
            several = value if isinstance(value, list) else [value]
            if not chosen or not all(isinstance(each, float) for each in several):
                continue
            changed = [_scaled(each, factor) for each in several]
            found.setdefault(section, {})[name] = changed if isinstance(value, list) else changed[0]
    return found


def _scaled(value: float, factor: float) -> float:
    scaled = 1.0 - (1.0 - value) * factor if NEARLY <= value < 1.0 else value * factor
    return float(f"{scaled:.3g}")


def council(game: str) -> type[BearingCouncil[Any]]:
    """Who proposes bearings for a game. Raises `SystemExit` where nobody does."""
    found = brain_of(game).council
    if found is None or not issubclass(found, BearingCouncil):
        raise SystemExit(f"{game}: its general has no bearings; take a game whose brain has a bearings.toml")
    return found


def led(question: Question, weights: Weights) -> Brain:
    """The game's brain, with a council that has these weights settled for the seat in those turns."""
    usual = council(question.game)
    file = read_bearings(usual.package)
    reach = file.scenarios.get(question.scenario, Reach())
    if not question.search:
        reach = replace(reach, playouts=0, after=0)
    tried = Bearing(
        name=NAME,
        aim="Weights drawn by chance",
        otherwise=weights,
        seats=(question.seat,),
        scenarios=(question.scenario,),
        first=question.first,
        last=question.last,
        settled=True,
    )
    changed = replace(
        file,
        scenarios={**file.scenarios, question.scenario: reach},
        bearing=((tried,) if weights else ()) + file.bearing,
    )

    def known(cls: type[BearingCouncil[Any]]) -> Bearings:  # noqa: ARG001 - a classmethod
        return changed

    return exchanged(
        brain_of(question.game), council=type("DrawnCouncil", (usual,), {"file": classmethod(known)})
    )


def answered(question: Question, job: tuple[int, Weights]) -> Answer:
    """Play all matches of a set."""
    number, weights = job
    brain = led(question, weights)
    general = type("DrawnGeneral", (GeneralAgent,), {"known": classmethod(lambda _: {question.game: brain})})
    game = games.game(question.game)
    scenario, seat = game.load(question.scenario), question.seat
    results = []
    for n in range(question.games):
        match = Match.new(game, scenario, seed=match_seed(question.seed, n))
        opponent = question.against[n % len(question.against)]
        play_match(match, {seat: general(2 * n), 1 - seat: registry.make(opponent, 2 * n + 1)})
        outcome = match.outcome
        assert outcome is not None
        result = 0 if outcome.winner is None else 1 if outcome.winner == seat else -1
        scores = outcome.scores or (0, 0)
        results.append((result, float(scores[seat] - scores[1 - seat])))
    return Answer(number, results, weights)


def numbers_of(question: Question) -> Weights:
    """The numbers of the game's staff that a side may weigh otherwise, by section."""
    folder = resources.files(council(question.game).package)
    every = tomllib.loads((folder / "data/parameters.toml").read_text("utf-8"))
    scenario, found = games.game(question.game).load(question.scenario), Weights()
    for section, values in every.items():
        for name, value in values.items() if isinstance(values, dict) else ():
            make = led(question, {section: {name: value}}).council
            assert make is not None
            try:
                make(scenario, question.seat)
            except (ValueError, DataError):
                continue  # what hexes are worth to anybody is not for one side to say
            found.setdefault(section, {})[name] = value
    return found


def kept(file: Path) -> Iterator[Answer]:
    """The sets that were played before."""
    if file.exists():
        for line in file.read_text("utf-8").splitlines():
            yield Answer(**json.loads(line))


def main() -> None:
    """Play the sets that are missing, or the best ones again, and tell what came of them, the best first."""
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("game")
    ask.add_argument("scenario")
    ask.add_argument("--seat", type=int, required=True, help="the number of the side, from 0")
    ask.add_argument("--first", type=int, default=0, help="the first turn by these weights")
    ask.add_argument("--last", type=int, default=10_000, help="the last turn by these weights")
    ask.add_argument("--against", default="staff", help="the opponents, in turns: A,B,C")
    ask.add_argument("--draws", type=int, default=36, help="how many sets are drawn, the usual one besides")
    ask.add_argument("--games", type=int, default=8, help="matches of each set")
    ask.add_argument("--seed", type=int, default=0, help="of the dice of the matches")
    ask.add_argument("--weights-seed", type=int, default=0, help="of the weights")
    ask.add_argument("--search", action="store_true", help="compare courses in the other turns")
    ask.add_argument("--keep", type=Path, required=True, help="the file of the sets that were played")
    ask.add_argument("--best", type=int, help="play so many of FILE on, and the usual one besides")
    ask.add_argument("--jobs", type=int, help="processes at a time")
    given = ask.parse_args()
    question = Question(
        given.game,
        given.scenario,
        given.seat,
        given.first,
        given.last,
        tuple(given.against.split(",")),
        given.seed,
        given.games,
        given.search,
    )
    numbers, before = numbers_of(question), list(kept(given.keep))
    if given.best is None:
        done = {each.set for each in before}
        missing = [n for n in range(given.draws + 1) if n not in done]
        jobs = [(n, draw(numbers, n, given.weights_seed)) for n in missing]
    else:
        ranked = sorted((each for each in before if each.set), key=lambda each: each.worth, reverse=True)
        jobs = [(0, Weights()), *((each.set, each.weights) for each in ranked[: given.best])]
    found = before if given.best is None else []
    with ProcessPoolExecutor(given.jobs) as pool:
        for answer in pool.map(partial(answered, question), jobs):
            print(answer, flush=True)
            found.append(answer)
            if given.best is None:
                with given.keep.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(answer._asdict()) + "\n")
    print()
    for answer in sorted(found, key=lambda each: each.worth, reverse=True):
        print(answer, json.dumps(answer.weights))


if __name__ == "__main__":
    main()
