"""Skirmish: the teaching game."""

from phaseline.games.skirmish.game import Skirmish

GAME = Skirmish()
