"""Which attacks to make with whom, in War in Europe: forces against hexes, with what a table makes of them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from phaseline.ai.field import Assault, AttackStaff, Candidate
from phaseline.ai.field.attacks import Force
from phaseline.ai.planning import Exchange, Package, Use
from phaseline.ai.war_in_europe.pull import Pull
from phaseline.ai.war_in_europe.situation import PARTS, Situation
from phaseline.games.war_in_europe.position import GROUND, Plan
from phaseline.games.war_in_europe.results import BACK, DICE, past_end
from phaseline.games.war_in_europe.rules import airground, attack, commitment, events, odds
from phaseline.games.war_in_europe.state import WarState
from phaseline.hexgrid import Hex, Mask, hexes, mask_of
from phaseline.mechanics.weighing import OddsTable

BEST = 13
"""Odds at which all defenders are lost without a die."""
KEPT = 0.6
"""How likely a hex is won where the defenders are left as battlegroups, which may stay."""


class Strikes(AttackStaff):
    """Finds attacks in a situation; strengths are in eighths."""

    field: Situation

    def __init__(
        self, view: Situation, places: Mapping[int, Mask], targets: Mask, pull: Pull | None = None
    ) -> None:
        super().__init__(view, places, targets)
        self.pull = pull
        self._best: dict[int, float] = {}
        self.view = view
        self.s: WarState = view.s
        self.by = view.by.attack
        self.least, self.most = self.by.least, self.by.packages
        self.over = attack.sides(view.s)
        self.landed = attack.assaulters(view.s, view.seat)
        self.wet = view.s.scenario.board.rivers
        self._outcomes: dict[tuple[int, int, int], list[str]] = {}
        self._fronts: dict[int, bool] = {}
        self._sums: dict[Hex, _Sums] = {}

    # -- candidates ---------------------------------------------------------------------------------------------------

    def counts(self, unit: int) -> bool:
        """All but the units that stack freely, such as cadres and partisans (10.1)."""
        return bool(self.s.scenario.counted >> unit & 1)

    @cached_property
    def slow(self) -> Mask:
        """The hexes in which whoever attacks is halved by mud."""
        return self.s.muddy | self.s.bottomless

    def brought(self, unit: int, hex: Hex, target: Hex) -> int:
        """What a unit attacks with from a hex."""
        s = self.s
        if self.landed >> unit & 1:
            return int(odds.attacking(s, unit, 1 << target).strength * PARTS)
        found = s.face(unit).attack() * PARTS
        if s.position.unsupplied >> unit & 1:
            found //= 2
        if self.slow >> hex & 1 or (s.snowy >> hex & 1 and s.scenario.mechanized >> unit & 1):
            found //= 2
        crossed = self.wet.has(hex, target) and not (
            s.frozen and s.scenario.board.frozen_sides.has(hex, target)
        )
        return found // 2 if crossed else found

    def candidates(self, target: Hex) -> list[Candidate]:
        """Each unit in each place from which it could attack the hex; who has landed, in his own."""
        at, near = self.s.position.at, self.over.cross(1 << target)
        found = []
        for unit, area in self.places.items():
            if self.landed >> unit & 1:
                if at[unit] == target and (brought := self.brought(unit, target, target)):
                    found.append(Candidate(unit, target, brought, 0.0))
                continue
            found += [
                Candidate(unit, hex, brought, self.price(unit, hex))
                for hex in hexes(area & near)
                if (brought := self.brought(unit, hex, target))
            ]
        return found

    def price(self, unit: int, hex: Hex) -> float:
        """What it costs that a unit takes part from a hex: more, the farther on it could have gone instead."""
        price = self.by.commit * (1 if hex == self.s.position.at[unit] else 2)
        if self.pull is None:
            return price
        best = self._best.get(unit)
        if best is None:
            best = self._best[unit] = self.pull.best(unit, self.places[unit])
        return price + self.by.away * (best - self.pull.at(unit).get(hex, 0.0))

    def forces(self, target: Hex, candidates: list[Candidate]) -> Iterable[Force]:
        """The strongest together, or the nearest: at each odds the first force that reaches them."""
        strong = sorted(candidates, key=lambda c: (-c.strength, c.price, c.unit, c.hex))
        near = sorted(candidates, key=lambda c: (c.price, -c.strength, c.unit, c.hex))
        cheap = sorted(candidates, key=lambda c: (self._speed(c.unit), -c.strength, c.price, c.unit, c.hex))
        defence = max(1, self.view.resistance(target))
        fed = [c for c in strong if not self.s.position.unsupplied >> c.unit & 1]
        for pool in (fed, strong, near, cheap):
            yield from self._rising([*pool][: 6 * self.by.pool], defence)

    def _speed(self, unit: int) -> int:
        return int(self.s.scenario.twice >> unit & 1)

    def _rising(self, pool: list[Candidate], defence: int) -> Iterator[Force]:
        """From one pool in its order, who has landed there first: a force for each odds up to the best."""
        force: Force = {}
        total = reached = 0
        for c in sorted(pool, key=lambda c: not self.landed >> c.unit & 1):
            if not self.fits(c, force):
                continue
            force[c.unit] = c.hex
            total += c.strength
            if total // defence > reached:
                reached = total // defence
                if reached >= 2:
                    yield dict(force)
                if reached >= BEST:
                    return
        if force and reached < 2:
            yield dict(force)

    # -- what one is worth --------------------------------------------------------------------------------------------

    def assess(self, target: Hex, force: Mapping[int, Hex]) -> Assault:
        """What an attack by a force should bring."""
        return self._assess(target, force, backed=self.backed(target))

    def lift(self, target: Hex, force: Mapping[int, Hex]) -> float:
        """How much more an attack by a force should bring if an Air Point supports it."""
        with_it, without = (self._assess(target, force, backed=each).worth for each in (True, False))
        return with_it - without

    def _assess(self, target: Hex, force: Mapping[int, Hex], *, backed: bool) -> Assault:
        total = math.fsum(self.brought(unit, hex, target) for unit, hex in force.items())
        table, key, modifier = self._table(target, mask_of(force.values()))
        modifier += airground.BONUS * backed
        defence = self.view.resistance(target, walls=not self._behind(mask_of(force.values())))
        landed = table.odds.place(int(total), max(1, defence))
        label = f"{int(total) // max(1, defence)}-1" if total >= defence else f"1-{-(-defence // int(total))}"
        sums = self._sums.get(target)
        if sums is None:
            sums = self._sums[target] = _Sums(self.view, target)
        exchange = sums.exchange(self._results(table, key, landed, modifier), force)
        price = math.fsum(self.price(unit, hex) for unit, hex in force.items())
        if mask_of(force) & self.s.position.unsupplied & ~self.landed:
            # Who attacks out of supply pays as much as the defenders count besides (14.21).
            price += sums.own(force, sums.printed)
        return Assault(target, dict(force), label, exchange, exchange.worth(sums.prize(force)) - price)

    def wear(self, way: Assault) -> float:
        """The share of their strength that the attackers should lose, from 0 to 1."""
        target, force = way.target, way.places
        total = int(math.fsum(self.brought(unit, hex, target) for unit, hex in force.items()))
        table, key, modifier = self._table(target, mask_of(force.values()))
        defence = self.view.resistance(target, walls=not self._behind(mask_of(force.values())))
        landed = table.odds.place(total, max(1, defence))
        results = self._results(table, key, landed, modifier + airground.BONUS * self.backed(target))
        printed = sum(self.s.face(unit).strength for unit in self.s.units_at(target, self.view.enemy))
        have = max(1, sum(self.s.face(unit).strength for unit in force))
        share = {"Ae": 1.0, "AEx": 1.0, "Ex": 1.0, "1/2Ex": 0.5}
        lost = sum(1.0 if r == "Ae" else min(1.0, share.get(r, 0.0) * printed / have) for r in results)
        return lost / len(results)

    def _behind(self, origins: Mask) -> bool:
        """Whether an attack out of these hexes takes works from behind."""
        return any(wall.seat == self.view.enemy and wall.rear & origins for wall in self.s.scenario.lines)

    def _table(self, target: Hex, origins: Mask) -> tuple[OddsTable[str], int, int]:
        """The table of an attack, whether it is that of foul weather, and what changes the die."""
        s = self.s
        plan = Plan(attacker=self.view.seat, target=target, targets=1 << target)
        walls = odds.works(s, self.view.enemy, origins)
        modifier = sum(one.amount for one in odds.modifiers(s, plan, walls))
        foul = s.weather != "clear" and bool((s.muddy | s.bottomless | s.snowy) >> target & 1)
        return odds.table(s, plan), int(foul), modifier

    def backed(self, target: Hex) -> bool:
        """Whether an Air Point may be reckoned with."""
        front = self.s.scenario.board.front_number(target)
        found = self._fronts.get(front)
        if found is None:
            points = commitment.in_box(self.s, self.view.seat, front, GROUND)
            found = self._fronts[front] = points >= self.by.wings
        return found

    def _results(self, table: OddsTable[str], key: int, landed: int, modifier: int) -> list[str]:
        """The result of each die in a column."""
        found = self._outcomes.get((key, landed, modifier))
        if found is None:
            last = len(table.columns) - 1
            beyond = landed - min(max(landed, 0), last)
            found = self._outcomes[key, landed, modifier] = (
                [past_end("", beyond)] * DICE
                if beyond
                else [table.result(landed, min(max(die + modifier, 1), DICE)) for die in range(1, DICE + 1)]
            )
        return found

    # -- what they compete for ----------------------------------------------------------------------------------------

    def package(self, way: Assault) -> Package:
        """What an attack uses: where only so many divisions may attack, that as well."""
        found = super().package(way)
        if events.allowed(self.s, self.view.seat) is None:
            return found
        return Package(found.worth, {**found.uses, "halves": float(events.halves(self.s, way.units))})

    def offers(self, ways: list[Assault]) -> tuple[list[Assault], list[Package], dict[Use, float]]:
        """The ways with their packages, and how many half divisions may attack still."""
        ways, packages, room = super().offers(ways)
        most = events.allowed(self.s, self.view.seat)
        if most is not None:
            busy = self.s.position.fought & self.s.scenario.side_units[self.view.seat]
            room["halves"] = float(max(0, most - events.halves(self.s, busy)))
        return ways, packages, room


class _Sums:
    """What the results of attacks on a hex come to."""

    def __init__(self, view: Situation, target: Hex) -> None:
        self.view = view
        self.by = view.by.attack
        s, ground = view.s, view.ground
        units = s.units_at(target, view.enemy)
        self.horizon = min(1.0, ground.turns_left(s) / self.by.horizon)
        weight = self.by.kill * self.horizon
        self.toll = math.fsum(
            weight * (ground.step_cost(s, u) - self._paid(u)) + self._paid(u) for u in units
        )
        self.whole = math.fsum(
            weight * (ground.cost(s, u) - ground.dear(u, s.position.steps[u]))
            + ground.dear(u, s.position.steps[u])
            for u in units
        )
        self.printed = sum(s.face(unit).strength for unit in units)
        self.groups = any(s.position.steps[unit] > 1 for unit in units)
        self.out = view.way_out(target, s.zone(view.seat))
        self.behind = view.potential.get(target, 0.0)
        self.taken = view.worth(target) if s.position.owner[view.enemy] >> target & 1 else 0.0

    def prize(self, force: Mapping[int, Hex]) -> float:
        """What it brings that a force clears the hex: itself, and the way to what lies behind.

        Where enemies are to be cut off so much lies there that only how much nearer the force comes to it tells attacks apart.
        """
        if not self.view.ground.encircled:
            opening = self.by.opening * 0.2 * self.behind
        else:
            felt = self.view.potential
            come = max((felt.get(hex, 0.0) for hex in force.values()), default=0.0)
            opening = self.by.nearer * max(0.0, self.behind - come)
        return min(self.view.ground.by.worth.most, self.taken + opening * self.horizon)

    def _paid(self, unit: int) -> float:
        """The points that the next step of a unit brings."""
        ground, steps = self.view.ground, self.view.s.position.steps[unit]
        return ground.dear(unit, steps) - ground.dear(unit, steps - 1)

    def exchange(self, results: list[str], force: Mapping[int, Hex]) -> Exchange:
        """The mean of a column."""
        known = {result: self._one(result, force) for result in sorted(set(results))}
        return Exchange.equal(known[result] for result in results)

    def _one(self, result: str, force: Mapping[int, Hex]) -> tuple[float, float, float]:
        by, ground = self.by, self.view.ground
        won = KEPT if self.groups else 1.0
        if result == "Ae":
            return self.own(force, None), 0.0, 0.0
        if result == "AEx":
            return self.own(force, self.printed), 0.0, 0.0
        if result in BACK:
            gone = by.trapped * self.whole if not self.out else by.retreat * self.toll
            stands = by.stand if self.out else 0.0
            loss = stands * self.toll + (1.0 - stands) * gone
            if result == "Br":
                stuck = not any(self.view.way_back(hex) for hex in force.values())
                return self.own(force, self.printed) if stuck else 0.3 * len(force), 0.5 * loss, 0.0
            # Those who are to be cut off, and are only thrown back, bar the way again where they stand then.
            clears = by.thrown if self.out and ground.encircled else 1.0
            return 0.0, loss, stands * won + (1.0 - stands) * clears
        owed = {"Ex": self.printed, "1/2Ex": -(-self.printed // 2)}.get(result, 0)
        return self.own(force, owed), self.toll, won

    def own(self, force: Mapping[int, Hex], owed: int | None) -> float:
        """What the attackers lose who owe so much; None: a step each."""
        s, ground = self.view.s, self.view.ground
        weight = self.by.own * max(0.3, self.horizon)
        if owed is None:
            return math.fsum(
                weight * self._felt(unit, hex) * ground.step_cost(s, unit) for unit, hex in force.items()
            )
        rates = sorted(
            ((ground.step_cost(s, unit) / max(1, s.face(unit).strength), unit) for unit in force),
        )
        lost, left = 0.0, owed
        for _, unit in rates:
            if left <= 0:
                break
            left -= s.face(unit).strength
            lost += weight * self._felt(unit, force[unit]) * (
                ground.step_cost(s, unit) - self._paid(unit)
            ) + self._paid(unit)
        return lost

    def _felt(self, unit: int, hex: Hex) -> float:
        """The share of a step of one's own that is felt: little of one that is made good, if a way leads back from there."""
        view = self.view
        if not view.spared >> unit & 1:
            return 1.0
        return view.by.front.replaced if view.way_back(hex) else view.by.front.cornered


def ready(view: Situation) -> Mask:
    """Own units that may attack in this player turn."""
    return attack.ready(view.s, view.seat).mask
