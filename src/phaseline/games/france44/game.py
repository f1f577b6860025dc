"""The game object of France '44."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from phaseline.drill.game import FieldGame, Parts
from phaseline.engine.position import Frame
from phaseline.games.france44 import casefile, facts, orders, sheet, soundness, vetting
from phaseline.games.france44.aids import FranceAids
from phaseline.games.france44.files import PACKAGE, SEATS
from phaseline.games.france44.opening import first_position
from phaseline.games.france44.position import Battle, FrancePosition
from phaseline.games.france44.questions import QUESTIONS
from phaseline.games.france44.scenario import FranceScenario, Options, load
from phaseline.games.france44.sequence import FLOW
from phaseline.games.france44.state import FranceState


class France44(FieldGame[FrancePosition, FranceScenario, FranceState]):
    """Divisions on hexes of 16 km, from the Normandy beaches to the Rhine; see the package's README."""

    key = "france44"
    title = "France '44"
    version = "1.4"
    seats = SEATS
    titles: ClassVar[Mapping[str, str]] = {
        "campaign": "From Normandy to the Rhine",
        "beachhead": "Beachhead: from D-Day to the eve of Cobra",
        "seine": "To the Seine and beyond: the first three months",
        "falaise": "Falaise: breakout and pursuit to the Seine",
        "anvil": "Anvil: the landing in Provence",
        "market": "Market Garden and the Scheldt",
        "ardennes": "The Ardennes",
        "rhine": "Crossing the Rhine",
    }
    flow = FLOW
    state_type = FranceState
    position_type = FrancePosition
    options_type = Options
    aids_type = FranceAids
    battles: ClassVar[Mapping[type[Frame], str]] = {Battle: "target"}
    setup_type = casefile.FranceSetup
    package = PACKAGE
    questions = QUESTIONS
    idle = (orders.Done(),)
    longest = 100_000
    parts = Parts(
        load=load,
        start=first_position,
        sheet=sheet.sheet,
        compose=casefile.compose,
        report=facts.report,
        vet=vetting.vet,
        faults=soundness.faults,
    )
