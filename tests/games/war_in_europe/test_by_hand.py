"""Zones of control, ways and lines of supply worked out once more, hex by hex as the rulebook puts it, on random positions."""

from __future__ import annotations

import heapq
import random
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import pairwise

import pytest

from phaseline.engine.dice import SeededDice
from phaseline.games.war_in_europe import GAME
from phaseline.games.war_in_europe.opening import first_position
from phaseline.games.war_in_europe.position import ALLIED, AXIS, Campaign, InitialMovement, PlayerTurn, Turn
from phaseline.games.war_in_europe.rules import harbours, movement, retreat, supply
from phaseline.games.war_in_europe.scenario import FOOT, MECHANIZED, Options, WarScenario, load
from phaseline.games.war_in_europe.state import WarState
from phaseline.games.war_in_europe.terms import School
from phaseline.hexgrid import Hex, Mask, hexes, mask_of

SCENARIOS = ("italy_1943", "overlord_1944", "sichelschnitt")
SIDES = (AXIS, ALLIED)
FAR = 1_000
LIMITS = (10, 4, 1)
"""How many points from a major, a minor and an amphibious supplyhead a unit may be (14.41)."""


@cache
def scenario(key: str, options: Options) -> WarScenario:
    return load(key, options, ())


class Field:
    """A random position, and the rules looked up hex by hex."""

    def __init__(self, key: str, seed: int, options: Options | None = None) -> None:
        self.options = options or Options()
        self.scenario = found = scenario(key, self.options)
        self.board, self.grid = found.board, found.board.grid
        self.rng = rng = random.Random(f"{key} {seed}")
        self.state = s = WarState(GAME, found, first_position(found), SeededDice(bytes(32)))
        p = self.position = s.position
        p.turn = rng.randint(1, found.last_turn)
        p.stack = [
            Campaign(),
            Turn(turn=p.turn),
            PlayerTurn(seat=seed % 2),
            InitialMovement(seat=seed % 2),
        ]
        for unit in self.some(s.on_map(AXIS) | s.on_map(ALLIED), 60):
            side = found.side_of[unit]
            near = self.board.disk(p.at[unit], 4) & self.board.dry_land & ~s.occupied(1 - side) & ~p.neutral
            s.put(unit, rng.choice(list(hexes(near)) or [p.at[unit]]))
            p.unsupplied |= (rng.random() < 0.3) << unit
        p.marks = [mask_of(self.some(self.board.dry_land, 30)) for _ in SIDES]
        p.suppressed = mask_of(self.some(self.board.ports, 12))
        for hex in self.some(self.board.coastal, 20):
            self.give(hex, rng.randrange(2))
        for hex in self.some(self.board.rail_hexes, 40):
            for side in SIDES:
                p.rail[side] &= ~(1 << hex)
            p.rail[rng.randrange(2)] |= 1 << hex
        if stores := len(found.stores):
            p.lent = {hex: rng.randrange(stores) for hex in self.some(self.board.beaches, 6)}
            p.piers = mask_of(p.lent)
        there = list(self.some(s.on_map(AXIS) | s.on_map(ALLIED), 30))
        p.dropped, p.ashore, p.entrained = mask_of(there[:5]), mask_of(there[5:10]), mask_of(there[10:])
        s.changed()

    def some(self, area: Mask, count: int) -> list[int]:
        """Some of a set, by chance."""
        return self.rng.sample(list(hexes(area)), min(count, area.bit_count()))

    def give(self, hex: Hex, side: int) -> None:
        """A side holds a hex, if no enemy is in it."""
        p = self.position
        if not self.state.occupied(1 - side) >> hex & 1:
            p.owner[side] |= 1 << hex
            p.owner[1 - side] &= ~(1 << hex)

    # -- the ground ---------------------------------------------------------------------------------------------------

    def terrain(self, hex: Hex) -> str:
        return self.scenario.map.terrain_at(hex)

    def next_to(self, hex: Hex) -> Iterator[Hex]:
        """The land next to a hex that one can cross to (5.26)."""
        for other in hexes(self.grid.adjacent_mask(hex) & self.board.dry_land):
            if not self.board.barred.has(hex, other):
                yield other

    def step(self, here: Hex, there: Hex, way: int) -> int:
        """What the ground costs, and a river on the way (5.8, R19, R20)."""
        row, rail = self.scenario.tables.terrain[self.terrain(there)], self.board.rails.has(here, there)
        points = row.foot if way == FOOT else row.mechanized
        if rail:
            points = min(points, 1 if way == FOOT else 2)
        spared = (rail and self.options.rail_bridges) or (way == FOOT and not self.options.river_cost_for_all)
        return points + (self.board.rivers.has(here, there) and not spared)

    # -- zones of control ---------------------------------------------------------------------------------------------

    def zone(self, side: int) -> set[Hex]:
        """Where units of a side have a zone of control (9.0, 9.1, 6.67)."""
        p, found = self.position, set[Hex]()
        walls = self.state.works(1 - side) | self.state.surprised(side)
        quiet = p.entrained | p.fortified | p.ashore | p.dropped
        for unit in hexes(self.state.on_map(side) & ~quiet):
            kind = self.scenario.units[unit].category
            if kind == "repair" or p.neutral >> p.at[unit] & 1:
                continue
            for hex in self.next_to(p.at[unit]):
                rough = self.terrain(hex) in ("woods", "swamp", "rough", "mountain")
                if not walls >> hex & 1 and not (rough and kind in ("armor", "mechanized_infantry")):
                    found.add(hex)
        return found

    # -- movement -----------------------------------------------------------------------------------------------------

    def points(self, unit: int) -> int:
        """What a unit may spend: less out of supply, then in foul weather (14.21, 15.1)."""
        s, here = self.state, self.position.at[unit]
        found = s.face(unit).movement
        if self.position.unsupplied >> unit & 1 and not self.scenario.repairers >> unit & 1:
            found //= 2
        mud = s.weather == "mud" or (s.weather == "snow" and self.board.mud_in_snow >> here & 1)
        snow = s.weather == "snow" and self.scenario.ways_of[unit] != FOOT
        return found // 2 if mud or snow else found

    def reach(self, unit: int) -> dict[Hex, int]:
        """What it costs a unit to get to each hex in reach (5.1, 9.21, 13.53)."""
        p, way, enemy = self.position, self.scenario.ways_of[unit], 1 - self.scenario.side_of[unit]
        zone, marks = self.zone(enemy), p.marks[enemy]
        closed = self.state.occupied(enemy) | p.neutral | (self.board.arctic if way == MECHANIZED else 0)
        most, best, todo = self.points(unit), {p.at[unit]: 0}, [(0, p.at[unit])]
        while todo:
            spent, here = heapq.heappop(todo)
            for hex in self.next_to(here):
                if closed >> hex & 1:
                    continue
                dear = 2 * (hex in zone or bool(marks >> hex & 1)) + 2 * (here in zone)
                cost = spent + self.step(here, hex, way) + dear
                if cost <= most and cost < best.get(hex, FAR):
                    best[hex] = cost
                    heapq.heappush(todo, (cost, hex))
        return best

    # -- supply -------------------------------------------------------------------------------------------------------

    def open(self, side: int) -> set[Hex]:
        """The hexes that lines may enter: no enemies, and no zones of theirs where no friend is (14.5, 8.26)."""
        p, zone = self.position, self.zone(1 - side)
        stands = [{p.at[u] for u in hexes(self.state.on_map(who) & ~p.dropped)} for who in SIDES]
        land = hexes(self.board.dry_land & ~p.neutral)
        return {hex for hex in land if hex in stands[side] or hex not in stands[1 - side] | zone}

    def ports(self, side: int, free: set[Hex]) -> dict[Hex, int]:
        """The ports that could pass supply on: 0 a major one, 1 a minor one (14.32, 13.37, R151)."""
        p, board = self.position, self.board
        weak, found = p.suppressed | harbours.wrecked(self.state), dict[Hex, int]()
        for hex in hexes(board.ports & p.owner[side] & ~harbours.idle(self.state)):
            minor = board.minor_ports >> hex & 1
            shut = any(other not in free for other in hexes(board.channels.get(hex, 0)))
            if hex in free and not shut and not (minor and p.suppressed >> hex & 1):
                found[hex] = int(minor or weak >> hex & 1)
        return found

    def afloat(self, side: int, ports: Iterable[Hex], goals: set[Hex], free: set[Hex]) -> set[Hex]:
        """Those of some goals to which ships come from some ports: over the sea, and coasts that are open (14.44, 14.45)."""
        board = self.board
        sailed = harbours.waters(self.state, side)
        sailed |= (board.channel_hexes | board.coastal) & mask_of(free)
        todo = list(ports)
        seen, found = set(todo), set(todo) & goals
        while todo:
            here = todo.pop()
            for hex in hexes(self.grid.adjacent_mask(here)):
                if board.lanes.has(here, hex):
                    found |= {hex} & goals
                    if sailed >> hex & 1 and hex not in seen:
                        seen.add(hex)
                        todo.append(hex)
        return found

    def near(self, heads: set[Hex], free: set[Hex]) -> dict[Hex, int]:
        """From where infantry gets to one of some heads, and for how many points (14.41); who is in its hex is there already."""
        best, todo = dict.fromkeys(heads, 0), [(0, head) for head in heads]
        heapq.heapify(todo)
        while todo:
            spent, here = heapq.heappop(todo)
            if here not in free or spent > LIMITS[0]:
                continue
            for hex in self.next_to(here):
                cost = spent + self.step(hex, here, FOOT)
                if cost < best.get(hex, FAR):
                    best[hex] = cost
                    heapq.heappush(todo, (cost, hex))
        return best

    def halvings(self, hex: Hex, soviet: bool) -> int:
        """How often the range of supply is halved in a hex (15.1)."""
        s, board = self.state, self.board
        snow = s.weather == "snow" and (not soviet or board.mud_in_snow >> hex & 1)
        foul = (s.weather == "mud" or snow) and not board.arid >> hex & 1
        return bool(foul) + (board.arctic >> hex & 1)

    def supplied(self, school: School) -> set[Hex]:
        """The hexes in supply of those who draw on the same centers, supplyhead by supplyhead (14.3, 14.4)."""
        s, p, side = self.state, self.position, school.seat
        free, rails = self.open(side), set(hexes(p.rail[school.seat]))
        ports = self.ports(side, free)
        piers = {hex for hex in hexes(harbours.piers(s, side) & p.owner[side]) if hex in free}
        posts = {p.at[unit] for unit in hexes(s.on_map(side) & self.scenario.suppliers)}
        centers = {hex for hex in hexes(supply.centers(s, school)) if hex in free | rails}
        works, beaches = set(centers), set[Hex]()
        while True:
            new = self._along(works & rails, rails) | self.afloat(side, works & set(ports), set(ports), free)
            beaches |= self.afloat(side, (works | new) & set(ports), piers, free)
            strong = {hex for hex in works if hex in centers | rails | posts or ports.get(hex, 1) == 0}
            reached = {
                hex
                for heads, limit in zip((strong, works - strong, beaches), LIMITS, strict=True)
                for hex, cost in self.near(heads, free).items()
                if cost <= limit >> self.halvings(hex, school.soviet)
            }
            new |= posts & reached
            if new <= works:
                return reached
            works |= new

    def _along(self, start: set[Hex], rails: set[Hex]) -> set[Hex]:
        """The rail hexes joined to some others (14.43)."""
        found, todo = set(start), list(start)
        while todo:
            here = todo.pop()
            for hex in hexes(self.grid.adjacent_mask(here)):
                if hex in rails - found and self.board.rails.has(here, hex):
                    found.add(hex)
                    todo.append(hex)
        return found


