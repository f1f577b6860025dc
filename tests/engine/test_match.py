"""Matches: orders, undo, branches, logs."""

import pickle
import random
from typing import Any

import pytest
from tests.engine.play import board, give, owing, told

from phaseline.engine.dice import ScriptedDice, commitment
from phaseline.engine.gameoptions import OptionsError
from phaseline.engine.match import CannotUndo, Match
from phaseline.engine.refusal import IllegalOrder
from phaseline.games.skirmish import GAME
from phaseline.games.skirmish.scenario import SkirmishScenario


def test_orders_can_be_taken_back_one_by_one(moving: Match) -> None:
    data = [moving.position.to_bytes()]
    for text in ("move 3rd-Foot 0303", "move 4th-Foot 0503", "done"):
        give(moving, text)
        data.append(moving.position.to_bytes())
    for expected in reversed(data[:-1]):
        moving.undo(0)
        assert moving.position.to_bytes() == expected
    with pytest.raises(CannotUndo, match="something hidden was shown since"):
        moving.undo(0)


def test_a_decision_that_passed_on_can_be_taken_back_until_it_is_answered(moving: Match) -> None:
    give(moving, "done", "done")
    assert owing(moving) == (1,)
    give(moving, "move 8th-Panzer 0407")
    with pytest.raises(CannotUndo, match="Red has already answered it"):
        moving.undo(0)
    assert moving.undo(1) == moving.parse("move 8th-Panzer 0407")
    moving.undo(0)
    assert owing(moving) == (0,)


def test_a_secret_choice_can_be_taken_back_while_the_other_side_still_thinks(begun: Match) -> None:
    begun.submit(1, begun.parse("stance hold"))
    begun.undo(1)
    assert owing(begun) == (0, 1)
    begun.submit(1, begun.parse("stance screen"))
    begun.submit(0, begun.parse("stance assault"))
    assert board(begun).stances == ["assault", "screen"]
    with pytest.raises(CannotUndo):
        begun.undo(1)


def test_the_seat_that_gave_no_order_has_nothing_to_take_back(begun: Match) -> None:
    with pytest.raises(CannotUndo, match="Blue has given no order yet"):
        begun.undo(0)


def test_dice_cannot_be_taken_back(ford: SkirmishScenario) -> None:
    match = Match.new(GAME, ford, dice=ScriptedDice([1, 3]))
    give(
        match,
        "stance assault",
        "stance hold",
        "move 1st-Armoured 0304",
        "done",
        "attack 0305",
        "join 1st-Armoured",
    )
    assert match.undo(0) == match.parse("join 1st-Armoured")
    give(match, "join 1st-Armoured", "roll")
    assert match.entries[-1].draws[0].values == (3,)
    with pytest.raises(CannotUndo, match="the dice have been rolled"):
        match.undo(0)


def test_a_failure_inside_a_rule_leaves_the_match_as_it_was(moving: Match) -> None:
    give(moving, "done")
    moving.submit(0, moving.parse("done"))
    give(moving, "done")
    data, entries = moving.position.to_bytes(), len(moving.entries)
    with pytest.raises(RuntimeError, match="no die is left for: weather"):
        give(moving, "done")
    assert moving.position.to_bytes() == data
    assert len(moving.entries) == entries
    assert owing(moving) == (1,)


def test_a_branch_leaves_the_match_alone_and_shares_its_past(moving: Match) -> None:
    give(moving, "move 3rd-Foot 0303", "move 4th-Foot 0503")
    data = moving.position.to_bytes()
    twin = moving.branch()
    assert twin.position.to_bytes() == data
    give(twin, "done", "done")
    assert moving.position.to_bytes() == data
    earlier = moving.branch(len(moving.entries) - 1)
    give(earlier, "move 4th-Foot 0503")
    assert earlier.position.to_bytes() == data
    while earlier.decision is not None:
        seat = earlier.decision.seats[0]
        earlier.submit(seat, next(iter(reversed(list(earlier.legal(seat))))))
    assert earlier.outcome is not None, "a branch has dice of its own and can be played to the end"


def test_a_branch_of_a_seed_has_the_same_dice_each_time(moving: Match) -> None:
    ends = []
    for seed in (bytes(32), bytes(32), bytes(31) + b"1"):
        twin, rng = moving.branch(seed=seed), random.Random(4)
        while twin.decision is not None:
            seat = twin.decision.seats[0]
            twin.submit(seat, twin.legal(seat).sample(rng))
        ends.append(twin.position.digest())
        assert twin.seed is None, "what is branched claims no seed"
    assert ends[0] == ends[1] != ends[2]
    with pytest.raises(ValueError, match="a seed is 32 bytes"):
        moving.branch(seed=b"7")


def test_the_log_tells_each_side_what_it_may_know(moving: Match) -> None:
    give(moving, "move 3rd-Foot 0303")
    assert told(moving, 0)[-1] == "3rd Foot moves from 0302 to 0303 for 1"
    assert told(moving, 1)[-1] == told(moving, None)[-1] == "a face-down unit goes from 0302 to 0303"


def test_a_stance_is_secret_until_both_are_shown(begun: Match) -> None:
    begun.submit(0, begun.parse("stance assault"))
    assert told(begun, 0)[-1] == "Blue takes the stance assault"
    assert told(begun, 1)[-1] == "Blue has chosen a stance"
    assert board(begun, 1).stances == [None, None]
    begun.submit(1, begun.parse("stance hold"))
    assert board(begun, 1).stances == ["assault", "hold"]
    assert told(begun, 1)[-2:] == ["Blue shows its stance: assault", "Red shows its stance: hold"]


