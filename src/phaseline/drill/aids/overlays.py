"""What is drawn over the map alike: a set of hexes, one set a side, how far a unit gets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeVar

from phaseline.drill.state import FieldState
from phaseline.engine.aids import Area, Overlay, Style
from phaseline.hexgrid import Mask, hexes

S = TypeVar("S", bound=FieldState[Any, Any])


def area(title: str, mask: Mask, side: int | None = None, style: Style = "fill") -> Area:
    """These hexes."""
    return Area(title=title, hexes=tuple(hexes(mask)), side=side, style=style)


def both(
    seats: Sequence[str], title: str, of: Callable[[int], Mask], style: Style = "fill"
) -> Iterator[Area]:
    """The hexes of each side, under its name: `Blue zone of control`."""
    for side, name in enumerate(seats):
        yield area(f"{name} {title}", of(side), side, style)


def reach(
    waves: Callable[[S, int], Iterable[tuple[int, Mask]]],
    points: Callable[[S, int], int],
    more: Callable[[S, int], Iterable[Area]] = lambda s, unit: (),  # noqa: ARG005
) -> Callable[[S, int | None], Overlay]:
    """The overlay of how far a unit gets: what each of its points buys, `2 of 5`.

    `waves` are hexes by what they cost (a cost may come again), `points` what the unit has; `more` is marked besides.
    """

    def made(s: S, unit: int | None) -> Overlay:
        if unit is None or s.position.at[unit] < 0:
            return Overlay(areas=(), note="Choose a unit on the map.")
        most = points(s, unit)
        found: dict[int, Mask] = {}
        for cost, mask in waves(s, unit):
            found[cost] = found.get(cost, 0) | mask
        shades = [
            Area(title=f"{cost} of {most}", hexes=tuple(hexes(mask)), level=cost, levels=most)
            for cost, mask in found.items()
            if mask
        ]
        return Overlay(areas=(*shades, *more(s, unit)))

    return made
