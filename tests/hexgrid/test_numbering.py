from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.hexgrid.strategies import grids

from phaseline.hexgrid import (
    Combined,
    Grid,
    Hex,
    LabelError,
    Numbering,
    PlaceNames,
    RowColumn,
    Section,
    Sections,
)

# The grid of Eisenhower's War: row 36 at the top, odd rows half a hex east.
NORTH_UP = RowColumn(
    Grid.pointy(rows=26, cols=23, shoved="odd"), "RRCC", first_row=36, row_step=-1, first_column=0
)


def around(numbering: Numbering, label: str) -> set[str]:
    return {numbering.label(h) for h in numbering.grid.neighbours(numbering.parse(label))}


class TestRowColumn:
    @pytest.mark.parametrize(
        ("label", "neighbours"),
        [
            ("2317", {"2217", "2218", "2316"}),
            ("3311", {"3411", "3412"}),
            ("3304", {"3204", "3205"}),
        ],
    )
    def test_rows_that_count_up_the_map(self, label: str, neighbours: set[str]) -> None:
        assert neighbours <= around(NORTH_UP, label)

    def test_columns_first(self) -> None:
        numbers = RowColumn(Grid.pointy(rows=98, cols=73), "CCRR")
        assert numbers.grid.col_row(numbers.parse("6837")) == (67, 36)
        assert numbers.label(numbers.grid.hex(72, 97)) == "7398"

    def test_three_digits_and_other_origins(self) -> None:
        numbers = RowColumn(
            Grid.flat(cols=3, rows=4), "CCRR", first_column=98, first_row=7, column_step=2, digits=3
        )
        assert numbers.label(numbers.grid.hex(2, 0)) == "102007"
        with pytest.raises(LabelError, match="no hex 099007"):
            numbers.parse("099007")

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("9900", "rows run 11 to 36, columns 00 to 22; did you mean 3600"),
            ("3123", "did you mean 3122"),
            ("312", "takes 4 digits, as in 3600"),
            ("Caen", '"Caen" is no hex number'),
            ("", "no hex number"),
            ("³¹²⁰", "no hex number"),
        ],
    )
    def test_what_is_wrong_with_a_number(self, text: str, message: str) -> None:
        with pytest.raises(LabelError, match=message):
            NORTH_UP.parse(text)

    def test_lenient_reading(self) -> None:
        assert NORTH_UP.parse(" 31 20 ") == NORTH_UP.parse("31-20") == NORTH_UP.parse("3120")

    @pytest.mark.parametrize(("first", "step"), [(9, 1), (-1, 1), (1, -1)])
    def test_numbers_must_fit_their_digits(self, first: int, step: int) -> None:
        with pytest.raises(ValueError, match="row numbers would run"):
            RowColumn(Grid.pointy(rows=3, cols=3), first_row=first, row_step=step, digits=1)

    def test_steps_and_schemes_that_cannot_be(self) -> None:
        with pytest.raises(ValueError, match="must not be 0"):
            RowColumn(SICILY, row_step=0)
        with pytest.raises(ValueError, match='"RRCC" or "CCRR", not \'RC\''):
            RowColumn(SICILY, "RC")  # type: ignore[arg-type]


# The nine sheets of War in Europe, columns running north-west to south-east drawn straight down.
# (grid column, grid row) of each 0101; the sheet that lies on top comes last.
ORIGINS = {
    "A": (0, 34), "B": (38, 0), "F": (94, 0), "C": (38, 33), "G": (94, 33), "D": (38, 66), "H": (94, 66),
    "E": (38, 99), "J": (94, 99),
}  # fmt: skip
WAR_IN_EUROPE = Sections(
    Grid.flat(cols=151, rows=133, shoved="odd"),
    tuple(
        Section(prefix, column, row, columns=39 if prefix == "A" else 57, rows=48 if prefix == "A" else 34)
        for prefix, (column, row) in ORIGINS.items()
    ),
    default="C",
)


