"""The data files: blocks, types, books, cards, scenarios, and what they must add up to."""

from __future__ import annotations

import itertools
import re
import tomllib
from collections import Counter
from importlib.resources import files as resources
from pathlib import Path

import pytest

from phaseline.engine.ledger import Ledger
from phaseline.engine.packs import DataError, DataPack
from phaseline.games.westfront import GAME, files
from phaseline.games.westfront.files import Card, read_books, read_card, read_scenario, read_types, read_units
from phaseline.games.westfront.roster import Unit
from phaseline.games.westfront.scenario import SCENARIOS, Options, load

UNITS = {unit.name: unit for unit in read_units(())}
HALF_YEARS = ("S43", "W43", "S44", "W44")


def totals(card: Card, table: str) -> dict[str, tuple[int, int]]:
    """Units and CVs by kind of one table of forces, from a card."""
    count: Counter[str] = Counter()
    sum_: Counter[str] = Counter()
    for blocks in card.sides:
        for name, row in blocks.rows.items():
            unit = UNITS[name]
            own = "Italian" if unit.nation == "Italian" and unit.side == "Axis" else unit.side
            if own == table:
                kind = "hq" if unit.is_hq else unit.kind
                count[kind] += 1
                sum_[kind] += row.cv
    return {kind: (count[kind], sum_[kind]) for kind in count}


# -- blocks -----------------------------------------------------------------------------------------------------------


@pytest.mark.case("westfront", "2.1a", "side.2b", "16.4c")
def test_the_axis_has_italian_spanish_and_portuguese_blocks() -> None:
    nations = Counter(unit.nation for unit in UNITS.values() if unit.side == "Axis")
    assert (nations["Italian"], nations["Spanish"], nations["Portuguese"]) == (10, 12, 2)
    assert set(nations) == {"German", "Italian", "Spanish", "Portuguese"}


@pytest.mark.case("westfront", "2.1b", "2.68")
def test_the_allies_are_american_british_and_commonwealth_with_their_friends() -> None:
    nations = {unit.nation for unit in UNITS.values() if unit.side == "Allied"}
    assert nations >= {"US", "British", "Canadian"}
    assert nations - {"US", "British", "Canadian", "Allied"} == {
        "Free French",
        "Polish",
        "Italian",
        "French",
        "Yugoslav",
    }


@pytest.mark.case("westfront", "5.1a", "5.6", "5.66")
def test_headquarters() -> None:
    hqs = {unit.name: unit for unit in UNITS.values() if unit.is_hq}
    limits = {name: unit.limit for name, unit in hqs.items()}
    assert {name for name, unit in hqs.items() if unit.kind == "shq"} == {"OKW", "AF", "SHAEF"}
    assert {name for name, unit in hqs.items() if unit.kind == "thq"} == {"JDN"}
    allied = [name for name, unit in hqs.items() if unit.side == "Allied" and unit.kind == "hq"]
    axis = [name for name, unit in hqs.items() if unit.side == "Axis" and unit.kind == "hq"]
    assert len(allied) == 5
    assert all(limits[name] == 3 for name in allied)
    assert len(axis) == 5
    assert Counter(limits[name] for name in axis) == {2: 4, 3: 1}
    assert limits["OKW"] == 3


@pytest.mark.case("westfront", "2.2", "tbl.back.unit", "tbl.11.cost")
def test_types_are_those_of_the_chart() -> None:
    types = read_types(())
    chart = {
        "armor": ((3, 3), 1, "DF", "DF", (8, 16), (8, 12)),
        "mech": ((3, 3), 1, "SF", "DF", (6, 12), (6, 9)),
        "infantry": ((3, 2), 1, "SF", "SF", (4, 8), (4, 6)),
        "amphibious": ((3, 3), 1, "SF", "SF", (4, 12), None),
        "fort": ((0, 0), 0, "SF", "TF", None, (10, 15)),
        "para": ((2, 2), 1, "SF", "DF", (12, 24), (12, 18)),
        "mountain": ((2, 2), 1, "SF", "SF", (5, 10), (5, 8)),
        "cavalry": ((3, 3), 2, "SF", "SF", None, (6, 9)),
        "static": ((1, 1), 1, "SF", "SF", None, (3, 2)),
        "hq": ((2, 2), 1, "none", "none", (10, 20), (10, 20)),
        "shq": ((2, 2), 1, "none", "none", (10, 20), (10, 20)),
        "thq": ((2, 2), 1, "none", "none", None, (5, 5)),
    }
    found = {
        name: (t.speed, t.mud_speed, t.attack, t.defence, t.allied_cost, t.axis_cost)
        for name, t in types.items()
    }
    assert found == chart
    assert {name for name, t in types.items() if t.lowest == 0} == {"static", "hq", "shq", "thq"}
    assert {name for name, t in types.items() if not t.may_invade} == {"fort", "cavalry"}
    assert {name for name, t in types.items() if not t.may_assault} == {"armor", "fort", "cavalry", "static"}


