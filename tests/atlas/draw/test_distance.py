"""What is drawn of a map from further away."""

from itertools import combinations

import pytest
from tests.atlas.draw.pictures import country

from phaseline.atlas import HexMap
from phaseline.atlas.draw import Scene, scene, svg
from phaseline.atlas.draw.boxes import overlap, text_width
from phaseline.atlas.draw.distance import CLOSE, FAR, NEAR, WIDE
from phaseline.atlas.draw.scene import Layer, Outline, Stamps, Text, shows


@pytest.fixture(scope="module", name="picture")
def fixture_picture() -> Scene:
    return scene(country())


def shown(picture: Scene, scale: float) -> dict[str, Layer]:
    return {layer.name: layer for layer in picture.layers if shows(layer, scale)}


def texts(picture: Scene, layer: str) -> list[Text]:
    return [
        item
        for found in picture.layers
        if found.name == layer
        for item in found.items
        if isinstance(item, Text)
    ]


@pytest.mark.parametrize("scale", [0.05, FAR, 0.25, WIDE, NEAR, 0.5, CLOSE, 1.0, 3.0])
def test_at_every_scale_the_map_has_one_set_of_names_and_lines(picture: Scene, scale: float) -> None:
    layers = shown(picture, scale)
    for kind in ("names", "places", "areas", "rivers", "chains", "borders"):
        assert len([name for name in layers if name.partition(".")[0] == kind]) == 1
    assert ("numbers" in layers) == (scale >= NEAR)
    assert {"sea", "land", "terrain"} <= set(layers)


def test_names_are_larger_and_fewer_the_further_away(picture: Scene) -> None:
    sizes, counts = [], []
    for name in ("names", "names.near", "names.middle", "names.wide", "names.far"):
        found = [text for text in texts(picture, name) if text.text == "VERDUN"]
        sizes += [picture.letterings[text.lettering].size * text.size for text in found]
        counts.append(len(texts(picture, name)))
    assert [size / sizes[0] for size in sizes] == pytest.approx([1.0, 1.35, 1.8, 2.6, 4.0], rel=0.01)
    assert counts == sorted(counts, reverse=True)
    assert {text.text for text in texts(picture, "names.far")} == {"VERDUN", "Abbeville"}


def test_names_can_be_read_wherever_they_are_shown(picture: Scene) -> None:
    for layer in picture.layers:
        if layer.name.partition(".")[0] != "names":
            continue
        scale = layer.least or FAR / 2
        sizes = [
            picture.letterings[text.lettering].size * text.size
            for text in texts(picture, layer.name)
            if text.text in ("VERDUN", "Abbeville", "Sedan")
        ]
        assert sizes
        assert min(sizes) * scale > 7, f"{layer.name} in pixels"


def test_from_afar_only_cities_have_symbols_and_none_its_port(picture: Scene) -> None:
    symbols = {item.symbol for item in shown(picture, 0.1)["places.far"].items if isinstance(item, Stamps)}
    assert symbols == {"city.victory", "city.major"}


def test_names_that_would_lie_upon_others_are_left_out() -> None:
    towns = {letter: {"name": f"Longtown {letter}", "city": "town"} for letter in "ABCDEF"}
    m = HexMap.from_drawing("A B C\n D E F", places=towns)
    picture = scene(m)
    kept = texts(picture, "names.middle")
    assert 0 < len(kept) < len(texts(picture, "names")) == 6
    boxes = []
    for text in kept:
        lettering = picture.letterings[text.lettering]
        wide = text_width(lettering, text.text)
        left = {"start": text.x, "middle": text.x - wide / 2, "end": text.x - wide}[text.anchor]
        boxes.append((left, text.y - lettering.size * 0.68, left + wide, text.y))
    for one, other in combinations(boxes, 2):
        assert overlap(one, other) < 0.05 * min((b[2] - b[0]) * (b[3] - b[1]) for b in (one, other))


def test_lines_share_their_paths_with_the_bolder_ones(picture: Scene) -> None:
    near, far = shown(picture, 1.0)["rivers"], shown(picture, 0.1)["rivers.far"]
    own = {item.d for item in near.items if isinstance(item, Outline)}
    assert {item.d for item in far.items if isinstance(item, Outline)} <= own
    assert all(d.startswith("#rivers.") and d[1:] in picture.paths for d in own)


def test_a_picture_shows_the_layers_of_its_scale(picture: Scene) -> None:
    small, large = svg(picture, scale=15, embed_fonts=False), svg(picture, scale=64, embed_fonts=False)
    assert '<g id="names-far">' in small
    assert '<g id="numbers">' not in small
    assert '<g id="names">' in large
    assert '<g id="names-far">' not in large


def test_sand_lies_along_the_shore_of_beaches_only() -> None:
    m = HexMap.from_drawing("~ ~ ~\n . . .", areas={"beach": {"Utah": "0202"}})
    picture = scene(m)
    (sand,) = [layer for layer in picture.layers if layer.name == "beaches"]
    assert sand.clip == ("land", "beach")
    assert "beach" in picture.paths
    assert "Beach" in {text.text for text in texts(picture, "panel")}
    assert "beach" not in scene(HexMap.from_drawing("~ .")).paths
