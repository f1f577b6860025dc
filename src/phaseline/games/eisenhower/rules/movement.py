"""Chapter 8: movement; zones of control in movement (9.3)."""

from __future__ import annotations

from typing import NamedTuple

from phaseline.drill import marching
from phaseline.drill.marching import SideFare, going, in_words, legs_of, take_leg, too_far
from phaseline.drill.passing import EndStep
from phaseline.engine.ledger import case
from phaseline.engine.legal import OrderRule
from phaseline.engine.narrowing import Narrowing
from phaseline.engine.refusal import Refusal
from phaseline.games.eisenhower import orders
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
from phaseline.hexgrid import Hex, Mask, mask_of, unite
from phaseline.mechanics.ways import Prices, Routes, Ways

OFFENSIVES_FROM = 2
"""The turn at whose start the offensive markers come (13.6)."""


@case("8.0b", "8.0c", "8.0d", "8.0e", "8.4", "2.6d", "13.3a", "13.2l", "13.2m", "9.3a", "9.3b", "9.8")
def ways(s: EisenhowerState, unit: int, *, zones: bool = True, italy: bool = True) -> Ways:
    """The ways a unit may go and what they cost: terrain, rivers, passes (8.8), enemy zones, and the limit in Italy.

    Without `zones` or `italy` these two are left out, to see whether they are what is in the way.
    """
    return _ways(s, _going(s, unit, zones=zones, italy=italy))


class _Going(NamedTuple):
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


def _going(s: EisenhowerState, unit: int, *, zones: bool, italy: bool) -> _Going:
    scenario, p = s.scenario, s.position
    seat = scenario.side_of[unit]
    return _Going(
        seat,
        bool(scenario.capable >> unit & 1),
        italy and s.italy_full(unit),
        s.zone(1 - seat) if zones else 0,
        s.occupied(1 - seat),
        p.razed,
        p.secured if seat == ALLIED else 0,
        p.seine_plain,
        p.scheldt == p.turn and seat == GERMAN and _own_phase(s),
    )


def _ways(s: EisenhowerState, by: _Going) -> Ways:
    scenario = s.scenario
    return scenario.lately(
        by,
        lambda: marching.ways(
            _ground(s, by),
            scenario.board.crossings(by.seat, plain_seine=by.plain_seine, scheldt=by.boats, dry=by.dry),
            {scenario.tables.crossing.ezoc: by.zone},
        ),
    )


@case("8.3", "8.5")
def _ground(s: EisenhowerState, by: _Going) -> Prices:
    """The hexes a side may enter by what they cost: none with an enemy; to the Allies `dry` ones are never rough."""
    board, terrain = s.scenario.board, s.scenario.tables.terrain
    allowed = board.playable & ~by.enemy & ~(board.italy if by.barred else 0)
    rough = s.rough & ~by.dry
    ground = {
        "clear": allowed & ~rough & ~board.mountain,
        "rough": allowed & rough,
        "mountain": allowed & board.mountain,
    }
    return unite(
        (terrain[key].mountain_capable if by.capable else terrain[key].cost, mask)
        for key, mask in ground.items()
    )


def _own_phase(s: EisenhowerState) -> bool:
    """Whether this is Phase V and not an offensive: only there may the estuary be crossed (R76)."""
    return s.within(GermanPhase) and not s.offensive


@case("8.0a", "8.1", "8.2")
def reachable(s: EisenhowerState, unit: int, *, zones: bool = True, italy: bool = True) -> Routes:
    """Where a unit can go with what it has (8.1); the Rhine and the Alpine frontier may ask for a halt (12.2.3, 13.5)."""
    return s.now(("routes", unit, zones, italy), lambda: _routes(s, unit, zones=zones, italy=italy))


