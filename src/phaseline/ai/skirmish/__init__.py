"""What the computer players know of a skirmish."""

from phaseline.ai.brain import Brain
from phaseline.ai.skirmish.evaluation import SkirmishEvaluator
from phaseline.ai.skirmish.planner import SkirmishPlanner

BRAIN = Brain(evaluator=SkirmishEvaluator, planner=SkirmishPlanner)
