"""Through which hex a battle is entered or left: a hex that is none is refused like any other."""

import pytest
from tests.games.westfront.composed import number, state_of

from phaseline.games.westfront.orders.movement import Move

TEXT = """
map: {drawing: "A B C D E"}
setup:
  active: allied
  phase: moves
  control: {elsewhere: allied}
  units:
  - {id: HQ, side: allied, type: hq, cv: 3, at: A, active: true}
  - {id: U, side: allied, type: armor, cv: 3, at: B}
  - {id: V, side: allied, type: armor, cv: 3, at: D}
  - {id: W, side: allied, type: armor, cv: 3, at: D}
  - {id: G, side: axis, type: infantry, cv: 3, at: D}
"""


@pytest.mark.parametrize(("unit", "to", "case"), [("U", "D", "6.1a"), ("V", "C", "6.32b")])
@pytest.mark.parametrize("door", [-1, 100_000])
def test_a_door_that_is_no_hex_is_refused(unit: str, to: str, case: str, door: int) -> None:
    state = state_of(TEXT)
    hex = state.scenario.map.hex(to)
    refusal = state.check(0, Move(number(state, unit), hex, door))
    assert refusal is not None
    assert refusal.case == case
