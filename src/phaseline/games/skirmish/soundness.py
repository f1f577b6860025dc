"""What can never be true of a skirmish, whatever was ordered: the harness asks after every order."""

from __future__ import annotations

from collections.abc import Iterator

from phaseline.engine.ledger import case
from phaseline.games.skirmish.position import GONE
from phaseline.games.skirmish.scenario import STACKING_LIMIT
from phaseline.games.skirmish.state import SkirmishState
from phaseline.hexgrid import hexes


@case("1.2", "1.3", "1.4")
def faults(s: SkirmishState) -> Iterator[str]:
    """Sentences about what is wrong; none when the position is sound."""
    label = s.scenario.map.label
    for hex in hexes(s.occupied(0) & s.occupied(1)):
        yield f"both sides are in {label(hex)}"
    for seat in (0, 1):
        for hex in hexes(s.occupied(seat)):
            if len(list(s.units_at(hex, seat))) > STACKING_LIMIT:
                yield f"{s.game.seats[seat]} has more than {STACKING_LIMIT} units in {label(hex)}"
    for unit, (hex, steps) in enumerate(zip(s.position.at, s.position.steps, strict=True)):
        if (hex == GONE) != (steps == 0) or steps not in (0, 1, 2):
            yield f"{s.name(unit)} has {steps} steps and is {'out of the game' if hex == GONE else 'in play'}"
    for hex in hexes(s.position.control[0] & s.position.control[1]):
        yield f"both sides hold {label(hex)}"
