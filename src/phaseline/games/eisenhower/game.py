"""The game object of Eisenhower's War."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from phaseline.drill.game import FieldGame, Parts
from phaseline.engine.ledger import case
from phaseline.engine.orders import Order
from phaseline.engine.position import Frame
from phaseline.engine.state import State
from phaseline.games.eisenhower import casefile, facts, orders, sheet, soundness, vetting, view
from phaseline.games.eisenhower.aids import EisenhowerAids
from phaseline.games.eisenhower.files import PACKAGE, SEATS
from phaseline.games.eisenhower.opening import first_position
from phaseline.games.eisenhower.position import Combat, EisenhowerPosition
from phaseline.games.eisenhower.questions import QUESTIONS
from phaseline.games.eisenhower.rules import phases
from phaseline.games.eisenhower.scenario import EisenhowerScenario, Options, load
from phaseline.games.eisenhower.sequence import FLOW
from phaseline.games.eisenhower.state import EisenhowerState


@case("3.1a", "3.2", "3.3a")
class EisenhowersWar(FieldGame[EisenhowerPosition, EisenhowerScenario, EisenhowerState]):
    """Corps on hexes of 65 km, from the landing in Normandy to April 1945; see the package's README."""

    key = "eisenhower"
    title = "Eisenhower's War"
    version = "1.4"
    seats = SEATS
    titles: ClassVar[Mapping[str, str]] = {
        "historical": "Historical Invasion",
        "alternate": "Alternative Invasion",
    }
    flow = FLOW
    state_type = EisenhowerState
    position_type = EisenhowerPosition
    options_type = Options
    aids_type = EisenhowerAids
    battles: ClassVar[Mapping[type[Frame], str]] = {Combat: "target"}
    setup_type = casefile.EisenhowerSetup
    package = PACKAGE
    questions = QUESTIONS
    parts = Parts(
        load=load,
        start=first_position,
        sheet=sheet.sheet,
        redact=view.redact,
        sample=view.sample,
        compose=casefile.compose,
        report=facts.report,
        vet=vetting.vet,
        faults=soundness.faults,
    )
    idle = (
        orders.Done(),
        orders.Pass(),
        orders.Wait(),
        orders.PlanNone(),
        orders.Begin(first="movement"),
        orders.Roll(),
        orders.Land(),
    )

    def case_of(
        self, state: State[EisenhowerPosition, EisenhowerScenario], kind: type[Order], seat: int
    ) -> str:
        """What comes first in a phase and the limits of Turn 1 have cases of their own."""
        assert isinstance(state, EisenhowerState)
        return phases.case_of(state, kind, seat)

    def passing(self, state: State[EisenhowerPosition, EisenhowerScenario], seat: int) -> Order | None:
        """An idle order; of units that are too many the first goes."""
        legal = state.legal(seat)
        return next(iter(legal)) if orders.Remove in legal.kinds() else super().passing(state, seat)
