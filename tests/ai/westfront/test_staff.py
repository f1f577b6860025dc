"""What the staff does in WestFront, on small maps."""

import random

import pytest
from msgspec.structs import replace
from tests.games.westfront.composed import number, state_of

from phaseline.ai import registry
from phaseline.ai.agent import Budget, Observation
from phaseline.ai.driver import play_match
from phaseline.ai.greedy import GreedyAgent
from phaseline.ai.sight import Clock, Sight
from phaseline.ai.staff import StaffAgent
from phaseline.ai.westfront import fighting
from phaseline.ai.westfront.building import plan_building
from phaseline.ai.westfront.clash import Force, Ground, outlook
from phaseline.ai.westfront.drops import plan_drops
from phaseline.ai.westfront.headquarters import CommandPlanner
from phaseline.ai.westfront.layout import Layout, Means
from phaseline.ai.westfront.marching import March
from phaseline.ai.westfront.parameters import Otherwise, Parameters, parameters
from phaseline.ai.westfront.situation import Situation
from phaseline.ai.westfront.stakes import Stakes
from phaseline.engine.dice import ScriptedDice, SeededDice
from phaseline.engine.match import Match
from phaseline.engine.orders import Order
from phaseline.engine.registry import game
from phaseline.games.westfront.files import month_number
from phaseline.games.westfront.orders import Done
from phaseline.games.westfront.orders.combat import ChooseBattle, Fight, FireAll, TakeHit
from phaseline.games.westfront.orders.command import Activate
from phaseline.games.westfront.orders.movement import Move
from phaseline.games.westfront.orders.production import AddStep, BuildCadre, WithdrawBeachhead
from phaseline.games.westfront.orders.strategic import Rail
from phaseline.games.westfront.position import ALLIED, AXIS
from phaseline.games.westfront.rules import ground
from phaseline.games.westfront.rules.movement import overstacked
from phaseline.games.westfront.state import WestFrontState
from phaseline.hexgrid import hexes


def sight_of(state: WestFrontState, seat: int) -> Sight[WestFrontState]:
    view = state.game.view(state, seat)
    seen = Observation(state.game, state.scenario, view, seat)
    return Sight(seen, state, random.Random(1), Clock(Budget(None)))


def marched(state: WestFrontState, seat: int = ALLIED) -> list[Order]:
    """The orders of a Movement Phase, as the staff gives them."""
    sight = sight_of(state, seat)
    march = March(Situation(state, seat), sight, [], [])
    given: list[Order] = []
    while not isinstance(order := march.order(sight), Done):
        assert state.check(seat, order) is None
        given.append(order)
        state.apply(seat, order)
    return given


def battle(allied: int, axis: int) -> WestFrontState:
    return state_of(f"""
map: {{adjacent: [[A, B, C]]}}
setup:
  active: allied
  phase: battles
  battles: [{{at: B, original_attacker: allied, new: false}}]
  units:
  - {{id: ours, side: allied, type: armor, cv: {allied}, at: B}}
  - {{id: theirs, side: axis, type: infantry, cv: {axis}, at: B, face_up: true}}
""")


def test_a_battle_is_fought_on_when_it_promises_more_than_it_costs() -> None:
    strong, weak = battle(4, 1), battle(1, 4)
    found = fighting.choose(Situation(strong, ALLIED), strong.legal(ALLIED))
    assert found is not None
    assert isinstance(found[0], ChooseBattle)
    assert "Fight on at B" in found[1]
    assert fighting.choose(Situation(weak, ALLIED), weak.legal(ALLIED)) is None


def test_an_overwhelming_attack_is_made_and_a_hopeless_one_is_not() -> None:
    def front(allied: int, axis: int) -> WestFrontState:
        return state_of(f"""
map: {{adjacent: [[A, B, C]]}}
setup:
  active: allied
  phase: moves
  hqs: [{{id: HQ, side: allied, type: hq, cv: 3, at: A, active: true}}]
  units:
  - {{id: a1, side: allied, type: armor, cv: {allied}, at: A}}
  - {{id: a2, side: allied, type: armor, cv: {allied}, at: A}}
  - {{id: x1, side: axis, type: infantry, cv: {axis}, at: C, face_up: true}}
  - {{id: x2, side: axis, type: infantry, cv: {axis}, at: C, face_up: true}}
""")

    bold, timid = front(4, 1), front(1, 4)
    marched(bold)
    assert bold.battles
    marched(timid)
    assert not timid.battles


