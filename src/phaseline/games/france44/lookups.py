"""Questions about what is printed: map, counters, charts."""

from __future__ import annotations

from typing import Any

from phaseline.drill.lookups import listed, units_of
from phaseline.engine.casefile import question
from phaseline.engine.ledger import case
from phaseline.engine.lexicon import HexRef, SeatRef, UnitRef
from phaseline.games.france44.sheet import colour
from phaseline.games.france44.state import FranceState


@question
@case(
    "1(1)", "1(2)", "1(3)", "1(4)", "1(5)", "1(6)", "1(7)", "1(8)", "1(9)", "1(10)", "1(11)", "1(12)", "1(13)"
)
def ground(s: FranceState, *, hex: HexRef) -> dict[str, Any]:
    """What a hex is to the rules: terrain, place, port, works, country, side of the Rhine."""
    board, bit = s.scenario.board, 1 << hex
    port = "major" if board.major_ports & bit else "minor" if board.minor_ports & bit else None
    place = "city" if board.cities & bit else "town" if board.towns & bit else None
    return {
        "terrain": s.scenario.map.terrain_at(hex),
        "playable": bool(board.playable & bit),
        "country": s.scenario.map.area_at("country", hex) if "country" in s.scenario.map.areas else "",
        "place": place,
        "port": port,
        "navigable": bool(board.navigable & bit),
        "fortified": bool(board.fortified & bit),
        "beach": bool(board.beaches & bit),
        "rail": bool(board.rail_hexes & bit),
        "rhine": bool(board.rhine & bit),
        "east_of_rhine": bool(board.east_of_rhine & bit),
        "edge": bool(board.east_edge & bit),
        "neutral": bool(board.beyond & bit),
        "london": bool(board.london & bit),
    }


@question
@case("3.1b", "3.2b", "3.2c", "3.2d", "3.2e", "3.2f", "3.2g", "3.2n", "3.2o", "4.23", "19.5")
def unit(s: FranceState, *, unit: UnitRef) -> dict[str, Any]:
    """A land unit's counter: factors, type, nation, where it starts."""
    counter = s.scenario.units[unit]
    return {
        "name": counter.name,
        "nation": counter.nation,
        "colour": colour(counter.nation),
        "type": counter.type,
        "combat": counter.combat,
        "half": counter.half,
        "movement": counter.movement,
        "steps": counter.steps,
        "start": counter.start,
        "hex": counter.hex,
        "since": counter.since,
        "rulebook": list(counter.rulebook),
    }


@question
@case("3.2a", "3.2h", "3.2i", "3.2j", "3.2k", "3.2l", "4.28", "9.33a")
def counters(s: FranceState) -> dict[str, int]:
    """How many counters there are."""
    sheet = s.scenario.data.counters.sheet
    return {
        "units": len(s.scenario.units),
        "wings": len(s.scenario.wings),
        "ships": len(s.scenario.ships),
        "transports": sheet.transports,
        "trucks": sum(s.scenario.trucks),
        "mulberries": sheet.mulberries,
        "v1": sheet.v1,
        "v2": sheet.v2,
        "bomber": sheet.bomber,
    }


@question
@case("3.1b", "3.2a")
def roster(s: FranceState, *, side: SeatRef | None = None, kind: str = "", start: str = "") -> list[str]:
    """The units of a side, of a type, that start somewhere."""
    return units_of(s, side, lambda unit: kind in ("", unit.type) and start in ("", unit.start))


@question
@case("2.1", "5.4a", "tbl.turns", "tbl.note1", "tbl.note2", "tbl.note3", "tbl.note4", "tbl.note5")
def turn(s: FranceState, *, turn: int) -> dict[str, Any]:
    """A line of the turn chart, with how likely each weather is."""
    line = next((line for line in s.scenario.data.chart.turns if line.turn == turn), None)
    if line is None:
        raise ValueError(f"the chart has turns 1 to {len(s.scenario.data.chart.turns)}")
    return {
        "first": line.first,
        "last": line.last,
        "weather": line.weather,
        "notes": list(line.notes),
        "chances": {name: str(chance) for name, chance in s.scenario.weather.outcomes(turn).items()},
    }


@question
@case("tbl.weather", "tbl.weather.mud.a", "tbl.weather.mud.b", "tbl.weather.snow.b", "tbl.weather.blizzard.d")
def effects(s: FranceState, *, weather: str = "") -> dict[str, Any]:
    """What a weather does; that of this turn if none is named."""
    known = {str(name): found for name, found in s.scenario.tables.effects.items()}
    found = listed(known, weather or s.position.weather, "the weather is one of")
    return {
        "movement_halved": found.halved,
        "mechanized_zones_only": found.mechanized,
        "truck_range": found.range,
        "bomber_halved": found.halves_bomber,
        "flying": found.flying,
        "air_dice": found.air_dice,
        "invasions": found.invasions,
        "drops": found.drops,
        "defence": found.defence,
    }


@question
@case("20.1a", "20.1b", "20.2")
def terrain(s: FranceState, *, key: str) -> dict[str, int]:
    """What a kind of terrain costs, and what it multiplies the defence by."""
    line = listed(s.scenario.tables.terrain, key, "the table has")
    return {"cost": line.cost, "defence": line.defence}
