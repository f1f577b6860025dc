"""What games with units on hexes say alike in their play aids."""

from __future__ import annotations

from tests.drill.field import BLUE, GONE, RED, OnField, field

from phaseline.drill.aids import hints, overlays, tables
from phaseline.engine.aids import Area, Hint, Line, Row
from phaseline.hexgrid import Mask, hexes, mask_of
from phaseline.mechanics.ways import Routes, Way

PLAIN = Hint(title="it")


def routes(s: OnField, unit: int) -> Routes:
    """Two hexes far, a point each."""
    grid = s.scenario.map.grid
    return Routes(grid, 1 << s.position.at[unit], [Way({1: grid.all})], 2)


def points(s: OnField, unit: int) -> int:  # noqa: ARG001
    return 2


def zone(s: OnField, seat: int) -> Mask:
    grid = s.scenario.map.grid
    return mask_of(near for hex in hexes(s.occupied(seat)) for near in hexes(grid.adjacent_mask(hex)))


def enemies(s: OnField, unit: int) -> list[Area]:
    return [overlays.area("enemy", s.occupied(1 - s.scenario.side_of[unit]))]


# -- overlays ---------------------------------------------------------------------------------------------------------


def test_an_area_of_each_side_is_under_its_name() -> None:
    s = field("a . n")
    blue, red = overlays.both(s.game.seats, "units", s.occupied, "dots")
    assert blue == Area(title="Blue units", hexes=(0,), side=BLUE, style="dots")
    assert (red.title, red.hexes, red.side) == ("Red units", (2,), RED)


def test_reach_shades_hexes_by_what_they_cost() -> None:
    s = field("a . . . n")
    reach = overlays.reach(lambda s, unit: routes(s, unit).waves, points)
    assert [(area.title, area.hexes, area.level, area.levels) for area in reach(s, 0).areas] == [
        ("0 of 2", (0,), 0, 2),
        ("1 of 2", (1,), 1, 2),
        ("2 of 2", (2,), 2, 2),
    ]


def test_a_cost_that_comes_again_is_one_shade_and_nothing_is_no_shade() -> None:
    s = field("a . . n")
    reach = overlays.reach(lambda s, unit: [(1, 0b10), (2, 0), (1, 0b100)], points)  # noqa: ARG005
    assert [(area.title, area.hexes) for area in reach(s, 0).areas] == [("1 of 2", (1, 2))]


def test_reach_may_mark_more() -> None:
    s = field("a . . n")
    reach = overlays.reach(lambda s, unit: routes(s, unit).waves, points, enemies)
    assert reach(s, 0).areas[-1] == Area(title="enemy", hexes=(3,))


def test_reach_is_asked_for_a_unit_on_the_map() -> None:
    s = field("a . . n")
    reach = overlays.reach(lambda s, unit: routes(s, unit).waves, points)
    s.put(1, GONE)
    for unit in (None, 1):
        assert (reach(s, unit).areas, reach(s, unit).note) == ((), "Choose a unit on the map.")


# -- hints ------------------------------------------------------------------------------------------------------------


def test_a_value_is_told_with_a_tint() -> None:
    s = field("a . n")
    target: hints.Hinter[OnField] = hints.told("attack")
    assert target(s, PLAIN, (), 2) == Hint(title="it", tint="attack")
    assert (
        hints.told("refuse", lambda s, unit: f"{s.position.steps[unit]} steps")(s, PLAIN, (), 0).text
        == "2 steps"
    )


def test_a_unit_then_a_hex() -> None:
    s = field("a . n")
    hinter = hints.unit_then(lambda s, unit: s.name(unit), "deploy")
    assert (hinter(s, PLAIN, (), 0).text, hinter(s, PLAIN, (), 0).tint) == ("a", "")
    assert (hinter(s, PLAIN, (0,), 1).text, hinter(s, PLAIN, (0,), 1).tint) == ("", "deploy")


def test_a_move_tells_what_it_costs_and_where_enemies_are_met() -> None:
    s = field("a . . n")
    hinter = hints.move(lambda s, unit: f"{points(s, unit)} points", routes, points, zone)
    assert hinter(s, PLAIN, (), 0).text == "2 points"
    assert [(hinter(s, PLAIN, (0,), hex).text, hinter(s, PLAIN, (0,), hex).tint) for hex in (1, 2)] == [
        ("1 of 2", "move"),
        ("2 of 2", "engage"),
    ]


# -- tables -----------------------------------------------------------------------------------------------------------


def row(s: OnField, unit: int) -> Row:
    place = s.position.at[unit]
    return Row(cells=(s.name(unit),), unit=unit, hex=place if place >= 0 else None, faint=place == GONE)


def test_rows_are_grouped_by_side_and_group_in_the_order_they_come() -> None:
    s = field("a b . c n")
    s.put(1, GONE)
    groups = {0: "1st", 1: "2nd", 2: "1st", 3: ""}
    sections = tables.grouped(
        s.game.seats,
        lambda seat: [(groups[unit], row(s, unit)) for unit in s.scenario.rosters[seat]],
        tables.on_the_map,
    )
    assert [(each.title, each.side, each.note, [row.unit for row in each.rows]) for each in sections] == [
        ("Blue: 1st", BLUE, "2 of 2 on the map", [0, 2]),
        ("Blue: 2nd", BLUE, "0 of 1 on the map, 1 lost", [1]),
        ("Red", RED, "1 of 1 on the map", [3]),
    ]
    assert tables.order_of_battle(("unit",), sections, "all").sections == tuple(sections)


def test_arrivals_say_when_nobody_comes() -> None:
    s = field("a . n")
    assert tables.arrivals(("unit",), []).note == "Nobody else is to come."
    coming = tables.grouped(s.game.seats, lambda seat: [("Turn 2", row(s, s.scenario.rosters[seat][0]))])
    found = tables.arrivals(("unit",), coming)
    assert [section.title for section in found.sections] == ["Blue: Turn 2", "Red: Turn 2"]
    assert found.note == ""


def test_turns_are_past_present_or_to_come() -> None:
    cells = [tables.turn(number, 2, f"Turn {number}", lines=[Line("mud")]) for number in (1, 2, 3)]
    assert [(cell.past, cell.now) for cell in cells] == [(True, False), (False, True), (False, False)]
    assert cells[0].lines == (Line("mud"),)


def test_measures_are_named_after_their_side() -> None:
    (found,) = tables.measures(RED, "Red", {"steps": (4, "steps left")})
    assert (found.key, found.title, found.value, found.side) == ("steps", "Red steps left", 4, RED)
