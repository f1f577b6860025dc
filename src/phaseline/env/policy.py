"""A learned policy without the library that learned it: whole-number arithmetic, the same choice on every machine.

A policy is a network of two hidden layers over the arrays a seat observes. Its weights are small whole numbers with a
scale for each layer; sums of whole numbers have no last bits to differ, so it chooses alike on every processor.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from phaseline.env.desk import Mask
from phaseline.env.encoding import Arrays, Encoding
from phaseline.env.layout import Layout

Features = NDArray[np.int16]
"""What the network reads: whole numbers, most of them small."""

FINE = 32
"""Hidden numbers are kept in steps of 1/32."""

EXTRA_ROWS = 16
"""Rows of the table of pieces behind the roster that are read."""


def features(seen: Arrays, layout: Layout, encoding: Encoding) -> Features:
    """One row of numbers: planes, pieces, globals, and a 1 for each action of the order begun."""
    chosen = np.zeros(layout.size, np.int16)
    begun = seen["chosen"]
    chosen[begun[begun >= 0]] = 4
    pieces = seen["pieces"][: encoding.units + EXTRA_ROWS].copy()
    pieces[:, -1] = pieces[:, -1] > 0  # the number of a box means nothing as a quantity
    globals_ = seen["globals"].copy()
    globals_[2] = 0  # the kind of order is among the actions of the order begun
    return np.concatenate(
        [
            np.minimum(seen["planes"].ravel(), 8).astype(np.int16),
            np.clip(pieces.ravel(), -20, 20).astype(np.int16),
            np.clip(globals_, -40, 40).astype(np.int16),
            chosen,
        ]
    )


@dataclass(frozen=True)
class Layer:
    """Weights (out x in) in steps of `scale`, and what is added to each sum, in ones."""

    weights: NDArray[np.int64]
    scale: float
    bias: NDArray[np.float64]

    @classmethod
    def quantised(cls, weights: NDArray[Any], bias: NDArray[Any]) -> Layer:
        """A layer of real numbers with its weights rounded to 255 steps."""
        scale = float(np.abs(weights).max()) / 127 or 1.0
        return cls(np.rint(weights / scale).astype(np.int64), scale, bias.astype(np.float64))

    def __call__(self, numbers: NDArray[np.int64], fine: int) -> NDArray[np.float64]:
        """The sums for `numbers`, which are in steps of 1/`fine`."""
        sums: NDArray[np.float64] = self.weights @ numbers * (self.scale / fine) + self.bias
        return sums


class Policy:
    """A network that values the actions of one scenario. `game` and `scenario` say of which.

    Of the features it reads those in `columns`: the others never change in its scenario.
    """

    def __init__(self, game: str, scenario: str, columns: NDArray[np.int64], layers: list[Layer]) -> None:
        self.game = game
        self.scenario = scenario
        self.columns = columns
        self.layers = layers

    def values(self, row: Features) -> NDArray[np.float64]:
        """How much the network is for each action."""
        numbers, fine = row[self.columns].astype(np.int64), 1
        *hidden, last = self.layers
        for layer in hidden:
            numbers, fine = np.rint(np.maximum(layer(numbers, fine), 0.0) * FINE).astype(np.int64), FINE
        return last(numbers, fine)

    def choose(self, row: Features, mask: Mask) -> int:
        """The action it is most for, of those in the mask; the first of equals."""
        return int(np.where(mask.astype(bool), self.values(row), -np.inf).argmax())

    def save(self, path: Path) -> None:
        """Write it to a file of NumPy."""
        arrays: dict[str, Any] = {
            "game": self.game,
            "scenario": self.scenario,
            "columns": self.columns.astype(np.int16),
        }
        for number, layer in enumerate(self.layers):
            arrays[f"weights{number}"] = layer.weights.astype(np.int8)
            arrays[f"bias{number}"] = layer.bias.astype(np.float32)
            arrays[f"scale{number}"] = np.float64(layer.scale)
        np.savez_compressed(path, **arrays)

    @classmethod
    def load(cls, path: Path) -> Policy:
        """Read it from a file. Raises `OSError`, or `ValueError` when it is not a policy."""
        with np.load(path, allow_pickle=False) as found:
            count = sum(name.startswith("weights") for name in found.files)
            if not count or "game" not in found.files:
                raise ValueError(f"{path} holds no policy")
            layers = [
                Layer(
                    found[f"weights{number}"].astype(np.int64),
                    float(found[f"scale{number}"]),
                    found[f"bias{number}"].astype(np.float64),
                )
                for number in range(count)
            ]
            return cls(str(found["game"]), str(found["scenario"]), found["columns"].astype(np.int64), layers)
