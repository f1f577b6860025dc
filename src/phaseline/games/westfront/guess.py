"""A full position that fits what a seat knows: upright blocks get hidden units at random, within what can be."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from phaseline.engine.ledger import case
from phaseline.games.westfront.position import (
    ELIMINATED,
    UNKNOWN,
    UNSEEN,
    Block,
    Method,
    Production,
    SupplyPhase,
    WestFrontPosition,
)
from phaseline.games.westfront.scenario import WestFrontScenario
from phaseline.games.westfront.view import BOOKS, STATES
from phaseline.hexgrid import Mask, mask_of

METHODS: dict[str, Method] = {"land": "land", "river": "river", "sea": "sea", "air": "air"}


def sample(
    scenario: WestFrontScenario, known: WestFrontPosition, seat: int, rng: random.Random
) -> WestFrontPosition:
    """A full position that could be the true one as far as `seat` knows."""
    guess = known.copy()
    guess.upright = ()
    other = 1 - seat
    at, cv = guess.at, guess.cv
    hidden = [unit for unit in scenario.rosters[other] if at[unit] == UNSEEN]
    hidden.sort(key=lambda _: rng.random())
    for unit in hidden:
        at[unit], cv[unit] = ELIMINATED, 0
    blocks = [block for block in known.upright if block.seat == other]
    marked = []
    for unit, block in zip(_matched(scenario, hidden, blocks), blocks, strict=True):
        lowest = scenario.types[scenario.units[unit].kind].lowest
        at[unit] = block.hex
        cv[unit] = lowest + int(rng.random() * (scenario.limits[unit] - lowest + 1))
        if not _is_plain(block):
            _mark(guess, unit, block)
            marked.append((unit, block))
    _supply(guess, marked)
    if guess.points[other] == UNKNOWN:
        guess.points[other] = _points_left(guess, other)
    return guess


def exchange(position: WestFrontPosition, one: int, other: int) -> None:
    """Let two hidden units of a side be each other in a full position: with their places goes all that was seen of them."""
    for values in (position.at, position.cv):
        values[one], values[other] = values[other], values[one]
    for name in STATES:
        setattr(position, name, _exchanged(getattr(position, name), one, other))
    for name in (*BOOKS, "invaded"):
        book = getattr(position, name)
        if one in book or other in book:
            names = {one: other, other: one}
            setattr(position, name, {names.get(unit, unit): fact for unit, fact in book.items()})
    for hex, (unit, to) in position.rearguards.items():
        if unit in (one, other):
            position.rearguards[hex] = (one + other - unit, to)
    position.stack = [
        replace(frame, kept=_exchanged(frame.kept, one, other), short=_exchanged(frame.short, one, other))
        if isinstance(frame, SupplyPhase)
        else frame
        for frame in position.stack
    ]


def _exchanged(units: Mask, one: int, other: int) -> Mask:
    """A set of units in which two have taken each other's place."""
    differ = (units >> one ^ units >> other) & 1
    return units ^ (differ << one | differ << other)


def _is_plain(block: Block) -> bool:
    """Whether nothing is seen of a block but where it stands, as of most."""
    return block == Block(seat=block.seat, hex=block.hex)


def _points_left(guess: WestFrontPosition, seat: int) -> int:
    frame = guess.stack[-1] if guess.stack else None
    producing = isinstance(frame, Production) and not frame.ready >> seat & 1
    return max(guess.level[seat], 0) if producing else 0


def _mark(guess: WestFrontPosition, unit: int, block: Block) -> None:
    """Give a unit what was seen of the block that it is now."""
    for name in STATES:
        if getattr(block, name):
            setattr(guess, name, getattr(guess, name) | 1 << unit)
    if block.method:
        guess.came_by[unit] = METHODS[block.method]
    if block.start >= 0:
        guess.came_from[unit] = block.start
    if block.port >= 0:
        guess.landed[unit] = block.port
    if block.seas:
        guess.lanes[unit] = block.seas
    if block.invaded:
        guess.invaded[unit] = block.hex
    if block.rearguard:
        guess.rearguards[block.hex] = (unit, block.hex)


def _supply(guess: WestFrontPosition, marked: Sequence[tuple[int, Block]]) -> None:
    """What a Supply Phase under way has found out about blocks."""
    kept = mask_of([unit for unit, block in marked if block.kept])
    short = mask_of([unit for unit, block in marked if block.short])
    if kept | short:
        guess.stack = [
            replace(frame, kept=frame.kept | kept, short=frame.short | short)
            if isinstance(frame, SupplyPhase)
            else frame
            for frame in guess.stack
        ]


