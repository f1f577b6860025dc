"""legal, why, do, undo, log, replay: a match played from the command line."""

import errno
import os

import pytest
from tests.cli.conftest import Shell

from phaseline.cli.orderwords import split_orders
from phaseline.engine import registry


@pytest.mark.parametrize(
    ("words", "orders"),
    [
        (["move", "3rd-Foot", "0303", "done"], ["move 3rd-Foot 0303", "done"]),
        (["move 3rd-Foot 0303", "done"], ["move 3rd-Foot 0303", "done"]),
        (["move", "3rd Foot", "0303"], ["move '3rd Foot' 0303"]),
        (["done", "DONE"], ["done", "DONE"]),
        (["move", "3rd-Foot", "done"], ["move 3rd-Foot done"]),
        ([], []),
    ],
)
def test_words_are_cut_into_orders(words: list[str], orders: list[str]) -> None:
    assert split_orders(words, registry.game("skirmish").flow.order_types()) == orders


def test_orders_are_carried_out_and_kept(shell: Shell) -> None:
    path = shell.new()
    out = shell.run("do", "move", "3rd Foot", "0303", "move 5th-foot 0203", "done").out
    assert out.splitlines() == [
        "Blue: move 3rd-Foot 0303",
        "  3rd Foot moves from 0302 to 0303 for 1 (6.1)",
        "Blue: move 5th-Foot 0203",
        "  5th Foot moves from Tilly to 0203 for 1 (6.1)",
        "Blue: done",
        "  Blue has finished moving (3.2)",
        "Turn 1 > Blue turn > combat: Blue: attack, or end combat (9.1)",
    ]
    assert "Blue: move 3rd-Foot 0303\nBlue: move 5th-Foot 0203\nBlue: done\n" in path.read_text("utf-8")


def test_a_match_is_named_with_its_suffix_or_without(shell: Shell) -> None:
    first = shell.new()
    second = shell.folder / "second.match"
    second.write_bytes(first.read_bytes())
    assert "done" in shell.run("legal", "second").out
    assert shell.run("why", "second", "done").out == "legal\n"
    assert "Blue: done" in shell.run("do", "second", "done").out
    assert second.read_bytes() != first.read_bytes()
    (shell.folder / "done.match").write_bytes(first.read_bytes())
    # A word that stands alone is the order, though a match is called like it.
    assert "several match files are here" in shell.run("do", "done", code=2).err


