"""The way to the Ruhr, by which the Allies win (4.2.1): who bars it on Turn 1, when the Germans of the north stand still."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from phaseline.ai.eisenhower.exchange import chance_to_clear
from phaseline.ai.eisenhower.situation import Situation
from phaseline.ai.eisenhower.terrain import Ground
from phaseline.ai.eisenhower.worth import decides
from phaseline.ai.field import Assault
from phaseline.engine.dice import ScriptedDice
from phaseline.games.eisenhower.position import ALLIED, BOX, GERMAN, TRACK
from phaseline.games.eisenhower.rules import movement, odds, reinforcement
from phaseline.games.eisenhower.state import EisenhowerState
from phaseline.hexgrid import Hex, Mask, hexes
from phaseline.mechanics.ways import Routes

BARS = 2
"""So far from its hex, in hexes, somebody bars a way by his zone and by standing there, with one to spare."""


def roadblocks(view: Situation) -> dict[Hex, float]:
    """German hexes, and how much likelier the Ruhr falls next turn when nobody is left in one; {} after Turn 1."""
    ground, s = view.ground, view.s
    if view.seat != ALLIED or s.position.turn != 1 or ground.ruhr is None:
        return {}
    if s.position.control >> ground.ruhr & 1:
        return {}
    starts = list(_starts(s))
    before = _chance(view, s, starts)
    near = 0
    for _, start, _ in starts:
        near |= start
    for _ in range(BARS):
        near |= s.scenario.board.grid.spread(near)
    found: dict[Hex, float] = {}
    for hex in hexes(s.mobile_hexes(GERMAN) & near):
        trial = s.copy(ScriptedDice([]))
        for unit in trial.units_at(hex, GERMAN):
            trial.eliminate(unit, "11.1a")
        found[hex] = _chance(view, trial, starts) - before
    return {hex: gain for hex, gain in found.items() if gain > 0}


def decisive(view: Situation, assaults: Iterable[Assault]) -> frozenset[int]:
    """Those who attack the Ruhr, by which the Allies win at the check of the turn (4.2.1)."""
    ground, s = view.ground, view.s
    if view.seat != ALLIED or not ground.parameters.worth.crown:
        return frozenset()
    return frozenset(unit for way in assaults if decides(ground, s, way.target) for unit in way.places)


def _starts(s: EisenhowerState) -> Iterator[tuple[int, Mask, int]]:
    """The Allies who march in the north next turn, from where, and with how many factors."""
    at, due, turn = s.position.at, s.position.due, s.position.turn
    entry = reinforcement.allied_entry(s) & s.scenario.board.north
    for unit in hexes(s.scenario.side_units[ALLIED] & s.scenario.mobile):
        factors = s.scenario.units[unit].factors(s.position.steps[unit])[2]
        if at[unit] >= 0:
            if s.scenario.board.north >> at[unit] & 1:
                yield unit, 1 << at[unit], factors
        elif entry and (at[unit] == BOX or (at[unit] == TRACK and due[unit] == turn + 1)):
            yield unit, entry, factors


def _chance(view: Situation, s: EisenhowerState, starts: list[tuple[int, Mask, int]]) -> float:
    """The chance to take the Ruhr next turn with all who can march to it: on its own bank, or over the Rhine."""
    ground: Ground = view.ground
    ruhr = ground.ruhr
    assert ruhr is not None
    dry = 0
    for hex in hexes(ground.beside[ruhr]):
        if not odds.crossing(s, ALLIED, hex, ruhr):
            dry |= 1 << hex
    here = every = 0
    for unit, start, factors in starts:
        area = Routes(s.scenario.board.grid, start, movement.ways(s, unit), factors).all
        strength = s.scenario.units[unit].factors(s.position.steps[unit])[0]
        here += strength if area & dry else 0
        every += strength if area & ground.beside[ruhr] else 0
    defence = view.defence(ruhr)
    cover = view.cover(ruhr, german=True)
    best = 0.0
    for force, more in ((here, 0), (every, s.scenario.tables.shifts.rhine)):
        if force:
            column = ground.column(force, max(1, defence.factors)) - cover - more
            best = max(best, chance_to_clear(ground, column, defence.steps))
    return best
