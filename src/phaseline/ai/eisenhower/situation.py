"""A position as a staff sees it before it plans: who can get where, who can strike what, and what is in supply."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from phaseline.ai.eisenhower.exchange import Defence, chance_to_clear, prospect
from phaseline.ai.eisenhower.fears import EVERYTHING, Fear
from phaseline.ai.eisenhower.mandated import Offensives
from phaseline.ai.eisenhower.terrain import FAR, Ground
from phaseline.ai.eisenhower.worth import Worths, crown, worths
from phaseline.ai.field import Threat, strikes
from phaseline.ai.field.threat import Strike
from phaseline.drill.tracing import open_hexes
from phaseline.engine.dice import ScriptedDice
from phaseline.games.eisenhower.position import ALLIED, ELIMINATED, GERMAN
from phaseline.games.eisenhower.rules import movement, reinforcement, supply
from phaseline.games.eisenhower.rules.movement import OFFENSIVES_FROM
from phaseline.games.eisenhower.rules.odds import ground_shifts
from phaseline.games.eisenhower.rules.victory import SITES_ON
from phaseline.games.eisenhower.state import EisenhowerState
from phaseline.hexgrid import Hex, Mask, flood, hexes
from phaseline.mechanics.ways import Routes

NO_STRIKE = -3
"""A column at which nothing happens."""
USUAL_MARCH = 6
"""The movement factors of a usual Allied unit."""


class Situation:
    """What is worked out about one position, when it is asked for. It must not change meanwhile."""

    def __init__(
        self,
        ground: Ground,
        s: EisenhowerState,
        seat: int,
        fear: Fear = EVERYTHING,
        *,
        worst: bool = False,
        wary: bool = False,
        errands: Mapping[int, Hex] | None = None,
    ) -> None:
        """`fear` is what the enemy is expected to do of what he could, `errands` where units were sent last.

        `worst`: against a hex that may not be lost he brings all that can come, and while the Germans have offensives twice.
        `wary`: on Turn 1 the offensives of Turn 2 are feared, wherever the scenario is.
        """
        self._worst = worst
        self._watchful = wary
        self.ground = ground
        self.fear = fear
        self.errands = errands or {}
        self.s = s
        self.seat = seat
        self.enemy = 1 - seat
        self.turn = s.position.turn
        self._reach: dict[int, Mask] = {}
        self._defence: dict[Hex, Defence] = {}
        self._left: dict[Hex, bool] = {}

    @cached_property
    def worths(self) -> Worths:
        """What hexes are worth."""
        return worths(self.ground, self.s)

    def worth(self, hex: Hex) -> float:
        """What a hex is worth."""
        return self.worths.get(hex, self.ground.parameters.worth.ground)

    @cached_property
    def prizes(self) -> Mask:
        """Hexes whose capture wins for the Germans at the next check: cities lost, beachheads (4.3.1)."""
        p = self.s.position
        return self.crown or self.s.cities & p.taken & p.control | p.beachheads

    @cached_property
    def crown(self) -> Mask:
        """The hexes by which the Allies win this turn if they keep them; nothing else counts then."""
        return crown(self.ground, self.s)

    @cached_property
    def lost(self) -> Mask:
        """Hexes that the Allies must retake before the turn ends: cities lost again, beachheads overrun (4.3.1)."""
        p = self.s.position
        return 0 if self.crown else self.s.cities & p.taken & self.s.occupied(GERMAN) | p.overrun

    @cached_property
    def sites_lacking(self) -> Mask:
        """The launch sites that the Allies still lack when holding all of them wins (4.2.3)."""
        counts = self.seat == ALLIED and self.turn == SITES_ON
        return self.s.scenario.board.launch_sites & ~self.s.position.control if counts else 0

    @cached_property
    def fatal(self) -> Mask:
        """Hexes that the Allies may not lose, or may not lose again once they have them."""
        return self.crown or self.s.cities | self.s.position.beachheads

    def prize(self, hex: Hex) -> float:
        """What it is worth to the side to take a hex."""
        if self.seat == ALLIED:
            if self.lost >> hex & 1:
                return self.ground.parameters.worth.win
            held = self.s.position.control >> hex & 1
            return self.worth(hex) if not held else self.ground.parameters.worth.ground
        if self.prizes >> hex & 1:
            return self.ground.parameters.worth.win
        return self.worth(hex)

    def keep(self, hex: Hex) -> float:
        """What it is worth to the side not to lose a hex."""
        if self.seat == GERMAN:
            return self.worth(hex) if not self.s.position.control >> hex & 1 else 0.0
        if self.prizes >> hex & 1:
            return self.ground.parameters.worth.win
        return self.worth(hex) / 2 if self.s.position.control >> hex & 1 else 0.0

    # -- movement -----------------------------------------------------------------------------------------------------

    def reach(self, unit: int) -> Mask:
        """The hexes a mobile unit on the map could move to in a phase of its own, its own among them."""
        found = self._reach.get(unit)
        if found is None:
            found = self._reach[unit] = self._routes(
                unit, 1 << self.s.position.at[unit], supply.allowance(self.s, unit)
            )
        return found

    def _routes(self, unit: int, start: Mask, factors: int) -> Mask:
        s = self.s
        return Routes(s.scenario.board.grid, start, movement.ways(s, unit), factors).all

    def march_from(self, unit: int, start: Mask, factors: int) -> Mask:
        """Where a unit could get from any of these hexes."""
        return self._routes(unit, start, factors)

    def range(self, unit: int) -> Mask:
        """The hexes that a unit on the map or in the box could be in after this phase."""
        if self.s.position.at[unit] >= 0:
            return self.reach(unit)
        return self.march_from(unit, self.entry(unit), self.s.factors(unit)[2])

    def mobile(self, seat: int) -> list[int]:
        """The mobile units of a side on the map."""
        return list(hexes(self.s.on_map(seat) & self.s.scenario.mobile))

    def strength(self, unit: int) -> int:
        """The attack factor of a unit on the map, as it is supplied now."""
        return supply.attack_factor(self.s, unit)

    def limit(self, hex: Hex) -> int:
        """How many units may stand in a hex."""
        return self.s.limit(hex)

    def resistance(self, hex: Hex) -> int:
        """The defence factors of whoever stands in a hex."""
        return self.defence(hex).factors

    @cached_property
    def _threats(self) -> tuple[Threat, Threat]:
        return self._threat_of(ALLIED), self._threat_of(GERMAN)

    @cached_property
    def _strikes(self) -> tuple[dict[int, Strike], dict[int, Strike]]:
        """What each unit on the map could attack in the next phase of its side, with how many factors."""
        over = self.s.scenario.board.land_sides
        return (
            strikes(self, self.mobile(ALLIED), over.cross),
            strikes(self, self.mobile(GERMAN), over.cross),
        )

    @cached_property
    def _offensives(self) -> Offensives:
        """What the Germans on the map could do in an offensive."""
        found = self._strikes[GERMAN]
        return Offensives(self.ground, self.s, found, {unit: self.reach(unit) for unit in found})

    def _threat_of(self, seat: int) -> Threat:
        """What the units of a side could attack in its next phase, those in the box among them."""
        s = self.s
        over = s.scenario.board.land_sides
        found = list(self._strikes[seat].values())
        fresh = list(hexes(s.in_box(seat) & s.scenario.mobile))
        if fresh:
            entry = reinforcement.allied_entry(s) if seat == ALLIED else reinforcement.german_entry(s)
            reached = {}
            for unit in fresh:
                attack, _, factors = s.scenario.units[unit].factors(s.position.steps[unit])
                if not attack or not entry:
                    continue
                if factors not in reached:
                    reached[factors] = over.cross(self._routes(unit, entry, factors))
                found.append((attack, reached[factors]))
        return Threat(found)

    def threat(self, hex: Hex, by: int) -> int:
        """The attack factors that a side could bring against a hex in its next phase."""
        return self._threats[by].at(hex)

    @property
    def menaced(self) -> Mask:
        """The hexes that the enemy could attack in his next phase."""
        return self._threats[self.enemy].area

    @cached_property
    def enterable(self) -> Mask:
        """The hexes that the enemy could move into in his next phase."""
        area = 0
        for unit in self.mobile(self.enemy):
            area |= self.reach(unit)
        return area

    def _open(self, hex: Hex) -> bool:
        """Whether the enemy could walk into a hex next phase if nobody were in it: whoever stands there now bars his way."""
        if self.enterable >> hex & 1 or not self.ground.parameters.fear.exact:
            return bool(self.enterable >> hex & 1)
        if hex not in self._left:
            left = self.s.units_at(hex, self.seat)
            self._left[hex] = bool(left) and self._enters(hex, left)
        return self._left[hex]

    def _enters(self, hex: Hex, left: list[int]) -> bool:
        """Whether somebody of the enemy reaches a hex when these units of the side have left it."""
        trial = self.s.copy(ScriptedDice([]))
        for unit in left:
            trial.put(unit, ELIMINATED)
        after = Situation(self.ground, trial, self.seat, self.fear)
        return bool(after.enterable >> hex & 1)

    def menacing(self, hex: Hex) -> bool:
        """Whether units in a hex are close to something that their enemy may not lose."""
        close = self.s.scenario.board.grid.disk(hex, 3)
        return self.seat == ALLIED and bool(close & self.prizes & self.s.scenario.board.north)

    # -- supply -------------------------------------------------------------------------------------------------------

    def net(self, seat: int) -> Mask:
        """The hexes in regular supply now."""
        return supply.allied_net(self.s) if seat == ALLIED else supply.german_net(self.s)

    @cached_property
    def fed(self) -> Mask:
        """Hexes where units of the side will likely be in supply when they get there: the net and what is next to it."""
        board = self.s.scenario.board
        net = self.net(self.seat)
        area = net | board.land_sides.cross(net)
        return area | board.coastal if self.seat == ALLIED else area

    # -- defence ------------------------------------------------------------------------------------------------------

    def defence(self, hex: Hex) -> Defence:
        """The units of whoever stands in a hex, as an attacker reckons with them."""
        found = self._defence.get(hex)
        if found is None:
            seat = GERMAN if self.s.occupied(GERMAN) >> hex & 1 else ALLIED
            found = self._defence[hex] = self.defence_of(self.s.units_at(hex, seat), hex, seat)
        return found

    def defence_of(self, units: list[int], hex: Hex, seat: int) -> Defence:
        """The same for units that might stand there."""
        s, ground = self.s, self.ground
        steps, static = s.position.steps, s.scenario.static
        return Defence(
            factors=sum(self.defence_factor(unit) for unit in units),
            steps=sum(steps[unit] for unit in units),
            static=sum(steps[unit] for unit in units if static >> unit & 1),
            points=sum(ground.value(unit, steps[unit]) for unit in units),
            way_out=self.way_out(hex, seat),
        )

    def defence_factor(self, unit: int) -> int:
        """The defence factor of a unit now; of one that is not on the map yet, as printed."""
        s = self.s
        if s.position.at[unit] >= 0:
            return supply.defence_factor(s, unit)
        return s.scenario.units[unit].factors(s.position.steps[unit])[1]

    def way_out(self, hex: Hex, seat: int) -> bool:
        """Whether some hex next to this one leads a retreating unit towards its supply (11.2)."""
        s, grid = self.s, self.s.scenario.board.grid
        free = self.ground.beside[hex] & ~s.occupied(1 - seat)
        if not free:
            return False
        if seat == GERMAN:
            zone = "south" if s.scenario.board.south >> hex & 1 else "north"
            sources = supply.german_sources(s, zone)
        else:
            sources = supply.allied_sources(s)
        for source in hexes(sources):
            if free & s.scenario.board.distance_field(source, grid.distance(hex, source)):
                return True
        return False

    def cover(self, hex: Hex, *, german: bool) -> int:
        """The columns that the ground itself shifts against an attacker: 0 or more."""
        return -sum(shift.columns for shift in ground_shifts(self.s, hex, german_defends=german))

    # -- where to -----------------------------------------------------------------------------------------------------

    def entry(self, unit: int) -> Mask:
        """Where a unit in the box may come in, whether there is room or not."""
        if self.s.scenario.side_of[unit] == ALLIED:
            return reinforcement.allied_entry(self.s)
        return reinforcement.coded_entry(self.s, unit)

    def allied_turns(self, hex: Hex) -> int:
        """In how many turns the nearest mobile Allied unit could be at a hex, by the ground alone."""
        travel = self.ground.travel(hex)
        at = self.s.position.at
        way = min((travel[at[unit]] for unit in self.mobile(ALLIED)), default=FAR)
        return -(-way // USUAL_MARCH)

    # -- how safe -----------------------------------------------------------------------------------------------------

    def danger(self, hex: Hex, factors: int, steps: int, *, worst: bool | None = None) -> float:
        """The chance that the enemy could empty a hex held with so much (1 if nobody is there).

        He sends his usual share, or the `worst` that he can; unless that is said, what this look at the position expects.
        """
        worst = self._worst if worst is None else worst
        if not self.menaced >> hex & 1 or self._cut_off(hex):
            return 0.0
        if not steps:
            return self.fear.march * (1.0 if self._open(hex) else 0.5)
        share = self._share(hex, worst=worst)
        if worst and self._offensives_at(hex):
            if self._frozen_at(hex):
                return chance_to_clear(self.ground, self._offensive_at(hex, factors, share), steps)
            return self._struck_twice(hex, factors, steps, share)
        return chance_to_clear(self.ground, self.struck_at(hex, factors, share), steps)

    def storm(self, hex: Hex, factors: int, steps: int, *, final: bool) -> float:
        """The chance that all who can come empty a hex held with so much: in their phase alone where that comes next (`final`)."""
        if not steps:
            return 1.0
        if not final and self._offensives_at(hex):
            return self.danger(hex, factors, steps, worst=True)
        return chance_to_clear(self.ground, self._phase_at(hex, factors, 1.0), steps)

    def _offensives_at(self, hex: Hex) -> bool:
        """Whether the Germans could strike a hex of the Allies in an offensive: never in Italy (13.6)."""
        coming = self.s.position.offensives > 0 or (self._wary and self.turn < OFFENSIVES_FROM)
        barred = self.s.scenario.board.italy if self.ground.parameters.fear.exact else 0
        return self.seat == ALLIED and coming and not barred >> hex & 1

    @property
    def _wary(self) -> bool:
        """Whether the offensives to come are feared on Turn 1, and for a city that is taken all that the enemy can do."""
        return self._watchful or self.s.scenario.key in self.ground.parameters.fear.wary

    def _frozen_at(self, hex: Hex) -> bool:
        """Whether the enemy around a hex cannot attack it before the Allies move again: on Turn 1, but for an offensive (3.2.4)."""
        return self.turn == 1 and self.seat == ALLIED and bool(self.s.scenario.board.north >> hex & 1)

    def _struck_twice(self, hex: Hex, factors: int, steps: int, share: float) -> float:
        """The chance that two strikes, one after the other, empty a hex: an offensive and the phase after it (13.6)."""
        exact = self.ground.parameters.fear.exact
        first, second = (self._offensive_at, self._phase_at) if exact else (self.struck_at, self.struck_at)
        results = self.ground.results(first(hex, factors, share))
        found = 0.0
        for result in results:
            left = steps - max(0, result.defender)
            if left <= 0:
                found += 1.0
            else:
                found += chance_to_clear(
                    self.ground, second(hex, max(1, factors * left // steps), share), left
                )
        return found / len(results)

    def _cut_off(self, hex: Hex) -> bool:
        """Whether Germans who retook a city would be out of supply there, which wins them nothing (4.3.1).

        What the Allies win by they lose all the same: who is in supply does not matter to that (4.1).
        """
        if self.seat != ALLIED or (self.s.position.beachheads | self.crown) >> hex & 1:
            return False
        return bool(self.s.cities >> hex & 1) and not self.linkable >> hex & 1

    @cached_property
    def linkable(self) -> Mask:
        """Where Germans could be in supply after an advance: near what their lines reach between the Allied zones."""
        s, board = self.s, self.s.scenario.board
        ways = open_hexes(s, GERMAN, board.playable, own_opens=False)
        lines = flood(board.grid, self.net(GERMAN), ways | self.net(GERMAN), board.land_sides)
        # A unit that stands next to the line, and one that advances from there.
        for _ in range(2):
            lines |= board.land_sides.cross(lines)
        return lines

    def liability(self, hex: Hex, factors: int, steps: int) -> float:
        """What it costs the Allies to hold a city with so much: once lost again, the game is lost with it (4.3.1)."""
        if self.seat != ALLIED or not self.s.cities >> hex & 1 or self.crown:
            return 0.0
        by = self.ground.parameters
        worst = self._wary or None
        return by.attack.recapture * by.worth.win * self.danger(hex, factors, steps, worst=worst)

    def _share(self, hex: Hex, *, worst: bool) -> float:
        """The share of what he could bring against a hex with which the enemy is expected to strike."""
        by = self.ground.parameters.march
        if self.seat != ALLIED or not self.fatal >> hex & 1:
            return by.focus
        return by.guard if worst or self.crown else by.vital

    def struck_at(self, hex: Hex, factors: int, share: float | None = None) -> int:
        """The column at which the enemy could strike a hex held with so many defence factors."""
        share = self._share(hex, worst=self._worst) if share is None else share
        phase = self._phase_at(hex, factors, share)
        if not self.fatal >> hex & 1 or not self._offensives_at(hex):
            return phase
        return max(phase, self._offensive_at(hex, factors, share))

    def _phase_at(self, hex: Hex, factors: int, share: float) -> int:
        """The same in his own phase, with whoever he brings in before."""
        if self._wary and self._frozen_at(hex):
            return NO_STRIKE
        return self._column(hex, self.threat(hex, self.enemy), factors, share)

    def _offensive_at(self, hex: Hex, factors: int, share: float) -> int:
        """The same in an offensive: with those on the map, and a column more (13.6)."""
        exact = self.ground.parameters.fear.exact
        force = self._offensives.force(hex) if exact else self.threat(hex, self.enemy)
        column = self._column(hex, force, factors, share)
        return column + self.s.scenario.tables.shifts.offensive if column > NO_STRIKE else column

    def _column(self, hex: Hex, force: int, factors: int, share: float) -> int:
        """The column of that share of a force."""
        if self._frozen_at(hex) and not self._wary:
            share *= self.ground.parameters.march.lull
        force = round(self.fear.strike * share * force)
        return self.ground.column(force, max(1, factors)) - self.covers[hex] if force else NO_STRIKE

    @cached_property
    def still(self) -> Mask:
        """Where the side may not move on Turn 1 (3.2.4)."""
        board = self.s.scenario.board
        if self.s.position.turn != 1:
            return 0
        return board.south if self.seat == ALLIED else board.north

    @cached_property
    def covers(self) -> dict[Hex, int]:
        """The columns that the ground shifts for a defender of this side, by hex."""
        german = self.seat == GERMAN
        return {hex: self.cover(hex, german=german) for hex in self.ground.near}

    def expected_loss(self, hex: Hex, factors: int, steps: int, points: float) -> float:
        """What units in a hex may lose to the enemy's next phase."""
        if not steps or not self.menaced >> hex & 1:
            return 0.0
        stand = Defence(factors, steps, static=0, points=points, way_out=True)
        return prospect(self.ground, self.struck_at(hex, factors), stand, 0.0, 0, 0.5).enemy
