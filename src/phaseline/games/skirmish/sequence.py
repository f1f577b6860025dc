"""Chapter 3: the sequence of play, top to bottom as the rules list it."""

from __future__ import annotations

from phaseline.engine.flow import Decide, Do, Flow, Loop, procedure, seat_in
from phaseline.engine.ledger import case
from phaseline.games.skirmish.position import Battle, Campaign, PlayerTurn, Reaction, Retreat, Turn
from phaseline.games.skirmish.rules import aftermath, combat, movement, stances, supply, victory, weather
from phaseline.games.skirmish.state import SkirmishState


@case("3.1")
def next_turn(s: SkirmishState, count: int) -> Turn | None:
    """The next turn, until the scenario's last (3.1)."""
    if count == s.scenario.turns:
        return None
    s.position.turn = count + 1
    return Turn(turn=count + 1)


@case("3.1", "6.1", "8.2", "9.1")
def next_player_turn(s: SkirmishState, count: int) -> PlayerTurn | None:
    """Blue's part of the turn, then Red's (3.1); what units did in the part before no longer counts (6.1, 8.2, 9.1)."""
    if count == 2:
        return None
    s.position.moved = s.position.reacted = s.position.fought = s.position.battles = 0
    return PlayerTurn(seat=count)


FLOW = Flow(
    procedure(Campaign, "", Loop("turns", "3.1", next_turn), Do("final score", "12.4", victory.final_score)),
    procedure(
        Turn,
        "Turn {turn}",
        Do("weather", "4.1", weather.roll_weather),
        Do("new stances", "5.1", stances.forget_stances),
        Decide("stances", "5.1", [stances.ChooseStance()], (0, 1), "choose a stance in secret"),
        Do("stances shown", "5.1", stances.show_stances, phase=True),
        Loop("player turns", "3.1", next_player_turn),
        Do("points", "12.1", victory.score, phase=True),
    ),
    procedure(
        PlayerTurn,
        "{seat:seat} turn",
        Do("supply", "10.2", supply.check_supply),
        Do("elimination", "12.3", victory.check_elimination),
        Decide(
            "movement",
            "6.1",
            [movement.MoveUnit(), movement.EndMovement()],
            PlayerTurn,
            "move your units",
            phase=True,
        ),
        Decide(
            "combat",
            "9.1",
            [combat.PlanAttack(), combat.EndCombat()],
            PlayerTurn,
            "attack, or end combat",
            phase=True,
        ),
    ),
    procedure(
        Reaction,
        "reaction",
        Decide(
            "reaction",
            "8.1",
            [movement.WithdrawUnit(), movement.StandFast()],
            Reaction,
            "draw a screen back?",
        ),
    ),
    procedure(
        Battle,
        "battle at {target:hex}",
        Decide(
            "plan",
            "9.2",
            [combat.JoinAttack(), combat.RollAttack(), combat.CallOffAttack()],
            seat_in(Battle, "attacker"),
            "add units to the attack, then roll",
            more=(combat.JoinAttack.order,),
            closing="nothing more can be added: roll the dice",
        ),
        Do("units shown", "2.2", combat.turn_up_all),
        Do("result", "9.7", combat.resolve),
        Decide(
            "losses",
            "11.1",
            [aftermath.LoseStep()],
            aftermath.LoseStep().owing,
            "choose a unit to lose a step",
        ),
        Loop("retreats", "11.2", aftermath.next_retreat),
        Do("elimination", "12.3", victory.check_elimination),
        Decide(
            "advance",
            "11.5",
            [aftermath.AdvanceUnit(), aftermath.EndAdvance()],
            aftermath.AdvanceUnit().owing,
            "advance?",
        ),
    ),
    procedure(
        Retreat,
        "",
        Decide("retreat", "11.2", [aftermath.RetreatUnit()], Retreat, "choose a hex to retreat to"),
    ),
)
