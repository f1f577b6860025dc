"""Play aids of games with units on hexes: overlays, hints and tables that they make alike."""
