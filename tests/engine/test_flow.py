"""The kernel at its edges: nested interrupts, loops that change their frame, secret choices, orders that fail."""

import pytest
from tests.engine.council import COUNCIL, SEATS, CouncilPosition, MakeBid, Meeting, Round, Speech
from tests.engine.play import owing

from phaseline.engine import record, registry
from phaseline.engine.dice import ScriptedDice
from phaseline.engine.flow import Decide, Flow, procedure
from phaseline.engine.match import CannotUndo, Match


@pytest.fixture
def council() -> Match:
    return Match.new(COUNCIL, COUNCIL.load(), seed=bytes(32))


@pytest.fixture
def speech(council: Match) -> Match:
    """Ann speaks, all bids are sealed."""
    for seat in (2, 0, 1):
        council.submit(seat, "seal")
    return council


def position(match: Match) -> CouncilPosition:
    assert isinstance(match.position, CouncilPosition)
    return match.position


def say(match: Match, *lines: str) -> None:
    """Orders in record notation, `Ann: rest`."""
    for line in lines:
        name, _, order = line.partition(": ")
        match.submit(SEATS.index(name), order)


def test_an_interrupt_may_be_interrupted(speech: Match) -> None:
    say(speech, "Ann: call Bob", "Bob: call Cid")
    assert speech.state.path() == ("Round 1", "speech of Ann", "speech of Bob", "speech of Cid", "speech")
    say(speech, "Cid: call Ann", "Ann: rest")
    assert owing(speech) == (1,), "Bob claps"
    assert [frame.seat for frame in position(speech).stack if isinstance(frame, Speech)] == [0, 1, 2, 0]
    say(speech, "Bob: clap")
    assert owing(speech) == (0, 1, 2), "those who called on somebody had finished: the next round begins"


def test_who_starts_a_procedure_and_finishes_has_finished_his_own_decision(speech: Match) -> None:
    say(speech, "Ann: rest")
    assert owing(speech) == (1,)
    assert speech.state.path()[-1] == "applause"


def test_a_copy_in_the_middle_of_interrupts_goes_on_like_the_original(speech: Match) -> None:
    say(speech, "Ann: call Bob", "Bob: call Cid")
    again = CouncilPosition.from_bytes(position(speech).to_bytes())
    state = COUNCIL.state_type(COUNCIL, speech.scenario, again, ScriptedDice())
    for seat, text in ((2, "rest"), (0, "clap")):
        state.apply(seat, speech.parse(text))
        speech.submit(seat, text)
    assert state.position == speech.position


def test_a_loop_may_change_the_frame_it_belongs_to(speech: Match) -> None:
    assert speech.state.frame(Round).left == 2


def test_a_phase_ends_when_its_step_is_done(speech: Match) -> None:
    position(speech).pot = 1
    say(speech, "Ann: rest", "Bob: clap")
    ends = speech.entries[-1].phase_ends
    assert [end.path for end in ends] == [("Round 1", "speeches"), ("Round 1", "refill")]
    assert ends[0].digest != ends[1].digest, "the second fingerprint is of the pot refilled"


# -- secret choices ------------------------------------------------------------------------------------------------


def test_secret_choices_are_taken_back_one_seat_at_a_time(council: Match) -> None:
    say(council, "Ann: bid 1", "Cid: bid 2", "Ann: bid 2", "Bob: seal")
    assert council.undo(0) == council.parse("bid 2")
    assert position(council).bids == [(1,), (), (2,)]
    assert owing(council) == (0, 2)
    assert council.undo(0) == council.parse("bid 1")
    assert council.undo(2) == council.parse("bid 2")
    assert position(council).bids == [(), (), ()]
    assert [council.write(entry.order) for entry in council.entries if entry.order] == ["seal"]


def test_comments_stay_with_orders_that_are_given_again(council: Match) -> None:
    say(council, "Ann: bid 1", "Bob: bid 2")
    council.entries[-1].comment = "to be sure"
    council.undo(0)
    assert council.entries[-1].comment == "to be sure"
    assert council.branch().entries[-1].comment == "to be sure"


def test_secret_choices_stand_once_they_have_met(speech: Match) -> None:
    for seat in range(3):
        with pytest.raises(CannotUndo, match="it stands"):
            speech.undo(seat)


def test_an_order_that_later_ones_need_stays_and_nothing_is_lost() -> None:
    """Bids that fill the pot again: without the refund another's bid would not have been possible."""

    class Refund(MakeBid):
        order = MakeBid.order

        def apply(self, s, order):  # type: ignore[no-untyped-def] # noqa: ANN001, ANN202
            s.position.pot += 5 if s.acting == 0 else -order.points

    bids = Decide("bids", "1", [Refund()], lambda _: (0, 1), "bid")
    flow = Flow(procedure(Meeting, "", bids))
    game = type("Refunds", (type(COUNCIL),), {"flow": flow})()
    match = Match.new(game, game.load(), seed=bytes(32))
    say(match, "Bob: bid 3", "Ann: bid 1", "Bob: bid 3", "Bob: bid 1")
    data, entries = match.position.to_bytes(), len(match.entries)
    with pytest.raises(CannotUndo, match="an order given since depends on it; it stands"):
        match.undo(0)
    assert match.position.to_bytes() == data
    assert len(match.entries) == entries
    match.undo(1)
    match.undo(1)
    match.undo(0)
    assert position(match).pot == 2


