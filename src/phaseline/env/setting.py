"""What an environment is about: a scenario of a game, with its numbers."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from phaseline.engine.game import Game, Scenario
from phaseline.env.encoding import Encoding
from phaseline.env.layout import Layout


@dataclass(frozen=True)
class Setting:
    """A scenario of a game, and how its actions and observations are numbered."""

    game: Game[Any, Any]
    scenario: Scenario

    @cached_property
    def layout(self) -> Layout:
        """The numbering of actions."""
        return Layout(self.game, self.scenario)

    @cached_property
    def encoding(self) -> Encoding:
        """What a seat observes."""
        units = self.layout.segments.get("unit")
        return Encoding(self.game, self.scenario, self.layout.cells, 0 if units is None else units.size)
