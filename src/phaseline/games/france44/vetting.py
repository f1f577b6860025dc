"""What a data pack may not say of France '44, though every value is of the right type."""

from __future__ import annotations

from collections.abc import Iterable

from phaseline.drill.files import Packs
from phaseline.drill.vetting import Vetting, graded
from phaseline.engine.ledger import case
from phaseline.games.france44.board import Board
from phaseline.games.france44.files import (
    LIBRARY,
    PACKAGE,
    SEATS,
    Counters,
    Files,
    Goal,
    Setup,
    TurnLine,
    read_files,
    read_setup,
)
from phaseline.games.france44.position import WEATHERS
from phaseline.games.france44.results import Result
from phaseline.games.france44.scenario import board_of
from phaseline.hexgrid import Hex
from phaseline.mechanics.weather import SeasonalTable


def vet(key: str, packs: Packs) -> None:
    """Whether the file of the scenario `key`, counters, tables and turn chart fit each other and the map. Raises `DataError`."""
    data, setup, map = read_files(packs), read_setup(key, packs), LIBRARY.map(packs)
    _chart(Vetting(PACKAGE, "turns.toml", packs), data.chart.turns)
    _counters(Vetting(PACKAGE, "counters.toml", packs, map), data.counters)
    _tables(Vetting(PACKAGE, "tables.toml", packs), data)
    asks = Vetting(PACKAGE, f"scenarios/{key}.toml", packs, map)
    _frame(asks, setup, len(data.chart.turns), (map.grid.cols, map.grid.rows))
    for name in setup.countries:
        asks.known(name, map.areas.get("country", {}), "country", "countries")
    _pieces(asks, setup, data)
    for field, texts in (("edge", setup.edge), ("landing_beaches", setup.landing_beaches)):
        asks.hexes(texts, field)  # of the whole map, out of which they help to cut the part
    board = board_of(map, setup)
    _places(asks, setup, board, data)
    if setup.victory is not None:
        _goals(asks, setup, setup.victory.goals, data, board)
        grades = [(grade.least, grade.winner) for grade in setup.victory.grades]
        losing = any(goal.side == "German" or goal.points < 0 for goal in setup.victory.goals)
        graded(asks, grades, SEATS, -99 if losing else 0, "victory", "grades")


def _chart(asks: Vetting, turns: tuple[TurnLine, ...]) -> None:
    """The turns follow each other, and each has its days."""
    for number, line in enumerate(turns):
        at = ("turns", number)
        asks.require(line.turn == number + 1, f"turn {number + 1} has to stand here", *at, "turn")
        begins, ends = asks.day(line.first, *at, "first"), asks.day(line.last, *at, "last")
        asks.require(begins <= ends, f"{line.last} is before {line.first}", *at, "last")


@case("11.3a", "19.5")
def _counters(asks: Vetting, counters: Counters) -> None:
    for key, wing in counters.wings.items():
        asks.hex(wing.hex, "wings", key, "hex")
    for key, ship in counters.ships.items():
        asks.hex(ship.hex, "ships", key, "hex")
    for key, unit in counters.units.items():
        at = ("units", key)
        asks.named(key, *at)
        asks.named(unit.name, *at, "name")
        said = f"{unit.half} on the reverse is more than {unit.combat} on the front"
        asks.require(unit.half <= unit.combat, said, *at, "half")
        if unit.hex:
            asks.hex(unit.hex, *at, "hex")


@case("5.11", "tbl.weather")
def _tables(asks: Vetting, data: Files) -> None:
    """The weather is one that the rules know, and rolled for each turn; places and terrain are those of the map."""
    weather = data.tables.weather
    said = "the weather of each turn is rolled for: change its line in turns.toml"
    asks.require(not weather.fixed, said, "weather", "fixed")
    asks.require(not weather.modifiers, said, "weather", "modifiers")
    for label, cells in weather.rolled.rows.items() if weather.rolled else ():
        for cell in [cells] if isinstance(cells, str) else cells:
            asks.known(cell, WEATHERS, "weather", "weather", "rolled", "rows", label)
    asks.odds_table(data.tables.crt, Result.parse, "crt")
    asks.reads(lambda: SeasonalTable(weather), "weather")
    asks.terrains(data.tables.terrain, read_files(()).tables.terrain)
    said = "nobody could stand anywhere: at least 1 is needed"
    asks.require(data.tables.stacking.units, said, "stacking", "units")
    for number, turn in enumerate(data.tables.places.low_tide):
        said = f"there is no turn {turn}"
        asks.require(1 <= turn <= len(data.chart.turns), said, "places", "low_tide", number)


