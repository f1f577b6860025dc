"""What scenarios have besides the rules: ports, stocks, neutrals, surrenders, and hexes of other kinds."""

from __future__ import annotations

from collections.abc import Iterable

from phaseline.drill.vetting import Field
from phaseline.engine.ledger import case
from phaseline.games.war_in_europe.files import Counters, Setup
from phaseline.games.war_in_europe.land import Land
from phaseline.games.war_in_europe.names import AXIS_NATIONS
from phaseline.games.war_in_europe.vetting.asking import Asking, turns_of
from phaseline.hexgrid import Mask

FIRST = 1
"""The first turn: who held a port before took it then at the latest."""


@case("4.3")
def vet_special(asks: Asking, setup: Setup, board: Land, neutral: Mask, counters: Counters) -> None:
    """Whether what a scenario has besides the rules can come true."""
    _ports(asks, setup, board)
    _stocks(asks, setup, board, counters)
    _neutrals(asks, setup, board, neutral)
    _ends(asks, setup, board)
    _lent(asks, setup, board)
    _hexes(asks, setup, board)


def _once(asks: Asking, values: Iterable[str], what: str, *field: Field) -> None:
    """Whether of entries of a list each speaks of something else."""
    known: set[str] = set()
    for number, value in enumerate(values):
        asks.require(value not in known, f"another speaks of {what} {value}", *field, number)
        known.add(value)


@case("7.35a")
def _ports(asks: Asking, setup: Setup, board: Land) -> None:
    special, turns = setup.special, turns_of(setup)
    if special.wrecks is not None:
        for field, told in (("longer", special.wrecks.longer), ("since", special.wrecks.since)):
            at = ("special", "wrecks", field)
            asks.different(told, *at, among=board.major_ports, what="a major port in play")
        for text, turn in special.wrecks.since.items():
            said = f"the scenario begins in turn {FIRST}: it was taken in that turn or before"
            asks.require(turn <= FIRST, said, "special", "wrecks", "since", text)
    _once(asks, (rule.port for rule in special.approaches), "the port", "special", "approaches")
    for number, rule in enumerate(special.approaches):
        here: tuple[Field, ...] = ("special", "approaches", number)
        asks.hex(rule.port, *here, "port", among=board.ports, what="a port in play")
        asks.require(rule.hexes, "at least one is needed", *here, "hexes")
        asks.area(rule.hexes, *here, "hexes", among=board.playable)
    _once(asks, (rule.side for rule in special.allotments), "the side", "special", "allotments")
    for number, allotment in enumerate(special.allotments):
        here = ("special", "allotments", number)
        if allotment.port:
            asks.hex(allotment.port, *here, "port", among=board.ports, what="a port in play")
            said = "a port that works lets no fewer attack"
            asks.require(allotment.opened >= allotment.divisions, said, *here, "opened")
        else:
            asks.require(not allotment.opened, "name the port with which it begins", *here, "port")
    if special.harbour is not None:
        at = ("special", "harbour", "until")
        asks.turn(special.harbour.until, turns, *at)
        said = f"it ends before it begins, in turn {special.harbour.since}"
        asks.require(special.harbour.since <= special.harbour.until, said, *at)
        own = [landing for landing in setup.landings if landing.side == special.harbour.side]
        asks.require(own, "it needs an Amphibious Point of its side: give landings", "special", "harbour")


@case("14.0")
def _stocks(asks: Asking, setup: Setup, board: Land, counters: Counters) -> None:
    for number, rule in enumerate(setup.special.stocks):
        at = ("special", "stocks", number)
        asks.require(rule.turns, "no turns: leave it out, or give some", *at, "turns")
        asks.require(rule.types or rule.hexes, "whom does it feed? name types or hexes", *at)
        asks.all_known(rule.types, counters.types, "type in counters.toml called", *at, "types")
        asks.area(rule.hexes, *at, "hexes", among=board.playable)


