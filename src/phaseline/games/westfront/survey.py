"""Where everybody is: what rules ask a hundred times a turn, kept up to date from step to step."""

from __future__ import annotations

from phaseline.games.westfront.position import ALLIED, AXIS
from phaseline.games.westfront.scenario import WestFrontScenario
from phaseline.hexgrid import Hex, Mask

MOST = 5
"""One more than may stack in any hex (6.21)."""


class Survey:
    """Units on the map, hexes with units, and the units in each such hex; all by seat.

    `crowds[seat][n]` are the hexes with at least `n` units, for `n` up to `MOST`. `stamp` is another object after every
    change, to tell whether something worked out earlier still holds.
    """

    __slots__ = ("at", "battles", "crowds", "occupied", "stacks", "stamp", "units")

    def __init__(self, scenario: WestFrontScenario, at: list[int]) -> None:
        self.at = at.copy()
        self.units, self.occupied = [0, 0], [0, 0]
        self.stacks: list[dict[Hex, Mask]] = [{}, {}]
        self.crowds: list[list[Mask]] = [[0] * (MOST + 1), [0] * (MOST + 1)]
        for seat, roster in enumerate(scenario.rosters):
            stacks = self.stacks[seat]
            units = occupied = 0
            for unit in roster:
                hex = at[unit]
                if hex >= 0:
                    units |= 1 << unit
                    occupied |= 1 << hex
                    stacks[hex] = stacks.get(hex, 0) | 1 << unit
            self.units[seat], self.occupied[seat] = units, occupied
            for hex, stack in stacks.items():
                for n in range(1, min(stack.bit_count(), MOST) + 1):
                    self.crowds[seat][n] |= 1 << hex
        self.battles = self.occupied[ALLIED] & self.occupied[AXIS]
        self.stamp = object()

    def move(self, unit: int, seat: int, to: int) -> None:
        """A unit stands somewhere else now, or is off the map."""
        start = self.at[unit]
        self.at[unit] = to
        if start >= 0:
            self._leave(unit, seat, start)
        if to >= 0:
            self._enter(unit, seat, to)
        else:
            self.units[seat] &= ~(1 << unit)
        self.battles = self.occupied[ALLIED] & self.occupied[AXIS]
        self.stamp = object()

    def _leave(self, unit: int, seat: int, hex: Hex) -> None:
        stacks = self.stacks[seat]
        count = stacks[hex].bit_count()
        if count <= MOST:
            self.crowds[seat][count] &= ~(1 << hex)
        stacks[hex] &= ~(1 << unit)
        if count == 1:
            del stacks[hex]
            self.occupied[seat] &= ~(1 << hex)

    def _enter(self, unit: int, seat: int, hex: Hex) -> None:
        stacks = self.stacks[seat]
        stacks[hex] = stacks.get(hex, 0) | 1 << unit
        count = stacks[hex].bit_count()
        if count <= MOST:
            self.crowds[seat][count] |= 1 << hex
        self.occupied[seat] |= 1 << hex
        self.units[seat] |= 1 << unit
