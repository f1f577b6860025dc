"""WestFront: Western Europe 1943-45."""

from phaseline.games.westfront.game import WestFront

GAME = WestFront()
"""The game object of WestFront."""
