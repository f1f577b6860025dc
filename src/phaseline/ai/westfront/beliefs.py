"""Which enemy stands where: upright blocks are taken for those that began nearest to them."""

from __future__ import annotations

from collections.abc import Hashable

from phaseline.ai.planning import match
from phaseline.games.westfront.position import WestFrontPosition
from phaseline.games.westfront.state import STATES, WestFrontState
from phaseline.games.westfront.view import off_map_for_certain
from phaseline.hexgrid import Mask

LIKELY = 40.0
"""What it is worth to take a block for one that began in its hex; less by one for each hex between."""
LATER = 12.0
"""So many hexes away begins who comes later."""
BOOKS = ("invaded", "role", "waves", "targets", "came_from", "came_by", "lanes", "landed")
"""What a position notes of single units."""


class Recollection:
    """What everybody can read in the printed set-up of a scenario, held against what stands on the map now."""

    def __init__(self, start: WestFrontPosition, seat: int) -> None:
        """`start` is the position in which a match begins, `seat` whose blocks are to be recognised."""
        self._start = start
        self._seat = seat

    def recognise(self, s: WestFrontState) -> None:
        """Let the hidden blocks of a sampled state be those that began nearest to where they stand.

        Units are exchanged that nothing else is known of, so that it looks as before to the other side.
        """
        position, start = s.position, self._start
        grid = s.board.grid
        away = off_map_for_certain(s.scenario, position, self._seat)
        plain = s.scenario.side_units[self._seat] & ~_marked(position) & ~away
        units = [unit for unit in s.scenario.rosters[self._seat] if plain >> unit & 1]
        backs = [unit for unit in units if position.at[unit] >= 0]
        likely: dict[tuple[int, Hashable], float] = {
            (unit, back): LIKELY
            - (grid.distance(start.at[unit], position.at[back]) if start.at[unit] >= 0 else LATER)
            for unit in units
            for back in backs
        }
        holds = {back: back for back in backs}
        stands = {back: back for back in backs}
        for unit, back in match(likely).items():
            assert isinstance(back, int)
            other = holds[back]
            if other == unit:
                continue
            for field in (position.at, position.cv):
                field[unit], field[other] = field[other], field[unit]
            vacated = stands.pop(unit, None)
            holds[back], stands[unit] = unit, back
            if vacated is None:
                del stands[other]
            else:
                holds[vacated], stands[other] = other, vacated
        for unit in holds.values():
            cv = start.cv[unit] if start.at[unit] >= 0 else position.cv[unit]
            position.cv[unit] = min(max(cv, s.type_of(unit).lowest), s.unit(unit).limit)
        s.restore(position)


def _marked(position: WestFrontPosition) -> Mask:
    """The units of which more is known than where they stand."""
    found = 0
    for name in STATES:
        found |= getattr(position, name)
    for name in BOOKS:
        for unit in getattr(position, name):
            found |= 1 << unit
    for unit, _ in position.rearguards.values():
        found |= 1 << unit if unit >= 0 else 0
    return found
