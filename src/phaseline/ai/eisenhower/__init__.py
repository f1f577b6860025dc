"""Computer players' knowledge of Eisenhower's War: what `greedy` values, and how `staff` plans."""

from phaseline.ai.brain import Brain
from phaseline.ai.eisenhower.evaluator import EisenhowerEvaluator
from phaseline.ai.eisenhower.planner import EisenhowerPlanner

BRAIN = Brain(evaluator=EisenhowerEvaluator, planner=EisenhowerPlanner)

__all__ = ["BRAIN", "EisenhowerEvaluator", "EisenhowerPlanner"]
