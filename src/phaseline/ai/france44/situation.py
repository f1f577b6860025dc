"""A position as one side sees it before it plans: who could go and strike where, and what is at stake."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cached_property

from phaseline.ai.field import Threat, strikes
from phaseline.ai.field.threat import Strike
from phaseline.ai.france44.ground import FAR, Ground
from phaseline.games.france44.position import ALLIED, DEAD, GERMAN, Plan
from phaseline.games.france44.rules import movement, odds, supply, support
from phaseline.games.france44.rules.reach import striking, struck_from
from phaseline.games.france44.state import FranceState
from phaseline.hexgrid import Hex, Mask, hexes, mask_of, union

TOGETHER = 6
"""So many units at most come together on one hex."""


class Situation:
    """A position that does not change while it is looked at: the `Field` of this game."""

    def __init__(
        self, ground: Ground, s: FranceState, seat: int, fear: float = 1.0, intrusion: float = 1.0
    ) -> None:
        self.ground = ground
        self.s = s
        self.seat = seat
        self.enemy = 1 - seat
        self.fear = fear
        """How far the enemy is expected to attack where he could: 1 as a rule, less while he does not."""
        self.intrusion = intrusion
        """How far he is expected to walk in where nobody stands: 1 as a rule, less while he does not move."""
        self.by = ground.by
        self._worths: dict[Hex, float] = {}
        self._times: dict[Hex, int] = {}
        self._reliefs: dict[Hex, float] = {}
        self._guns: dict[Hex, tuple[int, ...]] = {}

    # -- the field ----------------------------------------------------------------------------------------------------

    def reach(self, unit: int) -> Mask:
        """The hexes that a unit could be in after moving, its own among them; an invader stays at sea."""
        if unit in self.s.position.beach:
            return 1 << self.s.position.at[unit]
        return movement.reachable(self.s, unit).all

    def destinations(self, unit: int) -> Mask:
        """The hexes in which a unit could end this turn, its own among them: by a strategic march, too, where it may make one."""
        s = self.s
        able, marching = s.now(("able to go", self.seat), self._able)
        area: Mask = 1 << s.position.at[unit]
        if able >> unit & 1:
            area |= self.reach(unit)
        if marching >> unit & 1:
            area |= movement.reachable(s, unit, march=True).all
        return area & ~s.occupied(self.enemy)

    def _able(self) -> tuple[Mask, Mask]:
        """Who may move in this phase, or in the one to come of the turn, and who of them strategically (17.1)."""
        s, p = self.s, self.s.position
        able = movement.still(s, self.seat, s.choose_unit(self.seat, "6.1")).mask & ~p.moved
        near = s.units_in(movement.shunned(s, self.seat), self.seat)
        return able, able & ~p.hungry & ~near & ~(s.scenario.reserves if self.german else 0)

    def strength(self, unit: int) -> int:
        """The combat factor of a division in supply; 0 of any other unit."""
        if self.s.scenario.hqs >> unit & 1 or self.s.position.hungry >> unit & 1:
            return 0
        return self.s.factor(unit)

    def limit(self, hex: Hex) -> int:  # noqa: ARG002 - all hexes are alike
        """How many divisions may stand in a hex (7.1)."""
        return self.s.scenario.tables.stacking.units

    def resistance(self, hex: Hex) -> int:
        """What the enemies in a hex defend with against an attack over land, a headquarters near by among them."""
        units = self.s.units_at(hex, self.enemy)
        own = sum(self.s.factor(unit) for unit in units) * self.times(hex, self.enemy)
        return max(1, own + round(self.by.attack.answer * self.answer(hex))) if units else 0

    # -- ground -------------------------------------------------------------------------------------------------------

    def times(self, hex: Hex, defender: int, *, from_sea: bool = False) -> int:
        """What the ground multiplies a defence by."""
        key = hex << 2 | defender << 1 | from_sea
        found = self._times.get(key)
        if found is None:
            found = 1
            for factor in odds.ground(self.s, hex, defender, from_sea=from_sea):
                found *= int(factor.times)
            self._times[key] = found
        return found

    def answer(self, hex: Hex) -> int:
        """The strongest enemy headquarters near a hex that is not in it and could support its defence (19.1)."""
        s, scenario = self.s, self.s.scenario
        near = scenario.board.disk(hex, scenario.tables.supply.headquarters_range) & ~(1 << hex)
        lenders = s.units_in(near, self.enemy) & scenario.hqs
        if not lenders:
            return 0
        inside = s.standing.by_hex[self.enemy].get(hex, 0) & scenario.divisions
        return max(
            (
                s.factor(unit)
                for unit in hexes(lenders)
                if any(units >> unit & 1 and units & inside for units in scenario.nations.values())
            ),
            default=0,
        )

    def worth(self, hex: Hex) -> float:
        """What it is worth to hold a hex."""
        found = self._worths.get(hex)
        if found is None:
            found = self._worths[hex] = self.ground.worth(self.s, hex)
        return found

    @cached_property
    def valued(self) -> Mask:
        """The hexes that may be worth more than any other ground, those with Mulberries among them."""
        return self.ground.valued | mask_of(hex for hex in self.s.position.mulberries if hex >= 0)

    @cached_property
    def own(self) -> Mask:
        """The hexes of the Continent that the side controls."""
        return self.s.controlled(self.seat) & self.s.scenario.board.continent

    @cached_property
    def potential(self) -> Mapping[Hex, float]:
        """For each hex, how much the most attractive of what the enemy holds is felt there."""
        wanted = [(self.worth(hex), hex) for hex in hexes(self.valued & ~self.own)]
        goals = tuple(goal for goal in sorted(wanted, reverse=True)[:12] if goal[0] >= 2)
        return self.ground.potential.of(self.seat, goals, self.ground.travel)

    # -- the enemy ----------------------------------------------------------------------------------------------------

    @cached_property
    def front(self) -> dict[Hex, int]:
        """How many movement points each hex is away from the nearest enemy unit on the Continent."""
        enemies = self.s.occupied(self.enemy) & self.s.scenario.board.continent
        return self.ground.travel_from(enemies) if enemies else {}

    def far(self, hex: Hex) -> int:
        """How far a hex is from the enemy."""
        return self.front.get(hex, FAR)

    @cached_property
    def last(self) -> bool:
        """Whether the enemy moves no more: the Germans' last turn is the end (5.4)."""
        return self.german and self.ground.turns_left(self.s) == 1

    @cached_property
    def threat(self) -> Threat:
        """What the enemy could attack in his next turn; nothing when he has none."""
        if self.last:
            return Threat((), TOGETHER)
        return Threat(self.strikes.values(), TOGETHER)

    @cached_property
    def strikes(self) -> dict[int, Strike]:
        """What each enemy division could attack in his next turn."""
        units = self._nearby & self.s.scenario.divisions
        return strikes(self, hexes(units), self.s.scenario.board.grid.spread)

    def foresee(self, at: Mapping[int, Hex]) -> None:
        """Reckon besides with what the enemy could attack once one's own units stand so: who bars his way may leave it."""
        if self.last:
            return
        then = self.s.copy()
        for unit, hex in at.items():
            if hex != then.position.at[unit]:
                then.put(unit, hex)
        both = dict(self.strikes)
        for unit, (strength, area) in Situation(self.ground, then, self.seat).strikes.items():
            both[unit] = strength, area | (both[unit][1] if unit in both else 0)
        self.strikes = both
        self.threat = Threat(both.values(), TOGETHER)

    @cached_property
    def walked(self) -> Mask:
        """Where enemies could walk in who cannot attack, headquarters and units out of supply; nowhere if that is not feared.

        It is in the last turn alone: before that whoever goes in so far is lost, and the place taken back.
        """
        if self.last or self.ground.turns_left(self.s) > 1 or not self.by.march.walked:
            return 0
        grid = self.s.scenario.board.grid
        return union(grid.spread(self.reach(unit)) for unit in hexes(self._nearby) if not self.strength(unit))

    @cached_property
    def raided(self) -> Mask:
        """Where enemy divisions could come to on a strategic march; nowhere if that is not feared.

        Nobody marches so next to an enemy, so that it reaches two hexes further once he is gone who stands there now.
        """
        if self.last or not self.by.march.raids:
            return 0
        s, spread = self.s, self.s.scenario.board.grid.spread
        units = hexes(self._nearby & s.scenario.divisions & ~s.position.hungry)
        return spread(spread(union(movement.reachable(s, unit, march=True).all for unit in units)))

    @property
    def _nearby(self) -> Mask:
        """The enemies who may matter in their next turn."""
        board, near = self.s.scenario.board, 0
        for hex in hexes(self.s.occupied(self.seat) & board.continent & board.grid.all):
            near |= board.disk(hex, 9)
        return self.s.units_in(near & board.continent, self.enemy)

    def prize(self, hex: Hex) -> float:
        """What victory points the enemies in a hex would bring if they all fell, in combat factors."""
        return math.fsum(
            self.ground.dear(unit, self.s.position.steps[unit]) for unit in self.s.units_at(hex, self.enemy)
        )

    @cached_property
    def cut_off(self) -> Mask:
        """Own units that no path joins to a source: what is so at the end of the turn too loses a step (16.22)."""
        return supply.isolated(self.s, self.seat)

    def relief(self, target: Hex) -> float:
        """What would be saved of those cut off if the enemies in a hex were gone, in combat factors."""
        if not self.cut_off:
            return 0.0
        found = self._reliefs.get(target)
        if found is None:
            freed = self.s.copy()
            for unit in self.s.units_at(target, self.enemy):
                freed.put(unit, DEAD)
            saved = self.cut_off & ~supply.isolated(freed, self.seat)
            found = self._reliefs[target] = self.steps(saved)
        return found

    def danger(self, hex: Hex, defence: float) -> float:
        """How likely the enemy takes a hex defended so, from 0 to 1."""
        strength = self.threat.at(hex)
        if defence <= 0:
            entered = self.by.march.walked if self.walked >> hex & 1 else 0.0
            if self.by.march.raids:
                return max(entered, self.intrusion if strength or self.raided >> hex & 1 else 0.0)
            return max(entered, self.fear if strength else 0.0)
        return self.fear * min(1.0, max(0.0, (strength / defence - 1.0) / 3.0))

    def defence(self, hex: Hex, leaving: Mask = 0) -> int:
        """What one's own units in a hex defend with, some of them left out."""
        units = [unit for unit in self.s.units_at(hex, self.seat) if not leaving >> unit & 1]
        return sum(self.s.factor(unit) for unit in units) * self.times(hex, self.seat)

    def keep(self, hex: Hex) -> float:
        """What would be lost if the enemy took a hex of one's own."""
        return self.worth(hex) if self.own >> hex & 1 else 0.0

    def away(self, units: Mask) -> float:
        """What it costs to take some units from where they are: the safety of what they guard together."""
        s = self.s
        found = 0.0
        for hex in sorted({s.position.at[unit] for unit in hexes(units)}):
            if (
                hex >= 0
                and self.valued >> hex & 1
                and (self.threat.area | self.walked | self.raided) >> hex & 1
            ):
                safer = self.danger(hex, self.defence(hex, units)) - self.danger(hex, self.defence(hex))
                found += self.by.attack.away * self.keep(hex) * max(0.0, safer)
        return found

    # -- ways out -----------------------------------------------------------------------------------------------------

    def way_out(self, hex: Hex, defender: int, zone: Mask) -> bool:
        """Whether somebody in a hex could retreat, his enemy's zone being this."""
        s, board = self.s, self.s.scenario.board
        open_ = board.grid.adjacent_mask(hex) & board.continent & ~zone & ~s.occupied(1 - defender)
        return bool(open_ & ~s.full(defender))

    def zone_of(self, area: Mask) -> Mask:
        """The zone of control that units in some hexes would have (8)."""
        return union(zone.of(area) for zone in self.s.scenario.zone_shapes)

    @cached_property
    def fed(self) -> Mask:
        """The hexes from which a path leads to a source of one's own supply as things stand."""
        return supply.joined(self.s, self.seat)

    def striking(self, target: Hex) -> Mask:
        """The land hexes from which a hex can be attacked."""
        return striking(self.s, 1 << target)

    def struck(self, hex: Hex) -> Mask:
        """The hexes that can be attacked from a land hex."""
        return struck_from(self.s, hex)

    @cached_property
    def allied(self) -> bool:
        """Whether the side is the Allied one."""
        return self.seat == ALLIED

    def guns(self, target: Hex) -> tuple[int, ...]:
        """The ships without a task that come over the sea to where they could fire on a hex (9.4), the strongest first."""
        found = self._guns.get(target)
        if found is None:
            plan = Plan(attacker=ALLIED, target=target, targets=1 << target)
            able = hexes(support.free_ships(self.s, plan).mask)
            ships = self.s.scenario.ships
            found = tuple(sorted(able, key=lambda ship: (-ships[ship].combat, ship)))
            self._guns[target] = found
        return found

    def men(self, units: Mask) -> float:
        """What some units are worth."""
        return math.fsum(self.ground.cost(self.s, unit) for unit in hexes(units))

    def steps(self, units: Mask) -> float:
        """What the next step of each of some units is worth, all together."""
        return math.fsum(self.ground.step_cost(self.s, unit) for unit in hexes(units))

    @cached_property
    def german(self) -> bool:
        """Whether the side is the German one."""
        return self.seat == GERMAN
