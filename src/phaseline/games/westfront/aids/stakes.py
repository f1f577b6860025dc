"""How a game of WestFront stands: the reckoning as it would come out now, and when it is made."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from phaseline.drill.aids.stakes import behind
from phaseline.engine.aids import Line, Outlook, Stake
from phaseline.engine.aids.ground import hex_name
from phaseline.games.westfront import maps
from phaseline.games.westfront.files import month_name
from phaseline.games.westfront.position import WestFrontPosition
from phaseline.games.westfront.rules import calendar, victory
from phaseline.games.westfront.scenario import SEATS
from phaseline.games.westfront.state import WestFrontState
from phaseline.hexgrid import Mask, hexes, mask_of
from phaseline.wording.counts import several


class Score(NamedTuple):
    """What is counted at the end: its name, its case, each side's count, the result, and the hexes it is about."""

    title: str
    case: str
    counts: tuple[int, int]
    result: victory.Result
    hexes: Mask


def outlook(state: WestFrontState, known: WestFrontPosition) -> Outlook:
    """What ends the scenario, and how the sides would stand if it ended now."""
    s = settled(state)
    score = counted(s)
    return Outlook(
        ends=tuple(_ends(s)),
        due=tuple(_standing(s, score)),
        now=tuple(_now(state, score)),
        guessed=bool(known.upright) and score.title == POINTS,
    )


def settled(state: WestFrontState) -> WestFrontState:
    """The state with control as it is counted: fixed anew, invaders with a hex of their own as after their Supply Phase (15.42)."""
    s = state.copy()
    s.position.dispersed &= s.position.dropped
    s.changed()
    s.fix_control()
    return s


def _now(s: WestFrontState, score: Score) -> Iterator[Line]:
    yield Line(f"if the scenario ended now: {in_words(score)}", score.case)
    landed = mask_of(s.position.at[unit] for unit in hexes(s.position.dispersed & ~s.position.dropped))
    if alone := score.hexes & landed & ~s.battles:
        places = ", ".join(hex_name(s.board.map, hex) for hex in hexes(alone))
        yield Line(
            f"who has landed takes its hex in its Supply Phase, and is counted so here: {places}", "15.42c"
        )


PORTS, POINTS = "Ports of Sicily", "Victory points"
"""What is counted: ports and cities by what everybody sees, points by what upright blocks may be."""


def counted(s: WestFrontState) -> Score:
    """The reckoning by the present scenario's conditions, as control stands."""
    conditions = s.scenario.data.books[s.position.book].victory
    if conditions == "ports":
        ports = victory.sicilian_ports(s, 0), victory.sicilian_ports(s, 1)
        area = maps.area(s.board.map, "part", "Sicily") & s.board.port_hexes
        return Score(PORTS, "husky.0", ports, victory.result_by_cities(*ports), area)
    if conditions == "cities":
        cities = victory.city_points(s, 0), victory.city_points(s, 1)
        area = mask_of(s.board.victory_cities)
        return Score("Victory Cities", "17.32", cities, victory.result_by_cities(*cities), area)
    points = _points(s, 0), _points(s, 1)
    return Score(POINTS, "17.2", points, victory.result_of(*points), 0)


def _points(s: WestFrontState, seat: int) -> int:
    return sum(line.points for line in victory.tally(s, seat))


def in_words(score: Score) -> str:
    """The result in words: `Axis marginal victory`."""
    winner = score.result.winner
    return "a draw" if winner is None else f"{SEATS[winner]} {score.result.level} victory"


def _standing(s: WestFrontState, score: Score) -> Iterator[Stake]:
    last = s.scenario.data.books[s.position.book].last_month
    winner = score.result.winner
    for side in (0, 1):
        counts = f"{score.counts[side]} to {score.counts[1 - side]}, {in_words(score)}"
        yield Stake(
            title=score.title,
            text=f"{counts}; counted after {month_name(last)}",
            short=counts,
            case=score.case,
            side=side,
            level=behind(winner, side, last=s.position.month >= last),
            hexes=tuple(hexes(score.hexes)),
        )


def _ends(s: WestFrontState) -> Iterator[Line]:
    book = s.scenario.data.books[s.position.book]
    left = book.last_month - s.position.month
    last = month_name(book.last_month)
    after = f"after {last}, {several(left, 'month')} after this one" if left else f"with this month, {last}"
    following = calendar.may_follow(s)
    if following is None:
        yield Line(f"the game ends {after}; then the sides are counted", "3.11")
        return
    yield Line(f"the scenario ends {after}, and {s.scenario.data.books[following].title} follows", "3.12")
    if s.scenario.options.linked >= victory.CAMPAIGN:
        yield Line("a decisive victory at the end of a scenario ends the campaign", "3.14")
