"""Lettering: clear of symbols and of other lettering, inside the frame, inside its area."""

from itertools import combinations

import pytest
from tests.atlas.draw.pictures import country

from phaseline.atlas import HexMap, Label
from phaseline.atlas.draw import areanames, scene
from phaseline.atlas.draw.areanames import area_names
from phaseline.atlas.draw.boxes import Box, Crowd, Obstacle, letter_boxes, overlap, text_width
from phaseline.atlas.draw.canvas import Canvas
from phaseline.atlas.draw.faces import FACES, covers, width
from phaseline.atlas.draw.lettering import listed, spread
from phaseline.atlas.draw.names import mark_box, place_names
from phaseline.atlas.draw.scene import UNIT, Text
from phaseline.atlas.draw.style import LETTERING
from phaseline.atlas.draw.towns import sites
from phaseline.atlas.frozen import FrozenDict
from phaseline.hexgrid import hexes

CROWDED = """
    . . . . . . .
     . A B C D E .
    . F G H I J .
     . K L M N O .
    . . . . . . .
    """
FIELD: Box = (-50, -60, 700, 405)


def crowded() -> HexMap:
    return HexMap.from_drawing(
        CROWDED, places={letter: {"name": f"{letter}ville", "city": "minor"} for letter in "ABCDEFGHIJKLMNO"}
    )


def test_text_is_as_wide_as_the_font_says() -> None:
    assert width("plain", "Cherbourg", 1000) == 4127
    assert width("narrow", "3120", 10, spacing=1) == pytest.approx(width("narrow", "3120", 10) + 3)
    assert width("water", "", 10) == 0
    assert text_width(LETTERING["victory"], "Paris") == text_width(LETTERING["victory"], "PARIS")


@pytest.mark.parametrize("face", FACES)
def test_every_face_has_the_letters_of_western_europe(face: str) -> None:
    assert covers(
        face, "ABCXYZabcxyz0123456789 ÄÖÜäöüßéèêçñøåŁłőčž\N{EN DASH}\N{RIGHT SINGLE QUOTATION MARK}"
    )
    assert not covers(face, "Ж")


def test_names_of_crowded_towns_do_not_collide() -> None:
    found = sites(Canvas(crowded()))
    marks = Crowd(Obstacle(mark_box(m.at, m.size), 14.0) for site in found for m in site.marks)
    chosen = place_names(found, LETTERING, marks, FIELD)
    for a, b in combinations([choice.box for choice in chosen], 2):
        assert overlap(a, b) == 0
    for choice in chosen:
        assert marks.cost([choice.box]) == 0


def test_names_stay_inside_the_frame() -> None:
    m = HexMap.from_drawing(". . . A", places={"A": {"name": "Aix-la-Chapelle", "city": "major"}})
    (choice,) = place_names(sites(Canvas(m)), LETTERING, Crowd(), (-50, -58, 350, 58))
    assert choice.text.anchor == "end"
    assert choice.box[2] <= 350


def test_a_free_name_stands_to_the_right() -> None:
    m = HexMap.from_drawing(". A . .", places={"A": {"name": "Caen", "city": "town"}})
    (choice,) = place_names(sites(Canvas(m)), LETTERING, Crowd(), (-50, -58, 350, 58))
    assert (choice.text.anchor, choice.text.text) == ("start", "Caen")
    assert 110 < choice.text.x < 125


def test_a_label_of_its_own_and_hidden_places() -> None:
    m = HexMap.from_drawing("A B", places={"A": {"name": "Lyon SE1", "hidden": True}, "B": {"label": "Köln"}})
    names = [
        item.text
        for layer in scene(m).layers
        if layer.name == "names"
        for item in layer.items
        if isinstance(item, Text)
    ]
    assert names == ["Köln"]


def test_area_names_lie_inside_their_areas() -> None:
    m = country()
    lines = {line.text.text: line for line in area_names(Canvas(m), LETTERING, Crowd())}
    assert set(lines) == {"FRANCIA", "RHENANIA", "Channel"}
    for name, layer in (("FRANCIA", "country"), ("Channel", "sea")):
        mask = m.area(layer, name.capitalize())
        for left, top, right, bottom in lines[name].boxes:
            h = m.grid.at((left + right) / 200, (top + bottom) / 200)
            assert h is not None
            assert mask >> h & 1


