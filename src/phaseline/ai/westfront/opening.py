"""Set-up: the Allies gather invasion forces in the right ports; otherwise the proposed set-up is good."""

from __future__ import annotations

import math

from phaseline.ai.planning import Intent
from phaseline.ai.sight import Clock
from phaseline.ai.westfront.landings import Shores
from phaseline.ai.westfront.layout import Layout, Means
from phaseline.ai.westfront.situation import Situation
from phaseline.engine.legal import LegalOrders
from phaseline.games.westfront.orders.deployment import Place
from phaseline.games.westfront.position import ALLIED
from phaseline.games.westfront.rules import invasion, seas
from phaseline.hexgrid import Hex, Mask, hexes, mask_of

BREADTH = 16
"""Places that are thought about for each unit of a garrison."""
FORCE = 3
"""Units that gather around an Invasion HQ."""


def plan_opening(seen: Situation, legal: LegalOrders, clock: Clock) -> list[Intent]:
    """Where units should stand before the first turn."""
    if seen.seat == ALLIED:
        return _garrisons(seen, legal, clock) if seen.stakes.cities else _Gathering(seen, legal).plan()
    # Where cities decide, the proposed set-up of the Axis proved better than garrisons by present threats.
    return [] if seen.stakes.cities else _garrisons(seen, legal, clock)


def _garrisons(seen: Situation, legal: LegalOrders, clock: Clock) -> list[Intent]:
    """Units where they cover most, from the proposed set-up on."""
    s = seen.s
    choices = {
        unit: mask_of(legal.values(Place, unit)) for unit in legal.values(Place) if s.position.at[unit] >= 0
    }
    layout = Layout(seen, choices, {}, Means(), breadth=BREADTH)
    layout.improve(clock)
    name, label = s.scenario.lexicon["unit"].title, s.board.map.label
    return [
        Intent(Place(unit, to), f"{name(unit)} to {label(to)}.")
        for unit, to in layout.goes.items()
        if to != layout.start[unit]
    ]


class _Gathering:
    """HQs and units that can land, in ports from which the best shores are in range."""

    def __init__(self, seen: Situation, legal: LegalOrders) -> None:
        self.seen = seen
        self.s = seen.s
        self.legal = legal
        self.finder = Shores(seen)
        self._promise: dict[Hex, float] = {}
        self.name = self.s.scenario.lexicon["unit"].title
        self.label = self.s.board.map.label

    def plan(self) -> list[Intent]:
        placeable = set(self.legal.values(Place))
        crowd = {hex: stack.bit_count() for hex, stack in self.s.standing.by_hex[self.seen.seat].items()}
        hqs = [
            unit
            for unit in sorted(placeable)
            if self.s.scenario.hqs >> unit & 1 and self.s.position.cv[unit] >= 2
        ]
        intents: list[Intent] = []
        free = self._landers(placeable)
        taken: list[Hex] = []
        s, spread = self.s, self.seen.weights.landing.spread
        for hq in hqs:
            if s.unit(hq).is_supreme:
                continue
            port = self._port(hq, free, taken)
            if port is None:
                continue
            taken.append(port)
            if s.position.at[hq] != port:
                intents.append(Intent(Place(hq, port), f"{self.name(hq)} waits in {self.label(port)}."))
                crowd[port] = crowd.get(port, 0) + 1
            if not spread:
                intents += self._gather(port, FORCE, free, crowd)
        # The fittest first, one for each HQ: every landing should bring what supplies it.
        for count in (1, FORCE - 1) if spread else ():
            for port in taken:
                intents += self._gather(port, count, free, crowd)
        return intents

    def _landers(self, placeable: set[int]) -> list[int]:
        """Units that may land, the fittest first."""
        s = self.s
        able = [
            unit
            for unit in placeable
            if not (s.scenario.hqs | invasion.never_by_sea(s)) >> unit & 1 and s.position.cv[unit] >= 2
        ]
        return sorted(
            able,
            key=lambda unit: (
                s.position.beachheads.get(unit) != "ready",
                s.unit(unit).kind != "amphibious",
                -s.position.cv[unit],
                unit,
            ),
        )

    def _port(self, hq: int, free: list[int], taken: list[Hex]) -> Hex | None:
        """The port for an HQ: good shores in range, units that can come, not two HQs in one."""
        s = self.s
        places = set(self.legal.values(Place, hq)) | {s.position.at[hq]}
        ports = [
            hex
            for hex in sorted(places)
            if hex >= 0 and s.board.port_hexes >> hex & 1 and hex not in taken and not s.battles >> hex & 1
        ]
        if not ports or not free:
            return None
        return max(ports, key=lambda hex: (self.promise(hex), hex == s.position.at[hq], -hex))

    def promise(self, port: Hex) -> float:
        """The best shores in range of a port."""
        found = self._promise.get(port)
        if found is None:
            s, seat = self.s, self.seen.seat
            from_here = invasion.within(s, seat, port, invasion.invasion_range(seat))
            shores: Mask = seas.beaches_on(s, from_here) & self.finder.beaches & ~s.friendly(seat)
            best = sorted((self.finder.shore(hex) for hex in hexes(shores)), reverse=True)[:3]
            found = self._promise[port] = math.fsum(best)
        return found

    def _gather(self, port: Hex, count: int, free: list[int], crowd: dict[Hex, int]) -> list[Intent]:
        """Bring so many of the fittest units that may stand there."""
        s = self.s
        intents = []
        brought = 0
        for unit in list(free):
            if brought == count:
                break
            here = s.position.at[unit] == port
            if not here and (
                port not in self.legal.values(Place, unit)
                or crowd.get(port, 0) >= s.board.stacking_limit(port)
            ):
                continue
            free.remove(unit)
            brought += 1
            if not here:
                crowd[port] = crowd.get(port, 0) + 1
                intents.append(Intent(Place(unit, port), f"{self.name(unit)} embarks at {self.label(port)}."))
        return intents
