"""Every game tells of losses by the same kinds of events: reports of matches count by them."""

from __future__ import annotations

from typing import Any

import pytest

from phaseline.drill.state import FieldState
from phaseline.engine.dice import SeededDice
from phaseline.engine.events import ELIMINATED, LOSSES, REDUCED
from phaseline.engine.registry import game, games
from phaseline.hexgrid import hexes

FIELDS = [key for key, played in games().items() if issubclass(played.state_type, FieldState)]


def begun(key: str) -> Any:
    played = game(key)
    return played.new(played.load(), SeededDice(bytes(32)))


@pytest.mark.parametrize("key", sorted(FIELDS))
def test_a_unit_that_loses_step_by_step_is_told_of_each_time(key: str) -> None:
    state = begun(key)
    known = set()
    for seat in range(2):
        for unit in list(hexes(state.on_map(seat)))[:12]:
            del state.events[:]
            while state.position.at[unit] >= 0:
                state.lose_step(unit, "1.2")
            told = [e.kind for e in state.events if e.kind in LOSSES and e.facts["unit"] == unit]
            assert told == [REDUCED] * (len(told) - 1) + [ELIMINATED]
            known |= set(told)
    assert known == LOSSES


def test_a_decoy_that_goes_home_is_no_loss() -> None:
    state: Any = begun("skirmish")
    decoy = next(hexes(state.scenario.decoys))
    state.remove(decoy, "2.3", "{unit:unit} was a decoy and is removed", "removed")
    assert not [event for event in state.events if event.kind in LOSSES]
