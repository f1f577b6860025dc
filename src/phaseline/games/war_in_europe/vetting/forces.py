"""Units, who of them leaves, who is replaced, and who keeps to some hexes at first."""

from __future__ import annotations

from collections.abc import Mapping

from phaseline.drill.vetting import Field
from phaseline.engine.ledger import case
from phaseline.games.war_in_europe.files import Entry, Files, Setup, Stacking, Unit
from phaseline.games.war_in_europe.land import Land
from phaseline.games.war_in_europe.making import side_of, twinned
from phaseline.games.war_in_europe.names import AXIS_NATIONS
from phaseline.games.war_in_europe.scenario import BOXES, UNCOUNTED
from phaseline.games.war_in_europe.vetting.asking import Asking, turns_of
from phaseline.games.war_in_europe.vetting.frame import on_front
from phaseline.hexgrid import Hex

TRAY = "tray"


def vet_forces(asks: Asking, setup: Setup, board: Land, data: Files) -> None:
    """Whether units are of types that there are, and have a place on the map or a turn in which they come."""
    counters = data.counters
    called: dict[tuple[Field, ...], str] = {}
    units: dict[str, Unit] = {}
    for name, entry in setup.units.items():
        at = ("units", name)
        asks.named(name, *at)
        asks.named(entry.name, *at, "name")
        asks.known(entry.type, counters.types, "type in counters.toml called", *at, "type")
        kind = counters.types[entry.type]
        nation = entry.nation or kind.nation
        asks.require(nation, f"units of type {entry.type} need a nation", *at, "nation")
        assert nation is not None  # asked for just now
        units[name] = Unit(name=entry.name, nation=nation, kind=kind)
        called["units", name, "name"] = units[name].called
        of_type = kind.nation
        said = f"units of type {entry.type} are {of_type}, on the other side (counters.toml)"
        asks.require(
            of_type is None or (of_type in AXIS_NATIONS) == (nation in AXIS_NATIONS), said, *at, "nation"
        )
        if twinned(entry, counters):
            said = f"{name}-inf is the counter that may take the place of {name}: give another key"
            asks.require(f"{name}-inf" not in setup.units, said, "units", f"{name}-inf")
        said = f"units of type {entry.type} have one step (counters.toml), and cannot be reduced"
        asks.require(kind.reduced or not entry.reduced, said, *at, "reduced")
        _begins(asks, setup, name, entry, board, airborne=kind.category == "airborne")
    asks.differing(called)
    _stacks(asks, setup, board, units, data.tables.stacking)
    _leaving(asks, setup)
    _replaced(asks, setup, units)
    _confined(asks, setup, board, units)


@case("3.26", "4.2B1")
def _begins(asks: Asking, setup: Setup, name: str, entry: Entry, board: Land, *, airborne: bool) -> None:
    at = ("units", name)
    asks.require(
        entry.at or entry.turn,
        "where does it begin? name its hex, the turn it comes in, or the tray",
        *at,
        "at",
    )
    said = f"it stands in {entry.at} from the start: give a place or a turn, not both"
    asks.require(not (entry.at and entry.turn), said, *at, "turn")
    if entry.turn:
        asks.turn(entry.turn, turns_of(setup), *at, "turn")
        asks.require(entry.to, "where does it come in? name a hex at least", *at, "to")
    else:
        asks.require(not entry.to, "it does not come in: leave it out, or give a turn", *at, "to")
    if entry.at in BOXES and entry.at != TRAY:
        asks.require(airborne, "only airborne units wait in a box", *at, "at")
        on_front(asks, setup, entry.at.removeprefix("box-"), *at, "at")
    elif entry.at and entry.at != TRAY:
        asks.hex(entry.at, *at, "at", among=board.playable)
    for number, place in enumerate(entry.to):
        said = "name hexes: the box of a front is where airborne units begin, not where they come in"
        asks.require(place not in BOXES, said, *at, "to", number)
    asks.area(entry.to, *at, "to", among=board.playable)


@case("10.0", "10.1")
def _stacks(asks: Asking, setup: Setup, board: Land, units: Mapping[str, Unit], limits: Stacking) -> None:
    """Nobody begins in a stack that is too high."""
    there: dict[tuple[Hex, int], list[str]] = {}
    for name, entry in setup.units.items():
        if entry.at and entry.at not in BOXES and units[name].category not in UNCOUNTED:
            place = board.map.hex(entry.at), side_of(units[name].nation)
            there.setdefault(place, []).append(name)
    for (hex, _), names in there.items():
        soviet = any(units[name].nation == "soviet" for name in names)
        most = limits.soviet if soviet else limits.units
        said = f"{len(names)} units begin in {board.label(hex)}, where {most} may stand: {', '.join(names)}"
        asks.require(len(names) <= most, said, "units", names[-1], "at")


@case("4.2B1")
def _leaving(asks: Asking, setup: Setup) -> None:
    """Who is withdrawn is there, and once."""
    gone: set[str] = set()
    for number, rule in enumerate(setup.withdrawals):
        at = ("withdrawals", number)
        asks.turn(rule.turn, turns_of(setup), *at, "turn")
        asks.require(rule.units, "nobody is named: leave it out, or name somebody", *at, "units")
        asks.all_known(rule.units, setup.units, "unit of this scenario called", *at, "units")
        for n, name in enumerate(rule.units):
            asks.require(name not in gone, f"{name} is withdrawn already", *at, "units", n)
            comes = setup.units[name].turn
            asks.require(comes <= rule.turn, f"{name} comes in turn {comes} only", *at, "units", n)
            gone.add(name)


@case("17.0a")
def _replaced(asks: Asking, setup: Setup, units: Mapping[str, Unit]) -> None:
    """Replacement Points come in turns of the scenario, for a nation that has units, to a front of it."""
    nations = {unit.nation for unit in units.values()}
    for number, rule in enumerate(setup.replacements):
        at = ("replacements", number)
        asks.known(rule.nation, sorted(nations), "unit of this scenario that is", *at, "nation")
        on_front(asks, setup, rule.front, *at, "front")
        asks.require(rule.turns, "at least one is needed", *at, "turns")
        for n, turn in enumerate(rule.turns):
            asks.turn(turn, turns_of(setup), *at, "turns", n)
            asks.require(turn not in rule.turns[:n], f"{turn} stands in the list already", *at, "turns", n)
        said = "no points: leave it out, or give it some"
        asks.require(rule.infantry or rule.mechanized, said, *at, "infantry")


@case("5.11")
def _confined(asks: Asking, setup: Setup, board: Land, units: Mapping[str, Unit]) -> None:
    """Who keeps to some hexes is named, or stands in a post of a side; he begins in one of them."""
    for number, rule in enumerate(setup.confined):
        at = ("confined", number)
        asks.turn(rule.until, turns_of(setup), *at, "until")
        said = "whom does it concern? name units, or a side and its posts"
        asks.require(bool(rule.units) != bool(rule.side), said, *at, "units")
        asks.require(bool(rule.side) == bool(rule.posts), said, *at, "posts")
        asks.all_known(rule.units, units, "unit of this scenario called", *at, "units")
        area = asks.area(rule.hexes, *at, "hexes", among=board.playable)
        asks.area(rule.unless, *at, "unless", among=board.playable)
        asks.area(rule.posts, *at, "posts", among=board.playable)
        for n, name in enumerate(rule.units):
            place = setup.units[name].at
            if area and place and place not in BOXES:
                said = f"{name} begins in {place}, which is not among the hexes it keeps to"
                asks.require(area >> board.map.hex(place) & 1, said, *at, "units", n)
