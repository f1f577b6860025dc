"""What can never be true, whatever was ordered: the harness asks after every order."""

from __future__ import annotations

from collections.abc import Iterator

from phaseline.drill.soundness import both_sides, misplaced, overfull, wrong_steps
from phaseline.engine.ledger import case
from phaseline.games.eisenhower.position import (
    ALLIED,
    ELIMINATED,
    GERMAN,
    GONE,
    IDLE,
    Campaign,
    Combat,
    Landing,
    Turn,
)
from phaseline.games.eisenhower.state import EisenhowerState
from phaseline.hexgrid import hexes


@case("6.1", "3.4a", "2.11b")
def faults(s: EisenhowerState) -> Iterator[str]:
    """Sentences about what is wrong; none when the position is sound."""
    yield from _places(s)
    yield from _control(s)
    yield from _stacks(s)
    p = s.position
    if not 0 <= p.bombers <= 2 or not 0 <= p.offensives <= 5:
        yield f"there are {p.bombers} bombers and {p.offensives} offensives"
    if p.beachheads & ~p.control:
        yield "a beachhead is not under Allied control"


def _places(s: EisenhowerState) -> Iterator[str]:
    p, scenario = s.position, s.scenario
    yield from both_sides(s, s.standing.occupied, "are in")
    yield from misplaced(s, scenario.all_units, ~scenario.board.playable, "where no unit can be")
    most = [unit.steps for unit in scenario.units]
    yield from wrong_steps(s, p.steps, most, (ELIMINATED, GONE), either=(IDLE,))
    for unit, twin in enumerate(scenario.other_form):
        if twin >= 0 <= p.at[unit] and p.at[twin] != IDLE:
            yield f"{s.name(unit)} is in play in both forms"


def _control(s: EisenhowerState) -> Iterator[str]:
    p = s.position
    if p.turn == 0 or s.within(Landing) or s.within(Combat):
        return
    if s.occupied(ALLIED) & ~p.control:
        yield "Allied units stand in German-controlled hexes"
    if s.occupied(GERMAN) & p.control:
        yield "German units stand in Allied-controlled hexes"


def _stacks(s: EisenhowerState) -> Iterator[str]:
    p = s.position
    if s.within(Combat) or not s.within(Turn) or isinstance(p.stack[-1], Campaign):
        return
    waived = 0 if s.scenario.waived_hex < 0 else 1 << s.scenario.waived_hex
    yield from overfull(s, s.limit, exempt=p.razed | waived)
    for hex in hexes(s.quarrelling()):
        yield f"both army groups stand in {s.scenario.map.label(hex)}"
    if p.aerial_used and s.on_map(ALLIED) & s.scenario.paratroops:
        yield "aerial supply is committed while an airborne corps is on the map in static form"
    italians = s.germans_in_italy()
    if not p.free_italy and italians > s.scenario.tables.stacking.german_mobile_in_italy:
        yield f"{italians} mobile German units are in Italy"
