"""How the choices of an order are numbered: one row of whole numbers for all that can be chosen in a scenario."""

from __future__ import annotations

from collections.abc import Sequence, Sized
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from phaseline.engine.game import Game, Scenario
from phaseline.engine.orders import field_kinds, verb_of

CHOICES = 64
"""So many values may be offered that are neither amounts nor of a kind that has names: answers, ways."""

AMOUNTS = 256
"""Amounts run from 0 to one less than this."""

FIELDS = 6
"""So many fields has an order at most."""


@dataclass(frozen=True)
class Segment:
    """A stretch of the row: the numbers from `start`, `size` of them, name things of one kind."""

    name: str
    start: int
    size: int

    @property
    def end(self) -> int:
        """The first number behind it."""
        return self.start + self.size


class Cells:
    """The hexes of a map as cells of an array, row by row, from the top left."""

    def __init__(self, scenario: Scenario) -> None:
        grid = scenario.map.grid
        self.rows, self.cols = grid.rows, grid.cols
        self.of_hex: NDArray[np.int32] = np.full(max(grid) + 1, -1, np.int32)
        """Hex to cell; -1 for a number that is no hex."""
        self.hexes: NDArray[np.int32] = np.zeros(len(grid), np.int32)
        """Cell to hex."""
        for hex in grid:
            col, row = grid.col_row(hex)
            self.of_hex[hex] = row * grid.cols + col
        every = np.flatnonzero(self.of_hex >= 0)
        self.hexes[self.of_hex[every]] = every

    def __len__(self) -> int:
        return len(self.hexes)


class Layout:
    """The numbering of actions in a scenario: the segments `order`, `hex`, `unit` ... and `choice`, in this order.

    The segment `order` has a number for each kind of order of the game. Each kind of thing that has names (hexes by
    their cell, units by their place in the roster) has a segment of its own, and so have amounts, `int`, where an order
    has one. `choice` serves all other fields: the number is the value's place among those that the rule offers.
    Raises `ValueError` if an order has more than `FIELDS` fields.
    """

    def __init__(self, game: Game[Any, Any], scenario: Scenario) -> None:
        self.kinds = game.flow.order_types()
        self.index = {kind: number for number, kind in enumerate(self.kinds)}
        self.cells = Cells(scenario)
        longest = max(len(kind.__struct_fields__) for kind in self.kinds)
        if longest > FIELDS:
            raise ValueError(f"{game.key}: an order has {longest} fields; at most {FIELDS} are understood")
        named = sorted({name for kind in self.kinds for name in field_kinds(kind).values()} - {"hex", "seat"})
        sizes = {"order": len(self.kinds), "hex": len(self.cells), "seat": len(game.seats)}
        for name in named:
            if name in scenario.lexicon and isinstance(scenario.lexicon[name], Sized):
                sizes[name] = len(scenario.lexicon[name])  # type: ignore[arg-type] # it has just been asked
        if "int" in named:
            sizes["int"] = AMOUNTS
        sizes["choice"] = CHOICES
        self.segments: dict[str, Segment] = {}
        start = 0
        for name, size in sizes.items():
            self.segments[name] = Segment(name, start, size)
            start += size
        self.size = start
        self.choice = self.segments["choice"]
        self._kinds_of = {kind: tuple(field_kinds(kind).values()) for kind in self.kinds}

    def segment(self, kind: type[Any], field: int) -> Segment:
        """Where the values of this field of this kind of order are numbered, if they are named things."""
        return self.segments.get(self._kinds_of[kind][field], self.choice)

    def number(self, segment: Segment, value: Any, place: int) -> int:
        """The number of `value`, which is at `place` among those offered. Raises `ValueError` if it has none."""
        if segment is not self.choice and type(value) is int:
            return self.numbers(segment, [value])[0]
        if place >= CHOICES:
            raise ValueError(f"{value!r} is choice number {place}; at most {CHOICES} are understood")
        return self.choice.start + place

    def numbers(self, segment: Segment, values: Sequence[int]) -> list[int]:
        """The numbers of many values that are named things."""
        start = segment.start
        if segment.name == "int" and (large := max(values, default=0)) >= AMOUNTS:
            raise ValueError(f"an amount of {large}; they run to {AMOUNTS - 1}")
        if segment.name != "hex":
            return [start + value for value in values]
        cells: list[int] = (self.cells.of_hex[np.array(values, np.int64)] + start).tolist()
        return cells

    def named(self, number: int) -> str:
        """What a number stands for, e.g. `order move`, `unit 7`.

        Raises `IndexError` if it is not in the row.
        """
        for segment in self.segments.values():
            if segment.start <= number < segment.end:
                rest = number - segment.start
                if segment.name == "order":
                    return f"order {verb_of(self.kinds[rest])}"
                return f"{segment.name} {rest}"
        raise IndexError(f"there is no action {number}; they run from 0 to {self.size - 1}")
