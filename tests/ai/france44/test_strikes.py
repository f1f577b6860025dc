"""What is counted on in an attack is what the rules give: who is halved, and which ships can come."""

from collections.abc import Mapping
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest
from tests.ai.france44.conftest import FRANCE, cleared, off, state_of

from phaseline.ai.france44.attacks import Strikes, _Outcomes
from phaseline.ai.france44.evaluator import FranceEvaluator
from phaseline.ai.france44.ground import ground
from phaseline.ai.france44.landings import Fleet
from phaseline.ai.france44.situation import Situation
from phaseline.games.france44 import orders
from phaseline.games.france44.position import ALLIED, DEAD, GERMAN, Plan
from phaseline.games.france44.results import Result
from phaseline.games.france44.rules import odds
from phaseline.games.france44.scenario import FranceScenario
from phaseline.games.france44.state import FranceState
from phaseline.hexgrid import Hex, hexes, mask_of


@pytest.fixture(scope="module")
def market() -> FranceScenario:
    """It has a hex that is attacked as over a river."""
    scenario: FranceScenario = FRANCE.load("market")
    return scenario


def moat(scenario: FranceScenario) -> tuple[FranceState, Hex, Hex]:
    """A German alone in the moated hex, and the Allied hex next to it that no river parts from it."""
    s, board = state_of(cleared(scenario, 0)), scenario.board
    (target,) = hexes(scenario.moated)
    s.put(scenario.number["ge-fj6"], target)
    return s, target, next(hexes(board.dry.cross(1 << target) & board.continent))


def strengths(s: FranceState, target: Hex, force: Mapping[int, Hex]) -> tuple[int | Fraction, int | Fraction]:
    """Both sides in an attack by the rules."""
    return odds.weigh(
        s, Plan(attacker=ALLIED, target=target, targets=1 << target, attackers=mask_of(force))
    ).strengths


def test_a_moated_hex_is_attacked_as_over_a_river(market: FranceScenario) -> None:
    s, target, here = moat(market)
    unit = market.number["us-030"]
    s.put(unit, here)
    staff = Strikes(Situation(ground(market), s, ALLIED), {unit: 1 << here}, 0)
    attack, defence = strengths(s, target, {unit: here})
    assert (s.factor(unit), attack) == (5, 2)
    assert [(c.hex, c.strength) for c in staff.candidates(target)] == [(here, attack)]
    assert staff.assess(target, {unit: here}).odds == f"1-{defence // attack}" == "1-3"


def test_headquarters_need_no_room_among_divisions(market: FranceScenario) -> None:
    s, _, here = moat(market)
    leader, division = (
        next(hexes(market.side_units[ALLIED] & kind)) for kind in (market.hqs, market.divisions)
    )
    staff = Strikes(Situation(ground(market), s, ALLIED), {}, 0)
    free = staff.room(here)
    s.put(leader, here)
    assert Strikes(Situation(ground(market), s, ALLIED), {}, 0).room(here) == free
    s.put(division, here)
    assert Strikes(Situation(ground(market), s, ALLIED), {}, 0).room(here) == free - 1


def test_greed_begins_no_attack_with_who_brings_no_strength(market: FranceScenario) -> None:
    s, target, here = moat(market)
    strong, other, weak = (market.number[name] for name in ("br-ga", "us-030", "br-ab01"))
    for unit in (strong, other, weak):
        s.put(unit, here)
    for unit in (weak, *s.units_at(target, GERMAN)):
        s.position.steps[unit] = 1
    s.changed()
    assert strengths(s, target, {weak: here})[0] == 0
    assert all(s.legal(ALLIED).refusal(orders.Attack(unit, target)) is None for unit in (strong, weak))
    evaluator = FranceEvaluator(market, ALLIED)
    assert (evaluator.gain(s, orders.Attack(strong, target)) or 0.0) > 0.0
    assert evaluator.gain(s, orders.Attack(weak, target)) == -1.0


def both_coasts(scenario: FranceScenario) -> tuple[FranceState, Hex, Hex]:
    """A German division each on a beach of the Channel and on one of the Mediterranean, with ships on both seas."""
    s, board = state_of(cleared(scenario, 1)), scenario.board
    south = board.water_of(s.position.ships[scenario.ship_ids.index("usn-86")])
    shores = board.beaches & ~board.grid.spread(south), board.beaches & board.grid.spread(south)
    north, med = (next(hexes(shore)) for shore in shores)
    for name, hex in (("ge-fj3", north), ("ge-fj5", med)):
        s.put(scenario.number[name], hex)
    return s, north, med


