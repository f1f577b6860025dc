"""The points are meant so that a game which goes as history did ends in a draw."""

import pytest

from phaseline.engine.dice import ScriptedDice
from phaseline.games.france44 import GAME
from phaseline.games.france44.position import ALLIED, GERMAN
from phaseline.games.france44.rules import victory
from phaseline.games.france44.state import FranceState

TAKEN = {
    "Frankfurt": 43,
    "Munster": 44,
    "Kassel": 44,
    "Osnabruck": 44,
    "Wurzburg": 44,
    "Essen": 45,
    "Hannover": 45,
    "Dortmund": 45,
    "Wuppertal": 45,
    "Stuttgart": 46,
    "Bremen": 47,
}
"""The turns in which the cities beyond the Rhine fell in 1945."""
V1_FIRED = range(3, 10)
"""The turns from the first V-1 that can be fired to the last that passes Allied air units (9.32)."""
V2_FIRED = range(15, 44)
"""From the first V-2 to the loss of The Hague's hinterland."""


@pytest.mark.case("france44", "intro.b", "2.1", "2.2", "2.3a")
def test_history_is_a_draw() -> None:
    scenario = GAME.load("campaign")
    state = FranceState(GAME, scenario, GAME.start(scenario), ScriptedDice([]))
    for turn in range(43, 48):
        held = [city for city, taken in TAKEN.items() if taken <= turn]
        state.position.control = sum(1 << scenario.map.hex(city) for city in held)
        victory.score(state)
    state.position.points[GERMAN] = len(V1_FIRED) + len(V2_FIRED)
    victory.settle(state)
    assert state.position.points[ALLIED] == 36
    assert state.position.outcome is not None
    assert state.position.outcome.winner is None
