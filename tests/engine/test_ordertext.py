"""Orders in words: whom and where they name."""

from __future__ import annotations

import pytest

from phaseline.engine.orders import begin
from phaseline.engine.ordertext import in_words
from phaseline.engine.registry import game


@pytest.mark.parametrize(
    ("key", "scenario", "text", "told"),
    [
        (
            "war_in_europe",
            "sichelschnitt",
            "convert Repair-unit-RR1 C3705",
            "Repair unit RR1 to Zwolle (C3705)",
        ),
        ("war_in_europe", "sichelschnitt", "commit west ground 1", "on west to ground, 1 Point"),
        ("war_in_europe", "sichelschnitt", "commit west ground 6", "on west to ground, 6 Points"),
        ("westfront", "husky", "activate 15-AG 'blitz invasion' Tunis", "15 AG, blitz invasion, Tunis"),
        ("westfront", "husky", "done", ""),
        (
            "france44",
            "beachhead",
            "invade us-004 1931 1831",
            "4th Infantry, 1931 near Cherbourg from 1831",
        ),
        ("skirmish", "ford", "move 4th-Foot 0503", "4th Foot to 0503 near Le Gué"),
    ],
)
def test_an_order_is_told_with_what_it_names(key: str, scenario: str, text: str, told: str) -> None:
    played = game(key)
    lexicon = played.load(scenario).lexicon
    begun = begin(text, played.flow.order_types(), lexicon)
    assert in_words(begun.kind, begun.values, lexicon) == told