def test_the_seed_is_committed_to_before_play(ford: SkirmishScenario) -> None:
    match = Match.new(GAME, ford, seed=b"7" * 32)
    assert match.commitment == commitment(b"7" * 32)
    again = Match.new(GAME, ford, seed=b"7" * 32)
    assert again.position.to_bytes() == match.position.to_bytes()


def test_an_illegal_order_is_refused_before_anything_happens(moving: Match) -> None:
    with pytest.raises(IllegalOrder):
        moving.submit(1, moving.parse("move 8th-Panzer 0407"))
    assert owing(moving) == (0,)


def test_seats_go_by_name_or_number(begun: Match) -> None:
    match = begun
    assert match.legal("blue").seat == 0
    match.submit("Red", "stance hold")
    assert [event.text for event in match.log("Red")] == [event.text for event in match.log(1)]
    assert match.view("red") == match.view(1)
    match.undo("Red")
    for unknown, message in (
        (2, "has no seat 2; it has: 0 \\(Blue\\), 1 \\(Red\\)"),
        (-1, "no seat -1"),
        ("Green", "no seat"),
    ):
        with pytest.raises(LookupError, match=message):
            match.view(unknown)


def test_a_match_says_in_short_what_it_is(begun: Match) -> None:
    match = begun
    assert (
        repr(match)
        == "<Match skirmish ford, 0 orders: <Decision of seats 0, 1: choose a stance in secret (5.1)>>"
    )
    assert repr(match.game) == "<Game skirmish 1.2: Skirmish>"
    assert repr(match.scenario) == "<SkirmishScenario ford: The Ford>"
    assert repr(match.state) == "<SkirmishState ford: Turn 1 / stances>"


def test_what_is_no_order_is_not_taken_for_one(begun: Match) -> None:
    wrongs: tuple[Any, ...] = (None, 7)
    for wrong in wrongs:
        for ask in (begun.check, begun.submit):
            with pytest.raises(TypeError, match="an order is a text, or one of those that `legal` lists"):
                ask(0, wrong)
        with pytest.raises(TypeError, match="an order is a text"):
            begun.write(wrong)
        with pytest.raises(TypeError, match="the notation of an order is a text, not"):
            begun.parse(wrong)
        with pytest.raises(TypeError, match=r"is no order; Match\.parse reads a text"):
            begun.state.check(0, wrong)
        assert wrong not in begun.legal(0)
    assert len(begun.entries) == 1


def test_notation_stands_for_its_order_among_the_legal_ones(begun: Match) -> None:
    legal = begun.legal(0)
    assert "stance hold" in legal
    assert "stance retreat" not in legal
    assert "done" not in legal
    assert "fly" not in legal


def test_whole_numbers_of_other_libraries_are_taken_as_such(moving: Match) -> None:
    class Whole:
        """As NumPy's are: no `int`, but as good as one."""

        def __init__(self, number: int) -> None:
            self.number = number

        def __index__(self) -> int:
            return self.number

        __int__ = __index__

    order: Any = moving.parse("move 3rd-Foot 0303")
    foreign = type(order)(Whole(order.unit), Whole(order.to))
    seat: Any = Whole(0)
    assert foreign in moving.legal(seat)
    assert moving.check(seat, foreign) is None
    moving.submit(seat, foreign)
    assert moving.entries[-1].order == order
    assert type(moving.entries[-1].seat) is int
    yes: Any = True
    assert type(moving._seat(yes)) is int


def test_a_match_can_be_pickled_and_goes_on_the_same(moving: Match) -> None:
    give(moving, "move 3rd-Foot 0303")
    twin = pickle.loads(pickle.dumps(moving))
    for match in (moving, twin):
        give(match, "done", "done")
    assert twin.position == moving.position
    assert [entry.phase_ends for entry in twin.entries] == [entry.phase_ends for entry in moving.entries]
    twin.undo(0)
    assert owing(twin) != owing(moving)


@pytest.mark.parametrize("seed", [7, b"", b"short", bytes(33), "0" * 64])
def test_a_seed_is_what_a_record_can_hold(seed: Any) -> None:
    with pytest.raises(ValueError, match=r"a seed is 32 bytes, not .*; of a number: "):
        Match.new(GAME, GAME.load("ford"), seed=seed)


def test_a_match_is_stepped_through_with_the_dice_that_fell() -> None:
    begun = Match.new(GAME, GAME.load("ford"), seed=bytes(32))
    rng, positions = random.Random(1), [begun.position.to_bytes()]
    for _ in range(60):
        seat = owing(begun)[0]
        begun.submit(seat, begun.legal(seat).sample(rng))
        positions.append(begun.position.to_bytes())
    assert any(entry.draws for entry in begun.entries[1:])
    begun.entries[3].comment = "bold"
    seen = [(len(each.entries), each.position.to_bytes()) for each in begun.steps()]
    assert seen == list(enumerate(positions, start=1))
    *_, last = begun.steps()
    assert last is not begun
    assert [entry.comment for entry in last.entries] == [entry.comment for entry in begun.entries]
    assert last.seed is None


def test_a_match_is_of_a_scenario_that_was_loaded_with_options_by_name() -> None:
    key: Any = "ford"
    with pytest.raises(TypeError, match=r"a game is what registry\.game\(\) gives, not 'skirmish'"):
        Match.new("skirmish", GAME.load("ford"))  # type: ignore[arg-type] # as one may by mistake
    with pytest.raises(TypeError, match=r"a scenario is what the game's load\(\) gives, not 'ford'"):
        Match.new(GAME, key)
    with pytest.raises(
        OptionsError, match="options of skirmish are a mapping of names to values, not 'ford'"
    ):
        GAME.load("ford", key)
