"""The map model: what a map can be asked, and that nobody can change it."""

import copy
import pickle

import pytest
from tests.atlas.samples import coast, everything, mask

from phaseline.atlas import FrozenDict, HexMap, MapError, UnknownNameError
from phaseline.hexgrid import flood, hexes


def labels(hex_map: HexMap, found: int) -> list[str]:
    return [hex_map.label(h) for h in hexes(found)]


def test_land_water_and_coast() -> None:
    m = coast()
    assert labels(m, m.water) == ["0101", "0102", "0103", "0104", "0105", "0106", "0203", "0204"]
    assert m.land | m.water == m.on_map
    assert "0506" not in labels(m, m.on_map)
    assert labels(m, m.coastal) == ["0201", "0202", "0205", "0206", "0303", "0304", "0305"]
    assert m.terrain_at(m.hex("0502")) == "forest"
    assert m.terrain_at(m.hex("0506")) == ""


def test_hexes_are_found_by_number_place_and_offset() -> None:
    m = coast()
    assert m.label(m.hex("Caen")) == "0304"
    assert m.label(m.hex("Caen W1")) == "0303"
    assert m.label(m.hex("Caen SE1")) == "0404"
    assert m.label(m.hex("Caen W3")) == "0301"
    assert m.label(m.hex(" 0405 ")) == "0405"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Cean", 'there is no place "Cean"; did you mean Caen?'),
        ("Caen N1", "no hex lies N of another on this map: use NE, E, SE, SW, W, NW"),
        ("Caen W9", '"Caen W9" is off the map'),
        ("0909", "there is no hex 0909: rows run 01 to 05, columns 01 to 06; did you mean 0506?"),
    ],
)
def test_a_wrong_hex_is_explained(text: str, message: str) -> None:
    with pytest.raises(MapError) as caught:
        coast().hex(text)
    assert str(caught.value) == message


def test_sets_of_hexes_are_written_as_ranges() -> None:
    m = coast()
    assert labels(m, m.mask("0101-0103 Caen 0405")) == ["0101", "0102", "0103", "0304", "0405"]
    assert m.mask("") == 0
    with pytest.raises(MapError, match="both ends of a range lie on one line"):
        m.mask("0101-0203")


def test_rivers_lie_between_hexes() -> None:
    m = coast()
    caen, west = m.hex("Caen"), m.hex("0303")
    assert m.features_between(caen, west) == ("river",)
    assert m.features_between(caen, m.hex("0305")) == ()
    assert m.sides("river", "no such thing").has(west, caen)
    south = m.hex("0505")
    assert m.sides("river").has(south, m.hex("0404"))
    assert m.sides("river").has(south, m.hex("0405"))
    assert len(list(m.sides("river").pairs())) == 4


def test_rail_is_followed_over_its_links() -> None:
    m = coast()
    links = m.chain_links("rail")
    reached = flood(m.grid, 1 << m.hex("Caen"), m.on_map, over=links)
    assert labels(m, reached) == ["0201", "0202", "0303", "0304"]
    assert reached == m.chain_hexes("rail")


def test_places_by_attribute() -> None:
    m = coast()
    assert [p.name for p in m.places_with("port")] == ["Cherbourg", "Caen"]
    assert [p.name for p in m.places_with("port", "minor")] == ["Caen"]
    assert labels(m, m.hexes_with("city")) == ["0304"]
    assert m.place("Caen")["production"] == 2
    assert m.place("Caen").get("victory", 0) == 0
    assert [p.name for p in m.places_at(m.hex("0304"))] == ["Caen"]
    assert m.places_at(m.hex("0101")) == ()


def test_areas() -> None:
    m = coast()
    assert m.area_at("country", m.hex("Caen")) == "Normandy"
    assert m.area_at("country", m.hex("0406")) == ""
    assert m.areas_at("sea", m.hex("0101")) == ("Channel",)
    with pytest.raises(UnknownNameError, match='there is no country "Frence"; did you mean France'):
        m.area("country", "Frence")
    with pytest.raises(
        UnknownNameError, match='there is no layer of areas "climate"; known are coast, country, sea'
    ):
        m.layer("climate")


def test_one_area_is_asked_for_but_there_are_two() -> None:
    m = everything()
    with pytest.raises(MapError, match="lies in several areas of 'zone': one, two"):
        m.area_at("zone", m.place("Köln").hex)


def test_facts_of_areas() -> None:
    m = everything()
    assert m.fact("country", "Sea", "value") == 2
    assert m.fact("country", "Land", "value", 0) == 0
    assert m.fact("zone", "one", "value") is None


def test_a_map_is_a_value() -> None:
    m = coast()
    assert m == coast()
    assert hash(m) == hash(coast())
    assert pickle.loads(pickle.dumps(m)) == m
    assert copy.deepcopy(m) == m
    other = m.replace(title="Another")
    assert other != m
    assert other.title == "Another"
    assert other.places is m.places
    with pytest.raises(UnknownNameError, match="did you mean title"):
        m.replace(titel="Another")


def test_a_map_has_a_fingerprint() -> None:
    m = coast()
    assert m.fingerprint == coast().fingerprint
    changed = [m.replace(title="Another"), m.replace(numbers_printed=False), m.replace(places=FrozenDict())]
    assert len({one.fingerprint for one in (m, *changed)}) == 4


def test_a_map_cannot_be_written_into() -> None:
    m = coast()
    with pytest.raises(TypeError, match="a map never changes"):
        m.terrain["clear"] = 0
    with pytest.raises(TypeError, match="a map never changes"):
        m.areas["country"].pop("France")
    with pytest.raises(AttributeError):
        m.title = "Another"  # type: ignore[misc]


def test_entries_of_one_name_stand_together() -> None:
    m = everything()
    assert [(label.style, label.text) for label in m.labels] == [
        ("sea", "The Sea"),
        ("sea", "The Sea"),
        ("region", "Hills"),
    ]
    assert [note.of for note in m.provenance] == ["terrain", "terrain", "places"]


def test_frozen_dictionaries_read_like_dictionaries() -> None:
    table = FrozenDict(b=1, a=2)
    assert list(table) == ["b", "a"]
    assert table == {"a": 2, "b": 1}
    assert hash(table) == hash(FrozenDict(a=2, b=1))
    assert pickle.loads(pickle.dumps(table)) == table
    assert mask([0, 2]) == 5
