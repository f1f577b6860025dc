"""What of a loss the defenders may turn into a retreat (11.2), as it is told before the die is rolled."""

from __future__ import annotations

import pytest

from phaseline.engine.casefile import Case, CaseSetup, read
from phaseline.engine.dice import ScriptedDice
from phaseline.games.eisenhower import orders
from phaseline.games.eisenhower.game import EisenhowersWar
from phaseline.games.eisenhower.position import ALLIED

GAME = EisenhowersWar()


@pytest.mark.case("eisenhower", "11.2a")
@pytest.mark.parametrize(
    ("drawing", "behind", "told"),
    [
        ("A D . .", "", ["may take 1 step and 1 hex", "may take 1 step and 2 hexes"]),
        ("A D B .", ", US8: {at: B}", ["have no way to retreat"] * 2),
    ],
    ids=["free behind", "surrounded"],
)
def test_what_the_defenders_may_do_instead_is_told(drawing: str, behind: str, told: list[str]) -> None:
    units = f"US5: {{at: A}}, US7: {{at: A}}, 84: {{at: D}}{behind}"
    text = f"""id: state
game: eisenhower
map: {{drawing: "{drawing}"}}
setup: {{phase: allied combat, units: {{{units}}}}}"""
    (case,) = read(text, "state.yaml")
    assert isinstance(case, Case)
    state = GAME.compose(CaseSetup(GAME, case, ScriptedDice([4])))
    number = state.scenario.number
    state.apply(ALLIED, orders.Attack(number["US5"], state.scenario.map.hex("D")))
    state.apply(ALLIED, orders.Join(number["US7"]))
    found = GAME.aids.forecast(state, GAME.view(state, ALLIED))
    assert found is not None
    lines = [(line.text, line.value) for line in found.lines if line.case == "11.2a"]
    assert lines == [
        (f"instead of {steps} steps the defenders", said) for steps, said in zip((2, 3), told, strict=True)
    ]
