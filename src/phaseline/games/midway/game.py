"""The game object of the companion."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from phaseline.engine import Game, Sheet, State, Track, View
from phaseline.engine.packs import DataPack
from phaseline.games.midway import view as views
from phaseline.games.midway.position import (
    COUNTERS,
    GONE,
    LOST,
    NOT_YET,
    PLACES,
    Campaign,
    MidwayPosition,
)
from phaseline.games.midway.scenario import PACKAGE, SEATS, TITLES, MidwayScenario, Options, load
from phaseline.games.midway.sequence import FLOW
from phaseline.games.midway.state import MidwayState, in_play

AWAY = {NOT_YET: "not yet in play", LOST: "eliminated", GONE: "removed"}


class Midway(Game[MidwayPosition, MidwayScenario]):
    """A companion for the addendum to Midway Solitaire: it needs the game itself on the table."""

    key = "midway"
    title = "Midway: PTO Campaign"
    version = "1.1"
    seats = SEATS
    flow = FLOW
    state_type = MidwayState
    position_type = MidwayPosition
    options_type = Options
    package = PACKAGE
    longest = 100_000

    def scenarios(self) -> Mapping[str, str]:
        """One campaign."""
        return TITLES

    def scenario(self, key: str, options: Struct, packs: Sequence[DataPack]) -> MidwayScenario:
        """The campaign with these options."""
        assert isinstance(options, Options)
        return load(options, packs)

    def start(self, scenario: MidwayScenario) -> MidwayPosition:
        """Nothing has been drawn."""
        return MidwayPosition(stack=[Campaign()], at=[NOT_YET] * len(scenario.names))

    def redact(self, scenario: MidwayScenario, position: MidwayPosition, seat: int | None) -> MidwayPosition:
        """Without the place of a Hiyo that nobody has looked at."""
        return views.redact(scenario, position, seat)

    def sample(
        self, scenario: MidwayScenario, known: MidwayPosition, seat: int, rng: random.Random
    ) -> MidwayPosition:
        """With the Hiyo in one of the places where it can be."""
        return views.sample(scenario, known, seat, rng)

    def sheet(self, scenario: MidwayScenario, view: View) -> Sheet:
        """Tracks: the pool, and where everybody is."""
        known = view.position
        assert isinstance(known, MidwayPosition)
        return Sheet(tracks=tuple(_tracks(scenario, known)))

    def report(self, state: State[MidwayPosition, MidwayScenario]) -> Mapping[str, Any]:
        """The pool, the units and the face-down counters."""
        p = state.position
        names = state.scenario.names
        return {
            "cycle": p.cycle,
            "operations": p.operations,
            "incidents": p.incidents,
            "storms": p.storms,
            "units": {
                name: {
                    "at": place_of(p.at[n]),
                    "damaged": bool(p.damaged >> n & 1),
                    "active": bool(p.active >> n & 1),
                }
                for n, name in enumerate(names)
            },
        }

    def variants(self, key: str) -> Sequence[Mapping[str, Any]]:
        """With and without the optional rules."""
        return ({}, {"incidents": 4, "nimitz": True}, {"bonus": False, "incidents": 2, "nimitz": True})

    def faults(self, state: State[MidwayPosition, MidwayScenario]) -> list[str]:
        """Pools that have run below nothing, and air units without their carrier."""
        p, scenario = state.position, state.scenario
        present, found = in_play(p), []
        if p.operations < 0 or p.incidents < 0:
            found.append("the pool has run below nothing")
        if p.at[scenario.carrier] < 0 and scenario.nimitz & present:
            found.append("pieces of the Nimitz group are in play without CVN-68")
        if (p.damaged | p.active) & ~present:
            found.append("a unit acts or is damaged that is not in play")
        return found


def place_of(place: int) -> str:
    """A place in words."""
    return PLACES[place] if place >= 0 else AWAY[place]


def _tracks(scenario: MidwayScenario, known: MidwayPosition) -> Iterator[Track]:
    yield Track("Cycle", f"{known.cycle} of {scenario.cycles}")
    yield Track("Operation counters in the pool", str(known.operations))
    if scenario.options.incidents:
        yield Track("Incident markers in the pool", str(known.incidents))
        yield Track("Weather incidents", str(known.storms))
    for number, name in enumerate(scenario.names):
        if number == scenario.hiyo and views.hidden(known):
            unseen = [COUNTERS[n] for n in range(len(COUNTERS)) if not known.turned >> n & 1]
            yield Track(name, f"face down: {', '.join(unseen)}")
        elif known.at[number] != NOT_YET:
            hurt = ", damaged" if known.damaged >> number & 1 else ""
            yield Track(name, f"{place_of(known.at[number])}{hurt}")
