"""Hex maps drawn with characters, for a terminal."""
