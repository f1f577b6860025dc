"""Whose dice fall: the seat that rolls them, whoever gave the order that led to it."""

from __future__ import annotations

import random
from collections.abc import Iterator

from tests.moments import until

from phaseline.engine import registry
from phaseline.engine.dice import SeededDice
from phaseline.engine.events import Event
from phaseline.games.westfront.scenario import WestFrontScenario


def rolls(game: str, scenario: str, seed: int, orders: int) -> Iterator[Event]:
    """What is rolled in a random match."""
    played = registry.game(game)
    rng = random.Random(seed)
    state = played.new(played.load(scenario), SeededDice(rng.randbytes(32)))
    for _ in range(orders):
        decision = state.decision
        if decision is None:
            return
        state.events.clear()
        state.apply(decision.seats[0], state.legal(decision.seats[0]).sample(rng))
        yield from (event for event in state.events if event.kind == "roll")


def test_a_unit_that_fires_rolls_its_own_sides_dice() -> None:
    match = until("westfront", "husky", "hit")
    assert isinstance(match.scenario, WestFrontScenario)
    side_of = {unit.name: unit.seat for unit in match.scenario.units}
    seen = set()
    for entry in match.entries:
        for event in entry.events:
            name, fires, _ = event.draw.purpose.partition(" fires ") if event.draw else ("", "", "")
            if fires:
                assert event.by == side_of[name]
                seen.add((entry.seat, event.by))
    assert seen == {(0, 0), (0, 1)}, "the Axis fires in defence, on an order of the Allies"


def test_an_attacker_rolls_and_the_weather_is_nobodys() -> None:
    seen = {
        (event.draw.purpose.split()[0], event.by)
        for seed in range(6)
        for event in rolls("skirmish", "ford", seed, 200)
        if event.draw
    }
    assert seen == {("weather", None), ("attack", 0), ("attack", 1)}