def test_the_cheapest_of_equals_takes_the_hit() -> None:
    state = state_of("""
map: {adjacent: [[A, B]]}
setup:
  active: axis
  phase: battles
  battles: [{at: B, original_defender: allied, new: false}]
  units:
  - {id: tank, side: allied, type: armor, cv: 3, at: B}
  - {id: foot, side: allied, type: infantry, cv: 3, at: B}
  - {id: enemy, side: axis, type: infantry, cv: 4, at: B}
""")
    state.dice = ScriptedDice([1] * 6 + [6, 1, 1, 1])
    state.apply(AXIS, ChooseBattle(state.board.hex("B")))
    state.apply(AXIS, Fight(state.board.hex("B")))
    while state.path()[-1] == "volley":
        assert state.decision is not None
        state.apply(state.decision.seats[0], FireAll())
    assert fighting.take(state, state.legal(ALLIED)) == TakeHit(number(state, "foot"))


def test_upright_blocks_are_taken_as_average_units() -> None:
    westfront = game("westfront")
    scenario = westfront.load("husky")
    view = westfront.view(westfront.new(scenario, SeededDice(bytes(32))), ALLIED)
    seen = Observation(westfront, scenario, view, ALLIED)
    forces = []
    for seed in range(4):
        state = seen.sample(random.Random(seed))
        assert isinstance(state, WestFrontState)
        situation = Situation(state, ALLIED)
        upright = [hex for hex in situation.enemy if not _revealed(state, hex)]
        assert upright
        for hex in upright:
            crowd = state.standing.by_hex[AXIS][hex].bit_count()
            assert situation.enemy[hex].units == pytest.approx(crowd * situation.average.units)
        forces.append(situation.average)
    assert all(force.steps > 0 for force in forces)


def _revealed(state: WestFrontState, hex: int) -> bool:
    return bool(state.standing.by_hex[AXIS][hex] & state.position.revealed)


def test_stakes_follow_the_victory_conditions() -> None:
    westfront = game("westfront")

    def worth(key: str, place: str) -> float:
        state = westfront.new(westfront.load(key), SeededDice(bytes(32)))
        assert isinstance(state, WestFrontState)
        return Stakes(state).at(state.board.hex(place))

    assert worth("husky", "Palermo") > 0
    assert worth("husky", "Tunis") == 0
    assert worth("S44", "London") == 0
    assert worth("S44", "Cherbourg") > 0
    assert worth("W44", "Cherbourg") < 1 < worth("W44", "Munich")
    assert worth("S44", "Ruhr") > worth("S44", "Liege") > 0


JUNE_44, DECEMBER_44, MAY_45 = (month_number(text) for text in ("1944-06", "1944-12", "1945-05"))


@pytest.fixture
def weighing() -> Parameters:
    """Parameters of which some hold in a half-year only, or for one side."""
    plain = replace(parameters(), otherwise=())
    winter = Otherwise(half_years=("W44",), weigh={"battle": {"threat": 0.25}, "pull": {"reach": 4}})
    bold = Otherwise(half_years=("W44",), seats=(ALLIED,), weigh={"battle": {"threat": 0.125}})
    return replace(plain, otherwise=(winter, bold))


def test_a_half_year_is_weighed_by_what_is_said_of_it(weighing: Parameters) -> None:
    """What is said later counts; what nobody names stays."""
    plain = replace(weighing, otherwise=())
    allied, axis = weighing.within("W44", ALLIED, MAY_45), weighing.within("W44", AXIS, MAY_45)
    assert (allied.battle.threat, allied.pull.reach) == (0.125, 4)
    assert (axis.battle.threat, axis.pull.reach) == (0.25, 4)
    assert allied.battle.boldness == plain.battle.boldness
    assert weighing.within("S44", ALLIED, JUNE_44).battle == plain.battle


def test_some_of_it_holds_from_a_month_on(weighing: Parameters) -> None:
    """The last word is that of the latest month that has come."""
    later = Otherwise(half_years=("W44",), since="1945-03", weigh={"battle": {"threat": 0.75}})
    weighing = replace(weighing, otherwise=(*weighing.otherwise, later))
    threats = [
        weighing.within("W44", ALLIED, month).battle.threat
        for month in (DECEMBER_44, month_number("1945-02"), month_number("1945-03"), MAY_45)
    ]
    assert threats == [0.125, 0.125, 0.75, 0.75]
    with pytest.raises(ValueError, match='"spring" is no month'):
        Otherwise(since="spring", weigh={})


