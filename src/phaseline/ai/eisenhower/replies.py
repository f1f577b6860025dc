"""Answers within a combat: losses, retreats, advances, and what the other side may do while it is attacked."""

from __future__ import annotations

import math
from collections.abc import Iterable

from phaseline.ai.eisenhower.fears import EVERYTHING, Fear
from phaseline.ai.eisenhower.situation import Situation
from phaseline.ai.eisenhower.terrain import Ground
from phaseline.ai.eisenhower.worth import decides, port_worth
from phaseline.engine.orders import Order
from phaseline.games.eisenhower import orders
from phaseline.games.eisenhower.position import ALLIED, GERMAN, AlliedPhase, Combat
from phaseline.games.eisenhower.rules import losses, odds, retreat, supply, victory
from phaseline.games.eisenhower.rules.movement import OFFENSIVES_FROM
from phaseline.games.eisenhower.state import EisenhowerState
from phaseline.hexgrid import Hex, Mask, hexes

DESPERATE = 0.75
"""The chance to lose what wins the match from which on it is rather destroyed, and the match goes on."""
RUIN = 0.3
"""The chance of losing something vital from which on bombers are called in to defend it."""
LIKELY = 0.6
"""The same for a port, which they destroy (10.10)."""
NEVER = math.inf
"""The same for a place whose ruins are as bad as its loss."""


