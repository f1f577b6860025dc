"""The Game object of WestFront."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from msgspec import Struct

from phaseline.engine.aids import Aids
from phaseline.engine.casefile import CaseSetup
from phaseline.engine.flow import Flow
from phaseline.engine.game import Game, Question, View
from phaseline.engine.orders import Order
from phaseline.engine.packs import DataPack
from phaseline.engine.sheet import Sheet
from phaseline.engine.state import State
from phaseline.games.westfront import casefile, guess, opening, soundness
from phaseline.games.westfront import sheet as sheets
from phaseline.games.westfront import view as views
from phaseline.games.westfront.aids import WestFrontAids
from phaseline.games.westfront.orders import Done
from phaseline.games.westfront.position import WestFrontPosition
from phaseline.games.westfront.questions import QUESTIONS
from phaseline.games.westfront.scenario import (
    PACKAGE,
    SCENARIOS,
    SEATS,
    Options,
    WestFrontScenario,
    load,
)
from phaseline.games.westfront.sequence import FLOW
from phaseline.games.westfront.state import WestFrontState


class WestFront(Game[WestFrontPosition, WestFrontScenario]):
    """Western Europe from July 1943 to May 1945, corps by corps, in blocks that hide their strength."""

    key: ClassVar[str] = "westfront"
    title: ClassVar[str] = "WestFront"
    version: ClassVar[str] = "1.0"
    seats: ClassVar[tuple[str, ...]] = SEATS
    flow: ClassVar[Flow] = FLOW
    state_type = WestFrontState
    position_type = WestFrontPosition
    options_type: ClassVar[type[Struct]] = Options
    package: ClassVar[str] = PACKAGE
    questions: ClassVar[Mapping[str, Question]] = QUESTIONS
    aids_type: ClassVar[type[Aids[Any, Any]]] = WestFrontAids
    setup_type: ClassVar[type[Struct] | None] = casefile.WestFrontSetup

    def scenarios(self) -> Mapping[str, str]:
        """The example game and the four half-years."""
        return SCENARIOS

    def scenario(self, key: str, options: Struct, packs: Sequence[DataPack]) -> WestFrontScenario:
        """Load a scenario from its files."""
        assert isinstance(options, Options)
        return load(key, options, packs)

    def start(self, scenario: WestFrontScenario) -> WestFrontPosition:
        """Units in their places, before the set-up and the first month."""
        return opening.first_position(scenario)

    def redact(
        self, scenario: WestFrontScenario, position: WestFrontPosition, seat: int | None
    ) -> WestFrontPosition:
        """Take out what `seat` may not know."""
        return views.redact(scenario, position, seat)

    def sample(
        self, scenario: WestFrontScenario, known: WestFrontPosition, seat: int, rng: random.Random
    ) -> WestFrontPosition:
        """A position that fits what `seat` knows."""
        return guess.sample(scenario, known, seat, rng)

    def passing(self, state: State[WestFrontPosition, WestFrontScenario], seat: int) -> Order | None:
        """Nothing more in this step, where that is possible."""
        done = Done()
        return done if state.legal(seat).refusal(done) is None else super().passing(state, seat)

    def sheet(self, scenario: WestFrontScenario, view: View) -> Sheet:
        """What is drawn."""
        return sheets.sheet(scenario, view)

    def compose(self, setup: CaseSetup) -> WestFrontState:
        """The state that a case file describes, at its first decision."""
        return casefile.compose(self, setup)

    def report(self, state: State[WestFrontPosition, WestFrontScenario]) -> Mapping[str, Any]:
        """What a case file may expect."""
        assert isinstance(state, WestFrontState)
        return casefile.report(state)

    def variants(self, key: str) -> Sequence[Mapping[str, Any]]:
        """Every kind of set-up the scenario has, and a game that goes on into the next scenario (3.12)."""
        if key == "husky":
            return ({},)
        kinds: list[Mapping[str, Any]] = [
            {"deployment": kind} for kind in ("historical", "semi-historical", "free")
        ]
        return (*kinds, {"linked": 1, "siege_port": "example"})

    def faults(self, state: State[WestFrontPosition, WestFrontScenario]) -> list[str]:
        """What is wrong with a position that the rules can never lead to."""
        assert isinstance(state, WestFrontState)
        return list(soundness.faults(state))
