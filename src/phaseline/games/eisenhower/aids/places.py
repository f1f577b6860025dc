"""A hex of Eisenhower's War in words, and the legend with what terrain does."""

from __future__ import annotations

from collections.abc import Iterator

from phaseline.engine.aids import LegendEntry, Line
from phaseline.engine.aids.ground import hex_place_lines, side_lines, terrain_name
from phaseline.games.eisenhower.files import SEATS
from phaseline.games.eisenhower.position import ALLIED, GERMAN, NOWHERE, EisenhowerPosition
from phaseline.games.eisenhower.rules import odds, reinforcement, supply
from phaseline.games.eisenhower.scenario import EisenhowerScenario
from phaseline.games.eisenhower.state import EisenhowerState
from phaseline.mechanics import prospects


def effect(scenario: EisenhowerScenario, entry: LegendEntry) -> str:
    """Costs, shifts and stacking."""
    if entry.key == "sea":
        return "nobody crosses" if entry.kind == "hexside" else ""
    cost, by = scenario.tables.crossing, scenario.tables.shifts
    texts = {
        "rhine": f"{cost.rhine} to cross; attacks over it {by.rhine} left",
        "seine": f"{cost.seine} to cross, {cost.seine_german} for the Germans; attacks over it {by.river} left",
        "river": f"{cost.river} to cross; attacks over it {by.river} left",
        "pass": f"{cost.pass_} along it, instead of what the mountains cost",
    }
    for key, line in scenario.tables.terrain.items():
        shift = f"; attacks {line.shift} left" if line.shift else ""
        capable = (
            f" ({line.mountain_capable} for mountain troops)" if line.mountain_capable != line.cost else ""
        )
        texts[key] = f"{line.cost} to enter{capable}; {line.stack} units{shift}"
    return texts.get(entry.key, "")


def hex_lines(s: EisenhowerState, known: EisenhowerPosition, hex: int) -> Iterator[Line]:
    """All there is to know of a hex."""
    board = s.scenario.board
    if not board.playable >> hex & 1:
        yield Line(terrain_name(board.map, hex))
        return
    yield from _ground(s, hex)
    yield from side_lines(board.map, hex)
    yield from hex_place_lines(board.map, hex)
    yield from _works(s, hex)
    yield from _standing(s, hex)
    yield from _supply(s, hex)


def _ground(s: EisenhowerState, hex: int) -> Iterator[Line]:
    board = s.scenario.board
    key = "mountain" if board.mountain >> hex & 1 else "rough" if s.rough >> hex & 1 else "clear"
    line = s.scenario.tables.terrain[key]
    yield Line(key.capitalize(), "8.0e", f"{line.cost} to enter")
    country = board.map.areas_at("country", hex) if "country" in board.map.areas else ()
    zone = "Southern" if board.south >> hex & 1 else "Northern"
    yield Line(f"{', '.join(country) or 'no country'}, {zone} Zone", "7.8")
    net = sum(shift.columns for shift in odds.ground_shifts(s, hex, german_defends=True))
    if net:
        yield Line("attacks on Germans here shift", "10.2", prospects.signed(net))


def _works(s: EisenhowerState, hex: int) -> Iterator[Line]:
    board, p = s.scenario.board, s.position
    if board.fortified >> hex & 1:
        yield Line("fortification", "10.2")
    if board.west_wall >> hex & 1:
        yield Line("West Wall", "10.3", f"from Turn {odds.WALL_FROM}, full from Turn {odds.WALL_FULL}")
    if board.launch_sites >> hex & 1:
        yield Line("V-1 launch site", "4.2.3")
    if p.razed >> hex & 1:
        yield Line("its city is destroyed", "10.10d")
    if p.beachheads >> hex & 1:
        yield Line("beachhead", "7.7")
    if hex in (p.bridge, p.bridge_to) and p.bridge >= 0:
        yield Line(f"captured bridge between {board.label(p.bridge)} and {board.label(p.bridge_to)}", "13.5")
    if hex == p.fortress:
        yield Line("Alpine Fortress", "13.8")
    if s.scenario.alternate and p.turn == 0 and p.first_hex == NOWHERE:
        if s.scenario.invasion_coast["first"] >> hex & 1:
            yield Line("the first invasion may land here", "3.3.2b")
    elif s.scenario.invasion_coast["second"] >> hex & 1 and not p.second_over:
        yield Line("a second invasion may land here", "3.2.3c")


def _standing(s: EisenhowerState, hex: int) -> Iterator[Line]:
    yield Line(f"{SEATS[ALLIED if s.position.control >> hex & 1 else GERMAN]} control", "3.4")
    there = [(name, len(s.units_at(hex, seat))) for seat, name in enumerate(SEATS)]
    for seat, (name, count) in enumerate(there):
        if count:
            yield Line(f"{name} units", "6.3", f"{count} of {s.limit(hex)}")
        if s.zone(seat) >> hex & 1:
            yield Line(f"{name} zone of control", "9.1")
    if not any(count for _, count in there):
        yield Line("stacking limit", "6.3", str(s.limit(hex)))


def _supply(s: EisenhowerState, hex: int) -> Iterator[Line]:
    board = s.scenario.board
    if supply.allied_sources(s) >> hex & 1:
        yield Line("Allied supply source", "7.7")
    elif supply.allied_net(s) >> hex & 1:
        yield Line("Allied supply reaches it", "7.8")
    elif board.coastal >> hex & 1:
        yield Line("Allied units are in supply on the coast", "7.10")
    if supply.german_net(s) >> hex & 1:
        yield Line("German supply reaches it", "7.5")
    if s.position.aerial == hex:
        yield Line("aerial supply", "7.11")
    if board.antwerp == hex:
        running = "up and running" if supply.antwerp_runs(s) else "not running yet"
        yield Line(f"Antwerp is {running}", "7.9")
    if reinforcement.allied_entry(s) >> hex & 1:
        yield Line("Allied reinforcements may enter here", "12.1a")
    if reinforcement.german_entry(s) >> hex & 1:
        yield Line("German reinforcements may enter here", "12.2")
