"""What the computer players know of France '44."""

from phaseline.ai.brain import Brain
from phaseline.ai.france44.council import FranceCouncil
from phaseline.ai.france44.evaluator import FranceEvaluator
from phaseline.ai.france44.planner import FrancePlanner
from phaseline.games.france44.orders.combat import Attack
from phaseline.games.france44.orders.movement import March, Move

BRAIN = Brain(
    evaluator=FranceEvaluator,
    planner=FrancePlanner,
    tracks=True,
    attacks=frozenset({Attack}),
    marches=frozenset({Move, March}),
    council=FranceCouncil,
)
"""Nothing is hidden, and sampling copies the whole position: a state is kept in step with the match."""
