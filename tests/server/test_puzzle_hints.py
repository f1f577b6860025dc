"""A hint in a puzzle: the next order of a solution, and how much of the task is done after it."""

from pathlib import Path

from tests.server.clients import Client

from phaseline.server.run import Running
from phaseline.server.settings import Settings


def test_a_hint_in_a_puzzle_is_about_its_task(database: str) -> None:
    # The search ends when it has found a solution; the clock must not end it before, however busy the machine is.
    settings = Settings(database=database, keys=str(Path(database).parent), port=0, budget=60.0, pace=0.0)
    service = Running(settings)
    client = Client(service.port)
    try:
        blue = client.play(client.new(scenario="puzzle-two-flags"), 0)
        for done in (1, 2):
            hint = blue.ask("hint")["hint"]
            assert hint["reasons"][0].startswith(f"By the task: {done} of 2 done after this (L")
            assert hint["reasons"][-1] == "That should solve the puzzle."
            blue.order(hint["text"])
    finally:
        client.close()
        service.stop()