def test_what_is_tried_counts_in_every_half_year(weighing: Parameters) -> None:
    """A bearing of the general is laid on top of what holds in the half-year."""
    tried = weighing.under({"battle": {"threat": 1.0}})
    assert tried.within("W44", ALLIED, MAY_45).battle.threat == 1.0
    assert tried.within("W44", ALLIED, MAY_45).pull.reach == 4
    assert tried.within("S44", AXIS, JUNE_44).battle.threat == 1.0


def test_what_there_is_no_number_for_is_told(weighing: Parameters) -> None:
    with pytest.raises(ValueError, match=r"otherwise: .*`courage`"):
        weighing.under({"battle": {"courage": 1.0}})


def test_what_places_are_worth_is_the_same_for_everybody(weighing: Parameters) -> None:
    with pytest.raises(
        ValueError, match="otherwise: worth: city is the same for both sides in every half-year"
    ):
        weighing.under({"worth": {"city": 9.0}})
    assert weighing.under({"worth": {"hungry": 9.0}}).within("S44", AXIS, JUNE_44).worth.hungry == 9.0


def test_the_situation_is_weighed_by_its_half_year(weighing: Parameters) -> None:
    westfront = game("westfront")
    state = westfront.new(westfront.load("W44"), SeededDice(bytes(32)))
    assert isinstance(state, WestFrontState)
    assert Situation(state, ALLIED, weighing).weights.battle.threat == 0.125
    assert Situation(state, AXIS, weighing).weights.battle.threat == 0.25


def test_a_step_that_production_makes_good_has_a_price_of_its_own() -> None:
    """One step a month is added to each headquarters (11.41), as far as the production points last."""
    westfront = game("westfront")
    state = westfront.new(westfront.load("S43"), SeededDice(bytes(32)))
    assert isinstance(state, WestFrontState)
    weights = parameters().under({"command": {"axis": 30.0, "refilled": 1.5}})
    hqs = list(hexes(state.on_map(AXIS) & state.scenario.hqs))

    def price(months: int, missing: int) -> float:
        """With so many months to come, when so many steps are missing of each headquarters."""
        state.position.month = state.scenario.last_month - months
        for hq in hqs:
            state.position.cv[hq] = state.scenario.limits[hq] - missing
        planner = CommandPlanner(Situation(state, AXIS, weights), state.legal(AXIS), Clock(Budget(None)))
        return planner._price(hqs[0])

    assert len(hqs) == 5  # three of their steps are paid for in a month
    assert price(4, 0) == 1.5
    assert price(0, 0) == 30.0  # nothing is produced any more
    assert price(1, 1) == 30.0  # two steps would be lacking, and one month is left
    assert price(2, 1) == 1.5
    assert price(3, 2) == 30.0  # ten steps are lacking, and nine can be paid for

    (okw,) = hexes(state.on_map(AXIS) & state.scenario.supreme)
    weighs = Situation(state, AXIS, weights.under({"command": {"supreme": 40.0}}))
    price(2, 0)
    # One a month: three cannot be made good in two.
    for missing, expected in ((1, 1.5), (3, 40.0)):
        state.position.cv[okw] = state.scenario.limits[okw] - missing
        assert CommandPlanner(weighs, state.legal(AXIS), Clock(Budget(None)))._supreme_price(okw) == expected


@pytest.mark.parametrize("player", ["staff", "general"])
def test_the_axis_of_summer_43_does_not_stay_where_it_is(player: str) -> None:
    """Production makes a step a month good for each headquarters and has little else to buy: so steps are spent."""
    westfront = game("westfront")
    match = Match.new(westfront, westfront.load("S43"), seed=(43).to_bytes(32, "big"))
    play_match(match, {seat: registry.make(player, seat) for seat in (ALLIED, AXIS)})
    given = [entry.order for entry in match.entries if entry.seat == AXIS]
    assert sum(isinstance(order, Activate) for order in given) >= 2
    assert sum(isinstance(order, Move | Rail) for order in given) >= 6


def test_a_layout_gains_by_every_change_it_makes() -> None:
    westfront = game("westfront")
    state = westfront.new(westfront.load("husky"), SeededDice(bytes(32)))
    assert isinstance(state, WestFrontState)
    seen = Situation(state, AXIS)
    units = [unit for unit in hexes(state.on_map(AXIS)) if not state.scenario.forts >> unit & 1]
    ways = {unit: ground.ways(state, unit) for unit in units}
    layout = Layout(
        seen,
        {unit: way.quiet | way.engage for unit, way in ways.items()},
        {unit: way.doors for unit, way in ways.items()},
        Means(),
    )

    def whole() -> float:
        return sum(layout.value(hex, stack) for hex, stack in layout.stacks.items())

    before = whole()
    layout.improve(Clock(Budget(None)))
    assert whole() >= before
    for hex, stack in layout.stacks.items():
        assert stack.bit_count() <= state.board.stacking_limit(hex)


