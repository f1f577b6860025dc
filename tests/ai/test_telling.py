"""What staffs say of their orders: why this one, first, and nothing of steps that are over."""

import contextlib
import re
from collections.abc import Sequence
from typing import Any

import pytest
from tests.moments import until

from phaseline.ai import registry
from phaseline.ai.agent import UNLIMITED
from phaseline.ai.driver import NoEnd, observe, play_match
from phaseline.ai.planning.telling import as_usual, called, told
from phaseline.ai.war_in_europe.telling import WHY
from phaseline.engine.events import Event
from phaseline.engine.match import Match
from phaseline.engine.orders import Order
from phaseline.engine.registry import game
from phaseline.games.france44 import orders
from phaseline.games.war_in_europe.orders import Convert, Interdict
from phaseline.games.westfront.orders.combat import Strike, TakeHit
from phaseline.games.westfront.orders.command import Activate
from phaseline.games.westfront.orders.movement import Move
from phaseline.games.westfront.orders.production import AddStep
from phaseline.games.westfront.orders.sea import Invade


def test_a_hex_is_called_by_its_place_and_its_number() -> None:
    scenario = game("france44").load("beachhead")
    map = scenario.map
    assert called(scenario.lexicon, map.hex("1930")) == "Cherbourg (1930)"
    assert called(scenario.lexicon, map.hex("2333")) == "2333 near Caen"
    assert called(scenario.lexicon, map.hex("1010")) == "1010"


def test_what_is_usual_is_said_of_the_unit_that_it_is_about() -> None:
    reasons: dict[type[Order], str] = {
        orders.Lose: "its step is worth least",
        orders.Done: "nothing more is worth it",
    }
    assert as_usual(reasons, orders.Lose(1), ["A", "1st Foot"]) == "1st Foot: its step is worth least."
    assert (
        as_usual({Strike: "it does most there"}, Strike(1, 7), ["A", "15 AG"]) == "15 AG: it does most there."
    )
    assert as_usual(reasons, orders.Done(), []) == "Nothing more is worth it."
    assert as_usual(reasons, orders.Close(), []) == ""


def test_what_is_said_of_a_place_names_it() -> None:
    war = game("war_in_europe").load("sichelschnitt")
    hex = war.map.hex("C3112")
    marked = Interdict(0, hex)
    assert as_usual(WHY, marked, war.spoken, war.lexicon) == (
        f"{called(war.lexicon, hex)}: through there enemies behind the front who move fast would come."
    )
    repaired = Convert(war.lexicon["unit"].value("Repair-unit-RR1"), war.map.hex("C3705"))
    assert as_usual(WHY, repaired, war.spoken, war.lexicon).startswith(
        "Repair unit RR1 to Zwolle (C3705): there "
    )


def test_nothing_is_said_twice_or_empty() -> None:
    assert told(["", "a", "b", "a"]) == ["a", "b"]


def test_a_stance_says_how_the_match_would_end_and_nothing_of_the_turn_before() -> None:
    played = game("skirmish")
    match = Match.new(played, played.load("ford"), seed=bytes(32))
    players = {seat: registry.make("staff", seat) for seat in (0, 1)}
    said: list[list[str]] = []
    for _ in range(120):
        if match.decision is None:
            break
        seat = match.decision.seats[0]
        stance = match.state.path()[-1] == "stances"
        match.submit(seat, players[seat].order(observe(match, seat), UNLIMITED))
        if stance:
            said.append(players[seat].explain())
    assert len(said) > 4
    ending = r"If nothing changes we end (level|1 point (ahead|behind)|\d+ points (ahead|behind)); so we (assault|hold)\."
    assert all(re.fullmatch(ending, words[-1]) for words in said)
    assert not [words for words in said if any(" to " in line for line in words)]


APART = {
    "Return",
    "Fly",
    "Build",
    "Ship",
    "Raise",
    "Repair",
    "Haul",
    "Commit",
    "Interdict",
    "Ride",
    "Rebuild",
}
"""Orders of steps in which nobody plans an attack."""


