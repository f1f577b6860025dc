"""play: a whole evening in the terminal, typed."""

from pathlib import Path

import pytest
from tests.cli.conftest import Shell

from phaseline.ai.agent import Budget, Observation
from phaseline.ai.random_agent import RandomAgent
from phaseline.cli import matchfile
from phaseline.cli.errors import UserError
from phaseline.cli.playing import completions
from phaseline.cli.session import Session
from phaseline.engine.orders import Order, write


def play(shell: Shell, *lines: str, words: tuple[str, ...] = ("skirmish", "ford", "--seed", "a")) -> str:
    return shell.run("terminal", *words, typed="\n".join(lines) + "\n").out


def test_the_first_evening(shell: Shell) -> None:
    out = play(shell, "stance hold", "move 3rd-foot 0303", "quit")
    assert "Blue is a person, Red is the computer (recruit)" in out
    assert "Blue takes the stance hold (5.1)" in out
    assert "3rd Foot moves from 0302 to 0303 for 1 (6.1)" in out
    assert out.endswith("saved; to continue: phaseline terminal skirmish-ford.match\n")
    text = Path("skirmish-ford.match").read_text("utf-8")
    assert "seat Blue: human\nseat Red: computer recruit\n" in text
    assert "Blue: move 3rd-Foot 0303" in text


def test_a_match_goes_on_where_it_was_left(shell: Shell) -> None:
    play(shell, "stance hold", "move 3rd-foot 0303", "quit")
    out = play(shell, "undo", "quit", words=("skirmish-ford.match",))
    assert "Red is the computer (recruit)" in out
    assert "[3r" in out
    assert "taken back: move 3rd-Foot 0303" in out
    assert "move 3rd-Foot" not in Path("skirmish-ford.match").read_text("utf-8")


def test_the_end_of_the_input_saves(shell: Shell) -> None:
    assert play(shell, "stance hold").endswith("to continue: phaseline terminal skirmish-ford.match\n")
    assert "Blue: stance hold" in Path("skirmish-ford.match").read_text("utf-8")


def test_help_and_the_other_words(shell: Shell) -> None:
    out = play(
        shell, "?", "stance", "legal", "why move", "rules 6.2", "map 0305", "units", "log 2", "save copy.match",
        "ask", "ask zone side=Blue", "brief", "outlook", "quit",
    )  # fmt: skip
    assert "orders now: stance STANCE" in out
    assert "STANCE: assault, hold, screen" in out
    assert "stance STANCE  (5.1)" in out
    assert "refused: case 6.1" in out
    assert "\n6.2 " in out
    assert "a copy is in copy.match" in out
    assert "ask what? Skirmish answers: " in out
    assert "0303" in out
    assert "Blue must" in out
    assert "Blue Points: 0 against 0; 12 against 18 at the end" in out
    assert "verified" in shell.run("replay", "copy.match", "-q").out


def test_mistakes_are_explained_and_change_nothing(shell: Shell) -> None:
    out = play(
        shell, "stnace hold", "stance sit", "log x", "map nowhere", "save skirmish-ford.match", "undo", "quit"
    )
    assert '"stnace" is no order and no command; orders now: stance; ? for help' in out
    assert "refused: case 5.1" in out
    assert "(write log, or log 20)" in out
    assert "there is such a file already" in out
    assert 'map: there is no place "nowhere"' in out
    assert "cannot undo: Blue has given no order yet" in out
    assert "Blue:" not in Path("skirmish-ford.match").read_text("utf-8").partition("\n\n")[2]


def test_two_at_one_keyboard_see_only_their_own(shell: Shell) -> None:
    """Between the curtain's two prompts, and in Red's part, nothing of Blue's secret is on the screen."""
    words = ("skirmish", "ford", "--seed", "a", "--hot-seat")
    out = play(
        shell, "", "stance assault", "", "", "log", "units", "stance hold", "", "", "quit", words=words
    )
    blue, curtain, rest = out.partition("Red is to decide. Everybody else look away; Red, press Enter ")
    assert curtain
    assert "Blue takes the stance assault" in blue
    red = rest.partition("Red takes the stance hold")[0]
    assert "assault" not in red
    assert "3rd Foot" not in red
    assert "Blue has chosen a stance" in red
    assert "[?] face-down unit" in red


