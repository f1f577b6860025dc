"""Movement, refusals of moves and isolation worked out once more, hex by hex as the rulebook puts it, on random positions."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.games.france44.field import Field

from phaseline.games.france44.position import ALLIED, GERMAN
from phaseline.games.france44.rules import movement, supply
from phaseline.games.france44.rules.moves import MoveUnit
from phaseline.hexgrid import hexes

LIFTED = {
    "8.3": "zones",
    "8.4": "zones",
    "9.132": "air",
    "16.4": "hunger",
    "20.1a": "mountains",
    "20.1b": "forests",
    "21.1": "rivers",
    "21.4a": "halts",
    "tbl.weather.mud.a": "weather",
    "tbl.weather.blizzard.b": "weather",
}
"""A case by which a move is refused -> what would have to be lifted for it."""


@pytest.mark.case("france44", "6.3", "8.3", "8.4", "8.5", "9.132", "20.1a", "20.1b", "21.1", "21.4a", "21.4b")
@pytest.mark.parametrize("seed", range(8))
def test_units_get_as_far_as_by_hand(seed: int) -> None:
    field = Field(seed)
    for unit in hexes(field.state.on_map(ALLIED) | field.state.on_map(GERMAN)):
        routes = movement.reachable(field.state, unit)
        assert {hex: routes.cost(hex) for hex in hexes(routes.all)} == field.reach(unit)


@pytest.mark.case("france44", "6.3")
@pytest.mark.parametrize("seed", range(8))
def test_a_move_is_refused_for_the_one_rule_in_its_way(seed: int) -> None:
    """Where just one rule keeps a unit from a hex, it is that one which is cited; no rule is cited that keeps it from nowhere."""
    field = Field(seed)
    state, told = field.state, Counter[str]()
    for unit in list(hexes(state.on_map(GERMAN)))[:6]:
        lifted = {what: set(field.reach(unit, what)) for what in set(LIFTED.values())}
        rule = MoveUnit().to(state, unit)
        near = field.board.disk(state.position.at[unit], 6) & field.board.continent & ~state.occupied(ALLIED)
        for hex in hexes(near & ~movement.reachable(state, unit).all & ~(1 << state.position.at[unit])):
            refusal = rule.why_not(hex)
            assert refusal is not None
            told[refusal.case] += 1
            alone = {what for what, reach in lifted.items() if hex in reach}
            both = {"hunger", "weather"} if state.position.hungry >> unit & 1 else set[str]()
            if alone and not (both and refusal.case == "16.4"):
                assert LIFTED.get(refusal.case) in alone
    assert told["6.3"]


@pytest.mark.case("france44", "16.1", "16.12", "9.131")
@pytest.mark.parametrize("seed", range(8))
def test_lines_lead_as_far_as_by_hand(seed: int) -> None:
    field = Field(seed)
    for side in (ALLIED, GERMAN):
        found = supply.joined(field.state, side) & field.board.playable
        assert set(hexes(found)) == field.joined(side)
