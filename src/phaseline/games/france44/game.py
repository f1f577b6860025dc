"""The game object of France '44."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import ClassVar

from msgspec import Struct

from phaseline.engine.flow import Flow
from phaseline.engine.game import Game, View
from phaseline.engine.ledger import case
from phaseline.engine.packs import DataPack
from phaseline.engine.sheet import Sheet
from phaseline.games.france44 import sheet as sheets
from phaseline.games.france44 import view as views
from phaseline.games.france44.files import PACKAGE, SEATS
from phaseline.games.france44.position import FrancePosition
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
    package: ClassVar[str] = PACKAGE
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
