"""Tracing lines of supply: where they may run."""

from __future__ import annotations

from typing import Any

from phaseline.drill.state import FieldState
from phaseline.hexgrid import Mask


def open_hexes(s: FieldState[Any, Any], seat: int, within: Mask, *, own_opens: bool = True) -> Mask:
    """The hexes of `within` that a line of a side may enter: no enemy is there, and no enemy zone of control.

    With `own_opens` a unit of the side opens its hex in spite of an enemy zone.
    """
    enemy = 1 - seat
    zone = s.zone(enemy)
    if own_opens:
        zone &= ~s.occupied(seat)
    return within & ~(s.occupied(enemy) | zone)