@pytest.mark.case("westfront", "2.24b", "2.65a", "2.66a")
def test_who_has_which_types() -> None:
    owners: dict[str, set[str]] = {}
    for unit in UNITS.values():
        owners.setdefault(unit.kind, set()).add(unit.side)
    for kind in ("cavalry", "fort", "static"):
        assert owners[kind] == {"Axis"}
    assert owners["amphibious"] == {"Allied"}
    ss = {unit.name: unit.kind for unit in UNITS.values() if unit.ss}
    assert set(ss.values()) == {"armor", "mech", "mountain"}
    assert all(UNITS[name].nation == "German" for name in ss)


@pytest.mark.case("westfront", "2.3a")
def test_blocks_show_at_most_four_steps() -> None:
    assert all(1 <= unit.limit <= 4 for unit in UNITS.values())


def test_every_beachhead_has_one_amphibious_unit() -> None:
    owners = Counter(unit.beachhead for unit in UNITS.values() if unit.beachhead)
    assert set(owners.values()) == {1}
    amphibious = {unit.name for unit in UNITS.values() if unit.kind == "amphibious"}
    assert amphibious == {unit.name for unit in UNITS.values() if unit.beachhead}


# -- cards and tables -------------------------------------------------------------------------------------------------


@pytest.mark.case("westfront", "OB43.1", "OB43.2", "S43.forces")
def test_the_card_of_1943_adds_up_to_the_scenarios_table() -> None:
    card, scenario = read_card("OB43", ()), read_scenario("S43", ())
    for table, rows in scenario.forces.items():
        assert totals(card, table) == rows, table


@pytest.mark.case("westfront", "OB44.1", "OB44.2", "S44.forces")
def test_the_card_of_1944_differs_from_the_table_in_two_rows_only() -> None:
    card, scenario = read_card("OB44", ()), read_scenario("S44", ())
    assert totals(card, "Allied") == scenario.forces["Allied"]
    axis, table = totals(card, "Axis"), dict(scenario.forces["Axis"])
    assert (axis.pop("static"), table.pop("static")) == ((16, 18), (15, 17))
    assert (axis.pop("mech"), table.pop("mech")) == ((2, 5), (2, 8))
    assert axis == table


@pytest.mark.case("westfront", "2.4", "3.23a")
@pytest.mark.parametrize("key", HALF_YEARS)
def test_the_tables_can_be_reached_with_the_blocks_there_are(key: str) -> None:
    for table, rows in read_scenario(key, ()).forces.items():
        for kind, (count, total) in rows.items():
            limits = sorted(
                (unit.limit for unit in UNITS.values() if _counts_in(unit, table, kind)), reverse=True
            )
            assert len(limits) >= count, (table, kind)
            assert total <= sum(limits[:count]), (table, kind)


def _counts_in(unit: Unit, table: str, kind: str) -> bool:
    own = "Italian" if unit.nation == "Italian" and unit.side == "Axis" else unit.side
    same = "hq" if unit.kind in ("hq", "shq") else unit.kind
    merged = own == table or (table == "Axis" and own == "Italian")
    return merged and same == kind and unit.nation not in ("Spanish", "Portuguese")


@pytest.mark.parametrize("key", ["OB43", "OB44"])
def test_no_printed_strength_is_beyond_a_block(key: str) -> None:
    card = read_card(key, ())
    for blocks in card.sides:
        for name, row in blocks.rows.items():
            assert 0 <= row.cv <= UNITS[name].limit, name


def test_reinforcements_arrive_once_and_fit_their_blocks() -> None:
    arrivals = [entry for key in HALF_YEARS for entry in read_scenario(key, ()).reinforcements]
    names = Counter(entry.unit or entry.beachhead for entry in arrivals)
    assert set(names.values()) == {1}
    for entry in arrivals:
        if entry.unit is not None:
            assert entry.cv <= UNITS[entry.unit].limit
    cards = {name for key in ("OB43",) for blocks in read_card(key, ()).sides for name in blocks.rows}
    assert not cards & set(names)


