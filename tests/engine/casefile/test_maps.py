import pytest
from hypothesis import given
from hypothesis import strategies as st

from phaseline.atlas import HexMap, dumps
from phaseline.engine.casefile.embedding import NoPlace, embed, touching
from phaseline.engine.casefile.errors import CaseFileError
from phaseline.engine.casefile.maps import build
from phaseline.engine.casefile.tree import parse
from phaseline.hexgrid import count

BASE = HexMap.from_drawing(". L f\n . . .\n. . .", places={"L": {"name": "Lille", "port": "minor"}})


def made(text: str, base: HexMap | None = None) -> HexMap:
    return build(parse(text, "f.yaml")[0], base)


def hexes(map: HexMap, *names: str) -> list[int]:
    return [map.hex(name) for name in names]


def test_adjacent_hexes_only() -> None:
    map = made(
        "adjacent: [[A, B], [B, X]]\nhexes: {B: rough, X: {city: major, value: 2}}\n"
        "hexsides: {river: [[A, B]]}\nlines: {rail: [A, B, X]}\nareas: {country: {France: [A, B]}}"
    )
    a, b, x = hexes(map, "A", "b", "X")
    assert map.grid.direction(a, b) is not None
    assert map.grid.direction(b, x) is not None
    assert map.grid.direction(a, x) is None
    assert count(map.on_map) == 3
    assert (map.terrain_at(a), map.terrain_at(b)) == ("clear", "rough")
    assert map.place("X")["city"] == "major"
    assert map.place("X")["value"] == 2
    assert map.features_between(a, b) == ("river",)
    assert map.features_between(b, x) == ()
    assert map.chain_links("rail").has(b, x)
    assert map.area("country", "France") == 1 << a | 1 << b
    assert (map.label(a), map.numbering.label(b)) == ("A", "B")


def test_a_map_of_a_case_can_be_written_like_any_other() -> None:
    assert 'scheme = "RRCC"' in dumps(made("adjacent: [[A, B]]\nelsewhere: sea"))


def test_everything_else_can_have_a_terrain() -> None:
    map = made("adjacent: [[A, B]]\nelsewhere: sea")
    assert count(map.on_map) == len(map.grid)
    assert count(map.land) == 2


def test_hexes_by_coordinates() -> None:
    map = made("hexes: {A: {at: [0, 0]}, B: {at: [1, 0], terrain: city}, C: {at: [-1, 1]}, D: {at: [3, -2]}}")
    a, b, c, d = hexes(map, "A", "B", "C", "D")
    assert map.grid.distance(a, b) == map.grid.distance(a, c) == 1
    assert map.grid.distance(a, d) == 3
    assert map.grid.directions[map.grid.direction(a, b) or 0] == "E"
    assert map.grid.directions[map.grid.direction(a, c) or 0] == "SW"


@pytest.mark.parametrize("orientation", ["pointy", "flat"])
def test_hexes_by_number_and_size(orientation: str) -> None:
    map = made(
        f"grid: {{orientation: {orientation}, rows: 4, columns: 5}}\nelsewhere: clear\nhexes: {{0203: forest}}"
    )
    assert (map.grid.rows, map.grid.cols, map.grid.orientation.name.lower()) == (4, 5, orientation)
    assert map.terrain_at(map.hex("0203")) == "forest"
    assert map.terrain_at(map.hex("0304")) == "clear"


def test_drawn() -> None:
    map = made(
        "drawing: |\n  A . f\n   . B|.\nlegend: {'.': clear, f: forest}\ndrawn_sides: canal\nhexes: {A: {port: major}}"
    )
    a, b = hexes(map, "A", "B")
    assert map.place("A")["port"] == "major"
    assert map.terrain_at(map.hex("0103")) == "forest"
    assert map.features_between(b, map.numbering.parse("B E1")) == ("canal",)
    assert map.numbering.parse("A E") == map.numbering.parse("A E1") != a


