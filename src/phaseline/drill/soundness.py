"""What can never be true of units on hexes, in sentences: what a game's `faults` are made of."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any

from phaseline.drill.standing import Place
from phaseline.drill.state import FieldState
from phaseline.hexgrid import Hex, Mask, hexes
from phaseline.wording.counts import several

AnyField = FieldState[Any, Any]


def both_sides(s: AnyField, areas: Sequence[Mask], verb: str) -> Iterator[str]:
    """The hexes in the areas of both sides, which exclude each other: `both sides hold 0305`."""
    one, other = areas
    for hex in hexes(one & other):
        yield f"both sides {verb} {s.scenario.map.label(hex)}"


def misplaced(s: AnyField, units: Mask, area: Mask, why: str) -> Iterator[str]:
    """Those of some units on the map that are in an area where none may be."""
    for seat in range(len(s.game.seats)):
        for unit in hexes(s.units_in(area, seat) & units):
            yield f"{s.name(unit)} is in {s.scenario.map.label(s.position.at[unit])}, {why}"


def wrong_steps(
    s: AnyField,
    steps: Sequence[int],
    most: Sequence[int],
    out: Collection[Place],
    either: Collection[Place] = (),
) -> Iterator[str]:
    """Units with more steps than they can have, with none in play, or with some in a place `out` of the game.

    In a place of `either` a unit may have steps or none.
    """
    for unit, (place, left) in enumerate(zip(s.position.at, steps, strict=True)):
        gone = place in out
        if not 0 <= left <= most[unit] or (gone != (left == 0) and place not in either):
            yield f"{s.name(unit)} has {several(left, 'step')} and is {'out of the game' if gone else 'in play'}"


def overfull(s: AnyField, limit: Callable[[Hex], int], exempt: Mask = 0) -> Iterator[str]:
    """The hexes where a side has more units than its limit."""
    for seat, stacks in enumerate(s.standing.by_hex):
        for hex, stack in stacks.items():
            if stack.bit_count() > limit(hex) and not exempt >> hex & 1:
                yield f"{s.game.seats[seat]} has more than {several(limit(hex), 'unit')} in {s.scenario.map.label(hex)}"
