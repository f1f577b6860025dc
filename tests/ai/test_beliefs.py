"""What players believe of hidden units: what they remember, what they may know, and that it leaves the view as it is."""

import random
from collections.abc import Mapping
from typing import Any

import pytest

from phaseline.ai import registry
from phaseline.ai.agent import Budget, Observation
from phaseline.ai.beliefs import AWAY, Back, Beliefs, Clue, Pieces, Seen
from phaseline.ai.brain import brains
from phaseline.ai.driver import observe, play_match
from phaseline.ai.search import GeneralAgent
from phaseline.ai.skirmish.beliefs import SkirmishPieces
from phaseline.ai.westfront.beliefs import WestFrontPieces
from phaseline.engine.dice import SeededDice
from phaseline.engine.events import Event, redact
from phaseline.engine.game import View
from phaseline.engine.match import Match
from phaseline.engine.puzzles.library import PREFIX
from phaseline.engine.registry import game
from phaseline.games.skirmish import orders
from phaseline.games.skirmish.scenario import SkirmishScenario
from phaseline.games.westfront.opening import first_position
from phaseline.games.westfront.position import ALLIED, AXIS
from phaseline.hexgrid import hexes

SKIRMISH, WESTFRONT = game("skirmish"), game("westfront")
GAMES = {"ford": SKIRMISH, "ridge": SKIRMISH, "husky": WESTFRONT}


def new_match(scenario: str, seed: int) -> Match:
    rules = GAMES[scenario]
    return Match.new(rules, rules.load(scenario), seed=seed.to_bytes(32, "big"))


def beliefs_of(match: Match, seat: int) -> Beliefs[Any]:
    """What a seat believes before anything has happened."""
    council = brains()[match.game.key].council
    assert council is not None
    pieces = council(match.scenario, seat).pieces(1 - seat)
    assert pieces is not None
    return Beliefs(pieces, random.Random(5))


# -- the rules of thought, with three units and four hexes -----------------------------------------------------------------


class Three(Pieces[Any]):
    """Units 0 and 1 begin in hex 10, unit 2 in hex 20. Unit 1 does not leave by itself unless it is a short way."""

    falls = frozenset({"removed"})
    comes = frozenset({"arrival"})

    def __init__(self) -> None:
        super().__init__((0, 1, 2))

    def begun(self) -> Mapping[int, int]:
        return {0: 10, 1: 10, 2: 20}

    def seen(self, known: Any) -> Seen:
        return known  # type: ignore[no-any-return]

    def likely(self, unit: int, start: int, to: int) -> float:  # noqa: ARG002 - of all alike
        return 0.5 ** (8 if start == AWAY else abs(start - to))

    def ready(self, unit: int, event: Event) -> float:
        return float(unit != 1 or event.kind == "step")

    def place(self, position: list[int], unit: int) -> int:
        return position[unit]

    def exchange(self, position: list[int], one: int, other: int) -> None:
        position[one], position[other] = position[other], position[one]


def told(kind: str, **facts: int) -> Event:
    return Event(kind=kind, case="1", text="", facts=facts)


def look(beliefs: Beliefs[Any], hidden: list[int], *backs: int, **known: int) -> None:
    where = {int(name[1:]): hex for name, hex in known.items()}
    seen = Seen(where, hidden, [Back(hex) for hex in backs])
    beliefs.look(View(game="", scenario="", seat=0, position=seen))  # type: ignore[arg-type]


def test_whoever_has_not_moved_is_where_it_began() -> None:
    beliefs = Beliefs(Three(), random.Random(1))
    look(beliefs, [0, 1, 2], 10, 10, 20)
    assert [beliefs.chance(unit, hex) for unit, hex in ((0, 10), (1, 10), (2, 20))] == [1, 1, 1]
    assert beliefs.sure == 0b111


def test_a_piece_is_followed_and_who_cannot_have_gone_has_not() -> None:
    beliefs = Beliefs(Three(), random.Random(1))
    beliefs.hear([told("march", start=10, to=30), told("march", start=20, to=40)])
    look(beliefs, [0, 1, 2], 10, 30, 40)
    assert [beliefs.chance(unit, hex) for unit, hex in ((0, 30), (1, 10), (2, 40))] == [1, 1, 1]


