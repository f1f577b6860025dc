"""What can never be true of WestFront, whatever was ordered: the harness asks after every order."""

from __future__ import annotations

from collections.abc import Iterator

from phaseline.drill.soundness import both_sides, misplaced
from phaseline.engine.ledger import case
from phaseline.games.westfront.position import (
    ALLIED,
    AXIS,
    Combat,
    Deployment,
    Movement,
    NeutralForces,
)
from phaseline.games.westfront.scenario import SEATS
from phaseline.games.westfront.state import WestFrontState
from phaseline.hexgrid import hexes


def faults(s: WestFrontState) -> Iterator[str]:
    """Sentences about what is wrong; none when the position is sound."""
    yield from _wrong_strengths(s)
    yield from _wrong_places(s)
    yield from _overstacked(s)
    yield from _crossed(s)
    yield from _wrong_control(s)
    yield from _overspent(s)


@case("2.3a", "2.4", "2.25b", "5.1c")
def _wrong_strengths(s: WestFrontState) -> Iterator[str]:
    """CVs lie between the lowest and the highest step; off the map there is none."""
    for unit, (hex, cv) in enumerate(zip(s.position.at, s.position.cv, strict=True)):
        lowest, highest = (s.type_of(unit).lowest, s.unit(unit).limit) if hex >= 0 else (0, 0)
        if not lowest <= cv <= highest:
            yield f"{s.unit(unit).name} has a CV of {cv}, not {lowest} to {highest}"


@case("1.1b", "1.1c", "1.37a", "1.38", "16.4a", "2.66a", "7.12a")
def _wrong_places(s: WestFrontState) -> Iterator[str]:
    """Nobody stands in the sea, out of play, or where the side may not be; battles have one Original Defender."""
    board, label = s.board, s.scenario.map.label
    barred = (s.neutral, s.neutral | board.closed_to_axis)
    for seat in (ALLIED, AXIS):
        units = s.scenario.side_units[seat]
        yield from misplaced(s, units, ~board.land, "which is no land in play")
        yield from misplaced(s, units, barred[seat], "where it may not be")
    homes = board.greater_italy | board.grid.spread(board.greater_italy)
    yield from misplaced(s, s.scenario.italian, ~homes, "too far from Italy")
    defended = s.position.defends
    for hex in hexes(s.battles & ~(defended[ALLIED] ^ defended[AXIS])):
        who = "each" if defended[ALLIED] >> hex & 1 else "neither"
        yield f"both sides are in {label(hex)}, and {who} of them is the Original Defender"


@case("6.21", "6.22a", "2.26f", "5.21d", "6.22b")
def _overstacked(s: WestFrontState) -> Iterator[str]:
    """Stacking holds, but for HQs that have deployed and after repulses; never two forts in a hex.

    An excess that has gone short is Unsupplied, and stays where it is until its side moves again (6.22b).
    """
    label, excess = s.scenario.map.label, s.position.overstacked | s.position.unsupplied
    for seat in (ALLIED, AXIS):
        for hex, stack in s.standing.by_hex[seat].items():
            if (stack & s.scenario.forts).bit_count() > 1:
                yield f"two forts are in {label(hex)}"
            over = stack.bit_count() - s.board.stacking_limit(hex)
            if over > (stack & (s.scenario.hqs | excess)).bit_count():
                yield f"{SEATS[seat]} has {over} units too many in {label(hex)}"


@case("6.33a", "6.33b", "12.23a")
def _crossed(s: WestFrontState) -> Iterator[str]:
    """No hexside into or out of a battle is crossed by more units than it bears."""
    grid = s.board.grid
    for key, count in s.position.crossings.items():
        start, direction = divmod(key, 6)
        end = grid.neighbour(start, direction)
        if end is not None and count > s.board.side_limit(start, end, mud=s.mud):
            yield f"{count} units crossed {s.scenario.map.label(start)}/{s.scenario.map.label(end)}"


@case("8.31", "8.32", "8.33", "8.34")
def _wrong_control(s: WestFrontState) -> Iterator[str]:
    """No hex belongs to both sides, and none out of play to anybody."""
    label, position = s.scenario.map.label, s.position
    yield from both_sides(s, position.control, "control")
    for hex in hexes((position.owner[ALLIED] | position.owner[AXIS]) & ~s.board.land):
        yield f"somebody owns {label(hex)}, which is no land in play"


@case("11.3", "11.41c")
def _overspent(s: WestFrontState) -> Iterator[str]:
    """Nobody spends more Production Points than there are, nor more Supreme Moves."""
    for seat in (ALLIED, AXIS):
        if s.position.points[seat] < 0:
            yield f"{SEATS[seat]} has spent {-s.position.points[seat]} Production Points too many"
    for frame in s.position.stack:
        if isinstance(frame, Movement) and min(frame.supreme_left, frame.spanish_left) < 0:
            yield "more Supreme Moves were made than there are"
        if isinstance(frame, Combat | Deployment | NeutralForces) and s.position.rearguards:
            yield "a rearguard is still waiting after the Movement Phase"
