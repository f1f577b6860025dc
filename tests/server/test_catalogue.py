"""What the lobby is told of scenarios is so."""

from __future__ import annotations

import pytest

from phaseline.engine import registry
from phaseline.engine.dice import SeededDice
from phaseline.server.viewing.lens import Lens


@pytest.mark.parametrize("key", registry.games())
def test_every_scenario_tells_what_helps_to_choose_it(key: str) -> None:
    game = registry.game(key)
    first = []
    for name in game.scenarios():
        told = game.aids.prospectus(name)
        assert told is not None, name
        scenario = game.load(name)
        lens = Lens(game.new(scenario, SeededDice(bytes(32))), None, bare=True, salt="")
        units = {piece.unit for piece in lens.sheet.pieces if piece.hex is not None} - {None}
        numbers = [int(word) for word in told.size.split() if word.isdigit()]
        hexes = scenario.map.on_map.bit_count()
        assert numbers == ([len(units), hexes] if hexes else []), name
        assert told.alone_text.endswith(".")
        first += [name] * told.first
    assert len(first) == 1, "one scenario is recommended as the first"