def test_a_scenarios_map_with_changes() -> None:
    map = made("hexes: {Lille: {value: 2, port: null}, 0203: mountain}\nhexsides: {river: [Lille/E]}", BASE)
    lille = map.hex("Lille")
    assert map.place("Lille").attributes == {"value": 2}
    assert map.terrain_at(map.hex("0203")) == "mountain"
    assert map.terrain_at(map.hex("0103")) == "forest"
    assert map.features_between(lille, map.hex("0103")) == ("river",)
    assert map.label(lille) == "0102"
    assert BASE.place("Lille")["port"] == "minor"


def test_the_scenarios_map_as_it_is() -> None:
    assert made("scenario", BASE).terrain == BASE.terrain


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("adjacent: [[A, B], [B, C], [C, A], [A, D], [B, D], [C, D]]", "map.adjacent: no hex grid has these"),
        ("hexes: {A: clear, B: clear}", 'map.hexes: "A" needs a place'),
        ("adjacent: [[A, B]]\nhexsides: {river: [[A, Q]]}", 'map.hexsides.river: there is no place "Q"'),
        (
            "adjacent: [[A, B], [B, C]]\nhexsides:\n  river: [A/C]",
            "f.yaml:3: map.hexsides.river: A and C are not adjacent",
        ),
        ("adjacent: [[A, B], [B, C]]\nlines: {rail: [A, C]}", "map.lines.rail: A and C are not adjacent"),
        (
            "grid: {rows: 999999999, columns: 2}",
            "map.hexes: a map of 999999999 rows and 2 columns is too large",
        ),
        ("hexes: {A: {at: [0, 0]}, B: {at: [999999, 0]}}", "at most 200 each"),
        ("adjacnt: [[A, B]]", 'map: there is no "adjacnt" here; did you mean adjacent?'),
        ("drawing: '. q'", "map.drawing: 'q' is not in the legend"),
        ("drawing: '. .'\nadjacent: [[A, B]]", "a drawing says this already"),
        ("base: scenario", "there is no scenario whose map this could change"),
        ("adjacent: [[A, B]]\nhexsides: [A/B]", "map.hexsides: a mapping is needed"),
        ("adjacent: [[A, B]]\nhexsides: {river: [A]}", "is no hexside: write [A, B] or A/B"),
        (
            "adjacent: [[A, B], [A, C], [A, D], [A, E], [A, F], [A, G], [A, H]]",
            "A has 7 neighbours; a hex has six",
        ),
    ],
)
def test_errors(text: str, message: str) -> None:
    with pytest.raises(CaseFileError) as caught:
        made(text)
    assert message in str(caught.value)


def test_an_unknown_hex_of_a_scenario() -> None:
    with pytest.raises(CaseFileError, match=r"map\.hexes\.Lile.*did you mean Lille"):
        made("hexes: {Lile: {value: 1}}", BASE)


@given(st.sets(st.tuples(st.integers(-2, 2), st.integers(-2, 2)), min_size=1, max_size=7))
def test_what_fits_on_a_grid_is_placed_with_exactly_its_adjacencies(spots: set[tuple[int, int]]) -> None:
    names = {f"h{n}": spot for n, spot in enumerate(sorted(spots))}
    pairs = [(a, b) for a in names for b in names if a < b and touching(names[a], names[b])]
    placed = embed(list(names), pairs, {})
    assert len(set(placed.values())) == len(names)
    assert [(a, b) for a in names for b in names if a < b and touching(placed[a], placed[b])] == pairs


def test_fixed_places_must_agree() -> None:
    with pytest.raises(NoPlace, match="A and B are said to be adjacent"):
        embed(["A", "B"], [("A", "B")], {"A": (0, 0), "B": (5, 0)})


@pytest.mark.parametrize(
    "text", ["base: nothing", "drawing: 'A B'", "adjacent: [[A, B]]", "grid: {rows: 3, columns: 3}"]
)
def test_a_scenario_sets_up_on_no_other_map(text: str) -> None:
    with pytest.raises(CaseFileError, match=r"f.yaml:1: map: a scenario sets up .* leave out `scenario`"):
        build(parse(text, "f.yaml")[0], BASE, fixed=True)
