"""What several tests of War in Europe begin with."""

from __future__ import annotations

import pytest
from tests.games.war_in_europe.flying import DRAWING, state_on

from phaseline.atlas import HexMap
from phaseline.games.war_in_europe import GAME
from phaseline.games.war_in_europe.scenario import WarScenario
from phaseline.games.war_in_europe.state import WarState


@pytest.fixture(scope="module")
def italy() -> WarScenario:
    found = GAME.load("italy_1943")
    assert isinstance(found, WarScenario)
    return found


@pytest.fixture
def west() -> WarState:
    """A strip of land in the West: the Axis holds its west, the Allies its east."""
    map = HexMap.from_drawing(DRAWING, name="strip", areas={"air_front": {"west": "0101-0116 0201-0216"}})
    return state_on(map)
