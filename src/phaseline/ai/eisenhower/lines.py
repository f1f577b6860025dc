"""Where those who march will be in supply: the hexes on their way turn as they move."""

from __future__ import annotations

from phaseline.drill.tracing import open_hexes
from phaseline.games.eisenhower.position import ALLIED
from phaseline.games.eisenhower.rules import supply
from phaseline.games.eisenhower.state import EisenhowerState
from phaseline.hexgrid import Mask


def fed_on_the_march(s: EisenhowerState, seat: int, reached: Mask) -> Mask:
    """Where a unit of a side would be in supply that can march to these hexes.

    Whatever it passes through turns its colour; where it stands it contests the enemy's zone.
    """
    board = s.scenario.board
    linked = supply.allied_net(s) if seat == ALLIED else supply.german_net(s)
    area = linked | reached & open_hexes(s, seat, board.playable)
    while (wider := linked | board.land_sides.cross(linked) & area) != linked:
        linked = wider
    linked |= board.land_sides.cross(linked)
    return linked | board.coastal if seat == ALLIED else linked
