"""The game object of Skirmish."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import ClassVar

from msgspec import Struct

from phaseline.engine.flow import Flow
from phaseline.engine.game import Game, Question, View
from phaseline.engine.packs import DataPack
from phaseline.engine.sheet import Sheet
from phaseline.games.skirmish import view as views
from phaseline.games.skirmish.position import Campaign, SkirmishPosition
from phaseline.games.skirmish.questions import QUESTIONS
from phaseline.games.skirmish.scenario import PACKAGE, SEATS, Options, SkirmishScenario, load
from phaseline.games.skirmish.sequence import FLOW
from phaseline.games.skirmish.state import SkirmishState


class Skirmish(Game[SkirmishPosition, SkirmishScenario]):
    """A small complete wargame that uses everything the kernel has; its rules are in the package's README."""

    key: ClassVar[str] = "skirmish"
    title: ClassVar[str] = "Skirmish"
    version: ClassVar[str] = "1.0"
    seats: ClassVar[tuple[str, ...]] = SEATS
    flow: ClassVar[Flow] = FLOW
    state_type = SkirmishState
    position_type = SkirmishPosition
    options_type: ClassVar[type[Struct]] = Options
    package: ClassVar[str] = PACKAGE
    questions: ClassVar[Mapping[str, Question]] = QUESTIONS

    def scenarios(self) -> Mapping[str, str]:
        """The two scenarios."""
        return {"ford": "The Ford", "ridge": "The Ridge"}

    def scenario(self, key: str, options: Struct, packs: Sequence[DataPack]) -> SkirmishScenario:
        """Load a scenario from its files."""
        assert isinstance(options, Options)
        return load(key, options, packs)

    def start(self, scenario: SkirmishScenario) -> SkirmishPosition:
        """Units in their places, face down unless the fog is off (2.1)."""
        assert isinstance(scenario.options, Options)
        return SkirmishPosition(
            stack=[Campaign()],
            face_up=0 if scenario.options.fog else (1 << len(scenario.units)) - 1,
            at=[scenario.map.hex(unit.at) for unit in scenario.units],
            steps=[2] * len(scenario.units),
            control=list(scenario.first_control),
        )

    def redact(
        self, scenario: SkirmishScenario, position: SkirmishPosition, seat: int | None
    ) -> SkirmishPosition:
        """Take out what `seat` may not know."""
        return views.redact(scenario, position, seat)

    def sample(
        self, scenario: SkirmishScenario, known: SkirmishPosition, seat: int, rng: random.Random
    ) -> SkirmishPosition:
        """A position that fits what `seat` knows."""
        return views.sample(scenario, known, seat, rng)

    def sheet(self, scenario: SkirmishScenario, view: View) -> Sheet:
        """What is drawn."""
        return views.sheet(scenario, view)
