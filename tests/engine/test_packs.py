"""Data packs: a folder that overrides tables, counters and maps."""

from pathlib import Path
from typing import Any

import pytest

from phaseline.engine import record
from phaseline.engine.match import Match
from phaseline.engine.packs import DataError, DataPack, HeldPack, merge
from phaseline.games import skirmish
from phaseline.games.skirmish import GAME
from phaseline.games.skirmish.scenario import SkirmishScenario

GAME_MAPS = Path(skirmish.__file__).parent / "data" / "maps"
HEAD = 'name = "Heavy armour"\ngame = "skirmish"\n'


def pack(folder: Path, **files: str) -> DataPack:
    (folder / "pack.toml").write_text(HEAD)
    for name, content in files.items():
        path = folder / (name.replace("__", "/") + ".toml")
        path.parent.mkdir(exist_ok=True)
        path.write_text(content)
    return DataPack(folder)


def test_a_pack_overrides_single_values_and_leaves_the_rest(tmp_path: Path, ford: SkirmishScenario) -> None:
    heavy = pack(tmp_path, tables="[terrain.forest]\ncost = 3\nshift = 2\n")
    scenario = GAME.load("ford", packs=[heavy])
    assert scenario.terrain["forest"].cost == 3
    assert scenario.terrain["hill"] == ford.terrain["hill"]
    assert scenario.digest != ford.digest


def test_a_pack_may_replace_a_map(tmp_path: Path, ford: SkirmishScenario) -> None:
    text = (GAME_MAPS / "ford.toml").read_text().replace("0301 | . . . . T", "0301 | . . h h T")
    scenario = GAME.load("ford", packs=[pack(tmp_path, maps__ford=text)])
    assert scenario.map.terrain_at(scenario.map.hex("0303")) == "hill"
    assert ford.map.terrain_at(ford.map.hex("0303")) == "clear"
    assert scenario.digest != ford.digest


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (
            "[terrain.forest]\ncost = 'much'\n",
            r"tables\.toml: terrain\.forest\.cost: \"much\" stands here; a whole number is needed$",
        ),
        ("[terrain.forest]\nfog = 3\n", r'terrain\.forest: there is no "fog" here; known are cost, shift$'),
        ("[terrain.forest]\ncots = 3\n", r'there is no "cots" here; did you mean cost\?$'),
        (
            "[terrain.forest]\ncost = [3]\n",
            r"terrain\.forest\.cost: a list stands here; a whole number is needed$",
        ),
        ("[terrain\n", "tables.toml: "),
        (
            "[terrain.forest]\ncost = 2\ncost = 3\n",
            r"\(at line 3, column 9\); it stands there already: write it once$",
        ),
        (
            "[terrain.forrest]\ncost = 3\n",
            r'terrain\.forrest: "shift" is missing; forrest is new here; did you mean forest\?$',
        ),
        (
            "name = Forest\n",
            r"Invalid value \(at line 1, column 8\); texts need quotation marks; true and false, in small letters, do not$",
        ),
        (
            "dense = True\n",
            r"Invalid value \(at line 1, column 9\); texts need quotation marks; true and false, in small letters, do not$",
        ),
        ("hex = 0301\n", r'; numbers of hexes need quotation marks: "0301"$'),
        ("cost: 2\n", r"; write it as NAME = VALUE$"),
        ("Le Gué = 2\n", r"; a name with blanks or accents needs quotation marks$"),
        ("a = " + "[" * 5000 + "]" * 5000, "tables.toml: it is nested too deeply"),
    ],
)
def test_a_pack_that_does_not_fit_is_refused_with_the_place(
    tmp_path: Path, content: str, message: str
) -> None:
    with pytest.raises(DataError, match=message):
        GAME.load("ford", packs=[pack(tmp_path, tables=content)])


@pytest.mark.parametrize(
    ("file", "content", "field"),
    [
        ("tables", '[weather]\ncase = "66.2"\n', "weather.case"),
        (
            "briefings__ford",
            'special = [{text = "Mud."}, {text = "Rain.", case = "66.2"}]\n',
            "special[2].case",
        ),
    ],
)
def test_a_case_that_the_rulebook_does_not_have_is_told(
    tmp_path: Path, file: str, content: str, field: str
) -> None:
    name = file.replace("__", "/") + ".toml"
    for given in (pack(tmp_path, **{file: content}), HeldPack.of(pack(tmp_path, **{file: content}))):
        with pytest.raises(DataError) as refused:
            GAME.load("ford", packs=[given])
        assert (
            str(refused.value) == f"{tmp_path / name}: {field}: there is no case 66.2; near it: 6.2, 9.2, 8.2"
        )
    right = content.replace("66.2", "6.2")
    assert GAME.load("ford", packs=[HeldPack.of(pack(tmp_path, **{file: right}))]).packs


