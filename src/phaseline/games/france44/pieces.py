"""The pieces of a scenario that are no units on the ground: air units, ships, trucks, V units, Mulberries."""

from __future__ import annotations

from phaseline.engine.lexicon import Names
from phaseline.games.france44 import names
from phaseline.games.france44.files import Counters, Setup
from phaseline.games.france44.position import ALLIED, GERMAN
from phaseline.hexgrid import Mask, mask_of


class Pieces:
    """Which of them a scenario has, by kind; each kind is numbered from 0. Trucks and V units go by sides and kinds, in order.

    `extra` are the trucks that a seat has beside the printed ones, or lacks.
    """

    def __init__(self, setup: Setup, counters: Counters, extra: tuple[int, int]) -> None:
        sheet = counters.sheet
        self.wings = (
            counters.wings if setup.wings is None else {name: counters.wings[name] for name in setup.wings}
        )
        self.ships = (
            counters.ships if setup.ships is None else {name: counters.ships[name] for name in setup.ships}
        )
        printed = setup.trucks or (sheet.trucks, sheet.trucks)
        self.truck_counts = tuple(max(0, count + more) for count, more in zip(printed, extra, strict=True))
        """How many trucks each seat has."""
        v1, v2 = (sheet.v1 if setup.v1 else 0, sheet.v2) if setup.rockets else (0, 0)
        self.v1: Mask = mask_of(range(v1))
        self.v2: Mask = mask_of(range(v1, v1 + v2))
        self.wing_ids, self.ship_ids = tuple(self.wings), tuple(self.ships)
        self.truck_ids = tuple(
            f"{side}-truck-{n + 1}"
            for side, count in zip(("al", "ge"), self.truck_counts, strict=True)
            for n in range(count)
        )
        self.rocket_ids = tuple(
            f"v{kind}-{n + 1}" for kind, count in ((1, v1), (2, v2)) for n in range(count)
        )
        self.mulberry_ids = tuple(f"mulberry-{n + 1}" for n in range(sheet.mulberries))

    def names(self) -> dict[str, Names]:
        """What orders and sentences call them, by kind."""
        return {
            "wing": Names("air unit", self.wing_ids, spoken=names.wings(self.wings)),
            "ship": Names("naval unit", self.ship_ids, spoken=names.ships(self.ships.values())),
            "truck": Names("truck", self.truck_ids, spoken=names.numbered(self.truck_ids)),
            "rocket": Names("V unit", self.rocket_ids, spoken=names.numbered(self.rocket_ids)),
            "mulberry": Names("Mulberry", self.mulberry_ids, spoken=names.numbered(self.mulberry_ids)),
        }

    def side_wings(self) -> list[Mask]:
        """The air units of each seat."""
        german = [wing.nation == "German" for wing in self.wings.values()]
        return [
            mask_of(n for n, theirs in enumerate(german) if theirs == (seat == GERMAN))
            for seat in (ALLIED, GERMAN)
        ]

    def side_trucks(self) -> list[Mask]:
        """The trucks of each seat: the Allied ones come first."""
        first = self.truck_counts[ALLIED]
        return [mask_of(range(first)), mask_of(range(first, first + self.truck_counts[GERMAN]))]