def _routes(s: EisenhowerState, unit: int, *, zones: bool, italy: bool) -> Routes:
    start, left, stop = s.position.at[unit], budget(s, unit), halts(s, unit)
    by = _going(s, unit, zones=zones, italy=italy)
    return s.scenario.lately(
        ("routes", start, left, stop, by),
        lambda: Routes(s.scenario.board.grid, 1 << start, _ways(s, by), left, stop),
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


def out_of_reach(s: EisenhowerState, unit: int, hex: Hex) -> Refusal:
    """Why a unit does not get to a hex."""
    if hex in reachable(s, unit, italy=False):
        return s.italy_refusal(hex)
    if halted := _halted(s, unit, hex):
        return halted
    free = reachable(s, unit, zones=False)
    if hex not in free and (found := _in_the_way(s, unit, hex)):
        return found
    return too_far(free, hex, "9.3a", "8.1", budget_in_words(s, unit))


@case("7.12a", "7.15b", "8.3", "8.5", "8.10a")
def _in_the_way(s: EisenhowerState, unit: int, hex: Hex) -> Refusal | None:
    """What else than zones keeps a unit from a hex: what does so alone comes before what does so together with them."""
    as_it_is = _going(s, unit, zones=True, italy=True)
    freely = _going(s, unit, zones=False, italy=False)
    return (
        _opposed(s, unit, hex, as_it_is)
        or _halved(s, unit, hex)
        or _closed(s, unit, hex, as_it_is)
        or _opposed(s, unit, hex, freely)
        or _closed(s, unit, hex, freely._replace(enemy=0))
    )


@case("7.12a", "7.15b")
def _halved(s: EisenhowerState, unit: int, hex: Hex) -> Refusal | None:
    """Whether a unit that begins to move would get to a hex if want of supply did not halve its factors."""
    lacks = s.factors(unit)[2] - supply.allowance(s, unit)
    if not lacks or legs_of(s, unit) is not None:
        return None
    start, left = 1 << s.position.at[unit], budget(s, unit) + lacks
    if hex not in Routes(s.scenario.board.grid, start, ways(s, unit), left, halts(s, unit)):
        return None
    number = "7.15b" if supply.supplied(s, unit) else "7.12a"
    return Refusal(number, f"it is out of reach with {budget_in_words(s, unit)}")


@case("12.2.2b", "12.2.3a", "13.5a")
def _halted(s: EisenhowerState, unit: int, hex: Hex) -> Refusal | None:
    """Whether a unit has the factors for a hex, but must halt on the way, where something happens first."""
    stop, board = halts(s, unit), s.scenario.board
    start, left = 1 << s.position.at[unit], budget(s, unit)
    if not stop:
        return None
    for area, number, happens in (
        (board.west_bank, "13.5a", "a bridge over the Rhine is tried for"),
        (board.east_of_elbe, "12.2.2b", "the last reserves may come in"),
        (stop, "12.2.3a", "the garrison of Yugoslavia is called"),
    ):
        # The first whose halts, left out, open the way; the last leaves out all that there are.
        if hex in Routes(board.grid, start, ways(s, unit), left, stop & ~area):
            return Refusal(number, f"it halts on the way, where {happens}: move it there first, then on")
    return None


@case("8.3")
def _opposed(s: EisenhowerState, unit: int, hex: Hex, by: _Going) -> Refusal | None:
    """Whether a unit that goes so has the factors for a hex, but enemy units are in the way."""
    start, left = 1 << s.position.at[unit], budget(s, unit)
    if hex in Routes(s.scenario.board.grid, start, _ways(s, by._replace(enemy=0)), left, halts(s, unit)):
        return Refusal("8.3", "enemy units are in the way")
    return None


@case("8.5", "8.10a")
def _closed(s: EisenhowerState, unit: int, hex: Hex, by: _Going) -> Refusal | None:
    """Whether a unit that goes so has the factors for a hex, but ground that nobody crosses is in the way."""
    board, start, left = s.scenario.board, 1 << s.position.at[unit], budget(s, unit)
    stop, boats = halts(s, unit), by._replace(boats=True)
    if by.seat == GERMAN and hex in Routes(board.grid, start, _ways(s, boats), left, stop):
        return Refusal("8.10a", "the Scheldt estuary is crossed in the one phase of boats only")
    closed = board.map.on_map & ~board.playable
    ground = unite([*_ground(s, by).items(), (1, closed)])
    over = [SideFare(board.sea | board.around(closed))]
    across = marching.ways(ground, over, {s.scenario.tables.crossing.ezoc: by.zone & board.playable})
    if hex in Routes(board.grid, start, Ways([*_ways(s, by), *across]), left, stop):
        return Refusal("8.5", "hexes or hexsides in the way cannot be crossed")
    return None


@case("3.3.4b")
def turn_one(s: EisenhowerState, historical: str) -> str:
    """The case that limits Turn 1: the alternative scenario has one of its own (3.3.4)."""
    return "3.3.4b" if s.scenario.alternate else historical


@case("3.2.4b", "3.2.4c", "3.3.4b", "5.3.7")
def frozen(s: EisenhowerState, found: Narrowing, seat: int, going: Mask) -> Narrowing:
    """The first turn's limits: no movement of southern Allies and northern Germans (3.2.4); nor of invaders (5.3.7).

    A unit that is `going` began its move where it might: it may go on in the other zone.
    """
    board = s.scenario.board
    if s.position.turn == 1:
        zone, case_, text = (
            (board.south, "3.2.4b", "Allied units in the Southern Zone cannot move on Turn 1")
            if seat == ALLIED
            else (board.north, "3.2.4c", "German units in the Northern Zone cannot move on Turn 1")
        )
        found = found.without(s.units_in(zone, seat) & ~going, turn_one(s, case_), text)
    return found.without(s.position.ashore, "5.3.7", "it has taken part in an invasion this turn")


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


@case("7.13", "8.0a", "8.7a", "8.7b", "8.6", "6.2a", "6.4d")
class MoveUnit(OrderRule[orders.Move, EisenhowerState]):
    """Move a unit hex by hex; it may go on until another unit moves (8.0). Stacks move unit by unit (8.7, R80)."""

    order = orders.Move

    def unit(self, s: EisenhowerState) -> Narrowing:
        """Own mobile units that have not finished moving."""
        seat, own_way = s.acting, going(s)
        found = s.choose_unit(seat, "8.0a").without(s.scenario.static, "1.2b", "a static unit does not move")
        if seat == GERMAN and s.offensive:
            found = found.only(
                s.frame(GermanPhase).activated,
                "13.6c",
                lambda unit: left_out(s, unit, "the offensive has not activated it"),
            )
        return frozen(s, found, seat, own_way).without(
            s.position.moved & ~own_way, "8.7a", "it has finished moving in this phase"
        )

    def to(self, s: EisenhowerState, unit: int) -> Narrowing:
        """Hexes within reach with room to stay."""
        found = (
            s.choose_hex("8.5")
            .without(1 << s.position.at[unit], "8.0a", "it is there already")
            .without(s.occupied(1 - s.acting), "8.3", "an enemy unit is there")
        )
        # Where there is no room is seldom within reach: look at the few hexes that are.
        reach = reachable(s, unit).all
        return s.room(unit, found.only(reach, "8.1", lambda hex: out_of_reach(s, unit, hex)))

    def apply(self, s: EisenhowerState, order: orders.Move) -> None:
        """Move, and see what comes of it."""
        unit, seat = order.unit, s.acting
        path = take_leg(s, unit, order.to, reachable(s, unit), budget(s, unit), "8.0a")
        s.position.moved |= 1 << unit
        s.position.acted |= 1 << unit
        s.changed()
        if seat == ALLIED:
            open_window(s)
        control.enter(s, seat, mask_of(path[1:]))


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


@case("8.10b")
class UseScheldt(OrderRule[orders.UseScheldt, EisenhowerState]):
    """Once in the game the Germans may cross the Scheldt estuary as a river, in one movement phase (8.10)."""

    order = orders.UseScheldt

    def gate(self, s: EisenhowerState) -> Refusal | None:
        """Once, in Phase V."""
        if s.position.scheldt:
            return Refusal("8.10b", "the estuary has been used already")
        if s.offensive:
            return Refusal("8.10b", "the estuary cannot be used in an offensive")
        if not s.scenario.board.scheldt:
            return Refusal("8.10b", "there is no estuary")
        return None

    def apply(self, s: EisenhowerState, order: orders.UseScheldt) -> None:
        """Open it for this phase."""
        s.position.scheldt = s.position.turn
        s.tell("scheldt", "8.10b", "the Germans use boats on the Scheldt")


@case("5.5.1", "5.5.2")
class EndMovement(EndStep[orders.Done, EisenhowerState]):
    """The side has moved all it wants to."""

    order = orders.Done
    told = ("5.5", "{seat:seat} has finished moving")