@pytest.mark.case("westfront", "S43.reinf", "W43.reinf", "S44.reinf", "W44.reinf")
def test_some_reinforcements_and_their_months() -> None:
    arrivals = {
        entry.unit or entry.beachhead: (entry.month, entry.cv)
        for key in HALF_YEARS
        for entry in read_scenario(key, ()).reinforcements
    }
    assert arrivals["SHAEF"] == ("1943-09", 0)
    assert arrivals["US 7 Amph"] == ("1943-12", 4)
    assert arrivals["PzGp Eberbach"] == ("1944-07", 4)
    assert arrivals["FHH Pz"] == ("1944-12", 4)
    assert arrivals["US 7 BH"][0] == "1944-03"
    assert len(arrivals) == 36


@pytest.mark.case("westfront", "tbl.13", "13.14", "tbl.11.basic", "tbl.back.prod", "17.1h", "16.4d")
def test_books() -> None:
    books = read_books(())
    assert {key: books[key].air for key in HALF_YEARS} == {
        "S43": ("TF", "SF"),
        "W43": ("TF", "SF"),
        "S44": ("TF", "none"),
        "W44": ("TF", "none"),
    }
    assert [books[key].basic for key in HALF_YEARS] == [(50, -60), (60, -55), (70, -40), (70, -30)]
    assert [books[key].starting for key in HALF_YEARS] == [(73, 39), (84, 43), (94, 53), (109, 46)]
    assert [books[key].handicap for key in HALF_YEARS] == [-55, -85, -155, 0]
    assert [books[key].penalty["Spain"] for key in HALF_YEARS] == [12, 18, 24, 24]
    assert [books[key].penalty["Portugal"] for key in HALF_YEARS] == [2, 3, 4, 4]


@pytest.mark.case("westfront", "3.11", "S43.2")
def test_books_cover_two_years_without_a_gap() -> None:
    books = read_books(())
    for key, after in itertools.pairwise(HALF_YEARS):
        assert books[key].next == after
        assert books[key].last_month + 1 == books[after].first_month
    assert all(books[key].last_month - books[key].first_month == 5 for key in HALF_YEARS)
    assert read_scenario("S43", ()).first == "1943-07"


# -- scenarios --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", SCENARIOS)
def test_scenarios_load_and_their_digests_differ_with_options(key: str) -> None:
    scenario = load(key, Options(), ())
    assert scenario.key == key
    assert scenario.digest == load(key, Options(), ()).digest
    assert scenario.digest != load(key, Options(siege_port="example"), ()).digest


@pytest.mark.case("westfront", "husky.0")
def test_huskys_map_is_a_piece_of_the_whole() -> None:
    small, whole = GAME.load("husky").map, GAME.load("S43").map
    assert small.on_map & ~whole.on_map == 0
    lands = {place.name for place in small.places.values() if small.land >> place.hex & 1}
    assert {"Tunis", "Bizerte", "Sfax", "Malta", "Palermo", "Licata", "Catania", "Messina", "Reggio"} <= lands
    assert not lands & {"Naples", "Taranto", "Tripoli", "Algiers", "Rome"}
    assert small.label(small.hex("Palermo E1")) == "Palermo E1"


@pytest.mark.case("westfront", "1.2a", "1.2b")
def test_hexes_go_by_the_nearest_place() -> None:
    scenario = GAME.load("S44")
    names = scenario.lexicon["hex"]
    for text in ("Lyon SE1", "Bordeaux E1", "Naples W1", "Stettin E3", "Posnan E1"):
        assert names.title(names.value(text)) == text
    land = [hex for hex in range(scenario.map.land.bit_length()) if scenario.map.land >> hex & 1]
    assert len({names.token(hex) for hex in land}) == len(land)
    assert all(names.value(names.token(hex)) == hex for hex in land)


@pytest.mark.case("westfront", "9.12a", "side.9a", "side.9b")
def test_supply_origins() -> None:
    scenario = GAME.load("S44")
    assert [[scenario.map.label(hex) for hex in hexes] for hexes in scenario.data.origins] == [
        ["London"],
        ["Berlin"],
    ]


