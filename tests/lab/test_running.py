"""Runs: the same bytes wherever and however often they are interrupted, faults that are kept, tests that stop."""

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from tests.packing import heavy

from phaseline.ai import registry as players
from phaseline.engine import record, registry
from phaseline.engine.match import Match
from phaseline.lab import playing, simulate, store, tables
from phaseline.lab.experiment import read
from phaseline.lab.rows import MatchRow
from phaseline.lab.runner import Here, Processes
from phaseline.lab.running import Stand, run, stands
from phaseline.lab.store import Store, StoreError

RANDOM = """
title = "Random"
seed = 4
[stop]
matches = 11
[[play]]
games = ["skirmish"]
agents = ["random", "random"]
"""
CONTEST = """
[stop]
matches = 60
test = { better = 0.8 }
[[play]]
games = ["skirmish"]
scenarios = ["ford"]
agents = ["greedy", "random"]
[agents.greedy]
agent = "greedy"
playouts = 8
"""


@pytest.fixture(autouse=True)
def short_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "BLOCK", 4)


def begun(folder: Path, text: str, name: str) -> Store:
    file = folder / f"{name}.toml"
    file.write_text(text, "utf-8")
    return Store.create(folder / name, file, *read(file))


def content(folder: Path) -> dict[str, bytes]:
    """All that came of a run, but for how long it took."""
    others = (store.VISITS, store.LOCK)
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.name not in others
    }


class Cut(Exception):
    """Stands for a power cut."""


class Cutting:
    """Lets so many matches be kept, and then cuts the power."""

    def __init__(self, matches: int) -> None:
        self.left = matches

    def __call__(self, _: Stand, __: MatchRow) -> None:
        self.left -= 1
        if not self.left:
            raise Cut


def run_in_pieces(folder: Path, every: int) -> None:
    """Run, cut off after `every` matches again and again, with half a line left in the journal."""
    while True:
        try:
            run(Store.open(folder), Here(), Cutting(every))
        except Cut:
            with (folder / store.JOURNAL).open("ab") as journal:
                journal.write(b'{"row":{"series":"skirm')
        else:
            return


def test_a_run_in_pieces_gives_the_same_bytes_as_one_at_a_stretch(tmp_path: Path) -> None:
    whole, pieces = (begun(tmp_path, RANDOM, name) for name in ("whole", "pieces"))
    assert [stand.done for stand in run(whole, Here())] == [11, 11]
    run_in_pieces(pieces.folder, 3)
    assert content(whole.folder) == content(pieces.folder)
    assert len(Store.open(pieces.folder).visits()) == 8
    assert (whole.folder / store.JOURNAL).read_bytes() == b""