def _frame(asks: Vetting, setup: Setup, turns: int, size: tuple[int, int]) -> None:
    """The scenario's turns are on the chart, its part of the map is on the map."""
    columns, rows = size
    asks.named(setup.title, "title")
    asks.rising(setup.turns, "turns", most=turns)
    asks.rising(setup.columns, "columns", most=columns)
    asks.rising(setup.rows, "rows", most=rows)
    asks.rising(setup.sea_columns, "sea_columns", most=columns)
    asks.rising(setup.sea_rows, "sea_rows", most=rows)
    said = "columns and rows belong together: give both or neither"
    asks.require(
        (setup.columns is None) == (setup.rows is None), said, "rows" if setup.columns else "columns"
    )
    asks.rising(setup.exits.turns, "exits", "turns", least=0, most=turns)
    for field, texts in (("closed", setup.closed), ("boxes", tuple(setup.boxes))):
        asks.hexes(texts, field)
    said = f"there is no turn {setup.held.until}"
    asks.require(setup.held.until <= turns, said, "held", "until")


@case("3.2a", "4.2")
def _pieces(asks: Vetting, setup: Setup, data: Files) -> None:
    """Every piece that is named exists and is in play, and no more of it than there is."""
    counters, sheet = data.counters, data.counters.sheet
    asks.all_known(setup.units, counters.units, "unit", "units")
    asks.all_known(setup.wings or (), counters.wings, "air unit", "wings")
    asks.all_known(setup.ships or (), counters.ships, "naval unit", "ships")
    units = setup.units or tuple(counters.units)
    wings = counters.wings if setup.wings is None else setup.wings
    ships = counters.ships if setup.ships is None else setup.ships
    rockets = [f"v{kind}-{n + 1}" for kind, count in ((1, sheet.v1), (2, sheet.v2)) for n in range(count)]
    what = "piece of this scenario called"
    for name in setup.hexes:
        asks.known(name, [*units, *wings, *ships, *rockets], what, "hexes", name)
    asks.all_known(setup.pool, units, what, "pool")
    for name in units:
        placed = name in setup.hexes or name in setup.arrivals or name in setup.pool
        waits = counters.units[name].start in ("pool", "french")
        said = f"where does {name} begin? name its hex, or put it into the pool"
        asks.require(placed or waits or counters.units[name].hex, said, "hexes")
    asks.all_known(setup.held.units, units, what, "held", "units")
    for name in setup.steps:
        asks.known(name, units, what, "steps", name)
    for name, arrival in setup.arrivals.items():
        at = ("arrivals", name)
        asks.known(name, units, what, *at)
        asks.turn(arrival.turn, setup.turns, *at, "turn")
        asks.known(arrival.entry, setup.entries, "entry", *at, "entry")
    most = sheet.mulberries
    for field, listed in (("mulberries", setup.mulberries), ("harbours", setup.harbours or ())):
        asks.require(len(listed) <= most, f"there are only {most} Mulberries (counters.toml)", field)
    for field, names in (
        ("allied_entries", setup.allied_entries),
        ("landing_entries", setup.landing_entries),
    ):
        asks.all_known(names, setup.entries, "entry", field)
    for hex, entry in setup.boxes.items():
        if entry:
            asks.known(entry, setup.entries, "entry", "boxes", hex)


@case("4.2", "4.27", "4.28")
def _places(asks: Vetting, setup: Setup, board: Board, data: Files) -> None:
    """Every hex that is named lies where what is said of it can be true."""
    land, mainland = board.playable, board.continent
    units, wings = data.counters.units, data.counters.wings
    for name, text in setup.hexes.items():
        if name in units:
            asks.hex(text, "hexes", name, among=mainland if units[name].nation == "German" else land)
        elif name in wings:
            asks.hex(text, "hexes", name, among=board.settled, what="a town or city in play")
        elif name in data.counters.ships:
            asks.hex(
                text, "hexes", name, among=board.overseas | board.sea, what="at sea, in England or Corsica"
            )
        else:
            asks.hex(text, "hexes", name, among=mainland, what="on the Continent, in play")
    for name in setup.units:
        unit = units[name]
        listed = name in setup.hexes or name in setup.arrivals or name in setup.pool
        if not listed and unit.hex and unit.start not in ("pool", "french"):
            said = f"{name} would stand in {unit.hex} (counters.toml), which is not in play: name its hex, or put it into the pool"
            asks.require(land >> board.map.hex(unit.hex) & 1, said, "hexes")
    _bases(asks, setup, board, data)
    _lists(asks, setup, board)
    _stocks(asks, setup, board, data.tables.supply.german_dumps)


