"""Aids of the air war: air boxes and what a Point may do there, ranges, exact chances (13)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from phaseline.drill.aids.hints import Hinter
from phaseline.drill.aids.overlays import area
from phaseline.engine.aids import Area, Forecast, Hint, Line, Maker, Overlay, OverlayOffer, Row, Section
from phaseline.engine.orders import Order
from phaseline.games.war_in_europe import orders
from phaseline.games.war_in_europe.files import SEATS
from phaseline.games.war_in_europe.position import (
    AVAILABLE,
    FRONTS,
    GROUND,
    NOWHERE,
    SEA,
    SUPERIORITY,
    TRANSFER,
    AirFront,
    Commitment,
    InterdictionPhase,
    WarPosition,
)
from phaseline.games.war_in_europe.rules import airbases, aircombat, airsea, commitment
from phaseline.games.war_in_europe.rules.airbases import EVERY, displays
from phaseline.games.war_in_europe.sheet import BOXES, air_display
from phaseline.games.war_in_europe.state import WarState
from phaseline.mechanics import prospects
from phaseline.wording.counts import several

Chosen = Sequence[Any]
MEANING = {
    SUPERIORITY: "fights for the air; more than twice as many as the enemy also hit his other Points",
    SEA: "attacks enemy ports, and ships in the enemy's turn",
    GROUND: "adds one to the die of an attack, or interdicts a hex",
    TRANSFER: "goes to another front; does nothing else",
}
"""What Points in a box may do in this turn."""
HARM = {
    "": "no effect",
    "lost": "one of the attacking Points is lost",
    "aborted": "the unit turns back",
    "hit": "the unit is reduced, or lost if it forms no battlegroup",
    "sunk": "the unit is lost",
}


# --- what values mean -----------------------------------------------------------------------------------------------


def _commit(s: WarState, plain: Hint, chosen: Chosen, value: Any) -> Hint:
    """A front with what is free there, a box with what it is for, a number."""
    seat = s.acting
    if not chosen:
        free = commitment.in_box(s, seat, value, AVAILABLE)
        room = commitment.room(s, seat, value, SUPERIORITY)
        text = (
            f"{free} available"
            if room == free
            else f"{free} available, {room} of them can fly in {s.weather}"
        )
        return replace(plain, text=text, tint="air")
    if len(chosen) == 1:
        there = commitment.in_box(s, seat, chosen[0], value)
        return replace(plain, text=f"{MEANING[value]}; {there} committed", tint="air")
    return replace(plain, text=f"of {commitment.room(s, seat, *chosen)}", tint="air")


def _shift(s: WarState, plain: Hint, chosen: Chosen, value: Any) -> Hint:
    """A front with all its Points, then where to."""
    if len(chosen) < 2:
        return replace(plain, text=several(commitment.strength(s, s.acting, value), "Point"), tint="air")
    return replace(plain, tint="air")


def _against(s: WarState, plain: Hint, chosen: Chosen, value: Any) -> Hint:
    """How likely so many Points eliminate the next one."""
    return replace(
        plain, text=f"{value} to 1: {prospects.in_percent(_kill(s, value))} to eliminate it", tint="air"
    )


def _kill(s: WarState, odds: int) -> Fraction:
    return Fraction(len(aircombat.deadly(s, odds)), 6)


def _hit(s: WarState, plain: Hint, chosen: Chosen, value: Any) -> Hint:
    """A box with what is in it."""
    there = dict(zip(aircombat.EXPOSED, aircombat.exposed(s), strict=True)).get(value, 0)
    return replace(plain, text=several(there, "enemy Point"), tint="air")


def _suppress(s: WarState, plain: Hint, chosen: Chosen, value: Any) -> Hint:
    """A port, and how likely so many Points suppress it."""
    if not chosen:
        major = s.scenario.board.major_ports >> value & 1
        return replace(plain, text="major port" if major else "minor port", tint="air")
    return replace(plain, text=f"{prospects.in_percent(_harm(s, value))} to suppress it", tint="air")


def _strike(s: WarState, plain: Hint, chosen: Chosen, value: Any) -> Hint:
    """How likely so many Points harm a unit at sea."""
    return replace(plain, text=f"{prospects.in_percent(_harm(s, value))} to harm it", tint="air")


def _harm(s: WarState, points: int) -> Fraction:
    """How likely so many Points harm a port or unit."""
    return Fraction(sum(airsea.result(s, points, die) not in ("", "lost") for die in range(1, 7)), 6)


def _interdict(s: WarState, plain: Hint, chosen: Chosen, value: Any) -> Hint:
    """A front with what is left there; hexes."""
    if chosen:
        return replace(plain, tint="air")
    left = commitment.in_box(s, s.acting, value, GROUND)
    return replace(plain, text=f"{several(left, 'Point')} left", tint="air")


HINTERS: Mapping[type[Order], Hinter[WarState]] = {
    orders.Commit: _commit,
    orders.Shift: _shift,
    orders.Against: _against,
    orders.Kill: _hit,
    orders.Suppress: _suppress,
    orders.Strike: _strike,
    orders.Interdict: _interdict,
}


def owed(s: WarState, seat: int) -> Iterator[str]:
    """What a side has still to decide in the air: Points that are free, enemy Points to be attacked or hit."""
    step = s.position.stack[-1]
    if isinstance(step, Commitment):
        for front in EVERY:
            if free := commitment.in_box(s, seat, front, AVAILABLE):
                yield f"{several(free, 'Air Point')} available, {FRONTS[front]} front{_committed(s, seat, front)}"
    elif isinstance(step, AirFront) and seat in aircombat.dividing(s):
        free, targets = aircombat.unmatched(s)
        yield f"{several(free, 'Air Point')} for {several(targets, 'enemy Point')}"
    elif isinstance(step, AirFront) and step.kills:
        yield f"{several(step.kills, 'more enemy Point')} to eliminate"
    elif isinstance(step, InterdictionPhase):
        for front in EVERY:
            if left := commitment.in_box(s, seat, front, GROUND):
                yield f"{several(left, 'Air Point')} to interdict with, {FRONTS[front]} front"


def lapsing(s: WarState, seat: int) -> Iterator[Line]:
    """Fronts from which nobody flies though somebody could: Points that are committed to nothing do nothing (13.12).

    Some may well be held back; all of them rarely are.
    """
    if not isinstance(s.position.stack[-1], Commitment):
        return
    for front in EVERY:
        able = commitment.room(s, seat, front, SUPERIORITY)
        idle = not any(commitment.in_box(s, seat, front, box) for box in MEANING)
        if able and idle and airbases.operable(s, seat, front):
            points = several(able, "Air Point")
            yield Line(text=f"{points} on the {FRONTS[front]} front: none flies in this turn", case="13.12a")


def _committed(s: WarState, seat: int, front: int) -> str:
    """What a side has put into the boxes of a front so far."""
    counts = ((commitment.in_box(s, seat, front, box), BOXES[box]) for box in MEANING)
    told = ", ".join(f"{count} {name}" for count, name in counts if count)
    return told and f" ({told})"


# --- chances --------------------------------------------------------------------------------------------------------


def forecast(s: WarState, seat: int, kind: type[Order] | None, chosen: Chosen) -> Forecast | None:
    """The exact prospects of an attack in or from the air; None without one."""
    if kind is orders.Suppress and len(chosen) > 1:
        return _table(s, f"Port of {s.scenario.map.label(chosen[0])}", chosen[1], chosen[0], port=True)
    if kind is orders.Strike and chosen:
        return _table(s, "Attack on a unit at sea", chosen[0], None, port=False)
    if kind is orders.Against and chosen and seat in aircombat.dividing(s):
        return _dogfight(s, chosen[0])
    return None


def _table(s: WarState, title: str, points: int, hex: int | None, *, port: bool) -> Forecast:
    """A column of the Sea Superiority Table."""
    dice: dict[str, list[int]] = {}
    for die in range(1, 7):
        found = airsea.result(s, points, die)
        dice.setdefault("harm" if port and found not in ("", "lost") else found, []).append(die)
    words = HARM | {"harm": "the port is suppressed in this turn"}
    rows = tuple(
        replace(prospects.row(words[found], Fraction(len(faces), 6)), totals=tuple(faces))
        for found, faces in dice.items()
    )
    counted = several(points, "Air Point")
    summary = f"{counted}: {prospects.in_percent(_harm(s, points))} to do harm"
    return Forecast(
        title=title, summary=summary, lines=(Line("attacking", "13.36", counted),), rows=rows, hex=hex
    )


def _dogfight(s: WarState, odds: int) -> Forecast:
    """An attack on one enemy Point, and its counterattack."""
    kill, shot = _kill(s, odds), _kill(s, 1)
    rows = (
        prospects.row("the enemy Point is eliminated", kill),
        prospects.row(
            "one of yours is eliminated", shot, "it strikes back at 1 to 1, whatever becomes of it"
        ),
    )
    return Forecast(
        title="Air combat",
        summary=f"{odds} to 1: {prospects.in_percent(kill)} to eliminate the Point",
        lines=(Line("odds", "13.2b", f"{odds}-1"),),
        rows=rows,
    )


# --- on the map -----------------------------------------------------------------------------------------------------

OFFERS = (
    OverlayOffer(
        key="air",
        title="Air",
        help="Where each side's Air Points reach, who rules the air, what is interdicted.",
    ),
)


def _overlay(s: WarState, unit: int | None) -> Overlay:
    areas: list[Area] = []
    p, board = s.position, s.scenario.board
    for seat, name in enumerate(SEATS):
        found = 0
        for front in EVERY:
            if commitment.strength(s, seat, front):
                found |= airbases.reach(s, seat, front)
        areas.append(area(f"{name} Air Points reach it", found & board.dry_land, seat))
        ruled = 0
        for front in EVERY:
            if p.superiority[front] == seat:
                ruled |= board.air_fronts[front]
        if ruled:
            areas.append(area(f"{name} air superiority", ruled & board.dry_land, seat, "outline"))
        areas.append(area(f"{name} interdiction", p.marks[seat], seat, "hatch"))
    notes = [
        f"{SEATS[seat]}, {FRONTS[front]}: {text}"
        for front, seat in displays(s)
        if (text := air_display(p, front, seat))
    ]
    return Overlay(areas=tuple(shown for shown in areas if shown.hexes), note="; ".join(notes))


MAKERS: Mapping[str, Maker] = {"air": _overlay}


def hex_lines(s: WarState, known: WarPosition, hex: int) -> Iterator[Line]:
    """The air front of a hex, who rules it, who can fly there."""
    if not s.scenario.board.playable >> hex & 1:
        return
    front = FRONTS.index(s.scenario.board.front(hex))
    seat = known.superiority[front]
    yield Line("air front", "13.0", FRONTS[front])
    if seat != NOWHERE:
        yield Line("air superiority", "13.23a", SEATS[seat])
    for side, name in enumerate(SEATS):
        if commitment.strength(s, side, front) and airbases.reach(s, side, front) >> hex & 1:
            yield Line(f"{name} Air Points reach it", "13.43")
        if known.marks[side] >> hex & 1:
            yield Line(f"interdicted by {name}", "13.53", f"+{s.scenario.tables.prices.interdicted}")


# --- displays -------------------------------------------------------------------------------------------------------


def sections(known: WarPosition) -> Iterator[Section]:
    """The air displays for the order of battle: a row for each front with Points."""
    for seat, name in enumerate(SEATS):
        rows = tuple(
            Row(cells=(f"{FRONTS[front]} front", text, "", ""), side=seat)
            for front in EVERY
            if (text := air_display(known, front, seat))
        )
        if rows:
            yield Section(title=f"{name} air", rows=rows, side=seat)
