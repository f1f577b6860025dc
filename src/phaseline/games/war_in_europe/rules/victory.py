"""Who has won (4.3): the printed scenario sheets are lost, so the points of scenarios are ours (R118)."""

from __future__ import annotations

from phaseline.engine.ledger import case
from phaseline.games.war_in_europe.files import SEATS, Grade, Victory
from phaseline.games.war_in_europe.position import DEAD
from phaseline.games.war_in_europe.state import WarState


@case("4.3")
def points(s: WarState) -> int:
    """The points of the side whose points count, as things stand: places it controls, less divisions it has lost."""
    victory = s.scenario.setup.victory
    if victory is None:
        return 0
    seat = SEATS.index(victory.counted)
    held = sum(
        prize.points
        for prize in victory.places
        if s.position.owner[seat] >> s.scenario.hex_at(prize.hex, "victory") & 1
    )
    return held - victory.divisions_lost * divisions_lost(s, victory)


def divisions_lost(s: WarState, victory: Victory) -> int:
    """The divisions of the side whose points count that are eliminated, not merely reduced."""
    scenario, seat = s.scenario, SEATS.index(victory.counted)
    return sum(
        s.position.at[unit] == DEAD
        and scenario.units[unit].kind.size == "division"
        and not scenario.support >> unit & 1
        and (not victory.nations or scenario.units[unit].nation in victory.nations)
        for unit in scenario.rosters[seat]
    )


def graded(victory: Victory, found: int) -> Grade:
    """What so many points mean."""
    return next(
        grade for grade in sorted(victory.grades, key=lambda grade: -grade.least) if found >= grade.least
    )


@case("4.3")
def settle(s: WarState) -> None:
    """The last turn is over: the points decide."""
    victory, p = s.scenario.setup.victory, s.position
    if victory is None:
        s.end(None, "4.3", "the last turn is over")
        return
    found, seat = points(s), SEATS.index(victory.counted)
    p.points[seat] = found
    grade = graded(victory, found)
    winner = SEATS.index(grade.winner) if grade.winner else None
    s.end(winner, "4.3", f"{grade.level}: {found} points", level=grade.level, scores=tuple(p.points))