@pytest.mark.case("war_in_europe", "9.0", "9.11", "9.13a", "9.13b", "6.67", "8.26a", "7.33d")
@pytest.mark.parametrize("key", SCENARIOS)
@pytest.mark.parametrize("seed", range(3))
def test_zones_reach_as_far_as_by_hand(key: str, seed: int) -> None:
    field = Field(key, seed)
    for side in SIDES:
        assert set(hexes(field.state.zone(side))) == field.zone(side)


@pytest.mark.case("war_in_europe", "5.12", "5.13b", "5.24", "9.15b", "9.21a", "9.21b", "13.53", "14.21a")
@pytest.mark.parametrize("key", SCENARIOS)
@pytest.mark.parametrize("seed", range(3))
def test_units_get_as_far_as_by_hand(key: str, seed: int) -> None:
    field = Field(key, seed)
    for unit in field.some(field.state.on_map(seed % 2) & ~field.scenario.repairers, 12):
        routes = movement.reachable(field.state, unit)
        assert {hex: routes.cost(hex) for hex in hexes(routes.all)} == field.reach(unit)


@pytest.mark.case("war_in_europe", "tbl.5.8.river", "tbl.5.8.rail", "tbl.5.8.n1")
@pytest.mark.parametrize("bridges", [False, True])
@pytest.mark.parametrize("everybody", [False, True])
def test_units_get_over_rivers_as_by_hand(bridges: bool, everybody: bool) -> None:
    field = Field("overlord_1944", 5, Options(rail_bridges=bridges, river_cost_for_all=everybody))
    board, over = field.board, 0
    near = board.rivers.cross(board.rail_hexes) & board.rail_hexes
    for unit in hexes(field.state.on_map(1) & ~field.scenario.repairers):
        routes, found = movement.reachable(field.state, unit), field.reach(unit)
        assert {hex: routes.cost(hex) for hex in hexes(routes.all)} == found
        over += bool(mask_of(found) & near)
    assert over, "nobody is near a river"