def test_production_spends_what_there_is_on_what_is_legal() -> None:
    westfront = game("westfront")
    state = westfront.new(westfront.load("S44"), SeededDice(bytes(32)))
    assert isinstance(state, WestFrontState)
    players = {seat: StaffAgent(seat) for seat in (ALLIED, AXIS)}
    while state.path()[-1] != "building":
        assert state.decision is not None
        seat = state.decision.seats[0]
        seen = Observation(westfront, state.scenario, westfront.view(state, seat), seat)
        state.apply(seat, players[seat].order(seen, Budget(None)))
    before = state.position.points[ALLIED]
    intents = plan_building(Situation(state, ALLIED), state.legal(ALLIED))
    assert any(isinstance(intent.order, AddStep | BuildCadre) for intent in intents)
    for intent in intents:
        order = next((order for order in intent.choices if state.check(ALLIED, order) is None), None)
        if order is not None:
            state.apply(ALLIED, order)
    assert 0 <= state.position.points[ALLIED] < before


def test_beachheads_that_feed_nobody_are_taken_back_before_the_end() -> None:
    """Only Ready ones count (17.1d): on the map they are worth nothing, and Prep in this Production they can be Ready in the next."""
    westfront = game("westfront")
    state = westfront.new(westfront.load("S43"), SeededDice(bytes(32)))
    assert isinstance(state, WestFrontState)
    october, november = month_number("1943-10"), month_number("1943-11")
    players = {seat: StaffAgent(seat) for seat in (ALLIED, AXIS)}
    while not (state.path()[-1] == "building" and state.position.month == october):
        assert state.decision is not None
        seat = state.decision.seats[0]
        seen = Observation(westfront, state.scenario, westfront.view(state, seat), seat)
        state.apply(seat, players[seat].order(seen, Budget(None)))
    spare, needed = list(state.position.beachheads)[:2]
    alone = next(
        unit for unit in hexes(state.on_map(ALLIED) & ~state.scenario.hqs) if unit not in (spare, needed)
    )
    state.position.beachheads |= {spare: "placed", needed: "placed"}
    state.position.beachhead_at.clear()
    state.position.beachhead_at |= {spare: state.board.hex("Tunis"), needed: state.board.hex("Cherbourg")}
    state.put(alone, state.board.hex("Cherbourg"))

    def taken_back() -> list[int]:
        orders = [intent.order for intent in plan_building(Situation(state, ALLIED), state.legal(ALLIED))]
        return [order.unit for order in orders if isinstance(order, WithdrawBeachhead)]

    assert taken_back() == [spare], "the other one feeds a unit in Normandy"
    state.put(alone, state.board.hex("Tunis"))
    assert sorted(taken_back()) == sorted([spare, needed])
    state.position.month = november
    assert taken_back() == [], "it would not be Ready any more"


def test_repulses_and_rough_ground_make_an_attack_worse() -> None:
    own, enemy = Force(2.0, 2.0, 8, 2, 10), Force(1.0, 1.0, 4, 2, 6)
    open_field = outlook(own, enemy, Ground())
    assert outlook(own, enemy, Ground(protection=2)).enemy < open_field.enemy
    assert outlook(own, enemy, Ground(repulse=1 / 3)).enemy < open_field.enemy
    assert outlook(own, enemy, Ground(strike=1.5)).enemy >= open_field.enemy
    assert outlook(own, Force(), Ground()).clears == 1.0


def test_a_supreme_hq_acts_where_no_other_can() -> None:
    """In the example game the Axis has only OKW; it brings troops over to Sicily."""
    westfront = game("westfront")
    match = Match.new(westfront, westfront.load("husky"), seed=(1).to_bytes(32, "big"))
    play_match(match, {ALLIED: GreedyAgent(1), AXIS: StaffAgent(2)})
    given = [match.write(entry.order) for entry in match.entries if entry.seat == AXIS and entry.order]
    assert any(order.startswith("activate OKW supreme") for order in given)
    assert any("Messina" in order or "Palermo" in order for order in given)


