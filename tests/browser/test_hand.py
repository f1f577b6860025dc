"""The hand that plays long matches by mouse (`tools/play_by_mouse.py`), for a few orders."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import pytest
from tests.browser.hand import Hand, Stuck, Wanted
from tests.browser.table import HUMAN, Table
from tests.server.clients import Client

PASSIVE = {"kind": "agent", "agent": "passive"}


@pytest.fixture
def client(service: str) -> Iterator[Client]:
    """Another client of the same service."""
    with closing(Client(int(service.rpartition(":")[2]))) as made:
        yield made


def test_a_computers_advice_is_carried_out_by_clicks(table: Table, client: Client) -> None:
    table.new("skirmish", "ford", players=[HUMAN, PASSIVE])
    table.sit(0)
    hand = Hand(table, client.play(table.match, 0), 0)
    hand.play(lambda _: len(hand.played.given) == 3)
    assert hand.played.stuck == []
    assert hand.recorded()[:3] == hand.played.given
    assert {text.partition(" ")[0] for text in hand.played.given} == {"stance", "move"}
    assert hand.played.clicks >= 5, "a move takes a click on the unit and one on the hex"


def test_an_order_that_the_page_does_not_offer_is_told(table: Table, client: Client) -> None:
    table.new("skirmish", "ford", players=[HUMAN, PASSIVE])
    table.sit(0)
    hand = Hand(table, client.play(table.match, 0), 0)
    hand.settled(hand.viewer.state["entry"])
    with pytest.raises(Stuck, match=r"not among the orders"):
        hand.give(Wanted("roll", "roll", []))
