"""What the computer players know of WestFront."""

from phaseline.ai.brain import Brain
from phaseline.ai.westfront.evaluation import WestFrontEvaluator
from phaseline.ai.westfront.planner import WestFrontPlanner

BRAIN = Brain(evaluator=WestFrontEvaluator, planner=WestFrontPlanner, tracks=True)
