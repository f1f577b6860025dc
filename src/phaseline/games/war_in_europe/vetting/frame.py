"""Turns, weather, whose land is whose, what draws on what, and what both sides have by turn."""

from __future__ import annotations

from typing import get_args

from phaseline.drill.vetting import Field
from phaseline.engine.ledger import case
from phaseline.games.war_in_europe.board import SEA_AREAS
from phaseline.games.war_in_europe.files import SEATS, Files, Landing, Setup
from phaseline.games.war_in_europe.land import Land
from phaseline.games.war_in_europe.making import side_of, territory_of
from phaseline.games.war_in_europe.names import NATIONS, Front
from phaseline.games.war_in_europe.rules.odds import usual_table
from phaseline.games.war_in_europe.vetting.asking import Asking, turns_of
from phaseline.wording.counts import several

MOST_TURNS = 99


def vet_territory(asks: Asking, setup: Setup) -> None:
    """Each territory names countries or hexes that there are."""
    asks.require(setup.territory, "whose land is it? name countries or hexes", "territory")
    for number, entry in enumerate(setup.territory):
        at = ("territory", number)
        asks.require(entry.areas or entry.hexes, "name areas or hexes", *at)
        asks.countries(entry.areas, *at, "areas")
        asks.area(entry.hexes, *at, "hexes")


@case("4.1a", "5.4", "13.0")
def vet_frame(asks: Asking, setup: Setup, board: Land, data: Files) -> None:
    """Whether turns, fronts and tables are some that there are, and whether lists by turn have an entry a turn."""
    asks.named(setup.title, "title")
    asks.day(setup.begins, "begins")
    turns = len(setup.weather)
    said = f"{turns} turns stand here: a scenario has from 1 to {MOST_TURNS}"
    asks.require(1 <= turns <= MOST_TURNS, said, "weather")
    asks.all_known(setup.fronts, get_args(Front), "front", "fronts")
    for who, key in setup.tables.items():
        asks.known(who, (*SEATS, "foul"), "side, nor foul weather, called", "tables", who)
        asks.known(key, data.tables.results, "Combat Results Table", "tables", who)
    for attacker, who in ((0, SEATS[0]), (1, SEATS[1]), (None, "foul")):
        key = usual_table(setup, attacker)
        asks.known(key, data.tables.results, "Combat Results Table", "tables", who)
    _ships(asks, setup, turns)
    _supply(asks, setup, board)
    _lines(asks, setup, board)
    _arrivals(asks, setup, board)


@case("7.0c", "7.11a")
def _ships(asks: Asking, setup: Setup, turns: int) -> None:
    for side, row in setup.transport.items():
        said = f"{several(len(row), 'entry')} for {several(turns, 'turn')}: give one a turn"
        asks.require(len(row) >= turns, said, "transport", side)
    for side, areas in setup.seas.items():
        asks.all_known(areas, SEA_AREAS, "sea area", "seas", side)
    for side, squadrons in setup.squadrons.items():
        sailed = setup.seas.get(side, SEA_AREAS)
        for area in squadrons:
            asks.known(area, sailed, "sea area of this side called", "squadrons", side, area)


@case("14.31")
def _supply(asks: Asking, setup: Setup, board: Land) -> None:
    """Every list of supply centers is somebody's, has hexes, and lies where units can draw on it."""
    territory = territory_of(setup, board.map)
    held = [territory[side] for side in SEATS]
    for who, texts in setup.sources.items():
        asks.known(who, (*SEATS, *NATIONS), "side or nation", "sources", who)
        asks.require(texts, "at least one is needed: nobody would be in supply", "sources", who)
        found = asks.area(texts, "sources", who, among=board.playable)
        said = "the enemy holds all of them at the start: nobody would be in supply"
        asks.require(found & ~held[1 - side_of(who)], said, "sources", who)


@case("tbl.5.8.fort")
def _lines(asks: Asking, setup: Setup, board: Land) -> None:
    for number, line in enumerate(setup.lines):
        at = ("lines", number)
        asks.named(line.name, *at, "name")
        asks.require(line.hexes, "a line has at least one hex", *at, "hexes")
        area = asks.area(line.hexes, *at, "hexes", among=board.playable)
        asks.turn(line.since, turns_of(setup), *at, "since")
        said = "only a border line has a rear: leave it out, or write border"
        asks.require(line.front == "border" or not line.rear, said, *at, "front")
        said = "name the hexes behind it, or write round"
        asks.require(line.front == "round" or line.rear, said, *at, "rear")
        rear = asks.area(line.rear, *at, "rear", among=board.playable)
        asks.require(not area & rear, "a hex of the line itself is not behind it", *at, "rear")


@case("3.25b", "7.3a")
def _arrivals(asks: Asking, setup: Setup, board: Land) -> None:
    """Points come in a turn of the scenario, to a front of it, and there are some."""
    for number, arrival in enumerate(setup.air):
        at: tuple[Field, ...] = ("air", number)
        asks.turn(arrival.turn, turns_of(setup), *at, "turn")
        on_front(asks, setup, arrival.front, *at, "front")
        said = "no points: leave it out, or give it some"
        asks.require(arrival.points or arrival.transport, said, *at, "points")
    for number, landing in enumerate(setup.landings):
        _landing(asks, setup, landing, board, "landings", number)


def on_front(asks: Asking, setup: Setup, front: str, *field: Field) -> None:
    """Whether a front is one of the scenario."""
    asks.known(front, setup.fronts or get_args(Front), "front of this scenario called", *field)


def _landing(asks: Asking, setup: Setup, landing: Landing, board: Land, *at: Field) -> None:
    asks.turn(landing.turn, turns_of(setup), *at, "turn")
    asks.require(landing.points, "no points: leave it out, or give it some", *at, "points")
    for number, name in enumerate(landing.at):
        if name[-1:].isdigit():
            asks.hex(name, *at, "at", number, among=board.playable)
        else:
            asks.known(name, board.map.areas.get("country", {}), "country", *at, "at", number)
            asks.require(board.country(name), f"{name} is not in play", *at, "at", number)
    asks.area(landing.onto, *at, "onto", among=board.beaches, what="a coast in play that can be assaulted")
    said = "name the coasts onto which they must land"
    asks.require(landing.onto or not landing.divisions, said, *at, "onto")
    points = landing.points
    said = f"{several(points, 'point')} {'lands' if points == 1 else 'land'} {several(points, 'division')} at most"
    asks.require(landing.divisions <= landing.points, said, *at, "divisions")