@case("6.68")
def _neutrals(asks: Asking, setup: Setup, board: Land, neutral: Mask) -> None:
    """Who joins a side is neutral until then, and does it at some time."""
    special, turns = setup.special, turns_of(setup)
    _once(asks, (rule.name for rule in special.joining), "the country", "special", "joining")
    for number, rule in enumerate(special.joining):
        at = ("special", "joining", number)
        asks.named(rule.name, *at, "name")
        asks.require(rule.countries, "at least one is needed", *at, "countries")
        asks.countries(rule.countries, *at, "countries")
        for n, country in enumerate(rule.countries):
            said = f"{country} is not neutral in this scenario (territory)"
            asks.require(board.country(country) & neutral, said, *at, "countries", n)
        said = "when does it join? give a turn, or who may declare it"
        asks.require(rule.turn or rule.declared, said, *at, "turn")
        if rule.turn:
            asks.turn(rule.turn, turns, *at, "turn")
        for side, turn in rule.declared.items():
            asks.turn(turn, turns, *at, "declared", side)
    for number, surprise in enumerate(special.surprise):
        here = ("special", "surprise", number)
        asks.turn(surprise.turn, turns, *here, "turn")
        asks.require(surprise.countries, "at least one is needed", *here, "countries")
        asks.countries(surprise.countries, *here, "countries")


def _ends(asks: Asking, setup: Setup, board: Land) -> None:
    """Nations surrender, and games end early, by hexes and dice that there are."""
    special = setup.special
    _once(asks, (rule.nation for rule in special.surrenders), "the nation", "special", "surrenders")
    for number, rule in enumerate(special.surrenders):
        at: tuple[Field, ...] = ("special", "surrenders", number)
        said = f"{rule.nation} units are the Axis's, which takes surrenders"
        asks.require(rule.nation not in AXIS_NATIONS, said, *at, "nation")
        asks.known(rule.country, board.map.areas.get("country", {}), "country", *at, "country")
        asks.require(rule.all_of, "at least one is needed", *at, "all_of")
        asks.area(rule.all_of, *at, "all_of", among=board.playable)
        asks.area(rule.any_of, *at, "any_of", among=board.playable)
    end = special.armistice
    if end is None:
        return
    at = ("special", "armistice")
    asks.turn(end.since, turns_of(setup), *at, "since")
    asks.dice(end.dice, *at, "dice")
    asks.area(end.all_of, *at, "all_of", among=board.playable)
    said = "nothing has to be held for it: name hexes here, or in of with a least"
    asks.require(end.all_of or end.least, said, *at, "all_of")
    found = asks.area(end.of, *at, "of", among=board.playable).bit_count()
    asks.require(end.least <= found, f"only {found} are named (of)", *at, "least")
    asks.area(end.kept, *at, "kept", among=board.playable)


def _lent(asks: Asking, setup: Setup, board: Land) -> None:
    for number, lent in enumerate(setup.special.lent):
        at = ("special", "lent", number)
        asks.turn(lent.until, turns_of(setup), *at, "until")
        asks.require(lent.hexes, "at least one is needed", *at, "hexes")
        asks.area(lent.hexes, *at, "hexes", among=board.playable)
    for number, ferry in enumerate(setup.special.ferries):
        for field, texts in (("start", ferry.start), ("goals", ferry.goals)):
            at = ("special", "ferries", number)
            asks.require(texts, "at least one is needed", *at, field)
            asks.area(texts, *at, field, among=board.ports | board.coastal, what="a port or coast in play")


def _hexes(asks: Asking, setup: Setup, board: Land) -> None:
    special = setup.special
    asks.area(special.barred, "special", "barred", among=board.playable)
    asks.area(
        special.beaches, "special", "beaches", among=board.beaches, what="a coast that can be assaulted"
    )
    asks.area(special.torn, "special", "torn", among=board.rail_hexes, what="a rail hex in play")
    asks.all_known(special.held_back, setup.units, "unit of this scenario called", "special", "held_back")
