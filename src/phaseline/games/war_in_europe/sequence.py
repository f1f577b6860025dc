"""The sequence of play (4.2), top to bottom as the rules list it."""

from __future__ import annotations

from phaseline.drill.crowding import Excess
from phaseline.engine.flow import Decide, Do, Flow, Loop, Run, procedure
from phaseline.games.war_in_europe.position import (
    Campaign,
    InitialMovement,
    MechanizedMovement,
    PlayerTurn,
    Turn,
)
from phaseline.games.war_in_europe.rules import movement, turns, victory
from phaseline.games.war_in_europe.state import WarState


def _initial(s: WarState) -> InitialMovement:
    return InitialMovement(seat=s.phasing)


def _mechanized(s: WarState) -> MechanizedMovement:
    return MechanizedMovement(seat=s.phasing)


FLOW = Flow(
    procedure(
        Campaign,
        "",
        Loop("turns", "4.3", turns.next_turn),
        Do("victory", "4.3", victory.settle),
    ),
    procedure(
        Turn,
        "Turn {turn}",
        Do("new turn", "4.1a", turns.begin_turn),
        Loop("player turns", "4.1a", turns.player_turns, phase=True),
        Do("housekeeping", "4.2D", turns.housekeeping, phase=True),
    ),
    procedure(
        PlayerTurn,
        "{seat:seat} turn",
        Do("player turn begins", "4.1a", turns.begin_player_turn),
        Run("initial moves", "4.2B2", _initial, phase=True),
        Run("mechanized moves", "4.2B7", _mechanized, phase=True),
    ),
    procedure(
        InitialMovement,
        "Initial movement",
        Do("initial movement begins", "5.11", turns.begin_movement),
        Decide(
            "initial movement",
            "4.2B2",
            [movement.MoveUnit(), movement.MarchUnit(), movement.EndMovement()],
            InitialMovement,
            "move your units",
        ),
        Do("initial movement ends", "12.62b", turns.end_movement),
        Loop("too many units", "10.21b", movement.excess),
    ),
    procedure(
        MechanizedMovement,
        "Mechanized movement",
        Do("mechanized movement begins", "5.5a", turns.begin_movement),
        Decide(
            "mechanized movement",
            "4.2B7",
            [movement.MoveUnit(), movement.EndMovement()],
            MechanizedMovement,
            "move your mechanized units again",
        ),
        Do("mechanized movement ends", "5.5a", turns.begin_movement),
        Loop("too many units", "10.21b", movement.excess),
    ),
    procedure(
        Excess,
        "",
        Decide(
            "excess",
            "10.21b",
            [movement.RemoveUnit()],
            movement.RemoveUnit().owing,
            "which unit is too many?",
        ),
    ),
)