def test_the_words_that_are_possible_are_told(tmp_path: Path) -> None:
    text = (GAME_MAPS.parent / "scenarios" / "ford.toml").read_text().replace('"armour"', '"armor"', 1)
    with pytest.raises(
        DataError, match=r'units\[1\]\.kind: "armor" is not possible here; did you mean armour'
    ):
        GAME.load("ford", packs=[pack(tmp_path, scenarios__ford=text)])


def test_a_text_may_begin_with_the_mark_of_its_encoding(tmp_path: Path) -> None:
    (tmp_path / "tables.toml").write_bytes(b"\xef\xbb\xbf[terrain.forest]\r\n\tcost = 3\r\n")
    assert GAME.load("ford", packs=[pack(tmp_path)]).terrain["forest"].cost == 3


def test_another_encoding_is_named(tmp_path: Path) -> None:
    (tmp_path / "tables.toml").write_bytes("[terrain.Gué]".encode("latin-1"))
    with pytest.raises(DataError, match=r"tables\.toml: this is no text in UTF-8; save it in this encoding$"):
        GAME.load("ford", packs=[pack(tmp_path)])


def test_a_map_that_is_nowhere_is_told(tmp_path: Path) -> None:
    with pytest.raises(
        DataError, match=r"scenarios/ford\.toml: map: there is no map \"fort\"; did you mean ford\?"
    ):
        GAME.load("ford", packs=[pack(tmp_path, scenarios__ford='map = "fort"\n')])


def test_a_misspelt_file_is_told_and_not_passed_over(tmp_path: Path) -> None:
    with pytest.raises(
        DataError, match=r"tabels\.toml: skirmish has no data file tabels\.toml; did you mean tables"
    ):
        GAME.load("ford", packs=[pack(tmp_path, tabels="[terrain.forest]\ncost = 3\nshift = 2\n")])


def test_packs_are_a_list_of_packs(tmp_path: Path) -> None:
    given = pack(tmp_path, tables="[terrain.forest]\ncost = 3\n")
    assert GAME.load("ford", packs=[DataPack(str(given.folder))]).terrain["forest"].cost == 3
    wrong: list[Any] = [[str(given.folder)], str(given.folder), given, [given, tmp_path]]
    for packs in wrong:
        with pytest.raises(TypeError, match=r"^packs are a list of DataPack\(FOLDER\), not "):
            GAME.load("ford", packs=packs)
        with pytest.raises(TypeError, match=r"^packs are a list of DataPack\(FOLDER\), not "):
            record.load("Phaseline record 1\n", packs=packs)


def test_a_folder_that_is_no_pack_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"pack\.toml: there is no such file"):
        DataPack(tmp_path)


def test_a_pack_for_another_game_is_refused(tmp_path: Path) -> None:
    (tmp_path / "pack.toml").write_text('name = "x"\ngame = "westfront"\n')
    with pytest.raises(DataError, match='"x" is for westfront, not for skirmish'):
        GAME.load("ford", packs=[DataPack(tmp_path)])


def test_tables_are_merged_and_lists_replaced() -> None:
    assert merge({"a": {"b": {"c": 1, "d": 2}}, "l": [1, 2]}, {"a": {"b": {"d": 3}}, "l": [9]}) == {
        "a": {"b": {"c": 1, "d": 3}},
        "l": [9],
    }


# -- scenarios of one's own ------------------------------------------------------------------------------------------


def weir(folder: Path, head: str = 'scenarios = ["weir"]\n', **more: str) -> DataPack:
    """A pack with a scenario that the game has not, on a map of its own."""
    data = GAME_MAPS.parent
    text = (data / "scenarios" / "ford.toml").read_text("utf-8")
    made = pack(
        folder,
        scenarios__weir=text.replace("The Ford", "The Weir")
        .replace('"ford"', '"weir"')
        .replace("turns = 6", "turns = 4"),
        maps__weir=(data / "maps" / "ford.toml").read_text("utf-8"),
        **more,
    )
    (made.folder / "pack.toml").write_text(HEAD + head)
    return DataPack(folder)


def test_a_pack_may_bring_scenarios_of_its_own(tmp_path: Path) -> None:
    packs = (weir(tmp_path),)
    assert list(GAME.offered(packs)) == ["ford", "ridge", "weir"]
    assert GAME.offered(packs)["weir"] == "The Weir"
    scenario = GAME.load("weir", packs=packs)
    assert (scenario.key, scenario.title, scenario.turns) == ("weir", "The Weir", 4)
    assert GAME.aids.briefing(scenario, 0) is None
    match = Match.new(GAME, scenario, seed=bytes(32))
    match.submit(0, "stance hold")
    again = record.load(record.dump(match, reveal=True), packs=packs)
    assert again.scenario.title == "The Weir"
    with pytest.raises(LookupError, match='no scenario "weir"; it has: ford, ridge'):
        GAME.load("weir")


