"""France '44: the campaign in the west from D-Day to the end of April 1945."""

from phaseline.games.france44.game import France44

GAME = France44()
