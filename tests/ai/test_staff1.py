"""The staff of version 0.1.0 plays as it did then: its orders are held to matches recorded with that version.

`staff1.json` has, for each match, a digest of every fifty orders. A match goes astray where the old staff chooses
otherwise, or where the rules let something else happen. In the first case something it shares with the new staff has
changed: give the old one its own copy in `phaseline.ai.staff1`. In the second the digests are made anew, from the commit
before with only the rules changed: `python tests/ai/test_staff1.py`.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
from pathlib import Path

import pytest

from phaseline.ai import registry
from phaseline.ai.driver import NoEnd, play_match
from phaseline.ai.eisenhower import attacks
from phaseline.ai.eisenhower.situation import Situation
from phaseline.ai.eisenhower.terrain import ground
from phaseline.ai.field import Candidate
from phaseline.ai.staff1 import GAMES
from phaseline.ai.staff1.eisenhower import frozen
from phaseline.engine.match import Match
from phaseline.engine.registry import game
from phaseline.games.eisenhower.position import GERMAN
from phaseline.games.eisenhower.state import EisenhowerState

KEPT = Path(__file__).with_name("staff1.json")
PART = 50
MATCHES = [
    ("skirmish", "ford", ("staff-1", "staff-1"), 1, 1000),
    ("skirmish", "ridge", ("staff-1", "passive"), 2, 1000),
    ("westfront", "husky", ("staff-1", "staff-1"), 3, 1000),
    ("westfront", "S44", ("staff-1", "staff-1"), 4, 200),
    ("westfront", "W43", ("staff-1", "staff-1"), 5, 150),
    ("eisenhower", "historical", ("staff-1", "passive"), 9005, 400),
    ("eisenhower", "historical", ("staff-1", "staff-1"), 7, 300),
    ("eisenhower", "alternate", ("staff-1", "staff-1"), 8, 300),
]
"""Game, scenario, players, seed, and how many orders of the match are kept."""


def digests(key: str, scenario: str, players: tuple[str, ...], seed: int, most: int) -> list[str]:
    """What a match comes to, fifty orders at a time."""
    chosen = game(key)
    match = Match.new(chosen, chosen.load(scenario), seed=seed.to_bytes(32, "big"))
    with contextlib.suppress(NoEnd):
        play_match(
            match,
            {seat: registry.make(name, seed + seat) for seat, name in enumerate(players)},
            limit=most,
        )
    lines = [match.write(entry.order) for entry in match.entries if entry.order is not None]
    return [
        hashlib.sha256("\n".join(lines[start : start + PART]).encode()).hexdigest()[:16]
        for start in range(0, len(lines), PART)
    ]


def name(played: tuple[str, str, tuple[str, ...], int, int]) -> str:
    key, scenario, players, seed, _ = played
    return f"{key} {scenario} {' '.join(players)} {seed}"


@pytest.mark.parametrize("played", MATCHES, ids=name)
def test_the_old_staff_gives_the_orders_it_gave(played: tuple[str, str, tuple[str, ...], int, int]) -> None:
    kept: dict[str, list[str]] = json.loads(KEPT.read_text("utf-8"))
    assert digests(*played) == kept[name(played)]


def test_the_old_staff_keeps_no_room_for_who_attacks_from_where_he_stands() -> None:
    """What it thought otherwise of room, which the recorded matches hardly show."""
    scenario = game("eisenhower").load("historical")
    s = Match.new(game("eisenhower"), scenario, seed=bytes(32)).state
    assert isinstance(s, EisenhowerState)
    view = Situation(ground(scenario), s, GERMAN)
    stands, *arrive = (scenario.number[name] for name in ("1SS", "25", "47Pz", "58Pz", "66", "67"))
    here = s.position.at[stands]
    assert view.limit(here) == len(arrive) == 5
    places = {unit: 1 << here | 1 << s.position.at[unit] for unit in arrive}
    free = {**places, stands: scenario.map.on_map}
    full = dict.fromkeys(arrive, here)
    for staff, fits in ((attacks.GeneralStaff, False), (frozen.GeneralStaff, True)):
        assert staff(view, free, 0).fits(Candidate(stands, here, 1, 0.0), full) == fits
    tied = {**places, stands: 1 << here}
    assert attacks.GeneralStaff(view, tied, 0).room(here) == 4
    assert frozen.GeneralStaff(view, tied, 0).room(here) == 5
    last = Candidate(arrive[-1], here, 1, 0.0)
    beside = {stands: here, **dict.fromkeys(arrive[:-1], here)}
    assert not frozen.GeneralStaff(view, tied, 0).fits(last, beside), "beside him it counted"


def test_the_old_staff_knows_the_games_of_its_time() -> None:
    assert {
        key for key in ("skirmish", "westfront", "eisenhower", "france44") if registry.plays("staff-1", key)
    } == {*GAMES}
    assert not registry.plays("staff-1", "midway")


if __name__ == "__main__":
    KEPT.write_text(json.dumps({name(each): digests(*each) for each in MATCHES}, indent=1) + "\n", "utf-8")
