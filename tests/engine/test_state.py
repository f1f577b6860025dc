"""The kernel: decisions, legality, the flow, interrupts."""

import pytest
from tests.engine.broken import game, with_rules
from tests.engine.play import owing, refusal

from phaseline.engine.dice import ScriptedDice
from phaseline.engine.match import Match
from phaseline.engine.narrowing import Narrowing
from phaseline.engine.refusal import IllegalOrder
from phaseline.games.skirmish import GAME
from phaseline.games.skirmish.orders import Attack, Done, Join, Move
from phaseline.games.skirmish.position import Battle, PlayerTurn, Reaction
from phaseline.games.skirmish.rules.movement import EndMovement, MoveUnit
from phaseline.games.skirmish.scenario import SkirmishScenario
from phaseline.games.skirmish.state import SkirmishState


def test_both_seats_owe_a_secret_decision_at_once(begun: Match) -> None:
    assert owing(begun) == (0, 1)
    assert begun.decision is not None
    assert begun.decision.simultaneous
    begun.submit(1, begun.parse("stance hold"))
    assert owing(begun) == (0,)
    assert begun.decision.simultaneous
    assert refusal(begun, 1, "stance screen").reason == "Blue must decide now (stances)"


def test_an_order_of_another_step_and_seat_is_refused_by_its_own_case(moving: Match) -> None:
    of_this_step, of_another = (refusal(moving, 1, text) for text in ("done", "roll"))
    assert moving.decision is not None
    assert of_this_step.case == moving.decision.case
    assert of_another.case == type(moving.parse("roll")).case != of_this_step.case
    assert of_this_step.reason == of_another.reason == "Blue must decide now (movement)"


def test_the_sequence_goes_on_when_the_last_seat_has_decided(moving: Match) -> None:
    assert moving.state.path() == ("Turn 1", "Blue turn", "movement")
    moving.submit(0, Done())
    assert moving.state.path() == ("Turn 1", "Blue turn", "combat")
    moving.submit(0, Done())
    assert moving.state.path() == ("Turn 1", "Red turn", "movement")
    assert owing(moving) == (1,)


def test_a_refused_order_changes_nothing_and_cites_its_case(moving: Match) -> None:
    data = moving.position.to_bytes()
    entries = len(moving.entries)
    order = moving.parse("move 1st-Armoured 0309")
    with pytest.raises(IllegalOrder, match=r"move 1st-Armoured 0309: case 6\.2: it is out of reach"):
        moving.submit(0, order)
    assert moving.position.to_bytes() == data
    assert len(moving.entries) == entries


def test_an_order_of_another_phase_is_refused_by_its_own_case(moving: Match) -> None:
    found = refusal(moving, 0, "attack 0305")
    assert found.case == "9.1"
    assert found.reason == '"attack" is not possible now (movement); possible: move, done'


class Stuck(MoveUnit):
    """Who may move is listed, but there is nowhere to go."""

    order = Move

    def to(self, s: SkirmishState, unit: int) -> Narrowing:
        return super().to(s, unit).only(0, "6.2", "it is out of reach")


def test_what_leads_to_no_order_is_not_called_possible() -> None:
    state = game(with_rules(MoveUnit=Stuck())).new(GAME.load("ford"), ScriptedDice([3] * 99))
    while state.path()[-1] != "movement":
        state.apply(state.decision.seats[0], next(iter(state.legal(state.decision.seats[0]))))  # type: ignore[union-attr]
    found = state.legal(0).why_not(Attack)
    assert found is not None
    assert found.reason == '"attack" is not possible now (movement); possible: done'


class Counted(MoveUnit):
    """Says what it reads, and counts how often it is asked who may move."""

    order = Move
    asked = 0

    def reads(self, s: SkirmishState) -> object:
        return s.position.moved, tuple(s.position.at)

    def unit(self, s: SkirmishState) -> Narrowing:
        type(self).asked += 1
        return super().unit(s)


