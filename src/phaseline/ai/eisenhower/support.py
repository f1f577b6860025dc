"""What the Allies add to an attack that has been built up: aerial supply, a drop, bombers."""

from __future__ import annotations

from msgspec.structs import replace

from phaseline.ai.eisenhower.exchange import prospect
from phaseline.ai.eisenhower.fears import Fear
from phaseline.ai.eisenhower.opening import at_the_sites
from phaseline.ai.eisenhower.situation import Situation
from phaseline.ai.eisenhower.terrain import Ground
from phaseline.engine.orders import Order
from phaseline.games.eisenhower import orders
from phaseline.games.eisenhower.position import ALLIED, Combat
from phaseline.games.eisenhower.rules import odds, supply, victory
from phaseline.games.eisenhower.state import EisenhowerState
from phaseline.hexgrid import Hex, hexes


class Support:
    """Weighs what may come on top of the attack under way."""

    def __init__(self, ground: Ground, s: EisenhowerState, fear: Fear, *, saves: bool = False) -> None:
        """`saves`: aerial supply is kept for those who are about to take the Ruhr."""
        self.saves = saves
        self.ground = ground
        self.s = s
        self.combat = s.frame(Combat)
        self.view = Situation(ground, s, ALLIED, fear)

    def order(self) -> Order | None:
        """Aerial supply for attackers, a drop, or bombers."""
        s, combat = self.s, self.combat
        legal = s.legal(ALLIED)
        hungry = [s.position.at[unit] for unit in hexes(combat.attackers) if not supply.supplied(s, unit)]
        for hex in () if self.saves else hungry:
            if orders.Aerial(hex) in legal:
                return orders.Aerial(hex)
        now = self._outlook(combat)
        for unit in legal.values(orders.Drop):
            for hex in legal.values(orders.Drop, unit):
                after = self._outlook(_with_drop(combat, unit))
                if after - now > self.ground.parameters.attack.drop:
                    return orders.Drop(unit, hex)
        if orders.Bombers in legal.kinds() and self._bombs_pay(now):
            return orders.Bombers()
        return None

    def _bombs_pay(self, now: float) -> bool:
        """Bombers destroy a city they fly over: never one that wins, but any that only denies victory (10.10)."""
        s, target = self.s, self.combat.target
        if self._for_the_sites(target):
            return True
        city = s.cities >> target & 1
        if city and self.ground.three >> target & 1 and s.position.turn < 9:
            return False
        if city and s.position.turn == 9 and (self.ground.western | self.ground.italian) >> target & 1:
            return True
        if city and (
            s.position.turn <= victory.PORTS_THROUGH or not s.scenario.board.launch_sites >> target & 1
        ):
            return False
        after = self._outlook(_with_bombers(self.combat))
        return after - now > self.ground.parameters.attack.bombers

    def _for_the_sites(self, target: Hex) -> bool:
        """Whether it is a launch site that must fall now: all of them win, with a city or without one (4.2.3).

        The one at which the Allies land first, or one of those that are left when the turn has come in which they count.
        """
        s = self.s
        if not at_the_sites(self.ground, s) or not s.scenario.board.launch_sites >> target & 1:
            return False
        landing = bool(self.combat.seaborne) and s.position.first_hex == target
        return landing or s.position.turn == victory.SITES_ON

    def _outlook(self, changed: Combat) -> float:
        """What the attack as it stands, or with a change, should bring."""
        s, view, target = self.s, self.view, self.combat.target
        report = odds.odds(s, changed)
        units = list(hexes(changed.attackers | changed.dropped | changed.seaborne))
        steps = sum(s.position.steps[unit] for unit in units)
        points = sum(self.ground.value(unit, s.position.steps[unit]) for unit in units)
        defence = view.defence(target)
        by = self.ground.parameters.attack
        outlook = prospect(self.ground, report.landed, defence, points / max(1, steps), steps, by.yields)
        lost = sum(self.ground.value(unit, s.position.steps[unit]) for unit in hexes(changed.dropped))
        worth = outlook.worth(view.prize(target), price=by.own[ALLIED], kill=by.kill)
        return worth - lost * (1 - outlook.success)


def _with_drop(combat: Combat, unit: int) -> Combat:
    return replace(combat, dropped=combat.dropped | 1 << unit)


def _with_bombers(combat: Combat) -> Combat:
    return replace(combat, bombers=True)
