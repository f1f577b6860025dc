"""What the computer players know of France '44."""

from phaseline.ai.brain import Brain
from phaseline.ai.france44.evaluator import FranceEvaluator
from phaseline.ai.france44.planner import FrancePlanner

BRAIN = Brain(evaluator=FranceEvaluator, planner=FrancePlanner, tracks=True)
"""Nothing is hidden, and sampling copies the whole position: a state is kept in step with the match."""
