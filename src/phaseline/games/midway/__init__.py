"""Midway: a companion for owners of Midway Solitaire who play its PTO campaign of July to December 1942."""

from phaseline.games.midway.game import Midway

GAME = Midway()
