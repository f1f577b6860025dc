"""The procedures of combat and of overruns (4.2, 5.7, 11, 12, 18)."""

from __future__ import annotations

from phaseline.engine.flow import Decide, Do, procedure
from phaseline.games.war_in_europe.position import Battle, CombatPhase, Overrun, Plan
from phaseline.games.war_in_europe.rules import advance, attack, battle, fortify, overrun, retreat, supply

FIGHTING = (
    procedure(
        Overrun,
        "Overrun",
        Decide(
            "overrun",
            "5.7a",
            [overrun.JoinOverrun(), overrun.CarryOut(), overrun.CallOffOverrun()],
            Overrun,
            "who goes in as well?",
        ),
    ),
    procedure(
        CombatPhase,
        "Combat",
        Do("supply", "14.12", supply.judge),
        Decide(
            "combat",
            "4.2B6",
            [attack.AttackHex(), attack.EndAttacks()],
            attack.asked,
            "attack the enemy next to your units",
        ),
        Do("supply of those who dig in", "18.11", fortify.judge),
        Decide(
            "fortify",
            "18.0a",
            [fortify.FortifyUnit(), fortify.EndFortifying()],
            fortify.asked_to_dig,
            "who digs in?",
            words="fortification",
        ),
        Decide(
            "unfortify",
            "18.0d",
            [fortify.UnfortifyUnit(), fortify.EndFortifying()],
            fortify.asked_to_leave,
            "who leaves his works?",
            words="leaving fortifications",
        ),
        Do("fortified lines", "tbl.5.8.fort", fortify.raze),
    ),
    procedure(
        Plan,
        "Attack on {target:hex}",
        Decide(
            "plan",
            "11.0",
            [
                attack.JoinAttack(),
                attack.AlsoAttack(),
                attack.SupportAttack(),
                attack.RollAttack(),
                attack.CallOffAttack(),
            ],
            lambda s: [s.frame(Plan).attacker],
            "who attacks, and where else?",
            more=(attack.JoinAttack.order, attack.AlsoAttack.order, attack.SupportAttack.order),
            closing="nothing more can be added: roll the dice",
        ),
    ),
    procedure(
        Battle,
        "Battle at {target:hex}",
        Do("roll", "12.0", battle.resolve),
        Decide(
            "answer",
            "12.7a",
            [battle.StandFast(), battle.FallBack()],
            battle.defender_asked,
            "stand and take the losses, or give way?",
            words="stand or retreat",
        ),
        Do("defenders give way", "12.6a", battle.defender_obeys),
        Decide("retreat", "12.6a", [retreat.RetreatUnit()], retreat.leads, "where do your units retreat to?"),
        Decide(
            "attacker's answer",
            "12.7c",
            [battle.StandFast(), battle.FallBack()],
            battle.attacker_asked,
            "stand and lose as much as the defenders count, or give way?",
            words="attackers stand or retreat",
        ),
        Do("attackers give way", "12.6b", battle.attacker_obeys),
        Decide(
            "attackers' retreat",
            "12.6b",
            [retreat.RetreatUnit()],
            retreat.leads,
            "where do your units retreat to?",
        ),
        Do("all lost", "12.43b", battle.lose_all),
        Decide("losses", "12.43a", [battle.TakeLoss()], battle.TakeLoss().owing, "who is lost?"),
        Decide(
            "battlegroups",
            "11.32",
            [retreat.PullBack(), retreat.StayThere()],
            retreat.groups_asked,
            "do the new battlegroups go back a hex?",
            words="retreat of battlegroups",
        ),
        Decide(
            "advance",
            "12.51",
            [advance.AdvanceUnit(), advance.EndAdvance()],
            advance.AdvanceUnit().owing,
            "who advances?",
        ),
    ),
)
"""Overruns, the combat phase, attacks and battles."""
