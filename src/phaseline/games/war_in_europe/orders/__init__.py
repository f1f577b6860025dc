"""The orders of War in Europe, by chapters."""

from phaseline.games.war_in_europe.orders.base import Done
from phaseline.games.war_in_europe.orders.movement import CallOff, Go, March, Move, Overrun, Remove, With

__all__ = ["CallOff", "Done", "Go", "March", "Move", "Overrun", "Remove", "With"]
