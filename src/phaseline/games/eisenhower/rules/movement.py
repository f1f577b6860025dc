"""Chapter 8: movement; zones of control in movement (9.3)."""

from __future__ import annotations

from typing import NamedTuple

from phaseline.drill import marching
from phaseline.drill.marching import in_words, legs_of
from phaseline.engine.ledger import case
from phaseline.engine.refusal import Refusal
from phaseline.games.eisenhower.position import (
    ALLIED,
    GERMAN,
    NEVER,
    AlliedMovement,
    GermanPhase,
    Window,
)
from phaseline.games.eisenhower.rules import control, supply
from phaseline.games.eisenhower.state import EisenhowerState
from phaseline.hexgrid import Mask, unite
from phaseline.mechanics.ways import Prices, Routes, Ways

OFFENSIVES_FROM = 2
"""The turn at whose start the offensive markers come (13.6)."""


class Manner(NamedTuple):
    """All that the ways of a unit hang on, besides the map.

    Whose it is; whether it is at home in mountains, and kept out of Italy; the enemy's zone and hexes; destroyed cities,
    hexes that are dry to it, whether the Seine is as any river, and whether boats cross the Scheldt.
    """

    seat: int
    capable: bool
    barred: bool
    zone: Mask
    enemy: Mask
    razed: Mask
    dry: Mask
    plain_seine: bool
    boats: bool


def manner(s: EisenhowerState, unit: int) -> Manner:
    """How a unit goes now."""
    scenario, p = s.scenario, s.position
    seat = scenario.side_of[unit]
    return Manner(
        seat,
        bool(scenario.capable >> unit & 1),
        s.italy_full(unit),
        s.zone(1 - seat),
        s.occupied(1 - seat),
        p.razed,
        p.secured if seat == ALLIED else 0,
        p.seine_plain,
        p.scheldt == p.turn and seat == GERMAN and _own_phase(s),
    )


def ways(s: EisenhowerState, unit: int) -> Ways:
    """The ways a unit may go and what they cost."""
    return ways_by(s, manner(s, unit))


@case("8.0b", "8.0c", "8.0d", "8.0e", "8.4", "2.6d", "13.3a", "13.2l", "13.2m", "9.3a", "9.3b", "9.8")
def ways_by(s: EisenhowerState, by: Manner) -> Ways:
    """The ways of going so and what they cost: terrain, rivers, passes (8.8), enemy zones, and the limit in Italy."""
    scenario = s.scenario
    return scenario.lately(
        by,
        lambda: marching.ways(
            ground(s, by),
            scenario.board.crossings(by.seat, plain_seine=by.plain_seine, scheldt=by.boats, dry=by.dry),
            {scenario.tables.crossing.ezoc: by.zone},
        ),
    )


@case("8.3", "8.5")
def ground(s: EisenhowerState, by: Manner) -> Prices:
    """The hexes a side may enter by what they cost: none with an enemy; to the Allies `dry` ones are never rough."""
    board, terrain = s.scenario.board, s.scenario.tables.terrain
    allowed = board.playable & ~by.enemy & ~(board.italy if by.barred else 0)
    rough = s.rough & ~by.dry
    found = {
        "clear": allowed & ~rough & ~board.mountain,
        "rough": allowed & rough,
        "mountain": allowed & board.mountain,
    }
    return unite(
        (terrain[key].mountain_capable if by.capable else terrain[key].cost, mask)
        for key, mask in found.items()
    )


def _own_phase(s: EisenhowerState) -> bool:
    """Whether this is Phase V and not an offensive: only there may the estuary be crossed (R76)."""
    return s.within(GermanPhase) and not s.offensive


@case("8.0a", "8.1", "8.2")
def reachable(s: EisenhowerState, unit: int) -> Routes:
    """Where a unit can go with what it has (8.1); the Rhine and the Alpine frontier may ask for a halt (12.2.3, 13.5)."""
    return s.now(("routes", unit), lambda: _routes(s, unit))


def _routes(s: EisenhowerState, unit: int) -> Routes:
    start, left, stop = s.position.at[unit], budget(s, unit), halts(s, unit)
    by = manner(s, unit)
    return s.scenario.lately(
        ("routes", start, left, stop, by),
        lambda: Routes(s.scenario.board.grid, 1 << start, ways_by(s, by), left, stop),
    )


