"""What can never be true, whatever was ordered: the harness asks after every order."""

from __future__ import annotations

from collections.abc import Iterator

from phaseline.drill.soundness import both_sides, misplaced, wrong_steps
from phaseline.engine.ledger import case
from phaseline.games.france44.position import (
    ALLIED,
    AWAY,
    DEAD,
    DUE,
    GERMAN,
    GONE,
    POOL,
    AlliedTurn,
    Battle,
    CombatPhase,
)
from phaseline.games.france44.state import FranceState
from phaseline.hexgrid import hexes


@case("6.5", "6.6a", "7.1a", "7.1b", "26.2")
def faults(s: FranceState) -> Iterator[str]:
    """Sentences about what is wrong; none when the position is sound."""
    yield from _places(s)
    yield from _stacks(s)
    yield from _pieces(s)
    p, board = s.position, s.scenario.board
    if not s.within(Battle):
        allied, german = s.scenario.side_units
        yield from misplaced(s, allied, board.continent & ~p.control, "which the Germans control")
        yield from misplaced(s, german, p.control, "which the Allies control")
    if p.control & ~board.continent:
        yield "hexes are controlled that are not on the Continent"


def _places(s: FranceState) -> Iterator[str]:
    p, scenario = s.position, s.scenario
    board = scenario.board
    yield from both_sides(s, s.standing.occupied, "are in")
    nowhere = board.grid.all & ~board.playable & ~board.sea
    yield from misplaced(s, scenario.all_units, nowhere, "where no unit can be")
    yield from misplaced(s, scenario.side_units[GERMAN], board.sea | board.overseas, "where no German can be")
    most = [unit.steps for unit in scenario.units]
    yield from wrong_steps(s, p.steps, most, (DEAD, GONE), either=(POOL, DUE, AWAY))
    for unit in hexes(s.units_in(board.sea, ALLIED)):
        if unit not in p.beach:
            yield f"{s.name(unit)} is at sea and invades no beach"


def _stacks(s: FranceState) -> Iterator[str]:
    if s.within(Battle):
        # Who retreats passes through full hexes on the way.
        return
    p = s.position
    # Units may land where others still have to move away from.
    landing = s.within(AlliedTurn) and not s.within(CombatPhase)
    waits = {p.at[unit] for unit in hexes(p.landed)} if landing else set()
    for seat, name in enumerate(s.game.seats):
        for hex in set(hexes(s.crowded(seat))) - waits:
            yield f"{name} has too many units in {s.scenario.map.label(hex)}"


def _pieces(s: FranceState) -> Iterator[str]:
    p = s.position
    for seat in (ALLIED, GERMAN):
        for hex, value in s.dumps(seat).items():
            if value <= 0:
                yield f"a supply counter of {value} lies in {s.scenario.map.label(hex)}"
            if s.occupied(1 - seat) >> hex & 1 and not s.within(Battle):
                yield f"{s.game.seats[seat]} supplies lie under the enemy in {s.scenario.map.label(hex)}"
        for hex in s.trucks(seat):
            if s.occupied(1 - seat) >> hex & 1 and not s.within(Battle):
                yield f"a truck of the {s.game.seats[seat]} side is under the enemy in {s.scenario.map.label(hex)}"
    if min(p.factors) < 0 or p.shipping < 0:
        yield "replacement factors or transport points have gone below nothing"
