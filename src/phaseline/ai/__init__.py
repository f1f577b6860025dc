"""Players that see only what a player may see."""