def test_a_rule_is_asked_again_only_when_what_it_depends_on_has_changed() -> None:
    state = game(with_rules(MoveUnit=Counted())).new(GAME.load("ford"), ScriptedDice([3] * 99))
    while state.path()[-1] != "movement":
        state.apply(state.decision.seats[0], next(iter(state.legal(state.decision.seats[0]))))  # type: ignore[union-attr]
    Counted.asked = 0
    before = list(state.legal(0))
    state.changed()
    assert list(state.legal(0)) == before
    assert Counted.asked == 1
    move = next(order for order in before if isinstance(order, Move))
    state.apply(0, move)
    assert move.unit not in state.legal(0).values(Move)
    assert Counted.asked == 2
    assert list(state.copy().legal(0)) == list(state.legal(0))
    assert Counted.asked == 2
    assert list(state.fresh().legal(0)) == list(state.legal(0))
    assert Counted.asked == 3


class Watched:
    """What two rules of movement have in common: what they read."""

    asked = 0

    def reads(self, s: SkirmishState) -> object:
        Watched.asked += 1
        return s.position.moved, tuple(s.position.at), s.position.stack[-1]


class WatchedMove(Watched, MoveUnit):
    order = Move


class WatchedEnd(Watched, EndMovement):
    order = Done


def test_rules_that_read_the_same_ask_for_it_once() -> None:
    watched = game(with_rules(MoveUnit=WatchedMove(), EndMovement=WatchedEnd()))
    state, plain = (one.new(GAME.load("ford"), ScriptedDice([3] * 99)) for one in (watched, GAME))
    for _ in range(30):
        decision = state.decision
        assert decision is not None
        seat = decision.seats[0]
        moving = state.path()[-1] == "movement"
        Watched.asked = 0
        listed = list(state.legal(seat))
        assert Watched.asked == moving
        assert listed == list(plain.legal(seat))
        state.apply(seat, listed[len(listed) // 2])
        plain.apply(seat, listed[len(listed) // 2])


class Dated(MoveUnit):
    """Its reasons speak of something that its choice does not read."""

    order = Move

    def reads(self, s: SkirmishState) -> object:
        return super().unit(s).mask

    def unit(self, s: SkirmishState) -> Narrowing:
        may = super().unit(s).mask
        return Narrowing(may, "6.1", lambda _: f"it does not move any more in turn {s.position.turn}")


def test_reasons_are_of_today_although_the_choice_is_remembered() -> None:
    state = game(with_rules(MoveUnit=Dated())).new(GAME.load("ford"), ScriptedDice([3] * 99))
    while state.path()[-1] != "movement":
        state.apply(state.decision.seats[0], next(iter(state.legal(state.decision.seats[0]))))  # type: ignore[union-attr]
    state.legal(0).values(Move)
    twin = state.copy()
    state.position.turn = twin.position.turn = 7
    state.changed()
    twin.changed()
    for asked in (state, twin):
        found = asked.legal(0).why_not(Move, 99)
        assert found is not None
        assert found.reason == "it does not move any more in turn 7"
    twin.position.turn = 8
    twin.changed()
    again = twin.legal(0).why_not(Move, 99)
    assert again is not None
    assert again.reason == "it does not move any more in turn 8"


def test_an_order_known_to_be_legal_is_played_without_a_question() -> None:
    checked = GAME.new(GAME.load("ford"), ScriptedDice([3] * 99))
    trusted = checked.copy(ScriptedDice([3] * 99))
    for _ in range(12):
        decision = checked.decision
        assert decision is not None
        seat = decision.seats[0]
        order = next(iter(checked.legal(seat)))
        checked.apply(seat, order)
        trusted.play(seat, order)
        assert trusted.position == checked.position
        assert trusted.decision == checked.decision
    with pytest.raises(LookupError, match='"attack" is no order of this decision'):
        GAME.new(GAME.load("ford"), ScriptedDice([3] * 99)).play(0, Attack(0))


def test_listing_is_lazy_but_complete(moving: Match) -> None:
    legal = moving.legal(0)
    listed = list(legal)
    assert len(legal) == len(listed) == len(set(listed))
    assert listed[-1] == Done()
    assert all(order in legal for order in listed)
    unit = moving.scenario.lexicon["unit"].value("3rd-Foot")
    assert legal.values(Move, unit) == [
        order.to for order in listed if isinstance(order, Move) and order.unit == unit
    ]
    assert legal.values(Attack) == []


def test_legal_orders_of_an_earlier_position_do_not_answer(moving: Match) -> None:
    legal = moving.legal(0)
    orders = iter(legal)
    next(orders)
    moving.submit(0, "done")
    with pytest.raises(RuntimeError, match="of an earlier position"):
        list(orders)
    assert legal is not moving.legal(0)


def test_an_interrupt_runs_inside_the_other_sides_phase(moving: Match) -> None:
    state = moving.state
    assert isinstance(state, SkirmishState)
    state.put(state.scenario.lexicon["unit"].value("9th-Scouts"), state.scenario.map.hex("0404"))
    moving.submit(0, moving.parse("move 3rd-Foot 0403"))
    assert owing(moving) == (1,)
    assert moving.state.frame(Reaction).hex == moving.scenario.map.hex("0403")
    assert moving.state.frame(PlayerTurn).seat == 0
    moving.submit(1, moving.parse("stand"))
    assert not moving.state.within(Reaction)
    assert owing(moving) == (0,)
    assert moving.state.path()[-1] == "movement"


def test_frames_can_be_updated_and_left(moving: Match) -> None:
    state = moving.state
    battle = Battle(attacker=0, target=5)
    state.call(battle)
    changed = state.update(battle, attacker_losses=2)
    assert state.frame(Battle).attacker_losses == 2
    with pytest.raises(LookupError, match="this Battle is not under way"):
        state.update(battle, attacker_losses=3)
    state.leave(Battle)
    assert changed not in state.position.stack
    with pytest.raises(LookupError, match="no Battle is under way"):
        state.frame(Battle)


def test_a_copy_of_a_state_goes_its_own_way(moving: Match) -> None:
    data = moving.position.to_bytes()
    twin = moving.state.copy(ScriptedDice())
    twin.apply(0, Done())
    assert moving.position.to_bytes() == data
    assert twin.position.to_bytes() != data


def test_a_match_that_is_over_refuses_everything(moving: Match) -> None:
    moving.state.end(0, "12.3", "Red has no unit left")
    moving.state.changed()
    assert moving.decision is None
    assert str(moving.check(0, Done())) == "case 12.3: the match is over: Red has no unit left"
    assert list(moving.legal(0)) == []


def test_a_position_can_be_entered_at_a_named_step(ford: SkirmishScenario) -> None:
    frame = GAME.flow.at(PlayerTurn(seat=1), "combat")
    position = GAME.start(ford)
    position.stack = [frame]
    state = GAME.state_type(GAME, ford, position)
    state.advance()
    assert state.decision is not None
    assert state.decision.seats == (1,)
    assert state.legal(1).kinds() == [Done], "nobody is next to an enemy yet"
    with pytest.raises(
        LookupError, match='PlayerTurn has no step "lunch"; it has: supply, elimination, movement'
    ):
        GAME.flow.at(PlayerTurn(seat=1), "lunch")


def test_why_not_explains_every_part_of_an_order(moving: Match) -> None:
    legal = moving.legal(0)
    red = moving.scenario.lexicon["unit"].value("9th-Scouts")
    assert str(legal.why_not(Move, red)) == "case 6.1: it belongs to the other side"
    assert legal.why_not(Move, 0) is None
    assert str(legal.why_not(Join, 0)).startswith("case 9.2: ")


def test_the_outline_reads_like_the_rules() -> None:
    lines = GAME.flow.outline().splitlines()
    assert lines[:3] == ["Campaign", "  1. turns (3.1)", "  2. final score (12.4)"]
    assert "  3. movement (6.1)" in lines