def test_paras_help_a_battle_in_reach() -> None:
    state = state_of("""
map: {adjacent: [[A, B, C]]}
setup:
  active: allied
  phase: command
  battles: [{at: B, original_attacker: allied, new: false}]
  hqs: [{id: HQ, side: allied, type: hq, cv: 3, at: A}]
  units:
  - {id: para, side: allied, type: para, cv: 4, at: A}
  - {id: ours, side: allied, type: armor, cv: 3, at: B}
  - {id: b1, side: axis, type: armor, cv: 2, at: B, face_up: true}
  - {id: b2, side: axis, type: armor, cv: 2, at: B, face_up: true}
""")
    seen, legal = Situation(state, ALLIED), state.legal(ALLIED)
    hq, para = number(state, "HQ"), number(state, "para")
    drops = plan_drops(seen, legal, [hq], [])
    assert [(drop.hq, drop.unit, drop.target) for drop in drops] == [(hq, para, state.board.hex("B"))]
    assert plan_drops(seen, legal, [], []) == []


def test_a_hex_that_an_active_headquarters_makes_too_full_is_relieved() -> None:
    """The phase cannot end while somebody can move out of it (5.21d); one move is enough, and one is made."""
    kinds = {"one": ("armor", 4), "two": ("infantry", 1), "three": ("armor", 4), "four": ("armor", 4)}
    units = "".join(
        f"  - {{id: {name}, side: allied, type: {kind}, cv: {cv}, at: A}}\n"
        for name, (kind, cv) in kinds.items()
    )
    state = state_of(f"""
map: {{adjacent: [[A, B, C]]}}
setup:
  active: allied
  phase: movement
  hqs: [{{id: HQ, side: allied, type: hq, cv: 3, at: A, active: true}}]
  units:
{units}""")
    # In the first movement of a Blitz its headquarters does not mobilize out of the hex (5.7).
    state.position.role = {number(state, "HQ"): "blitz"}
    state.changed()
    assert overstacked(state, ALLIED)
    refusal = state.check(ALLIED, Done())
    assert refusal is not None
    assert refusal.case == "6.2a"
    (given,) = marched(state)
    assert isinstance(given, Move)
    assert not overstacked(state, ALLIED)


def last_summer(turn: int) -> Situation:
    """The Axis in November 1943 on the whole map, at its own pace, in one fortnight of it."""
    state = state_of(f"""
scenario: S43
setup:
  active: axis
  phase: moves
  month: 1943-11
  turn: {turn}
  only: true
  hqs: [{{id: AG C, cv: 2, at: Rome, active: true}}]
  units:
  - {{id: 76 Pz, cv: 3, at: Rome}}
  - {{id: It 7 Inf, cv: 2, at: Naples}}
  - {{id: Br 10 Inf, cv: 4, at: Bari, face_up: true}}
""")
    return Situation(state, AXIS)


def test_in_its_last_turn_the_axis_fears_nothing_and_counts_points() -> None:
    """It moves last (4.4): what could come later does not count, nor do steps that decide nothing (17.1)."""
    before, last = last_summer(1), last_summer(2)
    tank = number(last.s, "76 Pz")
    bari = last.board.hex("Bari")
    assert not before.closing
    assert last.closing
    assert before.threat
    assert before.pull
    assert not last.threat
    assert not last.pull
    assert last.value(tank) == 2.0 < before.value(tank)
    layout = Layout(last, {}, {}, Means(support=1 << bari))
    port = last.stakes.ports[bari]
    assert 0 < layout.value(bari, 1 << tank) < port + 2.0  # fought for, it is no cleared port (17.1e)
    assert not Situation(
        last.s, AXIS, replace(last.weights, battle=replace(last.weights.battle, closing=False))
    ).closing


def test_who_will_be_gone_when_italy_surrenders_is_hardly_counted_on() -> None:
    seen = last_summer(1)
    unit, naples = number(seen.s, "It 7 Inf"), seen.board.hex("Naples")
    all_there = Situation(seen.s, AXIS, parameters().under({"battle": {"italians": 1.0}}))
    assert seen.force(unit, naples).steps == pytest.approx(0.2 * all_there.force(unit, naples).steps)


def test_a_place_may_be_aimed_at_beyond_what_it_brings() -> None:
    westfront = game("westfront")
    state = westfront.new(westfront.load("S44"), SeededDice(bytes(32)))
    assert isinstance(state, WestFrontState)
    paris = state.board.hex("Paris")
    plain = Stakes(state).at(paris)
    aiming = parameters().under({"pull": {"aims": {"Paris": 7.0}}})
    assert Situation(state, ALLIED, aiming).stakes.at(paris) == pytest.approx(plain + 7.0)
    assert Situation(state, AXIS).stakes.at(paris) == pytest.approx(plain)
