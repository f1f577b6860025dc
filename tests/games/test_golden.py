"""What a match of each game looks like today, kept as text: `pytest tests/games --rewrite-golden` accepts a change."""

import random
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from phaseline.engine.orders import Order
from phaseline.engine.playout import Chooser
from phaseline.engine.playthrough import differences, playthrough
from phaseline.engine.registry import game
from phaseline.engine.state import State


class Golden(NamedTuple):
    """A match by random play, and the orders that stop short of something else."""

    game: str
    scenario: str
    seed: int
    idle: frozenset[str]
    again: int
    """So often an idle order is drawn anew."""
    most: int | None = None
    """After so many orders the text ends; None: with the match."""

    @property
    def path(self) -> Path:
        """Where its text lies."""
        return Path(__file__).parent / self.game / "golden" / f"{self.scenario}.txt"


SKIRMISH = frozenset({"call-off", "done"})
EISENHOWER = frozenset({"call-off", "done", "pass", "waive"})
FRANCE = frozenset({"done", "scrap"})
WAR = frozenset({"off", "done", "pass", "waive", "scuttle", "remove", "keep"})
WESTFRONT = frozenset({"done", "disband", "short"})
GOLDENS = [
    Golden("skirmish", "ford", 17, SKIRMISH, 5),
    Golden("skirmish", "ridge", 18, SKIRMISH, 5),
    Golden("eisenhower", "historical", 4, EISENHOWER, 4),
    Golden("eisenhower", "alternate", 13, EISENHOWER, 4),
    Golden("france44", "anvil", 4, FRANCE, 4),
    Golden("france44", "market", 1, FRANCE, 4),
    Golden("war_in_europe", "diadem", 1, WAR, 4, most=600),
    Golden("westfront", "husky", 2, WESTFRONT, 4),
]
SHOWN = {
    "skirmish": [
        "the weather is mud",
        "stance: screen",
        "draws back",
        "surrenders",
        "retreats to",
        "advances to",
        "was a decoy",
        "is out of supply",
    ],
    "eisenhower": [
        "the Allied player has written down the second invasion",
        "is available",
        "begins with",
        "attack on",
        "is reduced",
        "the Allies control",
        "goes to",
        "lands in",
    ],
    "france44": [
        "sails for",
        "out of supply",
        "attack on",
        "advances to",
        "retreats to",
        "is based at",
        "goes to",
        "can supply",
    ],
    "war_in_europe": [
        "the weather is",
        "forced march",
        "attack on",
        "is reduced to a battlegroup",
        "interdicts",
        "goes by sea from",
        "is suppressed in this turn",
        "is at full strength again",
    ],
    "westfront": [
        "is activated",
        "mobilizes from",
        "interdiction in",
        "goes by sea from",
        "fights in",
        "is revealed in",
        "is evacuated from",
        "is eliminated in",
    ],
}


def eager(golden: Golden) -> Chooser:
    """Random orders, but seldom one that stops short of something else."""

    def choose(state: State[Any, Any], seat: int, rng: random.Random) -> Order:
        orders = state.legal(seat)
        order = orders.sample(rng)
        for _ in range(golden.again):
            if order.verb not in golden.idle:
                break
            order = orders.sample(rng)
        return order

    return choose


@pytest.mark.parametrize("golden", GOLDENS, ids=lambda golden: f"{golden.game}-{golden.scenario}")
def test_a_playthrough_is_as_it_was(golden: Golden, rewrite_golden: bool) -> None:
    played = game(golden.game)
    text = playthrough(
        played,
        played.load(golden.scenario),
        seed=golden.seed,
        choose=eager(golden),
        most_orders=golden.most,
    )
    changed = differences(golden.path, text, rewrite=rewrite_golden)
    assert not changed, (
        f"{golden.scenario} plays differently; if that is right, run pytest with --rewrite-golden\n{changed}"
    )


@pytest.mark.parametrize(("key", "words"), [(key, words) for key, said in SHOWN.items() for words in said])
def test_goldens_show_every_part_of_the_game(key: str, words: str) -> None:
    assert any(words in golden.path.read_text("utf-8") for golden in GOLDENS if golden.game == key)
