"""The play aids of France '44."""

from phaseline.games.france44.aids.aids import FranceAids

__all__ = ["FranceAids"]
