"""The play aids of WestFront."""

from phaseline.games.westfront.aids.aids import WestFrontAids

__all__ = ["WestFrontAids"]