def test_nothing_is_told_that_is_not_kept(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    path = shell.new()
    before = path.read_text("utf-8")

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    answer = shell.run("do", "move", "3rd-Foot", "0303", code=2)
    assert (answer.out, answer.err) == (
        "",
        "phaseline: ford.match: cannot be written: No space left on device\n",
    )
    assert path.read_text("utf-8") == before
    assert [file.name for file in shell.folder.iterdir()] == ["ford.match"]


def test_a_refused_order_cites_its_case_and_those_before_it_stand(shell: Shell) -> None:
    path = shell.new()
    answer = shell.run("do", "move 3rd-foot 0303", "move 3rd-foot 0304", "done", code=1)
    assert answer.err.startswith("phaseline: Blue: move 3rd-Foot 0304: refused: case 6.")
    assert answer.err.count("\n") == 1
    assert "Blue: move 3rd-Foot 0303\n" in path.read_text("utf-8")
    assert "Blue: done" not in path.read_text("utf-8")


def test_a_slip_of_the_pen_changes_nothing(shell: Shell) -> None:
    path = shell.new()
    before = path.read_text("utf-8")
    answer = shell.run("do", "move 3rd-foot 0303", "move 5th-foat 0203", code=2)
    assert 'there is no unit "5th-foat"; did you mean 5th-Foot' in answer.err
    assert path.read_text("utf-8") == before


def test_an_order_out_of_turn_is_refused(shell: Shell) -> None:
    shell.new()
    assert "Blue must decide now (movement)" in shell.run("do", "-s", "red", "done", code=1).err


def test_simultaneous_decisions_ask_who_you_are(shell: Shell) -> None:
    shell.run("new", "skirmish")
    for command in (("legal",), ("why", "done"), ("do", "stance", "hold"), ("show",), ("log",)):
        answer = shell.run(*command, code=2)
        assert (
            "Blue and Red decide in secret at the same time; say who you are: --seat Blue|Red" in answer.err
        )
    shell.run("do", "--seat", "2", "stance", "hold")
    assert "Blue still decides in secret" in shell.run("legal", code=2).err
    assert "there is no seat" not in shell.run("legal", "-s", "BLUE").err


def test_legal_goes_step_by_step(shell: Shell) -> None:
    shell.new()
    first = shell.run("legal").out.splitlines()
    assert first[0].startswith("move UNIT TO  (6.1)  1st-Armoured, 2nd-Armoured, 3rd-Foot")
    assert first[1] == "done  (3.2)"
    assert shell.run("legal", "move").out.startswith("UNIT: 1st-Armoured, 2nd-Armoured, 3rd-Foot")
    hexes = shell.run("legal", "move", "3rd-Foot").out
    assert hexes.startswith("TO: ")
    assert "0303" in hexes
    assert shell.run("legal", "move", "3rd-Foot", "0303").out == "this order is complete and legal\n"
    assert "case 9.1" in shell.run("legal", "attack", code=1).out


def test_legal_as_data_lists_complete_orders(shell: Shell) -> None:
    shell.new()
    whole = shell.run("legal", "--json").json
    assert whole["seat"] == "Blue"
    assert whole["orders"][-1] == "done"
    part = shell.run("legal", "--json", "move", "3rd-foot").json["orders"]
    assert part == [order for order in whole["orders"] if order.startswith("move 3rd-Foot ")] != []
    assert shell.run("legal", "--all", "move", "3rd-foot").out.splitlines() == part


def test_every_listed_order_is_legal_for_why(shell: Shell) -> None:
    shell.new()
    for order in shell.run("legal", "--json").json["orders"][::17]:
        assert shell.run("why", order).out == "legal\n"


def test_why_gives_the_case_and_our_summary(shell: Shell) -> None:
    shell.new()
    out = shell.run("why", "move", "3rd-foot", "0709", code=1).out.splitlines()
    assert out[0] == "refused: case 6.2: it is out of reach with 4 movement points"
    assert out[1].startswith("  6.2: Entering a hex costs")
    assert shell.run("why", "move", "3rd-foot").out.startswith("legal so far; TO: ")
    assert shell.run("why", "--json", "move", "3rd-foot", "0709", code=1).json == {
        "legal": False,
        "refusal": {"case": "6.2", "reason": "it is out of reach with 4 movement points"},
    }
    assert (
        "it is not for Red to decide now, but for Blue" in shell.run("why", "-s", "red", "move", code=1).out
    )


def test_undo_takes_back_and_says_when_it_cannot(shell: Shell) -> None:
    path = shell.new()
    before = path.read_text("utf-8")
    shell.run("do", "move 3rd-foot 0303")
    assert shell.run("undo").out.startswith("taken back: Blue: move 3rd-Foot 0303\n")
    assert path.read_text("utf-8") == before
    assert "cannot undo: " in shell.run("undo", "-s", "red", code=1).err


def test_undo_of_a_secret_choice_asks_whose(shell: Shell) -> None:
    shell.run("new", "skirmish")
    assert "no order has been given yet" in shell.run("undo", code=1).err
    shell.run("do", "-s", "blue", "stance", "hold")
    assert shell.run("undo", "-s", "blue").out.startswith("taken back: Blue: stance hold")
    assert "Blue and Red: choose a stance" in shell.run("show", "-s", "blue").out


def test_the_log_is_for_one_seat(shell: Shell) -> None:
    shell.run("new", "skirmish")
    shell.run("do", "-s", "blue", "stance", "assault")
    assert "Blue takes the stance assault" in shell.run("log", "-s", "blue").out
    for other in ("red", "nobody"):
        out = shell.run("log", "-s", other).out
        assert "Blue has chosen a stance" in out
        assert "assault" not in out
        assert "assault" not in shell.run("log", "-s", other, "--json").out
    assert len(shell.run("log", "-s", "red", "-n", "1").out.splitlines()) == 1


def test_replay_verifies_and_names_the_line_that_fails(shell: Shell) -> None:
    path = shell.new()
    shell.run("do", "move 3rd-foot 0303", "done", "done")
    out = shell.run("replay", "ford.match", "--verify").out.splitlines()
    assert out[2].strip() == "3 Blue: move 3rd-Foot 0303"
    assert out[-1].startswith("verified: 5 orders, ")
    text = path.read_text("utf-8")
    number = text.splitlines().index("Blue: done") + 1
    path.write_text(text.replace("3rd-Foot 0303", "3rd-Foot 0301"), "utf-8")
    answer = shell.run("replay", "ford.match", code=2)
    assert f"ford.match: line {number}: the fingerprints" in answer.err
    assert "replay FILE --no-verify" in answer.err
    loose = shell.run("replay", "ford.match", "--no-verify", "-q").out.splitlines()
    assert loose[-1].startswith("replayed, not verified: 5 orders")


def test_a_refusal_in_the_midst_is_told_to_programs_too(shell: Shell) -> None:
    shell.new()
    answer = shell.run("do", "move 3rd-foot 0303", "move 1st-armoured 0305", "done", "--json", code=1).json
    assert [entry["order"] for entry in answer["done"]] == ["move 3rd-Foot 0303"]
    assert answer["refused"] == {
        "order": "move 1st-Armoured 0305",
        "case": "1.4",
        "reason": "an enemy unit holds that hex",
    }
    assert shell.run("do", "done", "--json").json["refused"] is None
