"""Every play aid at once, for tests: what a seat is told at a decision, all of it, as bytes.

Aids are worked out from a state sampled from the seat's view. Two matches that look the same to a seat must therefore
give the same bytes for the same seed, whatever they hide.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from typing import Any

from phaseline.engine import canonical
from phaseline.engine.aids.base import Aids
from phaseline.engine.dice import SeededDice
from phaseline.engine.game import Game, View
from phaseline.engine.orders import Order, field_kinds, text_of
from phaseline.engine.state import State
from phaseline.hexgrid import hexes

SHOWN = 25
"""So many values of each field are hinted at, and so many hexes told of."""


def sampled(
    game: Game[Any, Any], state: State[Any, Any], seat: int, seed: int
) -> tuple[State[Any, Any], View]:
    """A state that may be the true one as far as `seat` knows, drawn from `seed`, and the view it was drawn from."""
    view = game.view(state, seat)
    position = game.sample(state.scenario, view.position, seat, random.Random(seed))
    return game.state_type(game, state.scenario, position, SeededDice(seed.to_bytes(32, "big"))), view


def rehearse(state: State[Any, Any], seat: int, seed: int) -> bytes:
    """All that the aids of the game tell `seat` now."""
    game = state.game
    guess, view = sampled(game, state, seat, seed)
    aids = game.aids
    rng = random.Random(seed)
    told: list[Any] = [aids.left(guess, seat), aids.unspent(guess, seat)]
    told += [aids.forecast(guess, view), aids.outlook(guess, view)]
    for kind in guess.legal(seat).kinds():
        told += _order(aids, guess, view, seat, kind, rng)
    told += _map(aids, guess, view, seat, rng)
    told += _tables(aids, guess, view)
    return canonical.encode(told)


def _order(
    aids: Aids[Any, Any], guess: State[Any, Any], view: View, seat: int, kind: type[Order], rng: random.Random
) -> Iterator[Any]:
    yield text_of(kind)
    legal = guess.legal(seat)
    chosen: tuple[Any, ...] = ()
    for _ in field_kinds(kind):
        values = legal.values(kind, *chosen)
        if not values:
            return
        yield [aids.hint(guess, seat, kind, chosen, value) for value in itertools.islice(values, SHOWN)]
        chosen = (*chosen, rng.choice(values))
        yield aids.path(guess, seat, kind, chosen)
        yield aids.forecast(guess, view, kind, chosen)


def _map(
    aids: Aids[Any, Any], guess: State[Any, Any], view: View, seat: int, rng: random.Random
) -> Iterator[Any]:
    for offer in aids.offers:
        yield aids.overlay(guess, view, offer.key)
        if offer.unit:
            sheet = guess.game.sheet(guess.scenario, view)
            units = [piece.unit for piece in sheet.pieces if piece.unit is not None and piece.side == seat]
            if units:
                yield aids.overlay(guess, view, offer.key, rng.choice(units))
    board = list(hexes(guess.scenario.map.on_map))
    yield [aids.hex_text(guess, view, hex) for hex in rng.sample(board, min(SHOWN, len(board)))]


def _tables(aids: Aids[Any, Any], guess: State[Any, Any], view: View) -> Iterator[Any]:
    yield aids.legend(guess.scenario)
    yield aids.order_of_battle(guess.scenario, view)
    yield aids.turns(guess.scenario, view)
    yield aids.arrivals(guess.scenario, view)
    yield aids.measures(guess.scenario, view)
