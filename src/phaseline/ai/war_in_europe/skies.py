"""In the air: how many Points fly which mission, what they strike, and which hexes they interdict."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phaseline.engine.orders import Order
from phaseline.games.war_in_europe import orders
from phaseline.games.war_in_europe.position import (
    GROUND,
    SEA,
    SUPERIORITY,
    TRANSFER,
    AirTransfer,
    Evacuation,
    Interdict,
    Voyage,
)
from phaseline.games.war_in_europe.rules import airbases, airground, airsea, commitment
from phaseline.games.war_in_europe.rules.airbases import EVERY
from phaseline.hexgrid import Hex, Mask, hexes

if TYPE_CHECKING:
    from phaseline.ai.war_in_europe.situation import Situation

MARKS = 8
"""So many hexes are interdicted in a turn at most."""
BEHIND = 3
"""Enemies so near to a hex, in hexes, would have to come through it."""
QUICK = 6
"""Who moves at least so far is worth hindering, in Movement Points."""
STRUCK = 10
"""A port is worth an attack for the enemies so near to it, in hexes."""


class AirStaff:
    """The air staff of a side."""

    def __init__(self, view: Situation) -> None:
        self.view = view
        self.s = view.s
        self.seat = view.seat

    # -- commitment ---------------------------------------------------------------------------------------------------

    def commit(self) -> Order | None:
        """Points to missions, a front and a box at a time."""
        s, seat = self.s, self.seat
        legal = s.legal(seat)
        for front in legal.values(orders.Commit):
            for box, wanted in self.wanted(front).items():
                more = wanted - commitment.in_box(s, seat, front, box)
                able = min(more, commitment.room(s, seat, front, box))
                order = orders.Commit(front, box, able)
                if able > 0 and legal.refusal(order) is None:
                    return order
        return None

    def wanted(self, front: int) -> dict[int, int]:
        """How many Points each mission of a front should have.

        What the enemy has there is known, what he commits is not: superiority is sought with twice as many as he could
        send, and left to him by who is far weaker, as whatever flies then is lost.
        """
        s, seat, enemy = self.s, self.seat, 1 - self.seat
        if not self.busy(front):
            goal = self.goal(front)
            return {TRANSFER: s.scenario.tables.air.out} if goal is not None else {}
        own, foe = (commitment.usable(s, side, front) for side in (seat, enemy))
        own = min(own, commitment.strength(s, seat, front))
        if foe > 2 * own:
            return {SEA: own // 2} if self.sails(enemy, front) else {}
        above = own // 2 if foe > own else min(2 * foe + 1, own * 2 // 3 + 1, own)
        rest = own - above
        sea = min(airsea.at_once(s, rest), rest // 3) if self.sails(enemy, front) else 0
        return {SUPERIORITY: above, SEA: sea, GROUND: rest - sea}

    def busy(self, front: int) -> bool:
        """Whether anybody fights, or could soon be fought, on a front."""
        s = self.s
        area = s.scenario.board.air_fronts[front]
        reach = airbases.reach(s, self.seat, front) if airbases.operable(s, self.seat, front) else 0
        return bool(s.occupied(self.view.enemy) & area & reach)

    def goal(self, front: int) -> int | None:
        """The front to which Points go that are idle here: where they meet most enemies."""
        s = self.s
        area = s.scenario.board.air_fronts
        able = [other for other in hexes(commitment.targets(s, self.seat, front)) if self.busy(other)]
        return max(
            able,
            key=lambda other: (s.units_in(area[other], self.view.enemy).bit_count(), -other),
            default=None,
        )

    def sails(self, side: int, front: int) -> bool:
        """Whether a side could have anybody at sea on a front in this turn."""
        s = self.s
        scenario = s.scenario
        if scenario.seas[side] == ():
            return False
        row = scenario.setup.transport.get("Axis" if side == 0 else "Allied", ())
        turn = max(1, s.position.turn)
        landing = any(
            count and scenario.stores[entry].seat == side for entry, count in enumerate(s.position.landing)
        )
        ships = turn <= len(row) and row[turn - 1] > 0
        ports = s.position.owner[side] & scenario.board.ports & scenario.board.air_fronts[front]
        return bool((landing or ships) and s.units_in(ports, side))

    def transfer(self) -> Order | None:
        """Idle Points to where they are of use."""
        s = self.s
        seat = s.frame(AirTransfer).seat
        legal = s.legal(seat)
        for front in legal.values(orders.Shift):
            goal = self.goal(front)
            order = orders.Shift(front, goal or 0, commitment.in_box(s, seat, front, TRANSFER))
            if goal is not None and legal.refusal(order) is None:
                return order
        return None

    def evacuate(self) -> Order | None:
        """From a lost front to another one."""
        s = self.s
        frame = s.frame(Evacuation)
        legal = s.legal(frame.seat)
        fronts = list(legal.values(orders.Shift, frame.front))
        if not fronts:
            return None
        goal = self.goal(frame.front)
        to = fronts[0] if goal is None or goal not in fronts else goal
        return orders.Shift(frame.front, to, commitment.fleeing(s, frame.seat, frame.front))

    # -- combat -------------------------------------------------------------------------------------------------------

    def divide(self) -> Order | None:
        """Evenly: against each enemy Point as many as against any other."""
        return orders.Spread()

    def kill(self) -> Order | None:
        """Points on sea superiority while own units are to sail, else those that would support attacks."""
        s = self.s
        boxes = s.legal(self.seat).values(orders.Kill)
        sailing = any(self.sails(self.seat, front) for front in EVERY)
        first = SEA if sailing else GROUND
        return orders.Kill(first if first in boxes else boxes[0]) if boxes else None

    # -- over the sea -------------------------------------------------------------------------------------------------

    def suppress(self) -> Order | None:
        """The port behind which most enemies stand: a small one works no more in this turn, a large one as a small one."""
        s = self.s
        legal = s.legal(self.seat)
        ports = [hex for hex in legal.values(orders.Suppress) if self._behind(hex)]
        if not ports or not any(self.sails(self.view.enemy, front) for front in EVERY):
            return None
        port = max(ports, key=lambda hex: (self._behind(hex), -hex))
        points = list(legal.values(orders.Suppress, port))
        return orders.Suppress(port, points[-1]) if points else None

    def _behind(self, port: Hex) -> int:
        """How many enemies stand near a port."""
        return self.s.units_in(self.s.scenario.board.disk(port, STRUCK), self.view.enemy).bit_count()

    def hunt(self) -> Order | None:
        """With all that may attack a unit at sea at once."""
        points = list(self.s.legal(self.seat).values(orders.Strike))
        return orders.Strike(points[-1]) if points else orders.Pass()

    def divert(self) -> Order | None:
        """A unit that was struck goes on where it was bound for, or, turned back, home."""
        s = self.s
        voyage, raid = s.frame(Voyage), s.frame(Interdict)
        places = list(s.legal(self.seat).values(orders.Divert))
        if not places:
            return None
        goal = voyage.start if raid.result == "aborted" else voyage.to
        return orders.Divert(
            goal if goal in places else min(places, key=lambda hex: (self.view.far(hex), hex))
        )

    # -- interdiction -------------------------------------------------------------------------------------------------

    def interdict(self) -> list[Order]:
        """Hexes behind the enemy's front through which those who move fast would come."""
        s = self.s
        found: list[Order] = []
        for front in EVERY:
            points = min(MARKS, commitment.in_box(s, self.seat, front, GROUND))
            if not points:
                continue
            area = markable(self.view, front)
            ranked = sorted(hexes(area), key=lambda hex: (-self._hindered(hex), hex))
            found += [orders.Interdict(front, hex) for hex in ranked[:points] if self._hindered(hex)]
        return found

    def _hindered(self, hex: Hex) -> int:
        """How many Movement Points of enemies may depend on a hex: those who could reach the front through it."""
        s = self.s
        units = s.units_in(s.scenario.board.disk(hex, BEHIND), self.view.enemy)
        quick = [s.face(unit).movement for unit in hexes(units) if s.face(unit).movement >= QUICK]
        return sum(quick)


def markable(view: Situation, front: int) -> Mask:
    """The hexes worth a marker: between the two sides, not far from both."""
    s, grid = view.s, view.s.scenario.board.grid
    enemies = s.occupied(view.enemy)
    near = grid.spread(grid.spread(s.occupied(view.seat)))
    return (
        airground.markable(s, view.seat, front)
        & grid.spread(enemies)
        & grid.spread(grid.spread(near))
        & ~s.occupied(view.seat)
    )