def test_two_that_parted_are_told_apart_by_the_first_face() -> None:
    beliefs = Beliefs(Three(), random.Random(1))
    beliefs.hear([told("step", start=10, to=11)])
    look(beliefs, [0, 1, 2], 10, 11, 20)
    assert 0.3 < beliefs.chance(0, 11) < 0.7
    assert beliefs.chance(0, 10) + beliefs.chance(0, 11) == 1
    assert beliefs.sure == 0b100
    beliefs.hear([told("revealed", unit=1, hex=11)])
    look(beliefs, [0, 2], 10, 20, u1=11)
    assert beliefs.chance(0, 10) == 1


def test_a_face_that_was_shown_is_remembered_when_it_is_hidden_again() -> None:
    beliefs = Beliefs(Three(), random.Random(1))
    beliefs.hear([told("step", start=10, to=11), told("revealed", unit=0, hex=11)])
    look(beliefs, [1, 2], 10, 20, u0=11)
    beliefs.hear([told("march", start=11, to=30)])
    look(beliefs, [0, 1, 2], 10, 20, 30)
    assert (beliefs.chance(0, 30), beliefs.chance(1, 10)) == (1, 1)


def test_who_is_somewhere_else_than_thought_changes_places_with_who_was_taken_for_it() -> None:
    beliefs = Beliefs(Three(), random.Random(1))
    look(beliefs, [0, 1], 10, 10, u2=10)
    assert beliefs.chance(0, 10) + beliefs.chance(1, 10) == 2
    beliefs = Beliefs(Three(), random.Random(1))
    look(beliefs, [0, 1], 10, 20, u2=10)
    assert beliefs.chance(0, 20) + beliefs.chance(1, 20) == 1


def test_without_having_heard_anything_it_goes_by_where_units_began() -> None:
    beliefs = Beliefs(Three(), random.Random(1))
    look(beliefs, [0, 1, 2], 11, 12, 22)
    assert beliefs.chance(2, 22) > 0.9
    assert beliefs.chance(0, 11) + beliefs.chance(0, 12) > 0.9


def test_guesses_that_foresaw_as_much_count_alike_in_whatever_order_their_units_are_named() -> None:
    class Six(Three):
        """Three units stand behind three backs, as readily one three as the other; added up as they stand, sums would differ."""

        def __init__(self) -> None:
            super().__init__()
            self.units = tuple(range(6))

        def begun(self) -> Mapping[int, int]:
            return dict.fromkeys(range(6), AWAY)

        def likely(self, unit: int, start: int, to: int) -> float:  # noqa: ARG002 - of all alike
            return 1.0

        def ready(self, unit: int, event: Event) -> float:
            return 1.0 if event.kind == "arrival" else (0.1, 0.4, 0.7, 0.7, 0.4, 0.1)[unit]

    assert 0.1 + 0.4 + 0.7 != 0.7 + 0.4 + 0.1
    beliefs = Beliefs(Six(), random.Random(1), count=2)
    for guess, there in zip(beliefs._guesses, ((0, 1, 2), (3, 4, 5)), strict=True):
        guess.update(dict.fromkeys(there, 10))
    beliefs.hear([told("march", start=10, to=30)])
    assert beliefs._weights[0] == beliefs._weights[1] == pytest.approx(0.4)


def test_a_guess_becomes_a_state() -> None:
    class State:
        def __init__(self) -> None:
            self.position = [20, 10, 10]

        def restore(self, position: list[int]) -> None:
            self.position = position

    beliefs, state = Beliefs(Three(), random.Random(1)), State()
    look(beliefs, [0, 1, 2], 10, 10, 20)
    beliefs.likeliest(state)
    assert state.position == [10, 10, 20]


def test_what_names_no_unit_and_no_two_places_is_no_clue() -> None:
    pieces = Three()
    assert pieces.clue(told("round", hex=10)) is None
    assert pieces.clue(told("revealed", unit=7, hex=10)) is None, "which is not one of them"
    assert pieces.clue(told("airstrike", unit=1, hex=10)) is None, "where it strikes it does not stand"
    assert pieces.clue(told("removed", unit=1, hex=10)) == Clue(AWAY, unit=1)
    assert pieces.clue(told("retreat", unit=1, start=10, to=11)) == Clue(11, 10, 1)
    assert pieces.clue(told("arrival", hex=10)) == Clue(10, AWAY, odds={0: 1.0, 2: 1.0})