def test_a_scenario_of_a_pack_has_its_own_briefing(tmp_path: Path) -> None:
    text = (GAME_MAPS.parent / "briefings" / "ford.toml").read_text("utf-8").replace("6 turns", "4 turns")
    briefing = GAME.aids.briefing(GAME.load("weir", packs=[weir(tmp_path, briefings__weir=text)]), 0)
    assert briefing is not None
    assert briefing.length == "4 turns"


@pytest.mark.parametrize(
    ("head", "message"),
    [
        ("", r"no data file maps/weir\.toml; there are ford\.toml, ridge\.toml there"),
        ('scenarios = ["wear"]', r"no data file maps/weir\.toml"),
        (
            'scenarios = ["weir", "ford"]',
            r"scenarios\[2\]: the game has a scenario ford; give yours another key",
        ),
        ('scenarios = ["weir", "brook"]', r"scenarios\[2\]: there is no scenarios/brook\.toml in the pack"),
        ('scenarios = ["../weir"]', r'scenarios\[1\]: "\.\./weir" stands here; letters, digits and _ alone'),
        (
            'scenarios = ["weir"]\nwhole = ["tables.toml"]',
            r"whole\[1\]: there is no tables\.toml in the pack",
        ),
    ],
)
def test_what_a_pack_says_of_its_files_is_true(tmp_path: Path, head: str, message: str) -> None:
    with pytest.raises(DataError, match=message):
        GAME.load("weir", packs=[weir(tmp_path, head)])


def test_a_new_scenario_that_no_pack_names_is_told_how_to_be_one(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r'a new scenario is named in pack\.toml: scenarios = \["brook"\]'):
        GAME.load("ford", packs=[pack(tmp_path, scenarios__brook="turns = 3\n")])


def test_a_whole_file_stands_in_place_of_the_games(tmp_path: Path) -> None:
    """What is laid over a table can change and add, but not take away."""
    text = (GAME_MAPS.parent / "scenarios" / "ford.toml").read_text("utf-8").replace("Tilly = 2\n", "")
    text = text.replace('Tilly = "Blue"\n', "")
    laid = pack(tmp_path, scenarios__ford=text)
    assert len(GAME.load("ford", packs=[laid]).objectives) == 4
    (tmp_path / "pack.toml").write_text(HEAD + 'whole = ["scenarios/ford.toml"]\n')
    whole = DataPack(tmp_path)
    scenario = GAME.load("ford", packs=[whole])
    assert len(scenario.objectives) == 3
    assert whole.mark != laid.mark


@pytest.mark.parametrize("name", ["chances", "map__places"])
def test_files_that_count_for_nothing_in_a_pack_are_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(DataError, match=r"no pack changes (chances|map/places)\.toml; leave it out"):
        GAME.load("ford", packs=[pack(tmp_path, **{name: ""})])


def test_a_briefing_speaks_of_the_map_of_its_scenario(tmp_path: Path) -> None:
    text = (GAME_MAPS / "ford.toml").read_text("utf-8").replace('"Le Gué"', '"The Ford"')
    setup = (
        (GAME_MAPS.parent / "scenarios" / "ford.toml").read_text("utf-8").replace('"Le Gué"', '"The Ford"')
    )
    changed = pack(tmp_path, maps__ford=text, scenarios__ford=setup)
    (tmp_path / "pack.toml").write_text(HEAD + 'whole = ["scenarios/ford.toml"]\n')
    with pytest.raises(
        DataError, match=r'place "Le Gué".*; a pack may bring a briefings/ford\.toml of its own'
    ):
        GAME.load("ford", packs=[DataPack(changed.folder)])


def test_a_record_takes_its_pack_among_editions_of_one_name_and_knows_it_under_another(
    tmp_path: Path,
) -> None:
    packs = []
    for cost in (2, 3, 4):
        (tmp_path / str(cost)).mkdir()
        packs.append(pack(tmp_path / str(cost), tables=f"[terrain.hill]\ncost = {cost}\n"))
    text = record.dump(Match.new(GAME, GAME.load("ford", packs=packs[:2]), seed=bytes(32)))
    both = record.load(text, packs=(packs[2], packs[1], packs[0]))
    assert both.scenario.packs == tuple(each.mark for each in packs[:2])
    for each in packs[:2]:
        renamed = HEAD.replace("Heavy armour", f"Of {each.folder.name}")
        (each.folder / "pack.toml").write_text(renamed)
    anew = tuple(DataPack(each.folder) for each in reversed(packs[:2]))
    assert [mark.name for mark in record.load(text, packs=anew).scenario.packs] == ["Of 2", "Of 3"]
    with pytest.raises(record.RecordError, match="which is not given"):
        record.load(text, packs=anew[:1])


def test_chances_that_were_learned_on_other_data_are_not_told(tmp_path: Path) -> None:
    heavy = pack(tmp_path, tables="[terrain.forest]\ncost = 3\n")
    told = []
    for packs in ((), (heavy,)):
        state = Match.new(GAME, GAME.load("ford", packs=packs), seed=bytes(32)).state
        told.append(bool(GAME.aids.chances(state, GAME.open_view(state))))
    assert told == [True, False]
