"""The drawing data of a whole map: complete, consistent, always the same."""

import re
from collections import Counter

import pytest
from tests.atlas.draw.pictures import country
from tests.atlas.samples import everything

from phaseline.atlas import HexMap
from phaseline.atlas.draw import Scene, scene, scene_from_json, scene_json
from phaseline.atlas.draw.scene import Outline, Stamps, Text


@pytest.fixture(scope="module", name="picture")
def fixture_picture() -> Scene:
    return scene(country())


def texts(picture: Scene, layer: str) -> list[Text]:
    return [i for found in picture.layers if found.name == layer for i in found.items if isinstance(i, Text)]


def test_layers_lie_in_order_of_a_printed_map(picture: Scene) -> None:
    assert [layer.name for layer in picture.layers] == [
        "sea",
        "land",
        "terrain",
        "texture",
        "waters",
        "rivers",
        "rivers.far",
        "grid",
        "borders",
        "borders.far",
        "numbers",
        "chains",
        "chains.far",
        "areas",
        "places",
        "names",
        "areas.near",
        "places.near",
        "names.near",
        "areas.middle",
        "places.middle",
        "names.middle",
        "areas.wide",
        "places.wide",
        "names.wide",
        "areas.far",
        "places.far",
        "names.far",
        "frame",
        "panel",
    ]


def test_every_style_symbol_and_path_that_is_named_is_there(picture: Scene) -> None:
    for layer in picture.layers:
        assert set(layer.clip) <= set(picture.paths)
        for item in layer.items:
            if isinstance(item, Outline):
                assert item.paint in picture.paints
                assert not item.d.startswith("#") or item.d[1:] in picture.paths
            elif isinstance(item, Stamps):
                assert item.symbol in picture.symbols
                assert len(item.at) % 2 == 0
            else:
                assert item.lettering in picture.letterings
    for outlines in picture.symbols.values():
        assert {outline.paint for outline in outlines} <= set(picture.paints)


def test_every_place_is_named_once(picture: Scene) -> None:
    names = Counter(item.text for item in texts(picture, "names"))
    assert names == Counter(["Portsea", "Abbeville", "Cambrai", "VERDUN", "Blois", "Meuse", "Sambre"])


def test_every_hex_has_its_number(picture: Scene) -> None:
    m = country()
    numbers = {item.text: (item.x, item.y) for item in texts(picture, "numbers")}
    assert set(numbers) == {m.label(h) for h in m.grid}
    x, y = m.grid.centre(m.hex("0304"))
    assert numbers["0304"] == pytest.approx((100 * x, 100 * y - 39.5), abs=0.1)


def test_numbers_can_be_left_out() -> None:
    picture = scene(country().replace(numbers_printed=False))
    assert "numbers" not in [layer.name for layer in picture.layers]


def test_a_town_is_drawn_by_what_it_is(picture: Scene) -> None:
    m = country()
    drawn = {
        (item.symbol, round(item.at[0]), round(item.at[1]))
        for layer in picture.layers
        if layer.name == "places"
        for item in layer.items
        if isinstance(item, Stamps)
    }

    def spot(name: str) -> tuple[int, int]:
        x, y = m.grid.centre(m.hex(name))
        return round(100 * x), round(100 * y)

    assert ("city.victory", *spot("Verdun")) in drawn
    assert ("city.major", *spot("Abbeville")) in drawn
    assert ("fortress", *spot("Cambrai")) in drawn
    anchor = next(entry for entry in drawn if entry[0] == "port.major")
    assert anchor[1] < spot("Portsea")[0]  # towards the sea, which lies west and north
    assert {"badge", "resource"} <= {entry[0] for entry in drawn}
    assert [item.text for item in texts(picture, "places")] == ["3"]


def test_the_legend_explains_what_the_map_shows(picture: Scene) -> None:
    words = {item.text for item in texts(picture, "panel")}
    assert words >= {"Forest", "Hill", "Mountain", "Marsh", "Lake", "River", "Border", "Rail", "Victory city"}
    assert not words & {"Desert", "Capital", "Minor port", "Naval base", "Strait"}