def _matched(scenario: WestFrontScenario, hidden: Sequence[int], blocks: Sequence[Block]) -> list[int]:
    """A different unit for each block, such as could stand there; where that cannot be, any unit.

    Kuhn's matching: a block takes the first unit that is free; where none is left, a block already served gives its unit
    up if it can get another. There are never fewer units than blocks.
    """
    # Most blocks have done the same, so that they ask for the same units; one that is taken stays taken.
    alike: dict[_Deed, list[int]] = {}
    untried: dict[_Deed, Iterator[int]] = {}
    fits = []
    holder: dict[int, int] = {}
    for wanted, block in enumerate(blocks):
        deed = _deed(scenario, block)
        if deed not in alike:
            able = _able(scenario, block.seat, deed)
            alike[deed] = [unit for unit in hidden if able >> unit & 1] or list(hidden)
            untried[deed] = iter(alike[deed])
        fits.append(alike[deed])
        unit = next((unit for unit in untried[deed] if unit not in holder), None)
        if unit is None:
            _serve(wanted, fits, holder, set())
        else:
            holder[unit] = wanted
    units = {number: unit for unit, number in holder.items()}
    free = [unit for unit in hidden if unit not in holder]
    return [units[number] if number in units else free.pop() for number in range(len(blocks))]


def _serve(wanted: int, fits: Sequence[Sequence[int]], holder: dict[int, int], tried: set[int]) -> bool:
    for unit in fits[wanted]:
        if unit in tried:
            continue
        tried.add(unit)
        if unit not in holder or _serve(holder[unit], fits, holder, tried):
            holder[unit] = wanted
            return True
    return False


class _Deed(NamedTuple):
    """All that tells which units a block cannot be: what it was seen to do, and what kind of place it is in."""

    attacked: bool
    by_sea: bool
    by_air: bool
    disengaged: bool
    walked: bool
    dispersed: bool
    on_land: bool
    italian_area: bool


def _deed(scenario: WestFrontScenario, block: Block) -> _Deed:
    on_land = bool(scenario.board.land >> block.hex & 1)
    italian_area = bool(scenario.once("restricted area", lambda: _restricted_area(scenario)) >> block.hex & 1)
    if _is_plain(block):
        return _PLAIN[on_land, italian_area]
    return _Deed(
        attacked=bool(block.method),
        by_sea=block.method == "sea" or block.port >= 0 or block.invaded,
        by_air=block.method == "air" or block.dropped,
        disengaged=block.disengaged,
        walked=block.moved and not block.strategic,
        dispersed=block.dispersed,
        on_land=on_land,
        italian_area=italian_area,
    )


_PLAIN = {
    (on_land, italian_area): _Deed(
        attacked=False,
        by_sea=False,
        by_air=False,
        disengaged=False,
        walked=False,
        dispersed=False,
        on_land=on_land,
        italian_area=italian_area,
    )
    for on_land in (False, True)
    for italian_area in (False, True)
}
"""Blocks that were seen to do nothing."""


def _able(scenario: WestFrontScenario, seat: int, deed: _Deed) -> Mask:
    """The units of a side that could have done this."""
    return scenario.once(
        ("able", seat, deed),
        lambda: mask_of([unit for unit in scenario.rosters[seat] if _could_have(scenario, unit, deed)]),
    )


def could_be(scenario: WestFrontScenario, unit: int, block: Block) -> bool:
    """Whether a unit could stand where a block stands, having done what the block did, by its type and nation."""
    return bool(who_could_be(scenario, block) >> unit & 1)


def who_could_be(scenario: WestFrontScenario, block: Block) -> Mask:
    """All units of which that is so."""
    return _able(scenario, block.seat, _deed(scenario, block))


@case("2.26a", "2.26f", "2.66a", "5.1b", "1.1c", "15.42b", "16.4c")
def _could_have(scenario: WestFrontScenario, unit: int, deed: _Deed) -> bool:
    kind = scenario.units[unit].kind
    if scenario.italian >> unit & 1 and not deed.italian_area:
        return False
    if kind == "fort":
        return not (deed.attacked or deed.disengaged or deed.walked)
    if scenario.units[unit].is_hq:
        return not deed.attacked
    if deed.by_sea:
        allowed = scenario.types[kind]
        return allowed.may_invade and (allowed.may_assault or not deed.attacked)
    if deed.by_air:
        return kind == "para"
    return deed.on_land and not (deed.dispersed and not deed.attacked and kind == "cavalry")


def _restricted_area(scenario: WestFrontScenario) -> int:
    """Where Italian units may be (2.66)."""
    board = scenario.board
    return board.greater_italy | board.grid.spread(board.greater_italy)
