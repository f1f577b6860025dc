"""Zones of control: which hexes units control, and who controls what.

Classes of units with different zones (mechanized units not into woods, headquarters none) get a `Zone` each; the zones
of a side are united with `|`. Whatever follows is plain set algebra, for instance the zones that friendly units contest
for supply: `zone & ~friends`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from msgspec import Struct

from phaseline.hexgrid import Grid, Hex, Hexsides, Mask
from phaseline.mechanics.lines import EVERYWHERE, adjacent


@dataclass(frozen=True, slots=True)
class Zone:
    """How a class of units exerts its zone of control. Sets of units are the hexes they stand in.

    Two hexes apart on a row of five, with a river between the second and the third:

    >>> row = Grid.pointy(rows=1, cols=5)
    >>> zone = Zone(row, over=~Hexsides.of(row, [(1, 2)]))
    >>> bin(zone.of(0b01010))
    '0b10101'

    Attributes:
        grid: the grid.
        over: the hexsides zones cross; None for all. Build it once: `~(rivers | coasts)`.
        into: the hexes zones extend into.
        out_of: the hexes zones extend out of.
        own: whether a zone holds the unit's own hex too.
    """

    grid: Grid
    over: Hexsides | None = None
    into: Mask = EVERYWHERE
    out_of: Mask = EVERYWHERE
    own: bool = False

    def of(self, units: Mask) -> Mask:
        """The hexes in the zone of any of the units."""
        zone = adjacent(self.grid, units & self.out_of, self.over) & self.into
        return zone | units if self.own else zone

    def exerted_by(self, units: Mask, into: Hex) -> Mask:
        """Those of the units whose zone holds the hex `into`."""
        here = 1 << into
        exerting = adjacent(self.grid, here, self.over) & self.out_of if here & self.into else 0
        return units & (exerting | here if self.own else exerting)


class Control(Struct, frozen=True):
    """Who controls the hexes of a map.

    Attributes:
        owned: the hexes each side controls or was the last to control.
        disputed: those of them that count as nobody's for the time being.
    """

    owned: tuple[Mask, Mask]
    disputed: Mask

    def friendly(self, side: int) -> Mask:
        """The hexes that side 0 or 1 controls now."""
        return self.owned[side] ^ self.owned[side] & self.disputed


def hex_control(occupied: Sequence[Mask], zones: Sequence[Mask], before: Sequence[Mask]) -> Control:
    """Control by presence first, then by zone, then as it was; zones of both sides leave a vacant hex disputed.

    Args:
        occupied: the hexes each side holds with units; one held by both (a battle) is given to one of them.
        zones: the zones of control of each side.
        before: who controlled the hexes before, as in `Control.owned`.

    Three hexes, one held at each end, with both zones in the middle:

    >>> hex_control((0b001, 0b100), (0b010, 0b010), before=(0b011, 0b100)).disputed
    2
    """
    taken = occupied[0] | occupied[1]
    # a ^ a & b is a without b: with sets as large as a map that is much quicker than a & ~b
    reached = (zones[0] ^ zones[0] & taken, zones[1] ^ zones[1] & taken)
    disputed = reached[0] & reached[1]
    held = (occupied[0] | reached[0] ^ disputed, occupied[1] | reached[1] ^ disputed)
    taken = held[0] | held[1]
    owned = (held[0] | before[0] ^ before[0] & taken, held[1] | before[1] ^ before[1] & taken)
    return Control(owned, disputed)
