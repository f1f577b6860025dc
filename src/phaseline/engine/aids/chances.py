"""Chances of victory: how often matches were won that came to positions like this one.

They are read off the numbers of a game's charts by a small model a scenario, in the game's file `data/chances.toml`, which
`phaseline lab chances` learns from matches that were played. A model knows nothing but these numbers and the turn; it tells how
matches between such players went on from there, not what the best players would make of the position.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Mapping, Sequence
from importlib.resources import files

from msgspec import Struct

from phaseline.engine.aids.parts import Measure
from phaseline.engine.packs import DataError, read_data

FILE = "chances.toml"
UNIT = 1000
"""Weights are whole numbers of thousandths, so that a chance does not hang on the last bits of a processor."""


class Model(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How one scenario goes on. The endings are the victory of each seat in its order, then a draw if matches were drawn.

    A number of a chart counts as its distance from `middle` in units of `spread`; a turn counts as a share of `turns`.
    `weights` has a row an ending, in thousandths: a constant, the turn, each number, each number times the turn.
    """

    matches: int
    turns: int
    numbers: tuple[str, ...]
    middle: tuple[float, ...]
    spread: tuple[float, ...]
    weights: tuple[tuple[int, ...], ...]


class Chances(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The models of a game by scenario, and where they come from."""

    provenance: str
    scenarios: dict[str, Model]


def name(measure: Measure) -> str:
    """What a model calls a number: its key, and the seat it is about.

    >>> (
    ...     name(Measure(key="points", title="Red points", value=3, side=1)),
    ...     name(Measure(key="turn", title="", value=1)),
    ... )
    ('points 1', 'turn')
    """
    return measure.key if measure.side is None else f"{measure.key} {measure.side}"


def numbers(measures: Sequence[Measure]) -> dict[str, float]:
    """Numbers of charts as models read them, by name."""
    return {name(each): float(each.value) for each in measures}


def features(model: Model, turn: int, found: Mapping[str, float]) -> list[float]:
    """What the weights are for: a constant, the turn, the numbers `found` by name, and these times the turn."""
    time = turn / model.turns
    scaled = [
        (found.get(key, middle) - middle) / spread
        for key, middle, spread in zip(model.numbers, model.middle, model.spread, strict=True)
    ]
    return [1.0, time, *scaled, *(time * value for value in scaled)]


def endings(model: Model, turn: int, found: Mapping[str, float]) -> tuple[float, ...]:
    """The chance of each ending; together they are 1.

    >>> model = Model(
    ...     matches=9,
    ...     turns=4,
    ...     numbers=("points 0",),
    ...     middle=(0.0,),
    ...     spread=(10.0,),
    ...     weights=((0, 0, 1000, 0), (0, 0, -1000, 0)),
    ... )
    >>> [round(chance, 2) for chance in endings(model, 1, {"points 0": 10})]
    [0.88, 0.12]
    >>> endings(model, 1, {"points 0": 0})
    (0.5, 0.5)
    """
    row = features(model, turn, found)
    sums = [math.fsum(w * x for w, x in zip(weights, row, strict=True)) / UNIT for weights in model.weights]
    top = max(sums)
    parts = [math.exp(each - top) for each in sums]
    whole = math.fsum(parts)
    return tuple(part / whole for part in parts)


def measures(model: Model, seats: Sequence[str], turn: int, known: Sequence[Measure]) -> list[Measure]:
    """The chance of each seat to win, in whole per cent, for a chart."""
    return told(seats, per_cent(endings(model, turn, numbers(known))))


def settled(seats: Sequence[str], winner: int | None) -> list[Measure]:
    """The same once the match is over: all is known."""
    return told(seats, [100 * (side == winner) for side in range(len(seats))])


def told(seats: Sequence[str], shares: Sequence[int]) -> list[Measure]:
    """Shares in per cent, the seats' before all others, for a chart; what they leave of 100 is the chance of a draw."""
    return [
        Measure(key="chance", title=f"{seat} chance of victory", value=share, side=side)
        for side, (seat, share) in enumerate(zip(seats, shares, strict=False))
    ]


def per_cent(chances: Sequence[float]) -> list[int]:
    """Chances that are 1 together, in whole per cent that are 100 together: the largest remainders are rounded up.

    >>> per_cent([1 / 3, 1 / 3, 1 / 3]), per_cent([0.505, 0.495])
    ([34, 33, 33], [51, 49])
    """
    exact = [100 * chance for chance in chances]
    found = [math.floor(each) for each in exact]
    by_rest = sorted(range(len(exact)), key=lambda index: found[index] - exact[index])
    for index in by_rest[: 100 - sum(found)]:
        found[index] += 1
    return found


@functools.lru_cache(maxsize=16)
def read_chances(package: str, seats: int, file: str = FILE) -> dict[str, Model]:
    """The models of a package by scenario; none if it has no such file. Raises `DataError`."""
    if not files(package).joinpath("data", file).is_file():
        return {}
    found = read_data(package, file, Chances)
    for key, model in found.scenarios.items():
        check(model, seats, f"{file}: scenarios.{key}")
    return found.scenarios


def check(model: Model, seats: int, where: str) -> None:
    """Make sure that all parts of a model fit each other. Raises `DataError`."""
    count = len(model.numbers)
    if len(model.middle) != count or len(model.spread) != count:
        raise DataError(f"{where}: give a middle and a spread for each of the {count} numbers")
    if model.turns < 1 or any(spread <= 0 for spread in model.spread):
        raise DataError(f"{where}: turns and every spread must be above 0")
    if len(model.weights) not in (seats, seats + 1):
        raise DataError(
            f"{where}.weights: give a row for each of the {seats} seats, and one for a draw if there are draws"
        )
    if any(len(row) != 2 + 2 * count for row in model.weights):
        raise DataError(
            f"{where}.weights: a row has {2 + 2 * count} numbers: a constant, the turn, each number twice"
        )
