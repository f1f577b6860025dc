"""What a match looks like today, kept as text: `pytest tests/games/skirmish --rewrite-golden` accepts a change."""

import random
from pathlib import Path

import pytest

from phaseline.engine.orders import Order
from phaseline.engine.playthrough import differences, playthrough
from phaseline.engine.state import State
from phaseline.games.skirmish import GAME
from phaseline.games.skirmish.orders import CallOff, Done
from phaseline.games.skirmish.position import SkirmishPosition
from phaseline.games.skirmish.scenario import SkirmishScenario

FOLDER = Path(__file__).with_name("golden")
SEEDS = {"ford": 17, "ridge": 18}


def eager(state: State[SkirmishPosition, SkirmishScenario], seat: int, rng: random.Random) -> Order:
    """A random order, but seldom one that stops short of something else."""
    orders = state.legal(seat)
    order = orders.sample(rng)
    for _ in range(5):
        if not isinstance(order, (CallOff, Done)):
            break
        order = orders.sample(rng)
    return order


@pytest.mark.parametrize("key", GAME.scenarios())
def test_playthrough_is_as_it_was(key: str, rewrite_golden: bool) -> None:
    text = playthrough(GAME, GAME.load(key), seed=SEEDS[key], choose=eager)
    changed = differences(FOLDER / f"{key}.txt", text, rewrite=rewrite_golden)
    assert not changed, (
        f"{key} plays differently; if that is right, run pytest with --rewrite-golden\n{changed}"
    )


@pytest.mark.parametrize(
    "words",
    [
        "the weather is mud",
        "stance: screen",
        "draws back",
        "surrenders",
        "retreats to",
        "advances to",
        "was a decoy",
        "is out of supply",
    ],
)
def test_the_goldens_show_every_part_of_the_game(words: str) -> None:
    assert any(words in (FOLDER / f"{key}.txt").read_text("utf-8") for key in SEEDS)
