"""What orders of France '44 name besides units and hexes."""

from __future__ import annotations

from typing import Annotated

from phaseline.engine.lexicon import Kind

WingRef = Annotated[int, Kind("wing")]
"""A tactical air unit, as its number."""
ShipRef = Annotated[int, Kind("ship")]
"""A naval gunfire unit, as its number."""
TruckRef = Annotated[int, Kind("truck")]
"""A truck of either side, as its number."""
RocketRef = Annotated[int, Kind("rocket")]
"""A V unit, as its number."""
MulberryRef = Annotated[int, Kind("mulberry")]
"""A Mulberry, as its number."""
