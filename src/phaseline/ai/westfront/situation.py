"""How things stand in a position of WestFront, as far as a side can judge: forces, threats, what draws units where."""

from __future__ import annotations

from functools import cached_property

from phaseline.ai.planning import Field, power
from phaseline.ai.westfront.clash import Force, Ground, Outlook, outlook
from phaseline.ai.westfront.parameters import Parameters, parameters
from phaseline.ai.westfront.stakes import Effort, chance, fighting, stakes, step_worth, steps_to, unit_worth
from phaseline.games.westfront import maps
from phaseline.games.westfront.position import ALLIED, AXIS, Fortnight
from phaseline.games.westfront.roster import Fire
from phaseline.games.westfront.rules import airstrike, command, fire, ground, invasion, seas, sources, victory
from phaseline.games.westfront.state import WestFrontState
from phaseline.hexgrid import Hex, Mask, flood, hexes, mask_of

NOBODY = Force()
RAPID = 3
"""Hexes within which an enemy can come in a turn or two."""


class Situation:
    """A position seen by one side. Upright enemy blocks are taken as average units of those that could be there."""

    def __init__(
        self,
        state: WestFrontState,
        seat: int,
        weights: Parameters | None = None,
        quiet: int = 0,
        effort: Effort | None = None,
    ) -> None:
        """`quiet` is how many turns in a row the enemy has done nothing, `effort` the place that matters most."""
        self.s = state
        self.seat = seat
        self.scenario = state.scenario
        self.board = state.board
        weights = parameters() if weights is None else weights
        self.weights = weights.within(state.position.book, seat, state.position.month)
        shares = self.weights.battle.quiet
        self.fear = shares[min(quiet, len(shares) - 1)]
        """The share of its strength with which the enemy is expected to strike."""
        self.stakes = stakes(state) if effort is None else stakes(state).raised(effort)
        if self.weights.pull.aims:
            self.stakes = self.stakes.aiming(self.weights.pull.aims)
        self.own_hexes = state.occupied(seat)
        self.enemy_hexes = state.occupied(1 - seat)
        self.closing = self.weights.battle.closing and self._last_turn()
        """Whether nobody moves after this turn: what counts now are points, and nothing that could come later."""
        self._forces: dict[tuple[int, bool, bool], Force] = {}
        self.average = self._average()
        self.enemy = {hex: self._enemy_force(hex) for hex in hexes(self.enemy_hexes)}
        self.threat = self._threat()
        self.supplied = sources.traced(state, seat, sources.supplied(state, seat))
        self.fed = self.supplied | flood(
            self.board.grid, self.supplied, self.board.land & ~self.stakes_closed(), self.board.traced, 2
        )
        """Where supply reaches now, and where it will once the hexes between are ours."""
        self._pull: Field | None = None
        self._ranges: dict[tuple[Hex, int], Mask] = {}

    def _last_turn(self) -> bool:
        """The Axis moves last; where cities are counted it must also be able to feed them, and goes on as ever."""
        s = self.s
        last = self.stakes.months_left == 0 and s.within(Fortnight) and s.frame(Fortnight).fortnight == 2
        return last and self.seat == AXIS and self.stakes.points

    @cached_property
    def census(self) -> tuple[Mask, float]:
        """Hexes in which each unit lets a point count at the end, and what that is worth now (17.1f)."""
        s, by = self.s, self.weights.worth
        book = self.scenario.data.books[s.position.book]
        late = self.stakes.months_left < by.buildup_months
        if self.seat != ALLIED or not late or not book.overlord_buildup:
            return 0, 0.0
        short = by.buildup_expected - victory.allied_units_north(s)
        north = maps.area(self.scenario.map, "theatre", victory.NORTH)
        return north, by.buildup if short > 0 else 0.0

    def stakes_closed(self) -> Mask:
        """Hexes this side can never enter."""
        closed = self.s.neutral
        return closed if self.seat == ALLIED else closed | self.board.closed_to_axis

    # -- forces -------------------------------------------------------------------------------------------------------

    def force(self, unit: int, hex: Hex) -> Force:
        """What a unit with known strength adds to a battle in a hex."""
        s, cv = self.s, self.s.position.cv[unit]
        city = fire.defended_city(s, hex)
        peak = self.board.terrain["mountain"] >> hex & 1 == 1
        key = (unit, city, peak)
        found = self._forces.get(key)
        if found is None:
            found = self._forces[key] = self._unit_force(unit, cv, city=city, peak=peak)
        return found

    def _unit_force(self, unit: int, cv: int, *, city: bool, peak: bool) -> Force:
        s, block = self.s, self.scenario.units[unit]
        kind = self.scenario.types[block.kind]
        attack: Fire = kind.attack
        defence: Fire = kind.defence
        if block.ss and block.kind in ("armor", "mech"):
            attack = "TF" if block.kind == "armor" else "DF"
            defence = "TF"
        if block.kind == "mountain" and peak and not s.mud:
            attack = defence = "TF" if block.ss else "DF"
        if block.is_hq:
            return Force(0.0, 0.0, float(cv + 1), 1.0, self.value(unit))
        if s.mud:
            attack = "SF"
        if city:
            defence = fire.at_least(defence, "DF")
        steps = cv * (2.0 if block.kind == "fort" else 1.0)
        found = Force(
            cv * chance(attack), cv * chance(defence), float(max(steps, 0.5)), 1.0, self.value(unit)
        )
        share = self.weights.battle.italians
        if share < 1 and self.scenario.italian >> unit & 1:
            found = Force(*(share * part for part in found))
        return found

    def value(self, unit: int) -> float:
        """What a unit is worth with all its steps."""
        if self.closing and not self.scenario.hqs >> unit & 1:
            return unit_worth(self.scenario, unit)
        return unit_worth(self.scenario, unit) + self.s.position.cv[unit] * step_worth(self.scenario, unit)

    def stack(self, units: Mask, hex: Hex) -> Force:
        """A group of own units in a hex."""
        found = [self.force(unit, hex) for unit in hexes(units)]
        return Force(*map(sum, zip(*found, strict=True))) if found else NOBODY

    def _average(self) -> Force:
        """An upright block of the enemy's: the mean of all that the sample has standing."""
        hidden = self.s.on_map(1 - self.seat) & ~self.s.position.revealed
        units = list(hexes(hidden))
        if not units:
            return NOBODY
        total = NOBODY
        for unit in units:
            total += self._unit_force(unit, self.s.position.cv[unit], city=False, peak=False)
        return Force(*(part / len(units) for part in total))

    def _enemy_force(self, hex: Hex) -> Force:
        total = NOBODY
        city = fire.defended_city(self.s, hex)
        for unit in hexes(self.s.standing.by_hex[1 - self.seat].get(hex, 0)):
            if self.s.position.revealed >> unit & 1:
                total += self.force(unit, hex)
            elif city:
                total += self.average._replace(defence=max(self.average.defence, self.average.steps / 3))
            else:
                total += self.average
        return total

    def _threat(self) -> Field:
        """For each hex near the enemy, what he could attack it with soon: half as much for each further hex."""
        field: Field = {}
        if self.closing:
            return field
        closed = self.board.closed_to_axis if self.seat == ALLIED else 0
        free = self.board.land & ~closed & ~self.s.neutral
        for hex, force in self.enemy.items():
            felt = self.fear * (force.attack + 0.15 * force.units)
            front, seen = 1 << hex, 1 << hex
            for _ in range(RAPID):
                front = self.board.passable.cross(front) & free & ~seen
                seen |= front
                for near in hexes(front):
                    field[near] = field.get(near, 0.0) + felt
                felt *= 0.6
        if self.seat == AXIS:
            self._from_the_sea(field)
        return field

    def _from_the_sea(self, field: Field) -> None:
        """Wherever the Allies can land from the ports they hold, a corps may come ashore."""
        s = self.s
        ports = seas.ports(s, ALLIED) & ~s.battles
        from_here = seas.seas_of_ports(s, ports)
        calm = self.board.waters.all & ~seas.stormy(s)
        near = seas.spread(s, ALLIED, from_here, calm, invasion.invasion_range(ALLIED))
        beaches = seas.beaches_on(s, near) & invasion.invadable(s, ALLIED) & ~s.friendly(ALLIED)
        felt = self.weights.landing.fear.get(s.position.book, 0.0)
        for hex in hexes(beaches):
            field[hex] = field.get(hex, 0.0) + felt
        for hex in hexes(self.board.passable.cross(beaches) & self.board.land & ~beaches):
            field[hex] = field.get(hex, 0.0) + 0.4 * felt

    # -- places -------------------------------------------------------------------------------------------------------

    @property
    def pull(self) -> Field:
        """How strongly each hex draws a step of this side: the places worth having, felt from afar."""
        if self._pull is None:
            self._pull = self._felt()
        return self._pull

    def _felt(self) -> Field:
        weights = self.weights.pull
        friendly = self.s.friendly(self.seat)
        field: Field = {}
        if self.closing:
            return field
        for goal, worth in self.stakes.worth.items():
            if worth <= 0:
                continue
            force = self.goal_force(goal, worth, own=bool(friendly >> goal & 1))
            if force <= 0:
                continue
            fades = [force * power(weights.fade, n) for n in range(weights.reach + 1)]
            for hex, steps in steps_to(self.s, goal).items():
                if steps > weights.reach:
                    break
                if fades[steps] > field.get(hex, 0.0):
                    field[hex] = fades[steps]
        return field

    @cached_property
    def drawing(self) -> Mask:
        """The hexes where something draws units on: overseas there is nothing to lead them to."""
        return mask_of(self.pull)

    def goal_force(self, goal: Hex, worth: float, *, own: bool) -> float:
        """How strongly a place draws: what the enemy has draws most, one's own only if it is in danger."""
        weights = self.weights.pull
        if own:
            danger = self.threat.get(goal, 0.0)
            held = self.stack(self.s.standing.by_hex[self.seat].get(goal, 0), goal).defence
            return weights.guard * worth * min(1.0, danger / (held + 1.0))
        empty = not self.enemy_hexes >> goal & 1
        return worth * (1 + weights.empty * empty)

    def protection(self, hex: Hex, *, supported: bool = True) -> float:
        """Hits for a step of whoever is passive in a hex."""
        s = self.s
        found = 2 if s.mud or self.board.terrain_at(hex) in fire.DOUBLE or fire.defended_city(s, hex) else 1
        if self.board.fortresses >> hex & 1:
            found = 3
        return float(found if supported else min(3, found + 1))

    def strikes(self) -> dict[int, tuple[Mask, float]]:
        """For each active headquarters, where its airstrike can go and how many hits it should score."""
        s = self.s
        hits = chance(s.scenario.air_fire(s.position.book, self.seat))
        return {
            hq: (airstrike.air_area(s, hq), hits * command.effective_cv(s, hq))
            for hq in command.active(s, self.seat)
            if "paradrop" not in s.position.role[hq] and command.effective_cv(s, hq) > 0 and hits
        }

    def clash(
        self,
        own: Force,
        hex: Hex,
        *,
        supported: bool,
        strike: float = 0.0,
        repulse: float = 0.0,
        rounds: int = 1,
    ) -> Outlook:
        """What this force would do to the enemies in a hex."""
        terms = Ground(self.protection(hex, supported=supported), strike, repulse)
        return outlook(own, self.enemy.get(hex, NOBODY), terms, rounds)

    def speed(self, unit: int) -> int:
        """Hexes that a unit moves now."""
        return ground.speed(self.s, unit)

    def fighters(self) -> Mask:
        """This side's fighting units on the map."""
        return self.s.on_map(self.seat) & fighting(self.scenario)

    def range_from(self, hex: Hex, reach: int) -> Mask:
        """The hexes that an HQ would command from a hex: over land, and through none of the enemy's."""
        if not self.weights.command.overland:
            return self.board.grid.disk(hex, reach)
        found = self._ranges.get((hex, reach))
        if found is None:
            open_hexes = self.s.in_play & ~self.enemy_hexes
            found, _ = ground.walk(self.board.traced, 1 << hex, open_hexes, 0, reach)
            self._ranges[hex, reach] = found
        return found

    def adjacent(self, hex: Hex) -> Mask:
        """Hexes that one can step to from here."""
        return self.board.traced.cross(1 << hex)
