"""The Supply Origin of the Axis: Berlin feeds nobody when no railway leads from it to another Victory City (9.12).

Who bars all of them at once starves every corps of the Axis: the Allies look for the cheapest way to do that in this turn.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from phaseline.ai.planning.severing import Lever, Lines, Post, Severance, sever
from phaseline.games.westfront.position import ALLIED, AXIS
from phaseline.games.westfront.rules import ground
from phaseline.games.westfront.state import WestFrontState
from phaseline.hexgrid import Hex, Mask, flood, hexes, mask_of

MOVE = 0.1
"""What each move costs, so that no more than needed are made."""
ATTACK = 0.5
"""What it costs besides to bar a line by a battle."""
RIVER = 1.0
"""And more if who attacks may be thrown back over a river."""
STAY = 0.01
"""What it costs that somebody has to stay where he is."""


class Railways(NamedTuple):
    """The railways from Berlin to the next Victory Cities as they would be if nobody barred them."""

    lines: Lines
    held: Mask
    """Where units of the Axis stand: a line is barred there by a battle alone."""


def railways(s: WestFrontState) -> Railways | None:
    """As the Axis stands now; None if there is no origin to isolate, or it is lost already.

    What the Allies bar is left out: whoever does may go elsewhere. Headquarters of theirs bar nothing here, as they come and go.
    """
    held = s.occupied(AXIS)
    sure = held & ~(
        s.battles & s.position.defends[ALLIED]
    )  # a battle is friendly to the Original Defender (8.31)
    feels = s.where(s.on_map(AXIS) & ~s.position.unsupplied)
    friendly = (held | s.board.dry.cross(feels) | s.position.owner[AXIS]) & s.board.rail & s.in_play
    origins = s.scenario.origins[AXIS] & friendly
    cities = mask_of(s.board.victory_cities) & ~s.scenario.origins[AXIS]
    if origins.bit_count() != 1 or not cities:
        return None
    start = next(hexes(origins))
    run = flood(s.board.grid, origins, friendly & ~cities, s.board.tracks)
    ends = s.board.tracks.cross(run) & friendly & cities
    return Railways(Lines(run, s.board.tracks, start, ends, sure & (ends | origins)), held)


def movers(s: WestFrontState) -> dict[int, Mask]:
    """Where the units of the Allies could go if they were ordered; who would leave a battle to the enemy stays (6.41)."""
    able = s.on_map(ALLIED) & ~s.scenario.forts & ~s.scenario.hqs & ~s.position.dispersed
    full = ground.full(s, ALLIED)
    found = {}
    for unit in hexes(able):
        if s.engaged(unit) and len(s.units_at(s.position.at[unit], ALLIED)) == 1:
            continue
        ways = ground.ways(s, unit)
        found[unit] = (ways.quiet | ways.engage) & ~full
    return found


def isolation(s: WestFrontState, movers: Mapping[int, Mask], levers: Sequence[Lever]) -> Severance | None:
    """The cheapest way of the Allies to starve the Axis in this turn, by units that could go to these hexes; None if there is none."""
    ways = railways(s)
    return None if ways is None else sever(ways.lines, list(_posts(s, ways, movers)), levers)


def _posts(s: WestFrontState, ways: Railways, movers: Mapping[int, Mask]) -> Iterator[Post]:
    """Where each unit of the Allies could bar something, or does so where it is."""
    for unit in hexes(s.on_map(ALLIED) & ~s.scenario.hqs):
        here = s.position.at[unit]
        if barred := _bars(s, ways, unit, here):
            yield Post(unit, here, barred, STAY, free=True)
        for hex in hexes(movers.get(unit, 0) & ~(1 << here)):
            if barred := _bars(s, ways, unit, hex):
                yield Post(unit, hex, barred, MOVE + _danger(s, ways, unit, hex))


def _bars(s: WestFrontState, ways: Railways, unit: int, hex: Hex) -> Mask:
    """The hexes of these railways that a unit bars from a hex, once the phase of supply begins (8.2, 9.12)."""
    every = ways.lines.through | ways.lines.ends
    if ways.lines.firm >> ways.lines.start & 1:
        every &= ~(1 << ways.lines.start)  # a battle for Berlin bars no line that begins there
    if ways.held >> hex & 1:
        return every & 1 << hex
    zone = (
        0
        if (s.position.unsupplied | s.position.overstacked) >> unit & 1
        else s.board.dry.cross(1 << hex) & ~ways.held
    )
    return every & (zone | 1 << hex)


def _danger(s: WestFrontState, ways: Railways, unit: int, hex: Hex) -> float:
    """What it costs to bar a line by a battle: who comes over a river may be thrown back."""
    if not ways.held >> hex & 1:
        return 0.0
    dry = s.board.dry.cross(1 << hex) & (ground.ways(s, unit).doors | 1 << s.position.at[unit])
    return ATTACK + (0.0 if dry else RIVER)
