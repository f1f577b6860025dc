"""Turns: what begins and ends with them, victory points, and who has won (2, 5)."""

from __future__ import annotations

from phaseline.engine.ledger import case
from phaseline.engine.legal import OrderRule
from phaseline.engine.refusal import Refusal
from phaseline.games.france44 import orders
from phaseline.games.france44.files import SEATS, Goal
from phaseline.games.france44.position import ALLIED, DEAD, GERMAN, NOWHERE, AlliedTurn, Turn
from phaseline.games.france44.rules import air
from phaseline.games.france44.state import FranceState
from phaseline.hexgrid import hexes


@case("2.1", "5.3", "5.32", "5.4a")
def next_turn(s: FranceState, count: int) -> Turn | None:
    """One turn after the other, up to the last (5.4)."""
    turn = s.scenario.first_turn + count
    if turn > s.scenario.last_turn:
        return None
    s.position.turn = turn
    return Turn(turn=turn)


@case("5.31a", "12.2b", "16.313a")
def begin_turn(s: FranceState) -> None:
    """What is counted by game turns begins anew: who is active, repair, shipping, the bomber."""
    p = s.position
    p.active = 0
    p.repaired = NOWHERE
    p.invasion = False
    p.shipping = s.scenario.data.counters.sheet.transports
    p.bomber = "ready"
    p.intercepting = 0
    p.stocked = p.bombed = 0


def begin_player_turn(s: FranceState) -> None:
    """What held for the last player turn no longer does."""
    p = s.position
    p.moved = p.fought = p.landed = p.dropped = p.fresh = p.restored = p.hauled = 0
    seat = ALLIED if s.within(AlliedTurn) else GERMAN
    air.pin(s, seat)
    if seat == GERMAN:
        p.v_fresh = 0


@case("2.3a", "2.3b")
def score(s: FranceState) -> None:
    """A point for each city beyond the Rhine that the Allies hold; those on the Rhine do not count (2.3, R107)."""
    board, p = s.scenario.board, s.position
    # Without the Rhine, as on the map of a smaller scenario, nothing lies beyond it.
    cities = board.cities & board.east_of_rhine & p.control if board.rhine else 0
    if cities:
        points = cities.bit_count()
        p.points[ALLIED] += points
        s.tell(
            "points",
            "2.3a",
            "{points} points for {where:hex}",
            points=points,
            where=tuple(hexes(cities)),
        )


@case("2.1", "intro.b", "5.4b")
def settle(s: FranceState) -> None:
    """The last turn is over: the side with more points has won (2.1, R108); a scenario may count otherwise."""
    scenario = s.scenario
    allied, german = s.position.points
    if scenario.setup.victory is not None:
        _grade(s)
        return
    winner = None if allied == german else ALLIED if allied > german else GERMAN
    won = "the game is drawn" if winner is None else f"{SEATS[winner]} has more points"
    s.end(winner, "2.1", f"{won}: {allied} to {german}", scores=(allied, german))


@case("2.1")
def _grade(s: FranceState) -> None:
    """What the goals of a scenario come to."""
    victory, p = s.scenario.setup.victory, s.position
    assert victory is not None
    for goal in victory.goals:
        p.points[SEATS.index(goal.side)] += goal.points * _reached(s, goal)
    allied, german = p.points
    margin = allied - german
    grade = next(grade for grade in victory.grades if margin >= grade.least)
    winner = SEATS.index(grade.winner) if grade.winner else None
    s.end(
        winner,
        "2.1",
        f"{grade.level}: {allied} points to {german}",
        level=grade.level,
        scores=(allied, german),
    )


def _reached(s: FranceState, goal: Goal) -> int:
    """How often a goal has been reached."""
    scenario, p = s.scenario, s.position
    seat = SEATS.index(goal.side)
    if goal.hex:
        return s.controlled(seat) >> scenario.hex_at(goal.hex, "victory") & 1
    if goal.dead:
        return (s.lying(1 - seat, DEAD) & scenario.divisions).bit_count() // goal.dead
    ashore = s.units_in(scenario.board.continent, ALLIED) & scenario.divisions & ~p.hungry
    return ashore.bit_count() // goal.divisions


@case("5.4b")
class GiveUp(OrderRule[orders.Surrender, FranceState]):
    """A side surrenders, where the players have agreed that it may (5.4, R108)."""

    order = orders.Surrender

    def gate(self, s: FranceState) -> Refusal | None:
        """Only by option: in other matches one resigns."""
        if s.scenario.options.surrender:
            return None
        return Refusal("5.4b", "surrender is not part of this match: play it with the option `surrender`")

    def apply(self, s: FranceState, order: orders.Surrender) -> None:
        """The other side has won."""
        allied, german = s.position.points
        s.end(1 - s.acting, "5.4b", f"{SEATS[s.acting]} surrenders", scores=(allied, german))
