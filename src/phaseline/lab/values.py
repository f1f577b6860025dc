"""What the beginnings of turns promise to players that search: the moments of a match that this is learned from.

The general looks as far as the beginning of one of its turns and values the position there (`phaseline.ai.search.bearings`). So
it is of such positions that matches are to teach something, and by the numbers that its council reads off them.
"""

from __future__ import annotations

import functools
from collections.abc import Hashable, Sequence
from typing import Any

from phaseline.ai.brain import brains
from phaseline.ai.search.bearings import BearingCouncil
from phaseline.engine.aids.clock import turn_of
from phaseline.engine.game import Game
from phaseline.engine.match import Match
from phaseline.lab.chances import Course, Moment, Reader, ending, replay


def reader(game: Game[Any, Any], scenario: Any) -> Reader | None:
    """How a match of the scenario is read that is over; None where no player values positions that are not."""
    councils = _councils(game, scenario)
    return functools.partial(course, councils) if councils else None


def course(councils: Sequence[BearingCouncil[Any]], match: Match) -> Course:
    """The beginnings of the turns of councils' seats, and how the match ended."""
    moments: list[Moment] = []
    seen: dict[int, Hashable] = {}
    for state, _ in replay(match):
        for council in councils:
            now = council.begins(state)
            if now is not None and now != seen.get(council.seat):
                seen[council.seat] = now
                moments.append(Moment(turn_of(state)[0], council.numbers(state)))
    return Course(tuple(moments), ending(match))


def _councils(game: Game[Any, Any], scenario: Any) -> list[BearingCouncil[Any]]:
    """Those of the seats that look some turns ahead."""
    make = brains()[game.key].council if game.key in brains() else None
    if make is None:
        return []
    found = [make(scenario, seat) for seat in range(len(game.seats))]
    return [each for each in found if isinstance(each, BearingCouncil) and each.reach and each.reach.turns]
