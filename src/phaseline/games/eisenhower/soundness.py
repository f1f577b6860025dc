"""What can never be true, whatever was ordered: the harness asks after every order."""

from __future__ import annotations

from collections.abc import Iterator

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
    p, playable = s.position, s.scenario.board.playable
    for unit, (hex, steps) in enumerate(zip(p.at, p.steps, strict=True)):
        name = s.name(unit)
        if hex >= 0 and not playable >> hex & 1:
            yield f"{name} stands where no unit can be"
        if (hex in (ELIMINATED, GONE)) != (steps == 0) and hex != IDLE:
            yield f"{name} has {steps} steps in place {hex}"
        if not 0 <= steps <= s.scenario.units[unit].steps:
            yield f"{name} has {steps} steps"
        twin = s.scenario.other_form[unit]
        if hex >= 0 and twin >= 0 and p.at[twin] != IDLE:
            yield f"{name} is in play in both forms"
    if hexes_shared := s.occupied(ALLIED) & s.occupied(GERMAN):
        yield f"both sides are in {', '.join(map(s.scenario.map.label, hexes(hexes_shared)))}"


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
    for seat in (ALLIED, GERMAN):
        for hex in hexes(s.occupied(seat)):
            held = len(s.units_at(hex, seat))
            razed = p.razed >> hex & 1
            if held > s.limit(hex) and hex != s.scenario.waived_hex and not razed:
                yield f"{held} units are in {s.scenario.map.label(hex)}"
    italians = (s.units_in(s.scenario.board.italy, GERMAN) & s.scenario.mobile).bit_count()
    if not p.free_italy and italians > s.scenario.tables.stacking.german_mobile_in_italy:
        yield f"{italians} mobile German units are in Italy"
