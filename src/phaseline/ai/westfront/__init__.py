"""What the computer players know of WestFront."""

from phaseline.ai.brain import Brain
from phaseline.ai.westfront.council import WestFrontCouncil
from phaseline.ai.westfront.evaluator import WestFrontEvaluator
from phaseline.ai.westfront.planner import WestFrontPlanner
from phaseline.games.westfront.orders.airborne import Drop
from phaseline.games.westfront.orders.combat import Fight, Strike
from phaseline.games.westfront.orders.command import Activate
from phaseline.games.westfront.orders.movement import Move
from phaseline.games.westfront.orders.sea import Invade
from phaseline.games.westfront.orders.strategic import Rail, Sail

BRAIN = Brain(
    evaluator=WestFrontEvaluator,
    planner=WestFrontPlanner,
    council=WestFrontCouncil,
    tracks=True,
    attacks=frozenset({Drop, Fight, Invade, Strike}),
    marches=frozenset({Activate, Move, Rail, Sail}),
)
