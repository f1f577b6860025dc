"""What the computer players know of War in Europe."""

from phaseline.ai.brain import Brain
from phaseline.ai.war_in_europe.council import WarCouncil
from phaseline.ai.war_in_europe.evaluator import WarEvaluator
from phaseline.ai.war_in_europe.planner import WarPlanner
from phaseline.games.war_in_europe.orders.combat import Attack
from phaseline.games.war_in_europe.orders.movement import March, Move, Overrun
from phaseline.games.war_in_europe.orders.transport import Ride, Sail

BRAIN = Brain(
    evaluator=WarEvaluator,
    planner=WarPlanner,
    tracks=True,
    attacks=frozenset({Attack, Overrun}),
    marches=frozenset({Move, March, Ride, Sail}),
    council=WarCouncil,
)
"""Only what the other side commits in the air is hidden, and sampling copies the whole position: a state is kept."""
