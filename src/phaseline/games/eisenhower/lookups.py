"""Questions about what is printed: map, counters, charts and Turn Track."""

from __future__ import annotations

from typing import Any

from phaseline.drill.lookups import labels, listed, units_of
from phaseline.engine.casefile import question
from phaseline.engine.ledger import case
from phaseline.engine.lexicon import HexRef, SeatRef, UnitRef
from phaseline.games.eisenhower.board import Board
from phaseline.games.eisenhower.rules import invasion, victory
from phaseline.games.eisenhower.state import EisenhowerState


@question
@case("2.2d", "8.10a", "10.3a", "7.8a")
def ground(s: EisenhowerState, *, hex: HexRef) -> dict[str, Any]:
    """What a hex is to the rules: terrain, country, zone, city, port, works."""
    board: Board = s.scenario.board
    bit = 1 << hex
    rough = s.rough & bit
    return {
        "terrain": "mountain" if board.mountain & bit else "rough" if rough else "clear",
        "playable": bool(board.playable & bit),
        "country": next((n for n, m in s.scenario.map.areas.get("country", {}).items() if m & bit), None),
        "zone": "south" if board.south & bit else "north",
        "city": bool(s.cities & bit),
        "port": bool(s.ports & bit),
        "coastal": bool(board.coastal & bit),
        "fortification": bool(board.fortified & bit),
        "west_wall": bool(board.west_wall & bit),
        "launch_site": bool(board.launch_sites & bit),
    }


@question
@case("2.4a", "2.4b", "2.6b", "2.7b", "2.7c", "2.8a", "2.8b", "err.2", "13.3a", "13.3b", "tbl.counters")
def unit(s: EisenhowerState, *, unit: UnitRef, state: str = "full") -> dict[str, Any]:
    """A counter: its factors on a side, steps, type and abilities."""
    counter = s.scenario.units[unit]
    attack, defence, allowance = counter.factors(1 if state == "reduced" else counter.steps)
    return {
        "name": counter.name,
        "side": counter.side,
        "army_group": counter.army_group,
        "type": counter.type,
        "size": counter.size,
        "attack": attack,
        "defence": defence,
        "movement": allowance,
        "steps": counter.steps,
        "mobile": counter.mobile,
        "mountain_capable": counter.mountain,
        "setup": counter.setup,
        "entry": counter.entry,
        "rulebook": list(counter.rulebook),
    }


@question
@case("2.1", "2.6a")
def roster(s: EisenhowerState, *, side: SeatRef | None = None, kind: str = "") -> list[str]:
    """The units of a side, of a type."""
    return units_of(s, side, lambda unit: kind in ("", unit.type))


@question
@case("1.1a", "4.1c", "4.3.2b", "tbl.TRT")
def track(s: EisenhowerState, *, turn: int) -> dict[str, Any]:
    """A box of the Turn Track."""
    box = next((box for box in s.scenario.track if box.turn == turn), None)
    if box is None:
        raise ValueError(f"the track has turns 1 to {len(s.scenario.track)}")
    return {
        "label": box.label,
        "months": len(box.months),
        "ports_required": box.ports,
        "v1_check": turn == victory.SITES_ON,
        "notes": list(box.notes),
    }


@question
@case("8.0e", "2.2c", "tbl.TEC")
def terrain(s: EisenhowerState, *, key: str) -> dict[str, int]:
    """A line of the Terrain Effects Chart."""
    line = listed(s.scenario.tables.terrain, key, "the chart has")
    return {
        "cost": line.cost,
        "mountain_capable": line.mountain_capable,
        "shift": -line.shift,
        "stack": line.stack,
    }


@question
def seine(s: EisenhowerState) -> str:
    """How the Germans cross the lower Seine: special or as an ordinary river."""
    return "ordinary" if s.position.seine_plain else "special"


@question
def invasion_coast(s: EisenhowerState, *, which: str = "second") -> list[str]:
    """The hexes where the first or second invasion may land; `adriatic` and `yugoslav` are parts of it."""
    return labels(s, listed(s.scenario.invasion_coast, which, "ask for one of"))


@question
def first_landing(s: EisenhowerState, *, hex: HexRef) -> str:
    """How a first invasion in a hex would leave the Seine for the Germans: ordinary or special."""
    return "ordinary" if invasion.east_of_seine(s, hex) else "special"
