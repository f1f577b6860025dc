"""Who does what, as an optimisation problem: units to attacks, garrisons to towns, steps to units.

Two forms cover most of it. `match` gives each unit at most one place and each place at most one unit, so that the sum of
worths is greatest. `select` chooses among whole packages (an attack with all that takes part in it), none of which may
use a unit, a hexside or a point twice.

SciPy takes half a second to load, which a process that plays no planner's match is spared: it is loaded on first use.
"""

from __future__ import annotations

import warnings
from collections.abc import Hashable, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from phaseline.ai.planning.numbers import price, prices
from phaseline.ai.planning.quiet import silenced

Use = Hashable
"""Something that packages compete for: a unit, a place, points."""

K = TypeVar("K", bound=Hashable)
MOST_NODES = 2000
"""A choice of packages that is not proven best after so many nodes of the search is given up: what a search has found
half-way may depend on the machine. Then `one_by_one` chooses."""
FEW = 10
"""Of so many packages the best set is found by trying sets, far sooner than a solver is set up."""
_OPTIONS: Any = {"node_limit": MOST_NODES, "presolve": False, "mip_rel_gap": 0.0, "threads": 1}
"""For the solver. With one thread its choice is the same whatever the number of processors, and a process that is split off later
does not wait for threads that it has not got."""
_TOLERANCE = 1e-6
"""By so much a capacity may be exceeded, as with the solver: sums of fractions are not exact."""
_SCALE = 1024.0
"""What divides whole prices for the solver: exact, and small enough that its tolerances are far below one unit."""


class Package(NamedTuple):
    """Something one might do: what it is worth, and how much of everything it uses."""

    worth: float
    uses: Mapping[Any, float]


def select(packages: Sequence[Package], capacity: Mapping[Use, float] | None = None) -> list[int]:
    """The numbers of the packages to take, so that their worths sum up to most.

    What `capacity` does not name can be used once. Packages not worth anything are never taken.

    >>> select([Package(5, {"a": 1, "b": 1}), Package(4, {"a": 1}), Package(3, {"b": 1})])
    [1, 2]
    """
    price = prices(package.worth for package in packages)
    useful = [number for number, whole in enumerate(price) if whole > 0]
    uses = list(dict.fromkeys(use for number in useful for use in packages[number].uses))
    if not useful:
        return []
    if not uses:
        return useful
    if len(useful) <= FEW:
        return _best_of_few([(number, price[number]) for number in useful], packages, capacity or {})
    import numpy as np  # noqa: PLC0415 - see above
    from scipy.optimize import Bounds, LinearConstraint, milp  # noqa: PLC0415
    from scipy.sparse import coo_array  # noqa: PLC0415

    row = {use: n for n, use in enumerate(uses)}
    entries = [
        (row[use], column, amount)
        for column, number in enumerate(useful)
        for use, amount in packages[number].uses.items()
    ]
    rows, columns, amounts = zip(*entries, strict=True)
    table = coo_array((amounts, (rows, columns)), shape=(len(uses), len(useful)))
    limits = [1.0 if capacity is None else capacity.get(use, 1.0) for use in uses]
    with silenced(), warnings.catch_warnings():
        # What `milp` does not know itself it hands on to HiGHS, and says so.
        warnings.filterwarnings("ignore", "Unrecognized options", RuntimeWarning)
        result = milp(
            [-price[number] / _SCALE for number in useful],
            constraints=LinearConstraint(table.tocsr(), ub=limits),
            integrality=np.ones(len(useful), dtype=np.int64),
            bounds=Bounds(0, 1),
            # A limit by time would make orders depend on how busy the machine is.
            options=_OPTIONS,
        )
    if result.status != 0:
        return one_by_one(packages, capacity)
    return [number for number, taken in zip(useful, result.x, strict=True) if taken > 0.5]


def _best_of_few(
    offers: Sequence[tuple[int, int]], packages: Sequence[Package], room: Mapping[Use, float]
) -> list[int]:
    """The numbers of the best set among these (number, price), by trying all that could be better than the best so far."""
    rest = [sum(price for _, price in offers[start:]) for start in range(len(offers) + 1)]
    used: dict[Use, float] = {}
    taken: list[int] = []
    best, most = list(taken), 0

    def go_on(place: int, total: int) -> None:
        nonlocal best, most
        if total > most:
            best, most = list(taken), total
        if place == len(offers) or total + rest[place] <= most:
            return
        number, price = offers[place]
        uses = packages[number].uses
        if all(used.get(use, 0.0) + much <= room.get(use, 1.0) + _TOLERANCE for use, much in uses.items()):
            for use, much in uses.items():
                used[use] = used.get(use, 0.0) + much
            taken.append(number)
            go_on(place + 1, total + price)
            taken.pop()
            for use, much in uses.items():
                used[use] -= much
        go_on(place + 1, total)

    go_on(0, 0)
    return best


def one_by_one(packages: Sequence[Package], capacity: Mapping[Use, float] | None = None) -> list[int]:
    """As `select`, without a proof: the best package, then the best that still goes with it, and so on. Quick.

    >>> one_by_one([Package(5, {"a": 1, "b": 1}), Package(4, {"a": 1}), Package(3, {"b": 1})])
    [0]
    """
    price = prices(package.worth for package in packages)
    useful = [number for number, whole in enumerate(price) if whole > 0]
    room = capacity or {}
    left: dict[Use, float] = {}
    taken = []
    for number in sorted(useful, key=lambda number: -price[number]):
        uses = packages[number].uses
        if all(amount <= left.get(use, room.get(use, 1.0)) for use, amount in uses.items()):
            left |= {use: left.get(use, room.get(use, 1.0)) - amount for use, amount in uses.items()}
            taken.append(number)
    return sorted(taken)


def match(worth: Mapping[tuple[K, Hashable], float]) -> dict[K, Hashable]:
    """The place of each unit, so that the worths sum up to most; pairs left out or worth nothing are not made.

    >>> match({("A", 1): 5.0, ("A", 2): 4.0, ("B", 1): 3.0})
    {'A': 2, 'B': 1}
    """
    units = list(dict.fromkeys(unit for unit, _ in worth))
    places = list(dict.fromkeys(place for _, place in worth))
    if not units:
        return {}
    import numpy as np  # noqa: PLC0415 - see above
    from scipy.optimize import linear_sum_assignment  # noqa: PLC0415

    row = {unit: i for i, unit in enumerate(units)}
    column = {place: j for j, place in enumerate(places)}
    table = np.zeros((len(units), len(places)))  # exact up to 2 ** 53
    for (unit, place), value in worth.items():
        i, j = row[unit], column[place]
        table[i, j] = price(value, i * len(places) + j)
    rows, columns = linear_sum_assignment(table, maximize=True)
    return {
        units[i]: places[j] for i, j in zip(rows.tolist(), columns.tolist(), strict=True) if table[i, j] > 0
    }
