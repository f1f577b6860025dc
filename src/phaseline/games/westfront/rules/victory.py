"""Victory: points line by line, levels, Victory Cities, and what is counted between linked scenarios (17.0, 3.1).

Wired into the sequence: `final_score` (last step of the war); `count_up` is called by `calendar` between linked
scenarios. Asked by other chapters: `tally`, `cities_held`, `result_of`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from phaseline.engine.ledger import case
from phaseline.games.westfront import maps
from phaseline.games.westfront.position import ALLIED, AXIS, ELIMINATED
from phaseline.games.westfront.rules import production, sources
from phaseline.games.westfront.state import WestFrontState
from phaseline.hexgrid import Mask, hexes, mask_of
from phaseline.wording.counts import several

LEVELS: Final = ((5, "draw"), (15, "marginal"), (25, "major"))
"""Greatest difference of points for each level; more is decisive (17.2)."""
CITY_LEVELS: Final = ("draw", "marginal", "major", "decisive")
"""Level by the lead in Victory Cities (17.32)."""
TOURNAMENT: Final = {"draw": 1, "marginal": 2, "major": 3, "decisive": 5}
"""Tournament points of the winner, or of each side in a draw (17.21)."""
NEUTRALS: Final = ("Spanish", "Portuguese")
NORTH, SOUTH = "North", "South"
CAMPAIGN: Final = 3
"""So many further scenarios make a game the campaign, which a Decisive Victory ends early (3.14)."""


class Line(NamedTuple):
    """A line of the reckoning: points, what for, and the case."""

    points: int
    what: str
    case: str


class Result(NamedTuple):
    """Who has won (None: nobody), by how much, and the tournament points by seat."""

    winner: int | None
    level: str
    tournament: tuple[int, int]


# -- levels -----------------------------------------------------------------------------------------------------------


@case("17.2", "17.21", "tbl.17")
def result_of(allied: int, axis: int) -> Result:
    """Winner, level and tournament points by the difference of the two totals (17.2).

    >>> result_of(55, 46)
    Result(winner=0, level='marginal', tournament=(2, 0))
    """
    difference = abs(allied - axis)
    level = next((name for most, name in LEVELS if difference <= most), "decisive")
    return _result(allied, axis, level)


@case("17.32", "ex.17b")
def result_by_cities(allied: int, axis: int) -> Result:
    """Winner and level by Victory Cities: each one more is a level (17.32)."""
    return _result(allied, axis, CITY_LEVELS[min(abs(allied - axis), 3)])


def _result(allied: int, axis: int, level: str) -> Result:
    points = TOURNAMENT[level]
    if level == "draw":
        return Result(None, level, (points, points))
    winner = ALLIED if allied > axis else AXIS
    return Result(winner, level, (points, 0) if winner == ALLIED else (0, points))


# -- points -----------------------------------------------------------------------------------------------------------


@case("17.1a", "17.1b", "17.1c", "17.1d", "17.1e", "17.1f", "17.1g", "17.1h", "intro.3", "ex.17a")
def tally(s: WestFrontState, seat: int) -> list[Line]:
    """A side's victory points, line by line (17.1)."""
    lines = [Line(production.level(s, seat), "Production Level", "17.1a")]
    lines += _units(s, seat)
    if seat == ALLIED:
        lines += _landings(s)
        if s.position.penalty:
            lines.append(Line(-s.position.penalty, "declarations of war", "17.1g"))
        handicap = s.scenario.data.books[s.position.book].handicap
        if handicap:
            lines.append(Line(handicap, "handicap", "17.1h"))
    return lines


@case("17.1b", "17.1c", "16.4e", "side.16b")
def _units(s: WestFrontState, seat: int) -> Iterator[Line]:
    """Points for HQs in play, for units lost and for units without supply (17.1).

    HQs that were activated with a neutral are lost at the price of any of its units, not of an HQ (side.16b).
    """
    position = s.position
    commanded = dear = cheap = hqs = 0
    for unit in s.scenario.rosters[seat]:
        block = s.unit(unit)
        if position.at[unit] >= 0:
            commanded += position.cv[unit] if block.is_hq else 0
        elif position.at[unit] == ELIMINATED:
            minor = seat == AXIS and (block.nation in ("Italian", *NEUTRALS) or block.kind == "static")
            hqs += block.is_hq and not minor
            cheap += minor
            dear += not (minor or block.is_hq)
    unsupplied = (position.unsupplied & s.on_map(seat)).bit_count()
    if commanded:
        yield Line(2 * commanded, f"headquarters, {commanded} CV", "17.1b")
    if hqs:
        yield Line(-4 * hqs, f"{hqs} headquarters lost", "17.1b")
    if dear:
        yield Line(-2 * dear, f"{several(dear, 'unit')} lost", "17.1c")
    if cheap:
        yield Line(-cheap, f"{several(cheap, 'Italian, neutral or static unit')} lost", "17.1c")
    if unsupplied:
        yield Line(-unsupplied, f"{several(unsupplied, 'unit')} without supply", "17.1c")


