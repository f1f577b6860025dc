"""What staffs of units on hexes share: threats, forces and the best set of attacks, on a small drawn field."""

from collections.abc import Iterable, Mapping

import pytest
from tests.drill.field import BLUE, RED, OnField, field

from phaseline.ai.agent import Budget
from phaseline.ai.field import (
    Assault,
    AttackStaff,
    Candidate,
    Placing,
    Potential,
    Threat,
    gathered,
    most_drawn,
    strikes,
)
from phaseline.ai.field.attacks import BEST_ODDS, every, rising
from phaseline.ai.planning import Exchange
from phaseline.ai.sight import Clock
from phaseline.hexgrid import Hex, Mask, hexes

LINE = """
a b n . o
 c . . . .
. . . . .
"""


class Small:
    """Units move one hex; one unit fits in a hex. Blue attacks with 2 each, Red defends with 1."""

    def __init__(self, s: OnField, seat: int = BLUE) -> None:
        self.s, self.seat = s, seat

    def reach(self, unit: int) -> Mask:
        side = self.s.scenario.side_of[unit]
        here = 1 << self.s.position.at[unit]
        return (here | self.s.scenario.map.grid.spread(here)) & ~self.s.occupied(1 - side)

    def strength(self, unit: int) -> int:
        return 0 if self.s.position.steps[unit] == 1 else 2

    def limit(self, hex: Hex) -> int:
        return 1 + (hex == 0)

    def resistance(self, hex: Hex) -> int:
        return len(self.s.units_at(hex, 1 - self.seat))


class Staff(AttackStaff):
    """An attack is worth its strength, 10 at most."""

    least, most = 0.0, 8

    def candidates(self, target: Hex) -> list[Candidate]:
        near = self.field.s.scenario.map.grid.adjacent_mask(target)
        return [
            Candidate(unit, hex, self.field.strength(unit), 0.0)
            for unit, area in self.places.items()
            for hex in hexes(area & near)
        ]

    def assess(self, target: Hex, force: Mapping[int, Hex]) -> Assault:
        worth = min(10.0, 2.0 * len(force))
        return Assault(target, dict(force), "", Exchange(0.0, 0.0, 1.0), worth)


def test_a_threat_is_what_could_come_together_on_a_hex() -> None:
    threat = Threat([(4, 0b0110), (3, 0b0010), (2, 0b0011)])
    assert [threat.at(hex) for hex in range(4)] == [2, 9, 4, 0]
    assert threat.area == 0b0111
    assert [Threat(threat.strikes, 2).at(hex) for hex in range(4)] == [2, 7, 4, 0]


def test_units_strike_from_wherever_they_can_go() -> None:
    s = field(LINE)
    a, b, c = (s.scenario.number[name] for name in "abc")
    s.position.steps[c] = 1
    found = strikes(Small(s), [a, b, c], s.scenario.map.grid.spread)
    assert {unit: strength for unit, (strength, _) in found.items()} == {a: 2, b: 2}, "c cannot attack"
    red = s.position.at[s.scenario.number["n"]]
    assert [bool(area >> red & 1) for _, area in found.values()] == [True, True]
    far = s.position.at[s.scenario.number["o"]]
    assert not Threat(found.values()).at(far)


def pool(*strengths: int) -> list[Candidate]:
    """Units of these strengths, each in a hex of its own number."""
    return [Candidate(unit, unit, strength, 0.0) for unit, strength in enumerate(strengths)]


def new(c: Candidate, force: Mapping[int, Hex]) -> bool:
    return c.unit not in force


def alone(_: Candidate, force: Mapping[int, Hex]) -> bool:
    return not force


def test_forces_rise_by_whole_odds() -> None:
    assert [list(force) for force in rising(pool(3, 2, 2, 1), 4, new)] == [[0, 1], [0, 1, 2, 3], [0, 1, 2, 3]]


def test_beyond_the_best_odds_only_a_few_more_are_tried() -> None:
    sizes = [len(force) for force in rising(pool(*[1] * 20), 1, new)]
    assert sizes[-1] == max(sizes) == BEST_ODDS + 2


def test_a_force_has_somebody_in_each_anchor() -> None:
    assert all({1, 2} <= set(force.values()) for force in rising(pool(3, 2, 1), 1, new, anchors=(2, 1)))
    assert list(rising(pool(3, 2), 1, new, anchors=(5,))) == []


def test_every_force_of_a_few_is_tried_small_ones_first() -> None:
    assert [list(force) for force in every(pool(1, 1, 1)[:2], new)] == [[0], [1], [0, 1]]
    assert [list(force) for force in every(pool(1, 1), alone)] == [[0], [1]]


