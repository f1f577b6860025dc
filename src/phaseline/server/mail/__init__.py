"""Play by mail: a match in a sealed file that goes to and fro, signed part by part, dice beyond anybody's choosing."""