def test_only_ships_that_can_come_by_sea_are_counted_on(campaign: FranceScenario) -> None:
    s, north, med = both_coasts(campaign)
    first, second, *_ = hexes(campaign.side_units[ALLIED] & campaign.divisions)
    forces = {north: off(s, first, north), med: off(s, second, med)}
    view = Situation(ground(campaign), s, ALLIED)
    staff = Strikes(view, {}, 0)
    for beach, force in forces.items():
        trial = s.copy()
        (unit,) = force
        trial.apply(ALLIED, orders.Attack(unit, beach))
        legal = set(trial.legal(ALLIED).values(orders.Gunfire))
        assert set(staff.guns(beach)) == legal
        factors = [campaign.ships[ship].combat for ship in staff.guns(beach)]
        assert factors == sorted(factors, reverse=True)
    assert {campaign.ship_ids[ship] for ship in staff.guns(med)} == {"usn-86", "fn-med"}
    assert len(staff.guns(north)) == 5
    assert staff.guns(campaign.hex_at("5422", "test")) == (), "no sea is next to it"
    assert Strikes(Situation(ground(campaign), s, GERMAN), {}, 0).guns(north) == ()


def test_an_attack_that_ships_of_another_sea_would_have_to_make_possible_is_none(
    campaign: FranceScenario,
) -> None:
    s, _, med = both_coasts(campaign)
    for name in ("ge-ss1", "ge-ss2"):
        s.put(campaign.number[name], med)
    weak = min(hexes(campaign.side_units[ALLIED] & campaign.divisions), key=s.factor)
    force = off(s, weak, med)
    staff = Strikes(Situation(ground(campaign), s, ALLIED), {weak: 1 << force[weak]}, 0)
    attack, defence = strengths(s, med, force)
    ships = [ship.combat for ship in campaign.ships]
    here = [campaign.ships[ship].combat for ship in staff.guns(med)]
    assert 4 * (attack + sum(here)) < defence <= 4 * (attack + sum(ships))
    assert staff.assess(med, force).worth == float("-inf")
    assert FranceEvaluator(campaign, ALLIED).gain(s, orders.Attack(weak, med)) == -1.0


def test_ships_of_one_sea_are_shared_out_among_its_attacks(campaign: FranceScenario) -> None:
    s, north, med = both_coasts(campaign)
    first, second, *_ = hexes(campaign.side_units[ALLIED] & campaign.divisions)
    forces = {north: off(s, first, north), med: off(s, second, med)}
    staff = Strikes(Situation(ground(campaign), s, ALLIED), {}, 0)
    ways = [staff.assess(beach, force) for beach, force in forces.items()]
    used = [staff.support(way).ships for way in ways]
    assert all(used)
    _, packages, room = staff.offers(ways)
    shared = [
        {use: much for use, much in package.uses.items() if isinstance(use, tuple) and use[0] == "ships"}
        for package in packages
    ]
    assert [[*uses.values()] for uses in shared] == [[float(n)] for n in used]
    assert [[room[use] for use in uses] for uses in shared] == [[5.0], [2.0]]


def test_a_landing_counts_on_the_two_strongest_ships_of_its_sea(campaign: FranceScenario) -> None:
    s, north, med = both_coasts(campaign)
    best = sorted(hexes(campaign.side_units[ALLIED] & campaign.divisions), key=s.factor)[-2:]

    def worth(beach: Hex, *, without: Hex | None = None) -> float:
        trial = s.copy()
        ships = trial.position.ships
        gone = Situation(ground(campaign), s, ALLIED).guns(without) if without is not None else ()
        for ship in gone:
            ships[ship] = DEAD
        trial.changed()
        return Fleet(Situation(ground(campaign), trial, ALLIED)).wave(beach, (*best,), 0).worth

    assert worth(med, without=north) == worth(med) > worth(med, without=med)
    assert worth(north, without=med) == worth(north) > worth(north, without=north)


def test_support_that_only_one_attack_can_have_does_not_rule_out_the_others(campaign: FranceScenario) -> None:
    """Each attack is weighed with the bomber, without it, and with no support at all."""
    s, targets, forces = two_fronts(campaign)
    places = {unit: 1 << hex for force in forces for unit, hex in force.items()}
    staff = Strikes(Situation(ground(campaign), s, ALLIED), places, mask_of(targets))
    for target in targets:
        behind = [staff.support(way) for way in staff.ways(target)]
        assert {bool(each.bomber) for each in behind} == {False, True}
        assert any(not (each.bomber or each.wings or each.ships) for each in behind)
    found = staff.plan()
    assert {way.target for way in found} == {*targets}
    assert sum(staff.support(way).bomber for way in found) <= 1


