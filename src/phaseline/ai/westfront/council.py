"""What could be aimed at in WestFront, for players that search: how to act in a turn, from its Command Phase on."""

from __future__ import annotations

import random
from collections.abc import Hashable, Mapping
from typing import Any, Final, NamedTuple

from msgspec.structs import asdict, replace

from phaseline.ai.brain import Planner
from phaseline.ai.search.council import Council, Course
from phaseline.ai.sight import Sight
from phaseline.ai.westfront.beliefs import Recollection
from phaseline.ai.westfront.parameters import Parameters, parameters
from phaseline.ai.westfront.planner import WestFrontPlanner
from phaseline.games.westfront.position import ALLIED, Fortnight
from phaseline.games.westfront.scenario import WestFrontScenario
from phaseline.games.westfront.state import WestFrontState

S = Sight[WestFrontState]


class Bearing(NamedTuple):
    """A way to act: its aim in words, and what is weighed otherwise than by the parameters in force, by section."""

    aim: str
    otherwise: Mapping[str, Mapping[str, Any]]
    ashore: bool = False
    """Whether it makes a difference only to who lands."""


BEARINGS: Final = {
    "": Bearing("The staff's plan", {}),
    "beaches": Bearing("Land where nobody stands", {"landing": {"nobody": 20.0}}, ashore=True),
    "hinterland": Bearing("Land before what is worth most", {"landing": {"hinterland": 1.0}}, ashore=True),
    "ports": Bearing("Land at ports", {"landing": {"port": 10.0, "near_port": 4.0}}, ashore=True),
    "storm": Bearing(
        "Attack at any price",
        {"battle": {"boldness": -3.0, "folly": 0.0, "threat": 0.1}, "pull": {"guard": 0.2}},
    ),
    "press": Bearing(
        "Spend headquarters and press on",
        {
            "command": {"allied": 0.3, "axis": 0.3, "supreme": 0.3, "blitz": 0.6},
            "pull": {"strength": 0.12},
            "battle": {"boldness": -0.5},
        },
    ),
    "hold": Bearing(
        "Hold what we have",
        {"battle": {"boldness": 1.5, "threat": 1.0}, "pull": {"guard": 2.5, "empty": 0.2}},
    ),
    "spare": Bearing("Spare headquarters", {"command": {"allied": 6.0, "axis": 7.0, "supreme": 6.0}}),
}
"""How a side may act; what stands beside the plan of the staff must aim at something else."""
PLAYOUTS: Final = 40
"""The playouts of a search at the level of a general: a match of the shortest scenario takes a twentieth of a second."""
RECOGNISED: Final = 0.75
"""In so many of the worlds the enemy's blocks are taken for those that began nearest to where they stand."""
SHORT: Final = frozenset({"husky"})
"""The books whose matches are short enough to be played to the end."""


class WestFrontCouncil(Council[WestFrontState]):
    """How to act in each turn of a short scenario; in the long ones the staff decides alone."""

    replies = ("", "", "storm", "hold")

    def __init__(self, scenario: WestFrontScenario, seat: int) -> None:
        super().__init__(scenario, seat)
        self._enemy: Recollection | None = None
        self._weights = {name: altered(bearing) for name, bearing in BEARINGS.items()}

    def moment(self, state: WestFrontState) -> Hashable | None:
        """A Command Phase."""
        decision = state.waiting()
        if decision is None or self.seat not in decision.seats or decision.step.label != "command":
            return None
        if state.position.book not in SHORT:
            return None
        return state.position.month, state.frame(Fortnight).fortnight

    def playouts(self, moment: Hashable) -> int:  # noqa: ARG002 - all are alike
        """The same for all."""
        return PLAYOUTS

    def courses(self, sight: S) -> list[Course]:  # noqa: ARG002 - the same at any time
        """Every way to act that makes a difference to the side."""
        return [
            Course(bearing.aim, bearing=name)
            for name, bearing in BEARINGS.items()
            if self.seat == ALLIED or not bearing.ashore
        ]

    def imagine(self, state: WestFrontState, rng: random.Random) -> None:
        """The enemy's blocks are mostly those of the printed set-up."""
        if rng.random() < RECOGNISED:
            if self._enemy is None:
                self._enemy = Recollection(state.game.start(self.scenario), 1 - self.seat)
            self._enemy.recognise(state)

    def staff(self, seat: int, bearing: str, live: Planner[WestFrontState] | None) -> Planner[WestFrontState]:
        """The staff under other weights."""
        first = live if isinstance(live, WestFrontPlanner) else WestFrontPlanner(self.scenario, seat, 0)
        return first.under(self._weights[bearing])

    def value(self, state: WestFrontState) -> int:
        """Victory, and by how much."""
        outcome = state.position.outcome
        if outcome is None:
            return 0
        lead = 50 * (outcome.scores[self.seat] - outcome.scores[1 - self.seat]) if outcome.scores else 0
        if outcome.winner is None:
            return lead
        return lead + (1000 if outcome.winner == self.seat else -1000)


def altered(bearing: Bearing) -> Parameters:
    """The parameters in force, with what a bearing weighs otherwise."""
    found = parameters()
    sections = asdict(found)
    changed = {name: replace(sections[name], **values) for name, values in bearing.otherwise.items()}
    return replace(found, **changed)
