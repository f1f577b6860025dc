"""Learn the chances of victory (`phaseline.engine.aids.chances`) from the matches of a run that kept their records.

At each end of a phase the numbers of the charts and the turn are set against how the match ended: a softmax regression with
a penalty on large weights. How strong the penalty is, and how good the model, is found on matches that it has not seen:
the matches are dealt into folds, and each fold is foretold by what the others taught. A scenario whose model foretells no
better than the plain shares of its endings gets none.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from phaseline.engine.aids.chances import UNIT, Model, endings, features, numbers
from phaseline.engine.aids.clock import turn_of
from phaseline.engine.dice import ScriptedDice
from phaseline.engine.match import Entry, Match
from phaseline.engine.state import State

FOLDS = 5
PENALTIES = (0.3, 1.0, 3.0, 10.0, 30.0, 100.0)
FEWEST = 20
"""With fewer matches nothing is learned."""
RARE = 3
"""An ending that came less often than this tells nothing of when it comes."""
LEAST = 1e-4
"""A chance is taken for no less than this when it is judged, as ten thousand matches could not tell it from 0."""

Rows = NDArray[np.float64]
Ends = NDArray[np.int64]


class Moment(NamedTuple):
    """The end of a phase: the turn, and the numbers of the charts by the name that models give them."""

    turn: int
    found: dict[str, float]


class Course(NamedTuple):
    """A match: its moments, and how it ended (the winner's seat, or the number of seats for a draw)."""

    moments: tuple[Moment, ...]
    ending: int


Reader = Callable[[Match], Course]
"""Reads the course of a match that is over."""


@dataclass(frozen=True)
class Learned:
    """What came of a scenario: the model, if it is any good, and how well matches were foretold that it had not seen.

    `loss` is the mean surprise at how they ended (in nats), `plain` that of who knows only how often each ending comes;
    `foretold` are the chances of the first seat, each with whether it won.
    """

    scenario: str
    matches: int
    penalty: float
    plain: float
    loss: float
    model: Model | None
    foretold: tuple[tuple[float, bool], ...]


def replay(match: Match) -> Iterator[tuple[State[Any, Any], Entry]]:
    """A match carried out again with the dice that fell: the state after each order, the same object each time."""
    dice = ScriptedDice(value for entry in match.entries for draw in entry.draws for value in draw.values)
    state = match.game.new(match.scenario, dice)
    for entry in match.entries[1:]:
        assert entry.seat is not None
        assert entry.order is not None
        state.apply(entry.seat, entry.order)
        yield state, entry


def ending(match: Match) -> int:
    """How a match ended that is over: the winner's seat, or the number of seats for a draw."""
    assert match.outcome is not None
    return len(match.game.seats) if match.outcome.winner is None else match.outcome.winner


def course(match: Match) -> Course:
    """The ends of phases in a match that is over."""
    game = match.game
    moments = [
        Moment(turn_of(state)[0], numbers(game.aids.measures(match.scenario, game.open_view(state))))
        for state, entry in replay(match)
        if entry.phase_ends
    ]
    return Course(tuple(moments), ending(match))


def settled(endings: Iterable[int]) -> bool:
    """Whether nearly all matches ended alike, by how often each ending came: then there is nothing to learn.

    >>> settled([38, 2]), settled([35, 3, 2]), settled([40])
    (True, False, True)
    """
    return sum(count >= RARE for count in endings) < 2


def learn(scenario: str, courses: Sequence[Course], seats: int) -> Learned | None:
    """The model of a scenario from its matches; None with too few of them."""
    courses = [each for each in courses if each.moments]
    if len(courses) < FEWEST:
        return None
    kinds = seats + any(each.ending == seats for each in courses)
    shape = _shape(courses, kinds)
    tried = [(*_crosswise(shape, courses, kinds, penalty), penalty) for penalty in PENALTIES]
    loss, foretold, penalty = min(tried, key=lambda each: (each[0], each[2]))
    plain = _plain(courses, kinds)
    model = _fitted(shape, courses, kinds, penalty) if loss < plain else None
    return Learned(scenario, len(courses), penalty, plain, loss, model, foretold)


def _shape(courses: Sequence[Course], kinds: int) -> Model:
    """A model that knows nothing but how its numbers are scaled."""
    every = [moment for each in courses for moment in each.moments]
    names = dict.fromkeys(key for moment in every for key in moment.found)
    columns = {key: np.array([moment.found.get(key, 0.0) for moment in every]) for key in names}
    telling = [key for key, column in columns.items() if column.std() > 0]
    return Model(
        matches=len(courses),
        turns=max(1, *(moment.turn for moment in every)),
        numbers=tuple(telling),
        middle=tuple(_short(columns[key].mean()) for key in telling),
        spread=tuple(_short(columns[key].std()) for key in telling),
        weights=((0,) * (2 + 2 * len(telling)),) * kinds,
    )


def _short(value: float) -> float:
    return float(f"{value:.4g}")


def _fitted(shape: Model, courses: Sequence[Course], kinds: int, penalty: float) -> Model:
    """The weights that make the endings of these matches least surprising. Each match counts once, however long it is."""
    rows = np.array(
        [features(shape, moment.turn, moment.found) for each in courses for moment in each.moments]
    )
    ends = np.array([each.ending for each in courses for _ in each.moments])
    parts = np.array([1 / len(each.moments) for each in courses for _ in each.moments])
    width = rows.shape[1]
    free = np.ones(width)
    free[0] = 0.01  # how often each ending comes is hardly held back

    def surprise(flat: Rows) -> tuple[float, Rows]:
        weights = flat.reshape(kinds, width)
        sums = rows @ weights.T
        sums -= sums.max(axis=1, keepdims=True)
        chances = np.exp(sums)
        chances /= chances.sum(axis=1, keepdims=True)
        told = np.log(chances[np.arange(len(ends)), ends])
        error = chances.copy()
        error[np.arange(len(ends)), ends] -= 1
        slope = (error * parts[:, None]).T @ rows + penalty * free * weights
        return float(-(parts * told).sum() + penalty / 2 * (free * weights**2).sum()), slope.ravel()

    best = minimize(surprise, np.zeros(kinds * width), jac=True, method="L-BFGS-B", options={"maxiter": 500})
    weights = np.rint(best.x.reshape(kinds, width) * UNIT).astype(int)
    return Model(
        matches=len(courses),
        turns=shape.turns,
        numbers=shape.numbers,
        middle=shape.middle,
        spread=shape.spread,
        weights=tuple(tuple(int(weight) for weight in row) for row in weights),
    )


def _crosswise(
    shape: Model, courses: Sequence[Course], kinds: int, penalty: float
) -> tuple[float, tuple[tuple[float, bool], ...]]:
    """How surprising matches are to models that have not seen them, and what these foretold for the first seat."""
    losses: list[float] = []
    foretold: list[tuple[float, bool]] = []
    for known, unseen in _dealt(courses):
        model = _fitted(shape, known, kinds, penalty)
        for each in unseen:
            chances = [endings(model, moment.turn, moment.found) for moment in each.moments]
            losses.append(float(np.mean([-np.log(max(LEAST, found[each.ending])) for found in chances])))
            foretold += [(found[0], each.ending == 0) for found in chances]
    return float(np.mean(losses)), tuple(foretold)


def _plain(courses: Sequence[Course], kinds: int) -> float:
    """How surprising they are to who knows how often each ending came in the others."""
    losses: list[float] = []
    for known, unseen in _dealt(courses):
        count = Counter(each.ending for each in known)
        losses += [-np.log((count[each.ending] + 0.5) / (len(known) + kinds / 2)) for each in unseen]
    return float(np.mean(losses))


def _dealt(courses: Sequence[Course]) -> Iterator[tuple[list[Course], list[Course]]]:
    """The matches to learn from and those to foretell, fold by fold."""
    for fold in range(FOLDS):
        yield (
            [each for number, each in enumerate(courses) if number % FOLDS != fold],
            [each for number, each in enumerate(courses) if number % FOLDS == fold],
        )


class Bin(NamedTuple):
    """Moments at which about the same was foretold: the mean chance, how often it came true, and how many they were."""

    foretold: float
    came: float
    moments: int


def calibration(foretold: Iterable[tuple[float, bool]], bins: int = 10) -> list[Bin]:
    """Whether what was foretold with a chance came true as often.

    >>> calibration([(0.11, False), (0.19, False), (0.15, True), (0.95, True)])
    [Bin(foretold=0.15, came=0.3333333333333333, moments=3), Bin(foretold=0.95, came=1.0, moments=1)]
    """
    heaps: dict[int, list[tuple[float, bool]]] = {}
    for chance, came in foretold:
        heaps.setdefault(min(bins - 1, int(chance * bins)), []).append((chance, came))
    return [
        Bin(
            sum(chance for chance, _ in heap) / len(heap),
            sum(came for _, came in heap) / len(heap),
            len(heap),
        )
        for _, heap in sorted(heaps.items())
    ]


def written(models: Mapping[str, Model], provenance: str, heading: str) -> str:
    """A file of models, as `data/chances.toml` of a game."""
    lines = [
        f"# {heading}",
        "# Weights are thousandths: a row an ending (each seat's victory, a draw), in it a constant, the turn, each number,",
        "# each number times the turn.",
        f"provenance = {json.dumps(provenance)}",
    ]
    for key, model in models.items():
        lines += ["", f"[scenarios.{key}]"]
        for field in ("matches", "turns", "numbers", "middle", "spread"):
            lines.append(f"{field} = {json.dumps(getattr(model, field))}")
        lines.append("weights = [")
        lines += [f"    {json.dumps(row)}," for row in model.weights]
        lines.append("]")
    return "\n".join(lines) + "\n"