def two_fronts(scenario: FranceScenario) -> tuple[FranceState, tuple[Hex, Hex], list[dict[int, Hex]]]:
    """Two Germans far from each other and from the sea, two Allied divisions beside each, the bomber ready, clear skies."""
    s, board = state_of(cleared(scenario, 0)), scenario.board
    s.position.bomber = "ready"
    inland = board.continent & ~board.forest & ~board.mountain & ~board.cities & ~board.grid.spread(board.sea)
    open_ = [hex for hex in hexes(inland) if board.dry.cross(1 << hex).bit_count() == 6]
    first = open_[0]
    second = next(hex for hex in open_ if board.grid.distance(first, hex) > 12)
    germans = [
        unit for unit in hexes(scenario.side_units[GERMAN] & scenario.divisions) if s.factor(unit) == 4
    ]
    allies = iter(sorted(hexes(scenario.side_units[ALLIED] & scenario.divisions), key=s.factor, reverse=True))
    forces = []
    for german, target in zip(germans, (first, second), strict=False):
        s.put(german, target)
        here = next(hexes(board.dry.cross(1 << target) & board.continent))
        force = {next(allies): here, next(allies): here}
        for unit in force:
            s.put(unit, here)
        forces.append(force)
    return s, (first, second), forces


def last_of_one(scenario: FranceScenario) -> tuple[FranceState, Hex, Hex]:
    """A place with one Allied division of one step, and a dry hex beside it from which Germans could attack it."""
    s, board = state_of(cleared(scenario, 15)), scenario.board
    target = scenario.hex_at("5217", "test")
    near = board.dry.cross(1 << target) & board.continent & ~board.forest
    unit = scenario.number["us-030"]
    s.put(unit, target)
    s.position.steps[unit] = 1
    s.changed()
    return s, target, next(hexes(near))


def test_a_hex_is_not_taken_by_attackers_who_are_all_lost_or_have_to_retreat(market: FranceScenario) -> None:
    s, target, here = last_of_one(market)
    weak, strong = market.number["ge-406"], market.number["ge-ss10"]
    s.position.steps[weak] = 1
    s.put(weak, here)
    s.put(strong, here)
    s.changed()
    staff = Strikes(Situation(ground(market), s, GERMAN), dict.fromkeys((weak, strong), 1 << here), 0)
    # 1-4: A2/D1 empties the hex with a six, but nobody is left to go in; of a whole division nobody either.
    assert staff.assess(target, {weak: here}).odds == "1-4"
    assert staff.assess(target, {weak: here}).exchange.success == 0.0
    # 1-1: A1/D1 with a four, A1/D2R with a five and D2R with a six: somebody is left, and nobody retreats.
    assert staff.assess(target, {strong: here}).odds == "1-1"
    assert staff.assess(target, {strong: here}).exchange.success == pytest.approx(3 / 6)


def test_units_that_leave_a_place_together_are_reckoned_together(market: FranceScenario) -> None:
    s = state_of(cleared(market, 15))
    place, enemy = market.hex_at("4617", "test"), market.hex_at("4618", "test")
    pair = [market.number[name] for name in ("ge-346", "ge-059")]
    for unit in pair:
        s.put(unit, place)
    s.put(market.number["br-053"], enemy)
    s.changed()
    view = Situation(ground(market), s, GERMAN)
    one, other, both = (view.away(mask_of(units)) for units in ([pair[0]], [pair[1]], pair))
    assert both > one + other


def test_after_the_last_german_turn_nothing_is_feared(market: FranceScenario) -> None:
    s = state_of(cleared(market, 15))
    place, enemy = market.hex_at("4617", "test"), market.hex_at("4618", "test")
    s.put(market.number["ge-346"], place)
    s.put(market.number["br-053"], enemy)
    for turn, feared in ((market.last_turn - 1, True), (market.last_turn, False)):
        s.position.turn = turn
        s.changed()
        assert bool(Situation(ground(market), s, GERMAN).threat.area >> place & 1) is feared
    assert Situation(ground(market), s, ALLIED).threat.area >> enemy & 1


@pytest.mark.parametrize(
    ("invaders", "lost", "back", "taken"),
    [
        ([2], 1, True, False),  # one step is lost, and the other for the retreat (R74)
        ([2, 2], 1, True, True),
        ([2], 1, False, True),
        ([2], 2, False, False),
        ([], 1, True, False),  # from the land they go back
        ([], 1, False, True),
    ],
)
def test_invaders_who_would_have_to_retreat_stay_for_a_step_each(
    invaders: list[int], lost: int, back: bool, taken: bool
) -> None:
    own = [0.0] * (1 + (sum(invaders) or 2))
    outcomes: Any = SimpleNamespace(afloat=invaders, own=own)
    result = Result(attacker=lost, attacker_back=back, defender=1)
    assert bool(_Outcomes._taken(outcomes, result)) is taken
