"""Records: text that replays to the same bytes, or says where it does not."""

import contextlib
import random
import re
from pathlib import Path
from typing import Any

import pytest
from tests.engine.test_plain import goes_with_length, seconds

from phaseline.engine import record
from phaseline.engine.dice import ScriptedDice
from phaseline.engine.match import Match
from phaseline.engine.recordtext import LONGEST_LINE, TITLE, parse, parse_head
from phaseline.games.skirmish import GAME


def play(seed: int, orders: int = 400) -> Match:
    match = Match.new(GAME, GAME.load("ford"), seed=bytes([seed]) * 32, players={0: "Ann", 1: "random"})
    rng = random.Random(seed)
    while match.decision is not None and len(match.entries) < orders:
        seat = match.decision.seats[0]
        match.submit(seat, match.legal(seat).sample(rng))
    return match


@pytest.fixture(scope="module")
def finished() -> Match:
    return play(3)


@pytest.mark.parametrize("seed", range(4))
def test_a_record_replays_to_the_same_bytes(seed: int) -> None:
    match = play(seed, orders=60 + 50 * seed)
    text = record.dump(match, reveal=True)
    again = record.load(text)
    assert again.position.to_bytes() == match.position.to_bytes()
    assert record.dump(again, reveal=True) == text
    assert again.players == {0: "Ann", 1: "random"}


def test_a_record_reads_like_a_story(finished: Match) -> None:
    lines = record.dump(finished).splitlines()
    assert lines[0] == "Phaseline record 1"
    assert "game: skirmish 1.2" in lines
    assert 'options: {"fog": true, "weather": "rolled"}' in lines
    assert "seat Blue: Ann" in lines
    body = lines[lines.index("") + 1 :]
    assert body[0].startswith("start [weather d6: ")
    assert body[1].startswith("Blue: stance ")
    assert any(line.startswith("= ") and line.endswith("Turn 1, Blue turn, movement") for line in body)
    assert body[-1] == f"= {finished.position.digest()} end"


def test_the_seed_stays_secret_while_the_match_is_under_way() -> None:
    match = play(1, orders=30)
    assert "seed:" not in record.dump(match)
    assert "seed:" in record.dump(match, reveal=True)
    assert "seed:" in record.dump(play(1))


def test_a_record_without_the_seed_replays_too() -> None:
    match = play(2, orders=80)
    again = record.load(record.dump(match))
    assert again.position.to_bytes() == match.position.to_bytes()
    assert again.seed is None
    assert again.commitment == match.commitment


def test_a_match_saved_with_its_seed_goes_on_with_the_same_dice() -> None:
    whole, part = play(5), play(5, orders=50)
    again = record.load(record.dump(part, reveal=True))
    for entry in whole.entries[len(again.entries) :]:
        assert entry.seat is not None
        assert entry.order is not None
        again.submit(entry.seat, entry.order)
    assert again.position.to_bytes() == whole.position.to_bytes()


def test_a_beginning_is_replayed_and_played_on_with_other_dice() -> None:
    whole = play(5)
    dice = ScriptedDice([1] * 9)
    part = record.load(record.dump(whole), orders=50, then=dice)
    assert part.position == play(5, orders=51).position
    assert (part.seed, part.commitment, dice.left) == (None, "", 9)
    while dice.left == 9:
        assert part.decision is not None
        seat = part.decision.seats[0]
        part.submit(seat, next(iter(part.legal(seat))))
    assert part.entries[-1].draws[0].values[0] == 1


def test_comments_stay_with_their_order(finished: Match) -> None:
    text = record.dump(finished)
    line = next(line for line in text.splitlines() if line.startswith("Red: stance"))
    noted = text.replace(line, f"{line}\n; a bold choice\n; or a foolish one", 1)
    match = record.load(noted)
    assert match.entries[2].comment == "a bold choice\nor a foolish one"
    assert record.dump(match) == noted


