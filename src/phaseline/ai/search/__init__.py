"""Search over plans: which course of action wins most often, tried out on states that could be the true one."""

from phaseline.ai.search.bearings import Bearing, BearingCouncil, Bearings, altered, read_bearings
from phaseline.ai.search.council import Council, Course, Standing
from phaseline.ai.search.general import GeneralAgent, MarshalAgent
from phaseline.ai.search.halving import Contest, Entrant, halve, singly
from phaseline.ai.search.hands import Hands, WorkFailed
from phaseline.ai.search.operations import Operations
from phaseline.ai.search.player import Led, Player
from phaseline.ai.search.trials import Tally, Trials

__all__ = [
    "Bearing",
    "BearingCouncil",
    "Bearings",
    "Contest",
    "Council",
    "Course",
    "Entrant",
    "GeneralAgent",
    "Hands",
    "Led",
    "MarshalAgent",
    "Operations",
    "Player",
    "Standing",
    "Tally",
    "Trials",
    "WorkFailed",
    "altered",
    "halve",
    "read_bearings",
    "singly",
]
