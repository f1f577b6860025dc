"""The scenarios on the true map: everybody stands on land that his side holds, and random play goes through."""

from __future__ import annotations

import pytest

from phaseline.engine.harness import play_checked
from phaseline.engine.ledger import Ledger
from phaseline.games.war_in_europe import GAME
from phaseline.games.war_in_europe.files import PACKAGE
from phaseline.games.war_in_europe.opening import first_position
from phaseline.games.war_in_europe.position import ALLIED, AXIS
from phaseline.games.war_in_europe.scenario import Options, WarScenario, load

NUMBERS = frozenset(case.number for case in Ledger.read(PACKAGE))
HELD = {
    "italy_1943": (363, 224, 0),
    "sichelschnitt": (538, 773, 63),
    "france_1940": (538, 773, 202),
    "overlord_1944": (1108, 256, 0),
    "westwall": (594, 775, 0),
    "diadem": (255, 141, 0),
}


def scenario(key: str) -> WarScenario:
    return load(key, Options(), ())


@pytest.mark.case("war_in_europe", "3.26", "6.51", "4.3")
@pytest.mark.parametrize("key", sorted(HELD))
def test_everybody_stands_on_his_own_ground(key: str) -> None:
    found = scenario(key)
    position, land = first_position(found), found.board.dry_land
    held = [found.territory[side] & land for side in ("Axis", "Allied")]
    neutral = position.neutral
    assert (held[AXIS].bit_count(), held[ALLIED].bit_count(), neutral.bit_count()) == HELD[key]
    for unit, place in enumerate(position.at):
        if place >= 0:
            assert (held[found.side_of[unit]] | neutral) >> place & 1, found.ids[unit]
    for seat in (AXIS, ALLIED):
        assert position.rail[seat]
        assert not position.rail[seat] & ~position.owner[seat]


def test_promises_hold_in_italy() -> None:
    played = play_checked(GAME, scenario("italy_1943"), seed=3, thorough=0.002, cases=NUMBERS)
    assert played.orders > 500
