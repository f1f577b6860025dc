"""The game object of Skirmish."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from msgspec import Struct

from phaseline.engine.aids import Aids
from phaseline.engine.casefile import CaseSetup
from phaseline.engine.flow import Flow
from phaseline.engine.game import Game, Question, View
from phaseline.engine.packs import DataPack
from phaseline.engine.sheet import Sheet
from phaseline.engine.state import State
from phaseline.games.skirmish import casefile, soundness
from phaseline.games.skirmish import sheet as sheets
from phaseline.games.skirmish import view as views
from phaseline.games.skirmish.aids import SkirmishAids
from phaseline.games.skirmish.position import SkirmishPosition
from phaseline.games.skirmish.questions import QUESTIONS
from phaseline.games.skirmish.scenario import PACKAGE, SEATS, Options, SkirmishScenario, first_position, load
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
    aids_type: ClassVar[type[Aids[Any, Any]]] = SkirmishAids
    setup_type: ClassVar[type[Struct] | None] = casefile.SkirmishSetup
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
        """Units in their places, before the first turn."""
        return first_position(scenario)

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
        return sheets.sheet(scenario, view)

    def compose(self, setup: CaseSetup) -> SkirmishState:
        """The state that a case file describes, at its first decision."""
        state = SkirmishState(self, *casefile.compose(setup), setup.dice)
        setup.begin(state)
        return state

    def report(self, state: State[SkirmishPosition, SkirmishScenario]) -> Mapping[str, Any]:
        """What a case file may expect."""
        assert isinstance(state, SkirmishState)
        return casefile.report(state)

    def variants(self, key: str) -> Sequence[Mapping[str, Any]]:
        """With fog and without, in any weather and in dry."""
        return ({}, {"fog": False}, {"weather": "dry"})

    def faults(self, state: State[SkirmishPosition, SkirmishScenario]) -> list[str]:
        """What is wrong with a position that the rules can never lead to."""
        assert isinstance(state, SkirmishState)
        return list(soundness.faults(state))
