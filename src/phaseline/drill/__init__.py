"""What games with units on hexes do alike, with a state: who stands where, marching, supply, battles, losses.

`mechanics` are pure functions; here they meet a state, the cases a game cites, and the orders its players give. A game
takes what fits its rulebook and writes out the rest.
"""
