"""The play aids of Eisenhower's War."""

from phaseline.games.eisenhower.aids.aids import EisenhowerAids

__all__ = ["EisenhowerAids"]