def changed(text: str, old: str, new: str) -> str:
    assert old in text
    return text.replace(old, new, 1)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("Phaseline record 1", "Phaseline record 9", "line 1: this program reads record format 1"),
        (
            "Phaseline record 1",
            "Dear diary",
            'this is no record of a match: a record is a text that begins with "Phaseline record 1"',
        ),
        (
            "Phaseline record 1",
            '{\n "phaseline_mail": 1,',
            "this is a match by mail, and sealed: open it with phaseline mail open FILE",
        ),
        ("game: skirmish", "game: skirmsh", 'header: there is no game "skirmsh"; did you mean skirmish?'),
        ("scenario: ford", "scenario: fort", 'header: skirmish has no scenario "fort"; it has: ford, ridge'),
        (
            "game: skirmish",
            "gone: skirmish",
            "header: there is no line `game: ...`, which says what was played",
        ),
        ("scenario: ford\n", "", "header: there is no line `scenario: ...`, which says what was played"),
        ('"fog": true', '"fog": 7', "header: option fog of skirmish"),
        ("\nBlue: stance", "\nBlue stance", 'an order line is "seat: order [dice]"'),
        ("\nBlue: stance", "\nGreen: stance", 'skirmish has no seat "Green"; it has: Blue, Red'),
        ("\nBlue: stance", "\nBlue: dance", '"dance" is no order of this game'),
        (
            "\nBlue: stance",
            "\nBlue: stance hold [hello]\nBlue: stance",
            "brackets hold dice, as in [attack d6: 3 5]",
        ),
        ("start [weather d6: ", "start [weather d6: " + "9" * 5000, "brackets hold dice"),
        ("seat Blue: ", "seat Green: ", 'header: skirmish has no seat "Green"'),
        ("options: {", "options: [{", "header: options: "),
        ("start [", "begin [", "the first line after the header is `start`"),
        ("options: {", "options: " + "[" * 10_000 + "{", "nested more than"),
        ("seed: 03", "seed: 0303", "header: seed: it is 64 hexadecimal digits"),
        ("result: ", "result: Blue wins\nresult: ", "line 12: there are two lines of `result`"),
        ("\nBlue: stance", "\n; \x1b[2J\nBlue: stance", "it holds a control character: ; \\x1b[2J"),
        ("\nBlue: stance", "\n; " + "x" * 20_000 + "\nBlue: stance", "a line has at most 20000 characters"),
        ("\nBlue: stance", "\n" * 200_001 + "Blue: stance", "at most 200000 lines"),
        ("\nBlue: stance", "\n= 0123 end\nBlue: stance", "the record has ended with the line before"),
        ("\nBlue: stance", "\nBlue: stance " + "x" * 5000, "an order has at most 4000 characters"),
    ],
)
def test_a_record_that_cannot_be_read_says_where_and_why(
    finished: Match, old: str, new: str, message: str
) -> None:
    with pytest.raises(record.RecordError) as caught:
        record.load(changed(record.dump(finished), old, new))
    assert message in str(caught.value)
    assert len(str(caught.value)) < 500


@pytest.mark.parametrize(
    ("start", "words"), [("start", "no die is left"), ("start [weather d6: 9]", "the die for")]
)
def test_dice_of_the_start_that_cannot_be_are_found(finished: Match, start: str, words: str) -> None:
    text = re.sub("(?m)^(seed|commitment): .*\n", "", record.dump(finished))
    with pytest.raises(record.RecordError, match=rf"^line \d+: {words}"):
        record.load(re.sub("(?m)^start .*", start, text))


def test_lines_may_end_as_on_windows(finished: Match) -> None:
    text = record.dump(finished)
    assert record.dump(record.load(text.replace("\n", "\r\n"))) == text


@pytest.mark.parametrize(
    "line",
    ["; a comment", "= 0123456789abcdef somewhere", "Blue: move A [attack d6: 1]", "Blue: " + "[a] " * 20],
)
def test_a_record_is_taken_apart_in_a_time_that_goes_with_its_length(line: str) -> None:
    def parsed(count: int) -> None:
        text = "\n".join(["Phaseline record 1", "", "start", *[line] * count])
        with contextlib.suppress(record.RecordError):
            parse(text)

    assert goes_with_length(parsed)


