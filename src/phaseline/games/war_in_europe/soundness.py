"""What can never be true, whatever was ordered: the harness asks after every order."""

from __future__ import annotations

from collections.abc import Iterator

from phaseline.drill.soundness import both_sides, misplaced, wrong_steps
from phaseline.engine.ledger import case
from phaseline.games.war_in_europe.position import (
    AWAY,
    BOX_OF_FRONT,
    DEAD,
    DUE,
    OUT,
    SPARE,
    TRACK,
    CombatPhase,
    InitialMovement,
    MechanizedMovement,
    RailPhase,
)
from phaseline.games.war_in_europe.state import WarState
from phaseline.hexgrid import hexes


@case("3.26", "5.26", "10.0")
def faults(s: WarState) -> Iterator[str]:
    """Sentences about what is wrong; none when the position is sound."""
    yield from _places(s)
    yield from _stacks(s)
    p = s.position
    yield from both_sides(s, p.owner, "own")
    yield from both_sides(s, p.rail, "run trains in")
    if min(p.air) < 0 or min(p.fleet) < 0 or min(p.landing) < 0 or any(v < 0 for v in p.pools.values()):
        yield "Points have gone below nothing"


def _places(s: WarState) -> Iterator[str]:
    p, scenario = s.position, s.scenario
    landing = s.where(p.ashore | p.dropped)
    occupied = [area & ~landing for area in s.standing.occupied]
    if not s.within(CombatPhase):
        yield from both_sides(s, occupied, "are in")
    playable = scenario.board.playable
    yield from misplaced(s, scenario.all_units, scenario.board.grid.all & ~playable, "where no unit can be")
    most = [unit.steps for unit in scenario.units]
    either = (DUE, TRACK, AWAY, *BOX_OF_FRONT)
    yield from wrong_steps(s, p.steps, most, (DEAD, OUT, SPARE), either=either)


def _stacks(s: WarState) -> Iterator[str]:
    """Stacks too high where nobody is moving or fighting."""
    if any(s.within(kind) for kind in (InitialMovement, RailPhase, MechanizedMovement, CombatPhase)):
        return
    for seat, name in enumerate(s.game.seats):
        for hex in hexes(s.crowded(seat) & ~s.position.pressed):
            yield f"{name} has too many units in {s.scenario.map.label(hex)}"
