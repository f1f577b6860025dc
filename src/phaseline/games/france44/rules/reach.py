"""Chapters 10.1, 10.7, 12.6 and 21.5: which hexes a unit may attack from where it stands."""

from __future__ import annotations

from phaseline.engine.ledger import case
from phaseline.games.france44.state import FranceState
from phaseline.hexgrid import Hex, Mask, hexes, mask_of


@case("10.1a", "10.7", "21.5")
def struck_from(s: FranceState, here: Hex) -> Mask:
    """The land hexes that can be attacked from a land hex: those next to it, over rivers too (R46).

    Out of a navigable river only other hexes of navigable rivers can, unless one of the two is a city or town (21.5).
    """
    board = s.scenario.board
    around = board.grid.adjacent_mask(here) & board.playable
    if board.navigable >> here & 1 and not board.settled >> here & 1:
        around &= board.navigable | board.settled
    return around


@case("10.1a", "10.7", "21.5")
def striking(s: FranceState, targets: Mask) -> Mask:
    """The land hexes from which one of these hexes can be attacked: `struck_from` the other way round."""
    board, grid = s.scenario.board, s.scenario.map.grid
    open_ = targets & (board.navigable | board.settled)
    found = grid.spread(open_) | grid.spread(targets ^ open_) & ~(board.navigable & ~board.settled)
    return found & board.playable


@case("12.6a")
def at_sea(s: FranceState, units: Mask) -> Mask:
    """Those of the units that stand at sea, off the beach they invade."""
    beach = s.position.beach
    return mask_of(unit for unit in beach if units >> unit & 1) if beach else 0


@case("10.7", "12.6a", "12.6b")
def strikers(s: FranceState, seat: int, targets: Mask) -> Mask:
    """The units of a seat that can attack one of these hexes from where they stand; invaders only their beach."""
    ashore = s.units_in(striking(s, targets), seat)
    off = [unit for unit, beach in s.position.beach.items() if targets >> beach & 1]
    return ashore | mask_of(off)


@case("10.7")
def struck_by(s: FranceState, unit: int) -> Mask:
    """The hexes that a unit can attack from where it stands."""
    beach = s.position.beach.get(unit)
    return struck_from(s, s.position.at[unit]) if beach is None else 1 << beach


def struck_by_all(s: FranceState, units: Mask) -> Mask:
    """The hexes that one of these units can attack."""
    found = 0
    for unit in hexes(units):
        found |= struck_by(s, unit)
    return found