@pytest.mark.parametrize("unit", [" [a]", " [", "[", "]", " []", " [d6: 1]", " d6: 1"])
def test_brackets_of_a_line_are_read_once(unit: str) -> None:
    line = "Blue: x" + unit * ((LONGEST_LINE - 20) // len(unit))
    text = "\n".join(["Phaseline record 1", "", "start", *[line] * 1])

    def parsed() -> None:
        with contextlib.suppress(record.RecordError):
            parse(text)
        with contextlib.suppress(record.RecordError):
            parse(text + "x")

    assert seconds(parsed) < 0.2


def test_a_forged_result_is_found(finished: Match) -> None:
    text = record.dump(finished)
    true = next(line for line in text.splitlines() if line.startswith("result: "))
    loser = "Red" if "Blue" in true else "Blue"
    for forged in (f"result: {loser}, case 10.1, it has won", "result: under way", true + " by far"):
        with pytest.raises(record.RecordError, match=r"^header: the result is "):
            record.load(changed(text, true, forged))
        assert record.load(changed(text, true, forged), verify=False).position == finished.position


def test_a_record_of_another_version_is_held_to_its_positions(finished: Match) -> None:
    text = record.dump(finished)
    old = changed(changed(text, "game: skirmish 1.2", "game: skirmish 0.9"), "data: ", "data: 00")
    match = record.load(old)
    assert match.position == finished.position
    assert record.remarks(old, match) == [
        "it was played by the rules of Skirmish, version 0.9; these are 1.2",
        "map, roster or tables were others then",
    ]
    digest = finished.entries[2].phase_ends[0].digest
    with pytest.raises(
        record.RecordError, match=r"fingerprints after it are .* \(it was played by .*version 0\.9"
    ):
        record.load(changed(old, digest, "0" * 16))
    winner = "Red" if "result: Blue" in old else "Blue"
    with pytest.raises(record.RecordError, match="the result is"):
        record.load(changed(old, "result: Blue" if winner == "Red" else "result: Red", f"result: {winner}"))


def test_what_a_record_does_not_prove_is_said(finished: Match) -> None:
    text = record.dump(finished)
    assert record.remarks(text, finished) == []
    bare = re.sub("(?m)^seed: .*\n", "", text)
    assert record.remarks(bare, finished) == [
        "the seed is missing, though the match is over: nobody can check that the dice fell as recorded"
    ]
    assert "commitment is missing" in record.remarks(re.sub("(?m)^commitment: .*\n", "", text), finished)[0]
    cut = text[: text.rindex("= ")]
    assert record.remarks(cut, record.load(cut)) == ["its last line is missing: orders may have been cut off"]


def test_changed_dice_are_found(finished: Match) -> None:
    text = record.dump(finished)
    die = finished.entries[0].draws[0].values[0]
    with pytest.raises(
        record.RecordError, match=rf"the dice are weather d6: {die}, but the record has weather d6"
    ):
        record.load(changed(text, f"[weather d6: {die}]", f"[weather d6: {die % 6 + 1}]"))


def test_a_changed_fingerprint_is_found_unless_it_is_to_be_ignored(finished: Match) -> None:
    text = record.dump(finished)
    digest = finished.entries[2].phase_ends[0].digest
    forged = changed(text, digest, "0" * 16)
    with pytest.raises(record.RecordError, match="line 15: the fingerprints after it are"):
        record.load(forged)
    assert record.load(forged, verify=False).position == finished.position


def test_a_seed_that_was_not_committed_to_is_found(finished: Match) -> None:
    text = record.dump(finished)
    with pytest.raises(record.RecordError, match="the seed is not the one that was committed to"):
        record.load(changed(text, f"seed: {(bytes([3]) * 32).hex()}", f"seed: {'11' * 32}"))


def test_an_illegal_order_in_a_record_is_found_with_its_line(finished: Match) -> None:
    lines = record.dump(finished).splitlines()
    number = next(i for i, line in enumerate(lines) if line.startswith(("Blue: move", "Blue: done")))
    lines[number] = "Blue: move 1st-Armoured 0109"
    with pytest.raises(record.RecordError, match=rf"^line {number + 1}: move 1st-Armoured 0109: case 6\.2: "):
        record.load("\n".join(lines))


def test_a_mark_that_an_editor_put_before_the_text_is_passed_over() -> None:
    assert parse_head(f"\ufeff{TITLE} 1\ngame: skirmish 1.0\n\n") == {"game": "skirmish 1.0"}


@pytest.mark.parametrize("given", [b"Phaseline record 1", Path("my.match")])
def test_a_record_is_loaded_from_its_text(given: Any) -> None:
    with pytest.raises(TypeError, match=r"from its text, not from .*; of a file: path\.read_text"):
        record.load(given)
