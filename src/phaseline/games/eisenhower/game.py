"""The game object of Eisenhower's War."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from msgspec import Struct

from phaseline.engine.aids import Aids
from phaseline.engine.casefile import CaseSetup
from phaseline.engine.flow import Flow
from phaseline.engine.game import Game, Question, View
from phaseline.engine.ledger import case
from phaseline.engine.orders import Order
from phaseline.engine.packs import DataPack
from phaseline.engine.sheet import Sheet
from phaseline.engine.state import State
from phaseline.games.eisenhower import casefile, facts, orders, soundness
from phaseline.games.eisenhower import sheet as sheets
from phaseline.games.eisenhower import view as views
from phaseline.games.eisenhower.aids import EisenhowerAids
from phaseline.games.eisenhower.files import PACKAGE, SEATS
from phaseline.games.eisenhower.position import EisenhowerPosition
from phaseline.games.eisenhower.questions import QUESTIONS
from phaseline.games.eisenhower.scenario import EisenhowerScenario, Options, first_position, load
from phaseline.games.eisenhower.sequence import FLOW
from phaseline.games.eisenhower.state import EisenhowerState

IDLE_ORDERS: tuple[Order, ...] = (
    orders.Done(),
    orders.Pass(),
    orders.Wait(),
    orders.PlanNone(),
    orders.Begin(first="movement"),
    orders.Roll(),
    orders.Land(),
)


class EisenhowersWar(Game[EisenhowerPosition, EisenhowerScenario]):
    """Corps on hexes of 65 km, from the landing in Normandy to April 1945; see the package's README."""

    key: ClassVar[str] = "eisenhower"
    title: ClassVar[str] = "Eisenhower's War"
    version: ClassVar[str] = "1.0"
    seats: ClassVar[tuple[str, ...]] = SEATS
    flow: ClassVar[Flow] = FLOW
    state_type = EisenhowerState
    position_type = EisenhowerPosition
    options_type: ClassVar[type[Struct]] = Options
    aids_type: ClassVar[type[Aids[Any, Any]]] = EisenhowerAids
    setup_type: ClassVar[type[Struct] | None] = casefile.EisenhowerSetup
    package: ClassVar[str] = PACKAGE
    questions: ClassVar[Mapping[str, Question]] = QUESTIONS

    @case("3.1a", "3.2", "3.3a")
    def scenarios(self) -> Mapping[str, str]:
        """The two scenarios (3.1)."""
        return {"historical": "Historical Invasion", "alternate": "Alternative Invasion"}

    def scenario(self, key: str, options: Struct, packs: Sequence[DataPack]) -> EisenhowerScenario:
        """Load a scenario from its files."""
        assert isinstance(options, Options)
        return load(key, options, packs)

    def start(self, scenario: EisenhowerScenario) -> EisenhowerPosition:
        """Units in their places, before the plans are written."""
        return first_position(scenario)

    def redact(
        self, scenario: EisenhowerScenario, position: EisenhowerPosition, seat: int | None
    ) -> EisenhowerPosition:
        """Take out the secret plans."""
        return views.redact(scenario, position, seat)

    def sample(
        self, scenario: EisenhowerScenario, known: EisenhowerPosition, seat: int, rng: random.Random
    ) -> EisenhowerPosition:
        """A position that fits what `seat` knows."""
        return views.sample(scenario, known, seat, rng)

    def sheet(self, scenario: EisenhowerScenario, view: View) -> Sheet:
        """What is drawn."""
        return sheets.sheet(scenario, view)

    def compose(self, setup: CaseSetup) -> EisenhowerState:
        """The state that a case file describes, at its first decision."""
        state = EisenhowerState(self, *casefile.compose(setup), setup.dice)
        setup.begin(state)
        return state

    def report(self, state: State[EisenhowerPosition, EisenhowerScenario]) -> Mapping[str, Any]:
        """What a case file may expect."""
        assert isinstance(state, EisenhowerState)
        return facts.report(state)

    def passing(self, state: State[EisenhowerPosition, EisenhowerScenario], seat: int) -> Order | None:
        """The order by which a seat does no more: done, pass, wait, or whatever comes nearest."""
        legal = state.legal(seat)
        for order in IDLE_ORDERS:
            if order in legal:
                return order
        legal = state.legal(seat)
        if orders.Remove in legal.kinds():
            return next(iter(legal))
        return super().passing(state, seat)

    def faults(self, state: State[EisenhowerPosition, EisenhowerScenario]) -> list[str]:
        """What is wrong with a position that the rules can never lead to."""
        assert isinstance(state, EisenhowerState)
        return list(soundness.faults(state))