def test_the_best_set_of_attacks_uses_no_unit_twice_and_no_hex_beyond_its_room() -> None:
    s = field(LINE)
    places = {unit: Small(s).reach(unit) for unit in hexes(s.on_map(BLUE))}
    staff = Staff(Small(s), places, s.occupied(RED))
    plan = staff.plan()
    assert [way.target for way in plan] == [s.position.at[s.scenario.number["n"]]], "o is out of reach"
    (way,) = plan
    assert way.worth == 4.0, "two hexes next to it are free or held by who attacks from there"
    assert len(way.places) == len(set(way.places.values())) == 2, "one unit a hex"
    for unit, hex in way.places.items():
        assert places[unit] >> hex & 1


def test_room_counts_those_who_stay() -> None:
    s = field(LINE)
    a, b = s.position.at[s.scenario.number["a"]], s.position.at[s.scenario.number["b"]]
    staff = Staff(Small(s), {s.scenario.number["b"]: s.scenario.map.on_map}, 0)
    assert staff.room(a) == 1
    assert staff.room(b) == 1
    assert staff.fits(Candidate(s.scenario.number["b"], a, 2, 0.0), {})
    assert not staff.fits(Candidate(s.scenario.number["b"], a, 2, 0.0), {s.scenario.number["c"]: a})


def test_who_attacks_from_where_he_stands_leaves_no_room_for_others() -> None:
    s = field(LINE)
    b, c = s.scenario.number["b"], s.scenario.number["c"]
    here = s.position.at[b]
    staff = Staff(Small(s), {b: s.scenario.map.on_map, c: s.scenario.map.on_map}, 0)
    assert staff.room(here) == 1, "b may leave it"
    assert staff.fits(Candidate(b, here, 2, 0.0), {})
    assert not staff.fits(Candidate(c, here, 2, 0.0), {b: here})
    way = staff.assess(s.position.at[s.scenario.number["n"]], {b: here})
    assert staff.package(way).uses["room", here] == 1.0


class Loose(Staff):
    """`c` counts against no limit."""

    def counts(self, unit: int) -> bool:
        return bool(unit != self.field.s.scenario.number["c"])


def test_who_can_only_stay_has_his_room_even_where_too_many_are() -> None:
    s = field(LINE)
    a, b, c = (s.scenario.number[name] for name in "abc")
    here = s.position.at[b]
    s.put(c, here)
    staff = Staff(Small(s), {a: s.scenario.map.on_map, b: 1 << here, c: 1 << here}, 0)
    assert staff.room(here) == -1, "one unit may stand there"
    assert staff.fits(Candidate(c, here, 2, 0.0), {b: here})
    assert not staff.fits(Candidate(a, here, 2, 0.0), {})
    way = staff.assess(s.position.at[s.scenario.number["n"]], {b: here, c: here})
    assert ("room", here) not in staff.package(way).uses


def test_who_could_leave_makes_room_also_where_too_many_are() -> None:
    s = field(LINE)
    a, b, c = (s.scenario.number[name] for name in "abc")
    here = s.position.at[b]
    for unit in (a, c):
        s.put(unit, here)
    staff = Staff(Small(s), {b: 1 << here, c: s.scenario.map.on_map}, 0)
    assert staff.room(here) == -1, "a and b stay, c may leave"
    assert not staff.fits(Candidate(c, here, 2, 0.0), {b: here})
    elsewhere = 1 << s.position.at[s.scenario.number["n"]]
    assert Staff(Small(s), {a: elsewhere, b: elsewhere, c: elsewhere}, 0).room(here) == 1


def test_who_counts_against_no_limit_needs_no_room() -> None:
    s = field(LINE)
    a, b, c = (s.scenario.number[name] for name in "abc")
    here = s.position.at[a]
    staff = Loose(Small(s), dict.fromkeys((a, b, c), s.scenario.map.on_map), 0)
    assert staff.fits(Candidate(c, here, 2, 0.0), {a: here, b: here})
    assert not staff.settles(c, here)
    way = staff.assess(s.position.at[s.scenario.number["n"]], {a: here, c: here})
    assert staff.package(way).uses["room", here] == 1.0
    s.put(c, here)
    assert Loose(Small(s), {}, 0).room(here) == Staff(Small(s), {}, 0).room(here) + 1


def test_an_exchange_of_outcomes_as_likely_is_their_mean() -> None:
    found = Exchange.equal([(1.0, 0.0, 0.0), (0.0, 3.0, 1.0), (0.5, 0.0, 0.5)])
    assert found == Exchange(0.5, 1.0, 0.5)
    assert found.worth(prize=4.0, price=2.0, kill=3.0) == pytest.approx(4.0)


