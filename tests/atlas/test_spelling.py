"""Places are written for people with their accents, and understood without; what orders and records say stays."""

from __future__ import annotations

from phaseline.atlas import HexMap
from phaseline.engine import registry
from phaseline.engine.aids.ground import hex_name
from phaseline.engine.lexicon import HexNames


def test_a_place_is_told_with_its_accents_and_found_by_either_spelling() -> None:
    board = HexMap.from_drawing(". A", places={"A": {"name": "Alencon"}})
    names, hex = HexNames(board), board.hex("Alencon")
    assert names.told(hex) == hex_name(board, hex) == "Alençon"
    assert names.token(hex) == "0102"
    assert names.value("Alençon") == names.value("alencon") == names.value("0102") == hex


def test_where_hexes_are_labelled_by_places_they_are_told_as_they_are_labelled() -> None:
    board = registry.game("westfront").load("W44").map
    names = HexNames(board)
    hex = board.place("Liege").hex
    assert board.label(hex) == names.told(hex) == "Liege"


def test_the_maps_of_numbered_hexes_have_no_name_left_without_its_accents() -> None:
    for key, scenario, place, written in (
        ("france44", "campaign", "Saint-Lo", "Saint-Lô"),
        ("war_in_europe", "overlord_1944", "Dusseldorf", "Düsseldorf"),
        ("eisenhower", "historical", "Liege", "Liège"),
    ):
        board = registry.game(key).load(scenario).map
        assert board.called(board.place(place)) == written, key
