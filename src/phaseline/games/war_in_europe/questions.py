"""Questions that case files, the command line and pages may ask about a match of War in Europe."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from phaseline.drill.lookups import asked, costs, labels, spot
from phaseline.engine.casefile import question
from phaseline.engine.game import Question
from phaseline.engine.ledger import case
from phaseline.engine.lexicon import HexRef, SeatRef, UnitRef
from phaseline.games.war_in_europe.air_questions import AIR_QUESTIONS
from phaseline.games.war_in_europe.combat_questions import COMBAT_QUESTIONS
from phaseline.games.war_in_europe.position import InitialMovement
from phaseline.games.war_in_europe.rules import control, movement, rail, repair, shipping, trains, victory
from phaseline.games.war_in_europe.state import WarState
from phaseline.games.war_in_europe.supply_questions import SUPPLY_QUESTIONS
from phaseline.mechanics.ways import Routes


@question
def reach(s: WarState, *, unit: UnitRef, march: bool = False) -> dict[str, int]:
    """What it costs a unit to get to each hex it can reach, by a forced march if it marches; a repair unit along railways."""
    return costs(s, _ways(s, unit, march=march))


@question
def cost(s: WarState, *, unit: UnitRef, to: HexRef, march: bool = False) -> int | None:
    """What it costs a unit to get to a hex; none when it cannot."""
    return _ways(s, unit, march=march).cost(to)


def _ways(s: WarState, unit: int, *, march: bool) -> Routes:
    spot(s, unit)
    return movement.reachable(s, unit, march=True) if march else repair.by_itself(s, unit)


@question
def allowance(s: WarState, *, unit: UnitRef, march: bool = False) -> int:
    """The Movement Allowance of a unit in this phase."""
    spot(s, unit)
    return movement.allowance(s, unit, march=march)


@question
def one_hex(s: WarState, *, unit: UnitRef) -> list[str]:
    """The hexes that a unit may always enter as its only move of the phase."""
    spot(s, unit)
    return labels(s, repair.always(s, unit))


@question
@case("3.22a", "3.23", "3.24a", "3.24b", "3.24c", "3.24d", "3.25a")
def unit(s: WarState, *, unit: UnitRef) -> dict[str, Any]:
    """A unit's counter: what both of its sides say, what it is."""
    counter = s.scenario.units[unit]
    return {
        "name": counter.called,
        "nation": counter.nation,
        "class": counter.category,
        "size": counter.kind.size,
        "full": str(counter.full),
        "kg": None if counter.reduced is None else str(counter.reduced),
        "attack": s.face(unit).attack(),
        "strength": s.face(unit).strength,
        "movement": s.face(unit).movement,
        "mechanized": bool(s.scenario.mechanized >> unit & 1),
        "motorized": counter.motorized,
    }


@question
@case("15.0", "tbl.5.8.prohibited")
def ground(s: WarState, *, hex: HexRef) -> dict[str, Any]:
    """What a hex is to the rules: terrain, railway, port, weather."""
    board, bit = s.scenario.board, 1 << hex
    area = "arid" if board.arid & bit else "severe" if board.severe & bit else "moderate"
    port = "major" if board.major_ports & bit else "minor" if board.minor_ports & bit else None
    return {
        "terrain": s.scenario.map.terrain_at(hex),
        "playable": bool(board.playable & bit),
        "rail": bool(board.rail_hexes & bit),
        "port": port,
        "area": area,
        "mud": bool((s.muddy | s.bottomless) & bit),
        "snow": bool(s.snowy & bit),
    }


@question
@case("7.0d", "7.22")
def sea_way(s: WarState, *, unit: UnitRef, to: HexRef) -> int | None:
    """How many hexes a unit goes by sea to another port or coast, the last one counted; none when no ship comes there."""
    seat, start = s.scenario.side_of[unit], spot(s, unit)
    if not shipping.reach(s, seat, start) >> to & 1:
        return None
    way = shipping.route(s, seat, start, 1 << to)
    return None if way is None else len(way) - 1


@question
def controls(s: WarState, *, hex: HexRef) -> str:
    """Who controls a hex."""
    seat = control.holder(s, hex)
    return "nobody" if seat is None else s.game.seats[seat]


@question
def works(s: WarState, *, side: SeatRef) -> list[str]:
    """The hexes of fortified lines that work for a side."""
    return labels(s, s.works(side))


@question
def rail_reach(s: WarState, *, unit: UnitRef) -> dict[str, int]:
    """What it costs an entrained unit to get by rail, or a repair unit along railways, to each hex it can reach."""
    spot(s, unit)
    found = repair.routes if s.scenario.repairers >> unit & 1 and s.within(InitialMovement) else trains.routes
    return costs(s, found(s, unit))


@question
def rail_points(s: WarState, *, unit: UnitRef) -> int:
    """The Rail Movement Points that a unit has left."""
    spot(s, unit)
    return trains.left(s, unit)


@question
def rail_net(s: WarState, *, side: SeatRef) -> list[str]:
    """The rail hexes of a side on which its trains run."""
    return labels(s, rail.working(s, side))


@question
def railheads(s: WarState, *, side: SeatRef) -> list[str]:
    """Where the lines of a side end."""
    return labels(s, rail.railheads(s, side)[0])


@question
def cut_off(s: WarState, *, side: SeatRef) -> list[str]:
    """The Friendly rail hexes of a side that are joined to no supply source."""
    return labels(s, rail.railheads(s, side)[1])


@question
def rail_used(s: WarState, *, side: SeatRef) -> int:
    """What a side has used of its Rail Capacity."""
    return rail.used(s, side)


@question
def score(s: WarState) -> int:
    """The points of the side whose points count, as things stand."""
    return victory.points(s)


QUESTIONS: Mapping[str, Question] = asked(
    reach,
    cost,
    allowance,
    one_hex,
    unit,
    ground,
    controls,
    works,
    rail_reach,
    rail_points,
    rail_net,
    railheads,
    cut_off,
    rail_used,
    sea_way,
    score,
    *AIR_QUESTIONS,
    *SUPPLY_QUESTIONS,
    *COMBAT_QUESTIONS,
)
"""The questions of this game, with those of every game with units on hexes."""
