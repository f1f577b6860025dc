"""What every game's sheet says of its pieces, so that a page need not guess it."""

from __future__ import annotations

import random
import re

import pytest

from phaseline.engine import registry
from phaseline.engine.dice import SeededDice
from phaseline.engine.match import Match
from phaseline.engine.sheet import Piece, Sheet

GAMES = [
    ("skirmish", "ford", "counter", 60),
    ("westfront", "husky", "block", 60),
    ("eisenhower", "historical", "counter", 60),
    ("war_in_europe", "diadem", "counter", 60),
]


def sheets(game: str, scenario: str, orders: int) -> list[Sheet]:
    """What every seat sees in the course of a match of random orders."""
    found = registry.game(game)
    match = Match.new(found, found.load(scenario, {}), dice=SeededDice(bytes(32)))
    rng = random.Random(4)
    seen = []
    for _ in range(orders):
        if match.decision is None:
            break
        seat = match.decision.seats[0]
        match.submit(seat, match.legal(seat).sample(rng))
        seen += [found.sheet(match.scenario, match.view(eyes)) for eyes in range(len(found.seats))]
    return seen


@pytest.mark.parametrize(("game", "scenario", "shape", "orders"), GAMES)
def test_pieces_say_what_they_are_made_of_and_how_their_marks_show(
    game: str, scenario: str, shape: str, orders: int
) -> None:
    shown = sheets(game, scenario, orders)
    pieces: list[Piece] = [piece for sheet in shown for piece in sheet.pieces]
    assert {piece.shape for piece in pieces} == {shape}
    assert {mark for piece in pieces for mark in piece.marks} <= set(shown[0].badges)
    # What stands on a counter has no remark in brackets behind it.
    known = [piece for piece in pieces if not piece.face_down]
    assert not [piece.title for piece in known if re.search(r"[()]", piece.short or piece.title)]
