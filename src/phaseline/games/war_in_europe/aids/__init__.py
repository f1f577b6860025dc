"""The play aids of War in Europe."""

from phaseline.games.war_in_europe.aids.aids import WarAids

__all__ = ["WarAids"]
