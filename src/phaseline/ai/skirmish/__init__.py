"""What the computer players know of a skirmish."""

from phaseline.ai.brain import Brain
from phaseline.ai.skirmish.council import SkirmishCouncil
from phaseline.ai.skirmish.evaluator import SkirmishEvaluator
from phaseline.ai.skirmish.planner import SkirmishPlanner
from phaseline.games.skirmish import orders

BRAIN = Brain(
    evaluator=SkirmishEvaluator,
    planner=SkirmishPlanner,
    council=SkirmishCouncil,
    attacks=frozenset({orders.Attack}),
    marches=frozenset({orders.Move}),
)
