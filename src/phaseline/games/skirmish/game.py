"""The game object of Skirmish."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from phaseline.drill.game import FieldGame, Parts
from phaseline.engine.position import Frame
from phaseline.games.skirmish import casefile, sheet, soundness, vetting, view
from phaseline.games.skirmish.aids import SkirmishAids
from phaseline.games.skirmish.position import Battle, SkirmishPosition
from phaseline.games.skirmish.questions import QUESTIONS
from phaseline.games.skirmish.scenario import PACKAGE, SEATS, Options, SkirmishScenario, first_position, load
from phaseline.games.skirmish.sequence import FLOW
from phaseline.games.skirmish.state import SkirmishState


class Skirmish(FieldGame[SkirmishPosition, SkirmishScenario, SkirmishState]):
    """A small complete wargame that uses everything the kernel has; its rules are in the package's README."""

    key = "skirmish"
    title = "Skirmish"
    version = "1.2"
    seats = SEATS
    titles: ClassVar[Mapping[str, str]] = {"ford": "The Ford", "ridge": "The Ridge"}
    flow = FLOW
    state_type = SkirmishState
    position_type = SkirmishPosition
    options_type = Options
    aids_type = SkirmishAids
    battles: ClassVar[Mapping[type[Frame], str]] = {Battle: "target"}
    setup_type = casefile.SkirmishSetup
    package = PACKAGE
    questions = QUESTIONS
    parts = Parts(
        load=load,
        start=first_position,
        sheet=sheet.sheet,
        redact=view.redact,
        sample=view.sample,
        compose=casefile.compose,
        report=casefile.report,
        vet=vetting.vet,
        faults=soundness.faults,
    )

    def variants(self, key: str) -> Sequence[Mapping[str, Any]]:
        """With fog and without, in any weather and in dry."""
        return ({}, {"fog": False}, {"weather": "dry"})
