"""The sequence of play (5), top to bottom as the rules list it."""

from __future__ import annotations

from phaseline.engine.flow import Decide, Do, Flow, Loop, Run, procedure
from phaseline.games.france44.position import (
    ALLIED,
    GERMAN,
    AlliedMovement,
    AlliedTurn,
    Campaign,
    GermanMovement,
    GermanTurn,
    Turn,
)
from phaseline.games.france44.rules import movement, setup, turns, weather

FLOW = Flow(
    procedure(
        Campaign,
        "",
        Decide(
            "german set-up",
            "4.2",
            [
                setup.DeployUnit(),
                setup.DeployWing(),
                setup.PutDump(),
                setup.ClearDump(),
                setup.EndSetup(),
            ],
            GERMAN,
            "set up, or keep the default set-up",
        ),
        Do("set-up goes on", "4.2", setup.set_up_done),
        Decide(
            "allied set-up",
            "4.2",
            [setup.DeployUnit(), setup.DeployWing(), setup.DeployShip(), setup.EndSetup()],
            ALLIED,
            "set up, or keep the default set-up",
            phase=True,
        ),
        Do("set-up done", "4.2", setup.set_up_done),
        Loop("turns", "5.4a", turns.next_turn),
        Do("victory", "2.1", turns.settle),
    ),
    procedure(
        Turn,
        "Turn {turn}",
        Do("new turn", "5.4a", turns.begin_turn),
        Do("weather", "5.11", weather.roll_weather),
        Run("allied turn", "5.1", AlliedTurn(), phase=True),
        Run("german turn", "5.2", GermanTurn(), phase=True),
        Do("points", "2.3a", turns.score, phase=True),
    ),
    procedure(
        AlliedTurn,
        "Allied turn",
        Do("allied turn begins", "5.1", turns.begin_player_turn),
        Run("allied moves", "5.16a", AlliedMovement(), phase=True),
    ),
    procedure(
        AlliedMovement,
        "",
        Decide(
            "allied movement",
            "5.16a",
            [movement.MoveUnit(), movement.MarchUnit(), movement.EndMovement()],
            ALLIED,
            "move your units",
        ),
    ),
    procedure(
        GermanTurn,
        "German turn",
        Do("german turn begins", "5.2", turns.begin_player_turn),
        Run("german moves", "5.23a", GermanMovement(), phase=True),
    ),
    procedure(
        GermanMovement,
        "",
        Decide(
            "german movement",
            "5.23a",
            [movement.MoveUnit(), movement.MarchUnit(), movement.EndMovement()],
            GERMAN,
            "move your units",
        ),
    ),
)
