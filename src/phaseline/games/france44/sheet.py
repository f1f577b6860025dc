"""What is drawn of a view: counters in their colours, markers, attacks announced, tracks."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator
from datetime import date

from phaseline.drill.battle import Attack
from phaseline.drill.sheets import ATTACKING, arrows, attack_marks, attacking, boxes
from phaseline.engine.aids.ground import hex_title
from phaseline.engine.game import View
from phaseline.engine.ledger import case
from phaseline.engine.sheet import Badge, Mark, Piece, Sheet, Track
from phaseline.games.france44.files import SEATS
from phaseline.games.france44.position import (
    ALLIED,
    AWAY,
    DEAD,
    DUE,
    ESCORT,
    GERMAN,
    GONE,
    POOL,
    FrancePosition,
)
from phaseline.games.france44.scenario import FranceScenario
from phaseline.hexgrid import Mask, hexes, mask_of, union

SYMBOLS = {
    "hq": "headquarters",
    "reserve_infantry": "garrison",
    "infantry": "infantry",
    "armored": "armour",
    "panzer": "armour",
    "panzer_grenadier": "mechanized",
    "airborne": "airborne",
}
COLOURS = {
    "American": "black on green",
    "British": "black on yellow",
    "Canadian": "black on yellow",
    "Polish": "black on yellow",
    "French": "black on blue",
    "German": "white on dark grey",
}
PLACES = {
    POOL: "pool",
    DEAD: "dead pool",
    GONE: "out of play",
    DUE: "arrives later",
    AWAY: "has left the map",
}
BADGES = {
    "moved": Badge("spent"),
    "reduced": Badge("plain", "R"),
    "out of supply": Badge("bad", "U"),
    "isolated": Badge("bad", "I"),
    **ATTACKING,
}
STATES = tuple(BADGES)


@case("3.1b")
def colour(nation: str) -> str:
    """The colours of a nation's counters (3.1)."""
    return COLOURS[nation]


def sheet(scenario: FranceScenario, view: View) -> Sheet:
    """What is drawn of a view: units, wings, ships, markers, tracks."""
    known = view.position
    assert isinstance(known, FrancePosition)
    attackers = attacking(known) | union(attack.attackers for attack in known.announced)
    units = (_unit(scenario, known, n, attackers) for n, place in enumerate(known.at) if place >= 0)
    return Sheet(
        pieces=(*_pieces(scenario, known), *units),  # land units lie on top
        marks=tuple(_marks(scenario, known)),
        tracks=tuple(_tracks(scenario, known)),
        badges=BADGES,
    )


def _unit(scenario: FranceScenario, known: FrancePosition, number: int, attackers: Mask) -> Piece:
    steps = known.steps[number]
    states = (
        bool(known.moved >> number & 1),
        steps < scenario.units[number].steps,
        bool(known.hungry >> number & 1),
        bool(known.cut >> number & 1),
        bool(attackers >> number & 1),
    )
    return _counter(scenario, number, steps, known.at[number], states)


def _label(name: str) -> str:
    """Two characters for a small drawing: the last digits of a unit's number, or how its name begins.

    >>> (
    ...     _label("101st Airborne Division"),
    ...     _label("3rd Panzer Grenadier Division"),
    ...     _label("Patton (3rd Army)"),
    ... )
    ('01', '3', 'Pa')
    """
    digits = "".join(itertools.takewhile(str.isdecimal, name))
    return digits[-2:] or name[:2]


def short_name(unit: str) -> str:
    """What fits on a counter: the id without its nation; headquarters have the name of who commands.

    >>> short_name("us-001"), short_name("us-hq-bradley")
    ('001', 'Bradley')
    """
    _, _, name = unit.partition("-")
    commander = name.removeprefix("hq-")
    return commander.capitalize() if commander != name else name


def week(first: str, last: str) -> str:
    """The days of a turn, from their ISO dates.

    >>> week("1944-06-06", "1944-06-12"), week("1944-06-27", "1944-07-03")
    ('6-12 June 1944', '27 June-3 July 1944')
    """
    start, end = date.fromisoformat(first), date.fromisoformat(last)
    month = "" if start.month == end.month else f" {start:%B}"
    return f"{start.day}{month}-{end.day} {end:%B} {end.year}"


