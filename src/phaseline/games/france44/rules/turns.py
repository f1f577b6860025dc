"""Turns: what begins with them (5), and giving up."""

from __future__ import annotations

from phaseline.engine.ledger import case
from phaseline.engine.legal import OrderRule
from phaseline.engine.refusal import Refusal
from phaseline.games.france44 import orders
from phaseline.games.france44.files import SEATS
from phaseline.games.france44.position import ALLIED, GERMAN, NOWHERE, AlliedTurn, Turn
from phaseline.games.france44.rules import air, victory
from phaseline.games.france44.state import FranceState


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
    transports = s.scenario.setup.transports
    p.shipping = s.scenario.data.counters.sheet.transports if transports is None else transports
    p.sorties += p.bomber == "used"
    p.bomber = "ready"
    p.intercepting = 0
    p.stocked = p.bombed = 0


@case("5.1")
def allies_begin(s: FranceState) -> bool:
    """Whether the turn has an Allied part: the first turn of a scenario may begin with the German one."""
    scenario = s.scenario
    return s.position.turn > scenario.first_turn or scenario.setup.opens == SEATS[ALLIED]


def begin_player_turn(s: FranceState) -> None:
    """What held for the last player turn no longer does."""
    p = s.position
    p.moved = p.fought = p.landed = p.dropped = p.fresh = p.restored = p.hauled = 0
    seat = ALLIED if s.within(AlliedTurn) else GERMAN
    air.pin(s, seat)
    if seat == GERMAN:
        p.v_fresh = 0


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
        scores = victory.tally(s)
        s.end(1 - s.acting, "5.4b", f"{SEATS[s.acting]} surrenders", scores=scores)