@case("7.11")
def _bases(asks: Vetting, setup: Setup, board: Board, data: Files) -> None:
    """No more air units begin in a town or city than it takes."""
    there: dict[Hex, list[str]] = {}
    wings = data.counters.wings
    for name in wings if setup.wings is None else setup.wings:
        there.setdefault(board.map.hex(setup.hexes.get(name, wings[name].hex)), []).append(name)
    limits = data.tables.stacking
    for hex, names in there.items():
        most = limits.wings_city if board.cities >> hex & 1 else limits.wings_town
        said = f"{len(names)} air units begin in {board.label(hex)}, which takes {most} (tables.toml, stacking): {', '.join(names)}"
        asks.require(len(names) <= most or board.boxes >> hex & 1, said, "hexes", names[-1])


def _lists(asks: Vetting, setup: Setup, board: Board) -> None:
    land, mainland = board.playable, board.continent
    lists: Iterable[tuple[str, tuple[str, ...]]] = (
        ("edge", setup.edge),
        ("control", setup.control),
        ("moated", setup.moated),
        ("harbours", setup.harbours or ()),
    )
    for field, texts in lists:
        asks.hexes(texts, field, among=mainland, what="on the Continent, in play")
    for number, text in enumerate(setup.mulberries):
        asks.hex(text, "mulberries", number)
    for field, texts in (("allied_trucks", setup.allied_trucks), ("german_trucks", setup.german_trucks)):
        for number, text in enumerate(texts):
            asks.hex(text, field, number, among=land)
    for name, texts in setup.entries.items():
        asks.hexes(texts, "entries", name, among=land)
        asks.require(texts, "an entry has at least one hex", "entries", name)
    for name, arrival in setup.arrivals.items():
        asks.hexes(arrival.hexes, "arrivals", name, "hexes", among=land)
    asks.hexes(setup.exits.hexes, "exits", "hexes", among=mainland)
    asks.hexes(setup.landing_beaches, "landing_beaches", among=board.beaches, what="a beach in play")


def _stocks(asks: Vetting, setup: Setup, board: Board, most: int) -> None:
    mainland = board.continent
    for field, values in (("allied_dumps", setup.allied_dumps), ("german_dumps", setup.german_dumps)):
        asks.different(values, field, among=board.playable)
        for text, value in values.items():
            asks.require(value, "a supply counter of nothing: leave it out", field, text)
    there = sum(setup.german_dumps.values())
    said = f"{there} points are more than the {most} that the Germans have (tables.toml, supply.german_dumps)"
    asks.require(setup.columns or there <= most, said, "german_dumps")
    asks.different(setup.heads, "heads", among=mainland, what="on the Continent, in play")
    for text in setup.late_heads:
        said = "a head that comes late stands among the heads, too, with how many units it feeds"
        asks.require(text in setup.heads, said, "late_heads", text)
    asks.different(setup.ports, "ports", among=board.ports & mainland, what="a port of the Continent in play")
    for text, port in setup.ports.items():
        said = f"the scenario begins in turn {setup.turns[0]}: it was taken in that turn or before"
        asks.require(port.taken <= setup.turns[0], said, "ports", text, "taken")


@case("2.1")
def _goals(asks: Vetting, setup: Setup, goals: tuple[Goal, ...], data: Files, board: Board) -> None:
    """Each goal says for what its points are, and for one thing alone."""
    for number, goal in enumerate(goals):
        at = ("victory", "goals", number)
        place = bool(goal.hex) and not goal.saved
        kinds = [
            name
            for name, given in (
                ("hex", place),
                ("divisions", goal.divisions),
                ("dead", goal.dead),
                ("steps", goal.steps),
                ("saved", goal.saved),
            )
            if given
        ]
        said = f"for what are the points? give one of hex, divisions, dead, steps, saved, not {' and '.join(kinds) or 'none'}"
        asks.require(len(kinds) == 1, said, *at)
        for field in ("joined", "division", "fed", "by", "once"):
            asks.require(place or not getattr(goal, field), f"{field} is about a hex: name it", *at, field)
        asks.require(goal.points, "no points: leave the goal out, or give it some", *at, "points")
        if goal.hex:
            asks.hex(goal.hex, *at, "hex", among=board.playable)
        if goal.by:
            asks.turn(goal.by, setup.turns, *at, "by")
        last = setup.turns[1]
        asks.require(goal.since <= last, f"turn {goal.since} comes after the last, {last}", *at, "since")
        asks.rising(goal.rows, *at, "rows", most=board.grid.rows)
        asks.all_known(goal.but, data.counters.units, "unit", *at, "but")
