"""War in Europe: the standard rules of 1976, by divisions and weeks, on the western map sections."""

from phaseline.games.war_in_europe.game import WarInEurope

GAME = WarInEurope()
