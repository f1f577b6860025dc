"""Charts of a match that is over."""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import Any

import pytest

from phaseline.engine import registry
from phaseline.engine.aids.chances import settled
from phaseline.engine.match import Match
from phaseline.server.rooms.history import History
from phaseline.server.storage.rows import position_row
from phaseline.server.viewing.charts import series


def over(seed: int) -> tuple[Match, History]:
    """A match of The Ford played to its end by chance."""
    rules, rng = registry.game("skirmish"), random.Random(seed)
    match = Match.new(rules, rules.load("ford"), seed=bytes(32))
    start = position_row(match.position, 0)
    while (decision := match.decision) is not None:
        match.submit(decision.seats[0], match.legal(decision.seats[0]).sample(rng))
    chronicle: Any = SimpleNamespace(match=match)
    return match, History(chronicle, lambda _: start)


@pytest.mark.parametrize("seed", range(3))
def test_the_last_point_of_the_chances_is_the_result(seed: int) -> None:
    match, history = over(seed)
    assert match.outcome is not None
    lines = [line for line in series(match, history, None, bare=True) if line.key == "chance"]
    assert [line.side for line in lines] == [0, 1]
    for line in lines:
        entry, value = line.points[-1]
        assert entry == len(match.entries) - 1
        assert value == 100 * (line.side == match.outcome.winner)
        assert all(0 <= before <= 100 for _, before in line.points[:-1])
        assert len(line.labels) == len(line.points)
        assert line.labels[-1].startswith("Turn ")


def test_a_match_that_ends_in_the_midst_of_a_phase_has_a_point_there() -> None:
    match, history = over(0)
    match.entries[-1].phase_ends = ()
    for line in series(match, history, None, bare=True):
        assert line.points[-1][0] == len(match.entries) - 1


def test_a_draw_is_nobodys_victory() -> None:
    assert [(each.side, each.value) for each in settled(("Blue", "Red"), None)] == [(0, 0), (1, 0)]