@pytest.mark.case("war_in_europe", "12.62a", "12.66a", "tbl.zoc.2")
@pytest.mark.parametrize("key", ["overlord_1944", "sichelschnitt"])
@pytest.mark.parametrize("seed", range(3))
def test_units_go_back_where_they_may_by_hand(key: str, seed: int) -> None:
    field, some = Field(key, seed), 0
    s, p = field.state, field.position
    for side in SIDES:
        zone, stands = field.zone(1 - side), {p.at[unit] for unit in hexes(s.on_map(side) & ~p.dropped)}
        closed = s.occupied(1 - side) | p.neutral
        for unit in hexes(s.on_map(side) & ~field.scenario.repairers):
            near = {hex for hex in field.next_to(p.at[unit]) if not closed >> hex & 1}
            vacant = near - stands - zone
            assert set(hexes(retreat.havens(s, unit))) == (vacant or near & stands)
            some += not vacant
    assert some, "everybody has a vacant hex to go back to"


@pytest.mark.case("war_in_europe", "14.0", "14.33", "14.41a", "14.41b", "14.42c", "14.43", "14.44", "14.45")
@pytest.mark.case("war_in_europe", "14.5", "14.51a", "14.51b", "14.52")
@pytest.mark.parametrize("key", SCENARIOS)
@pytest.mark.parametrize("seed", range(3))
def test_supply_comes_as_far_as_by_hand(key: str, seed: int) -> None:
    field = Field(key, seed)
    some = 0
    for school in field.scenario.schools:
        if school.sources:
            found = set(hexes(supply.chain_of(field.state, school).reach & field.board.dry_land))
            assert found == field.supplied(school)
            some += len(found)
    assert some


