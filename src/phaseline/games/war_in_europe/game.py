"""The game object of War in Europe."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from phaseline.drill.game import FieldGame, Parts
from phaseline.engine.position import Frame
from phaseline.games.war_in_europe import casefile, facts, orders, sheet, soundness, vetting, view
from phaseline.games.war_in_europe.aids import WarAids
from phaseline.games.war_in_europe.files import PACKAGE, SEATS
from phaseline.games.war_in_europe.opening import first_position
from phaseline.games.war_in_europe.position import AirFront, Battle, PortStrikes, Voyage, WarPosition
from phaseline.games.war_in_europe.questions import QUESTIONS
from phaseline.games.war_in_europe.scenario import Options, WarScenario, load
from phaseline.games.war_in_europe.sequence import FLOW
from phaseline.games.war_in_europe.state import WarState


class WarInEurope(FieldGame[WarPosition, WarScenario, WarState]):
    """Divisions on hexes of 33 km, in turns of a week, from Sicily to the North Sea; see the package's README."""

    key = "war_in_europe"
    title = "War in Europe"
    version = "1.10"
    seats = SEATS
    titles: ClassVar[Mapping[str, str]] = {
        "italy_1943": "Italy 1943: Salerno to the Gustav Line and Anzio",
        "sichelschnitt": "Sichelschnitt: the first three weeks in the West",
        "france_1940": "France 1940: the campaign in the West",
        "overlord_1944": "Overlord 1944: from Normandy to the Rhine",
        "westwall": "Westwall: the frontier in autumn 1944",
        "diadem": "Diadem: from the Gustav Line to the Arno",
    }
    flow = FLOW
    battles: ClassVar[Mapping[type[Frame], str]] = {Battle: "target"}
    contests: ClassVar[frozenset[type[Frame]]] = frozenset({AirFront, PortStrikes, Voyage})
    state_type = WarState
    position_type = WarPosition
    options_type = Options
    setup_type = casefile.WarSetup
    package = PACKAGE
    questions = QUESTIONS
    aids_type = WarAids
    idle = (orders.Done(),)
    longest = 100_000
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
