"""What maps look like in characters."""

import pytest

from phaseline.atlas.frozen import FrozenDict
from phaseline.atlas.model import HexMap
from phaseline.atlas.parts import TerrainKind
from phaseline.chart.canvas import Canvas
from phaseline.chart.drawing import draw
from phaseline.chart.layout import SIZES, Layout
from phaseline.chart.window import Wish
from phaseline.engine import registry
from phaseline.engine.match import Match
from phaseline.engine.sheet import Mark, Piece, Sheet
from phaseline.hexgrid import Grid
from phaseline.hexgrid.numbering import RowColumn

POINTY = """
~ . A
 / +
 . f .
"""


@pytest.fixture
def sketch() -> HexMap:
    return HexMap.from_drawing(POINTY)


def lines(map: HexMap, sheet: Sheet, **wish: object) -> list[str]:
    return [line.plain for line in draw(map, sheet, Wish(**wish)).lines]  # type: ignore[arg-type]


def test_a_map_in_characters(sketch: HexMap) -> None:
    tank = Piece(side=0, label="4A", title="4th Armoured", strength="6-4", hex=sketch.hex("0202"))
    back = Piece(side=1, label="?", title="face-down unit", face_down=True, hex=sketch.hex("A"))
    sheet = Sheet(pieces=(tank, back), marks=(Mark(sketch.hex("A"), "1 point", 1),))
    assert lines(sketch, sheet, size="medium") == [
        "┌───────┬───────┬───────┐",
        "│0101  ~│0102   │0103 ★ │",
        "│       │       │(?)    │",
        "│       │       │A      │",
        "└───╺━━━╸───╺━━━━━━━╸───┴───┐",
        "    │0201   │0202  f│0203   │",
        "    │       │[4A]   │       │",
        "    │       │6-4    │       │",
        "    └───────┴───────┴───────┘",
    ]


def test_a_flat_top_map_in_characters() -> None:
    grid = Grid.flat(cols=2, rows=2)
    numbering = RowColumn(grid, "CCRR")
    clear = FrozenDict({"clear": TerrainKind("clear", ".", "clear", water=False)})
    flat = HexMap(
        name="flat",
        title="Flat",
        grid=grid,
        numbering=numbering,
        terrain=FrozenDict({"clear": grid.all}),
        terrain_kinds=clear,
    )
    assert lines(flat, Sheet(), size="tiny") == [
        "┌───┐",
        "│   ├───┐",
        "├───┤   │",
        "│   ├───┤",
        "└───┤   │",
        "    └───┘",
    ]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    "grid", [Grid.pointy(rows=3, cols=4, shoved="even"), Grid.flat(cols=4, rows=3, shoved="odd")]
)
def test_neighbours_share_their_side_on_the_page(grid: Grid, size: str) -> None:
    """The hexside drawn for one hex is, seen from its neighbour, the very same line."""
    layout = Layout(grid, grid, SIZES[size])
    for here in grid:
        for direction in range(6):
            there = grid.neighbour(here, direction)
            if there is not None:
                opposite = layout.side(there, (direction + 3) % 6)
                assert layout.side(here, direction) == opposite[::-1]


def test_a_crowded_hex_says_how_many_more(sketch: HexMap) -> None:
    stack = tuple(Piece(side=0, label=f"{n}A", title=f"{n}", hex=sketch.hex("0102")) for n in range(1, 8))
    text = "\n".join(lines(sketch, Sheet(pieces=stack), size="medium"))
    assert "[1A]" in text
    assert "[2A] +5" in text
    assert "[7A]" not in text


def test_a_wide_map_is_cut_to_the_terminal_around_the_hex_asked_for() -> None:
    wide = HexMap.from_drawing(" ".join("." * 60))
    drawing = draw(wide, Sheet(), Wish(width=80, at=wide.hex("0150")))
    text = "\n".join(line.plain for line in drawing.lines)
    assert max(len(line) for line in text.splitlines()) <= 80
    assert drawing.shown < drawing.total == 60
    assert "0150" in text
    assert "0101" not in text
    end = draw(wide, Sheet(), Wish(width=80, at=wide.hex("0160")))
    assert "0160" in end.lines[1].plain
    assert end.shown == drawing.shown


def test_a_large_map_is_cut_to_the_screen_where_both_sides_meet() -> None:
    """Of the whole of western Europe one sees the front, with whole numbers, and not the end of the map."""
    game = registry.game("war_in_europe")
    scenario = game.load("sichelschnitt")
    match = Match.new(game, scenario, seed=bytes(32))
    sheet = game.sheet(scenario, match.view(0))
    drawing = draw(scenario.map, sheet, Wish(width=120, height=34))
    text = [line.plain for line in drawing.lines]
    assert max(map(len, text)) <= 120
    assert len(text) <= 34
    seen = [piece.side for piece in sheet.pieces if piece.hex is not None and drawing.hexes >> piece.hex & 1]
    assert min(seen.count(0), seen.count(1)) > 50
    assert "C3309" in "\n".join(text)  # Aachen: all five letters of its number
    london = draw(scenario.map, sheet, Wish(width=120, height=34, at=scenario.map.hex("London")))
    assert london.hexes >> scenario.map.hex("London") & 1
    assert not london.hexes >> scenario.map.hex("Aachen") & 1


def test_the_middle_of_an_empty_map_is_shown() -> None:
    wide = HexMap.from_drawing(" ".join("." * 61))
    drawing = draw(wide, Sheet(), Wish(width=40, height=20))
    assert drawing.hexes >> wide.hex("0131") & 1


def test_a_map_a_little_too_high_is_scrolled(sketch: HexMap) -> None:
    drawing = draw(sketch, Sheet(), Wish(width=60, height=5))
    assert drawing.shown == drawing.total
    assert (len(drawing.lines), drawing.size) == (9, "medium")


def test_the_smallest_screen_shows_a_hex(sketch: HexMap) -> None:
    drawing = draw(sketch, Sheet(), Wish(width=3, height=2, at=sketch.hex("0202")))
    assert drawing.shown == 1
    assert "0202" in "".join(lines(sketch, Sheet(), width=3, height=2, at=sketch.hex("0202")))


def test_the_size_fits_the_terminal(sketch: HexMap) -> None:
    assert draw(sketch, Sheet(), Wish()).size == "large"
    assert draw(sketch, Sheet(), Wish(width=30)).size == "medium"
    assert draw(sketch, Sheet(), Wish(width=60, height=9)).size == "medium"


def test_plain_letters_where_the_terminal_has_no_lines(sketch: HexMap) -> None:
    text = "\n".join(lines(sketch, Sheet(marks=(Mark(0, "x"),)), ascii_only=True))
    assert text.isascii()
    assert "+-----" in text


def test_lines_join() -> None:
    canvas = Canvas(5, 3)
    canvas.line((0, 1), (4, 1), 1, "")
    canvas.line((2, 0), (2, 2), 2, "")
    assert [row.plain for row in canvas.lines()] == ["  ╻", "╶─┃─╴", "  ╹"]
