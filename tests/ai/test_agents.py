"""Agents and the driver: what an agent sees, and what becomes of what it answers."""

import random
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from phaseline.ai import registry
from phaseline.ai.agent import Agent, Budget, Observation
from phaseline.ai.driver import AgentError, NoEnd, observe, play_match
from phaseline.ai.passive import PassiveAgent
from phaseline.ai.random_agent import RandomAgent
from phaseline.engine.events import Event
from phaseline.engine.game import View
from phaseline.engine.installed import CannotLoad
from phaseline.engine.match import Match
from phaseline.engine.orders import Order
from phaseline.engine.registry import game
from phaseline.engine.state import State

SKIRMISH = game("skirmish")


def new_match(scenario: str = "ford", seed: int = 0) -> Match:
    return Match.new(SKIRMISH, SKIRMISH.load(scenario), seed=seed.to_bytes(32, "big"))


class Spy(Agent):
    """Plays at random and remembers what it was shown."""

    def __init__(self, seed: int = 0) -> None:
        self.inner = RandomAgent(seed)
        self.seen: list[Observation] = []

    def order(self, seen: Observation, budget: Budget) -> Order:
        self.seen.append(seen)
        return self.inner.order(seen, budget)


@pytest.mark.parametrize("scenario", ["ford", "ridge"])
@pytest.mark.parametrize("seed", range(3))
def test_random_agents_play_to_the_end(scenario: str, seed: int) -> None:
    match = new_match(scenario, seed)
    report = play_match(match, {0: RandomAgent(seed), 1: RandomAgent(seed + 1)})
    assert report.outcome is not None
    assert report.outcome == match.outcome
    assert report.orders == len(match.entries) - 1 > 0
    assert report.late == {}


@pytest.mark.parametrize("key", ["skirmish", "eisenhower"])
def test_a_passive_agent_gives_no_order_that_it_need_not(key: str) -> None:
    played = game(key)
    scenario = played.load(next(iter(played.scenarios())))
    match = Match.new(played, scenario, seed=bytes(32))
    play_match(match, {seat: PassiveAgent(seat) for seat in range(2)})
    replay = Match.new(played, scenario, seed=bytes(32))
    idle = 0
    for entry in match.entries[1:]:
        if entry.seat is None or entry.order is None:
            continue
        passing = played.passing(replay.state, entry.seat)
        assert passing is None or entry.order == passing
        idle += passing is not None
        replay.submit(entry.seat, entry.order)
    assert idle > 5
    assert match.outcome is not None


def test_the_same_seeds_play_the_same_match() -> None:
    first, second = new_match(), new_match()
    for match in (first, second):
        play_match(match, {0: RandomAgent(5), 1: RandomAgent(6)})
    assert first.position.to_bytes() == second.position.to_bytes()
    assert [entry.order for entry in first.entries] == [entry.order for entry in second.entries]


def test_agents_get_views_and_samples_but_never_the_true_state() -> None:
    match = new_match()
    spies = {0: Spy(1), 1: Spy(2)}
    play_match(match, spies)
    for seat, spy in spies.items():
        assert spy.seen
        for seen in spy.seen:
            held = [value for value in vars(seen).values() if isinstance(value, Match | State)]
            assert held == []
            assert isinstance(seen.view, View)
            assert seen.view.seat == seen.seat == seat
            assert seat in seen.view.seats


def test_a_sample_agrees_with_the_view_and_lists_the_true_orders() -> None:
    match = new_match()
    rng = random.Random(3)
    for _ in range(60):
        decision = match.decision
        if decision is None:
            break
        seat = decision.seats[0]
        seen = observe(match, seat)
        sample = seen.sample(rng)
        assert SKIRMISH.view(sample, seat).to_bytes() == seen.view.to_bytes()
        assert list(sample.legal(seat)) == list(match.legal(seat))
        match.submit(seat, match.legal(seat).sample(rng))


def test_what_is_done_to_a_sample_leaves_the_match_alone() -> None:
    match = new_match()
    before = match.position.to_bytes()
    state = observe(match, 0).sample(random.Random(1))
    state.apply(0, state.legal(0).sample(random.Random(1)))
    assert match.position.to_bytes() == before


def test_the_driver_stops_for_a_seat_without_an_agent() -> None:
    match = new_match()
    report = play_match(match, {1: RandomAgent()})
    assert report.outcome is None
    assert report.orders == 1
    assert match.decision is not None
    assert match.decision.seats == (0,)


def test_an_illegal_order_is_the_agents_fault() -> None:
    class Stubborn(Agent):
        def order(self, seen: Observation, budget: Budget) -> Order:  # noqa: ARG002
            return match.parse("done")

    match = new_match()
    with pytest.raises(AgentError, match=r"Stubborn as Blue gave '.*', which is refused: case "):
        play_match(match, {0: Stubborn(), 1: RandomAgent()})
    assert len(match.entries) == 1


