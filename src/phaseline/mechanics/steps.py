"""Step losses: who may lose the next step, and every way a loss may be shared out.

Units are known by their place in a list. `left` is the steps each still has, `lost` the steps each has lost in this
battle. A rule answers one question, who may lose the next step, so a game can let the owner choose step by step;
`allocations` follows the same rule to the end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from phaseline.mechanics.strength import Strength

Tally = tuple[int, ...]
"""One number for each unit."""

Rule = Callable[[Tally, Tally], Tally]
"""Given the steps left and the steps lost: the units that may lose the next step, ascending."""


# --- rules ---


def any_unit(left: Tally, lost: Tally) -> Tally:  # noqa: ARG001 - rules share one signature
    """The owner divides losses as he likes.

    >>> allocations((2, 1), 2, any_unit)
    [(1, 1), (2, 0)]
    """
    return tuple(unit for unit, steps in enumerate(left) if steps)


def each_once(left: Tally, lost: Tally) -> Tally:
    """Every unit loses a step before any loses a second: two-step units are all reduced before one is eliminated.

    >>> allocations((2, 2, 1), 3, each_once), allocations((2, 2), 3, each_once)
    ([(1, 1, 1)], [(1, 2), (2, 1)])
    """
    untouched = tuple(unit for unit, steps in enumerate(left) if steps and not lost[unit])
    return untouched or any_unit(left, lost)


def largest_first(left: Tally, lost: Tally) -> Tally:  # noqa: ARG001 - rules share one signature
    """The unit with the most steps left loses; the owner chooses among equals.

    >>> allocations((3, 3, 2), 2, largest_first), allocations((4, 3), 2, largest_first)
    ([(1, 1, 0)], [(1, 1), (2, 0)])
    """
    most = max(left, default=0)
    return tuple(unit for unit, steps in enumerate(left) if steps == most) if most else ()


def largest_by(uncounted: Sequence[int]) -> Rule:
    """`largest_first` where not every step counts as size; `uncounted` says how many of each unit's do not.

    A headquarters of value 2 has three steps, for it lives on at 0. Beside an infantry of 2 it is but its equal:

    >>> allocations((3, 2), 1, largest_by((1, 0)))
    [(0, 1), (1, 0)]
    """

    def by_size(left: Tally, lost: Tally) -> Tally:  # noqa: ARG001 - rules share one signature
        sizes = {unit: steps - uncounted[unit] for unit, steps in enumerate(left) if steps}
        most = max(sizes.values(), default=0)
        return tuple(unit for unit, size in sizes.items() if size == most)

    return by_size


def in_tiers(tiers: Sequence[int], rule: Rule) -> Rule:
    """`rule` within the lowest tier that still has steps: units of a higher tier lose only when the lower is gone.

    Two divisions and a unit that may take losses only after them:

    >>> allocations((2, 1, 2), 4, in_tiers((0, 0, 1), each_once))
    [(2, 1, 1)]
    """

    def tiered(left: Tally, lost: Tally) -> Tally:
        lowest = min((tier for tier, steps in zip(tiers, left, strict=True) if steps), default=0)
        return rule(tuple(s if tier == lowest else 0 for tier, s in zip(tiers, left, strict=True)), lost)

    return tiered


def allocations(steps: Sequence[int], losses: int, rule: Rule) -> list[Tally]:
    """Every way to share out `losses` steps under a rule, as steps lost by each unit, ascending.

    Losses beyond the steps present are ignored, so what comes back may add up to less.
    """
    start = tuple(steps)
    ways: set[Tally] = {(0,) * len(start)}
    for _ in range(min(losses, sum(start))):
        ways = {
            (*lost[:unit], lost[unit] + 1, *lost[unit + 1 :])
            for lost in ways
            for unit in rule(tuple(map(int.__sub__, start, lost)), lost)
        }
    return sorted(ways)


# --- hits that need several to cost a step ---


class Battered(NamedTuple):
    """Units under fire where a step may take several hits: the steps left, and the hits that one unit carries."""

    left: Tally
    carried: int = 0
    carrier: int | None = None

    def takers(self, rule: Rule = largest_first) -> Tally:
        """Who may take the next hit: the unit that carries a part of a step already, else whom the rule names."""
        if self.carrier is not None:
            return (self.carrier,)
        return rule(self.left, (0,) * len(self.left))

    def hit(self, unit: int, per_step: int = 1) -> Battered:
        """After one more hit on `unit`, which loses a step for every `per_step` hits.

        Double defence: the first hit is carried, the second costs a step.

        >>> once = Battered((3, 2)).hit(0, per_step=2)
        >>> once.takers(), once.hit(0, per_step=2)
        ((0,), Battered(left=(2, 2), carried=0, carrier=None))
        """
        carried = self.carried + 1
        if carried < per_step:
            return Battered(self.left, carried, unit)
        return Battered((*self.left[:unit], self.left[unit] - 1, *self.left[unit + 1 :]))


# --- losses counted in strength points ---


def points_lost(values: Sequence[Sequence[Strength]], lost: Sequence[int]) -> Strength:
    """The strength points given up when each unit loses `lost` steps; `values` says what each step of it counts."""
    return sum(sum(worth[:steps]) for worth, steps in zip(values, lost, strict=True))


def exchanges(values: Sequence[Sequence[Strength]], need: Strength) -> Iterator[Tally]:
    """Every way to lose at least `need` strength points without a step too many, as steps lost by each unit.

    `values` says what each step of a unit counts, in the order it loses them. When the units cannot pay they are all
    lost. There may be very many ways; they come one at a time, ascending.

    A loss of 8 from two full divisions (8, reduced 2) and a reduced one (2):

    >>> list(exchanges([(8, 2), (8, 2), (2,)], 8))
    [(0, 1, 0), (1, 0, 0)]
    """
    everything = tuple(map(len, values))
    if points_lost(values, everything) < need:
        yield everything
        return
    yield from _exchanges(values, need, ())


def _exchanges(values: Sequence[Sequence[Strength]], need: Strength, lost: Tally) -> Iterator[Tally]:
    here = len(lost)
    paid = points_lost(values[:here], lost)
    spared = min((values[unit][n - 1] for unit, n in enumerate(lost) if n), default=None)
    if spared is not None and paid - spared >= need:
        return
    if here == len(values):
        if paid >= need:
            yield lost
    elif paid + sum(map(sum, values[here:])) >= need:
        for steps in range(len(values[here]) + 1):
            yield from _exchanges(values, need, (*lost, steps))
