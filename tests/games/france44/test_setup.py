"""The default set-ups keep the rules of chapter 4, and the data hang together."""

from collections import Counter

import pytest

from phaseline.engine.packs import DataError
from phaseline.games.france44 import GAME
from phaseline.games.france44.files import LIBRARY, Setup, read_files, read_setup
from phaseline.games.france44.position import ALLIED, GERMAN, POOL
from phaseline.games.france44.rules.setup import air_full, area_of, dump_points
from phaseline.games.france44.scenario import FranceScenario, Options
from phaseline.games.france44.soundness import faults
from phaseline.games.france44.state import FranceState
from phaseline.hexgrid import mask_of


def beginning(key: str) -> FranceState:
    scenario = GAME.load(key)
    state = GAME.state_type(GAME, scenario, GAME.start(scenario))
    assert isinstance(state, FranceState)
    return state


@pytest.mark.parametrize("key", GAME.scenarios())
def test_a_scenario_begins_soundly(key: str) -> None:
    assert list(faults(beginning(key))) == []


@pytest.mark.case("france44", "4.21a", "4.21b", "4.21c", "4.22", "4.23", "4.24b", "4.25")
def test_every_unit_stands_where_it_may_be_set_up() -> None:
    s = beginning("campaign")
    for unit, hex in enumerate(s.position.at):
        pooled = s.scenario.start_of[unit] in ("pool", "french")
        assert hex == POOL if pooled else area_of(s, unit) >> hex & 1, s.name(unit)
    assert s.on_map(ALLIED).bit_count() == 58
    assert s.on_map(GERMAN).bit_count() == 75
    assert not s.crowded(ALLIED) | s.crowded(GERMAN)


@pytest.mark.case("france44", "4.24a", "4.26", "7.11")
def test_wings_and_ships_stand_where_they_may() -> None:
    s = beginning("campaign")
    board, p = s.scenario.board, s.position
    assert not mask_of(p.wings) & ~board.settled
    assert not mask_of(p.ships) & ~(board.sea | board.ports & board.overseas)
    most = Counter(p.wings)
    assert all(count <= (4 if board.cities >> hex & 1 else 2) for hex, count in most.items())
    assert air_full(s, ALLIED) >> s.scenario.map.hex("Portsmouth") & 1 == 0


@pytest.mark.case("france44", "4.27", "4.28")
def test_a_hundred_supply_points_and_eighteen_trucks() -> None:
    s = beginning("campaign")
    assert dump_points(s) == 0
    assert not mask_of(s.position.german_dumps) & ~s.scenario.board.continent
    assert [len(s.position.trucks), *s.scenario.trucks] == [36, 18, 18]


@pytest.mark.case("france44", "3.2b", "3.2c", "3.2d", "3.2e", "15.2a", "15.4a")
def test_the_order_of_battle_adds_up() -> None:
    units = read_files(()).counters.units.values()
    kinds = Counter((unit.nation == "German", unit.type) for unit in units)
    assert kinds[True, "reserve_infantry"] == 45
    assert kinds[False, "panzer"] == kinds[False, "reserve_infantry"] == 0
    assert all(unit.half == (0 if unit.type == "hq" else max(1, unit.combat // 2)) for unit in units)
    french = [unit for unit in units if unit.start == "french"]
    assert sum(unit.combat for unit in french) == 30
    pool = [unit for unit in units if unit.start == "pool" and unit.nation == "German"]
    assert (len(pool), sum(unit.combat for unit in pool)) == (60, 157)


def test_a_wrong_hex_of_a_set_up_is_named() -> None:
    setup: Setup = read_setup("campaign", ())
    wrong = Setup(title=setup.title, turns=setup.turns, hexes={"us-001": "9999"})
    scenario = FranceScenario("campaign", wrong, read_files(()), LIBRARY.map(), Options())
    with pytest.raises(DataError, match=r"units\.us-001"):
        GAME.start(scenario)


@pytest.mark.parametrize("more", [-3, 0, 5])
def test_trucks_are_the_handicap(more: int) -> None:
    scenario = GAME.load("campaign", {"allied_trucks": more})
    assert scenario.trucks == (18 + more, 18)
    assert len(scenario.truck_ids) == 36 + more
