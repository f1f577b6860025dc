"""What the enemy of War in Europe could bring against a front in his next turn, and how likely a post of it falls then."""

from __future__ import annotations

from functools import cached_property

from phaseline.ai.war_in_europe.situation import PARTS, TOGETHER, Situation
from phaseline.games.war_in_europe.position import GROUND, due_point
from phaseline.games.war_in_europe.results import DICE
from phaseline.games.war_in_europe.rules import airground, commitment, movement, odds, terrain
from phaseline.hexgrid import Hex, Mask, hexes, mask_of, union
from phaseline.mechanics.ways import Routes, Ways

WHOLE = 1000
"""A post that is sure to fall."""
FALLS = {"Ae": 0, "AEx": 0, "Br": 400, "Dr": 600, "Ex": 700, "1/2Ex": 800, "De": 1000}
"""How likely a hex is lost with each result, of a thousand: who may stand sometimes does, who is left as battlegroups may stay."""
TENTHS = 10
"""Odds between two columns are weighed by tenths."""


class Menace:
    """The enemies in an area as they could come, with nobody in their way; strengths are in eighths."""

    def __init__(self, view: Situation, near: Mask) -> None:
        self.view = view
        self.s = view.s
        self.board = view.s.scenario.board
        self.near = near
        self.units = self.s.units_in(near, view.enemy) & self.s.scenario.combat_units
        self.walls = self.s.works(view.seat)
        self._ways: dict[int, Ways] = {}
        self._columns: dict[tuple[int, int], int] = {}

    # -- where they come to -------------------------------------------------------------------------------------------

    def _routes(self, start: Mask, way: int, points: int) -> Mask:
        ways = self._ways.get(way)
        if ways is None:
            s = self.s
            ways = self._ways[way] = terrain.priced(s, way, 0, s.position.neutral, s.frozen)
        return Routes(self.board.grid, start, ways, points).all

    @cached_property
    def strikes(self) -> list[tuple[int, Mask]]:
        """What each enemy attacks with in his next turn, and where he could stand then beside a front; the strongest first."""
        s, found = self.s, []
        over, dear = self.board.land_sides(frozen=s.frozen), s.scenario.tables.prices.enter_zone
        for unit in hexes(self.units):
            if not (strength := self.view.strength(unit)):
                continue
            here = 1 << s.position.at[unit]
            area = over.cross(here) | here
            if (points := movement.allowance(s, unit) - dear) > 0:
                area |= self._routes(here, s.scenario.ways_of[unit], points)
            found.append((strength, area))
        found.sort(key=lambda strike: (-strike[0], strike[1]))
        return found

    @cached_property
    def roams(self) -> Mask:
        """Where enemies could be by the end of their next turn."""
        s = self.s
        starts: dict[tuple[int, int], Mask] = {}
        for unit in hexes(self.units):
            points = movement.allowance(s, unit) * (1 + (s.scenario.twice >> unit & 1))
            key = s.scenario.ways_of[unit], points
            starts[key] = starts.get(key, 0) | 1 << s.position.at[unit]
        return union(self._routes(start, way, points) for (way, points), start in starts.items())

    # -- what they bring ----------------------------------------------------------------------------------------------

    @cached_property
    def bears(self) -> dict[Hex, int]:
        """What the enemies who could stand in a hex, as many as find room, attack with."""
        found: dict[Hex, int] = {}
        count: dict[Hex, int] = {}
        limit = self.s.scenario.tables.stacking.units
        for strength, area in self.strikes:
            for hex in hexes(area & self.near):
                if count.get(hex, 0) < limit:
                    count[hex] = count.get(hex, 0) + 1
                    found[hex] = found.get(hex, 0) + strength
        return found

    @cached_property
    def fists(self) -> int:
        """What those enemies attack with who could overrun somebody together at most."""
        return sum(strength for strength, _ in self.strikes[: self.s.scenario.tables.prices.overrun_units])

    def attack(self, hex: Hex, before: Mask) -> int:
        """What the enemy could attack a post with out of the hexes before it."""
        dry = mask_of(start for start in hexes(before) if not self.wet(start, hex))
        most = min(TOGETHER, self.s.scenario.tables.stacking.units * before.bit_count())
        come = [(strength, area) for strength, area in self.strikes if area & before][:most]
        return sum(strength if area & dry else strength // 2 for strength, area in come)

    def wet(self, start: Hex, hex: Hex) -> bool:
        """Whether a river halves who attacks over this hexside."""
        board = self.board
        return board.rivers.has(start, hex) and not (self.s.frozen and board.frozen_sides.has(start, hex))

    def strain(self, before: Hex, hex: Hex) -> int:
        """The strength that it takes to hold a hex against those who could come to the one before it."""
        by, bears = self.view.by.front, self.bears.get(before, 0)
        if self.wet(before, hex):
            bears //= 2
        return by.thin + bears // (max(2, by.odds - self.die(hex)) * self.times(hex))

    @cached_property
    def landing(self) -> int:
        """What the enemy could assault one coast with in his next turn."""
        s, enemy = self.s, self.view.enemy
        stores, sea = s.scenario.stores, s.scenario.tables.sea
        turn = s.position.turn + (s.scenario.first == enemy)
        count = sum(
            ready + s.position.returning.get(due_point(turn, entry), 0) + store.points * (store.turn == turn)
            for entry, (store, ready) in enumerate(zip(stores, s.position.landing, strict=True))
            if store.seat == enemy
        )
        foot = s.on_map(enemy) & ~s.scenario.mechanized
        best = max((s.face(unit).attack() for unit in hexes(foot)), default=0)
        return int(min(count, sea.per_port) * best * PARTS * sea.other)

    def shores(self) -> Mask:
        """The coasts where the enemy could land."""
        board, seas = self.board, self.s.scenario.seas[self.view.enemy]
        return union(board.coasts[name] for name in seas or ()) & board.beaches

    # -- how likely a post falls --------------------------------------------------------------------------------------

    def times(self, hex: Hex) -> int:
        """What ground and works multiply a defence by."""
        found = self.view.times(hex)
        return found * self.s.scenario.tables.works.defence if self.walls >> hex & 1 else found

    def die(self, hex: Hex) -> int:
        """What ground, or works, and the enemy's air points change the die of an attack by."""
        tables = self.s.scenario.tables
        terrain = tables.terrain.get(self.s.scenario.map.terrain_at(hex))
        found = terrain.die if terrain is not None else 0
        if not found and self.walls >> hex & 1:
            found = tables.works.die
        front = self.board.front_number(hex)
        backed = commitment.in_box(self.s, self.view.enemy, front, GROUND)
        return found + airground.BONUS if backed else found

    def falls(self, attack: int, defence: int, die: int) -> int:
        """How likely a post falls that is attacked with so much, of a thousand."""
        whole, part = divmod(attack * TENTHS // defence, TENTHS)
        low, high = self._column(whole, die), self._column(whole + 1, die)
        return low + (high - low) * part // TENTHS

    def _column(self, times: int, die: int) -> int:
        key = times, die
        found = self._columns.get(key)
        if found is None:
            found = self._columns[key] = self._worked_out(times, die)
        return found

    def _worked_out(self, times: int, die: int) -> int:
        if times < 1:
            return 0
        s = self.s
        table = s.scenario.crts[odds.table_key(s.scenario, None if s.weather != "clear" else self.view.enemy)]
        landed = table.odds.place(times, 1)
        if landed >= len(table.columns):
            return WHOLE
        rolls = (min(max(n + die, 1), DICE) for n in range(1, DICE + 1))
        return sum(FALLS[table.result(landed, roll)] for roll in rolls) // DICE
