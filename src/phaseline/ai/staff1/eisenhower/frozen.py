"""What the staff of version 0.1.0 thought otherwise in what it shares with today's."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from msgspec.structs import replace

from phaseline.ai.eisenhower import attacks, replies, terrain
from phaseline.ai.field import Candidate
from phaseline.games.eisenhower.scenario import EisenhowerScenario
from phaseline.hexgrid import Hex


@lru_cache(maxsize=8)
def ground(scenario: EisenhowerScenario) -> terrain.Ground:
    """A scenario's ground, weighed as it was."""
    today = terrain.ground(scenario)
    by = today.parameters
    return today.under(
        replace(
            by,
            worth=replace(
                by.worth,
                port_later=(45.0, 45.0, 45.0),
                ruhr=(120.0, 120.0),
                launch_site=(14.0, 14.0),
                crown=False,
                pair=60.0,
                access=16.0,
                closing=0.0,
                german_city=(45.0, 45.0),
                italian_city=(45.0, 45.0),
                open_city=(),
            ),
            attack=replace(by.attack, recapture=0.5, road=0.0),
            march=replace(by.march, crowd=0.62, loyal=1.0, timely=False, massed=False, lull=0.4),
            fear=replace(by.fear, exact=False, calm=(1.0,), wary=()),
        )
    )


class GeneralStaff(attacks.GeneralStaff):
    """Finds attacks without sparing anybody, and takes those who attack from where they stand to need no room."""

    thrifty = False

    def room(self, hex: Hex) -> int:
        """Without all who may attack, also those who could not leave."""
        there = self.s.units_at(hex, self.field.seat)
        return self.field.limit(hex) - sum(unit not in self.places for unit in there)

    def settles(self, unit: int, hex: Hex) -> bool:
        """Who arrives takes room."""
        return self.s.position.at[unit] != hex

    def fits(self, c: Candidate, force: Mapping[int, Hex]) -> bool:
        """Whether there is room for who arrives beside all others of the force."""
        if not super().fits(c, force):
            return False
        return not self.settles(c.unit, c.hex) or list(force.values()).count(c.hex) < self.room(c.hex)

    def spare_port(self) -> float:
        """As much as one that is needed later, whether it is or not."""
        return self.ground.parameters.worth.port_later[0]


class Replies(replies.Replies):
    """Answers by the same chances everywhere."""

    def _safer(self, hex: Hex, there: tuple[int, int], more: tuple[int, int]) -> float:
        before = self.view.danger(hex, *there)
        return before - self.view.danger(hex, there[0] + more[0], there[1] + more[1])

    def _ruin(self, hex: Hex) -> float:  # noqa: ARG002
        return replies.RUIN
