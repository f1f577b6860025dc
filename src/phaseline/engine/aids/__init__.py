"""Play aids: what helps a player to see and to decide, for any game; pages and terminals show it.

A game subclasses `Aids`. Whatever an aid says to a seat is worked out from a view of that seat, or from a state sampled
from it; never from what is true and hidden.
"""

from phaseline.engine.aids.base import Aids, Hinter, Maker
from phaseline.engine.aids.parts import (
    Area,
    Forecast,
    ForecastRow,
    HexText,
    Hint,
    LegendEntry,
    Line,
    Measure,
    Overlay,
    OverlayOffer,
    Path,
    Row,
    Section,
    Spread,
    Style,
    Table,
    Tint,
    TurnCell,
)
from phaseline.engine.aids.stakes import Aim, Briefing, Level, Objective, Outlook, Prospectus, Stake

__all__ = [
    "Aids",
    "Aim",
    "Area",
    "Briefing",
    "Forecast",
    "ForecastRow",
    "HexText",
    "Hint",
    "Hinter",
    "LegendEntry",
    "Level",
    "Line",
    "Maker",
    "Measure",
    "Objective",
    "Outlook",
    "Overlay",
    "OverlayOffer",
    "Path",
    "Prospectus",
    "Row",
    "Section",
    "Spread",
    "Stake",
    "Style",
    "Table",
    "Tint",
    "TurnCell",
]
