"""What can never be true of a skirmish, whatever was ordered: the harness asks after every order."""

from __future__ import annotations

from collections.abc import Iterator

from phaseline.drill.soundness import both_sides, misplaced, overfull, wrong_steps
from phaseline.engine.ledger import case
from phaseline.games.skirmish.position import GONE
from phaseline.games.skirmish.scenario import STACKING_LIMIT
from phaseline.games.skirmish.state import SkirmishState


@case("1.2", "1.3", "1.4")
def faults(s: SkirmishState) -> Iterator[str]:
    """Sentences about what is wrong; none when the position is sound."""
    yield from both_sides(s, s.standing.occupied, "are in")
    yield from misplaced(s, s.scenario.all_units, ~s.scenario.map.on_map, "which is off the map")
    yield from overfull(s, lambda _: STACKING_LIMIT)
    yield from wrong_steps(s, s.position.steps, [2] * len(s.scenario.units), (GONE,))
    yield from both_sides(s, s.position.control, "hold")
