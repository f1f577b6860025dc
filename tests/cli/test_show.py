"""What `show` draws, and that it shows a seat only what the seat may know."""

import json

from tests.cli.conftest import Shell


def test_a_hex_beyond_the_part_that_is_played_on_is_told_so(shell: Shell) -> None:
    shell.run("new", "france44", "anvil", "--output", "a.match")
    for more in ((), ("--radius", "4")):
        answer = shell.run("show", "a.match", "--seat", "allied", "--at", "7198", *more, code=2)
        assert answer.err.startswith("phaseline: --at: 7198 is not on the map of this scenario")


def test_marks_that_are_alike_are_told_together(shell: Shell) -> None:
    shell.run("new", "war_in_europe", "sichelschnitt", "--output", "w.match")
    out = shell.run("show", "w.match", "--seat", "axis", "--at", "Aachen", "--radius", "3", "--no-units").out
    (told,) = [line for line in out.splitlines() if "held, Axis: " in line]
    assert told.count("held, Axis") == 1
    assert "C3309 Aachen" in told
    assert "elsewhere" in out
    assert "none" not in out


def test_show_tells_where_the_game_stands(shell: Shell) -> None:
    shell.new()
    out = shell.run("show").out
    assert out.startswith("Skirmish, The Ford  ford.match, seen by Blue\n")
    assert "│[3r 4-5-4] │" in out
    assert "3rd Foot 4-5-4" in out
    assert out.rstrip().endswith("Turn 1 > Blue turn > movement: Blue: move your units (6.1)")


def test_show_can_look_at_a_part(shell: Shell) -> None:
    shell.new()
    part = shell.run("show", "--at", "Saint-Aubin", "--radius", "1", "--no-units").out
    assert "0305" in part
    assert "0101" not in part
    assert "--at: " in shell.run("show", "--at", "Nowhere", code=2).err
    assert "add --at HEX" in shell.run("show", "--radius", "2", code=2).err


def test_each_seat_sees_the_backs_of_the_other(shell: Shell) -> None:
    shell.new()
    blue, red, nobody = (shell.run("show", "-s", seat).out for seat in ("blue", "red", "nobody"))
    assert "3rd Foot" in blue
    assert "3rd Foot" not in red
    assert "3rd Foot" not in nobody
    assert "(?) face-down unit" in blue
    assert "[?] face-down unit" in red


def test_show_as_data_holds_only_the_view(shell: Shell) -> None:
    shell.new()
    data = shell.run("show", "-s", "red", "--json").json
    assert data["view"]["seat"] == 1
    assert "3rd Foot" not in json.dumps(data)
    assert {piece["side"] for piece in data["sheet"]["pieces"]} == {0, 1}
