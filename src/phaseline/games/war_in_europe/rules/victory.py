"""Who has won (4.3): the printed scenario sheets are lost, so the points of scenarios are ours (R118)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from phaseline.engine.ledger import case
from phaseline.games.war_in_europe.files import SEATS, Victory
from phaseline.games.war_in_europe.particulars import Count
from phaseline.games.war_in_europe.position import DEAD
from phaseline.games.war_in_europe.rules import chains, supply
from phaseline.games.war_in_europe.rules.combining import MERGED
from phaseline.games.war_in_europe.rules.replacement import EVACUATED
from phaseline.games.war_in_europe.state import WarState
from phaseline.hexgrid import Mask, flood, hexes, mask_of
from phaseline.mechanics.grades import Grade, graded
from phaseline.wording.counts import several


class Score(NamedTuple):
    """A line of the account: what for, how many, and the points."""

    what: str
    number: int
    points: int


@case("4.3")
def points(s: WarState) -> int:
    """The points of the side whose points count, as things stand: places it controls, less what it has lost, and more."""
    return sum(score.points for score in account(s))


@case("4.3")
def account(s: WarState) -> Iterator[Score]:
    """The points of the side whose points count, line by line."""
    victory = s.scenario.setup.victory
    if victory is None:
        return
    held = _held(s, victory)
    yield Score("places held", len(held), sum(held))
    if victory.divisions_lost:
        lost = divisions_lost(s, victory)
        yield Score("divisions lost", lost, -victory.divisions_lost * lost)
    for count in s.scenario.special.counts:
        found = counted(s, count)
        yield Score(count.rule.text, found, count.rule.points * (found // count.rule.per))


def _held(s: WarState, victory: Victory) -> list[int]:
    """The points of each place held; after an armistice some are not (R155)."""
    p, scenario = s.position, s.scenario
    area = p.owner[SEATS.index(victory.counted)]
    if scenario.special.armistice is not None and "armistice" in p.flags:
        area &= ~scenario.special.armistice.kept
    return [prize.points for prize in victory.places if area >> scenario.hex_at(prize.hex, "victory") & 1]


def divisions_lost(s: WarState, victory: Victory) -> int:
    """The divisions of the side whose points count that are eliminated, not merely reduced."""
    scenario, seat = s.scenario, SEATS.index(victory.counted)
    return (scenario.divisions & s.lying(seat, DEAD) & _of(s, victory)).bit_count()


def _of(s: WarState, victory: Victory) -> Mask:
    """The units whose loss counts."""
    if not victory.nations:
        return s.scenario.all_units
    return s.scenario.having(lambda unit: unit.nation in victory.nations)


# --- what else counts -----------------------------------------------------------------------------------------------


@case("4.3")
def counted(s: WarState, count: Count) -> int:
    """How many of what is counted there are now."""
    match count.rule.what:
        case "lost":
            return _dead(s, count).bit_count()
        case "weak":
            return (_dead(s, count) | _reduced(s, count)).bit_count()
        case "trapped":
            return (_dead(s, count) & ~_evacuated(s) | _trapped(s, count)).bit_count()
        case "home":
            return (s.units_in(count.area, count.seat) & count.units).bit_count()
        case "saved":
            return sum(s.position.flags.get(f"saved {nation}", 0) for nation in count.rule.nations)
        case "held":
            return int(count.goal is not None and s.position.owner[count.seat] >> count.goal & 1 == 1)
        case "starving":
            there = s.units_in(count.area, count.seat) & count.units & s.scenario.divisions
            return (there & s.position.unsupplied).bit_count()
        case "short":
            return sum(f"short {s.scenario.ids[unit]}" in s.position.flags for unit in hexes(count.units))
        case "kept":
            return sum(f"kept {s.scenario.ids[unit]}" in s.position.flags for unit in hexes(count.units))


def _dead(s: WarState, count: Count) -> Mask:
    return s.lying(count.seat, DEAD) & count.units & s.scenario.divisions


@case("7.23")
def _evacuated(s: WarState) -> Mask:
    """The units that left all they had behind, but were saved as a Replacement Point: they are not destroyed (R184)."""
    return _flagged(s, EVACUATED)


@case("16.0")
def _reduced(s: WarState, count: Count) -> Mask:
    """The divisions of a count that are battlegroups, or were given up as such to make another one whole (R106)."""
    steps, divisions = s.position.steps, count.units & s.scenario.divisions
    found = divisions & _flagged(s, MERGED)
    for unit in hexes(divisions & s.on_map(count.seat)):
        if steps[unit] < s.scenario.units[unit].steps:
            found |= 1 << unit
    return found


def _flagged(s: WarState, word: str) -> Mask:
    """The units of which a flag is kept that begins so."""
    number = s.scenario.number
    return mask_of(number[name.removeprefix(word)] for name in s.position.flags if name.startswith(word))


@case("14.48")
def _trapped(s: WarState, count: Count) -> Mask:
    """The divisions of a count that no way over land, free of the enemy and his zones, joins to a place (R158)."""
    if count.goal is None:
        return 0
    free = chains.open_hexes(s, count.seat)
    start = 1 << count.goal & free
    joined = (
        flood(s.scenario.board.grid, start, free, s.scenario.board.land_sides(frozen=s.frozen))
        if start
        else 0
    )
    there = count.units & s.scenario.divisions & s.on_map(count.seat)
    return there & ~s.units_in(joined | count.unless, count.seat)


# --- the end --------------------------------------------------------------------------------------------------------


@case("4.3")
def settle(s: WarState) -> None:
    """The last turn is over: the points decide."""
    victory, p = s.scenario.setup.victory, s.position
    if victory is None:
        s.end(None, "4.3", "the last turn is over")
        return
    if any(count.rule.what == "starving" for count in s.scenario.special.counts):
        # Who is out of supply counts as it is now, not as it was before the last movement.
        supply.judge(s)
    found, seat = points(s), SEATS.index(victory.counted)
    p.points[seat] = found
    grade = graded(victory.grades, found)
    winner = SEATS.index(grade.winner) if grade.winner else None
    # An armistice may end it before the last turn, and takes places from the account: who reads the result is told.
    why = f", after an armistice in turn {turn}" if (turn := p.flags.get("armistice")) else ""
    text = f"{grade.level}: the {victory.counted} side has {several(found, 'point')}{why}"
    s.end(winner, "4.3", text, level=grade.level, scores=tuple(p.points))


@case("4.3")
def note(s: WarState) -> None:
    """At the end of a turn the points as they stand are noted, for charts."""
    victory = s.scenario.setup.victory
    if victory is not None:
        s.position.points[SEATS.index(victory.counted)] = points(s)


def lead(s: WarState) -> tuple[int, Grade] | None:
    """The points as they stand, and what they would mean; none without victory conditions."""
    victory = s.scenario.setup.victory
    if victory is None:
        return None
    found = points(s)
    return found, graded(victory.grades, found)