class Replies:
    """What to answer in the combat under way."""

    def __init__(self, ground: Ground, s: EisenhowerState, seat: int, fear: Fear = EVERYTHING) -> None:
        self.ground = ground
        self.s = s
        self.seat = seat
        self.combat = s.frame(Combat)
        foresees = ground.parameters.worth.crown and s.position.turn < OFFENSIVES_FROM
        self.view = Situation(ground, s, seat, fear, wary=foresees)
        self.legal = s.legal(seat)

    # -- losses -------------------------------------------------------------------------------------------------------

    def lose(self) -> Order:
        """The unit that can best spare a step."""
        units = self.legal.values(orders.Lose)
        return orders.Lose(min(units, key=self._spare))

    def _spare(self, unit: int) -> tuple[float, int]:
        steps = self.s.position.steps[unit]
        worth = self.ground.next_step(unit, steps)
        scenario = self.s.scenario
        if scenario.american >> unit & 1 and not scenario.french >> unit & 1:
            worth *= 0.7  # the Americans get their losses back
        if steps == 1:
            worth += 1.0  # a counter less is a zone of control less
        return worth, unit

    def defend(self) -> Order:
        """Take losses, or give way (11.2)."""
        if self.combat.hexes:
            return self._retreat()
        ways = self.legal.values(orders.Retreat)
        if ways and (not self.legal.values(orders.Lose) or self._give_way()):
            return self._retreat()
        return self.lose()

    def _give_way(self) -> bool:
        """Whether retreat costs less than standing: lives, and what the hex is worth."""
        s, combat, ground = self.s, self.combat, self.ground
        left = list(hexes(losses.defenders(s, combat)))
        steps = s.position.steps
        owed = combat.defender_loss - combat.lost
        strength = sum(steps[unit] for unit in left)
        keep = self.view.keep(combat.target)
        mobile = [unit for unit in left if not s.scenario.static >> unit & 1]
        stand = _cheapest(ground, s, left, owed)
        if owed >= strength:
            stand += keep
        else:
            # What is left will be attacked again.
            stand += keep * 0.25 + 0.3 * sum(ground.value(unit, steps[unit]) for unit in mobile)
        flee = keep + sum(ground.value(u, steps[u]) for u in left if s.scenario.static >> u & 1)
        flee += math.fsum(self._price(unit, self._path(unit)) for unit in mobile)
        return flee < stand

    def _retreat(self) -> Order:
        units = self.legal.values(orders.Retreat)
        unit = units[0]
        return orders.Retreat(unit, self._path(unit))

    def _path(self, unit: int) -> tuple[Hex, ...]:
        combat = self.combat
        ways = retreat.paths(self.s, combat, unit, losses.length_of(combat))
        return min(ways, key=lambda way: (self._price(unit, way), way))

    def _price(self, unit: int, way: tuple[Hex, ...]) -> float:
        """What a way back costs: steps for enemy zones, a full hex, want of supply, danger."""
        s = self.s
        zone = s.zone(1 - self.seat)
        step = self.ground.next_step(unit, s.position.steps[unit])
        cost = step * sum(zone >> hex & 1 for hex in way)
        end = way[-1]
        if s.full(self.seat) >> end & 1:
            cost += 2 * step
        if not self.view.fed >> end & 1:
            cost += step
        if self.view.menaced >> end & 1:
            cost += 0.5
        return cost - 0.1 * min(20.0, self.view.worths.get(end, 0.0))

    # -- advances -----------------------------------------------------------------------------------------------------

    def advance(self) -> Order:
        """The advance that does most; none when the units are better where they are."""
        best: Order = orders.Done()
        most = 0.0
        target = self.combat.target
        first = self._must_hold(target)
        group = self._occupiers(target)
        for unit in self.legal.values(orders.Advance):
            if group and not group >> unit & 1:
                continue
            here = self._stand(unit, self.s.position.at[unit], leaves=True)
            for hex in self.legal.values(orders.Advance, unit):
                if first and hex != target:
                    continue
                gain = self._stand(unit, hex, leaves=False) - here
                if gain > most + 1e-9:
                    best, most = orders.Advance(unit, hex), gain
        return best

    def _must_hold(self, target: Hex) -> bool:
        """Whether the hex is a city that nobody holds yet: who goes beyond it would leave it open (4.3.1)."""
        s = self.s
        return self.seat == ALLIED and bool(s.cities >> target & 1) and not s.occupied(ALLIED) >> target & 1

    def _occupiers(self, target: Hex) -> Mask:
        """The army group that goes into the Ruhr, the one that holds it best: the other may not follow (6.4). 0 elsewhere."""
        s = self.s
        crowns = self.ground.parameters.worth.crown and decides(self.ground, s, target)
        if self.seat != ALLIED or not crowns or s.occupied(ALLIED) >> target & 1:
            return 0
        units = self.legal.values(orders.Advance)

        def strength(group: Mask) -> int:
            return sum(self.view.defence_factor(unit) for unit in units if group >> unit & 1)

        best = max((s.scenario.american, s.scenario.british), key=strength)
        return best if strength(best) else 0

    def _held_by(self, unit: int, hex: Hex) -> tuple[int, int]:
        """Factors and steps of those who could hold a city just won together with the unit."""
        s, view = self.s, self.view
        factors, steps = view.defence_factor(unit), s.position.steps[unit]
        if hex != self.combat.target:
            return factors, steps
        for other in self.legal.values(orders.Advance):
            if other != unit and self.ground.group(other) == self.ground.group(unit):
                factors += view.defence_factor(other)
                steps += s.position.steps[other]
        return factors, steps

    def _stand(self, unit: int, hex: Hex, *, leaves: bool) -> float:
        """What the unit is worth in a hex: what it takes, what it guards, and what it risks."""
        s, view, ground = self.s, self.view, self.ground
        steps = s.position.steps
        others = [other for other in s.units_at(hex, self.seat) if other != unit]
        factors = sum(view.defence_factor(other) for other in others)
        strength = sum(steps[other] for other in others)
        defence, own = view.defence_factor(unit), ground.value(unit, steps[unit])
        score = 0.0
        control = s.position.control >> hex & 1
        mine = control if self.seat == ALLIED else not control
        if not mine and not leaves:
            more, left = self._held_by(unit, hex)
            score += 0.6 + view.prize(hex) - view.liability(hex, factors + more, strength + left)
        keep = view.keep(hex) if mine else 0.0
        if keep:
            score += keep * self._safer(hex, (factors, strength), (defence, steps[unit]))
        if hex == self.combat.target and not others:
            score += 1.0
        points = sum(ground.value(other, steps[other]) for other in others)
        risk = view.expected_loss(hex, factors + defence, strength + steps[unit], points + own)
        score -= ground.parameters.march.exposed * (risk - view.expected_loss(hex, factors, strength, points))
        if not self._linked() >> hex & 1:
            score -= ground.parameters.march.unfed * own
        return score

    def _safer(self, hex: Hex, there: tuple[int, int], more: tuple[int, int]) -> float:
        """By how much a unit makes a hex safer, all by factors and steps. A guard that cannot hold is as good as none."""
        after = self.view.danger(hex, there[0] + more[0], there[1] + more[1])
        return max(0.0, self.view.danger(hex, *there) - after)

    def _linked(self) -> Mask:
        return self.view.fed | self.s.scenario.board.land_sides.cross(1 << self.combat.target)

    # -- before the die -----------------------------------------------------------------------------------------------

    def interdict(self) -> Order:
        """Bombers or aerial supply where the loss of the hex would be ruinous (10.10, 7.11)."""
        s, combat = self.s, self.combat
        report = odds.odds(s, combat)
        steps = sum(s.position.steps[unit] for unit in s.units_at(combat.target, ALLIED))
        results = self.ground.results(report.landed)
        lost = sum(result.defender >= steps for result in results) / 6
        vital = self.view.keep(combat.target) >= self.ground.parameters.worth.win
        feeds = combat.target in self.legal.values(orders.Aerial)
        starving = not all(supply.supplied(s, unit) for unit in s.units_at(combat.target, ALLIED))
        if feeds and starving and self.view.crown >> combat.target & 1:
            # Fed, they may hold without the bombers, which would leave nothing to win by.
            return orders.Aerial(combat.target)
        if orders.Bombers in self.legal.kinds() and vital and lost >= self._ruin(combat.target):
            return orders.Bombers()
        if feeds and lost >= RUIN / 2:
            return orders.Aerial(combat.target)
        return orders.Pass()

    def _ruin(self, hex: Hex) -> float:
        """The chance of losing a hex from which on bombers are called in: of a port they leave nothing that counts (10.10).

        Nor of a city by which the Allies win, where only defeat is worse; and without a port that the check of this turn asks
        for, all is lost, whether it falls or lies in ruins (4.3.2), unless Allied attacks of the turn can still take another.
        """
        s = self.s
        held = victory.counted_ports(s)
        if (
            held >> hex & 1
            and not self._attacks_follow()
            and port_worth(self.ground, s, held.bit_count() - 1) >= self.ground.parameters.worth.win
        ):
            return NEVER
        if (self.view.crown & s.cities) >> hex & 1 and not s.scenario.board.launch_sites >> hex & 1:
            return DESPERATE
        return LIKELY if s.ports >> hex & 1 else RUIN

    def _attacks_follow(self) -> bool:
        """Whether the Allies still attack in this turn: an offensive has come while they move up (13.6)."""
        s = self.s
        return s.within(AlliedPhase) and s.frame(AlliedPhase).first == "movement"

    def inland(self) -> Order:
        """Leave a beach that cannot be held (5.3.5)."""
        s, combat = self.s, self.combat
        report = odds.odds(s, combat)
        units = s.units_at(combat.target, GERMAN)
        steps = sum(s.position.steps[unit] for unit in units)
        results = self.ground.results(report.landed)
        lost = sum(result.defender >= steps for result in results) / 6
        return orders.Inland() if lost > 0.4 else orders.Pass()


def _cheapest(ground: Ground, s: EisenhowerState, units: Iterable[int], owed: int) -> float:
    """What the cheapest steps among the units are worth."""
    steps = [ground.next_step(unit, left) for unit in units for left in range(s.position.steps[unit], 0, -1)]
    return sum(sorted(steps)[:owed])


def unsupplied(s: EisenhowerState, seat: int) -> dict[Hex, float]:
    """Hexes with mobile units of a side that are out of supply, and what those units are worth there."""
    found: dict[Hex, float] = {}
    for unit in hexes(s.on_map(seat) & s.scenario.mobile):
        if not supply.supplied(s, unit):
            hex = s.position.at[unit]
            factor = sum(s.scenario.units[unit].factors(s.position.steps[unit])[:2]) / 2
            found[hex] = found.get(hex, 0.0) + factor
    return found
