"""Chapter 4: the sequence of play, top to bottom as the rulebook's own outline lists it."""

from __future__ import annotations

from phaseline.engine.flow import Decide, Do, Flow, Loop, Run, procedure
from phaseline.engine.ledger import case
from phaseline.games.westfront.position import (
    ALLIED,
    AXIS,
    Combat,
    Defection,
    Deployment,
    Fortnight,
    Losses,
    Month,
    Movement,
    NeutralForces,
    PlayerTurn,
    Politics,
    Production,
    Pursuit,
    Repulse,
    Revolt,
    Round,
    SupplyPhase,
    Volley,
    War,
)
from phaseline.games.westfront.rules import (
    airborne,
    airstrike,
    armygroup,
    assault,
    battle,
    beachheads,
    building,
    calendar,
    command,
    deployment,
    evacuation,
    fire,
    interdiction,
    invasion,
    mobilization,
    movement,
    muster,
    neutrals,
    politics,
    production,
    rail,
    retreat,
    sailing,
    supply,
    victory,
    weather,
)
from phaseline.games.westfront.state import WestFrontState

# -- months and turns -------------------------------------------------------------------------------------------------


@case("4.4", "intro.4")
def next_turn(s: WestFrontState, count: int) -> PlayerTurn | None:
    """The Allies' turn, then the Axis' (4.4)."""
    return PlayerTurn(seat=(ALLIED, AXIS)[count]) if count < 2 else None


@case("4.4", "6.53b", "15.21")
def begin_turn(s: WestFrontState) -> None:
    """What units did in the turn before no longer counts."""
    position = s.position
    position.role.clear()
    sailing.forget_port_use(s)
    invasion.forget_waves(s)
    position.strategic = position.moved = position.disengaged = position.new_battles = 0
    position.deactivated = 0
    position.crossings.clear()
    s.fix_control()


# -- phases -----------------------------------------------------------------------------------------------------------


@case("4.44", "4.44a", "5.7d")
def blitz_movement(s: WestFrontState) -> Movement:
    """Blitz Movement; Blitz Combat follows it (4.44)."""
    s.update(s.frame(PlayerTurn), blitz=True)
    return Movement(seat=s.active, blitz=True)


@case("4.45", "5.7d", "7.4b")
def had_blitz_movement(s: WestFrontState) -> bool:
    """Whether there was Blitz Movement, even if every Blitz HQ has mobilized since (4.45, R205)."""
    return s.frame(PlayerTurn).blitz


# -- who decides ------------------------------------------------------------------------------------------------------


def mover(s: WestFrontState) -> list[int]:
    """The active side, if an active HQ commands anything."""
    seat = s.frame(Movement).seat
    return [seat] if command.active_hqs(s, seat) else []


def mobilizer(s: WestFrontState) -> list[int]:
    """The active side, if an HQ may mobilize."""
    return [s.frame(Movement).seat] if command.mobilizing_hqs(s) else []


def deactivate_all(s: WestFrontState) -> None:
    """HQs deactivate when combat is over, Blitz HQs after the Blitz phases (4.43e)."""
    combat = s.frame(Combat)
    command.after_combat(s, combat.seat, blitz=combat.blitz)


