"""Where all units of a side should stand: one plan for a whole movement, improved unit by unit."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from phaseline.ai.field import Placing
from phaseline.ai.planning import Package, select
from phaseline.ai.sight import Clock
from phaseline.ai.westfront.clash import Force, Outlook
from phaseline.ai.westfront.situation import Situation
from phaseline.games.westfront.rules import ground
from phaseline.hexgrid import Hex, Mask, hexes

CROWDING = (1.0, 0.95, 0.85, 0.75)
"""The pull of a place on the first, second, third and fourth unit that goes there."""
LOOKED_AT = 9
"""Quiet hexes that are looked at for each unit, those that draw it most."""

Way = tuple[Hex, Hex | None]
"""Where a unit goes, and the hex from which it enters a battle there."""


@dataclass
class Means:
    """What the movement can count on: where battles will be supported, and airstrikes as (area, hits)."""

    support: Mask = 0
    strikes: list[tuple[Mask, float]] = field(default_factory=list)

    def strike(self, hex: Hex) -> float:
        """The hits of the best airstrike that reaches a hex; it may be wanted elsewhere too."""
        return 0.7 * max((hits for area, hits in self.strikes if area >> hex & 1), default=0.0)


class Layout(Placing[Way]):
    """Own units by hex, of which those in `choices` may still go to one of the hexes given for each.

    `doors` gives, for each unit that may attack, the hexes from which it can enter a battle.
    """

    def __init__(
        self,
        seen: Situation,
        choices: Mapping[int, Mask],
        doors: Mapping[int, Mask],
        means: Means,
        *,
        breadth: int = LOOKED_AT,
    ) -> None:
        self.seen = seen
        self.s = seen.s
        self.choices = dict(choices)
        self.doors = doors
        self.means = means
        self.breadth = breadth
        self.start = {unit: self.s.position.at[unit] for unit in choices}
        self.goes = dict(self.start)
        self.stacks: dict[Hex, Mask] = dict(self.s.standing.by_hex[seen.seat])
        self.via: dict[int, Hex] = {}
        self.crossed: dict[tuple[Hex, Hex], int] = {}
        self._values: dict[tuple[Hex, Mask, bool], float] = {}
        self.friendly = self.s.friendly(seen.seat)

    # -- the worth of a stack -----------------------------------------------------------------------------------------

    def value(self, hex: Hex, units: Mask) -> float:
        """What it is worth to have exactly these units in a hex."""
        battle = bool(self.seen.enemy_hexes >> hex & 1)
        dry = not battle or self._dry(hex, units)
        key = (hex, units, dry)
        found = self._values.get(key)
        if found is None:
            found = self._battle(hex, units, dry=dry) if battle else self._quiet(hex, units)
            north, each = self.seen.census
            if each and north >> hex & 1:
                found += each * units.bit_count()
            self._values[key] = found
        return found

    def _dry(self, hex: Hex, units: Mask) -> bool:
        """Whether somebody attacks over land, or fights there already: then nobody is repulsed."""
        if self.s.battles >> hex & 1:
            return True
        rivers = self.seen.board.rivers
        return any(
            not rivers.has(self.via[unit], hex) for unit in hexes(units) if self.via.get(unit, -1) >= 0
        )

    def prospects(self, hex: Hex, units: Mask, *, dry: bool, rounds: int = 2) -> Outlook:
        """What a battle in a hex promises."""
        return self.seen.clash(
            self.seen.stack(units & ~self.seen.scenario.hqs, hex),
            hex,
            supported=bool(self.means.support >> hex & 1),
            strike=self.means.strike(hex),
            repulse=0.0 if dry else 1 / 3,
            rounds=rounds,
        )

    def prize(self, hex: Hex) -> float:
        """What a place is worth; without supply one only keeps it from the enemy, for a while."""
        fed = self.seen.fed >> hex & 1
        return self.seen.stakes.at(hex) * (1.0 if fed else self.seen.weights.battle.unfed)

    def _battle(self, hex: Hex, units: Mask, *, dry: bool) -> float:
        seen, weights = self.seen, self.seen.weights
        if seen.closing:
            return self._last_battle(hex, units, dry=dry)
        worth = self.prize(hex)
        held = bool(self.friendly >> hex & 1)
        if not units:
            return -0.8 * worth - 0.5 if held else 0.0
        found = self.prospects(hex, units, dry=dry, rounds=weights.battle.rounds)
        total = found.enemy - found.own
        total += found.clears * (0.3 * worth + 1.0 if held else worth + 1.0)
        if not self.s.battles >> hex & 1:
            # An attack must be worth making for its own sake, however bad things are where its units stand.
            total -= weights.battle.boldness if total > weights.battle.boldness else weights.battle.folly
        # Who does not clear the hex is caught in it, under fire from those who come to help.
        relief = seen.threat.get(hex, 0.0) * weights.battle.threat
        total -= (1 - found.clears) * min(relief, 4.0)
        if not seen.fed >> hex & 1:
            total -= weights.worth.hungry * 2 * units.bit_count()
        if not units & ~seen.scenario.hqs:
            # Headquarters do not fight: who is left alone with the enemy is lost.
            total -= weights.command.stranded * math.fsum(seen.value(hq) for hq in hexes(units))
        return total + self._drawn(hex, units) * 0.5

    def _last_battle(self, hex: Hex, units: Mask, *, dry: bool) -> float:
        """A battle in the last turn: what is fought for when all is over is no cleared port of the Allies."""
        seen = self.seen
        held = bool(self.friendly >> hex & 1)
        worth, port = self.prize(hex), 0.0 if held else seen.stakes.ports.get(hex, 0.0)
        if not units & ~seen.scenario.hqs:
            return -0.8 * worth * held - math.fsum(seen.value(hq) for hq in hexes(units))
        found = self.prospects(hex, units, dry=dry, rounds=1)
        own = seen.stack(units & ~seen.scenario.hqs, hex)
        stands = 1 - found.own / max(own.value, 1.0)
        total = found.clears * (seen.enemy[hex].value + (0.0 if held else worth - port)) + port * stands
        total -= found.own + (0.0 if seen.fed >> hex & 1 else units.bit_count())
        return total

    def _quiet(self, hex: Hex, units: Mask) -> float:
        if not units:
            return 0.0
        seen, weights = self.seen, self.seen.weights
        fighters = units & ~seen.scenario.hqs
        force = seen.stack(fighters, hex)
        threat = seen.threat.get(hex, 0.0) * weights.battle.threat
        cover = seen.protection(hex)
        worth = self.prize(hex)
        holds = _holds(force, threat, cover)
        if self.friendly >> hex & 1:
            total = worth * (holds - 1 / (1 + 2 * threat)) if worth and fighters else 0.0
        else:
            total = worth * holds if fighters else 0.0
        if fighters and not seen.closing:
            total += 0.3 * holds * self._zone(hex)
        total -= 0.35 * force.value * min(1.0, threat / (cover * (force.steps + 1.0))) if fighters else 0.0
        total += self._drawn(hex, fighters)
        if not seen.fed >> hex & 1:
            total -= weights.worth.hungry * 1.5 * units.bit_count()
        return total + self._headquarters(hex, units & seen.scenario.hqs, fighters, threat)

    def _zone(self, hex: Hex) -> float:
        """Places next to a hex that fall to whoever stands here."""
        seen = self.seen
        near = seen.board.dry.cross(1 << hex) & ~self.friendly & ~seen.enemy_hexes & ~seen.own_hexes
        return math.fsum(seen.stakes.at(other) for other in hexes(near))

    def _drawn(self, hex: Hex, units: Mask) -> float:
        pull = self.seen.pull.get(hex, 0.0) * self.seen.weights.pull.strength
        if not pull:
            return 0.0
        strengths = sorted((self.s.position.cv[unit] + 0.5 for unit in hexes(units)), reverse=True)
        return pull * math.fsum(cv * CROWDING[min(n, len(CROWDING) - 1)] for n, cv in enumerate(strengths))

    def _headquarters(self, hex: Hex, hqs: Mask, fighters: Mask, threat: float) -> float:
        """An HQ wants to be among its units, behind them."""
        total = 0.0
        for hq in hexes(0 if self.seen.closing else hqs):
            if not fighters:
                total -= self.seen.weights.command.danger * min(2.0, threat)
            if self.seen.scenario.supreme >> hq & 1:
                continue  # it commands from anywhere
            near = self.seen.range_from(hex, max(1, self.s.position.cv[hq]))
            if self.seen.weights.command.drawn:
                near &= self.seen.drawing
            led = self.s.units_in(near, self.seen.seat) & ~self.seen.scenario.hqs & ~self.seen.scenario.forts
            total += self.seen.weights.command.range * min(led.bit_count(), 9)
            total += 0.6 * self.seen.pull.get(hex, 0.0) * self.seen.weights.pull.strength
        return total

    # -- changes ------------------------------------------------------------------------------------------------------

    def room(self, hex: Hex) -> bool:
        """Whether one more unit may stand in a hex."""
        return self.stacks.get(hex, 0).bit_count() < self.seen.board.stacking_limit(hex)

    def door(self, unit: int, hex: Hex) -> Hex | None:
        """A hex from which the unit can enter a battle over a hexside that has room; dry ones first."""
        board = self.seen.board
        near = board.traced.cross(1 << hex) & self.doors.get(unit, 0)
        options = [other for other in hexes(near) if self._free(other, hex)]
        return min(options, key=lambda other: (board.rivers.has(other, hex), other), default=None)

    def _free(self, start: Hex, hex: Hex) -> bool:
        used = self.crossed.get((start, hex), 0)
        used += self.s.position.crossings.get(ground.side_key(self.s, start, hex), 0)
        return used < self.seen.board.side_limit(start, hex, mud=self.s.mud)

    def put(self, unit: int, hex: Hex, via: Hex | None = None) -> None:
        """Let a unit go somewhere in the plan."""
        here = self.goes[unit]
        left = self.stacks.get(here, 0) & ~(1 << unit)
        self.stacks[here] = left
        old = self.via.pop(unit, None)
        if old is not None:
            self.crossed[old, here] -= 1
        self.stacks[hex] = self.stacks.get(hex, 0) | 1 << unit
        self.goes[unit] = hex
        if via is not None:
            self.via[unit] = via
            self.crossed[via, hex] = self.crossed.get((via, hex), 0) + 1

    def delta(self, unit: int, hex: Hex, via: Hex | None) -> float:
        """What the plan gains if a unit goes elsewhere."""
        here = self.goes[unit]
        if here == hex:
            return 0.0
        before = self.value(here, self.stacks[here]) + self.value(hex, self.stacks.get(hex, 0))
        old_via = self.via.get(unit)
        self.put(unit, hex, via)
        after = self.value(here, self.stacks[here]) + self.value(hex, self.stacks[hex])
        self.put(unit, here, old_via)
        return after - before

    def gain(self, unit: int) -> float:
        """What the plan loses if this unit stays where it is."""
        return -self.delta(unit, self.start[unit], None)

    # -- the search ---------------------------------------------------------------------------------------------------

    def improve(self, clock: Clock, sweeps: int = 2) -> None:
        """First whole attacks, then every unit by itself."""
        self._attacks()
        order = sorted(self.choices, key=lambda unit: (-self.s.position.cv[unit], unit))
        self.sweep(order, clock, sweeps)

    def options(self, unit: int) -> Iterator[Way]:
        """Where it could go, and through which hex if it attacks."""
        for hex in self._looked_at(unit):
            if hex == self.goes[unit] or not self.room(hex):
                continue
            if not self.seen.enemy_hexes >> hex & 1 or hex == self.start[unit]:
                yield hex, None
            elif (via := self.door(unit, hex)) is not None:
                yield hex, via

    def least(self, unit: int) -> float:  # noqa: ARG002 - it is the same for all
        """A move must bring so much."""
        return 0.03

    def tried(self, unit: int, option: Way) -> float:
        """What the plan gains if the unit goes there."""
        return self.delta(unit, *option)

    def settle(self, unit: int, option: Way | None) -> None:
        """Let the unit go there."""
        if option is not None:
            self.put(unit, *option)

    def _looked_at(self, unit: int) -> Iterable[Hex]:
        """Battles it could join, and the quiet hexes that promise most."""
        choices, seen = self.choices[unit], self.seen
        yield self.start[unit]
        yield from hexes(choices & seen.enemy_hexes)
        quiet = list(hexes(choices & ~seen.enemy_hexes))
        if len(quiet) > self.breadth:
            quiet.sort(
                key=lambda hex: (
                    -seen.pull.get(hex, 0.0) - seen.stakes.at(hex) * (1 if self.stacks.get(hex) else 2),
                    hex,
                )
            )
            quiet = quiet[: self.breadth]
        yield from quiet

    def _attacks(self) -> None:
        """The best set of attacks, each with a group of units, that use no unit twice."""
        packages, groups = [], []
        for target in hexes(self.seen.enemy_hexes):
            able = [
                unit
                for unit, choices in self.choices.items()
                if choices >> target & 1 and self.start[unit] != target
            ]
            able.sort(key=lambda unit: (-self.seen.force(unit, target).attack, unit))
            group: list[tuple[int, Hex]] = []
            for unit in able:
                if not self.room(target) or len(group) == 4:
                    break
                via = self.door(unit, target)
                if via is None:
                    continue
                origin = self.goes[unit]
                self.put(unit, target, via)
                group.append((unit, origin))
                worth = self._group_worth(target, group)
                if worth > 0:
                    packages.append(
                        Package(worth, {**{("unit", who): 1.0 for who, _ in group}, ("hex", target): 1.0})
                    )
                    groups.append((target, [who for who, _ in group]))
            for unit, origin in reversed(group):
                self.put(unit, origin)
        for number in select(packages):
            target, members = groups[number]
            for unit in members:
                via = self.door(unit, target)
                if via is not None and self.room(target):
                    self.put(unit, target, via)

    def _group_worth(self, target: Hex, group: list[tuple[int, Hex]]) -> float:
        """What a group's attack brings, less what its units did where they were."""
        units = self.stacks[target]
        members = sum(1 << unit for unit, _ in group)
        total = self.value(target, units) - self.value(target, units & ~members)
        for origin in {origin for _, origin in group}:
            gone = sum(1 << unit for unit, start in group if start == origin)
            left = self.stacks.get(origin, 0)
            total -= self.value(origin, left | gone) - self.value(origin, left)
        return total


def _holds(force: Force, threat: float, cover: float) -> float:
    """The chance that a hex is still held after the enemy's next turn."""
    if force.steps <= 0:
        return 1 / (1 + 2 * threat)
    odds = threat / (cover * (0.4 * force.steps + force.defence))
    return 1 / (1 + odds * odds)
