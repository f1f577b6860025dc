"""Which headquarters to activate, in which role, and where: what their command is worth against the step it costs."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field

from phaseline.ai.planning import Intent
from phaseline.ai.planning.severing import Lever
from phaseline.ai.sight import Clock
from phaseline.ai.westfront.drops import Parachute, plan_drops
from phaseline.ai.westfront.isolation import isolation, movers
from phaseline.ai.westfront.landings import STEP, Landing, plan_landings
from phaseline.ai.westfront.layout import Layout, Means
from phaseline.ai.westfront.situation import Situation
from phaseline.ai.westfront.stakes import chance
from phaseline.engine.legal import LegalOrders
from phaseline.games.westfront.orders.command import Activate
from phaseline.games.westfront.position import ALLIED, AXIS, Fortnight
from phaseline.games.westfront.rules import airstrike, command, ground, prices, production
from phaseline.hexgrid import Hex, Mask, hexes, mask_of

MARGIN = 0.3
"""What an activation must bring beyond its price."""
CHEAPEST = 0.5
"""No headquarters is activated for nothing."""


@dataclass
class CommandPlan:
    """The orders of a Command Phase, and the landings and drops that HQs are activated for."""

    intents: list[Intent] = field(default_factory=list)
    landings: list[Landing] = field(default_factory=list)
    drops: list[Parachute] = field(default_factory=list)


@dataclass
class _Option:
    """One way to use one HQ."""

    hq: int
    role: str
    to: Hex
    covers: Mask
    air: Mask
    price: float


class CommandPlanner:
    """Plans one Command Phase."""

    def __init__(self, seen: Situation, legal: LegalOrders, clock: Clock) -> None:
        self.seen = seen
        self.s = seen.s
        self.legal = legal
        self.weights = seen.weights.command
        self.clock = clock

    def plan(self) -> CommandPlan:
        """The HQs to activate, the most useful first."""
        plan = CommandPlan()
        hqs = [hq for hq in self.legal.values(Activate) if self.s.position.cv[hq] > 0]
        if not hqs:
            return plan
        busy = self._isolate(hqs, plan)
        plan.landings = plan_landings(self.seen, self.legal, [hq for hq in hqs if hq not in busy])
        name = self.s.scenario.lexicon["unit"].title
        label = self.s.board.map.label
        for landing in plan.landings:
            what = f"{name(landing.hq)} invades {label(landing.target)}"
            order = Activate(landing.hq, landing.role, self.s.position.at[landing.hq])
            plan.intents.append(Intent(order, f"{what} with {name(landing.first)} ({landing.worth:+.1f})."))
        busy |= {landing.hq for landing in plan.landings}
        plan.drops = plan_drops(self.seen, self.legal, [hq for hq in hqs if hq not in busy], plan.landings)
        for drop in plan.drops:
            why = (
                f"{name(drop.unit)} drops into {label(drop.target)} for {name(drop.hq)} ({drop.worth:+.1f})."
            )
            plan.intents.append(Intent(Activate(drop.hq, "paradrop", self.s.position.at[drop.hq]), why))
        busy |= {drop.hq for drop in plan.drops}
        self._command([hq for hq in hqs if hq not in busy], plan)
        return plan

    def _isolate(self, hqs: list[int], plan: CommandPlan) -> set[int]:
        """The headquarters by which the Allies can isolate Berlin in this turn, activated before all others; none if they cannot."""
        s, most = self.s, self.seen.weights.supply.isolate
        if self.seen.seat != ALLIED or not most:
            return set()
        ways = movers(s)
        offers = [offer for hq in hqs for offer in self._levers(hq, mask_of(ways))]
        found = isolation(s, ways, [lever for _, lever in offers])
        if found is None or found.price > most:
            return set()
        name, place = s.scenario.lexicon["unit"].title, s.scenario.lexicon["hex"].told
        origin = ", ".join(map(place, hexes(s.scenario.origins[AXIS])))
        going = ", ".join(f"{name(post.who)} to {place(post.hex)}" for post in found.posts if not post.free)
        orders = [offers[number][0] for number in found.levers]
        # Who goes is decided anew in the march, when it is known who is led.
        for number, order in enumerate(orders):
            example = "too" if number else f"as by {going}"
            plan.intents.append(
                Intent(order, f"{name(order.hq)} acts so that {origin} can be isolated, {example}.")
            )
        return {order.hq for order in orders}

    def _levers(self, hq: int, able: Mask) -> Iterator[tuple[Activate, Lever]]:
        """How a headquarters could have units ordered, with what that costs."""
        s = self.s
        for option in self._options(hq):
            led = s.units_in(option.covers, self.seen.seat) & able & ~s.scenario.statics
            yield (
                Activate(hq, "command", option.to),
                Lever(hq, max(option.price, CHEAPEST), frozenset(hexes(led))),
            )
        moves = command.supreme_moves(s, hq) if self._commands(hq, "supreme") else 0
        if moves:
            price = max(self._supreme_price(hq), CHEAPEST)
            yield Activate(hq, "supreme", s.position.at[hq]), Lever(hq, price, None, moves)

    # -- commanding ---------------------------------------------------------------------------------------------------

    def _command(self, hqs: list[int], plan: CommandPlan) -> None:
        options = [option for hq in hqs for option in self._options(hq)]
        supreme = [hq for hq in hqs if command.supreme_moves(self.s, hq) and self._commands(hq, "supreme")]
        if not options and not supreme:
            return
        reach: Mask = 0
        for option in options:
            reach |= option.covers
        layout = self._ideal(reach, options, supreme)
        gains = {unit: layout.gain(unit) for unit, to in layout.goes.items() if to != layout.start[unit]}
        battles = self._battles(layout)
        name, label = self.s.scenario.lexicon["unit"].title, self.s.board.map.label
        covered: Mask = 0
        supported: Mask = 0
        while options:
            best = max(options, key=lambda option: self._worth(option, gains, battles, covered, supported))
            worth = self._worth(best, gains, battles, covered, supported)
            if worth <= MARGIN:
                break
            role, extra = self._blitz(best, worth)
            why = f"{name(best.hq)} commands at {label(best.to)}{extra} ({worth:+.1f})."
            plan.intents.append(
                Intent(Activate(best.hq, role, best.to), why, (Activate(best.hq, best.role, best.to),))
            )
            covered |= best.covers
            supported |= best.covers
            options = [option for option in options if option.hq != best.hq]
        self._supreme(supreme, gains, covered, plan)

    def _options(self, hq: int) -> list[_Option]:
        """Command from where it stands or a hex beside it."""
        s, found = self.s, []
        if not self._commands(hq, "command"):
            return []
        cv = command.effective_cv(s, hq)
        if cv < 0:
            return []
        hostile = s.hostile(self.seen.seat)
        hits = s.scenario.air_fire(s.position.book, self.seen.seat) != "none"
        reach = airstrike.air_range(s, hq) if hits else 0
        price = self._price(hq)
        for to in self.legal.values(Activate, hq, "command"):
            area, inner = ground.walk(s.board.traced, 1 << to, s.in_play & ~hostile, 0, cv)
            area |= s.board.traced.cross(inner) & s.battles & hostile
            air = s.board.grid.disk(to, reach) if reach else 0
            exposed = self.seen.threat.get(to, 0.0) > 0.8 and not self._company(to)
            found.append(_Option(hq, "command", to, area, air, price + self.weights.danger * exposed))
        return found

    def _commands(self, hq: int, role: str) -> bool:
        return role in self.legal.values(Activate, hq)

    def _company(self, hex: Hex) -> bool:
        return bool(self.s.standing.by_hex[self.seen.seat].get(hex, 0) & ~self.s.scenario.hqs)

    def _price(self, hq: int) -> float:
        """A step costs points at the end; before the last month it also has to be paid for again.

        Where places alone decide, a step that could no longer be spent is worth next to nothing.
        """
        base = self._base()
        last = self._last()
        if self._cities():
            spare = self.s.position.cv[hq] > self._turns_after()
            return 0.1 if last else 0.6 * base * (self.weights.spare if spare else 1.0)
        allied = self.seen.seat == ALLIED
        if last:
            return self.weights.counted_last if allied else STEP
        price = self.weights.counted if allied else max(base, STEP)
        return min(price, self.weights.refilled) if self._refilled(hq) else price

    def _base(self) -> float:
        return self.weights.allied if self.seen.seat == ALLIED else self.weights.axis

    def _second(self, hq: int) -> float:
        """The second step of a Blitz; where the Axis spends what is made good, one that is not costs all of its price."""
        minded = self.seen.seat == AXIS and not self._cities() and self.weights.refilled < self.weights.axis
        return self.weights.axis if minded and not self._refilled(hq, 2) else self.weights.blitz

    def _last(self) -> bool:
        return self.seen.stakes.months_left == 0 and self._fortnight() == 2

    def _refilled(self, hq: int, steps: int = 1) -> bool:
        """Whether production makes so many steps good before the end: one a month for each headquarters, as many as are paid for (11.41)."""
        s, months = self.s, self.seen.stakes.months_left
        if s.position.cv[hq] - steps + months < s.scenario.limits[hq]:
            return False
        hqs = s.on_map(self.seen.seat) & s.scenario.hqs
        lacking = sum(s.scenario.limits[unit] - s.position.cv[unit] for unit in hexes(hqs))
        paid = production.level(s, self.seen.seat) // prices.step_price(s, hq).total
        return bool(lacking < months * paid)

    def _turns_after(self) -> int:
        """How many turns of the side are still to come after this one."""
        return 2 * self.seen.stakes.months_left + 2 - self._fortnight()

    def _cities(self) -> bool:
        """Whether places alone decide, and no points are counted for headquarters."""
        return self.seen.stakes.cities or self.s.position.book == "husky"

    def _fortnight(self) -> int:
        return self.s.frame(Fortnight).fortnight if self.s.within(Fortnight) else 1

    def _ideal(self, reach: Mask, options: list[_Option], supreme: list[int]) -> Layout:
        """Where everybody would go if every HQ commanded; Supreme HQs reach everywhere, statics too."""
        s, seat = self.s, self.seen.seat
        can = s.on_map(seat) & ~s.scenario.forts & ~s.position.dispersed
        can &= ~mask_of({option.hq for option in options} | set(supreme))
        inside = can if supreme else s.units_in(reach, seat) & ~s.scenario.statics
        ways = {unit: ground.ways(s, unit) for unit in hexes(can & inside)}
        choices = {unit: found.quiet | found.engage for unit, found in ways.items()}
        hits = chance(s.scenario.air_fire(s.position.book, seat))
        strikes = [
            (option.air, hits * max(0, command.effective_cv(s, option.hq)))
            for option in options
            if option.air
        ]
        layout = Layout(
            self.seen, choices, {unit: way.doors for unit, way in ways.items()}, Means(reach, strikes)
        )
        layout.improve(self.clock)
        return layout

    def _battles(self, layout: Layout) -> dict[Hex, tuple[float, float]]:
        """For each battle, now or planned: what support adds to it, and what a hit of an airstrike does."""
        found = {}
        for hex in hexes(self.seen.enemy_hexes):
            units = layout.stacks.get(hex, 0) & ~self.s.scenario.hqs
            if not units:
                continue
            own = self.seen.stack(units, hex)
            good = self.seen.clash(own, hex, supported=True)
            bad = self.seen.clash(own, hex, supported=False)
            gain = max(0.0, good.enemy - good.own) - max(0.0, bad.enemy - bad.own)
            gain += 0.5 * (good.clears - bad.clears) * (1 + self.seen.stakes.at(hex))
            enemy = self.seen.enemy[hex]
            hit = (enemy.value / max(1.0, enemy.steps)) / self.seen.protection(hex)
            found[hex] = (max(0.0, gain), hit)
        return found

    def _worth(
        self,
        option: _Option,
        gains: dict[int, float],
        battles: dict[Hex, tuple[float, float]],
        covered: Mask,
        supported: Mask,
    ) -> float:
        at = self.s.position.at
        total = -option.price
        for unit, gain in gains.items():
            if self._led(unit, option.covers) and not covered >> at[unit] & 1:
                total += gain
        strike = 0.0
        dice = max(0, command.effective_cv(self.s, option.hq))
        hits = dice * chance(self.s.scenario.air_fire(self.s.position.book, self.seen.seat))
        for hex, (support, hit) in battles.items():
            if option.covers >> hex & 1 and not supported >> hex & 1:
                total += support
            if option.air >> hex & 1:
                strike = max(strike, hits * hit)
        return total + self.weights.strike * strike

    def _blitz(self, option: _Option, worth: float) -> tuple[str, str]:
        """A second go for a second step, where the first promises much."""
        cv = self.s.position.cv[option.hq]
        roles = self.legal.values(Activate, option.hq)
        if cv >= 2 and "blitz" in roles and worth > self._price(option.hq) + 2 * self._second(option.hq):
            return "blitz", ", twice"
        return option.role, ""

    def _supreme(self, hqs: list[int], gains: dict[int, float], covered: Mask, plan: CommandPlan) -> None:
        """Supreme HQs move what nobody else commands, and what is far from everything."""
        s, name = self.s, self.s.scenario.lexicon["unit"].title
        most = sum(command.supreme_moves(s, hq) for hq in hqs)
        alone = [gain for unit, gain in gains.items() if not self._led(unit, covered)]
        wanted = sorted(alone + self._afar(most), reverse=True)
        for hq in hqs:
            price = self._supreme_price(hq)
            moves = command.supreme_moves(s, hq)
            worth = math.fsum(wanted[:moves])
            if worth > price + MARGIN:
                why = f"{name(hq)} makes {moves} Supreme Moves ({worth - price:+.1f})."
                plan.intents.append(Intent(Activate(hq, "supreme", s.position.at[hq]), why))
                del wanted[:moves]

    def _supreme_price(self, hq: int) -> float:
        """What a step of a Supreme HQ costs, which is not needed for anything else; the Axis' no more than others, if it is made good."""
        price = self._price(hq)
        if price <= 1:
            return price
        if self.seen.seat == ALLIED:
            return self.weights.supreme if self._cities() else self.weights.counted_supreme
        if self._last():
            return self.weights.supreme_last
        refilled = not self._cities() and self._refilled(hq)
        return min(self.weights.supreme, self.weights.refilled) if refilled else self.weights.supreme

    def _led(self, unit: int, covered: Mask) -> bool:
        """Whether an ordinary HQ commands a unit where it stands."""
        return bool(covered >> self.s.position.at[unit] & 1) and not self.s.scenario.statics >> unit & 1

    def _afar(self, most: int) -> list[float]:
        """What strategic moves promise: units that nothing draws where they are, and somewhere to send them."""
        s, seen = self.s, self.seen
        best = (
            max((seen.pull.get(hex, 0.0) for hex in hexes(seen.own_hexes)), default=0.0)
            * seen.weights.pull.strength
        )
        idle = []
        for unit in hexes(s.on_map(seen.seat) & ~s.scenario.forts & ~s.scenario.statics):
            here = seen.pull.get(s.position.at[unit], 0.0) * seen.weights.pull.strength
            cv = s.position.cv[unit] + (2 if s.scenario.hqs >> unit & 1 else 0.5)
            idle.append(self.weights.afar * cv * max(0.0, best - here))
        return sorted(idle, reverse=True)[:most]