class Row(Placing[int]):
    """Units in a row of places; two in one place are worth nothing, and every unit likes high numbers."""

    def __init__(self, goes: list[int], places: int) -> None:
        self.goes, self.places, self.asked = goes, places, 0

    def options(self, unit: int) -> Iterable[int]:
        return [place for place in range(self.places) if place != self.goes[unit]]

    def least(self, unit: int) -> float:
        return self.tried(unit, self.goes[unit])

    def tried(self, unit: int, option: int) -> float:
        self.asked += 1
        others = {place for other, place in enumerate(self.goes) if other != unit}
        return 0.0 if option in others else float(1 + option)

    def settle(self, unit: int, option: int | None) -> None:
        if option is not None:
            self.goes[unit] = option


def test_each_unit_goes_where_the_plan_is_worth_most() -> None:
    row = Row([0, 0, 0], places=4)
    row.sweep([2, 0, 1], Clock(Budget(None)), times=9)
    assert row.goes == [2, 1, 3]
    assert row.asked == 2 * 3 * 4, "the second sweep changes nothing and is the last"


def test_a_sweep_ends_when_time_is_up() -> None:
    row = Row([0, 0], places=4)
    row.sweep([0, 1], Clock(Budget(0.0)), times=9)
    assert row.goes == [0, 0]
    assert row.asked == 0


def test_the_most_attractive_goal_is_felt_and_asked_again_only_for_other_goals() -> None:
    asked: list[Hex] = []

    def travel(goal: Hex) -> dict[Hex, int]:
        asked.append(goal)
        return {hex: abs(hex - goal) for hex in range(5)}

    potential = Potential(lambda cost: 0.5**cost)
    felt = potential.of(BLUE, ((8.0, 0), (2.0, 4)), travel)
    assert felt == {0: 8.0, 1: 4.0, 2: 2.0, 3: 1.0, 4: 2.0}
    assert potential.of(RED, ((2.0, 4),), travel)[0] == 0.125, "each side has goals of its own"
    assert potential.of(BLUE, ((8.0, 0), (2.0, 4)), travel) is felt
    assert asked == [0, 4, 4]
    assert potential.of(BLUE, ((4.0, 0), (2.0, 4)), travel)[0] == 4.0, "a goal is worth less now"


class Drawn(Staff):
    """The strongest alone go first, as forces of many candidates do."""

    def forces(self, target: Hex, candidates: list[Candidate]) -> Iterable[dict[int, Hex]]:  # noqa: ARG002
        first = max(candidates, key=lambda c: (c.strength, -c.unit))
        return [{first.unit: first.hex}]


class Asked(Drawn):
    """Asked again."""

    rounds = 3


@pytest.mark.parametrize(("staff", "attacks"), [(Drawn, 1), (Asked, 2)])
def test_who_is_left_out_is_asked_what_he_could_do(staff: type[Staff], attacks: int) -> None:
    """The strongest is wanted for both attacks, and the others would stand by."""
    s = field("b n a o c")
    a, *others = units = [s.scenario.number[name] for name in "abc"]
    for unit in others:
        s.position.steps[unit] = 1
    found = staff(Weak(s), {unit: 1 << s.position.at[unit] for unit in units}, s.occupied(RED)).plan()
    assert a in found[0].places or a in found[-1].places
    assert len(found) == attacks


class Weak(Small):
    """Whoever has lost a step attacks with 1."""

    def strength(self, unit: int) -> int:
        return self.s.position.steps[unit]


def test_demand_is_by_how_many_hexes_want_a_unit() -> None:
    s = field("n a o\n b . .")
    a, b = (s.scenario.number[name] for name in "ab")
    staff = Staff(Small(s), {unit: 1 << s.position.at[unit] for unit in (a, b)}, s.occupied(RED))
    assert staff.demand == {a: 2, b: 1}


def test_a_goal_draws_less_the_more_go_there_already() -> None:
    draws = [(8.0, "near"), (6.0, "far")]

    def drawn(near: float, share: float = 0.5) -> str | None:
        return most_drawn(draws, {"near": near, "far": 0.0}.__getitem__, share)

    assert [drawn(near) for near in (0.0, 0.49, 0.51, 1.0)] == ["near", "near", "far", "far"]
    assert [drawn(near, share=0.0) for near in (1.0, 1.3, 1.4)] == ["near", "near", "far"]
    assert drawn(0.5) == "near"  # of two that draw alike the first
    assert most_drawn([], {}.__getitem__, 0.5) is None


def test_strength_beside_a_goal_counts_where_enemies_hold_it() -> None:
    s = field(LINE)
    grid = s.scenario.map.grid
    here, beside, away = 0, 1, 3
    strength = {here: 1.0, beside: 2.0, away: 4.0}
    assert gathered([here, beside], strength, 0, grid) == {here: 1.0, beside: 2.0}
    assert gathered([here, beside], strength, 1 << here, grid) == {here: 3.0, beside: 2.0}
