"""Rebuilding, arrivals and the single decisions of chapters 12 and 13."""

from __future__ import annotations

import math

from phaseline.ai.eisenhower.fears import EVERYTHING, Fear
from phaseline.ai.eisenhower.opening import french_due
from phaseline.ai.eisenhower.replies import unsupplied
from phaseline.ai.eisenhower.reserve import kept_back
from phaseline.ai.eisenhower.situation import Situation
from phaseline.ai.eisenhower.terrain import Ground
from phaseline.drill.crowding import Excess
from phaseline.engine.orders import Order
from phaseline.games.eisenhower import orders
from phaseline.games.eisenhower.position import ALLIED, BOX, ELIMINATED, GERMAN
from phaseline.games.eisenhower.state import EisenhowerState
from phaseline.hexgrid import Hex, hexes


class Staffwork:
    """The decisions that need no plan of attack."""

    def __init__(self, ground: Ground, s: EisenhowerState, seat: int, fear: Fear = EVERYTHING) -> None:
        self.ground = ground
        self.s = s
        self.seat = seat
        self.view = Situation(ground, s, seat, fear)
        self.legal = s.legal(seat)

    def difficulty(self) -> Order:
        """The army group with less to attack with has the supply difficulties (7.15)."""
        s = self.s
        north = s.units_in(s.scenario.board.north, ALLIED)

        def strength(group: str) -> int:
            units = north & s.scenario.groups[group]
            return sum(s.scenario.units[unit].factors(s.position.steps[unit])[0] for unit in hexes(units))

        return orders.NameGroup(
            min(self.legal.values(orders.NameGroup), key=lambda group: (strength(group), group))
        )

    def fortress(self) -> Order:
        """The Alpine Fortress goes where the Allies are farthest."""
        places = self.legal.values(orders.PlaceFortress)
        if not places:
            return orders.Done()
        mobile = self.view.mobile(ALLIED)
        at = self.s.position.at

        def distance(hex: Hex) -> int:
            travel = self.ground.travel(hex)
            return min((travel[at[unit]] for unit in mobile), default=0)

        return orders.PlaceFortress(max(places, key=lambda hex: (distance(hex), -hex)))

    def allied_reinforcement(self) -> Order:
        """Thunderclap, the French, and the rebuilding that gives back most (12.3, 12.4)."""
        strike = self._strike()
        if strike is not None:
            return strike
        withdraw = self.legal.values(orders.Withdraw)
        if withdraw and french_due(self.s):
            return orders.Withdraw(withdraw[0])
        return self._rebuild()

    def _strike(self) -> Order | None:
        """The western city that is farthest from the Allied armies (13.7)."""
        cities = [hex for hex in self.legal.values(orders.Thunderclap) if self.ground.western >> hex & 1]
        if not cities:
            return None
        return orders.Thunderclap(max(cities, key=lambda hex: (self.view.allied_turns(hex), hex)))

    def _rebuild(self) -> Order:
        s, ground = self.s, self.ground
        units = self.legal.values(orders.Rebuild)
        dead = [unit for unit in units if s.position.at[unit] == ELIMINATED]
        weak = sorted(
            (unit for unit in units if unit not in dead),
            key=lambda unit: (-self._restored(unit), unit),
        )
        flips = sum(self._restored(unit) for unit in weak[:2])
        best = max(dead, key=lambda unit: (ground.points[unit][1], -unit), default=None)
        if best is not None and ground.points[best][1] >= flips:
            return orders.Rebuild(best)
        return orders.Rebuild(weak[0]) if weak else orders.Done()

    def _restored(self, unit: int) -> float:
        gain: float = self.ground.value(unit, 2) - self.ground.value(unit, 1)
        return gain

    def german_reinforcement(self) -> Order:
        """The best corps that has been lost (12.4.3); on Turn 1 the 2nd SS where it covers most."""
        place = self.legal.values(orders.Place)
        if place:
            return self._place_ss(place[0])
        units = self.legal.values(orders.Rebuild)
        if not units:
            return orders.Done()
        return orders.Rebuild(max(units, key=lambda unit: (self.ground.points[unit][0], -unit)))

    def _place_ss(self, unit: int) -> Order:
        """Where it holds most: a launch site or port within reach of the beaches, else near them."""
        view, s = self.view, self.s
        defence = view.defence_factor(unit)

        def score(hex: Hex) -> float:
            there = s.units_at(hex, GERMAN)
            factors = sum(view.defence_factor(other) for other in there)
            steps = sum(s.position.steps[other] for other in there)
            keep = view.keep(hex) if hex in view.worths else 0.0
            safer = view.danger(hex, factors, steps) - view.danger(hex, factors + defence, steps + 2)
            nearer = 0.1 * math.sqrt(view.threat(hex, ALLIED))
            site = 6.0 if s.scenario.board.launch_sites >> hex & 1 else 0.0
            return keep * safer + nearer + site - view.expected_loss(hex, factors + defence, steps + 2, 8.0)

        hexes_ = self.legal.values(orders.Place, unit)
        return orders.Place(unit, max(hexes_, key=lambda hex: (score(hex), -hex)))

    def bridge(self) -> Order:
        """The bridge that leads nearest to the Ruhr (13.5)."""
        ways = self.legal.values(orders.SeizeBridge)
        goal = self.ground.ruhr
        travel = self.ground.travel(goal if goal is not None else ways[0])
        return orders.SeizeBridge(min(ways, key=lambda hex: (travel[hex], hex)))

    def muster(self) -> Order:
        """The garrison of Yugoslavia comes in at Zagreb, as far as there is room."""
        unit = self.legal.values(orders.Place)[0]
        places = self.legal.values(orders.Place, unit)
        return orders.Place(unit, max(places, key=lambda hex: (self.view.worth(hex), -hex)))

    def reserves(self) -> Order:
        """The last reserves come in where most is at stake."""
        units = self.legal.values(orders.Place)
        if not units:
            return orders.Pass()
        places = self.legal.values(orders.Place, units[0])
        return orders.Place(
            units[0], max(places, key=lambda hex: (self.view.worth(hex), self.view.threat(hex, ALLIED), -hex))
        )

    def excess(self) -> Order:
        """The unit that is worth least goes."""
        units = self.legal.values(orders.Remove)
        steps = self.s.position.steps
        owner = self.s.frame(Excess).seat
        assert owner == self.seat
        return orders.Remove(min(units, key=lambda unit: (self.ground.value(unit, steps[unit]), unit)))

    def convert(self) -> Order:
        """A corps that stands idle in air-drop form goes over to trucks (13.2)."""
        for unit in self.legal.values(orders.Convert):
            if self.s.scenario.paratroops >> unit & 1:
                return orders.Convert(unit)
        return orders.Done()

    def exchange(self) -> Order | None:
        """The Army of Liguria takes the place of the weakest unit in the south (12.2.1)."""
        units = self.legal.values(orders.Exchange)
        aol = self.s.scenario.number.get("AOL")
        if not units or aol is None or self.s.position.at[aol] != BOX:
            return None
        steps = self.s.position.steps
        unit = min(units, key=lambda unit: (self.ground.value(unit, steps[unit]), unit))
        gains = self.ground.value(unit, steps[unit]) < self.ground.points[aol][1]
        return orders.Exchange(unit) if gains else None

    def aerial(self) -> Order | None:
        """Aerial supply for the strongest stack that would starve (7.11)."""
        if self.seat != ALLIED:
            return None
        starving = unsupplied(self.s, ALLIED)
        ways = [hex for hex in self.legal.values(orders.Aerial) if hex in starving]
        if not ways:
            return None
        # Nothing else helps who starves where the campaign is won.
        won = self.view.crown
        return orders.Aerial(max(ways, key=lambda hex: (won >> hex & 1, starving[hex], -hex)))

    def late_arrival(self) -> Order | None:
        """A unit that is still in the box goes where something worth holding is in most danger."""
        s, view = self.s, self.view

        def need(hex: Hex) -> float:
            units = s.units_at(hex, self.seat)
            factors = sum(view.defence_factor(unit) for unit in units)
            steps = sum(s.position.steps[unit] for unit in units)
            return view.keep(hex) * view.danger(hex, factors, steps) + 0.01 * view.worth(hex)

        for unit in self.legal.values(orders.Place):
            places = self.legal.values(orders.Place, unit)
            if places and not kept_back(view) >> unit & 1:
                return orders.Place(unit, max(places, key=lambda hex: (need(hex), -hex)))
        return None
