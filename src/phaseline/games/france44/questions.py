"""Questions that case files, the command line and pages may ask about a match of France '44."""

from __future__ import annotations

from collections.abc import Mapping

from phaseline.drill.lookups import asked, costs, labels, spot
from phaseline.engine.casefile import question
from phaseline.engine.game import Question
from phaseline.engine.lexicon import HexRef, SeatRef, UnitRef
from phaseline.games.france44 import combat_questions, lookups, supply_questions
from phaseline.games.france44.rules import movement
from phaseline.games.france44.state import FranceState


@question
def reach(s: FranceState, *, unit: UnitRef, march: bool = False) -> dict[str, int]:
    """What it costs a unit to get to each hex it can reach, by strategic movement if it marches."""
    spot(s, unit)
    return costs(s, movement.reachable(s, unit, march=march))


@question
def cost(s: FranceState, *, unit: UnitRef, to: HexRef, march: bool = False) -> int | None:
    """What it costs a unit to get to a hex; none when it cannot."""
    spot(s, unit)
    return movement.reachable(s, unit, march=march).cost(to)


@question
def allowance(s: FranceState, *, unit: UnitRef, march: bool = False) -> int:
    """The movement factor of a unit in this turn."""
    return movement.allowance(s, unit, march=march)


@question
def superiority(s: FranceState, *, side: SeatRef) -> list[str]:
    """The hexes where a side has more air units than the other."""
    return labels(s, s.superiority(side))


@question
def controls(s: FranceState, *, hex: HexRef) -> str:
    """Who controls a hex."""
    return next((name for seat, name in enumerate(s.game.seats) if s.controlled(seat) >> hex & 1), "nobody")


QUESTIONS: Mapping[str, Question] = asked(
    reach,
    cost,
    allowance,
    superiority,
    controls,
    combat_questions.odds,
    combat_questions.crt,
    supply_questions.supply_state,
    supply_questions.rations,
    supply_questions.truck_lines,
    supply_questions.supplied_hexes,
    supply_questions.joined_hexes,
    supply_questions.path_to_edge,
    supply_questions.railways,
    supply_questions.ashore,
    supply_questions.spare,
    supply_questions.drawing,
    lookups.ground,
    lookups.unit,
    lookups.counters,
    lookups.roster,
    lookups.turn,
    lookups.effects,
    lookups.terrain,
)
