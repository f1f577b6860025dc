"""Orders of strategic movement, by rail (9.2) and by sea (15.2)."""

from __future__ import annotations

from typing import Annotated, ClassVar

from phaseline.engine.lexicon import HexRef, Kind, UnitRef
from phaseline.engine.orders import Order, OrderText

SeaRef = Annotated[int, Kind("sea")]
"""A sea area, by its number in `Waters.names`."""


class Rail(Order, frozen=True, tag="rail"):
    """Move by rail.

    Along friendly railways, for Supreme Moves; each takes a unit ten hexes.

    `via` is the hex through which it leaves a battle, as that hexside counts (6.33); `none` when it leaves none.
    """

    case: ClassVar[str] = "9.2"
    text: ClassVar[OrderText] = OrderText(one="unit can go by rail", prompts={"via": "over which hexside?"})
    unit: UnitRef
    to: HexRef
    via: HexRef | None = None


class Sail(Order, frozen=True, tag="sail"):
    """Move by sea.

    From port to port, for Supreme Moves. Enemy seas are dangerous: interdiction.
    """

    case: ClassVar[str] = "15.2a"
    text: ClassVar[OrderText] = OrderText(
        one="unit can go by sea", prompts={"to": "to which port?", "lane": "over which seas?"}
    )
    unit: UnitRef
    to: HexRef
    lane: tuple[SeaRef, ...] = ()