FLOW = Flow(
    procedure(
        War,
        "",
        Loop("set-up", "3.21", deployment.next_deployment),
        Loop("months", "4.1", calendar.next_month),
        Do("final score", "17.1", victory.final_score),
    ),
    procedure(
        Deployment,
        "{seat:seat} set-up",
        Decide(
            "deployment",
            "3.2",
            [
                deployment.PlaceUnit(),
                muster.TransferStep(),
                muster.ExchangeUnits(),
                deployment.RestoreSetUp(),
                deployment.EndSetUp(),
            ],
            deployment.deployer,
            "set up your units, or finish",
            phase=True,
        ),
    ),
    procedure(
        NeutralForces,
        "forces of {country}",
        Decide(
            "neutral forces",
            "16.4c",
            [deployment.PlaceUnit(), deployment.RestoreSetUp(), neutrals.EndNeutralSetUp()],
            deployment.deployer,
            "set up the forces of the attacked neutral, or finish",
        ),
    ),
    procedure(
        Month,
        "{month:month}",
        Do("month begins", "4.1", calendar.begin_month),
        Loop("production", "4.2", calendar.next_production, phase=True),
        Loop("fortnights", "4.1", calendar.next_fortnight),
    ),
    procedure(
        Production,
        "production",
        Do("production levels", "11.2", production.begin_production),
        Decide("building", "11.1", building.RULES, production.builders, "build, or finish"),
        Do("end of production", "11.3", production.end_production),
    ),
    procedure(
        Fortnight,
        "Fortnight {fortnight}",
        Do("weather", "4.3", weather.determine),
        Loop("player-turns", "4.4", next_turn),
        Do("end of fortnight", "12.3a", weather.clear_storm),
    ),
    procedure(
        PlayerTurn,
        "{seat:seat} turn",
        Do("control", "8.1", begin_turn),
        Decide(
            "command",
            "4.41a",
            [
                neutrals.Declare(),
                armygroup.StartOffensive(),
                command.ActivateHQ(),
                airborne.GroundTheParas(),
                command.EndCommand(),
            ],
            PlayerTurn,
            "activate headquarters, or finish",
            phase=True,
        ),
        Run("movement", "4.42", lambda s: Movement(seat=s.active), phase=True),
        Run("combat", "4.43", lambda s: Combat(seat=s.active), phase=True),
        Run(
            "blitz movement",
            "4.44",
            blitz_movement,
            when=command.blitz_under_way,
            phase=True,
        ),
        Run(
            "blitz combat",
            "4.45",
            lambda s: Combat(seat=s.active, blitz=True),
            when=had_blitz_movement,
            phase=True,
        ),
        Run("supply", "4.46", lambda s: SupplyPhase(seat=s.active), phase=True),
        Run("politics", "4.47", lambda s: Politics(seat=s.active), phase=True),
        Do("end of turn", "4.4", armygroup.end_offensive),
    ),
    procedure(
        Movement,
        "movement",
        Do("begin movement", "8.1", movement.begin_movement),
        Decide(
            "moves",
            "6.1a",
            [
                movement.MoveUnit(),
                retreat.NameRearguard(),
                rail.MoveByRail(),
                sailing.MoveBySea(),
                invasion.InvadeFromSea(),
                invasion.MarkSecondTarget(),
                evacuation.EvacuateBySea(),
                airborne.DropPara(),
                armygroup.EnterUnit(),
                movement.EndMovement(),
            ],
            mover,
            "move your units, or finish",
        ),
        Decide(
            "mobilization",
            "5.41",
            [
                mobilization.MobilizeHQ(),
                rail.MobilizeByRail(),
                sailing.MobilizeBySea(),
                mobilization.EndMobilization(),
            ],
            mobilizer,
            "mobilize headquarters, or finish",
        ),
        Loop("pursuit", "6.42", retreat.next_pursuit),
        Do("sea interdiction", "15.72", interdiction.interdict_movement),
        Do("end of movement", "6.2a", movement.end_movement),
        Do("Yugoslavia", "16.5", politics.note_yugoslavia),
    ),
    procedure(Pursuit, "pursuit in {hex:hex}", Do("pursuit fire", "6.42", retreat.pursue)),
    procedure(
        Combat,
        "combat",
        Do("begin combat", "8.1", battle.begin_combat),
        Do("capitals", "16.4", battle.remove_defeated),
        Decide(
            "airstrikes",
            "7.13",
            [airstrike.AssignStrike(), airstrike.EndStrikes()],
            airstrike.strikers,
            "assign airstrikes, or finish",
        ),
        Decide(
            "battles",
            "7.14",
            [battle.ChooseOneBattle(), battle.EndChoosing()],
            battle.choosers,
            "choose battles to fight, or finish",
        ),
        Do("reveal", "7.14", battle.reveal_chosen),
        Decide(
            "fights",
            "7.21",
            [battle.FightBattle()],
            battle.fighters,
            "fight a battle",
            words="battle resolution",
        ),
        Do("deactivation", "4.43e", deactivate_all),
    ),
    procedure(
        Round,
        "battle in {hex:hex}",
        Do("round", "7.2", battle.begin_round),
        Do("airstrike", "7.22", airstrike.resolve_strike),
        Loop("airstrike losses", "7.33", fire.next_losses),
        Do("defensive fire", "7.22", battle.begin_defensive_fire),
        Loop("defensive shots", "7.31", battle.next_shot),
        Loop("repulses", "7.51", assault.next_repulse),
        Do("offensive fire", "7.22", battle.begin_offensive_fire),
        Loop("offensive shots", "7.31", battle.next_shot),
        Do("end of round", "7.21", battle.end_round),
    ),
    procedure(
        SupplyPhase,
        "supply",
        Do("recovery", "14.6", supply.begin_supply),
        Decide(
            "beachheads",
            "15.51",
            [beachheads.PlaceOne(), beachheads.EndPlacing()],
            beachheads.placers,
            "place BeachHeads, or finish",
        ),
        Do("supply interdiction", "15.73", supply.interdict_supply),
        Do("fortresses and ports", "10.5", supply.settle),
        Decide(
            "scarcity",
            "10.4",
            [supply.KeepOne(), supply.ShortOne()],
            supply.choosers,
            "choose who is kept in supply",
            words="supply shortage",
        ),
        Do("attrition", "10.4", supply.attrition),
    ),
    procedure(
        Politics,
        "politics",
        Do("control", "8.1", politics.begin_politics),
        Decide(
            "revolt and surrender",
            "4.47",
            [politics.TitoRises(), politics.RevoltRoll(), politics.SurrenderRoll(), politics.EndPolitics()],
            politics.choosers,
            "raise Tito, roll for revolt or surrender, or finish",
        ),
        Do("conquest", "16.11", politics.conquer),
    ),
    procedure(Revolt, "", Decide("Maquis", "16.31", [politics.MaquisRises()], ALLIED, "place the Maquis")),
    procedure(
        Defection,
        "",
        Decide("defection", "16.1", [politics.UnitDefects()], ALLIED, "choose the unit that changes sides"),
    ),
    procedure(
        Volley,
        "",
        Decide("volley", "7.31", [battle.FireOne(), battle.FireRest()], Volley, "choose a unit to fire"),
    ),
    procedure(
        Losses, "", Decide("losses", "7.33b", [fire.TakeOneHit()], Losses, "choose a unit to take a hit")
    ),
    procedure(
        Repulse,
        "",
        Decide("repulse", "7.51b", [assault.RepulseOne()], Repulse, "choose a unit to be repulsed"),
    ),
)