def test_an_agent_that_gives_no_order_or_breaks_down_is_named_with_what_it_did() -> None:
    class Silent(Agent):
        def order(self, seen: Observation, budget: Budget) -> Any:  # noqa: ARG002
            return None

    class Typist(Agent):
        def order(self, seen: Observation, budget: Budget) -> Any:  # noqa: ARG002
            return "stance hold"

    class Stumbling(Agent):
        def order(self, seen: Observation, budget: Budget) -> Order:  # noqa: ARG002
            raise ZeroDivisionError("a share of nothing")

    class Leaving(Agent):
        def order(self, seen: Observation, budget: Budget) -> Order:  # noqa: ARG002
            raise SystemExit("enough")

    for agent, fault in (
        (Silent(), "Silent as Blue gave None, which is no order: give one that `legal` of a sample lists"),
        (Typist(), "Typist as Blue gave 'stance hold', which is no order"),
        (Leaving(), r"Leaving as Blue broke down: SystemExit: enough \(test_agents.py, line "),
        (
            Stumbling(),
            r"Stumbling as Blue broke down: ZeroDivisionError: a share of nothing \(test_agents.py, line ",
        ),
    ):
        match = new_match()
        with pytest.raises(AgentError, match=fault):
            play_match(match, {0: agent, 1: RandomAgent()})
        assert len(match.entries) == 1


def test_an_agent_that_breaks_down_while_it_listens_is_named() -> None:
    class Deaf(RandomAgent):
        def hear(self, events: Sequence[Event]) -> None:
            raise LookupError(f"{len(events)} too many")

    with pytest.raises(AgentError, match=r"Deaf as Red broke down: LookupError: \d+ too many"):
        play_match(new_match(), {0: RandomAgent(), 1: Deaf(1)})


def test_what_makes_no_agent_is_told_when_one_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    class Seedless(RandomAgent):
        def __init__(self) -> None:
            super().__init__(1)

    makers: dict[str, Any] = {"seedless": Seedless, "text": str}
    monkeypatch.setattr(registry, "factory", makers.__getitem__)
    with pytest.raises(
        CannotLoad, match=r"agent seedless cannot be made of a seed, a whole number: TypeError: .* given$"
    ):
        registry.make("seedless", 1)
    with pytest.raises(CannotLoad, match=r"agent text: what it makes of a seed is no .*Agent, but '1'"):
        registry.make("text", 1)


def test_an_agent_that_breaks_down_while_it_tells_of_itself_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    class Puzzled(RandomAgent):
        @staticmethod
        def plays(game: str) -> bool:
            raise ValueError(f"unsure of {game}")

        @staticmethod
        def alike(game: str, scenario: str) -> str:
            raise KeyError(f"{game} {scenario}")

        def dropped(self) -> list[str]:
            raise LookupError("none")

    monkeypatch.setattr(registry, "factory", lambda _: Puzzled)
    with pytest.raises(CannotLoad, match="agent mine: plays broke down: ValueError: unsure of skirmish"):
        registry.plays("mine", "skirmish")
    with pytest.raises(CannotLoad, match="agent mine: alike broke down: KeyError: 'skirmish ford'"):
        registry.alike("mine", "skirmish", "ford")
    assert registry.agents_for("skirmish") == []
    with pytest.raises(AgentError, match="Puzzled as Blue broke down: LookupError: none"):
        play_match(new_match(), {0: Puzzled(1), 1: RandomAgent()})


def test_a_late_order_is_replaced_and_counted() -> None:
    class Slow(Agent):
        def order(self, seen: Observation, budget: Budget) -> Order:
            assert budget.seconds == 0.0
            time.sleep(0.06)
            return next(iter(seen.sample(random.Random(0)).legal(seen.seat)))

    match = new_match()
    report = play_match(match, {0: Slow()}, budget=Budget(0.0))
    assert report.late == {0: report.orders}
    assert report.seconds[0] >= 0.06


def test_a_match_without_end_is_stopped() -> None:
    with pytest.raises(NoEnd, match="skirmish, ford: no end after 10 orders"):
        play_match(new_match(), {0: RandomAgent(), 1: RandomAgent()}, limit=10)


def test_the_listener_hears_every_order() -> None:
    heard: list[tuple[int, Order]] = []
    match = new_match()
    play_match(
        match,
        {0: RandomAgent(), 1: RandomAgent()},
        listener=lambda seat, order, _: heard.append((seat, order)),
    )
    assert heard == [(entry.seat, entry.order) for entry in match.entries[1:]]


def test_the_budget_runs_down_but_not_below_nothing() -> None:
    now = time.perf_counter()
    left = Budget(10.0).left(now)
    assert left is not None
    assert 9.0 < left <= 10.0
    assert Budget(1.0).left(now - 5.0) == 0.0


def test_agents_are_found_by_name() -> None:
    assert isinstance(registry.make("random", 7), RandomAgent)
    with pytest.raises(LookupError, match=r'no agent "randon"; did you mean random'):
        registry.factory("randon")


@pytest.mark.parametrize(("number", "name"), [(1, "Impatient"), (2, "OnePly")])
def test_the_agents_of_the_how_to_guide_play(number: int, name: str) -> None:
    page = (Path(__file__).parents[2] / "docs/how-to/run-many-matches.md").read_text("utf-8")
    source = page.split("```python\n")[number].partition("```")[0]
    names: dict[str, Any] = {}
    exec(source, names)
    match = new_match()
    report = play_match(match, {0: names[name](1), 1: RandomAgent(2)})
    assert report.outcome is not None
    if name == "OnePly":
        assert report.outcome.winner == 0


@pytest.mark.parametrize("seat", ["Blue", 2, -1])
def test_an_agent_in_a_seat_that_there_is_not_is_told(seat: object) -> None:
    match = new_match()
    with pytest.raises(LookupError, match=r"there is none .*, but 0 \(Blue\), 1 \(Red\)"):
        play_match(match, {seat: RandomAgent()})  # type: ignore[dict-item] # as somebody might
    assert len(match.entries) == 1
