"""What a match looks like today, kept as text: `pytest tests/games/france44/test_golden.py --rewrite-golden` accepts a change."""

import random
from pathlib import Path

import pytest

from phaseline.engine.orders import Order
from phaseline.engine.playthrough import differences, playthrough
from phaseline.engine.state import State
from phaseline.games.france44 import GAME
from phaseline.games.france44.orders import Done, Scrap
from phaseline.games.france44.position import FrancePosition
from phaseline.games.france44.scenario import FranceScenario

FOLDER = Path(__file__).with_name("golden")
SEEDS = {"anvil": 3, "market": 1}


def eager(state: State[FrancePosition, FranceScenario], seat: int, rng: random.Random) -> Order:
    """A random order, but seldom one that stops short of something else."""
    orders = state.legal(seat)
    order = orders.sample(rng)
    for _ in range(4):
        if not isinstance(order, (Done, Scrap)):
            break
        order = orders.sample(rng)
    return order


@pytest.mark.parametrize("key", SEEDS)
def test_playthrough_is_as_it_was(key: str, rewrite_golden: bool) -> None:
    text = playthrough(GAME, GAME.load(key), seed=SEEDS[key], choose=eager)
    changed = differences(FOLDER / f"{key}.txt", text, rewrite=rewrite_golden)
    assert not changed, (
        f"{key} plays differently; if that is right, run pytest with --rewrite-golden\n{changed}"
    )


@pytest.mark.parametrize(
    "words",
    [
        "sails for",
        "out of supply",
        "attack on",
        "advances to",
        "retreats to",
        "is based at",
        "goes to",
        "can supply",
    ],
)
def test_the_goldens_show_every_part_of_the_game(words: str) -> None:
    assert any(words in (FOLDER / f"{key}.txt").read_text("utf-8") for key in SEEDS)
