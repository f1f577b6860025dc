"""A full position that fits what a seat knows: upright blocks get hidden units at random, within what can be."""

from __future__ import annotations

import random
from collections.abc import Sequence
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
from phaseline.games.westfront.view import STATES

METHODS: dict[str, Method] = {"land": "land", "river": "river", "sea": "sea", "air": "air"}


def sample(
    scenario: WestFrontScenario, known: WestFrontPosition, seat: int, rng: random.Random
) -> WestFrontPosition:
    """A full position that could be the true one as far as `seat` knows."""
    guess = known.copy()
    guess.upright = ()
    other = 1 - seat
    hidden = [unit for unit in scenario.rosters[other] if known.at[unit] == UNSEEN]
    blocks = [block for block in known.upright if block.seat == other]
    rng.shuffle(hidden)
    for unit in hidden:
        guess.at[unit], guess.cv[unit] = ELIMINATED, 0
    for unit, block in zip(_matched(scenario, hidden, blocks), blocks, strict=True):
        _turn_up(scenario, guess, unit, block, rng)
    if guess.points[other] == UNKNOWN:
        guess.points[other] = _points_left(guess, other)
    return guess


def _points_left(guess: WestFrontPosition, seat: int) -> int:
    frame = guess.stack[-1] if guess.stack else None
    producing = isinstance(frame, Production) and not frame.ready >> seat & 1
    return max(guess.level[seat], 0) if producing else 0


def _turn_up(
    scenario: WestFrontScenario, guess: WestFrontPosition, unit: int, block: Block, rng: random.Random
) -> None:
    """Give a block this unit, with a CV it can have."""
    kind = scenario.types[scenario.units[unit].kind]
    guess.at[unit] = block.hex
    guess.cv[unit] = rng.randint(kind.lowest, scenario.units[unit].limit)
    for name in STATES:
        if getattr(block, name):
            setattr(guess, name, getattr(guess, name) | 1 << unit)
    guess.stack = [
        replace(frame, kept=frame.kept | block.kept << unit, short=frame.short | block.short << unit)
        if isinstance(frame, SupplyPhase)
        else frame
        for frame in guess.stack
    ]
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


def _matched(scenario: WestFrontScenario, hidden: Sequence[int], blocks: Sequence[Block]) -> list[int]:
    """A different unit for each block, such as could stand there; where that cannot be, any unit.

    Kuhn's matching: blocks are served one after the other, and a block already served gives its unit up if it can get
    another. There are never fewer units than blocks.
    """
    # Most blocks have done the same, and most units are of few kinds.
    alike: dict[_Deed, list[int]] = {}
    fits = []
    for block in blocks:
        deed = _deed(scenario, block)
        if deed not in alike:
            alike[deed] = [unit for unit in hidden if _could_have(scenario, unit, deed)] or list(hidden)
        fits.append(alike[deed])
    holder: dict[int, int] = {}
    for wanted in range(len(blocks)):
        _serve(wanted, fits, holder, set())
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
    board, here = scenario.board, 1 << block.hex
    return _Deed(
        attacked=bool(block.method),
        by_sea=block.method == "sea" or block.port >= 0 or block.invaded,
        by_air=block.method == "air" or block.dropped,
        disengaged=block.disengaged,
        walked=block.moved and not block.strategic,
        dispersed=block.dispersed,
        on_land=bool(board.land & here),
        italian_area=bool(_restricted_area(scenario) & here),
    )


def could_be(scenario: WestFrontScenario, unit: int, block: Block) -> bool:
    """Whether a unit could stand where a block stands, having done what the block did, by its type and nation."""
    return _could_have(scenario, unit, _deed(scenario, block))


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
