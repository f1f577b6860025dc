"""Any order is answered, of any kind, about any unit and any hex, by either side: it is legal, or forbidden by a known case.

The answer tells nothing that is hidden from who asks.

Checked random play (`phaseline fuzz`) tries orders like those that are legal; these are about anything, which is where a
reason is worked out that is seldom asked for.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, get_origin, get_type_hints

import pytest

from phaseline.drill.state import FieldPosition
from phaseline.engine import registry
from phaseline.engine.game import Game
from phaseline.engine.ledger import Ledger
from phaseline.engine.match import Match
from phaseline.engine.orders import Order, field_kinds
from phaseline.engine.rehearsal import sampled
from phaseline.hexgrid import hexes

GAMES = ("skirmish", "westfront", "eisenhower", "war_in_europe", "france44")

MATCHES = 3
LENGTH = 100
"""So many matches of so many random orders at most are looked into for each scenario."""
EVERY = 8
"""One position in so many is tried."""
TRIED = 25
"""So many orders are tried there for each side."""


def positions(game: Game[Any, Any], scenario: str, rng: random.Random) -> Iterator[Match]:
    """Matches as they stand now and then in random play."""
    for seed in range(MATCHES):
        match = Match.new(game, game.load(scenario), seed=bytes([seed]) * 32)
        for number in range(LENGTH):
            if match.decision is None:
                break
            if number % EVERY == seed:
                yield match
            seat = rng.choice(match.decision.seats)
            match.submit(seat, match.legal(seat).sample(rng))


class Anything:
    """Makes orders up, most of them of the kinds that a decision is about."""

    def __init__(self, match: Match, rng: random.Random) -> None:
        assert match.decision is not None
        self.rng = rng
        self.kinds = [rule.order for rule in match.decision.step.rules]
        self.others = match.game.flow.order_types()
        self.map = match.scenario.map
        assert isinstance(match.position, FieldPosition)
        self.at = match.position.at
        self.ground = list(hexes(self.map.on_map))

    def order(self) -> Order:
        """An order of some kind."""
        kind: type[Order] = self.rng.choice(self.kinds if self.rng.random() < 0.7 else list(self.others))
        values: dict[str, Any] = {}
        hints: dict[str, Any] = get_type_hints(kind)
        for name, sort in field_kinds(kind).items():
            if get_origin(hints[name]) is tuple:
                values[name] = tuple(self.value(sort, values) for _ in range(self.rng.randrange(4)))
            elif type(None) in getattr(hints[name], "__args__", ()) and self.rng.random() < 0.5:
                values[name] = None
            else:
                values[name] = self.value(sort, values)
        order: Order = kind(**values)
        return order

    def value(self, sort: str, before: dict[str, Any]) -> int | str:
        """A value of this sort, or of no sort at all; most hexes are near the unit that the order is about."""
        if self.rng.random() < 0.04:
            return self.rng.choice((-1, 100_000))
        if sort == "unit":
            return self.rng.randrange(len(self.at))
        if sort == "hex":
            about = before.get("unit", before.get("hq", -1))
            at = self.at[about] if 0 <= about < len(self.at) else -1
            if at >= 0 and self.map.on_map >> at & 1 and self.rng.random() < 0.7:
                return self.rng.choice(
                    list(hexes(self.map.grid.disk(at, self.rng.choice((1, 1, 2, 4))) & self.map.on_map))
                )
            return self.rng.choice(self.ground)
        return "nonsense" if sort == "str" else self.rng.choice((0, 1, 2, 7))


@pytest.mark.parametrize(
    ("key", "scenario"),
    [(key, scenario) for key in GAMES for scenario in registry.game(key).scenarios()],
)
def test_any_order_is_answered_with_a_known_case(key: str, scenario: str) -> None:
    game = registry.game(key)
    ledger = Ledger.read(type(game).__module__.rpartition(".")[0])
    rng = random.Random(key + scenario)
    tried = 0
    for match in positions(game, scenario, rng):
        anything = Anything(match, rng)
        for seat in range(len(game.seats)):
            elsewhere, _ = sampled(game, match.state, seat, tried)
            for order in (anything.order() for _ in range(TRIED)):
                refusal = match.check(seat, order)
                assert refusal is None or (refusal.case in ledger and refusal.reason), f"{order}: {refusal}"
                # Nobody learns by asking: where other blocks stand upright, or other plans are made, the answer is the same.
                assert elsewhere.check(seat, order) == refusal, f"{order} is answered by what is hidden"
                tried += 1
    assert tried > 500
