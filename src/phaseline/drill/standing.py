"""Who stands where: what rules ask a hundred times a turn, kept up to date from step to step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Self

from phaseline.hexgrid import Hex, Mask, hexes

Place = int
"""Where a unit is: the hex, or a negative number for a place off the map, as the game's position defines them."""


class Height(NamedTuple):
    """Something that stacks are measured by: how many of `units` a hex holds, told apart up to `most`."""

    units: Mask
    most: int


class Standing:
    """Where the units are, by seat: on the map and off it, hex by hex, and how high they stand.

    `units` are those on the map, `occupied` their hexes, `by_hex` the units in each of these. `contested` are the hexes
    with units of more than one side. `stamp` is another object after every change, that of a side in `stamps` after every
    change to its units: whoever remembers something that rests on who stands where reads the stamp.
    """

    __slots__ = ("_tall", "by_hex", "contested", "elsewhere", "occupied", "stamp", "stamps", "units")

    def __init__(
        self, rosters: Sequence[Sequence[int]], heights: tuple[Height, ...], at: Sequence[Place]
    ) -> None:
        seats = range(len(rosters))
        self._tall: list[list[tuple[Mask, int, list[Mask]]]] = [
            [(counted, most, [0] * most) for counted, most in heights] for _ in seats
        ]
        """By seat, for each height: the units counted, up to how many, and the hexes that hold at least so many."""
        self.units: list[Mask] = [0 for _ in seats]
        self.occupied: list[Mask] = [0 for _ in seats]
        self.by_hex: list[dict[Hex, Mask]] = [{} for _ in seats]
        self.elsewhere: list[dict[Place, Mask]] = [{} for _ in seats]
        self.contested: Mask = 0
        self.stamp = object()
        self.stamps = [object() for _ in seats]
        for seat, roster in enumerate(rosters):
            for unit in roster:
                self._enter(1 << unit, seat, at[unit])

    def copy(self) -> Self:
        """The same, to be changed while this one stays as it is."""
        twin = object.__new__(type(self))
        twin._tall = [[(counted, most, tall.copy()) for counted, most, tall in side] for side in self._tall]
        twin.units = self.units.copy()
        twin.occupied = self.occupied.copy()
        twin.by_hex = [stacks.copy() for stacks in self.by_hex]
        twin.elsewhere = [places.copy() for places in self.elsewhere]
        twin.contested = self.contested
        twin.stamp = self.stamp
        twin.stamps = self.stamps.copy()
        return twin

    def move(self, unit: int, seat: int, start: Place, to: Place) -> None:
        """A unit that was at `start` is at `to` now."""
        bit = 1 << unit
        self._leave(bit, seat, start)
        self._enter(bit, seat, to)
        self.stamp = self.stamps[seat] = object()

    def at_least(self, seat: int, count: int, height: int = 0) -> Mask:
        """The hexes with at least so many units of a seat, of those that the scenario's `heights[height]` counts."""
        return self._tall[seat][height][2][count - 1]

    def full(self, seat: int, limits: Mapping[int, Mask], height: int = 0) -> Mask:
        """The hexes with as many units of a seat as they may hold; `limits` are the hexes of each limit."""
        levels = self._tall[seat][height][2]
        found = 0
        for limit, area in limits.items():
            found |= levels[limit - 1] & area
        return found

    def over(self, seat: int, limits: Mapping[int, Mask], height: int = 0) -> Mask:
        """The hexes with more units of a seat than they may hold: the height must be told apart beyond every limit."""
        levels = self._tall[seat][height][2]
        found = 0
        for limit, area in limits.items():
            found |= levels[limit] & area
        return found

    def units_in(self, area: Mask, seat: int) -> Mask:
        """The units of a seat whose hexes lie in `area`."""
        stacks, occupied = self.by_hex[seat], self.occupied[seat]
        inside = area & occupied
        if not inside:
            return 0
        outside = occupied ^ inside
        if not outside:
            return self.units[seat]
        units = 0
        if inside.bit_count() <= outside.bit_count():
            for hex in hexes(inside):
                units |= stacks[hex]
            return units
        for hex in hexes(outside):
            units |= stacks[hex]
        return self.units[seat] ^ units

    def _leave(self, bit: Mask, seat: int, place: Place) -> None:
        if place < 0:
            self.elsewhere[seat][place] ^= bit
            return
        stacks = self.by_hex[seat]
        stack, here = stacks[place], 1 << place
        for counted, most, tall in self._tall[seat]:
            if counted & bit:
                count = (stack & counted).bit_count()
                if count <= most:
                    tall[count - 1] ^= here
        self.units[seat] ^= bit
        stack ^= bit
        if stack:
            stacks[place] = stack
        else:
            del stacks[place]
            self.occupied[seat] ^= here
            if self.contested & here and sum(place in others for others in self.by_hex) < 2:
                self.contested ^= here

    def _enter(self, bit: Mask, seat: int, place: Place) -> None:
        if place < 0:
            places = self.elsewhere[seat]
            places[place] = places.get(place, 0) | bit
            return
        stacks, here = self.by_hex[seat], 1 << place
        if place in stacks:
            stack = stacks[place] | bit
        else:
            stack = bit
            for others in self.by_hex:
                if place in others:
                    self.contested |= here
            self.occupied[seat] |= here
        stacks[place] = stack
        for counted, most, tall in self._tall[seat]:
            if counted & bit:
                count = (stack & counted).bit_count()
                if count <= most:
                    tall[count - 1] |= here
        self.units[seat] |= bit