def pack(folder: Path, name: str, text: str) -> DataPack:
    """A data pack with one file."""
    (folder / "pack.toml").write_text('name = "mine"\ngame = "westfront"\n', "utf-8")
    target = folder / name
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text, "utf-8")
    return DataPack(folder)


def test_a_pack_corrects_one_block(tmp_path: Path) -> None:
    mine = pack(tmp_path, "units.toml", '[Axis.German]\n"58 Pz" = { limit = 3 }\n')
    units = {unit.name: unit for unit in load("S44", Options(), [mine]).units}
    assert units["58 Pz"].limit == 3
    assert units["76 Pz"].limit == 4


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("units.toml", '[Axis.German]\n"58 Pz" = { kind = "tank" }\n', "kind"),
        ("types.toml", '[armor]\nspeed = { Allied = "fast" }\n', "speed"),
        ("books.toml", '[S44]\nlast = "1944-13"\n', "write it as 1944-06"),
        (
            "cards/OB44.toml",
            '[Axis.North]\n"58 Pz" = { cv = 3, coast = "15th Army" }\n',
            "one place is needed",
        ),
        (
            "scenarios/S44.toml",
            '[[reinforcements]]\nmonth = "1944-07"\nunit = "58 Pzr"\ncv = 1\n',
            "58 Pzr",
        ),
        ("scenarios/S44.toml", '[beachheads]\nready = ["US 9 BH"]\n', "US 9 BH"),
    ],
)
def test_wrong_data_are_refused_with_file_and_field(
    tmp_path: Path, name: str, text: str, message: str
) -> None:
    with pytest.raises(DataError, match=re.escape(message)) as caught:
        load("S44", Options(), [pack(tmp_path, name, text)])
    assert Path(name).name in str(caught.value)


def test_every_file_says_where_its_numbers_are_from() -> None:
    folder = resources(files.PACKAGE).joinpath("data")
    paths = [folder / name for name in ("units.toml", "types.toml", "books.toml")]
    paths += list((folder / "cards").iterdir()) + list((folder / "scenarios").iterdir())
    ledger = Ledger.read(files.PACKAGE)
    for path in paths:
        entries = tomllib.loads(path.read_text("utf-8"))["provenance"]
        assert entries, path
        for entry in entries:
            assert entry["reason"], (path, entry)
            assert entry["case"] in ledger, (path, entry)


# -- the ledger and the rulings ---------------------------------------------------------------------------------------


def test_the_ledger_has_every_case() -> None:
    ledger = Ledger.read(files.PACKAGE)
    assert sum(case.testable for case in ledger) == 525
    assert len(ledger.family("7")) > 40
    assert all(case.reason for case in ledger if not case.testable)


def test_rulings_are_numbered_and_cite_cases_that_exist() -> None:
    text = resources(files.PACKAGE).joinpath("RULINGS.md").read_text("utf-8")
    rows = re.findall(r"^\| R(\d+) \| ([^|]*) \| ([^|]*) \| ([^|]*) \| ([^|]*) \|$", text, re.MULTILINE)
    assert [int(row[0]) for row in rows] == list(range(1, len(rows) + 1))
    assert len(rows) >= 183
    ledger = Ledger.read(files.PACKAGE)
    for number, cases, question, decision, reason in rows:
        assert question.strip().endswith("?"), number
        assert decision.strip(), number
        assert reason.strip(), number
        for case in cases.split(","):
            assert case.strip() in ledger, (number, case)


# -- errata -----------------------------------------------------------------------------------------------------------


@pytest.mark.case("westfront", "err.1", "err.2", "err.3", "err.4", "err.5")
def test_the_map_follows_the_errata() -> None:
    board = GAME.load("S44").board
    naples, west = board.hex("Naples"), board.hex("Naples W1")
    assert board.terrain_at(west) == "forest"
    assert board.side_limit(naples, west, mud=False) == 1
    assert board.city_value[board.hex("Stettin")] == 1
    assert board.country["Spain"] >> board.hex("Mallorca") & 1
    assert not board.passable.has(board.hex("Rotterdam"), board.hex("Brussels"))
    venice, ravenna = board.hex("Venice"), board.hex("Ravenna")
    assert board.rivers.has(venice, ravenna)
    assert board.passable.has(venice, ravenna)
    assert board.side_limit(venice, ravenna, mud=False) == 1
