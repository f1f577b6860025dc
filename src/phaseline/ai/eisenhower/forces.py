"""Who may attack in a phase, from where, and whom: what the plan of the attacks chooses from."""

from __future__ import annotations

from phaseline.ai.eisenhower.attacks import able
from phaseline.ai.eisenhower.reserve import kept_back
from phaseline.ai.eisenhower.situation import Situation
from phaseline.ai.eisenhower.stones import SteppingStone, stepping_stone
from phaseline.games.eisenhower.position import ALLIED, GERMAN, Combat, GermanPhase
from phaseline.games.eisenhower.rules import combat as fighting
from phaseline.games.eisenhower.rules import offensives
from phaseline.hexgrid import Mask, hexes


def ready(view: Situation) -> list[int]:
    """Own mobile units on the map that may attack in this phase."""
    s = view.s
    units = view.mobile(view.seat)
    if view.seat == GERMAN and s.offensive:
        activated = offensives.may_attack(s) | s.frame(GermanPhase).activated
        units = [unit for unit in units if activated >> unit & 1]
    return able(view, units)


def places(view: Situation, *, moving: bool) -> tuple[dict[int, Mask], SteppingStone | None]:
    """Where each unit that may attack could attack from in this phase, and what one that moves first would open to others."""
    s, seat = view.s, view.seat
    found: dict[int, Mask] = {}
    frozen = s.position.moved | s.position.ashore
    for unit in ready(view):
        here = 1 << s.position.at[unit]
        stuck = not moving or frozen >> unit & 1 or view.still & here
        found[unit] = here if stuck else view.reach(unit)
    if s.offensive:
        return found, None
    fresh = list(hexes(s.in_box(seat) & s.scenario.mobile & ~kept_back(view)))
    for unit in fresh:
        if not s.scenario.units[unit].factors(s.position.steps[unit])[0] or (
            seat == GERMAN and s.position.turn == 1
        ):
            continue
        entry = view.entry(unit)
        # Who is there may go on, but none is sure to make room before others come in.
        entry = entry & ~(s.full(seat) | s.mixed(unit)) or entry
        if entry:
            factors = s.scenario.units[unit].factors(s.position.steps[unit])[2]
            found[unit] = view.march_from(unit, entry, factors) if moving else entry
    stone = stepping_stone(view, found, fresh) if moving else None
    return (found, None) if stone is None else (found | stone.places, stone)


def targets(view: Situation) -> Mask:
    """The enemy's hexes that have not been attacked in this phase."""
    s, seat = view.s, view.seat
    under_way = s.within(Combat) or seat == ALLIED or s.within(GermanPhase)
    found = s.occupied(1 - seat) & ~(fighting.battles(s, seat) if under_way else 0)
    if seat == GERMAN and s.offensive:
        found &= ~s.scenario.board.italy
    return found
