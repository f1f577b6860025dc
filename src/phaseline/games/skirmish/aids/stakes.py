"""How a skirmish stands: points, and who would win with the objectives as they are held now."""

from __future__ import annotations

from collections.abc import Iterator

from phaseline.drill.aids.stakes import behind
from phaseline.engine.aids import Line, Outlook, Stake
from phaseline.games.skirmish.position import SkirmishPosition
from phaseline.games.skirmish.scenario import SEATS, SkirmishScenario
from phaseline.hexgrid import hexes


def outlook(scenario: SkirmishScenario, known: SkirmishPosition) -> Outlook:
    """What ends the skirmish, and how the points stand."""
    last = scenario.turns
    return Outlook(
        ends=(
            Line(f"after Turn {last} more points win", "12.4"),
            Line("a side with nothing left but decoys loses at once", "12.3"),
        ),
        due=tuple(_points(scenario, known)),
        now=tuple(
            Line(
                f"{name} gets points for objectives when the turn ends",
                "12.1",
                f"+{held(scenario, known, seat)}",
            )
            for seat, name in enumerate(SEATS)
        ),
    )


def held(scenario: SkirmishScenario, known: SkirmishPosition, seat: int) -> int:
    """The points that a side gets a turn as long as nothing changes hands."""
    return sum(scenario.objectives[hex] for hex in hexes(known.control[seat]))


def _points(scenario: SkirmishScenario, known: SkirmishPosition) -> Iterator[Stake]:
    left = scenario.turns - max(known.turn, 1) + 1
    ends = [known.points[seat] + left * held(scenario, known, seat) for seat in (0, 1)]
    ahead = None if ends[0] == ends[1] else ends.index(max(ends))
    for seat in (0, 1):
        own, other = ends[seat], ends[1 - seat]
        yield Stake(
            title="Points",
            text=f"{known.points[seat]} against {known.points[1 - seat]}; "
            f"{own} against {other} at the end if nothing changes hands",
            short=f"{known.points[seat]} : {known.points[1 - seat]}, heading for {own} : {other}",
            case="12.1",
            side=seat,
            level=behind(ahead, seat, last=left == 1),
            hexes=tuple(scenario.objectives),
        )