def test_a_whole_match(shell: Shell) -> None:
    """Somebody who always takes the first thing offered gets to the end, and the record verifies."""
    file = matchfile.start(
        matchfile.open_game("skirmish"),
        matchfile.open_scenario(matchfile.open_game("skirmish"), "ford"),
        seed="a",
    )
    file.save()

    def first(prompt: str) -> str:
        return first_order(session) if prompt.endswith("> ") else ""

    session = Session(file, {}, first)
    session.run()
    assert file.match.outcome is not None
    assert "verified" in shell.run("replay", "skirmish-ford.match", "-q").out


def first_order(session: Session) -> str:
    decision = session.match.decision
    assert decision is not None
    seat = session.at_keyboard
    assert seat in decision.seats
    # The last kind of order is the one that finishes a step; anything else might go on for ever.
    orders = list(session.match.legal(seat))
    return write(orders[-1], session.match.scenario.lexicon)


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (
            ("skirmish", "--against", "random", "--hot-seat"),
            "--against: with --hot-seat there is no computer player",
        ),
        (("skirmish", "--against", "hal"), '--against: there is no agent "hal"'),
        (("skirmish", "--seat", "green"), 'has no seat "green"'),
        (("chess",), 'there is no game "chess"'),
        (("gone.match",), "gone.match: there is no such file"),
    ],
)
def test_play_says_what_is_wrong(shell: Shell, words: tuple[str, ...], complaint: str) -> None:
    answer = shell.run("terminal", *words, code=2)
    assert complaint in answer.err
    assert list(shell.folder.iterdir()) == []


def test_the_other_seat_can_be_chosen(shell: Shell) -> None:
    out = play(shell, "quit", words=("skirmish", "--seat", "red"))
    assert "Blue is the computer (recruit), Red is a person" in out


def test_tab_completes_orders_and_words(shell: Shell) -> None:
    path = shell.new()
    session = Session(matchfile.read(str(path)), {1: RandomAgent()}, input)
    assert completions(session, "mo") == ["move "]
    assert completions(session, "u") == ["undo ", "units "]
    assert completions(session, "move 3") == ["3rd-Foot "]
    assert "0303 " in completions(session, "move 3rd-Foot 03")
    assert completions(session, "why move 3") == ["3rd-Foot "]
    assert completions(session, "fly 3") == []


def test_a_match_that_cannot_be_saved_goes_on(shell: Shell) -> None:
    path = shell.new()
    lines = iter(["done", "save rescued.match", "quit"])

    def typed(_: str) -> str:
        path.write_text("somebody else was here", "utf-8")
        return next(lines)

    session = Session(matchfile.read("ford.match"), {1: RandomAgent()}, typed)
    session.run()
    assert path.read_text("utf-8") == "somebody else was here"
    assert "Blue: done" in Path("rescued.match").read_text("utf-8")


def test_an_agent_at_fault_is_named(shell: Shell) -> None:
    class Stubborn(RandomAgent):
        def order(self, seen: Observation, budget: Budget) -> Order:  # noqa: ARG002
            return file.match.parse("stand")

    shell.run("new", "skirmish", "-o", "a.match")
    file = matchfile.read("a.match")
    with pytest.raises(UserError, match="the computer player is at fault: Stubborn as Red gave 'stand'"):
        Session(file, {1: Stubborn()}, lambda _: "quit").run()


def test_what_is_settled_in_a_match_under_way_is_not_taken_again(shell: Shell) -> None:
    shell.new()
    for words in (["ridge"], ["--against", "random"], ["--seat", "red"], ["--option", "fog=false"]):
        answer = shell.run("terminal", "ford.match", *words, code=2).err
        assert "ford.match is a match under way, where that is settled; leave it out" in answer


def test_who_does_not_know_the_game_is_no_opponent(shell: Shell) -> None:
    said = shell.run("terminal", "westfront", "--against", "learned", code=2).err
    assert "--against: learned does not play westfront; these do: " in said
    said = shell.run("terminal", "skirmish", "--against", "oficer", code=2).err
    assert said == 'phaseline: --against: there is no agent "oficer"; did you mean officer?\n'
    assert (
        "installed: recruit, officer, general, marshal, dove"
        in shell.run("terminal", "skirmish", "--against", "nobody", code=2).err
    )
    assert list(shell.folder.iterdir()) == []
