"""Wargame mechanics as small pure functions that any game may combine."""