# -- orders that fail ----------------------------------------------------------------------------------------------


def test_an_order_that_fails_gives_its_dice_back() -> None:
    """Seed 4 rolls more than 9 first: the bank breaks, and breaks again on the same dice."""
    seed = next(bytes([n]) * 32 for n in range(256) if sum(_first_dice(bytes([n]) * 32)) > 9)
    match = Match.new(COUNCIL, COUNCIL.load(), seed=seed)
    say(match, "Ann: seal", "Bob: seal", "Cid: seal")
    for _ in range(2):
        with pytest.raises(OverflowError):
            say(match, "Ann: gamble")
    assert match.state.dice.drawn == 0
    say(match, "Ann: rest", "Bob: clap")
    assert record.load(record.dump(match, reveal=True), game=COUNCIL).position == match.position


def _first_dice(seed: bytes) -> tuple[int, ...]:
    match = Match.new(COUNCIL, COUNCIL.load(), seed=seed)
    return tuple(match.state.dice.roll(6, "try") for _ in range(2))


def test_a_branch_after_dice_has_the_same_past() -> None:
    seed = next(bytes([n]) * 32 for n in range(256) if sum(_first_dice(bytes([n]) * 32)) <= 9)
    match = Match.new(COUNCIL, COUNCIL.load(), seed=seed)
    say(match, "Ann: seal", "Bob: seal", "Cid: seal", "Ann: gamble")
    twin = match.branch()
    assert twin.position == match.position
    assert (twin.seed, twin.commitment) == (None, "")
    say(twin, "Ann: rest", "Bob: clap")
    assert record.load(record.dump(twin), game=COUNCIL).position == twin.position


# -- what each seat may know ---------------------------------------------------------------------------------------


def test_a_secret_die_is_seen_by_its_owner_only(speech: Match) -> None:
    speech.state.dice = ScriptedDice([2, 3])
    say(speech, "Ann: gamble")
    assert [event.draw.values for event in speech.log(0) if event.draw] == [(2, 3)]
    for other in (1, 2, None):
        assert not any(event.draw for event in speech.log(other))
    assert "gamble d6: 2 3" in record.transcript(speech, 0)
    assert "2 3" not in record.transcript(speech, 1)


def test_a_spectator_sees_who_has_still_to_choose(council: Match) -> None:
    assert council.view(None).seats == (0, 1, 2)
    say(council, "Bob: seal")
    assert council.view(None).seats == council.view(1).seats == (0, 2)
    assert council.view(None).prompt == "bid"


# -- flows that cannot be ------------------------------------------------------------------------------------------


def test_two_rules_of_one_kind_in_a_decision_are_refused() -> None:
    with pytest.raises(ValueError, match='decision "bids" has two rules for "bid"'):
        Decide("bids", "1", [MakeBid(), MakeBid()], lambda _: (0,), "bid")


def test_two_procedures_with_the_same_frame_are_refused() -> None:
    with pytest.raises(ValueError, match="two procedures use the same kind of frame"):
        Flow(procedure(Meeting, ""), procedure(Meeting, ""))


def test_players_read_of_a_step_in_the_words_for_it() -> None:
    steps = [
        Decide("seal", "1.1", [MakeBid()], 0, "bid", words="sealed bids"),
        Decide("speak", "1.2", [], 0, ""),
    ]
    flow = Flow(procedure(Meeting, "", *steps))
    assert flow.spoken(("Round 1", "seal")) == ("Round 1", "sealed bids")
    assert flow.spoken(("seal", "speak")) == ("seal", "speak"), (
        "only the step has words, not what is around it"
    )
    assert flow.spoken(()) == ()


def test_a_label_is_not_told_in_two_ways() -> None:
    flow = Flow(
        procedure(Meeting, "", Decide("bid", "1.1", [], 0, "", words="sealed bids")),
        procedure(Speech, "", Decide("bid", "1.2", [], 0, "")),
    )
    with pytest.raises(ValueError, match="different words"):
        flow.spoken(("bid",))


@pytest.mark.parametrize("key", registry.games())
def test_no_step_of_a_game_is_called_what_only_the_program_calls_it(key: str) -> None:
    flow = registry.game(key).flow
    spoken = {flow.spoken((label,))[0] for label in flow.decisions()}
    assert not spoken & {"excess", "fights", "again", "answering", "announcing", "force", "placing"}


def test_a_state_that_was_not_advanced_says_so(council: Match) -> None:
    state = COUNCIL.state_type(COUNCIL, council.scenario, COUNCIL.start(council.scenario))
    assert state.decision is None
    with pytest.raises(RuntimeError, match=r"State\.advance has not been run"):
        state.check(0, council.parse("seal"))
