"""What games with units on hexes draw alike."""

from __future__ import annotations

import pytest
from tests.moments import until

from phaseline.drill.orders import UnitOrder

ATTACKS = [
    ("skirmish", "ridge"),
    ("eisenhower", "historical"),
    ("france44", "beachhead"),
    ("war_in_europe", "sichelschnitt"),
]


@pytest.mark.parametrize(("game", "scenario"), ATTACKS)
def test_who_takes_part_in_an_attack_is_marked(game: str, scenario: str) -> None:
    match = until(game, scenario, "join")
    assert match.decision is not None
    (seat,) = match.decision.seats

    def marked() -> set[int | None]:
        sheet = match.game.sheet(match.state.scenario, match.view(seat))
        assert "attacking" in sheet.badges
        return {piece.unit for piece in sheet.pieces if "attacking" in piece.marks}

    before = marked()
    order = next(order for order in match.legal(seat) if type(order).__name__ == "Join")
    assert isinstance(order, UnitOrder)
    assert order.unit not in before
    match.submit(seat, order)
    assert marked() == before | {order.unit}