# -- in matches ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("agent", ["random", "staff"])
@pytest.mark.parametrize("scenario", list(GAMES))
def test_what_is_believed_changes_nothing_that_is_seen(scenario: str, agent: str) -> None:
    """At every decision of a match, with the memory of all before; and two that heard the same believe the same."""
    match = new_match(scenario, 6)
    minds = {seat: (beliefs_of(match, seat), beliefs_of(match, seat)) for seat in (0, 1)}
    asked = 0

    def listen(_seat: int, _order: object, events: Any) -> None:
        nonlocal asked
        for seat, (one, other) in minds.items():
            heard = redact(events, seat)
            one.hear(heard)
            other.hear(heard)
            if match.decision is None or seat not in match.decision.seats:
                continue
            seen = observe(match, seat)
            one.look(seen.view)
            other.look(seen.view)
            imagined, same, expected = (seen.sample(random.Random(asked)) for _ in range(3))
            one.imagine(imagined, random.Random(asked))
            other.imagine(same, random.Random(asked))
            one.likeliest(expected)
            for state in (imagined, expected):
                assert match.game.view(state, seat) == seen.view
                assert list(match.game.faults(state)) == []
            assert imagined.position == same.position
            asked += 1

    players = {seat: registry.make(agent, seat) for seat in (0, 1)}
    play_match(match, players, listener=listen, limit=4000)
    assert asked > 20


def test_the_decoy_that_goes_where_a_garrison_was_is_not_taken_for_it() -> None:
    """The set-up is printed, and every march is seen: a player who remembers knows where the decoy is."""
    match = new_match("ford", 3)
    assert isinstance(match.scenario, SkirmishScenario)
    number, hex = match.scenario.number, match.scenario.map.hex
    beliefs = beliefs_of(match, 0)
    for seat in (0, 1):
        match.submit(seat, orders.Stance("assault"))
    match.submit(0, orders.Done())
    match.submit(0, orders.Done())
    garrison, decoy = number["72nd Grenadiers"], number["Red Decoy"]
    for order in (orders.Move(garrison, hex("0305")), orders.Move(decoy, hex("0306")), orders.Done()):
        beliefs.hear(redact(match.submit(1, order), 0))
    beliefs.look(match.view(0))
    truth: Any = match.state.position
    assert beliefs.chance(decoy, hex("0306")) == 1
    assert [beliefs.chance(unit, truth.at[unit]) for unit in beliefs.pieces.units] == [1.0] * 6
    assert beliefs.sure == match.scenario.side_units[1]


def test_blocks_are_known_by_the_printed_set_up_and_as_strong_as_seen_last() -> None:
    match = new_match("husky", 3)
    beliefs = beliefs_of(match, ALLIED)
    seen = observe(match, ALLIED)
    truth: Any = match.state.position
    beliefs.look(seen.view)
    pieces = beliefs.pieces
    standing = [unit for unit in pieces.units if truth.at[unit] >= 0]
    panzers = match.scenario.number["PzGp C"]  # type: ignore[attr-defined]
    beliefs.hear([told("loss", unit=panzers, cv=2)])
    state: Any = seen.sample(random.Random(1))
    assert [state.position.at[unit] for unit in standing] != [truth.at[unit] for unit in standing]
    beliefs.likeliest(state)
    assert [state.position.at[unit] for unit in standing] == [truth.at[unit] for unit in standing]
    assert [state.position.cv[unit] for unit in standing] == [
        2 if unit == panzers else truth.cv[unit] for unit in standing
    ]


