"""Arithmetic that gives the same bits on every processor, for whatever the shape of a map depends on.

IEEE 754 fixes the result of one addition, multiplication, division or square root to the last bit; it fixes neither
the order of a library's sums (BLAS kernels differ by processor) nor a logarithm (the C library and NumPy choose
theirs by processor, too). So sums are made here in a fixed order, element by element, and the logarithm is our own.
What still comes from a library (projections, cosines) is *snapped*: rounded to a grid so coarse that a difference in
the last bits vanishes.
"""

from __future__ import annotations

from decimal import Context, Decimal
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]

_STEPS: Final = 256
"""The logarithm's table: so many steps between 1/2 and 1, close enough for a short series."""
_PRECISE: Final = Context(prec=40)


class Singular(ArithmeticError):
    """Equations without a single solution."""


def snapped(values: ArrayLike, step: float) -> Floats:
    """The nearest multiples of ``1 / round(1 / step)``: 0.001 makes whole thousandths.

    >>> snapped([1.23449999, 1.2345000001], 0.001).tolist()
    [1.234, 1.235]
    """
    per_unit = round(1 / step)
    rounded: Floats = np.rint(np.asarray(values, dtype=np.float64) * per_unit) / per_unit
    return rounded


def length(x: Floats, y: Floats) -> Floats:
    """The lengths of vectors (``np.hypot`` is left to the C library)."""
    found: Floats = np.sqrt(x * x + y * y)
    return found


def total(terms: Floats) -> Floats:
    """The sum over the first axis, from first to last."""
    found = np.zeros(terms.shape[1:])
    for term in terms:
        found = found + term
    return found


def solve(matrix: Floats, right: Floats) -> Floats:
    """The solution of linear equations, by elimination with the greatest pivot of each column.

    Raises:
        Singular: there is none, or there are many.
    """
    size = len(matrix)
    table = np.concatenate([matrix, right], axis=1)
    scale = float(np.abs(matrix).max(initial=0.0))
    for column in range(size):
        pivot = column + int(np.abs(table[column:, column]).argmax())
        if abs(float(table[pivot, column])) <= scale * 1e-13:
            raise Singular("the equations do not fix a solution")
        table[[column, pivot]] = table[[pivot, column]]
        factors = table[column + 1 :, column] / table[column, column]
        table[column + 1 :, column:] -= factors[:, None] * table[column, column:]
    found = np.zeros_like(right)
    for row in range(size - 1, -1, -1):
        known = total(table[row, row + 1 : size, None] * found[row + 1 :])
        found[row] = (table[row, size:] - known) / table[row, row]
    return found


def log(values: Floats) -> Floats:
    """The natural logarithm of positive numbers, true to the last digit or two.

    >>> log(np.array([1.0, 2.0, 10.0])).round(12).tolist()
    [0.0, 0.69314718056, 2.302585092994]
    """
    inverse, logarithm = _table()
    part, power = np.frexp(values)  # values = part * 2 ** power, part from 1/2 to 1
    step = (part * (2 * _STEPS)).astype(np.intp)
    step -= _STEPS
    rest = inverse.take(step)
    rest *= part
    rest -= 1.0  # at most 1/512
    series = rest * (1 / 5)
    for term in (-1 / 4, 1 / 3, -1 / 2, 1.0):
        series += term
        series *= rest
    series += logarithm.take(step)
    series += power * _LOG_2
    return series


def _ln(value: Decimal) -> float:
    return float(value.ln(_PRECISE))


_LOG_2: Final = _ln(Decimal(2))


@cache
def _table() -> tuple[Floats, Floats]:
    """Each step's inverse, and minus the logarithm of just that number."""
    middles = [(_STEPS + step + 0.5) / (2 * _STEPS) for step in range(_STEPS)]
    inverse = [1.0 / middle for middle in middles]
    return np.array(inverse), np.array([-_ln(Decimal(number)) for number in inverse])
