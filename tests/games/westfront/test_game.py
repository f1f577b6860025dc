"""The game as a whole: start positions, random play with everything checked, options, the sequence of play.

How much is played goes with PHASELINE_EXAMPLES (default 50): a random game of Husky for each 25; of the others, everything
is checked at one decision in a hundred for each 50.
"""

from __future__ import annotations

import os
import random
import re
from importlib.resources import files as resources

import pytest
from tests.games.westfront.composed import state_of

from phaseline.engine.casefile import Case, read, run_case
from phaseline.engine.dice import SeededDice
from phaseline.engine.harness import play_checked, shortens
from phaseline.engine.ledger import Ledger
from phaseline.games.westfront import GAME
from phaseline.games.westfront.cards import allied_area, front_hexes
from phaseline.games.westfront.orders.command import Activate
from phaseline.games.westfront.orders.sea import Invade
from phaseline.games.westfront.position import ALLIED, AXIS, ELIMINATED, GONE, TO_COME, WestFrontPosition
from phaseline.games.westfront.scenario import SCENARIOS, WestFrontScenario, chain_of
from phaseline.games.westfront.state import WestFrontState

EXAMPLES = int(os.environ.get("PHASELINE_EXAMPLES", "50"))
HUSKIES = max(1, EXAMPLES // 25)
THOROUGH = min(1.0, EXAMPLES / 5000)
CASES = frozenset(case.number for case in Ledger.read(GAME.package))
SETUPS = [
    (key, deployment)
    for key in SCENARIOS
    for deployment in ("historical", "semi-historical", "free")
    if not (key == "husky" and deployment != "historical")
]


def opened(key: str, **options: object) -> tuple[WestFrontScenario, WestFrontPosition]:
    """A scenario and its first position."""
    scenario = GAME.load(key, options)
    return scenario, GAME.start(scenario)


# -- start positions --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("key", "deployment"), SETUPS)
def test_everybody_starts_in_a_sound_place(key: str, deployment: str) -> None:
    scenario, position = opened(key, deployment=deployment)
    state = WestFrontState(GAME, scenario, position, SeededDice(bytes(32)))
    assert GAME.faults(state) == []
    for seat in (ALLIED, AXIS):
        assert state.occupied(seat) & ~position.owner[seat] == 0
        assert front_hexes(scenario, seat) & ~state.occupied(seat) == 0


@pytest.mark.case("westfront", "6.22b")
def test_an_excess_that_has_gone_short_is_sound_until_its_side_moves_again() -> None:
    stack = [f"{{id: {name}, side: axis, type: infantry, cv: 3, at: A, overstacked: true}}" for name in "IJK"]
    state = state_of(
        "map: {adjacent: [[A, B]], hexes: {A: mountain}}\n"
        f"setup: {{active: allied, phase: recovery, units: [{', '.join(stack)}]}}\n"
    )
    assert list(GAME.faults(state)) == []
    state.apply(AXIS, state.legal(AXIS).sample(random.Random(1)))
    assert state.position.overstacked == 0
    assert state.position.unsupplied.bit_count() == 1
    assert list(GAME.faults(state)) == []
    state.position.unsupplied = 0
    state.changed()
    assert list(GAME.faults(state)) == ["Axis has 1 units too many in A"]


@pytest.mark.case("westfront", "3.22b", "W43.1", "S44.1", "W44.1")
@pytest.mark.parametrize("key", ["W43", "S44", "W44"])
def test_the_frontline_runs_between_the_sides(key: str) -> None:
    scenario = GAME.load(key)
    own, other = front_hexes(scenario, ALLIED), front_hexes(scenario, AXIS)
    assert own
    assert other
    assert own & ~allied_area(scenario) == 0
    assert other & allied_area(scenario) == 0
    assert scenario.board.passable.cross(own) & other == other
    assert front_hexes(GAME.load("S43"), ALLIED) == 0


@pytest.mark.case("westfront", "3.23c", "W44.forces")
def test_blocks_beyond_the_table_begin_eliminated_and_others_wait() -> None:
    scenario, position = opened("W44")
    where = {unit.name: position.at[number] for number, unit in enumerate(scenario.units)}
    assert where["14 Pz"] == ELIMINATED
    assert where["JDN"] == TO_COME
    assert where["AG E"] == TO_COME
    assert where["It 7 Inf"] == GONE
    assert where["FHH Pz"] >= 0
    lost = [
        name
        for name, hex in where.items()
        if hex == ELIMINATED and scenario.units[scenario.number[name]].kind == "fort"
    ]
    assert len(lost) == 5
    assert sorted(position.beachheads.values()) == ["eliminated", "prep", "prep", "prep", "ready"]


@pytest.mark.case("westfront", "husky.forces", "husky.0")
def test_husky_begins_as_printed() -> None:
    scenario, position = opened("husky")
    stands = {
        scenario.units[number].name: (scenario.map.label(hex), position.cv[number])
        for number, hex in enumerate(position.at)
        if hex >= 0
    }
    assert stands == {
        "15 AG": ("Tunis", 3),
        "US 2 Amph": ("Tunis", 4),
        "Br 13 Mech": ("Tunis", 4),
        "FF 2 Mtn": ("Tunis", 2),
        "21 AG": ("Bizerte", 3),
        "US 6 Amph": ("Bizerte", 2),
        "Br 30 Tk": ("Bizerte", 4),
        "Br 10 Inf": ("Bizerte", 4),
        "AF": ("Malta", 2),
        "Br 2 Para": ("Malta", 1),
        "Br 5 Inf": ("Sfax", 2),
        "PzGp C": ("Palermo E1", 3),
        "It 7 Inf": ("Catania", 1),
        "It Sic Static": ("Palermo", 1),
        "OKW": ("Reggio", 3),
        "1 Para": ("Reggio", 2),
        "73 Static": ("Reggio", 2),
    }
    assert position.level == [73, 25]
    ready = [
        scenario.units[unit].beachhead for unit, state in position.beachheads.items() if state == "ready"
    ]
    assert ready == ["US 2 BH", "US 6 BH"]


@pytest.mark.case("westfront", "S43.1a", "8.34")
def test_who_holds_what_at_the_start() -> None:
    scenario, position = opened("S43")
    held = {
        name: _owner(position, scenario.map.hex(name)) for name in ("London", "Malta", "Tunis", "Palermo")
    }
    assert held == {"London": ALLIED, "Malta": ALLIED, "Tunis": ALLIED, "Palermo": AXIS}
    assert _owner(position, scenario.map.hex("Madrid")) is None
    scenario, position = opened("S44")
    assert _owner(position, scenario.map.hex("Palermo")) == ALLIED
    assert _owner(position, scenario.map.hex("Rome")) == AXIS
    scenario, position = opened("W44")
    assert [_owner(position, scenario.map.hex(name)) for name in ("Paris", "Rome", "Amsterdam")] == [
        ALLIED,
        ALLIED,
        AXIS,
    ]


def _owner(position: WestFrontPosition, hex: int) -> int | None:
    return next((seat for seat in (ALLIED, AXIS) if position.owner[seat] >> hex & 1), None)


# -- options ----------------------------------------------------------------------------------------------------------


@pytest.mark.case("westfront", "3.24", "W43.1a")
def test_a_scenario_without_a_historical_set_up_takes_the_semi_historical_one() -> None:
    assert GAME.load("W43").deployment == "semi-historical"
    assert GAME.load("S44").deployment == "historical"
    assert GAME.load("W43", {"deployment": "free"}).deployment == "free"


@pytest.mark.case("westfront", "3.12a", "3.13", "3.14")
def test_linked_scenarios_follow_each_other() -> None:
    books = GAME.load("S43").data.books
    assert chain_of(books, "S43", 0) == ("S43",)
    assert chain_of(books, "S43", 1) == ("S43", "W43")
    assert chain_of(books, "W43", 99) == ("W43", "S44", "W44")
    assert chain_of(books, "husky", 99) == ("husky",)
    assert GAME.load("S43", {"linked": 99}).last_month == books["W44"].last_month


# -- play -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(HUSKIES))
def test_random_games_of_husky_keep_every_promise(seed: int) -> None:
    played = play_checked(GAME, GAME.load("husky"), seed, cases=CASES)
    assert played.orders > 10


@pytest.mark.parametrize(("key", "deployment"), SETUPS[1:])
def test_random_games_of_every_set_up_keep_every_promise(key: str, deployment: str) -> None:
    played = play_checked(GAME, GAME.load(key, {"deployment": deployment}), 5, thorough=THOROUGH, cases=CASES)
    assert played.orders > 50


@pytest.mark.case("westfront", "4.1", "4.4", "intro.4", "3.21a")
def test_the_sequence_of_play() -> None:
    state = GAME.new(GAME.load("husky"), SeededDice(bytes(32)))
    seen: list[tuple[str, ...]] = []
    while (decision := state.decision) is not None:
        place = state.path()[:4]
        if not seen or seen[-1] != place:
            seen.append(place)
        for seat in decision.seats:
            order = GAME.passing(state, seat)
            assert order is not None
            state.apply(seat, order)
    commands = [place[:3] for place in seen if place[-1] == "command"]
    assert commands == [
        (month, f"Fortnight {fortnight}", f"{side} turn")
        for month in ("July 1943", "August 1943")
        for fortnight in (1, 2)
        for side in ("Allied", "Axis")
    ]
    production = [place[0] for place in seen if "production" in place]
    assert production == ["August 1943"]
    assert state.position.outcome is not None


def test_the_outline_reads_like_the_rulebooks() -> None:
    outline = GAME.flow.outline()
    for step in (
        "weather",
        "command",
        "movement",
        "combat",
        "blitz movement",
        "blitz combat",
        "supply",
        "politics",
    ):
        assert f". {step} (" in outline


def test_the_case_on_the_games_own_page_holds() -> None:
    page = resources(GAME.package).joinpath("README.md").read_text("utf-8")
    blocks = re.findall(r"^```yaml\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    cases = [case for block in blocks for case in read(block, "README.md")]
    assert len(cases) == 1
    assert isinstance(cases[0], Case)
    result = run_case(cases[0])
    assert result.passed, result.text()


def test_a_short_form_of_a_listed_order_is_known_to_the_harness() -> None:
    assert shortens(Activate(46, "blitz"), Activate(46, "blitz", 334))
    assert shortens(Activate(46, "blitz", 334), Activate(46, "blitz", 334))
    assert not shortens(Activate(46, "blitz", 335), Activate(46, "blitz", 334))
    assert not shortens(Activate(46, "command"), Activate(46, "blitz", 334))
    assert shortens(Invade(1, 2, 3), Invade(1, 2, 3, (4, 5)))
    assert not shortens(Invade(1, 2, 3), Activate(1, "blitz", 3))
