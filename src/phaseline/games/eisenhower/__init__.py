"""Eisenhower's War: the campaign in the west, June 1944 to April 1945."""

from phaseline.games.eisenhower.game import EisenhowersWar

GAME = EisenhowersWar()
"""The game object of Eisenhower's War."""
