"""Golden playthroughs: the same seed gives the same text, and a change shows as a diff."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from phaseline.engine.orders import Order
from phaseline.engine.playthrough import MOST_SHOWN, differences, playthrough
from phaseline.engine.state import State
from phaseline.games.skirmish import GAME
from phaseline.games.skirmish.position import SkirmishPosition
from phaseline.games.skirmish.scenario import SkirmishScenario


@pytest.fixture(scope="module")
def text(ford: SkirmishScenario) -> str:
    return playthrough(GAME, ford, seed=3)


def test_a_seed_leads_to_one_text(ford: SkirmishScenario, text: str) -> None:
    assert playthrough(GAME, ford, seed=3) == text
    assert playthrough(GAME, ford, seed=4) != text


def test_it_begins_with_the_start_and_ends_with_the_outcome(text: str) -> None:
    lines = text.splitlines()
    assert lines[0] == "Phaseline playthrough 1: Skirmish 1.2, The Ford, seed 3"
    assert lines[1] == "start"
    assert "(12.4)" in lines[-1]


def test_secrets_are_marked_with_what_others_are_told(text: str) -> None:
    assert "(5.1) Blue takes the stance " in text
    assert "[Red is told: Blue has chosen a stance]" in text


def test_an_event_that_others_never_hear_of_says_so(ford: SkirmishScenario) -> None:
    told = (playthrough(GAME, ford, seed=seed) for seed in range(30))
    assert any("is out of supply [Red is not told]" in text for text in told)


def test_phase_ends_follow_the_events_that_led_to_them(text: str) -> None:
    lines = text.splitlines()
    end = lines.index("--- end of Turn 1, Blue turn, movement")
    assert lines[end - 2 : end] == ["Blue: done", "  (3.2) Blue has finished moving"]


def test_views_are_shown_whole_at_first_and_then_as_changes(text: str) -> None:
    first, second = text.split("--- end of ")[1:3]
    assert "Blue sees  + 0301: Blue 1st Armoured 6-4-5" in first
    assert "Red sees  + 0301: Blue face-down unit" in first
    assert "sees  -" not in first
    assert "0606: 1 a turn (Red)" in first
    assert "0606: 1 a turn (Red)" not in second


def test_orders_may_be_chosen_otherwise(ford: SkirmishScenario) -> None:
    def first(state: State[SkirmishPosition, SkirmishScenario], seat: int, rng: random.Random) -> Order:  # noqa: ARG001
        return next(iter(state.legal(seat)))

    text = playthrough(GAME, ford, seed=1, choose=first, most_orders=4)
    orders = [line for line in text.splitlines() if line.startswith(("Blue: ", "Red: "))]
    assert orders[:2] == ["Blue: stance assault", "Red: stance assault"]
    assert len(orders) == 4
    assert text.splitlines()[-1] == "stopped after 4 orders"


def test_differences(tmp_path: Path) -> None:
    path = tmp_path / "golden" / "game.txt"
    assert differences(path, "a\nb\n") == "--- kept\n+++ played\n@@ -0,0 +1,2 @@\n+a\n+b"
    assert differences(path, "a\nb\n", rewrite=True) == ""
    assert differences(path, "a\nb\n") == ""
    assert differences(path, "a\nc\n").splitlines()[-2:] == ["-b", "+c"]
    assert path.read_text("utf-8") == "a\nb\n"


def test_long_differences_are_cut(tmp_path: Path) -> None:
    long = "".join(f"{n}\n" for n in range(500))
    found = differences(tmp_path / "none.txt", long).splitlines()
    assert len(found) == MOST_SHOWN + 1
    assert found[-1] == "... and 443 lines more"
