"""The blocks: what is printed on each, and what its type can do (2.0)."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from phaseline.games.westfront.position import ALLIED, AXIS

Kind = Literal[
    "armor",
    "mech",
    "infantry",
    "amphibious",
    "fort",
    "para",
    "mountain",
    "cavalry",
    "static",
    "hq",
    "shq",
    "thq",
]
Fire = Literal["none", "SF", "DF", "TF"]
HITS_ON: dict[Fire, int] = {"SF": 6, "DF": 5, "TF": 4, "none": 7}
"""The least number that hits (7.32)."""


class UnitType(Struct, frozen=True, forbid_unknown_fields=True):
    """What a type of unit can do (2.2, back-page chart).

    `speed` and `mud_speed` are in hexes; `cost` is (step, cadre) for each side, None where a side has none of the type;
    `lowest` is the CV of its last step.
    """

    speed: tuple[int, int]
    """Dry speed of Allied and Axis units."""
    mud_speed: int
    attack: Fire
    defence: Fire
    allied_cost: tuple[int, int] | None
    axis_cost: tuple[int, int] | None
    lowest: int = 1
    may_invade: bool = True
    may_assault: bool = True

    def cost(self, seat: int) -> tuple[int, int] | None:
        """Step and cadre price for a side."""
        return self.axis_cost if seat == AXIS else self.allied_cost


class Unit(Struct, frozen=True, forbid_unknown_fields=True):
    """One block. `limit` is its highest CV; `speed` overrides the type's dry speed (Friuli, Maquis, Tito)."""

    name: str
    side: Literal["Allied", "Axis"]
    kind: Kind
    nation: str
    limit: int
    ss: bool = False
    speed: int | None = None
    beachhead: str | None = None
    """Name of its BeachHead, for amphibious units (15.5)."""
    provenance: str = "rulebook"

    @property
    def seat(self) -> int:
        """The side it fights for."""
        return ALLIED if self.side == "Allied" else AXIS

    @property
    def is_hq(self) -> bool:
        """Whether it is a headquarters of any kind (5.0)."""
        return self.kind in ("hq", "shq", "thq")

    @property
    def is_supreme(self) -> bool:
        """Whether it is a Supreme HQ, or the Spanish THQ that counts as a small one (5.6)."""
        return self.kind in ("shq", "thq")
