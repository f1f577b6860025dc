"""The sequence of play (4.2), top to bottom as the rules list it."""

from __future__ import annotations

from collections.abc import Callable

from phaseline.drill.crowding import removing
from phaseline.engine.flow import Decide, Do, Flow, Loop, Run, procedure
from phaseline.engine.position import Frame
from phaseline.games.war_in_europe.fighting import FIGHTING
from phaseline.games.war_in_europe.position import (
    AirFront,
    AirPhase,
    AirTransfer,
    Campaign,
    CombatPhase,
    Commitment,
    Evacuation,
    InitialMovement,
    Interdict,
    InterdictionPhase,
    MechanizedMovement,
    PlayerTurn,
    PortStrikes,
    RailPhase,
    Regroup,
    Reinforcement,
    SeaPhase,
    Turn,
    Voyage,
)
from phaseline.games.war_in_europe.rules import (
    airborne,
    aircombat,
    airground,
    airlift,
    airsea,
    amphibious,
    beaches,
    combining,
    commitment,
    events,
    fortify,
    harbours,
    movement,
    neutrals,
    overrun,
    reinforcement,
    repair,
    replacement,
    sailing,
    shipping,
    supply,
    trains,
    turns,
    victory,
    voyage,
    withdrawal,
)
from phaseline.games.war_in_europe.state import WarState


def _phasing(phase: Callable[..., Frame]) -> Callable[[WarState], Frame]:
    """A phase of the phasing player."""
    return lambda s: phase(seat=s.phasing)


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

SEA_AND_AIR = (
    procedure(
        SeaPhase,
        "Sea movement",
        Do("sea movement begins", "14.61", shipping.judge),
        Decide(
            "sea movement",
            "4.2B4",
            [
                sailing.SailUnit(),
                amphibious.AssaultCoast(),
                sailing.EvacuateUnit(),
                amphibious.LeavePoint(),
                amphibious.TakePoint(),
                amphibious.BuildHarbour(),
                sailing.DepartUnit(),
                sailing.ReturnUnit(),
                sailing.EndSea(),
            ],
            sailing.asked_to_sail,
            "move units by sea",
        ),
        Do("points lost over the sea", "13.35", airsea.end_hunt),
    ),
    procedure(
        Voyage,
        "{unit:unit} at sea",
        Loop("strikes at sea", "13.33", voyage.next_strike),
        Do("landfall", "7.0h", voyage.landfall),
    ),
    procedure(
        Interdict,
        "",
        Decide(
            "air-sea interdiction",
            "13.32a",
            [voyage.StrikeUnit(), voyage.PassUnit(), voyage.WaiveAll()],
            voyage.attacker,
            "attack the unit at sea?",
        ),
        Decide(
            "course at sea", "13.35", [voyage.DivertUnit()], voyage.asked_where, "where does it go on to?"
        ),
    ),
    procedure(
        AirPhase,
        "Air movement",
        Do("air movement begins", "8.33", shipping.judge),
        Decide(
            "air movement",
            "4.2B5",
            [airlift.DropUnit(), airlift.FlyUnit(), airlift.FerryPoints(), airlift.EndAir()],
            airlift.asked_to_fly,
            "move airborne units by air",
        ),
        Do("losses of Air Transport Points", "8.13a", airlift.attrition),
    ),
    procedure(
        Regroup,
        "",
        Decide(
            "airborne divisions",
            "8.0i",
            [airborne.FormDivision(), airborne.EndForming()],
            airborne.asked_to_form,
            "form airborne divisions again",
        ),
    ),
)
"""Sea and air movement, and what may meet a unit on its way (7, 8)."""

FLOW = Flow(
    *AIR_WAR,
    *SEA_AND_AIR,
    procedure(Campaign, "", Loop("turns", "4.3", turns.next_turn), Do("victory", "4.3", victory.settle)),
    procedure(
        Turn,
        "Turn {turn}",
        Do("new turn", "4.1a", turns.begin_turn),
        Do("events", "4.3", events.begin_turn),
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
        Do("armistice", "4.3", events.end_turn),
        Do("points", "4.3", victory.note),
    ),
    procedure(
        PlayerTurn,
        "{seat:seat} turn",
        Do("player turn begins", "4.1a", turns.begin_player_turn),
        Do("neutrals", "5.11", neutrals.stand_by),
        Run("reinforcements", "4.2B1", _phasing(Reinforcement), phase=True),
        Run("initial moves", "4.2B2", _phasing(InitialMovement), phase=True),
        Run("rail moves", "4.2B3", _phasing(RailPhase), phase=True),
        Run("sea moves", "4.2B4", _phasing(SeaPhase), phase=True),
        Run("air moves", "4.2B5", _phasing(AirPhase), phase=True),
        Run("attacks", "4.2B6", _phasing(CombatPhase), phase=True),
        Do("beaches are won or lost", "7.33f", beaches.secure),
        Run("mechanized moves", "4.2B7", _phasing(MechanizedMovement), phase=True),
        Do("drop zones are held", "8.26c", airborne.settle_drops),
        Run("interdiction", "4.2B8", _phasing(InterdictionPhase), phase=True),
        Do("flights without supply", "8.0h", airborne.starve),
        Run("airborne divisions", "8.0i", Regroup(), phase=True),
        Do("surrenders", "4.3", events.end_player_turn),
        Loop("fronts lost in this turn", "13.62", commitment.evacuations),
    ),
    procedure(
        Reinforcement,
        "Reinforcements",
        Decide(
            "withdrawals",
            "4.2B1",
            [withdrawal.KeepUnit(), reinforcement.EndReinforcement()],
            withdrawal.asked,
            "keep a unit that is withdrawn, at the price of a point?",
        ),
        Do("reinforcements begin", "4.2B1", reinforcement.begin),
        Do("supply", "17.18", supply.judge),
        Decide(
            "placing",
            "4.2B1",
            [
                reinforcement.PlaceUnit(),
                airborne.RecallUnit(),
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
            [
                movement.MoveUnit(),
                movement.MarchUnit(),
                overrun.OverrunHex(),
                neutrals.DeclareWar(),
                repair.ConvertRail(),
                airborne.PrepareUnit(),
                airborne.StationUnit(),
                airborne.BreakDivision(),
                movement.EndMovement(),
            ],
            InitialMovement,
            "move your units",
        ),
        Do("initial movement ends", "5.0c", turns.begin_movement),
        Loop("too many units", "10.21b", movement.excess),
        Do("retreats in order", "12.62b", turns.end_pressure),
    ),
    procedure(
        RailPhase,
        "Rail movement",
        Do("rail movement begins", "6.2", trains.begin),
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
            [movement.MoveUnit(), overrun.OverrunHex(), movement.EndMovement()],
            MechanizedMovement,
            "move your mechanized units again",
        ),
        Do("mechanized movement ends", "5.5a", turns.begin_movement),
        Loop("too many units", "10.21b", movement.excess),
        Do("fortified lines", "tbl.5.8.fort", fortify.raze),
    ),
    *FIGHTING,
    removing(movement.RemoveUnit()),
)