@pytest.mark.parametrize(
    ("kind", "far", "unit", "could"),
    [
        ("move", 2, "73 Static", False),
        ("move", 2, "PzGp C", True),
        ("move", 4, "PzGp C", False),
        ("mobilization", 1, "PzGp C", False),
        ("mobilization", 1, "OKW", True),
        ("drop", 1, "1 Para", True),
        ("drop", 1, "PzGp C", False),
    ],
)
def test_by_the_rules_not_everybody_could_have_done_it(kind: str, far: int, unit: str, could: bool) -> None:
    scenario: Any = WESTFRONT.load("husky")
    pieces = WestFrontPieces(scenario, AXIS, first_position(scenario))
    grid, start = scenario.board.grid, scenario.board.map.hex("Palermo")
    to = next(hex for hex in hexes(grid.disk(start, far)) if grid.distance(start, hex) == far)
    assert (pieces.ready(scenario.number[unit], told(kind, start=start, to=to)) > 0) == could


def test_a_skirmisher_goes_no_further_than_it_can() -> None:
    scenario: Any = SKIRMISH.load("ford")
    pieces = SkirmishPieces(scenario, 1)
    start, to = scenario.map.hex("0206"), scenario.map.hex("0606")
    far = scenario.map.grid.distance(start, to)
    able = {
        scenario.units[unit].movement
        for unit in pieces.units
        if pieces.ready(unit, told("move", start=start, to=to))
    }
    assert able == {unit.movement for unit in scenario.units if unit.side == "Red" and unit.movement >= far}


# -- fog -------------------------------------------------------------------------------------------------------------------

FEW = Budget(playouts=12)


def test_orders_rest_on_what_was_seen_and_heard_alone() -> None:
    """Scouts and grenadiers come together face down, and one of them leaves: who, Blue cannot tell, over all its turns."""
    given, chances = [], []
    for leaver in ("9th Scouts", "73rd Grenadiers"):
        match, general = new_match("ford", 4), GeneralAgent(5)
        assert isinstance(match.scenario, SkirmishScenario)
        number, hex = match.scenario.number, match.scenario.map.hex
        marches = {
            1: [orders.Move(number["9th Scouts"], hex("0606"))],
            2: [orders.Move(number[leaver], hex("0506"))],
        }
        said: list[Any] = []
        while (turn := match.state.position.turn) < 4:
            seat = match.decision.seats[0]  # type: ignore[union-attr]
            label = match.decision.step.label  # type: ignore[union-attr]
            if seat == 0:
                seen = observe(match, 0)
                said.append((general.order(seen, FEW), general.explain(), seen.view))
            if label == "stances":
                events = match.submit(seat, orders.Stance("hold"))
            elif seat == 1 and label == "movement" and marches.get(turn):
                events = match.submit(1, marches[turn].pop())
            else:
                events = match.submit(seat, orders.Done())
            general.hear(redact(events, 0))
        given.append(said)
        beliefs = general._convened(observe(match, 0)).beliefs
        assert beliefs is not None
        chances.append(
            [beliefs.chance(number[name], hex("0506")) for name in ("9th Scouts", "73rd Grenadiers")]
        )
    assert given[0] == given[1]
    assert len(given[0]) > 8
    assert chances[0] == chances[1]
    assert sum(chances[0]) == 1
    assert 0 < chances[0][0] < 1


def test_who_hears_nothing_still_gives_orders_and_a_face_seen_in_battle_counts() -> None:
    """An agent that is made in the middle of a match goes on from any view."""
    match = new_match("husky", 4)
    players = {seat: registry.make("staff", seat) for seat in (0, 1)}
    while "Axis turn" not in match.state.path():
        seat = match.decision.seats[0]  # type: ignore[union-attr]
        match.submit(seat, players[seat].order(observe(match, seat), FEW))
    general = GeneralAgent(3)
    order = general.order(observe(match, AXIS), FEW)
    assert match.check(AXIS, order) is None
    beliefs = general._convened(observe(match, AXIS)).beliefs
    assert beliefs is not None
    assert beliefs.sure, "some have not moved"


def test_a_puzzle_does_not_tell_its_solver_where_units_began() -> None:
    for rules in (SKIRMISH, WESTFRONT):
        scenario = rules.load(PREFIX + next(iter(rules.puzzles)))
        seat = scenario.task.puzzle.seat
        state = rules.new(scenario, SeededDice(bytes(32)))
        general = GeneralAgent(1)
        assert general._convened(Observation(rules, scenario, rules.view(state, seat), seat)).beliefs is None
