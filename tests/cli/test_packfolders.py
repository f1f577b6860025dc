"""Where the data packs of a match are found."""

from pathlib import Path

import pytest
from tests.cli.conftest import Shell

from phaseline.cli import matchfile
from phaseline.games import skirmish


def write_pack(folder: Path, cost: int = 1) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "pack.toml").write_text('name = "Soft hills"\ngame = "skirmish"\n', "utf-8")
    (folder / "tables.toml").write_text(f"[terrain]\nhill = {{ cost = {cost}, shift = 0 }}\n", "utf-8")
    return folder


def test_a_match_file_names_its_packs_and_no_folder(shell: Shell, tmp_path: Path) -> None:
    write_pack(tmp_path / "elsewhere" / "soft")
    shell.run("new", "skirmish", "--pack", "elsewhere/soft", "-o", "a.match")
    text = Path("a.match").read_text("utf-8")
    assert 'packs: [{"name": "Soft hills", "version": "1", "fingerprint": "' in text
    assert "elsewhere" not in text


def test_the_folders_are_remembered_beside_the_match_file(shell: Shell, tmp_path: Path) -> None:
    write_pack(tmp_path / "elsewhere" / "soft")
    shell.run("new", "skirmish", "--pack", "elsewhere/soft", "-o", "a.match")
    assert Path("a.match.packs").read_text("utf-8") == "elsewhere/soft\n"
    shell.run("do", "-s", "blue", "stance", "hold")
    assert "verified" in shell.run("replay", "a.match").out
    moved = tmp_path / "moved"
    moved.mkdir()
    for name in ("a.match", "a.match.packs", "elsewhere"):
        (tmp_path / name).rename(moved / name)
    assert "verified" in shell.run("replay", "moved/a.match").out


def test_a_pack_beside_the_match_file_is_found_without_a_note(shell: Shell, tmp_path: Path) -> None:
    write_pack(tmp_path / "soft")
    shell.run("new", "skirmish", "--pack", "soft", "-o", "a.match")
    assert not Path("a.match.packs").exists()
    assert "verified" in shell.run("replay", "a.match").out


def test_a_pack_that_is_not_here_is_asked_for(shell: Shell, tmp_path: Path) -> None:
    write_pack(tmp_path / "soft")
    shell.run("new", "skirmish", "--pack", "soft", "-o", "a.match")
    (tmp_path / "soft").rename(tmp_path / "far")
    (tmp_path / "deep").mkdir()
    (tmp_path / "far").rename(tmp_path / "deep" / "far")
    answer = shell.run("show", "a.match", "--seat", "blue", code=2).err
    assert 'made with the data pack "Soft hills" (version 1, fingerprint' in answer
    assert (
        "put its folder beside the match file, or name it with --pack (terminal, replay and export take it)"
        in answer
    )
    assert "verified" in shell.run("replay", "a.match", "--pack", "deep/far").out
    shell.run("terminal", "a.match", "--hot-seat", "--pack", "deep/far", typed="")
    assert Path("a.match.packs").read_text("utf-8") == "deep/far\n"
    shell.run("show", "a.match", "--seat", "blue")


def test_a_pack_that_has_changed_is_told(shell: Shell, tmp_path: Path) -> None:
    pack = write_pack(tmp_path / "soft")
    shell.run("new", "skirmish", "--pack", "soft", "-o", "a.match")
    note = pack / "tables.toml"
    note.write_text("# softer\n" + note.read_text("utf-8"), "utf-8")
    assert "verified" in shell.run("replay", "a.match").out
    write_pack(pack, cost=3)
    answer = shell.run("replay", "a.match", code=2).err
    assert 'the data pack has changed: it was "Soft hills" (version 1, fingerprint' in answer
    assert "not verified" in shell.run("replay", "a.match", "--no-verify").out


def test_of_two_packs_of_one_name_the_right_one_is_taken(shell: Shell, tmp_path: Path) -> None:
    write_pack(tmp_path / "b")
    shell.run("new", "skirmish", "--pack", "b", "-o", "x.match")
    write_pack(tmp_path / "a", cost=3)
    assert matchfile.read("x.match").packs == (Path("b"),)


def test_a_pack_in_disorder_is_in_the_way_of_no_other(shell: Shell, tmp_path: Path) -> None:
    write_pack(tmp_path / "b")
    shell.run("new", "skirmish", "--pack", "b", "-o", "x.match")
    (write_pack(tmp_path / "a") / "tables.toml").write_bytes(b"\xff\xfe")
    assert matchfile.read("x.match").packs == (Path("b"),)
    (tmp_path / "b" / "tables.toml").write_text("[terrain", "utf-8")
    answer = shell.run("replay", "x.match", code=2).err
    assert 'x.match: it needs the data pack "Soft hills"' in answer
    assert "b/tables.toml: " in answer