@case("17.1d", "17.1e", "17.1f", "W43.3")
def _landings(s: WestFrontState) -> Iterator[Line]:
    """Allied points for BeachHeads and cleared ports, in Winter '43 no more than units in the North (17.1)."""
    states = list(s.position.beachheads.values())
    ready, lost = states.count("ready"), states.count("eliminated")
    gains = []
    if ready:
        gains.append(Line(2 * ready, f"{several(ready, 'BeachHead')} Ready", "17.1d"))
    for region in (SOUTH, NORTH):
        points, ports = cleared_ports(s, region)
        if ports:
            gains.append(Line(points, f"{several(ports, 'cleared port')} in the {region}", "17.1e"))
    yield from gains
    if s.scenario.data.books[s.position.book].overlord_buildup:
        most = allied_units_north(s)
        excess = sum(line.points for line in gains) - most
        if excess > 0:
            yield Line(-excess, f"no more than {most}, one for each unit in the North", "17.1f")
    if lost:
        yield Line(-2 * lost, f"{several(lost, 'BeachHead')} lost", "17.1d")


@case("17.1e", "side.16b", "err.3")
def cleared_ports(s: WestFrontState, region: str) -> tuple[int, int]:
    """Points and number of the ports that the Allies control out of battle in a region (17.1)."""
    area = maps.area(s.board.map, "victory", region)
    cleared = area & s.board.port_hexes & s.friendly(ALLIED) & ~s.battles & s.in_play
    major = (cleared & s.board.major_ports).bit_count()
    each = 2 if region == NORTH else 1
    return each * (cleared.bit_count() + major), cleared.bit_count()


@case("17.1f", "W43.3")
def allied_units_north(s: WestFrontState) -> int:
    """Allied units in Britain, France, the Low Countries, Denmark, Germany and Czechoslovakia (R147)."""
    north = maps.area(s.board.map, "theatre", NORTH)
    return s.units_in(north, ALLIED).bit_count()


# -- cities -----------------------------------------------------------------------------------------------------------


@case("17.31", "17.32", "W44.7")
def cities_held(s: WestFrontState, seat: int) -> Mask:
    """The Victory Cities that a side controls in supply: the Axis by rail, the Allies by rail and sea (17.32, R150).

    Madrid counts for nobody while Spain is neutral, and is a city like any other once it is at war.
    """
    held = mask_of(s.board.victory_cities) & s.friendly(seat) & s.in_play
    return held & (sources.supplied(s, ALLIED) if seat == ALLIED else sources.by_rail(s, AXIS))


@case("17.31", "17.32")
def city_points(s: WestFrontState, seat: int) -> int:
    """Victory Cities of a side, Berlin counting two (17.31)."""
    return sum(s.board.victory_cities[hex] for hex in hexes(cities_held(s, seat)))


@case("husky.0", "S43.0")
def sicilian_ports(s: WestFrontState, seat: int) -> int:
    """The ports of Sicily that a side controls, which decide the example game."""
    sicily = maps.area(s.board.map, "part", "Sicily")
    return (sicily & s.board.port_hexes & s.friendly(seat)).bit_count()


# -- the end ----------------------------------------------------------------------------------------------------------


@case("3.11", "17.1", "17.3", "17.32", "W44.7", "intro.3")
def reckon(s: WestFrontState) -> Result:
    """Count by the present scenario's victory conditions, and tell every line (17.1)."""
    s.fix_control()
    conditions = s.scenario.data.books[s.position.book].victory
    if conditions == "cities":
        scores = [city_points(s, seat) for seat in (ALLIED, AXIS)]
        for seat in (ALLIED, AXIS):
            s.tell(
                "points",
                "17.32",
                "{seat:seat} has {points} Victory Cities: {held:hex}",
                seat=seat,
                points=scores[seat],
                held=tuple(hexes(cities_held(s, seat))),
            )
        result = result_by_cities(*scores)
    elif conditions == "ports":
        scores = [sicilian_ports(s, seat) for seat in (ALLIED, AXIS)]
        result = result_by_cities(*scores)
    else:
        scores = [_tell_points(s, seat) for seat in (ALLIED, AXIS)]
        result = result_of(*scores)
    s.position.scored = scores
    return result


def _tell_points(s: WestFrontState, seat: int) -> int:
    lines = tally(s, seat)
    for line in lines:
        s.reveal(
            "points",
            line.case,
            "{seat:seat} {points:+d} {what}",
            seat=seat,
            points=line.points,
            what=line.what,
        )
    return sum(line.points for line in lines)


@case("3.12d", "3.14", "17.3")
def count_up(s: WestFrontState) -> None:
    """Points at the end of a scenario that another one follows: only a Decisive Victory in the campaign ends it (17.3)."""
    result = reckon(s)
    allied, axis = s.position.scored
    s.tell("points", "17.1", "after this scenario: Allied {allied}, Axis {axis}", allied=allied, axis=axis)
    if s.scenario.options.linked >= CAMPAIGN and result.level == "decisive":
        _end(s, result)


@case("17.1", "17.2", "17.21", "17.3", "17.32")
def final_score(s: WestFrontState) -> None:
    """The last scenario is over: the outcome (17.2)."""
    _end(s, reckon(s))


def _end(s: WestFrontState, result: Result) -> None:
    conditions = s.scenario.data.books[s.position.book].victory
    allied, axis = s.position.scored
    number = {"points": "17.2", "cities": "17.32", "ports": "husky.0"}[conditions]
    unit = {"points": "points", "cities": "Victory Cities", "ports": "ports of Sicily"}[conditions]
    tournament = " to ".join(map(str, result.tournament))
    if result.winner is None:
        reason = f"a draw, {allied} {unit} to {axis}; tournament points {tournament}"
    else:
        name = s.game.seats[result.winner]
        reason = f"{name} {result.level} victory, Allied {allied} {unit}, Axis {axis}; tournament points {tournament}"
    s.end(result.winner, number, reason, result.level, (allied, axis))
