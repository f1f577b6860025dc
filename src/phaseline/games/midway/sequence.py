"""The sequence of the campaign: two cycles of operation counters (23.1)."""

from __future__ import annotations

from phaseline.engine import Decide, Do, Flow, Loop, procedure
from phaseline.engine.flow import Run
from phaseline.games.midway import rules
from phaseline.games.midway.position import Arrival, Basing, Campaign, Cycle, Operation, Storm

FLOW = Flow(
    procedure(
        Campaign,
        "",
        Do("corrected counters", "23.5", rules.errata),
        Loop("cycles", "23.1a", rules.next_cycle),
    ),
    procedure(
        Cycle,
        "Cycle {number}",
        Do("pool", "23.1a", rules.fill_pool, phase=True),
        Loop("operations", "23.1a", rules.next_operation, phase=True),
        Decide(
            "end of the cycle",
            "23.1c",
            [rules.DecideGame(), rules.GoOnPlaying()],
            rules.PLAYER,
            "is the game decided?",
        ),
    ),
    procedure(
        Operation,
        "Operation",
        Decide(
            "draw",
            "23.1a",
            [rules.DrawOperation(), *rules.REPORTS],
            rules.PLAYER,
            "draw an operation counter",
        ),
        Run("bonus units", "23.2a", rules.arriving, when=rules.first_of_second),
        Decide("play", "23.1a", [rules.PlayOperation(), *rules.REPORTS], rules.PLAYER, "play the operation"),
        Do("operation is over", "23.3", rules.after_play),
    ),
    procedure(
        Arrival,
        "Bonus units",
        Do("Hiyo", "23.2b", rules.deploy_hiyo),
        Loop("air units", "23.2d", rules.next_based),
        Do("bonus USN units", "23.3", rules.reinforce),
    ),
    procedure(
        Basing,
        "{unit:unit}",
        Decide(
            "airbase room",
            "23.2f",
            [rules.HasRoom(), rules.HasNoRoom()],
            rules.basing,
            "is there room at the base?",
        ),
    ),
    procedure(
        Storm,
        "Weather",
        Decide(
            "Nimitz group",
            "23.4b",
            [rules.ArriveGroup(), rules.KeepOut()],
            rules.PLAYER,
            "does the Nimitz group arrive there?",
        ),
    ),
)
