"""The way to the Ruhr, by which the Allies win (4.2.1): who can go it, and who bars it on Turn 1, when the Germans of the north stand still."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator

from phaseline.ai.eisenhower.exchange import chance_to_clear
from phaseline.ai.eisenhower.situation import Situation
from phaseline.ai.eisenhower.terrain import Ground
from phaseline.ai.eisenhower.worth import decides
from phaseline.ai.field import Assault
from phaseline.engine.dice import ScriptedDice
from phaseline.games.eisenhower.position import ALLIED, BOX, GERMAN, TRACK, Combat
from phaseline.games.eisenhower.rules import movement, odds, reinforcement, retreat
from phaseline.games.eisenhower.state import EisenhowerState
from phaseline.hexgrid import Hex, Mask, hexes, mask_of
from phaseline.mechanics.tables import Losses
from phaseline.mechanics.ways import Routes

Marcher = tuple[int, Mask, int]
"""A unit that marches next turn, the hexes from which it may begin, and its movement factors."""

BARS = 2
"""So far from its hex, in hexes, somebody bars a way by his zone and by standing there, with one to spare."""


class Roadblock:
    """Germans in a hex from which they bar the way to the Ruhr, and how much likelier it falls when they are gone, or elsewhere."""

    def __init__(self, view: Situation, hex: Hex, starts: list[Marcher], before: float) -> None:
        """`starts` are those who march next turn, and `before` is the chance that the Ruhr falls while nobody is driven away."""
        self.view = view
        self.hex = hex
        static = view.s.scenario.static
        # Static units pay first, for they cannot go back (R100).
        self._units = sorted(view.s.units_at(hex, GERMAN), key=lambda unit: not static >> unit & 1)
        self._strength = sum(view.s.position.steps[unit] for unit in self._units)
        self._starts = starts
        self._before = before
        self._known: dict[tuple[Hex, int], float] = {}
        self.gone = self._gain(hex, self._strength)
        """What it brings to destroy them."""

    def gain(self, results: Iterable[Losses], places: Collection[Hex]) -> float:
        """What an attack from these hexes brings by its results, all as likely: who is driven back may still bar the way."""
        zone = self.view.s.zone(ALLIED)
        for place in places:
            zone |= self.view.s.scenario.board.land_sides.cross(1 << place)
        found = [self._after(result.defender, mask_of(places), zone) for result in results]
        return math.fsum(found) / len(found)

    def _after(self, loss: int, places: Mask, zone: Mask) -> float:
        """What it brings that they owe so many steps: they stand, or give half of them and go back where they bar most (11.2)."""
        steps = self._strength
        lost = loss // 2
        if lost >= steps:
            return self.gone
        stand = self.gone if loss >= steps else 0.0
        ways = [way for way in self._ways(loss - lost) if not mask_of(way) & places] if lost else []
        paid = [(lost + sum(zone >> hex & 1 for hex in way), way[-1]) for way in ways]
        return min([stand, *(self._gain(end, min(cost, steps)) for cost, end in paid)])

    def _ways(self, length: int) -> list[retreat.Path]:
        """By which hexes they may go back so far."""
        mobile = [unit for unit in self._units if not self.view.s.scenario.static >> unit & 1]
        combat = Combat(attacker=ALLIED, target=self.hex, attackers=0)
        return retreat.paths(self.view.s, combat, mobile[0], length) if mobile else []

    def _gain(self, end: Hex, lost: int) -> float:
        """How much likelier the Ruhr falls once they have lost so many steps and stand in a hex."""
        found = self._known.get((end, lost))
        if found is None:
            trial, owed = self.view.s.copy(ScriptedDice([])), lost
            for unit in self._units:
                left = trial.position.steps[unit] - owed
                owed = max(0, -left)
                if left <= 0 or trial.scenario.static >> unit & 1:
                    trial.eliminate(unit, "11.1a")
                else:
                    trial.position.steps[unit] = left
                    trial.put(unit, end)
            found = self._known[end, lost] = chance_to_take(self.view, trial, self._starts) - self._before
        return found


def roadblocks(view: Situation) -> dict[Hex, Roadblock]:
    """German hexes without whose units the Ruhr is likelier to fall next turn; {} after Turn 1."""
    ground, s = view.ground, view.s
    if view.seat != ALLIED or s.position.turn != 1 or ground.ruhr is None:
        return {}
    if s.position.control >> ground.ruhr & 1:
        return {}
    starts = list(marchers(s))
    before = chance_to_take(view, s, starts)
    near = 0
    for _, start, _ in starts:
        near |= start
    for _ in range(BARS):
        near |= s.scenario.board.grid.spread(near)
    found = [Roadblock(view, hex, starts, before) for hex in hexes(s.mobile_hexes(GERMAN) & near)]
    return {block.hex: block for block in found if block.gone > 0}


def decisive(view: Situation, assaults: Iterable[Assault]) -> frozenset[int]:
    """Those who attack the Ruhr, by which the Allies win at the check of the turn (4.2.1)."""
    ground, s = view.ground, view.s
    if view.seat != ALLIED or not ground.parameters.worth.crown:
        return frozenset()
    return frozenset(unit for way in assaults if decides(ground, s, way.target) for unit in way.places)


def hastens(view: Situation, assaults: Iterable[Assault]) -> bool:
    """Whether the match is likely won by an attack on the Ruhr that an offensive may still forestall (13.6)."""
    ground, s = view.ground, view.s
    by = ground.parameters
    p, least = s.position, by.march.rush * by.worth.win
    if p.turn < movement.OFFENSIVES_FROM or p.offensives <= 0 or p.waived >> GERMAN & 1:
        return False
    return any(decides(ground, s, way.target) and way.worth >= least for way in assaults)


def bystanders(view: Situation, crowning: Collection[int]) -> Mask:
    """The Allies of the north who take no part in the attack on the Ruhr."""
    s = view.s
    north = s.units_in(s.scenario.board.north, ALLIED) | s.in_box(ALLIED)
    return north & s.scenario.mobile & ~mask_of(crowning)


def marchers(s: EisenhowerState) -> Iterator[Marcher]:
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


def chance_to_take(view: Situation, s: EisenhowerState, starts: Iterable[Marcher]) -> float:
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
    defence = view.defence_of(s.units_at(ruhr, GERMAN), ruhr, GERMAN)
    cover = view.cover(ruhr, german=True)
    best = 0.0
    for force, more in ((here, 0), (every, s.scenario.tables.shifts.rhine)):
        if force:
            column = ground.column(force, max(1, defence.factors)) - cover - more
            best = max(best, chance_to_clear(ground, column, defence.steps))
    return best