class TestSections:
    def test_columns_and_rows_run_on_across_a_section(self) -> None:
        place = {
            label: WAR_IN_EUROPE.grid.col_row(WAR_IN_EUROPE.parse(label))
            for label in ("C1928", "C1920", "C4728")
        }
        assert place["C1928"][0] == place["C1920"][0]
        assert place["C1928"][1] == place["C4728"][1]

    def test_section_a_joins_c_and_d_between_two_hexes(self) -> None:
        assert {"C0115", "C0116"} <= around(WAR_IN_EUROPE, "A3814")
        assert {"D0113", "D0114"} <= around(WAR_IN_EUROPE, "A3845")

    @pytest.mark.parametrize(
        ("hidden", "shown"), [("B0134", "C0101"), ("C2034", "D2001"), ("C5701", "G0101"), ("A3901", "C0102")]
    )
    def test_overlapped_hexes_go_by_the_number_on_top(self, hidden: str, shown: str) -> None:
        h = WAR_IN_EUROPE.parse(hidden)
        assert h == WAR_IN_EUROPE.parse(shown)
        assert WAR_IN_EUROPE.label(h) == shown

    def test_every_corner_hex_stays_visible(self) -> None:
        for prefix in ORIGINS:
            assert WAR_IN_EUROPE.label(WAR_IN_EUROPE.parse(f"{prefix}0101")) == f"{prefix}0101"

    def test_default_section_and_lenient_reading(self) -> None:
        assert WAR_IN_EUROPE.parse("1215") == WAR_IN_EUROPE.parse("c 1215") == WAR_IN_EUROPE.parse("C-1215")

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("I0101", "no map section I: the sections are A, B"),
            ("C5801", "rows 01 to 34, columns 01 to 57; did you mean C5701"),
            ("C0100", "did you mean C0101"),
            ("C12", "a section letter and 4 digits, as in A0101"),
        ],
    )
    def test_what_is_wrong_with_a_number(self, text: str, message: str) -> None:
        with pytest.raises(LabelError, match=message):
            WAR_IN_EUROPE.parse(text)

    def test_hexes_without_a_sheet_or_off_the_grid(self) -> None:
        numbers = Sections(Grid.flat(cols=4, rows=3), (Section("A", -1, 0, 3, 3),))
        assert numbers.label(numbers.parse("A0201")) == "A0201"
        with pytest.raises(LabelError, match="off the map"):
            numbers.parse("A0101")
        with pytest.raises(LabelError, match="on no map section"):
            numbers.label(numbers.grid.hex(3, 0))
        with pytest.raises(LabelError, match="lacks its section letter"):
            numbers.parse("0201")

    @pytest.mark.parametrize(
        ("sections", "default", "message"),
        [
            ([Section("A", 0, 0, 2, 2), Section("a", 1, 0, 2, 2)], None, "same prefix"),
            ([Section("A", 0, 0, 2, 2)], "B", "default section B"),
            ([Section("A", 0, 0, 100, 2)], None, "too large"),
            ([], None, "at least one"),
        ],
    )
    def test_sections_that_cannot_be(
        self, sections: list[Section], default: str | None, message: str
    ) -> None:
        with pytest.raises(ValueError, match=message):
            Sections(Grid.flat(cols=4, rows=3), tuple(sections), default=default)

    @pytest.mark.parametrize(
        ("prefix", "rows", "message"), [("7", 1, "letters"), ("", 1, "letters"), ("A", 0, "no hex")]
    )
    def test_sheets_that_cannot_be(self, prefix: str, rows: int, message: str) -> None:
        with pytest.raises(ValueError, match=message):
            Section(prefix, 0, 0, columns=1, rows=rows)


SICILY = Grid.pointy(rows=4, cols=6, shoved="odd")
ITALY = PlaceNames(
    SICILY,
    {
        "Palermo": SICILY.hex(1, 1),
        "Messina": SICILY.hex(3, 1),
        "Reggio": SICILY.hex(4, 1),
        "Licata": SICILY.hex(2, 2),
        "Catania": SICILY.hex(3, 2),
        "Saint-Étienne": SICILY.hex(5, 0),
    },
    aliases={"Reggio di Calabria": "Reggio"},
)


class TestPlaceNames:
    @pytest.mark.parametrize(
        ("text", "column", "row"),
        [
            ("Catania", 3, 2),
            ("Palermo E1", 2, 1),
            ("palermo-e1", 2, 1),
            ("PALERMO  se1", 2, 2),
            ("Messina SW1", 3, 2),
            ("Palermo E2 SE1", 4, 2),
            ("saint etienne", 5, 0),
            ("Saint-Etienne W2", 3, 0),
            ("reggio di calabria", 4, 1),
            ("Reggio di Calabria NW1", 4, 0),
        ],
    )
    def test_reading(self, text: str, column: int, row: int) -> None:
        assert SICILY.col_row(ITALY.parse(text)) == (column, row)

    @pytest.mark.parametrize(
        ("column", "row", "label"),
        [
            (3, 2, "Catania"),
            (2, 1, "Palermo E1"),
            (4, 2, "Messina SE1"),
            (0, 0, "Saint-Étienne W5"),
            (5, 3, "Reggio SE2"),
        ],
    )
    def test_writing(self, column: int, row: int, label: str) -> None:
        assert ITALY.label(SICILY.hex(column, row)) == label

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("Palerma", 'no place "Palerma"; did you mean Palermo'),
            ("Catanja SE1", "did you mean Catania SE1"),
            ("Rome", 'no place "Rome"$'),
            ("Palermo N1", "no hex lies N of another on this map: use NE, E, SE, SW, W, NW"),
            ("Palermo W9", "off the map"),
            ("Palermo E", "no place"),
            ("", "no place"),
        ],
    )
    def test_what_is_wrong_with_a_name(self, text: str, message: str) -> None:
        with pytest.raises(LabelError, match=message):
            ITALY.parse(text)

    def test_a_name_may_end_like_an_offset(self) -> None:
        names = PlaceNames(SICILY, {"Naples W1": SICILY.hex(0, 0), "Naples": SICILY.hex(4, 0)})
        assert names.parse("naples w1") == SICILY.hex(0, 0)
        assert names.parse("naples w2") == SICILY.hex(2, 0)

    def test_flat_maps_know_north_and_south(self) -> None:
        grid = Grid.flat(cols=3, rows=5)
        names = PlaceNames(grid, {"Rome": grid.hex(1, 2)})
        assert names.label(grid.hex(1, 0)) == "Rome N2"
        assert grid.col_row(names.parse("Rome S2")) == (1, 4)

    def test_two_legs_where_no_place_lies_straight(self) -> None:
        names = PlaceNames(SICILY, {"Palermo": SICILY.hex(1, 1)})
        assert names.label(SICILY.hex(4, 2)) == "Palermo E2 SE1"
        assert names.label(SICILY.hex(0, 3)) == "Palermo SW2"

    def test_the_earlier_of_two_places_in_a_hex_names_it(self) -> None:
        names = PlaceNames(SICILY, {"Buda": SICILY.hex(1, 1), "Pest": SICILY.hex(1, 1)})
        assert names.label(names.parse("Pest")) == "Buda"

    @pytest.mark.parametrize(
        ("places", "aliases", "message"),
        [
            ({}, {}, "at least one place"),
            ({"Atlantis": -1}, {}, '"Atlantis" is off the map'),
            ({"Liège": 0, "Liege": 1}, {}, "too much alike"),
            ({"Liège": 0}, {"LIÈGE": "Liège"}, "too much alike"),
            ({"Liège": 0}, {"Luik": "Lüttich"}, '"Lüttich", which is no place'),
        ],
    )
    def test_names_that_cannot_be(
        self, places: dict[str, Hex], aliases: dict[str, str], message: str
    ) -> None:
        with pytest.raises(ValueError, match=message):
            PlaceNames(SICILY, places, aliases)


