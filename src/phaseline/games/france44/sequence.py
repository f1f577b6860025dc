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
from phaseline.games.france44.rules import (
    movement,
    replacement,
    setup,
    stocks,
    supply,
    trucks,
    turns,
    weather,
)
from phaseline.games.france44.rules.ports import RepairPort

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
        Do("supplies drawn", "16.311", stocks.draw_down),
        Decide(
            "stockpile",
            "5.31b",
            [stocks.StockUp(), stocks.EndStocking()],
            stocks.asked_to_stock,
            "put down what was not used",
        ),
        Do("points", "2.3a", turns.score, phase=True),
    ),
    procedure(
        AlliedTurn,
        "Allied turn",
        Do("allied turn begins", "5.1", turns.begin_player_turn),
        Do("allied factors", "5.12a", replacement.allied_factors),
        Decide(
            "allied replacement",
            "5.12a",
            [
                replacement.RaiseAllied(),
                replacement.RestoreUnit(),
                replacement.CallFrench(),
                replacement.EndReplacement(),
            ],
            replacement.asked_allied,
            "raise and restore units",
        ),
        Decide(
            "allied support",
            "5.13b",
            [trucks.HaulTruck(), trucks.LiftTruck(), RepairPort(), trucks.EndSupport()],
            ALLIED,
            "place your trucks",
        ),
        Decide(
            "allied rations",
            "16.321",
            [supply.StarveUnit(), supply.EndRationing()],
            supply.allied_short,
            "there is not enough for all: who goes without?",
        ),
        Do("allied supply", "5.13b", supply.judge_allied, phase=True),
        Run("allied moves", "5.16a", AlliedMovement(), phase=True),
        Do("allied isolation", "16.22a", supply.wither_allied, phase=True),
    ),
    procedure(
        AlliedMovement,
        "",
        Decide(
            "allied movement",
            "5.16a",
            [
                movement.MoveUnit(),
                movement.MarchUnit(),
                trucks.HaulTruck(),
                trucks.LiftTruck(),
                movement.EndMovement(),
            ],
            ALLIED,
            "move your units",
        ),
    ),
    procedure(
        GermanTurn,
        "German turn",
        Do("german turn begins", "5.2", turns.begin_player_turn),
        Do("german factors", "5.21a", replacement.german_factors),
        Decide(
            "german replacement",
            "5.21a",
            [replacement.RaiseGerman(), replacement.RestoreUnit(), replacement.EndReplacement()],
            replacement.asked_german,
            "raise and restore units",
        ),
        Decide(
            "german support",
            "5.22",
            [trucks.HaulTruck(), trucks.LiftTruck(), trucks.EndSupport()],
            GERMAN,
            "place your trucks",
        ),
        Decide(
            "german rations",
            "16.321",
            [supply.StarveUnit(), supply.EndRationing()],
            supply.german_short,
            "there is not enough for all: who goes without?",
        ),
        Do("german supply", "5.22", supply.judge_german, phase=True),
        Run("german moves", "5.23a", GermanMovement(), phase=True),
        Do("german isolation", "16.22a", supply.wither_german, phase=True),
    ),
    procedure(
        GermanMovement,
        "",
        Decide(
            "german movement",
            "5.23a",
            [
                movement.MoveUnit(),
                movement.MarchUnit(),
                trucks.HaulTruck(),
                trucks.LiftTruck(),
                movement.EndMovement(),
            ],
            GERMAN,
            "move your units",
        ),
    ),
)
