"""The combat phase of either side (5.16, 5.24), and a battle in it (11), step by step."""

from __future__ import annotations

from phaseline.engine.flow import Decide, Do, Loop, procedure
from phaseline.games.france44.position import Battle, CombatPhase, Plan, Round
from phaseline.games.france44.rules import advance, announcing, assault, battle, retreat, support

ADDING = tuple(
    rule.order
    for rule in (
        announcing.JoinAttack,
        announcing.AttackAlso,
        support.SupportByAir,
        support.SupportByGunfire,
        support.SupportByBomber,
        support.SupportAttack,
    )
)
"""Orders that make an attack that is put together a larger one."""

COMBAT = (
    procedure(
        CombatPhase,
        "combat",
        Decide(
            "announcing",
            "10.3",
            [announcing.AnnounceAttack(), announcing.ScrapPlan(), announcing.EndAnnouncing()],
            announcing.may_announce,
            "announce all your attacks",
            words="attack declaration",
        ),
        Decide(
            "answering",
            "19.1b",
            [support.AnswerAttack(), announcing.EndAnswering()],
            support.asked_to_answer,
            "support the defence with headquarters?",
            words="defensive support",
        ),
        Loop("battles", "10.4", assault.next_attack, phase=True),
        Decide(
            "invaders home",
            "12.7b",
            [assault.SendHome()],
            assault.still_at_sea,
            "bring the invaders home that are not ashore",
            words="return of the invaders",
        ),
    ),
    procedure(
        Plan,
        "attack on {target:hex}",
        Decide(
            "plan",
            "10.3",
            [
                announcing.JoinAttack(),
                announcing.AttackAlso(),
                support.SupportByAir(),
                support.SupportByGunfire(),
                support.SupportByBomber(),
                support.SupportAttack(),
                announcing.CloseAttack(),
                announcing.ScrapPlan(),
            ],
            announcing.planner,
            "add units and support to the attack, then close it",
            more=ADDING,
            closing="nothing more can be added: close the attack",
        ),
    ),
    procedure(
        Battle,
        "battle at {target:hex}",
        Do("look", "10.4", battle.look),
        Loop("rounds", "12.7b", battle.next_round),
        Decide(
            "advance",
            "11.5a",
            [advance.AdvanceUnit(), advance.EndAdvance()],
            advance.AdvanceUnit().owing,
            "advance?",
        ),
    ),
    procedure(
        Round,
        "",
        Do("result", "11.2", battle.resolve),
        Do("all lost", "11.3a", battle.lose_all),
        Decide(
            "losses", "11.3a", [battle.TakeLoss()], battle.TakeLoss().owing, "choose a unit to lose a step"
        ),
        Do("falling back", "11.4e", retreat.fall_back),
        Decide(
            "retreat", "11.4c", [retreat.LeadRetreat()], retreat.leads, "lead the units that have to retreat"
        ),
        Decide(
            "again",
            "12.7b",
            [assault.AttackAgain(), assault.SendHome()],
            assault.asked_again,
            "attack the beach again, or go home?",
            words="another assault",
        ),
    ),
)
"""The procedures of combat."""