@pytest.mark.case("war_in_europe", "14.4", "14.41a", "14.43", "14.44", "14.45", "14.46")
@pytest.mark.parametrize("key", SCENARIOS)
@pytest.mark.parametrize("seed", range(8))
def test_every_line_that_is_shown_works(key: str, seed: int) -> None:
    field, shown = Field(key, seed), 0
    s, p = field.state, field.position
    for school in field.scenario.schools:
        free, rails = field.open(school.seat), p.rail[school.seat]
        for unit in hexes(school.units & s.on_map(school.seat)):
            parts, here = supply.line(s, unit), p.at[unit]
            assert (parts is not None) == bool(supply.chain_of(s, school).reach >> here & 1)
            for part in parts or ():
                assert part.way[0] == here
                links = list(pairwise(part.way))
                if part.by == "road":
                    assert all(there in free for _, there in links)
                    cost = sum(field.step(one, other, FOOT) for one, other in links)
                    assert cost <= LIMITS[0] >> field.halvings(here, school.soviet)
                elif part.by == "railway":
                    assert not mask_of(part.way) & ~rails
                    assert all(field.board.rails.has(*link) for link in links)
                else:
                    assert all(field.board.lanes.has(*link) for link in links)
                here = part.way[-1]
                shown += 1
            assert parts is None or supply.centers(s, school) >> here & 1
    assert shown
