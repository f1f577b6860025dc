"""The game object of WestFront."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from phaseline.drill.game import FieldGame, Parts
from phaseline.engine.casefile import CaseSetup
from phaseline.engine.position import Frame
from phaseline.games.westfront import casefile, guess, opening, sheet, soundness, vetting, view
from phaseline.games.westfront.aids import WestFrontAids
from phaseline.games.westfront.orders import Done
from phaseline.games.westfront.position import Pursuit, Round, WestFrontPosition
from phaseline.games.westfront.questions import QUESTIONS
from phaseline.games.westfront.scenario import PACKAGE, SCENARIOS, SEATS, Options, WestFrontScenario, load
from phaseline.games.westfront.sequence import FLOW
from phaseline.games.westfront.state import WestFrontState


class WestFront(FieldGame[WestFrontPosition, WestFrontScenario, WestFrontState]):
    """Western Europe from July 1943 to May 1945, corps by corps, in blocks that hide their strength."""

    key = "westfront"
    title = "WestFront"
    version = "1.7"
    seats = SEATS
    titles = SCENARIOS
    flow = FLOW
    state_type = WestFrontState
    position_type = WestFrontPosition
    options_type = Options
    package = PACKAGE
    fixed = ("seas.toml",)
    questions = QUESTIONS
    aids_type = WestFrontAids
    battles: ClassVar[Mapping[type[Frame], str]] = {Round: "hex", Pursuit: "hex"}
    setup_type = casefile.WestFrontSetup
    parts = Parts(
        load=load,
        start=opening.first_position,
        sheet=sheet.sheet,
        redact=view.redact,
        sample=guess.sample,
        report=casefile.report,
        vet=vetting.vet,
        faults=soundness.faults,
    )
    idle = (Done(),)

    def compose(self, setup: CaseSetup) -> WestFrontState:
        """The state that a case file describes, at its first decision."""
        return casefile.compose(self, setup)

    def variants(self, key: str) -> Sequence[Mapping[str, Any]]:
        """Every kind of set-up the scenario has, and a game that goes on into the next scenario (3.12)."""
        if key == "husky":
            return ({},)
        kinds: list[Mapping[str, Any]] = [
            {"deployment": kind} for kind in ("historical", "semi-historical", "free")
        ]
        return (*kinds, {"linked": 1, "siege_port": "example"})