def test_a_run_may_be_enlarged_when_it_is_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the same bytes as one that was as large from the start, even if the power fails while it is taken up again."""
    larger = RANDOM.replace("matches = 11", "matches = 17")
    run(begun(tmp_path, larger, "whole"), Here())
    run(begun(tmp_path, RANDOM, "grown"), Here())
    folder = tmp_path / "grown"
    assert {end.read_text("utf-8") for end in (folder / "over").iterdir()} == {"11"}
    (folder / "experiment.toml").write_text(larger, "utf-8")
    unlink = Path.unlink

    def fails_after_the_first(path: Path, *, missing_ok: bool = False) -> None:
        unlink(path, missing_ok=missing_ok)
        raise Cut

    with monkeypatch.context() as patched:
        patched.setattr(Path, "unlink", fails_after_the_first)
        with pytest.raises(Cut):
            run(Store.open(folder), Here())
    assert [stand.done for stand in stands(Store.open(folder))] == [11, 11]
    assert [stand.done for stand in run(Store.open(folder), Here())] == [17, 17]
    assert content(folder) == content(tmp_path / "whole")


def test_the_tables_hold_a_row_a_match_and_their_records_replay(tmp_path: Path) -> None:
    here = begun(tmp_path, RANDOM, "here")
    run(here, Here())
    matches = tables.read(here.folder, "matches").to_pylist()
    assert [(row["scenario"], row["number"]) for row in matches] == [
        (scenario, number) for scenario in ("ford", "ridge") for number in range(11)
    ]
    turns = tables.read(here.folder, "turns", series="skirmish-ford-random-random").to_pylist()
    attacks = tables.read(here.folder, "attacks").to_pylist()
    for row in matches:
        match = record.load((here.folder / row["record"]).read_text("utf-8"))
        assert match.outcome is not None
        assert (row["winner"], tuple(row["scores"])) == (match.outcome.winner, match.outcome.scores)
        assert row["digest"] == match.position.digest()
        assert row["orders"] == len(match.entries) - 1
        mine = [
            attack
            for attack in attacks
            if (attack["series"], attack["number"]) == (row["series"], row["number"])
        ]
        assert row["attacks"] == len(mine)
        assert sum(row["luck"]) == pytest.approx(sum(each["given"] - each["expected"] for each in mine))
    assert pq.read_table(here.folder / "matches").num_rows == len(matches)
    first = [turn for turn in turns if turn["number"] == 0]
    assert sum(sum(turn["orders"]) for turn in first) == matches[0]["orders"]
    assert [turn["turn"] for turn in first] == list(range(1, matches[0]["turn"] + 1))


def test_a_test_stops_a_series_at_the_same_match_everywhere(tmp_path: Path) -> None:
    one, two, pieces = (begun(tmp_path, CONTEST, name) for name in ("one", "two", "pieces"))
    (stand,) = run(one, Here())
    assert stand.verdict == "better"
    assert stand.done == stand.limit < 60
    assert stand.limit % 2 == 0
    run(two, Processes(2))
    run_in_pieces(pieces.folder, 7)
    assert content(one.folder) == content(two.folder) == content(pieces.folder)
    rows = tables.read(one.folder, "matches", ["pair", "agents", "seed"]).to_pylist()
    assert len(rows) == stand.limit
    for first, second in zip(rows[::2], rows[1::2], strict=True):
        assert first["seed"] == second["seed"]
        assert first["pair"] == second["pair"]
        assert first["agents"] == second["agents"][::-1] == ["greedy", "random"]


def test_a_match_that_breaks_down_is_kept_with_its_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = simulate.play_on

    def breaks(setting: Any, number: int, match: Match) -> Any:
        if number == 2:
            for _ in range(3):
                assert match.decision is not None
                seat = match.decision.seats[0]
                match.submit(seat, next(iter(match.legal(seat))))
            raise ZeroDivisionError("by zero")
        return whole(setting, number, match)

    monkeypatch.setattr("phaseline.lab.playing.play_on", breaks)
    here = begun(tmp_path, RANDOM.replace("11", "4"), "here")
    first, _ = run(here, Here())
    assert (first.done, first.faults) == (4, 1)
    row = tables.read(here.folder, "matches").to_pylist()[2]
    assert (row["status"], row["fault"], row["orders"]) == ("fault", "ZeroDivisionError: by zero", 3)
    assert row["winner"] is None
    text = (here.folder / row["record"]).read_text("utf-8")
    assert "note: skirmish-ford-random-random, match 2: ZeroDivisionError: by zero" in text
    assert len(record.load(text).entries) == 4


def test_only_faults_keep_records_if_that_is_wanted(tmp_path: Path) -> None:
    lean = begun(tmp_path, RANDOM + '[keep]\nrecords = "faults"\ndetails = false\n', "lean")
    run(lean, Here())
    assert not (lean.folder / "records").exists()
    assert not (lean.folder / "turns").exists()
    row = tables.read(lean.folder, "matches").to_pylist()[5]
    assert (row["record"], row["luck"], row["turn"]) == (None, None, 6)
    again = playing.again(playing.Job(lean.series[0], 5))
    assert record.load(again).position.digest() == row["digest"]


def test_a_folder_in_which_nobody_may_write_is_told_as_that(tmp_path: Path) -> None:
    here = begun(tmp_path, RANDOM, "here")
    (here.folder / "lock").mkdir()  # nobody, not even the one who may do everything, opens it as a file
    with pytest.raises(StoreError, match=r"here/lock: it cannot be written: unable to open database file"):
        here.take()


def test_two_cannot_run_in_one_folder(tmp_path: Path) -> None:
    here = begun(tmp_path, RANDOM, "here")
    here.take()
    with pytest.raises(StoreError, match="another process is at it"):
        run(Store.open(here.folder), Here())
    here.leave()
    assert [stand.done for stand in stands(here)] == [0, 0]


def test_a_run_goes_on_only_with_what_it_was_begun_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = begun(tmp_path, RANDOM, "here")
    with pytest.raises(StoreError, match="holds a run already"):
        Store.create(here.folder, tmp_path / "here.toml", here.experiment, here.series)
    monkeypatch.setattr(store, "__version__", "99")
    with pytest.raises(StoreError, match=r"begun with other phaseline .*; here: 99"):
        Store.open(here.folder)
    with pytest.raises(StoreError, match="is not the folder of a run"):
        Store.open(tmp_path)


def test_a_run_by_other_rules_can_be_read_and_not_gone_on_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = begun(tmp_path, RANDOM, "here")
    assert here.otherwise == ""
    assert Store.open(here.folder, reading=True).otherwise == ""
    with pytest.raises(Cut):
        run(here, Here(), Cutting(3))
    monkeypatch.setattr(type(registry.game("skirmish")), "version", "99")
    with pytest.raises(StoreError, match=r"begun with other rules \(skirmish: .*, here: 99\)"):
        Store.open(here.folder)
    read = Store.open(here.folder, reading=True)
    assert re.fullmatch(r"other rules \(skirmish: [\d.]+, here: 99\)", read.otherwise)
    assert [stand.done for stand in stands(read)] == [stand.done for stand in stands(here)]
    with pytest.raises(StoreError, match="begun with other rules"):
        run(read, Here())


def test_a_run_goes_on_only_with_the_agents_that_it_was_begun_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = begun(tmp_path, RANDOM, "here")
    assert here.manifest.agents == {}, "Phaseline's own change with its version"
    monkeypatch.setattr(players, "is_own", lambda _: False)
    monkeypatch.setattr(players, "code", lambda _: "a" * 64)
    there = begun(tmp_path, RANDOM, "there")
    assert there.manifest.agents == {"random": "a" * 16}
    assert Store.open(there.folder).otherwise == ""
    monkeypatch.setattr(players, "code", lambda _: "b" * 64)
    with pytest.raises(StoreError, match=r"begun with other agents \(random: a{16}, here: b{16}\)"):
        Store.open(there.folder)
    older = there.folder / store.MANIFEST
    content = json.loads(older.read_text("utf-8"))
    del content["agents"]
    older.write_text(json.dumps(content), "utf-8")
    assert Store.open(there.folder).otherwise == "", "what was not noted cannot be told"


def test_tables_of_another_form_are_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here = begun(tmp_path, RANDOM, "here")
    monkeypatch.setattr(store, "SCHEMA", 99)
    with pytest.raises(StoreError, match=r"begun with other schema .*; here: 99"):
        Store.open(here.folder, reading=True)


PACKED = """
[stop]
matches = 4
[[play]]
games = ["skirmish"]
scenarios = ["ford"]
agents = ["random", "random"]
packs = ["heavy"]
"""


def test_a_run_with_data_packs_can_be_moved(tmp_path: Path) -> None:
    study = tmp_path / "study"
    heavy(study / "heavy")
    made = begun(study, PACKED, "here")
    assert str(tmp_path) not in (made.folder / store.MANIFEST).read_text("utf-8")
    moved = study.rename(tmp_path / "moved")
    assert [stand.done for stand in run(Store.open(moved / "here"), Here())] == [4]


def test_folders_that_have_nothing_in_common_are_named_in_full(tmp_path: Path) -> None:
    root = Path(tmp_path.anchor)
    assert store._base(root / "one" / "study", root / "one" / "runs" / "first") == "../../study"
    assert store._base(root / "one", root / "two") == str(root / "one")


def test_a_run_that_names_the_folder_of_its_packs_in_full_is_read(tmp_path: Path) -> None:
    heavy(tmp_path / "heavy")
    made = begun(tmp_path, PACKED, "here")
    manifest = made.folder / store.MANIFEST
    content = manifest.read_text("utf-8")
    assert '"base": ".."' in content
    manifest.write_text(content.replace('"base": ".."', f'"base": {json.dumps(str(tmp_path))}'), "utf-8")
    away = shutil.move(made.folder, tmp_path / "deep" / "away")
    assert Store.open(Path(away)).series == made.series


def test_of_data_that_have_changed_only_a_few_are_named() -> None:
    then = {f"series-{number}": "old" for number in range(6)}
    here = {**then, "series-1": "new", "series-2": "new"}
    assert store._difference(then, here) == "series-1: old, here: new; series-2: old, here: new"
    everywhere = store._difference(then, {})
    assert everywhere.startswith("series-0: old, here: none; ")
    assert everywhere.endswith("; and 3 more")


@pytest.mark.parametrize("name", tables.TABLES)
def test_every_column_is_described(name: str) -> None:
    """The reference names the columns of each table in their order, and rows have no others."""
    text = Path("docs/reference/results.md").read_text("utf-8")
    (chapter,) = re.findall(rf"^## `{name}`.*?(?=^## |\Z)", text, re.DOTALL | re.MULTILINE)
    told = [
        column
        for cell in re.findall(r"^\| (`.*?) \|", chapter, re.MULTILINE)
        for column in re.findall("`(.*?)`", cell)
    ]
    row, schema = tables.TABLES[name]
    assert told == schema.names == list(row.__struct_fields__)