def test_what_a_pack_makes_impossible_is_told_with_its_folder(shell: Shell, tmp_path: Path) -> None:
    (write_pack(tmp_path / "a") / "tables.toml").write_text('[results]\nrows.1 = ["0/0"]\n', "utf-8")
    answer = shell.run("new", "skirmish", "--pack", "a", code=2).err
    said = "a/tables.toml: results: Combat results, row 1: 1 result for 6 columns"
    assert answer == f"phaseline: {said}\n"


def test_simulated_matches_name_their_packs_too(shell: Shell, tmp_path: Path) -> None:
    write_pack(tmp_path / "soft")
    shell.run("simulate", "skirmish", "-n", "1", "-j", "1", "--pack", "soft", "--records", "kept")
    record = "kept/skirmish-ford-00000.match"
    assert "which is not here" in shell.run("replay", record, code=2).err
    assert "verified" in shell.run("replay", record, "--pack", "soft").out


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("[1]", "header: packs: [1]: 1 stands here; a mapping is needed"),
        ("[", "header: packs: this is no JSON: it ends in the middle"),
    ],
)
def test_a_header_that_names_packs_wrongly_is_refused(shell: Shell, content: str, message: str) -> None:
    path = shell.new()
    path.write_text(path.read_text("utf-8").replace("data: ", f"packs: {content}\ndata: "), "utf-8")
    assert message in shell.run("replay", str(path), code=2).err


def test_a_pack_can_be_fuzzed_and_measured(shell: Shell, tmp_path: Path) -> None:
    write_pack(tmp_path / "soft")
    assert "clean" in shell.run("fuzz", "skirmish", "-n", "1", "-j", "1", "--pack", "soft").out
    assert shell.run("bench", "skirmish", "--seconds", "0.05", "--pack", "soft", "--json").json[
        "orders_per_s"
    ]
    assert "nowhere/pack.toml" in shell.run("fuzz", "skirmish", "--pack", "nowhere", code=2).err


def test_a_scenario_of_a_pack_is_offered_drawn_tried_and_played(shell: Shell, tmp_path: Path) -> None:
    """From `pack.toml` to a case file: what its author does, and whoever gets it."""
    data = Path(skirmish.__file__).parent / "data"
    made = tmp_path / "weir"
    (made / "scenarios").mkdir(parents=True)
    (made / "pack.toml").write_text('name = "The Weir"\ngame = "skirmish"\nscenarios = ["weir"]\n', "utf-8")
    text = (data / "scenarios" / "ford.toml").read_text("utf-8").replace('"The Ford"', '"The Weir"')
    (made / "scenarios" / "weir.toml").write_text(text, "utf-8")
    (made / "cases.yaml").write_text(CASES, "utf-8")
    assert "weir" not in shell.run("scenarios", "skirmish").out
    assert "The Weir" in shell.run("scenarios", "skirmish", "--pack", "weir").out
    assert (
        "drawn into weir.svg" in shell.run("map", "skirmish", "weir", "--pack", "weir", "-o", "weir.svg").out
    )
    assert "1 case, 1 passed" in shell.run("check", "--pack", "weir", "weir/cases.yaml").out
    assert 'no scenario "weir"' in shell.run("check", "weir/cases.yaml", code=1).out
    shell.run("new", "skirmish", "weir", "--pack", "weir", "-o", "a.match")
    shell.run("do", "a.match", "-s", "blue", "stance", "hold")
    assert "verified" in shell.run("replay", "a.match").out


CASES = """
id: a-ford-is-no-bridge
game: skirmish
scenario: weir
cases: ["1.4"]
setup: {phase: movement}
steps: [{do: move 3rd-Foot 0403, legal: true}, {do: move 3rd-Foot 0305, refused: "1.4"}]
"""


def test_a_file_where_a_folder_is_wanted_is_told(shell: Shell, tmp_path: Path) -> None:
    pack = write_pack(tmp_path / "soft") / "pack.toml"
    said = shell.run("new", "skirmish", "--pack", str(pack), code=2).err
    assert "pack.toml: this is a file; name the folder of the pack" in said


def test_cases_in_a_pack_that_is_not_named_are_told_of_it(shell: Shell, tmp_path: Path) -> None:
    write_pack(tmp_path / "soft")
    case = "id: one\ngame: skirmish\nscenario: weir\nexpect: {turn: 1}\n"
    Path("soft/cases.yaml").write_text(case, "utf-8")
    said = shell.run("check", "soft", code=1).err
    assert said == "phaseline: these cases lie in a data pack; to run them with it: --pack soft\n"
    assert shell.run("check", "soft", "--pack", "soft", code=1).err == ""