@case("12.2.2b", "12.2.3a", "13.5a")
def halts(s: EisenhowerState, unit: int) -> Mask:
    """Hexes where something happens when an Allied unit enters, so that it goes on from there with a new order."""
    if s.scenario.side_of[unit] == GERMAN:
        return 0
    p, board = s.position, s.scenario.board
    found = 0 if p.bridge_captured else board.west_bank & ~p.tried
    if control.reserves_wait(s):
        found |= board.east_of_elbe
    return found if p.yugoslavs else found | s.scenario.invasion_coast["triggers"]


@case("7.12a", "8.0b")
def budget(s: EisenhowerState, unit: int) -> int:
    """What a unit may spend: its allowance, or what is left of it while it goes on moving (7.12)."""
    legs = legs_of(s, unit)
    return supply.allowance(s, unit) if legs is None else legs.left


@case("7.12a", "7.15b")
def budget_in_words(s: EisenhowerState, unit: int) -> str:
    """What a unit may spend and, if that is less than its counter says, why: halved, or partly spent."""
    why = supply.halving(s, unit)
    return in_words(s, unit, budget(s, unit), "movement factor", f", halved {why}" if why else "")


@case("3.3.4b")
def turn_one(s: EisenhowerState, historical: str) -> str:
    """The case that limits Turn 1: the alternative scenario has one of its own (3.3.4)."""
    return "3.3.4b" if s.scenario.alternate else historical


@case("13.6c", "13.6g", "13.6h")
def left_out(s: EisenhowerState, unit: int, otherwise: str) -> Refusal:
    """Why a unit takes no part in the offensive under way: it stands in Italy, was out of supply, or is too far from the marker."""
    board, marker = s.scenario.board, s.frame(GermanPhase).hex
    here = 1 << s.position.at[unit]
    if here & (1 << marker | board.grid.adjacent_mask(marker)):
        if here & board.italy:
            return Refusal("13.6h", "no offensive in Italy")
        if not supply.supplied(s, unit):
            return Refusal("13.6g", "the offensive has not activated it, for it is out of supply")
    return Refusal("13.6c", otherwise)


@case("13.6b", "13.6i", "3.2.4e")
def open_window(s: EisenhowerState) -> None:
    """When the Allied movement begins, and after a move, a mandated offensive may be declared (13.6)."""
    if offensive_possible(s):
        s.update(s.frame(AlliedMovement), entered=False)
        s.call(Window())


@case("13.6b", "13.6i", "3.2.4e")
def offensive_possible(s: EisenhowerState) -> bool:
    """Whether an offensive may be declared now: from Turn 2 on, after one only when another unit has moved (13.6)."""
    p = s.position
    if p.turn < OFFENSIVES_FROM or not p.offensives or p.waived >> GERMAN & 1:
        return False
    part = s.frame(AlliedMovement)
    return part.mover != part.barred


@case("13.6b", "7.11b")
def last_window(s: EisenhowerState, count: int) -> Window | AlliedMovement | None:
    """The last moment of the Allied movement, if units have entered the map since the last window (13.6).

    An offensive declared then has interrupted the movement, which goes on after it (R138): in a part of its own, in
    which who was on his way still is, and only the move of another opens a window again.
    """
    part = s.frame(AlliedMovement)
    if not count:
        return Window() if part.entered and offensive_possible(s) else None
    if count > 1 or part.mover != part.barred:
        return None
    return AlliedMovement(mover=part.mover, left=part.left, barred=part.mover)


def note_entry(s: EisenhowerState) -> None:
    """A unit has come onto the map in the Allied movement: before that ends there is one more window."""
    if s.within(AlliedMovement):
        s.update(s.frame(AlliedMovement), entered=True)


@case("13.6i", "8.2")
def note_drop(s: EisenhowerState) -> None:
    """A corps has dropped, which is its movement: after an offensive it counts as another unit that has moved (13.6)."""
    note_entry(s)
    if s.within(AlliedMovement):
        s.update(s.frame(AlliedMovement), barred=NEVER)
