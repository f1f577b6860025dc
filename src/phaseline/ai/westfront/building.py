"""Production: what to spend the points on, as a problem of choosing among things to buy."""

from __future__ import annotations

from phaseline.ai.planning import Intent, Package, select
from phaseline.ai.westfront.situation import Situation
from phaseline.ai.westfront.stakes import ALLIED, step_worth, unit_worth
from phaseline.engine.legal import LegalOrders
from phaseline.engine.orders import Order
from phaseline.games.westfront.orders.production import (
    AddStep,
    BuildBeachhead,
    BuildCadre,
    Reinforce,
    WithdrawBeachhead,
)
from phaseline.games.westfront.rules import prices, sources, supply
from phaseline.hexgrid import Hex, hexes

BEACHHEAD_PRICE = 20


def plan_building(seen: Situation, legal: LegalOrders) -> list[Intent]:
    """Reinforcements first, which cost nothing; BeachHeads that are needed no more; then the set of things worth most."""
    builder = _Builder(seen, legal)
    return [*builder.reinforcements(), *builder.recalls(), *builder.purchases()]


class _Builder:
    def __init__(self, seen: Situation, legal: LegalOrders) -> None:
        self.seen = seen
        self.s = seen.s
        self.legal = legal
        self.weights = seen.weights.building
        self.last = seen.stakes.months_left == 0
        """The last month: what is built must pay by the points it counts for."""

    def reinforcements(self) -> list[Intent]:
        """New units, each where it is drawn most."""
        name = self.s.scenario.lexicon["unit"].title
        found = []
        for unit in self.legal.values(Reinforce):
            places = self._places(self.legal.values(Reinforce, unit))
            if places:
                orders: list[Order] = [Reinforce(unit, hex) for hex in places]
                found.append(Intent(orders[0], f"{name(unit)} arrives.", tuple(orders[1:])))
        return found

    def recalls(self) -> list[Intent]:
        """BeachHeads on the map that feed nobody who would go hungry, before the end: only Ready ones count there (17.1d)."""
        s, seat = self.s, self.seen.seat
        capped = s.scenario.data.books[s.position.book].overlord_buildup
        if (
            not self.seen.stakes.points
            or capped
            or not 0 < self.seen.stakes.months_left <= self.weights.recall
        ):
            return []
        dependent = s.occupied(seat) & ~supply.without_beachheads(s, seat)
        found = []
        for unit in self.legal.values(WithdrawBeachhead):
            place = 1 << s.position.beachhead_at[unit]
            if not dependent & (place | sources.traced(s, seat, place)):
                name = s.scenario.units[unit].beachhead or ""
                found.append(Intent(WithdrawBeachhead(unit), f"{name} is taken back."))
        return found

    def purchases(self) -> list[Intent]:
        """Steps, cadres and BeachHeads."""
        legal = self.legal
        places = {unit: self._places(legal.values(BuildCadre, unit)) for unit in legal.values(BuildCadre)}
        offers = [
            *(self._step(unit) for unit in legal.values(AddStep)),
            *(self._cadre(unit, hexes) for unit, hexes in places.items() if hexes),
            *(self._beachhead(unit) for unit in legal.values(BuildBeachhead)),
        ]
        packages = [
            Package(worth, {"points": float(price), number: 1.0})
            for number, (worth, price, _) in enumerate(offers)
        ]
        points = float(max(0, self.s.position.points[self.seen.seat]))
        chosen = select(packages, {"points": points})
        chosen.sort(key=lambda number: -offers[number][0] / max(1.0, offers[number][1]))
        return [offers[number][2] for number in chosen]

    def _step(self, unit: int) -> tuple[float, float, Intent]:
        s, name = self.s, self.s.scenario.lexicon["unit"].title(unit)
        price = prices.step_price(s, unit).total
        if s.unit(unit).is_hq:
            scarce = self.weights.scarce * max(0, 2 - s.position.cv[unit])
            counted = 0.0 if self.seen.stakes.cities else 2.0
            worth = counted if self.last else self.weights.headquarters + scarce
        else:
            worth = step_worth(s.scenario, unit) + self.weights.front * self._near(s.position.at[unit])
            worth *= 0.35 if self.last else 1.0
            worth += 0.3 * (s.position.cv[unit] <= 1)
            worth *= self.weights.static if s.unit(unit).kind == "static" else 1.0
        return worth, price, Intent(AddStep(unit), f"A step for {name} ({price} PPs).")

    def _cadre(self, unit: int, places: list[Hex]) -> tuple[float, float, Intent]:
        s, name = self.s, self.s.scenario.lexicon["unit"].title(unit)
        price = min(prices.cadre_price(s, unit, hex).total for hex in places)
        worth = unit_worth(s.scenario, unit) + (0.0 if self.last else self.weights.cadre)
        worth += 0.3 * step_worth(s.scenario, unit)
        orders: list[Order] = [BuildCadre(unit, hex) for hex in places]
        return worth, price, Intent(orders[0], f"{name} is rebuilt ({price} PPs).", tuple(orders[1:]))

    def _beachhead(self, unit: int) -> tuple[float, float, Intent]:
        name = self.s.scenario.units[unit].beachhead or ""
        worth = 2.0 if self.last else 2.0 + self.weights.early
        return worth, BEACHHEAD_PRICE, Intent(BuildBeachhead(unit), f"{name} is made ready.")

    def _near(self, hex: Hex) -> float:
        """How near the enemy is: 1 next to him, 0 beyond some distance."""
        within = self.weights.distance
        grid = self.s.board.grid
        enemies = list(hexes(self.seen.enemy_hexes & grid.disk(hex, within)))
        if not enemies:
            return 0.0
        return 1 - (min(grid.distance(hex, other) for other in enemies) - 1) / within

    def _places(self, places: list[Hex]) -> list[Hex]:
        """Places of arrival, those that draw most first; not under the enemy's nose."""
        seen = self.seen
        port = self.s.board.port_hexes if seen.seat == ALLIED else 0
        north = seen.census[0] if seen.census[1] else 0
        return sorted(
            places,
            key=lambda hex: (
                seen.threat.get(hex, 0.0) > 1.5,
                bool(north) and not north >> hex & 1,
                -seen.pull.get(hex, 0.0),
                not port >> hex & 1,
                hex,
            ),
        )
