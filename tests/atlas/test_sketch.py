"""Maps drawn in text."""

import pytest

from phaseline.atlas import HexMap, MapError
from phaseline.hexgrid import hexes


def test_indents_say_which_rows_are_shoved() -> None:
    odd = HexMap.from_drawing("A .\n B .")
    even = HexMap.from_drawing(" A .\nB .")
    assert odd.grid.shoved == "odd"
    assert even.grid.shoved == "even"
    assert odd.label(odd.hex("B NW1")) == "0101" == odd.label(odd.hex("A"))
    assert even.label(even.hex("B NE1")) == "0101" == even.label(even.hex("A"))


def test_short_rows_end_at_the_map_edge() -> None:
    m = HexMap.from_drawing(". . . .\n . _ .\n. .")
    assert [m.label(h) for h in hexes(m.on_map)] == [
        "0101",
        "0102",
        "0103",
        "0104",
        "0201",
        "0203",
        "0301",
        "0302",
    ]


def test_drawn_sides_go_where_they_point() -> None:
    m = HexMap.from_drawing(
        r"""
        . . .
         \ /
         . . .
        """,
        drawn_sides="wall",
    )
    below = {(m.label(a), m.label(b)) for a, b in m.sides("wall").pairs()}
    assert below == {("0102", "0201"), ("0102", "0202")}


def test_the_first_row_may_not_be_marked_from_below_the_last() -> None:
    with pytest.raises(
        MapError, match=r"line 2 of the drawing: '/' must stand straight above a hex of the next row"
    ):
        HexMap.from_drawing(". .\n /")


def test_legend_and_places() -> None:
    m = HexMap.from_drawing(
        "w w\n P x",
        {"w": "ocean", "x": "bocage"},
        places={
            "P": {"terrain": "bocage", "name": "Port", "port": "minor"},
            "Camp": {"hex": "0202", "supply": True},
        },
    )
    assert m.terrain_at(m.hex("Port")) == "bocage"
    assert m.place("Port")["port"] == "minor"
    assert m.label(m.hex("Camp")) == "0202"
    assert set(m.terrain) == {"ocean", "bocage"}
    assert not m.water


def test_lists_speak_of_places_and_numbers() -> None:
    m = HexMap.from_drawing(
        "A . B\n . . .",
        hexsides={"river": "A/E 0102/B", "border": "0201/E,NE"},
        chains={"rail": {"main": "A 0102 B"}},
        areas={"country": {"here": "A B", "there": "0201-0203"}},
    )
    assert m.features_between(m.hex("A"), m.hex("0102")) == ("river",)
    assert m.features_between(m.hex("0201"), m.hex("0102")) == ("border",)
    assert m.chain_hexes("rail").bit_count() == 3
    assert m.area_at("country", m.hex("B")) == "here"
    assert m.area("country", "there").bit_count() == 3


@pytest.mark.parametrize(
    ("drawing", "message"),
    [
        ("", "the drawing has no hexes"),
        (
            ". .\n. .",
            "line 2 of the drawing: rows begin in turn at the left margin and one space further right",
        ),
        (". .\n .-.", "line 2 of the drawing: '-' stands between two hexes; only a space or | may"),
        (".   .", "line 1 of the drawing: nothing is drawn 2 places in; write '_' for no hex"),
        ("A A", "'A' is drawn 2 times; a letter that names a place stands once"),
        (". z", "'z' is not in the legend; only capital letters may name a place without it"),
    ],
)
def test_wrong_drawings_are_explained(drawing: str, message: str) -> None:
    with pytest.raises(MapError) as caught:
        HexMap.from_drawing(drawing)
    assert str(caught.value) == message


def test_a_place_that_is_not_drawn_needs_a_hex() -> None:
    with pytest.raises(MapError, match='there is no letter in the drawing "Q"; known are A'):
        HexMap.from_drawing("A .", places={"Q": {"city": "major"}})
