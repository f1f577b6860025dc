"""In the air: bases, what stands over which hex, the bomber with its escort, V units."""

from __future__ import annotations

from phaseline.ai.france44.cordons import lead_over
from phaseline.ai.france44.ground import FAR
from phaseline.ai.france44.situation import Situation
from phaseline.engine.orders import Order
from phaseline.games.france44 import orders
from phaseline.games.france44.position import ALLIED, GERMAN
from phaseline.games.france44.rules import air, bombing, rockets
from phaseline.hexgrid import Hex, Mask, hexes, mask_of

CLOSE = 3
"""No base is wanted nearer to the enemy, in movement points."""


class AirStaff:
    """The air staff of a side."""

    def __init__(self, view: Situation) -> None:
        self.view = view
        self.s = view.s
        self.seat = view.seat
        self.by = view.by.air

    # -- bases --------------------------------------------------------------------------------------------------------

    def rebase(self) -> Order | None:
        """Bring an air unit forward whose base is far from the fighting."""
        s, p = self.s, self.s.position
        wings = air.to_return(s, self.seat) & ~p.pinned & ~p.settled
        free = air.open_bases(s, self.seat)
        bases = [
            hex for hex in hexes(free) if s.scenario.board.overseas >> hex & 1 or self.view.far(hex) >= CLOSE
        ]
        front = self._front
        if not front or not bases:
            return None
        distance = s.scenario.board.grid.distance

        def away(hex: Hex) -> int:
            return min(distance(hex, there) for there in front)

        for wing in hexes(wings):
            place = p.wings[wing] if p.wings[wing] >= 0 else p.bases[wing]
            if place < 0:
                continue
            settled = s.bases(self.seat) >> place & 1
            if settled and away(place) <= self.by.base:
                continue
            last = p.bases[wing]
            if not settled and free >> last & 1 and away(last) <= self.by.base:
                continue
            reach = air.landing_range(s, wing)
            able = [hex for hex in bases if reach >> hex & 1 and hex != place]
            if not able:
                continue
            best = min(able, key=lambda hex: (max(away(hex), self.by.base), distance(place, hex), hex))
            if away(best) + 2 < away(place if settled else last):
                return orders.Return(wing, best)
        return None

    @property
    def _front(self) -> list[Hex]:
        """Own hexes of the Continent that the enemy is nearest to; before a landing, where the enemy stands."""
        view, s = self.view, self.s
        near = s.scenario.board.continent
        held = [hex for hex in hexes(s.occupied(self.seat) & near) if view.far(hex) <= 6]
        return held or list(hexes(s.occupied(view.enemy) & near))[:20]

    # -- over the front -----------------------------------------------------------------------------------------------

    def fly(self) -> Order | None:
        """The bomber and its escort; the others over who is in danger, or over the enemy's roads."""
        s, p = self.s, self.s.position
        legal = s.legal(self.seat)
        kinds = legal.kinds()
        if orders.Bomb in kinds:
            return orders.Bomb()
        if orders.Fly not in kinds:
            return None
        if orders.Escort in kinds and self._escorts_wanted() > p.wings.count(-5):
            wings = list(legal.values(orders.Escort))
            if wings:
                return orders.Escort(wings[-1])
        wings = list(legal.values(orders.Fly))
        worths = self._worths()
        best: tuple[float, int, Hex] | None = None
        for hex, worth in worths.items():
            if best is not None and worth <= best[0]:
                continue
            wing = next((w for w in wings if air.within_range(s, w) >> hex & 1 and p.wings[w] != hex), None)
            if wing is not None and s.scenario.board.map.on_map >> hex & 1:
                best = worth, wing, hex
        return None if best is None else orders.Fly(best[1], best[2])

    def _escorts_wanted(self) -> int:
        """How many enemy air units could meet the bomber."""
        s = self.s
        near = bombing.near_edge(s)
        return sum(
            s.position.wings[wing] >= 0 and bool(near >> s.position.wings[wing] & 1)
            for wing in hexes(s.scenario.side_wings[GERMAN])
        )

    def _worths(self) -> dict[Hex, float]:
        """What one more air unit over a hex is worth."""
        view, s = self.view, self.s
        balance = lead_over(view)
        found: dict[Hex, float] = {}
        for hex in hexes(s.occupied(self.seat) & view.threat.area & s.scenario.board.continent):
            divisions = (s.units_in(1 << hex, self.seat) & s.scenario.divisions).bit_count()
            if balance[hex] >= divisions:
                continue
            strength = view.defence(hex) + max(0, balance[hex])
            safer = view.danger(hex, strength) - view.danger(hex, strength + 1)
            stake = view.keep(hex) + view.men(s.units_in(1 << hex, self.seat))
            if safer > 0:
                found[hex] = self.by.defend * safer * stake
        grid = s.scenario.board.grid
        superior = s.superiority(self.seat)
        watched = superior | grid.spread(superior) | s.near_enemy(view.enemy)
        idle = s.units_in(s.scenario.board.continent & ~watched, view.enemy)
        behind = [unit for unit in hexes(idle) if self._close(s.position.at[unit])]
        for unit in behind:
            hex = s.position.at[unit]
            caught = s.units_in(1 << hex | grid.adjacent_mask(hex), view.enemy) & idle
            worth = self.by.hinder * sum(s.scenario.units[u].movement for u in hexes(caught)) / 5
            if balance[hex] >= 0 and worth > found.get(hex, 0.0):
                found[hex] = worth
        return found

    def _close(self, hex: Hex) -> bool:
        """Whether an enemy there could come to the front in a turn or two."""
        return self._from_us.get(hex, FAR) <= 14

    @property
    def _from_us(self) -> dict[Hex, int]:
        key = ("from us", self.seat)
        own = self.s.occupied(self.seat) & self.s.scenario.board.continent
        found: dict[Hex, int] = self.s.known(key, own, lambda: self.view.ground.travel_from(own))
        return found

    # -- Germans ------------------------------------------------------------------------------------------------------

    def intercept(self) -> Order | None:
        """Whoever can meets the bomber."""
        wings = list(self.s.legal(GERMAN).values(orders.Intercept))
        return orders.Intercept(wings[0]) if wings else None

    def site(self) -> Order | None:
        """A V unit within range of London, as far from the Allies as can be."""
        s = self.s
        legal = s.legal(GERMAN)
        if orders.Site not in legal.kinds():
            return None
        patrolled = s.wing_hexes(ALLIED) if s.position.turn > s.scenario.tables.air.v1_passes_until else 0
        for rocket in legal.values(orders.Site):
            reach = rockets.in_reach(s, 0)
            if s.scenario.v1 >> rocket & 1 and patrolled:
                free = rockets.in_reach(s, patrolled) & reach
                reach = free or reach
            area = mask_of(legal.values(orders.Site, rocket)) & reach
            if area:
                return orders.Site(rocket, max(hexes(area), key=self._safe))
        return None

    def _safe(self, hex: Hex) -> tuple[int, int, int]:
        """How safe a V unit is: far from the enemy, with friends at hand; not all in one hex."""
        s = self.s
        return (-s.position.vs.count(hex), min(30, self.view.far(hex)), -hex)

    # -- between theatres ---------------------------------------------------------------------------------------------

    def transfer(self) -> Order | None:
        """Air units go to the theatre where there is fighting that they reach."""
        s, board = self.s, self.s.scenario.board
        legal = s.legal(ALLIED)
        if orders.Transfer not in legal.kinds():
            return None
        busy = {
            theatre: self._fighting(area) for theatre, area in (("n", board.england), ("s", board.corsica))
        }
        for wing in legal.values(orders.Transfer):
            here = "n" if board.england >> s.position.wings[wing] & 1 else "s"
            there = "s" if here == "n" else "n"
            if busy[here] == 0 and busy[there] > 0:
                places = list(legal.values(orders.Transfer, wing))
                if places:
                    return orders.Transfer(wing, min(places, key=lambda hex: (self.view.far(hex), hex)))
        return None

    def _fighting(self, area: Mask) -> int:
        """How many own units on the Continent are within reach of the air units of a theatre."""
        s, board = self.s, self.s.scenario.board
        reach = s.scenario.tables.air.reach
        near = 0
        for hex in hexes(area & board.settled):
            near |= board.disk(hex, reach)
        return s.units_in(near & board.continent, ALLIED).bit_count()
