"""Odds, retreats, strategic movement and what trucks carry, worked out once more as the rulebook puts it, on random positions."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

import pytest
from tests.cheapest import cheapest
from tests.games.france44.field import Field

from phaseline.games.france44.position import ALLIED, GERMAN, NOWHERE, POOL, Plan
from phaseline.games.france44.rules import movement, odds, retreat, supply
from phaseline.games.france44.rules.reach import struck_by
from phaseline.hexgrid import Hex, hexes, mask_of

SEEDS = range(8)
COMMONWEALTH = ("British", "Canadian", "Polish")


class Fights(Field):
    """Rules of combat and supply."""

    def nation(self, unit: int) -> str:
        nation = self.scenario.units[unit].nation
        return "British" if nation in COMMONWEALTH else nation

    def factor(self, unit: int) -> int:
        kind = self.scenario.units[unit]
        return kind.combat if self.state.position.steps[unit] == kind.steps else kind.half

    def is_hq(self, unit: int) -> bool:
        return self.scenario.units[unit].type == "hq"

    # -- attacks ------------------------------------------------------------------------------------------------------

    def plans(self) -> Iterator[Plan]:
        """Attacks that could be made here, with random support."""
        s, rng, wings = self.state, self.rng, self.scenario.side_wings
        for side in (ALLIED, GERMAN):
            for target in hexes(s.occupied(1 - side) & self.board.playable):
                near = [
                    unit
                    for unit in hexes(s.on_map(side) & self.scenario.divisions)
                    if struck_by(s, unit) >> target & 1
                ]
                if not near:
                    continue
                attackers = rng.sample(near, rng.randint(1, len(near)))
                also = struck_by(s, attackers[0]) & s.occupied(1 - side) if rng.random() < 0.3 else 0
                yield Plan(
                    attacker=side,
                    target=target,
                    targets=1 << target | also,
                    attackers=mask_of(attackers),
                    wings=mask_of(rng.sample(list(hexes(wings[side])), rng.randint(0, len(attackers)))),
                    hq=self.some_hq(side),
                    answer=self.some_hq(1 - side),
                    bomber=side == ALLIED and s.position.weather != "blizzard" and rng.random() < 0.3,
                )

    def some_hq(self, side: int) -> int:
        return self.rng.choice([NOWHERE, *hexes(self.state.on_map(side) & self.scenario.hqs)])

    def lent(self, hq: int, plan: Plan, comrades: list[int]) -> int:
        """What a headquarters lends (19.1, 19.11)."""
        if hq == NOWHERE or hq in comrades:
            return 0
        at = self.state.position.at[hq]
        near = any(self.grid.distance(at, target) <= 2 for target in hexes(plan.targets))
        alike = any(not self.is_hq(unit) and self.nation(unit) == self.nation(hq) for unit in comrades)
        return self.scenario.units[hq].combat if near and alike else 0

    def attacks(self, plan: Plan, unit: int) -> int:
        """What a unit brings: half of it where nothing but rivers lies before it (21.3)."""
        here = self.state.position.at[unit]
        struck = list(hexes(plan.targets & struck_by(self.state, unit)))
        wet = all(self.board.rivers.has(here, hex) for hex in struck)
        return self.factor(unit) // 2 if wet else self.factor(unit)

    def times(self, hex: Hex, side: int) -> int:
        """What the ground multiplies (20.2, 22.2, 23.2, 24.2, R34)."""
        board = self.board
        rough = board.towns | board.mountain | board.forest | (board.fortified if side == GERMAN else 0)
        found = 3 if board.cities >> hex & 1 else 2 if rough >> hex & 1 else 1
        return found * (2 if self.state.position.weather == "blizzard" else 1)

    def air(self, plan: Plan) -> tuple[int, int]:
        """What air units add to attack and defence (9.1, 9.13, 9.133)."""
        p, own = self.state.position, self.scenario.side_wings
        if p.weather == "blizzard":
            return 0, 0
        above = counted = 0
        for hex in hexes(plan.targets):
            over = [wing for wing, place in enumerate(p.wings) if place == hex and not plan.wings >> wing & 1]
            theirs = sum(own[1 - plan.attacker] >> wing & 1 for wing in over)
            left = max(0, theirs - (len(over) - theirs))
            above += left
            counted += min(left, sum(not self.is_hq(unit) for unit in self.defending(plan, hex)))
        sent = plan.wings.bit_count()
        cancelled = min(sent, above)
        return sent - cancelled, min(above - cancelled, counted)

    def defending(self, plan: Plan, hex: Hex) -> list[int]:
        at = self.state.position.at
        return [unit for unit in hexes(self.state.on_map(1 - plan.attacker)) if at[unit] == hex]

    def weighed(self, plan: Plan) -> tuple[int, int]:
        """Both totals of an attack (11.1)."""
        flown, above = self.air(plan)
        bomber = 10 if self.state.position.weather == "clear" else 5
        attackers = list(hexes(plan.attackers))
        attack = sum(self.attacks(plan, unit) for unit in attackers) + flown
        attack += self.lent(plan.hq, plan, attackers) + plan.bomber * bomber
        defence, inside = above, list[int]()
        for hex in hexes(plan.targets):
            units = self.defending(plan, hex)
            inside += units
            defence += self.times(hex, 1 - plan.attacker) * sum(self.factor(unit) for unit in units)
        return attack, defence + self.lent(plan.answer, plan, inside)

    # -- retreats -----------------------------------------------------------------------------------------------------

    def ways_back(self, unit: int) -> set[Hex]:
        """The first steps from which a retreat gets clear of the enemy, to where there is room (11.4, R41)."""
        s, side = self.state, self.scenario.side_of[unit]
        enemy, limit = set(hexes(s.occupied(1 - side))), 1 if self.is_hq(unit) else 2
        alike = [u for u in hexes(s.on_map(side)) if self.is_hq(u) == self.is_hq(unit)]
        barred = enemy.union(*self.zones(1 - side))

        def around(hex: Hex) -> list[Hex]:
            return list(hexes(self.grid.adjacent_mask(hex) & self.board.continent))

        def clear(hex: Hex) -> bool:
            room = sum(s.position.at[other] == hex for other in alike) < limit
            return room and not enemy & set(hexes(self.grid.adjacent_mask(hex)))

        def leads(hex: Hex, been: frozenset[Hex]) -> bool:
            on = (other for other in around(hex) if other not in been | barred)
            return clear(hex) or any(leads(other, been | {other}) for other in on)

        start = s.position.at[unit]
        return {hex for hex in around(start) if hex not in barred and leads(hex, frozenset({start, hex}))}

    # -- strategic movement -------------------------------------------------------------------------------------------

    def marched(self, unit: int) -> dict[Hex, int]:
        """Where a unit gets strategically, and for what (17.1, R29)."""
        s, side = self.state, self.scenario.side_of[unit]
        own = self.scenario.side_wings[side]
        enemy = set(hexes(s.occupied(1 - side)))
        enemy |= {hex for wing, hex in enumerate(s.position.wings) if not own >> wing & 1}
        shunned = enemy.union(*(hexes(self.grid.adjacent_mask(hex)) for hex in enemy))
        air, most, board = self.over(1 - side), 2 * self.points(unit, ""), self.board

        def steps(here: Hex, spent: int) -> Iterator[tuple[Hex, int, bool]]:
            for hex in hexes(self.grid.adjacent_mask(here) & board.playable):
                cost = spent + self.step(here, hex, air, "")
                if cost <= most and hex not in shunned:
                    banks = board.navigable >> here & 1 != board.navigable >> hex & 1
                    yield hex, cost, not (banks and not board.cities & (1 << here | 1 << hex))

        return cheapest(s.position.at[unit], steps)

    # -- trucks -------------------------------------------------------------------------------------------------------

    def haul(self) -> None:
        """Trucks stand near units, supplies at some of them."""
        s, p = self.state, self.state.position
        for side in (ALLIED, GERMAN):
            near = [
                hex
                for unit in hexes(s.on_map(side))
                for hex in hexes(
                    self.board.disk(p.at[unit], 3) & self.board.continent & ~s.occupied(1 - side)
                )
            ]
            for truck in hexes(self.scenario.side_trucks[side]):
                p.trucks[truck] = self.rng.choice(near) if near else POOL
            s.dumps(side).clear()
            s.dumps(side).update(dict.fromkeys(s.trucks(side)[:4], 2))
        s.changed()

    def fed(self, side: int, source: set[Hex]) -> set[Hex]:
        """The hexes that trucks supply from source hexes, and these (16.32, R94, R98)."""
        s = self.state
        shut = self.over(1 - side).union(*self.zones(1 - side), hexes(s.occupied(1 - side)))
        far = 3 if s.position.weather == "clear" else 2
        posts = set(s.trucks(side))
        todo, found = posts & source, set(source)
        used = set(todo)
        while todo:
            post = todo.pop()
            away, queue = {post: 0}, deque([post])
            while queue:
                here = queue.popleft()
                if away[here] < far and (here == post or here not in shut):
                    for hex in set(hexes(self.grid.adjacent_mask(here) & self.board.playable)) - away.keys():
                        away[hex] = away[here] + 1
                        queue.append(hex)
            found |= away.keys()
            new = (posts & away.keys()) - used - shut
            used |= new
            todo |= new
        return found


@pytest.mark.case(
    "france44", "11.1a", "9.13b", "9.133", "9.22a", "19.1a", "19.1b", "19.11b", "20.2", "21.3", "22.2"
)
@pytest.mark.parametrize("seed", SEEDS)
def test_attacks_weigh_what_they_weigh_by_hand(seed: int) -> None:
    field = Fights(seed)
    plans = list(field.plans())
    assert plans
    for plan in plans:
        assert odds.weigh(field.state, plan).strengths == field.weighed(plan)


@pytest.mark.case("france44", "11.4a", "11.4b", "11.4c", "11.4d")
@pytest.mark.parametrize("seed", SEEDS)
def test_retreats_lead_where_they_lead_by_hand(seed: int) -> None:
    field = Fights(seed)
    for unit in hexes(field.state.on_map(ALLIED) | field.state.on_map(GERMAN)):
        assert set(hexes(retreat.steps_back(field.state, unit))) == field.ways_back(unit)


@pytest.mark.case("france44", "17.1a", "17.1b", "21.4a")
@pytest.mark.parametrize("seed", SEEDS)
def test_units_march_as_far_as_by_hand(seed: int) -> None:
    field = Fights(seed)
    for unit in hexes(field.state.on_map(ALLIED) | field.state.on_map(GERMAN)):
        routes = movement.reachable(field.state, unit, march=True)
        assert {hex: routes.cost(hex) for hex in hexes(routes.all)} == field.marched(unit)


@pytest.mark.case("france44", "16.32b", "16.32c", "16.6c")
@pytest.mark.parametrize("seed", SEEDS)
def test_trucks_carry_as_far_as_by_hand(seed: int) -> None:
    field = Fights(seed)
    field.haul()
    for side in (ALLIED, GERMAN):
        stocks = [source for source in supply.rations(field.state, side).sources if source.kind == "stocks"]
        assert stocks
        for source in stocks:
            found = set(hexes(source.reach & field.board.playable))
            assert found == field.fed(side, set(hexes(source.hexes)))
