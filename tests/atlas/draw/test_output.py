"""Pictures as files."""

import json
import struct
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from tests.atlas.draw.pictures import country

from phaseline.atlas import MapError
from phaseline.atlas.draw import Scene, png, render, scene, svg

SVG = "{http://www.w3.org/2000/svg}"
HREF = "{http://www.w3.org/1999/xlink}href"


@pytest.fixture(scope="module", name="picture")
def fixture_picture() -> Scene:
    return scene(country())


def test_svg_is_sound(picture: Scene) -> None:
    root = ElementTree.fromstring(svg(picture))
    ids = {element.get("id") for element in root.iter() if element.get("id")}
    for element in root.iter():
        link = element.get(HREF)
        assert link is None or link[1:] in ids
        clip = element.get("clip-path")
        assert clip is None or clip[5:-1] in ids
    title = root.find(f"{SVG}title")
    assert title is not None
    assert title.text == "sketch"
    style = root.find(f"{SVG}style")
    assert style is not None
    assert style.text is not None
    classes = {name for element in root.iter() if (name := element.get("class"))}
    assert all(f".{name}{{" in style.text for name in classes)


def test_fonts_are_embedded_unless_told(picture: Scene) -> None:
    assert "font/ttf;base64" in svg(picture)
    assert "base64" not in svg(picture, embed_fonts=False)


def test_scale_is_the_width_of_a_hex(picture: Scene) -> None:
    for scale in (32.0, 64.0):
        root = ElementTree.fromstring(svg(picture, scale=scale))
        assert float(root.get("width", "")) == pytest.approx(picture.box[2] * scale / 100, abs=0.5)


def test_text_is_escaped() -> None:
    m = country().replace(title="Rhine & <Ruhr>")
    root = ElementTree.fromstring(svg(scene(m), embed_fonts=False))
    assert "RHINE & <RUHR>" in [element.text for element in root.iter(f"{SVG}text")]


def test_png_has_the_size_of_the_picture(picture: Scene) -> None:
    data = png(picture, scale=20)
    assert data.startswith(b"\x89PNG")
    width, height = struct.unpack(">LL", data[16:24])
    assert width == pytest.approx(picture.box[2] * 0.2, abs=1)
    assert height == pytest.approx(picture.box[3] * 0.2, abs=1)
    assert len(data) > 10_000


def test_png_without_the_extra_says_what_to_install(picture: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(MapError, match=r"pip install 'phaseline\[pictures\]'"):
        png(picture)


def test_files_are_written_by_their_suffix(tmp_path: Path) -> None:
    m = country()
    for name in ("map.svg", "map.png", "map.json"):
        render(m, tmp_path / name, scale=16, region=1 << m.hex("0304"))
    assert (tmp_path / "map.svg").read_text(encoding="utf-8").startswith("<svg ")
    assert (tmp_path / "map.png").read_bytes().startswith(b"\x89PNG")
    assert json.loads((tmp_path / "map.json").read_bytes())["name"] == "sketch"
    with pytest.raises(MapError, match=r"map\.pdf: pictures are written as \.svg, \.png or \.json"):
        render(m, tmp_path / "map.pdf")
