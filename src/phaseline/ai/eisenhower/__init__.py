"""Computer players' knowledge of Eisenhower's War: what `greedy` values, and how `staff` plans."""

from phaseline.ai.brain import Brain
from phaseline.ai.eisenhower.council import EisenhowerCouncil
from phaseline.ai.eisenhower.evaluator import EisenhowerEvaluator
from phaseline.ai.eisenhower.planner import EisenhowerPlanner
from phaseline.games.eisenhower import orders

BRAIN = Brain(
    evaluator=EisenhowerEvaluator,
    planner=EisenhowerPlanner,
    attacks=frozenset({orders.Attack, orders.Offensive}),
    marches=frozenset({orders.Move}),
    council=EisenhowerCouncil,
)

__all__ = ["BRAIN", "EisenhowerEvaluator", "EisenhowerPlanner"]
