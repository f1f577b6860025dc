"""What counts at the end: places, losses, whatever else is counted, and results for any number of points."""

from __future__ import annotations

from phaseline.drill.vetting import Field, graded
from phaseline.engine.ledger import case
from phaseline.games.war_in_europe.files import SEATS, Setup
from phaseline.games.war_in_europe.land import Land
from phaseline.games.war_in_europe.making import side_of
from phaseline.games.war_in_europe.special import Tally
from phaseline.games.war_in_europe.vetting.asking import Asking

LEAST = -99
"""Where points can be lost the last result begins with so few."""


@case("4.3")
def vet_victory(asks: Asking, setup: Setup, board: Land) -> None:
    """Whether what counts is there, and every number of points has its result."""
    for number, tally in enumerate(setup.special.tallies):
        _tally(asks, setup, tally, board, "special", "tallies", number)
    victory = setup.victory
    if victory is None:
        asks.require(
            not setup.special.tallies, "points count only with a [victory]: add it", "special", "tallies"
        )
        return
    known: dict[int, str] = {}
    for number, prize in enumerate(victory.places):
        at: tuple[Field, ...] = ("victory", "places", number)
        asks.named(prize.name, *at, "name")
        hex = asks.hex(prize.hex, *at, "hex", among=board.playable)
        asks.require(hex not in known, f"{known.get(hex)} is the same hex", *at, "hex")
        known[hex] = prize.name
        asks.require(prize.points, "no points: leave the place out, or give it some", *at, "points")
    counts = victory.places or victory.divisions_lost or setup.special.tallies
    asks.require(counts, "nothing counts: name places at least", "victory", "places")
    for number, nation in enumerate(victory.nations):
        own = SEATS[side_of(nation)] == victory.counted
        said = f"{nation} units are of the other side than {victory.counted}, whose losses count"
        asks.require(own, said, "victory", "nations", number)
    first = SEATS.index(victory.counted)
    grades = [(grade.least, grade.winner) for grade in victory.grades]
    losing = victory.divisions_lost or any(tally.points < 0 for tally in setup.special.tallies)
    floor = LEAST if losing else 0
    graded(asks, grades, (SEATS[first], SEATS[1 - first]), floor, "victory", "grades")


@case("4.3")
def _tally(asks: Asking, setup: Setup, tally: Tally, board: Land, *at: Field) -> None:
    """What is counted says of what."""
    asks.named(tally.text, *at, "text")
    asks.require(tally.points, "no points: leave it out, or give it some", *at, "points")
    asks.all_known(tally.units, setup.units, "unit of this scenario called", *at, "units")
    asks.all_known(tally.but, setup.units, "unit of this scenario called", *at, "but")
    asks.countries(tally.countries, *at, "countries")
    asks.countries(tally.unless, *at, "unless")
    asks.area(tally.hexes, *at, "hexes", among=board.playable)
    if tally.hex:
        asks.hex(tally.hex, *at, "hex", among=board.playable)
    where = tally.countries or tally.hexes
    needed: dict[str, tuple[object, str]] = {
        "trapped": (tally.hex, "hex"),
        "held": (tally.hex, "hex"),
        "home": (where, "countries"),
        "starving": (where, "hexes"),
        "saved": (tally.nations, "nations"),
    }
    given, field = needed.get(tally.what, (True, ""))
    asks.require(given, f'"{tally.what}" counts by it: name it', *at, field)
