"""Marching: what it costs to go where, what a unit that moves in several legs has left, and why it gets no farther."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from phaseline.drill.state import FieldState
from phaseline.engine.position import Frame
from phaseline.engine.refusal import Refusal
from phaseline.hexgrid import Hex, Hexsides, Mask, union, unite
from phaseline.mechanics.ways import Prices, Routes, Way, Ways
from phaseline.wording.counts import several


class SideFare(NamedTuple):
    """What it costs to cross some hexsides.

    Attributes:
        over: the hexsides.
        plus: movement points besides those for the hex entered, as for a river.
        instead: movement points in place of those for the hex entered, as along a road or through a pass.
        halts: whether who crosses them goes no further.
    """

    over: Hexsides
    plus: int = 0
    instead: int | None = None
    halts: bool = False


def ways(ground: Prices, sides: Sequence[SideFare], dearer: Mapping[int, Mask] = {}) -> Ways:
    """How one may go over this ground: a way for each kind of hexside, the cheapest of which counts.

    Args:
        ground: movement points -> the hexes that may be entered for so many; other hexes are closed.
        sides: the hexsides that may be crossed, and what that costs.
        dearer: further movement points -> the hexes that cost so many more, such as those in an enemy zone of control.

    Four hexes in a row, woods in the third, a road to it from the second, the enemy's zone in the last two:

    >>> from phaseline.hexgrid import Grid
    >>> row = Grid.pointy(rows=1, cols=4)
    >>> road = Hexsides.of(row, [(1, 2)])
    >>> for way in ways({1: 0b1011, 3: 0b0100}, [SideFare(~road), SideFare(road, instead=1)], {2: 0b1100}):
    ...     print({points: bin(hexes) for points, hexes in way.prices.items()})
    {3: '0b1000', 1: '0b11', 5: '0b100'}
    {3: '0b1100', 1: '0b11'}
    """
    entering = unite(_raised(ground, dearer))
    found = []
    for fare in sides:
        prices = entering
        if fare.instead is not None:
            prices = unite(_raised({fare.instead: union(ground.values())}, dearer))
        found.append(
            Way({points + fare.plus: mask for points, mask in prices.items()}, fare.over, fare.halts)
        )
    return Ways(found)


def _raised(ground: Prices, dearer: Mapping[int, Mask]) -> Iterator[tuple[int, Mask]]:
    for points, mask in ground.items():
        left = mask
        for more, hexes in dearer.items():
            if dear := left & hexes:
                yield points + more, dear
                left ^= dear
        if left:
            yield points, left


class Legs(Frame, frozen=True):
    """A part of play in which a unit that has moved may go on until another one moves: a base for its frame.

    `mover` is that unit, -1 before anybody has moved; `left` are the movement points it may still spend.
    """

    mover: int = -1
    left: int = 0


def legs_of(s: FieldState[Any, Any], unit: int) -> Legs | None:
    """The movement in which this unit may go on; None if it has not begun to move, or another has moved since."""
    for frame in reversed(s.position.stack):
        if isinstance(frame, Legs) and frame.mover == unit:
            return frame
    return None


def going(s: FieldState[Any, Any]) -> Mask:
    """The unit on its way, while it has movement points left to go on with."""
    legs = s.frame(Legs)
    return 1 << legs.mover if legs.mover >= 0 and legs.left > 0 else 0


def stay(s: FieldState[Any, Any]) -> None:
    """Whoever was on its way goes no further: another unit has come onto the map or left it, which is a move of its own."""
    s.update(s.frame(Legs), mover=-1, left=0)


def take_leg(
    s: FieldState[Any, Any], unit: int, to: Hex, routes: Routes, points: int, case: str, **noted: Any
) -> list[Hex]:
    """A unit that has so many points to spend goes to a hex; it may go on from there. The way, its start included.

    `noted` are other fields of the movement's frame, to be set.
    """
    spent = routes.cost(to) or 0
    path = routes.path(to)
    s.put(unit, to)
    s.update(s.frame(Legs), **{"mover": unit, "left": points - spent, **noted})
    text = "{unit:unit} moves {path:hex} for {cost}"
    s.tell("move", case, text, unit=unit, path=tuple(path), to=to, cost=spent)
    return path


def in_words(s: FieldState[Any, Any], unit: int, points: int, kind: str, why: str = "") -> str:
    """What a unit may spend, `3 movement points`, and why it is less than its counter says, if it is not the rest."""
    text = several(points, kind)
    return text + why if legs_of(s, unit) is None else f"{text} left"


def too_far(free: Routes, hex: Hex, zone: str, otherwise: str, means: str) -> Refusal:
    """Why a hex is out of reach: because of enemy zones of control, or just so.

    Args:
        free: where the unit could go if there were no enemy zones of control.
        hex: where it shall go.
        zone: the case if zones are the reason.
        otherwise: the case if they are not.
        means: what it may spend, in words.
    """
    if hex in free:
        return Refusal(zone, f"enemy zones of control keep it from there with {means}")
    return Refusal(otherwise, f"it is out of reach with {means}")
