"""What a scenario has besides units on the ground: how many of each kind, whose, and by which names."""

import pytest

from phaseline.engine.registry import game
from phaseline.games.france44.files import read_files, read_setup
from phaseline.games.france44.pieces import Pieces
from phaseline.games.france44.position import ALLIED

FRANCE = game("france44")


def pieces(scenario: str, extra: tuple[int, int] = (0, 0)) -> Pieces:
    """Those of a scenario as its files have it."""
    return Pieces(read_setup(scenario, ()), read_files(()).counters, extra)


def test_trucks_are_numbered_side_by_side_those_of_the_allies_first() -> None:
    found = pieces("campaign", (2, -1))
    printed = read_files(()).counters.sheet.trucks
    assert found.truck_counts == (printed + 2, printed - 1)
    allied, german = found.side_trucks()
    assert [found.truck_ids[n] for n in (0, printed + 1, printed + 2)] == [
        "al-truck-1",
        f"al-truck-{printed + 2}",
        "ge-truck-1",
    ]
    assert allied & german == 0
    assert (allied.bit_count(), german.bit_count()) == found.truck_counts


def test_nobody_has_fewer_trucks_than_none() -> None:
    assert pieces("campaign", (-99, 0)).truck_counts[ALLIED] == 0


def test_each_air_unit_is_of_one_side() -> None:
    found = pieces("campaign")
    allied, german = found.side_wings()
    assert allied | german == (1 << len(found.wing_ids)) - 1
    assert not allied & german
    nations = [wing.nation for wing in found.wings.values()]
    assert [n for n, nation in enumerate(nations) if nation == "German"] == [
        n for n in range(len(nations)) if german >> n & 1
    ]


@pytest.mark.parametrize("scenario", sorted(FRANCE.scenarios()))
def test_a_scenario_knows_its_pieces_by_the_same_numbers(scenario: str) -> None:
    found, facts = pieces(scenario), FRANCE.load(scenario)
    for kind, ids in (
        ("wing", found.wing_ids),
        ("ship", found.ship_ids),
        ("truck", found.truck_ids),
        ("rocket", found.rocket_ids),
        ("mulberry", found.mulberry_ids),
    ):
        assert [facts.lexicon[kind].value(name) for name in ids] == list(range(len(ids)))
    assert found.v1.bit_count() + found.v2.bit_count() == len(found.rocket_ids)
