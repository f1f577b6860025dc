"""What the computer players know of War in Europe."""

from phaseline.ai.brain import Brain
from phaseline.ai.war_in_europe.evaluator import WarEvaluator
from phaseline.ai.war_in_europe.planner import WarPlanner

BRAIN = Brain(evaluator=WarEvaluator, planner=WarPlanner, tracks=True)
"""Only what the other side commits in the air is hidden, and sampling copies the whole position: a state is kept."""