@functools.lru_cache(maxsize=20_000)
def _counter(
    scenario: FranceScenario, number: int, steps: int, place: int, states: tuple[bool, ...]
) -> Piece:
    """A counter as it stands there; most stand as they did an order ago, and in other matches too."""
    unit = scenario.units[number]
    return Piece(
        side=scenario.side_of[number],
        label=_label(unit.name),
        title=f"{unit.name} ({scenario.ids[number]})",
        short=short_name(scenario.ids[number]),
        hex=place,
        unit=number,
        strength=f"{unit.factor(steps)}-{unit.movement}",
        symbol=SYMBOLS[unit.type],
        size="XXXX" if unit.type == "hq" else "XX",
        group=unit.nation,
        steps=steps,
        max_steps=unit.steps,
        marks=tuple(itertools.compress(STATES, states)),
    )


def _pieces(scenario: FranceScenario, known: FrancePosition) -> Iterator[Piece]:
    """Air units, naval units, V units and Mulberries."""
    for n, place in enumerate(known.wings):
        seat, name = scenario.seat_of_wing(n), scenario.wing_ids[n]
        nation = scenario.wings[n].nation
        full = wing_name(scenario, n)
        where = "" if place >= 0 else "Bomb box" if place == ESCORT else "in the air"
        yield _piece(seat, (full, name), "fighter", place, nation, strength="1", where=where)
    for n, place in enumerate(known.ships):
        ship = scenario.ships[n]
        names = ship.name, scenario.ship_ids[n]
        yield _piece(ALLIED, names, "ship", place, ship.nation, strength=str(ship.combat))
    for n, place in enumerate(known.vs):
        if place >= 0:
            name = scenario.rocket_ids[n]
            yield _piece(GERMAN, (f"V-{name[1]} unit", name), "rocket", place, "German")
    for n, place in enumerate(known.mulberries):
        if place >= 0:
            yield _piece(ALLIED, ("Mulberry", scenario.mulberry_ids[n]), "port", place, "British")


def wing_name(scenario: FranceScenario, wing: int) -> str:
    """An air unit by nation and number: `American air unit 3`."""
    return scenario.lexicon["wing"].told(wing)


def _piece(
    seat: int,
    names: tuple[str, str],
    symbol: str,
    place: int,
    group: str,
    *,
    strength: str = "",
    where: str = "",
) -> Piece:
    """A piece by its full name and the one that orders use."""
    full, name = names
    return Piece(
        side=seat,
        label=name[:1].upper(),
        title=f"{full} ({name})",
        short=name.partition("-")[2].replace("-", " ") if symbol == "fighter" else name,
        hex=place if place >= 0 else None,
        symbol=symbol,
        group=group,
        strength=strength,
        place=where,
    )


def _marks(scenario: FranceScenario, known: FrancePosition) -> Iterator[Mark]:
    board = scenario.board
    for hex in hexes((board.cities | board.ports) & board.continent & known.control):
        level = known.levels.get(hex, 0) if board.major_ports >> hex & 1 else 0
        yield Mark(hex, "in Allied hands" + (f", level {level}" if level else ""), ALLIED, "control")
    for hex, room in scenario.heads.items():
        yield Mark(hex, f"supply from off the map for {room} units", ALLIED, "supply")
    for seat, dumps in enumerate((known.allied_dumps, known.german_dumps)):
        for hex, value in sorted(dumps.items()):
            yield Mark(hex, f"{value} supplies", seat, "supply")
    for truck, hex in enumerate(known.trucks):
        if hex >= 0:
            yield Mark(hex, "truck", scenario.seat_of_truck(truck))
    for beach in sorted(set(known.beach.values())):
        invaders = mask_of(unit for unit, goal in known.beach.items() if goal == beach)
        yield from arrows(known, invaders, beach, ALLIED, f"invasion of {hex_title(scenario.map, beach)}")
    yield from attack_marks(known)
    under_way = {frame.target for frame in known.stack if isinstance(frame, Attack)}
    for attack in known.announced:
        goals = list(hexes(attack.targets))
        if goals[0] in under_way:
            continue
        for hex in goals:
            yield Mark(hex, "attack announced", None, "battle")
        yield from arrows(known, attack.attackers, goals[0], None)


def _tracks(scenario: FranceScenario, known: FrancePosition) -> Iterator[Track]:
    line = next((line for line in scenario.data.chart.turns if line.turn == known.turn), None)
    yield Track("Turn", "set-up" if line is None else f"{known.turn}: {week(line.first, line.last)}")
    yield Track("Weather", known.weather)
    for seat, name in enumerate(SEATS):
        yield Track(f"{name} points", str(known.points[seat]), seat)
    german, allied, french = known.factors
    yield Track("Allied replacements", f"{allied}, French {french}", ALLIED)
    yield Track("German replacements", str(german), GERMAN)
    yield Track("Transports", str(known.shipping), ALLIED)
    yield Track("Supply capacity", str(known.capacity), ALLIED)
    yield from boxes(scenario, known, SEATS, {place: PLACES[place] for place in (POOL, DEAD)})