class TestCombined:
    numbers = Combined(RowColumn(SICILY), ITALY)

    def test_writes_by_the_first_and_reads_by_any(self) -> None:
        assert self.numbers.label(self.numbers.parse("Catania")) == "0304"
        assert self.numbers.parse("0304") == SICILY.hex(3, 2)
        assert self.numbers.grid is SICILY

    def test_says_what_is_wrong_by_each(self) -> None:
        with pytest.raises(
            LabelError, match=r'"Catanja" is no hex number.*; there is no place.*; did you mean Catania'
        ):
            self.numbers.parse("Catanja")

    def test_grids_do_not_mix(self) -> None:
        with pytest.raises(ValueError, match="different grids"):
            Combined(NORTH_UP, ITALY)


def row_column(draw: Callable[[st.SearchStrategy[Any]], Any], grid: Grid) -> RowColumn:
    steps = st.sampled_from([-2, -1, 1, 2])
    return RowColumn(
        grid,
        draw(st.sampled_from(["RRCC", "CCRR"])),
        first_row=draw(st.integers(20, 70)),
        first_column=draw(st.integers(20, 70)),
        row_step=draw(steps),
        column_step=draw(steps),
        digits=draw(st.integers(2, 3)),
    )


def sections(draw: Callable[[st.SearchStrategy[Any]], Any], grid: Grid) -> Sections:
    corner = st.integers(-2, 5)
    size = st.integers(1, 9)
    some = [Section(prefix, draw(corner), draw(corner), draw(size), draw(size)) for prefix in "AB"]
    return Sections(
        grid, (Section("Z", 0, 0, grid.cols, grid.rows), *some), draw(st.sampled_from(["RRCC", "CCRR"]))
    )


def place_names(draw: Callable[[st.SearchStrategy[Any]], Any], grid: Grid) -> PlaceNames:
    homes = draw(st.lists(st.sampled_from(list(grid)), min_size=1, max_size=4))
    return PlaceNames(grid, {f"Place {chr(65 + i)}": h for i, h in enumerate(homes)})


@given(st.data(), grids(), st.sampled_from([row_column, sections, place_names]))
def test_labels_are_read_back(data: st.DataObject, grid: Grid, make: Callable[..., Numbering]) -> None:
    numbering = make(data.draw, grid)
    for h in grid:
        label = numbering.label(h)
        assert numbering.parse(label) == h
        assert numbering.parse(label.lower().replace(" ", "-")) == h


@given(st.data(), grids())
def test_places_give_the_nearest_straight_name(data: st.DataObject, grid: Grid) -> None:
    names = place_names(data.draw, grid)
    for h in grid:
        straight = [
            grid.distance(home, h)
            for home in names.places.values()
            if any(h == home or h in _ray(grid, home, d) for d in range(6))
        ]
        legs = names.label(h).split()[2:]
        if straight:
            assert len(legs) <= 1
            assert sum(int(leg.lstrip("NESW")) for leg in legs) == min(straight)
        else:
            assert len(legs) == 2
            assert sum(int(leg.lstrip("NESW")) for leg in legs) == min(
                grid.distance(home, h) for home in names.places.values()
            )


def _ray(grid: Grid, h: Hex, d: int) -> list[Hex]:
    found = []
    ahead = grid.neighbour(h, d)
    while ahead is not None:
        found.append(ahead)
        ahead = grid.neighbour(ahead, d)
    return found
