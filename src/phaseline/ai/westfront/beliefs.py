"""Which enemy stands where: by the printed set-up, by where blocks were seen to go, and by the faces they have shown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from phaseline.ai.beliefs import AWAY, Back, Pieces, Seen
from phaseline.engine.events import Event
from phaseline.games.westfront.guess import could_be, exchange, who_could_be
from phaseline.games.westfront.position import UNSEEN, WestFrontPosition
from phaseline.games.westfront.scenario import WestFrontScenario
from phaseline.games.westfront.state import WestFrontState
from phaseline.games.westfront.view import block_of
from phaseline.hexgrid import Hex

FADES: Final = 0.5
"""How much less likely each hex makes it that a block has gone so far unseen."""
READY: Final = {"static": 0.1, "infantry": 0.4, "mountain": 0.4, "armor": 0.7, "mech": 0.7}
"""How readily blocks of a kind are sent elsewhere, beside amphibious, paras and headquarters. Statics wear off by it (2.26b)."""
REBUILT: Final = 0.2
"""How readily a destroyed block is rebuilt, beside the coming of one that is due."""
LATER: Final = FADES**12
"""How likely a block is to be one that began off the map: as if it had come from so many hexes away."""


class WestFrontPieces(Pieces[WestFrontState]):
    """The blocks of one side. They show their faces in battles and as active headquarters, and hide them again."""

    stands: ClassVar[frozenset[str]] = frozenset({"revealed"})
    falls: ClassVar[frozenset[str]] = frozenset({"eliminated"})
    comes: ClassVar[frozenset[str]] = frozenset({"arrival"})

    def __init__(self, scenario: WestFrontScenario, seat: int, start: WestFrontPosition) -> None:
        """`seat` is whose blocks they are, `start` the printed set-up."""
        super().__init__(scenario.rosters[seat])
        self.scenario = scenario
        self.seat = seat
        self._begun = {unit: max(start.at[unit], AWAY) for unit in self.units}
        self._coming = {entry.unit: entry.cv for entry in scenario.data.schedule if not entry.beachhead}
        self._strength = {
            unit: start.cv[unit] if start.at[unit] >= 0 else self._coming.get(unit, self._lowest(unit))
            for unit in self.units
        }
        """The Combat Value by which each was known last."""

    def _lowest(self, unit: int) -> int:
        """What a cadre of it begins with."""
        lowest: int = self.scenario.types[self.scenario.units[unit].kind].lowest
        return lowest

    def begun(self) -> Mapping[int, Hex]:
        """As printed."""
        return self._begun

    def seen(self, known: WestFrontPosition) -> Seen:
        """Blocks that lie face-up, units that are off the map for certain, and the backs of the others."""
        at = known.at
        return Seen(
            {unit: max(at[unit], AWAY) for unit in self.units if at[unit] != UNSEEN},
            [unit for unit in self.units if at[unit] == UNSEEN],
            [
                Back(block.hex, who_could_be(self.scenario, block))
                for block in known.upright
                if block.seat == self.seat
            ],
        )

    def likely(self, unit: int, start: Hex, to: Hex) -> float:  # noqa: ARG002 - of all alike
        """Less with each hex, and little for those that come later."""
        return LATER if start == AWAY else float(FADES ** self.scenario.board.grid.distance(start, to))

    def ready(self, unit: int, event: Event) -> float:
        """By speed, over the sea, from the air; only headquarters mobilize (2.2, 5.41). Of who can, the mobile go first."""
        block = self.scenario.units[unit]
        kind, what = self.scenario.types[block.kind], event.kind
        if what == "arrival":
            return 1.0 if unit in self._coming else REBUILT
        far = 1
        if what == "move":
            far = self.scenario.board.grid.distance(event.facts["start"], event.facts["to"])
        if (
            (what == "mobilization" and not block.is_hq)
            or (what == "drop" and block.kind != "para")
            or (what == "invasion" and not kind.may_invade)
            or (kind.speed[self.seat] if block.speed is None else block.speed) < far
        ):
            return 0.0
        return READY.get(block.kind, 1.0)

    def place(self, position: WestFrontPosition, unit: int) -> Hex:
        """Its hex."""
        return max(position.at[unit], AWAY)

    def exchange(self, position: WestFrontPosition, one: int, other: int) -> None:
        """With all that blocks show."""
        exchange(position, one, other)

    def fits(self, position: WestFrontPosition, unit: int, other: int) -> bool:
        """By what the block did."""
        return position.at[unit] < 0 or could_be(
            self.scenario, other, block_of(self.scenario, position, unit)
        )

    def finish(self, position: WestFrontPosition) -> None:
        """Blocks are as strong as they were when they were seen last."""
        for unit, cv in self._strength.items():
            if position.at[unit] >= 0 and not position.revealed >> unit & 1:
                position.cv[unit] = cv

    def note(self, event: Event) -> None:
        """How strong a block was when it showed its face; one that is destroyed comes back as a cadre (11.42)."""
        unit = event.facts.get("unit")
        if unit not in self._own:
            return
        if "cv" in event.facts:
            self._strength[unit] = event.facts["cv"]
        elif event.kind in self.falls:
            self._strength[unit] = self._lowest(unit)