@pytest.mark.parametrize(
    ("key", "scenario"),
    [
        ("skirmish", "ford"),
        ("eisenhower", "historical"),
        ("france44", "beachhead"),
        ("war_in_europe", "diadem"),
        ("westfront", "W43"),
    ],
)
def test_every_order_has_its_reason_and_none_of_a_step_that_is_over(key: str, scenario: str) -> None:
    played = game(key)
    match = Match.new(played, played.load(scenario), seed=bytes(32))
    players = {seat: registry.make("staff", seat) for seat in (0, 1)}
    silent: set[str] = set()
    stale: set[str] = set()
    attacks = 0

    def listen(seat: int, order: Order, _events: Sequence[Event]) -> None:
        nonlocal attacks
        lines, kind = players[seat].explain(), type(order).__name__
        attacking = any(line.lower().startswith("attack ") or " attacks " in line for line in lines)
        attacks += attacking
        # Odds of the table beside the map are of those who are in the attack so far: this is another number.
        planned = [line for line in lines if re.match(r"(?i)attack .* at ", line)]
        assert all(
            re.search(r": the staff reckons that it falls in \d+% of cases\.?$", line) for line in planned
        )
        if not lines:
            silent.add(kind)
        if attacking and kind in APART:
            stale.add(kind)

    with contextlib.suppress(NoEnd):
        play_match(match, players, seed=1, limit=500, listener=listen)
    assert attacks
    assert silent == set()
    assert stale == set()


@pytest.mark.parametrize(
    ("key", "scenario"),
    [("france44", "market"), ("eisenhower", "historical"), ("war_in_europe", "sichelschnitt")],
)
def test_where_an_attack_is_suggested_those_that_are_planned_after_it_are_told(
    key: str, scenario: str
) -> None:
    match = until(key, scenario, "attack")
    staff = registry.make("staff", 1)
    assert match.decision is not None
    staff.order(observe(match, match.decision.seats[0]), UNLIMITED)
    attacks = [line for line in staff.explain() if line.startswith("Attack ")]
    assert len(attacks) > 1
    targets = [line.partition(" at ")[0] for line in attacks]
    assert len(set(targets)) == len(targets)


def test_a_hint_of_westfront_begins_with_the_order_at_hand_and_not_with_its_phase() -> None:
    """The first line is about who is ordered; a plan of the phase follows, of which that line is one."""
    match = Match.new(game("westfront"), game("westfront").load("W43"), seed=bytes(32))
    players = {seat: registry.make("staff", seat) for seat in (0, 1)}
    spoken: Any = match.scenario
    planned: dict[str, int] = {}

    def listen(seat: int, order: Order, _events: Sequence[Event]) -> None:
        lines, kind = players[seat].explain(), type(order).__name__
        assert not lines[0].endswith(":")
        assert not any(line.endswith("nothing.") for line in lines)
        assert len(set(lines)) == len(lines)
        if isinstance(order, Move | Invade | Activate | AddStep | TakeHit):
            acting = order.hq if isinstance(order, Activate) else order.unit
            assert spoken.spoken[acting] in lines[0]
        planned[kind] = max(planned.get(kind, 0), len(lines))

    with contextlib.suppress(NoEnd):
        play_match(match, players, seed=1, limit=220, listener=listen)
    assert min(planned[kind] for kind in ("Activate", "Move", "Invade", "TakeHit")) > 1
    assert max(planned[kind] for kind in ("RaiseTito", "Mobilize", "RollRevolt") if kind in planned) == 1


@pytest.mark.parametrize(("key", "scenario"), [("war_in_europe", "diadem"), ("westfront", "W43")])
def test_what_has_been_ordered_is_no_longer_told(key: str, scenario: str) -> None:
    match = Match.new(game(key), game(key).load(scenario), seed=bytes(32))
    players = {seat: registry.make("staff", seat) for seat in (0, 1)}
    over: set[str] = set()
    place: tuple[object, ...] = ()
    told = 0
    for _ in range(60):
        assert match.decision is not None
        seat, path = match.decision.seats[0], (match.decision.seats[0], match.state.path())
        order = players[seat].order(observe(match, seat), UNLIMITED)
        lines = players[seat].explain()
        if path != place:
            place, over = path, set()
        assert not over & set(lines[1:]), f"told once more with {match.write(order)}"
        if type(order).__name__ in ("Move", "March", "Rail", "Sail", "Invade"):
            told += bool(over)
            over.add(lines[0])
        match.submit(seat, order)
    assert told > 2
