"""The sequence of play (4.2), top to bottom as the rules list it."""

from __future__ import annotations

from phaseline.drill.crowding import Excess
from phaseline.engine.flow import Decide, Do, Flow, Loop, Run, procedure
from phaseline.games.war_in_europe.position import (
    AirFront,
    AirTransfer,
    Campaign,
    Commitment,
    Evacuation,
    InitialMovement,
    InterdictionPhase,
    MechanizedMovement,
    PlayerTurn,
    PortStrikes,
    RailPhase,
    Reinforcement,
    Turn,
)
from phaseline.games.war_in_europe.rules import (
    aircombat,
    airground,
    airsea,
    combining,
    commitment,
    harbours,
    movement,
    reinforcement,
    repair,
    replacement,
    supply,
    trains,
    turns,
    victory,
)
from phaseline.games.war_in_europe.state import WarState


def _reinforcement(s: WarState) -> Reinforcement:
    return Reinforcement(seat=s.phasing)


def _initial(s: WarState) -> InitialMovement:
    return InitialMovement(seat=s.phasing)


def _rail(s: WarState) -> RailPhase:
    return RailPhase(seat=s.phasing)


def _mechanized(s: WarState) -> MechanizedMovement:
    return MechanizedMovement(seat=s.phasing)


def _interdiction(s: WarState) -> InterdictionPhase:
    return InterdictionPhase(seat=s.phasing)


AIR_WAR = (
    procedure(
        Commitment,
        "Air commitment",
        Decide(
            "air commitment",
            "4.2A1",
            [commitment.CommitPoints(), commitment.EndCommitment()],
            commitment.committers,
            "commit your Air Points in secret",
        ),
    ),
    procedure(
        AirTransfer,
        "Air transfer",
        Decide(
            "air transfer",
            "13.6",
            [commitment.ShiftPoints(), commitment.EndTransfer()],
            commitment.transferring,
            "send Air Points to other fronts",
        ),
    ),
    procedure(
        Evacuation,
        "",
        Decide(
            "evacuation of air points",
            "13.62",
            [commitment.Evacuate()],
            commitment.evacuating,
            "move your Air Points away from the lost front",
        ),
    ),
    procedure(
        AirFront,
        "Air combat, {front:front} front",
        Do("air combat begins", "13.2b", aircombat.begin),
        Decide(
            "division of air points",
            "13.2b",
            [aircombat.DividePoints(), aircombat.SpreadPoints()],
            aircombat.dividing,
            "how many attack the next enemy Point?",
        ),
        Do("air combat", "13.21", aircombat.fight),
        Do("air superiority", "13.23a", aircombat.judge),
        Decide(
            "further air losses",
            "13.23b",
            [aircombat.KillPoint()],
            aircombat.killing,
            "which enemy Points are lost?",
        ),
        Do("rest of the air losses", "13.23b", aircombat.finish),
    ),
    procedure(
        PortStrikes,
        "Port suppression",
        Decide(
            "port suppression",
            "13.31a",
            [airsea.SuppressPort(), airsea.EndStrikes()],
            airsea.striking,
            "attack enemy ports",
        ),
    ),
    procedure(
        InterdictionPhase,
        "Air interdiction",
        Do("enemy markers are removed", "13.51b", airground.begin_interdiction),
        Decide(
            "air interdiction",
            "4.2B8",
            [airground.InterdictHex(), airground.EndInterdiction()],
            airground.interdicting,
            "interdict hexes with the Points that are left",
        ),
        Do("air interdiction ends", "13.13a", airground.end_interdiction),
    ),
)
"""The joint air war, and what the phasing player's Points do at the end of his turn (13)."""

FLOW = Flow(
    *AIR_WAR,
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
        Loop("lost air fronts", "13.62", commitment.evacuations),
        Run("commitment", "4.2A1", Commitment(), phase=True),
        Do("commitments are shown", "13.13b", commitment.reveal),
        Loop("air transfers", "13.6", commitment.transfers),
        Loop("air fronts", "4.2A2", aircombat.next_front),
        Do("superiority is settled", "13.26", aircombat.return_points),
        Loop("port strikes", "13.31a", airsea.strikes, phase=True),
        Loop("player turns", "4.1a", turns.player_turns, phase=True),
        Do("housekeeping", "4.2D", turns.housekeeping, phase=True),
        Do("ports are cleared", "4.3", harbours.look_over),
    ),
    procedure(
        PlayerTurn,
        "{seat:seat} turn",
        Do("player turn begins", "4.1a", turns.begin_player_turn),
        Run("reinforcements", "4.2B1", _reinforcement, phase=True),
        Run("initial moves", "4.2B2", _initial, phase=True),
        Run("rail moves", "4.2B3", _rail, phase=True),
        Run("mechanized moves", "4.2B7", _mechanized, phase=True),
        Run("interdiction", "4.2B8", _interdiction, phase=True),
        Loop("fronts lost in this turn", "13.62", commitment.evacuations),
    ),
    procedure(
        Reinforcement,
        "Reinforcements",
        Do("reinforcements begin", "4.2B1", reinforcement.begin),
        Do("supply", "17.18", supply.judge),
        Decide(
            "placing",
            "4.2B1",
            [
                reinforcement.PlaceUnit(),
                replacement.RebuildUnit(),
                replacement.RaiseUnit(),
                replacement.ExchangeUnit(),
                supply.ScuttleUnit(),
                reinforcement.EndReinforcement(),
            ],
            reinforcement.asked,
            "place what is due, rebuild what has suffered",
        ),
        Decide(
            "combining",
            "16.0",
            [combining.CombineUnits(), replacement.AllotPoints(), reinforcement.EndReinforcement()],
            combining.asked,
            "combine battlegroups, or send points to another front",
        ),
        Do("reinforcements end", "17.11a", replacement.end),
    ),
    procedure(
        InitialMovement,
        "Initial movement",
        Do("initial movement begins", "5.11", turns.begin_movement),
        Do("supply", "14.11", supply.judge),
        Decide(
            "initial movement",
            "4.2B2",
            [movement.MoveUnit(), movement.MarchUnit(), repair.ConvertRail(), movement.EndMovement()],
            InitialMovement,
            "move your units",
        ),
        Do("initial movement ends", "12.62b", turns.end_movement),
        Loop("too many units", "10.21b", movement.excess),
    ),
    procedure(
        RailPhase,
        "Rail movement",
        Do("rail movement begins", "6.2", turns.begin_movement),
        Decide(
            "too many on trains", "6.11", [trains.TakeOff()], trains.overloaded, "which unit is too many?"
        ),
        Decide(
            "rail movement",
            "4.2B3",
            [trains.EntrainUnit(), trains.RideTrain(), trains.DetrainUnit(), trains.EndRail()],
            trains.asked,
            "send units by rail",
        ),
        Do("rail movement ends", "6.34b", trains.end),
        Loop("too many units", "10.21b", movement.excess),
    ),
    procedure(
        MechanizedMovement,
        "Mechanized movement",
        Do("mechanized movement begins", "5.5a", turns.begin_movement),
        Do("supply", "14.11", supply.judge),
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