def test_the_legend_tells_hexsides_from_hexes_and_calls_a_single_line_by_its_name() -> None:
    m = HexMap.from_drawing(
        ". f .",
        hexsides={"forest": "0101/E"},
        chains={"fortified": {"West Wall": "0101 0102"}, "rail": {"A": "0101 0102", "B": "0102 0103"}},
    )
    words = {item.text for item in texts(scene(m), "panel")}
    assert {"Forest", "Forest hexside", "West Wall", "Rail"} <= words


def test_the_legend_has_one_line_for_a_ground_and_the_places_on_it_that_are_called_alike() -> None:
    places = {
        "T": {"name": "Tilly", "terrain": "town", "city": "town"},
        "R": {"name": "Rouen", "city": "major"},
    }
    m = HexMap.from_drawing(". T R", {".": "clear", "t": "town"}, places=places)
    words = [item.text for item in texts(scene(m), "panel")]
    assert words.count("Town") == 1
    assert words.count("Major city") == 1
    panel = next(layer for layer in scene(m).layers if layer.name == "panel")
    stamped = [item.symbol for item in panel.items if isinstance(item, Stamps)]
    assert stamped.count("city.town") == 1


def test_capes_of_a_land_out_of_play_are_veiled_with_it() -> None:
    m = HexMap.from_drawing(". ~ ~ .", areas={"closed": {"away": "0101"}})
    near = HexMap.from_drawing(". ~ . .", areas={"closed": {"away": "0101"}})
    veils = [next(layer for layer in scene(each).layers if layer.name == "closed") for each in (m, near)]
    assert len(str(veils[0].items)) > len(str(veils[1].items))


def test_json_reads_back(picture: Scene) -> None:
    data = scene_json(picture)
    assert scene_from_json(data) == picture
    assert len(data) < 80_000


def test_the_same_map_gives_the_same_bytes(picture: Scene) -> None:
    assert scene_json(scene(country())) == scene_json(picture)


def test_hexes_out_of_play_and_beyond_the_map_are_veiled() -> None:
    m = HexMap.from_drawing("~ . . _", areas={"closed": {"away": "0101 0102"}})
    layers = {layer.name: layer for layer in scene(m).layers}
    assert {"closed", "closed_sea", "beyond"} <= set(layers)
    assert layers["closed"].clip == ("land", "field")
    assert layers["closed_sea"].clip == ("field",)


def test_a_region_is_cut_out_without_title() -> None:
    m = country()
    picture = scene(m, region=1 << m.hex("0304") | 1 << m.hex("0406"))
    assert not {"frame", "panel"} & {layer.name for layer in picture.layers}
    assert len(texts(picture, "numbers")) < m.on_map.bit_count()
    assert {item.text for item in texts(picture, "names")} >= {"Cambrai", "Portsea"}
    left, top, width, height = picture.box
    x, y = (100 * value for value in m.grid.centre(m.hex("0304")))
    assert (left, top) == pytest.approx((x - 50, y - 57.735), abs=0.01)
    assert (width, height) == pytest.approx((350, 202.07), abs=0.01)


@pytest.mark.parametrize("flat", [False, True])
def test_maps_of_either_orientation_are_drawn(flat: bool) -> None:
    m: HexMap = everything(flat=flat)
    picture = scene(m)
    names = [item.text for item in texts(picture, "names")]
    assert {"Köln", "Bonn am Rhein"} <= set(names)
    assert len(texts(picture, "numbers")) == m.on_map.bit_count()
    assert any("km" in item.text for item in texts(picture, "panel"))


def test_curves_stay_near_the_sheet(picture: Scene) -> None:
    left, top, width, height = picture.box
    for layer in picture.layers:
        for item in layer.items:
            if isinstance(item, Outline) and layer.name in {"rivers", "chains", "borders", "grid"}:
                d = picture.paths[item.d[1:]] if item.d.startswith("#") else item.d
                absolute = re.sub(r"l[-\d. ]+", "", d)
                numbers = [float(n) for n in re.findall(r"-?\d+(?:\.\d+)?", absolute)]
                assert all(left - 60 < x < left + width + 60 for x in numbers[::2])
                assert all(top - 60 < y < top + height + 60 for y in numbers[1::2])
