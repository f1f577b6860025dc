"""The game object of France '44."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from msgspec import Struct

from phaseline.engine.casefile import CaseSetup
from phaseline.engine.flow import Flow
from phaseline.engine.game import Game, Question, View
from phaseline.engine.ledger import case
from phaseline.engine.packs import DataPack
from phaseline.engine.sheet import Sheet
from phaseline.engine.state import State
from phaseline.games.france44 import casefile, facts, soundness
from phaseline.games.france44 import sheet as sheets
from phaseline.games.france44 import view as views
from phaseline.games.france44.files import PACKAGE, SEATS
from phaseline.games.france44.position import FrancePosition
from phaseline.games.france44.questions import QUESTIONS
from phaseline.games.france44.scenario import FranceScenario, Options, first_position, load
from phaseline.games.france44.sequence import FLOW
from phaseline.games.france44.state import FranceState


class France44(Game[FrancePosition, FranceScenario]):
    """Divisions on hexes of 16 km, from the Normandy beaches to the Rhine; see the package's README."""

    key: ClassVar[str] = "france44"
    title: ClassVar[str] = "France '44"
    version: ClassVar[str] = "1.0"
    seats: ClassVar[tuple[str, ...]] = SEATS
    flow: ClassVar[Flow] = FLOW
    state_type = FranceState
    position_type = FrancePosition
    options_type: ClassVar[type[Struct]] = Options
    setup_type: ClassVar[type[Struct] | None] = casefile.FranceSetup
    package: ClassVar[str] = PACKAGE
    questions: ClassVar[Mapping[str, Question]] = QUESTIONS
    longest: ClassVar[int] = 100_000

    @case("2.1", "5.4a")
    def scenarios(self) -> Mapping[str, str]:
        """The scenarios."""
        return {"campaign": "From Normandy to the Rhine"}

    def scenario(self, key: str, options: Struct, packs: Sequence[DataPack]) -> FranceScenario:
        """Load a scenario from its files."""
        assert isinstance(options, Options)
        return load(key, options, packs)

    def start(self, scenario: FranceScenario) -> FrancePosition:
        """Units in their places, before the players change the set-up."""
        return first_position(scenario)

    def redact(self, scenario: FranceScenario, position: FrancePosition, seat: int | None) -> FrancePosition:
        """Nothing is hidden."""
        return views.redact(position)

    def sample(
        self, scenario: FranceScenario, known: FrancePosition, seat: int, rng: random.Random
    ) -> FrancePosition:
        """Nothing is hidden, so there is nothing to guess."""
        return views.redact(known)

    def sheet(self, scenario: FranceScenario, view: View) -> Sheet:
        """What is drawn."""
        return sheets.sheet(scenario, view)

    def compose(self, setup: CaseSetup) -> FranceState:
        """The state that a case file describes, at its first decision."""
        state = FranceState(self, *casefile.compose(setup), setup.dice)
        setup.begin(state)
        return state

    def report(self, state: State[FrancePosition, FranceScenario]) -> Mapping[str, Any]:
        """What a case file may expect."""
        assert isinstance(state, FranceState)
        return facts.report(state)

    def faults(self, state: State[FrancePosition, FranceScenario]) -> list[str]:
        """What is wrong with a position that the rules can never lead to."""
        assert isinstance(state, FranceState)
        return list(soundness.faults(state))
