"""One package a game, each laid out alike."""
