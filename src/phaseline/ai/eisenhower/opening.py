"""What is decided before and between the campaigns: deployment, invasions, and everything about their forces."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from phaseline.ai.eisenhower.exchange import Defence, chance_to_clear
from phaseline.ai.eisenhower.fears import EVERYTHING, Fear
from phaseline.ai.eisenhower.situation import Situation
from phaseline.ai.eisenhower.terrain import FAR, Ground
from phaseline.ai.field import Detail, least_force
from phaseline.engine.orders import Order
from phaseline.games.eisenhower import orders
from phaseline.games.eisenhower.position import ALLIED, BOX, GERMAN, NOWHERE, TRACK, Landing
from phaseline.games.eisenhower.rules import invasion, victory
from phaseline.games.eisenhower.state import EisenhowerState
from phaseline.hexgrid import Hex, Mask, hexes

SAFE = 0.99
"""A second landing is planned where the forces then at hand succeed with this chance."""
STRONG = 6.0
"""A corps worth so much is a reserve, not a garrison."""
LATER = 9
"""A turn in which the launch sites count no more."""
GATE = 12
"""From so many movement factors away the Ruhr is reached in two marches."""
BARRIER = 3
"""Over so many hexes the reserve is spread that covers the Ruhr."""
SPAN = 2
"""So many hexes from the first landing a launch site may be that is to be taken by Turn 3."""
SURE = 0.8
"""A landing is made if it succeeds with this chance."""


def landing_chance(view: Situation, hex: Hex, factors: int, more: int = 0) -> float:
    """The chance that a landing with so many factors, and so many columns `more`, takes a hex (5.3.5)."""
    s = view.s
    if not s.occupied(GERMAN) >> hex & 1:
        return 1.0
    defence: Defence = view.defence(hex)
    shift = view.cover(hex, german=True) + s.scenario.tables.shifts.invasion
    column = view.ground.column(factors, max(1, defence.factors)) - shift + more
    return chance_to_clear(view.ground, column, defence.steps)


def at_hand(s: EisenhowerState, turn: int) -> list[int]:
    """Who can be spared for a landing in a turn, the strongest first: arrivals of the turn before, of some turns at once (12.1, R9)."""
    early = invasion.arrivals_may_invade(s, turn)
    arrivals = [
        unit
        for unit in hexes(s.scenario.side_units[ALLIED] & s.scenario.mobile & ~s.scenario.paratroops)
        if s.position.at[unit] in (BOX, TRACK)
        and (s.position.due[unit] == turn - 1 or (early and s.position.due[unit] == turn))
    ]
    return by_strength(s, arrivals)


def by_strength(s: EisenhowerState, units: Iterable[int]) -> list[int]:
    """Units by what they attack with, the strongest first."""
    steps, roster = s.position.steps, s.scenario.units
    return sorted(units, key=lambda unit: (-roster[unit].factors(steps[unit])[0], unit))


def landing_force(view: Situation, hex: Hex, turn: int) -> Detail | None:
    """The least force that is to land in a hex in a turn; None where those at hand are not enough."""
    s = view.s

    def chance(units: Sequence[int]) -> float:
        factors = sum(s.scenario.units[unit].factors(s.position.steps[unit])[0] for unit in units)
        return landing_chance(view, hex, factors)

    return least_force(at_hand(s, turn), chance, SAFE, s.scenario.tables.stacking.beachhead)


def site(view: Situation, coast: Mask, factors: int, *, first: bool) -> tuple[Hex, float]:
    """The best hex of a coast to land at, and how good it is."""
    best, most = next(hexes(coast)), float("-inf")
    for hex in hexes(coast):
        score = site_score(view, hex, factors, first=first)
        if score > most:
            best, most = hex, score
    return best, most


def site_score(view: Situation, hex: Hex, factors: int, *, first: bool, turn: int = LATER) -> float:
    """Safe to land at, ports and launch sites at hand, a short way to the Ruhr, few Germans about."""
    ground, s = view.ground, view.s
    chance = landing_chance(view, hex, factors)
    if chance < SURE:
        return -100.0 * (1 - chance)
    ports = ground.port_coast & ~s.position.control
    score = 12.0 if ports >> hex & 1 else 0.0
    near = s.scenario.board.grid.disk(hex, 2) & ports & ~(1 << hex)
    for port in hexes(near):
        score += 4.0 / max(1, view.defence(port).factors)
    if first or turn <= victory.SITES_ON:
        score += 2.5 * (s.scenario.board.grid.disk(hex, 3) & s.scenario.board.launch_sites).bit_count()
    if ground.ruhr is not None and (way := ground.travel(ground.ruhr)[hex]) < FAR:
        score -= 0.35 * way
    foes = 0.0
    for unit in hexes(s.on_map(GERMAN) & s.scenario.mobile):
        distance = s.scenario.board.grid.distance(s.position.at[unit], hex)
        if distance <= 4:
            foes += s.scenario.units[unit].factors(s.position.steps[unit])[0] / (distance + 1)
    return score * chance - 0.45 * foes


def barrier(ground: Ground, s: EisenhowerState) -> list[Hex]:
    """The inland hexes nearest to the Ruhr: a reserve that is spread over all of them bars every way to it by its zones."""
    area = s.scenario.board.deployment & ~s.scenario.board.coastal
    return sorted(hexes(area), key=lambda hex: (to_ruhr(ground, hex), hex))[:BARRIER]


def to_ruhr(ground: Ground, hex: Hex) -> int:
    """How far it is from a hex to the Ruhr, in movement factors."""
    return 0 if ground.ruhr is None else ground.travel(ground.ruhr)[hex]


def among_the_sites(view: Situation, coast: Mask, factors: int) -> Hex | None:
    """The launch site to land at so that all of them can be had by Turn 3, by which the Allies win (4.2.3).

    Only where a reserve bars the way to the Ruhr, which else wins sooner and for less of a risk. Of those from which no other is further than a turn of attacks and one of marching away, the one that is nearest to all, and
    then to the Ruhr, from where the Germans come. None where bombers and all do not promise the chance that is asked for.
    """
    s, least = view.s, view.ground.parameters.landing.sites
    sites, grid = s.scenario.board.launch_sites, s.scenario.board.grid
    barred = all(s.mobile_hexes(GERMAN) >> hex & 1 for hex in barrier(view.ground, s))
    if not least or not sites or not barred:
        return None
    found = [
        hex
        for hex in hexes(coast & sites)
        if not sites & ~grid.disk(hex, SPAN)
        and grid.spread(1 << hex) & sites & ~(1 << hex)
        and landing_chance(view, hex, factors, s.scenario.tables.shifts.bombers) >= least
    ]

    def far(hex: Hex) -> tuple[int, int, int]:
        return sum(grid.distance(hex, other) for other in hexes(sites)), to_ruhr(view.ground, hex), hex

    return min(found, key=far, default=None)


def at_the_sites(ground: Ground, s: EisenhowerState) -> bool:
    """Whether the first landing is made at a launch site, so as to win by all of them."""
    first = s.position.first_hex
    meant = ground.parameters.landing.sites > 0 and first != NOWHERE
    return meant and bool(s.scenario.board.launch_sites >> first & 1)


class Opening:
    """Set-up and invasion orders of one seat."""

    def __init__(self, ground: Ground, s: EisenhowerState, seat: int, fear: Fear = EVERYTHING) -> None:
        self.ground = ground
        self.s = s
        self.seat = seat
        self.view = Situation(ground, s, seat, fear)
        self.legal = s.legal(seat)

    def first_plan(self) -> Order:
        """The American corps, which can be rebuilt, and the best hex."""
        airborne = self.legal.values(orders.ChooseAirborne)
        if airborne:
            return orders.ChooseAirborne(max(airborne, key=lambda unit: self.ground.points[unit][1]))
        s = self.s
        force = sum(
            s.scenario.units[s.scenario.number[name]].full[0] for name in s.scenario.setup.landing_force
        )
        coast = s.scenario.invasion_coast["first"]
        among = among_the_sites(self.view, coast, force)
        return orders.PlanFirst(site(self.view, coast, force, first=True)[0] if among is None else among)

    def second_plan(self) -> Order:
        """At the gates of the Ruhr as soon as may be, else where most ports and ground lie before those who land later."""
        turns = self.legal.values(orders.PlanSecond)
        if at_the_sites(self.ground, self.s):
            return orders.PlanSecond(min(turns), self._other_site())
        gate = self._gate_of_the_ruhr(min(turns))
        if gate is not None:
            return orders.PlanSecond(min(turns), gate)
        s = self.s
        coast = self._second_coast() & s.scenario.board.france & self.ground.far_coast
        best, most = NOWHERE, 0.0
        # Who is kept for Turn 3 is missing in the break-out of Turn 2.
        turn = max(turns)
        for hex in hexes(coast):
            force = landing_force(self.view, hex, turn)
            if force is None:
                continue
            factors = sum(s.scenario.units[unit].full[0] for unit in force.units)
            score = site_score(self.view, hex, factors, first=False, turn=turn)
            if score > most:
                best, most = hex, score
        return orders.PlanSecond(turn, best) if most > 0 else orders.PlanNone()

    def _second_coast(self) -> Mask:
        """Where a second landing is not next to the first."""
        s = self.s
        coast = s.scenario.invasion_coast["second"]
        if s.position.first_hex != NOWHERE:
            coast &= ~s.scenario.board.grid.disk(s.position.first_hex, 3)
        return coast

    def _other_site(self) -> Hex:
        """The launch site next to the first landing that is farthest from the Ruhr: a second beach behind the first (6.3, 6.4)."""
        s, first = self.s, self.s.position.first_hex
        near = s.scenario.board.grid.spread(1 << first) & s.scenario.board.launch_sites & ~(1 << first)
        return max(hexes(near), key=lambda hex: (self._to_ruhr(hex), hex))

    def _gate_of_the_ruhr(self, turn: int) -> Hex | None:
        """The hex nearest to the Ruhr where those at hand are sure to come ashore; None where the march is too long to win by it.

        The Ruhr wins alone through Turn 6 (4.2.1): what lands there on Turn 3 has two marches, and a turn to attack.
        """
        ruhr = self.ground.ruhr
        if ruhr is None:
            return None
        way = self.ground.travel(ruhr)
        near = [hex for hex in hexes(self._second_coast()) if way[hex] <= GATE]
        for hex in sorted(near, key=lambda hex: (way[hex], hex)):
            if landing_force(self.view, hex, turn) is not None:
                return hex
        return None

    def shift_infantry(self) -> Order:
        """A corps from the interior into a launch site that is weakly held (3.3.3)."""
        s = self.s
        units = self.legal.values(orders.ShiftInfantry)
        inland = [unit for unit in units if not s.scenario.board.coastal >> s.position.at[unit] & 1]
        if not inland:
            return orders.Done()
        unit = inland[0]
        sites = [
            hex
            for hex in self.legal.values(orders.ShiftInfantry, unit)
            if s.scenario.board.launch_sites >> hex & 1
        ]
        if not sites:
            return orders.Done()
        return orders.ShiftInfantry(unit, max(sites, key=lambda hex: (self.view.defence(hex).factors, hex)))

    def deploy(self) -> Order:
        """Strong corps stand where they cover the Ruhr, weak ones of the interior go into open ports (3.3.1)."""
        s = self.s
        movable = self.legal.values(orders.Deploy)
        strong = [unit for unit in movable if self.ground.points[unit][1] >= STRONG]
        for unit in sorted(strong, key=lambda unit: (-self.ground.points[unit][1], unit)):
            for hex in self._reserve():
                order = orders.Deploy(unit, hex)
                if s.position.at[unit] != hex and self.legal.refusal(order) is None:
                    return order
        idle = [unit for unit in movable if not self.ground.port_coast >> s.position.at[unit] & 1]
        ports = [
            hex
            for hex in hexes(self.ground.port_coast & s.scenario.board.deployment)
            if not s.mobile_hexes(GERMAN) >> hex & 1
        ]
        ports.sort(key=lambda hex: (not s.scenario.board.launch_sites >> hex & 1, self._to_ruhr(hex), hex))
        for hex in ports:
            for unit in sorted(idle, key=lambda unit: (self.ground.points[unit][1], unit)):
                order = orders.Deploy(unit, hex)
                if self.ground.points[unit][1] < STRONG and self.legal.refusal(order) is None:
                    return order
        return orders.Done()

    def _to_ruhr(self, hex: Hex) -> int:
        return to_ruhr(self.ground, hex)

    def _reserve(self) -> list[Hex]:
        """Inland hexes for reserves, those nearest to the Ruhr: where fewest stand first, so that their zones bar the way to it."""
        s = self.s

        def crowd(hex: Hex) -> int:
            return sum(s.scenario.mobile >> unit & 1 for unit in s.units_at(hex, GERMAN))

        return sorted(barrier(self.ground, s), key=lambda hex: (crowd(hex), self._to_ruhr(hex), hex))

    def invade(self) -> Order:
        """Land if it is safe enough with what there is."""
        s, p = self.s, self.s.position
        if p.second_turn != p.turn:
            return orders.Wait()
        force = self._force(list(hexes(invasion.available(s))))
        factors = sum(s.scenario.units[unit].factors(p.steps[unit])[0] for unit in force)
        if not force or landing_chance(self.view, p.second_hex, factors) < SURE:
            return orders.Wait()
        order = orders.Invade()
        return order if self.legal.refusal(order) is None else orders.Wait()

    def _force(self, units: list[int]) -> list[int]:
        """The strongest units that may sail together."""
        return by_strength(self.s, units)[: self.s.scenario.tables.stacking.beachhead]

    def embark(self) -> Order:
        """Take those on board that are kept for it, and others as far as it needs them."""
        s, landing = self.s, self.s.frame(Landing)
        waiting = self.legal.values(orders.Embark)
        if not landing.second:
            return orders.Embark(waiting[0]) if waiting else orders.Land()
        kept = [unit for unit in waiting if s.position.due[unit] == s.position.turn - 1]
        if kept and not self._ashore(landing):
            return orders.Embark(max(kept, key=lambda unit: (self.ground.points[unit][1], -unit)))
        american = [unit for unit in waiting if s.scenario.american >> unit & 1]
        if american and not self._ashore(landing):
            return orders.Embark(max(american, key=lambda unit: (self.ground.points[unit][1], -unit)))
        return orders.Land()

    def _ashore(self, landing: Landing) -> bool:
        """Whether those on board are sure to come ashore."""
        s = self.s
        factors = sum(
            s.scenario.units[unit].factors(s.position.steps[unit])[0] for unit in hexes(landing.force)
        )
        return bool(landing.force) and landing_chance(self.view, landing.hex, factors) >= SAFE


def french_due(s: EisenhowerState) -> bool:
    """Whether withdrawing the French Expeditionary Corps brings two French corps at once (12.1.1)."""
    p = s.position
    return any(p.at[unit] == TRACK and p.due[unit] <= p.turn for unit in hexes(s.scenario.starred))


def seat_name(seat: int) -> str:
    """The side by its name."""
    return "Allied" if seat == ALLIED else "German"
