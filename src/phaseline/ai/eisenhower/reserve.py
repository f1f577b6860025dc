"""Who waits in the box for the second landing: those who go ashore first, and those who go on to the Ruhr from there."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from phaseline.ai.eisenhower.opening import by_strength, landing_force
from phaseline.ai.eisenhower.roads import chance_to_take
from phaseline.ai.eisenhower.situation import Situation
from phaseline.ai.eisenhower.worth import decides
from phaseline.ai.field import Detail, least_force
from phaseline.engine.dice import ScriptedDice
from phaseline.games.eisenhower.position import ALLIED, BOX, GERMAN, TRACK
from phaseline.games.eisenhower.state import EisenhowerState
from phaseline.hexgrid import Hex, Mask, hexes, mask_of

STORM = 0.5
"""With this chance the Ruhr is to fall in the turn of the landing itself."""


def kept_back(view: Situation) -> Mask:
    """The units that wait in the box for the second landing."""
    p = view.s.position
    if p.second_over or not p.second_turn or p.turn >= p.second_turn:
        return 0
    force = landing_force(view, p.second_hex, p.second_turn)
    if force is None:
        return 0
    return mask_of((*force.units, *storming_reserve(view, p.second_hex, p.second_turn, force.units)))


def storming_reserve(view: Situation, beach: Hex, turn: int, landing: Collection[int]) -> tuple[int, ...]:
    """Who must wait besides those of the `landing`, so that the Ruhr falls in its turn as likely as not (4.2.1).

    Who lands moves no more in that turn; who comes in over the beach does (5.3.7). The arrivals of the turn may be too few,
    once the Germans have sent a corps to the garrison. () if they are enough, or nobody at hand makes them so.
    """
    s, ruhr = view.s, view.ground.ruhr
    if ruhr is None or not decides(view.ground, s, ruhr):
        return ()
    then = _reinforced(view, ruhr)
    found: list[Detail] = []
    for group in (s.scenario.american, s.scenario.british):
        fresh = [unit for unit in hexes(group & _due(s, turn, turn)) if unit not in landing]
        pool = [unit for unit in hexes(group & _due(s, 0, turn - 1)) if unit not in landing]

        def chance(more: Sequence[int], fresh: Sequence[int] = fresh) -> float:
            return chance_to_take(
                then, then.s, [(unit, 1 << beach, _march(s, unit)) for unit in (*fresh, *more)]
            )

        if chance(()) >= STORM:
            return ()
        detail = least_force(by_strength(s, pool), chance, STORM, s.limit(beach))
        if detail is not None:
            found.append(detail)
    return min(found, key=lambda detail: len(detail.units)).units if found else ()


def _due(s: EisenhowerState, first: int, last: int) -> Mask:
    """The mobile Allies off the map who are in the box from one of these turns on."""
    p = s.position
    units = hexes(s.scenario.side_units[ALLIED] & s.scenario.mobile & ~s.scenario.paratroops)
    return mask_of(unit for unit in units if p.at[unit] in (BOX, TRACK) and first <= p.due[unit] <= last)


def _march(s: EisenhowerState, unit: int) -> int:
    return s.scenario.units[unit].factors(s.position.steps[unit])[2]


def _reinforced(view: Situation, hex: Hex) -> Situation:
    """How it looks when the Germans have sent the best corps to a hex that can march there in a phase."""
    s = view.s
    near = [unit for unit in view.mobile(GERMAN) if view.reach(unit) >> hex & 1]
    trial = s.copy(ScriptedDice([]))
    if near and not s.mobile_hexes(GERMAN) >> hex & 1:
        trial.put(max(near, key=lambda unit: (view.defence_factor(unit), -unit)), hex)
    return Situation(view.ground, trial, ALLIED, view.fear)
