"""The procedures under way at the beginning of a case: the frames that lead to the step it names."""

from __future__ import annotations

from typing import Any

from phaseline.drill.cases import Call, under_way
from phaseline.engine.casefile import CaseSetup
from phaseline.engine.position import Frame
from phaseline.games.westfront.casefile.setup import WestFrontSetup
from phaseline.games.westfront.position import (
    AnyFrame,
    Combat,
    Deployment,
    Fortnight,
    Month,
    Movement,
    PlayerTurn,
    Politics,
    Production,
    SupplyPhase,
    War,
    WestFrontPosition,
)
from phaseline.games.westfront.rules import movers
from phaseline.games.westfront.sequence import FLOW
from phaseline.games.westfront.state import WestFrontState

PHASES: dict[type[Any], tuple[str, str]] = {
    Movement: ("movement", "blitz movement"),
    Combat: ("combat", "blitz combat"),
    SupplyPhase: ("supply", "supply"),
    Politics: ("politics", "politics"),
}
"""The loop of a player-turn that makes each phase, and its Blitz phase."""


def frames(
    setup: CaseSetup, facts: WestFrontSetup, position: WestFrontPosition, active: int
) -> list[AnyFrame]:
    """The procedures under way in the step that the case names; the Command Phase if it names none."""
    frame, label = setup.step(facts.phase or "command", "phase")
    number = facts.turn or 1
    calls: dict[type[Frame], Call] = {
        War: Call(War()),
        Deployment: Call(Deployment(seat=active), War, "set-up", active + 1),
        Month: Call(Month(month=position.month), War, "months", 1),
        Production: Call(Production(), Month, "production", 1),
        Fortnight: Call(Fortnight(fortnight=number), Month, "fortnights", number),
        PlayerTurn: Call(PlayerTurn(seat=active, blitz=facts.blitz), Fortnight, "player-turns", active + 1),
    }
    for phase, loops in PHASES.items():
        calls[phase] = Call(_phase(phase, active, facts), PlayerTurn, loops[facts.blitz], 1)
    if frame not in calls:
        raise setup.error(
            "a case cannot begin there; begin before it, and give the orders that lead there", "phase"
        )
    return under_way(FLOW, calls, frame, label)


def _phase(frame: type[Any], active: int, facts: WestFrontSetup) -> Any:
    return frame(seat=active, blitz=facts.blitz) if frame in (Movement, Combat) else frame(seat=active)


def grant_supreme_moves(setup: CaseSetup, facts: WestFrontSetup, state: WestFrontState) -> None:
    """Supreme Moves left as the case says, or as the active Supreme HQs give them if the phase began before it."""
    if not state.within(Movement):
        if facts.supreme_moves is not None:
            raise setup.error("there are Supreme Moves in a Movement Phase only", "supreme_moves")
        return
    frame = state.frame(Movement)
    left, spanish = facts.supreme_moves, frame.spanish_left
    if left is None and not (frame.supreme_left or spanish):
        supreme, spanish = movers.granted_moves(state, frame.seat)
        left = supreme
    if left is not None:
        state.update(frame, supreme_left=left, spanish_left=spanish)
