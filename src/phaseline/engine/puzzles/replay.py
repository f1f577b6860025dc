"""Plays a solution of a puzzle, or a wrong try, order by order."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

from phaseline.engine.dice import ScriptedDice, SeededDice
from phaseline.engine.game import Game
from phaseline.engine.match import Match
from phaseline.engine.orders import NotationError, Order
from phaseline.engine.puzzles.library import puzzle_key
from phaseline.engine.puzzles.puzzle import Move, Puzzle
from phaseline.engine.refusal import IllegalOrder

MOST = 200
"""So many orders at most are passed before and after those that are written."""


class Unplayable(ValueError):
    """Orders of a puzzle that cannot be given; the message names the puzzle and the order."""


def replay(game: Game[Any, Any], puzzle: Puzzle, moves: Sequence[Move]) -> Match:
    """The match in which these orders are given, to its end.

    Where they say nothing of the enemy's choices he passes, or takes the first order there is; after the last of them
    everybody passes. Raises `Unplayable`.
    """
    dice = ScriptedDice((), SeededDice(bytes(32)))
    match = Match.new(game, game.load(puzzle_key(puzzle)), dice=dice)
    for move in moves:
        seat = puzzle.seat if move.by is None else move.by
        for _ in range(MOST):
            if match.decision is None or seat in match.decision.seats:
                break
            _pass(match, match.decision.seats[0])
        dice.add(move.dice)
        try:
            match.submit(seat, move.order)
        except (IllegalOrder, NotationError) as error:
            raise Unplayable(f"{puzzle.id}: {error}") from error
    for _ in range(MOST):
        if match.decision is None:
            return match
        _pass(match, match.decision.seats[0])
    raise Unplayable(f"{puzzle.id}: it does not come to its end ({puzzle.over})")


def _pass(match: Match, seat: int) -> None:
    order: Order | None = match.game.passing(match.state, seat)
    if order is None:
        order = next(itertools.islice(match.legal(seat), 1))
    match.submit(seat, order)