@pytest.mark.parametrize(
    ("layer", "name"), [("country", "Francia"), ("country", "Rhenania"), ("sea", "Channel")]
)
def test_no_better_place_for_a_name_is_left_untried(layer: str, name: str) -> None:
    m = country()
    centres = [m.grid.centre(h) for h in hexes(m.area(layer, name))]
    towns = [(x * UNIT - 20, y * UNIT - 20, x * UNIT + 20, y * UNIT + 20) for x, y in centres[::3]]
    crowd = Crowd([Obstacle(box, 5.0) for box in towns])
    fit = areanames._Fit(Canvas(m), m.area(layer, name), layer, LETTERING[layer], crowd)
    best, costs = fit._better([name], 0.8, None), []
    for way in list(fit.ways):
        fit.ways = [way]
        if (alone := fit._better([name], 0.8, None)) is not None:
            costs.append(alone[0])
    assert best is not None
    assert len(costs) > 5
    assert best[0] == min(costs)


def test_the_name_of_a_tight_country_keeps_clear_of_counters() -> None:
    m = HexMap.from_drawing(
        """
        ~ ~ ~ ~ ~
         ~ A B C ~
        ~ . . . .
        """,
        {".": "clear", "~": "sea"},
        areas={"country": {"Italy": "0202-0204 0302-0304"}},
    )
    (line,) = area_names(Canvas(m), LETTERING, Crowd())
    assert line.text.text == "ITALY"
    half = 0.3 * UNIT
    for h in hexes(m.area("country", "Italy")):
        x, y = (at * UNIT for at in m.grid.centre(h))
        for letter in line.boxes:
            assert overlap(letter, (x - half, y - half, x + half, y + half)) == 0


def test_listed_labels_replace_automatic_ones() -> None:
    m = country()
    m = m.replace(labels=(Label("sea", "Channel", m.hex("0101"), m.hex("0105")),))
    canvas = Canvas(m)
    (line,) = listed(canvas, LETTERING)
    assert line.text.turn == 0
    assert line.boxes[0][0] < 60
    assert line.boxes[-1][2] > 340
    assert "Channel" not in [other.text.text for other in area_names(canvas, LETTERING, Crowd())]


def test_an_area_may_say_that_it_is_not_lettered() -> None:
    m = country()
    shown = {line.text.text for line in area_names(Canvas(m), LETTERING, Crowd())}
    m = m.replace(facts=FrozenDict({"sea": FrozenDict({"Channel": FrozenDict({"lettered": False})})}))
    assert {line.text.text for line in area_names(Canvas(m), LETTERING, Crowd())} == shown - {"Channel"}


def test_spread_text_is_centred_and_turned() -> None:
    line = spread("Adria", "sea", LETTERING["sea"], (100.0, 50.0), turn=30.0, size=1.0, room=0.0)
    assert line.text.turn == 30
    boxes = line.boxes
    assert len(boxes) == 5
    middle_x = (boxes[0][0] + boxes[-1][2]) / 2
    assert middle_x == pytest.approx(100, abs=6)
    assert boxes[0][1] < boxes[-1][1]


def test_letter_boxes_skip_blanks() -> None:
    boxes = letter_boxes(LETTERING["sea"], "a b", (0.0, 0.0), size=1.0, spacing=5.0, turn=0.0)
    assert len(boxes) == 2
    assert boxes[0][2] < boxes[1][0]


def test_soft_obstacles_count_for_large_lettering_only() -> None:
    crowd = Crowd([Obstacle((0, 0, 10, 10), 2.0, soft=True)])
    assert crowd.cost([(0, 0, 10, 5)]) == 1.0
    assert crowd.cost([(0, 0, 10, 5)], soft=False) == 0
    assert crowd.any(5, 5)
    assert not crowd.any(50, 5)
