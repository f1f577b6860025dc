"""The play aids of Skirmish."""

from phaseline.games.skirmish.aids.aids import SkirmishAids

__all__ = ["SkirmishAids"]
