"""Chapter 13.11: Mulberries, the harbours that the Allies bring along."""

from __future__ import annotations

from phaseline.drill.passing import EndStep
from phaseline.engine.ledger import case
from phaseline.engine.legal import OrderRule
from phaseline.engine.narrowing import Narrowing, choose
from phaseline.games.france44 import orders
from phaseline.games.france44.position import AFLOAT, ALLIED, GONE
from phaseline.games.france44.state import FranceState
from phaseline.hexgrid import Mask, flood, mask_of


@case("13.11a", "13.11d")
def sites(s: FranceState) -> Mask:
    """Beaches that were invaded and are still held, joined by sea to the south of England, without a Mulberry (R77)."""
    return invaded(s) & joined(s) & ~mask_of(hex for hex in s.position.mulberries if hex >= 0)


@case("13.11a")
def invaded(s: FranceState) -> Mask:
    """The beaches that Allied units have entered from the sea and still hold (13.11)."""
    return s.position.beachheads & s.position.control


@case("13.11d")
def joined(s: FranceState) -> Mask:
    """The hexes beside the sea that the Mulberries lie in, off England (13.11)."""
    board = s.scenario.board
    # Where a scenario has Corsica only, they lie there.
    home = board.england or board.corsica
    return board.grid.spread(flood(board.grid, board.grid.spread(home) & board.sea, board.sea))


def _anchorage(s: FranceState) -> str:
    return "the south of England" if s.scenario.board.england else "Corsica"


@case("13.11a")
def asked_to_build(s: FranceState) -> list[int]:
    """The Allied player, while he has a Mulberry and a beach for it."""
    return [ALLIED] if AFLOAT in s.position.mulberries and sites(s) else []


@case("13.11a", "13.11b", "13.11c", "13.11d")
class BuildMulberry(OrderRule[orders.Build, FranceState]):
    """Place a Mulberry on a beach that was invaded: a minor port from the next support phase on (13.11)."""

    order = orders.Build

    def mulberry(self, s: FranceState) -> Narrowing:
        """One that is still afloat."""
        pieces = s.position.mulberries
        afloat = mask_of(n for n, place in enumerate(pieces) if place == AFLOAT)
        found = choose(mask_of(range(len(pieces))), "13.11a", "there is no such Mulberry")
        lost = mask_of(n for n, place in enumerate(pieces) if place == GONE)
        return found.without(lost, "13.11b", "it is not in play any more, or never was").only(
            afloat, "13.11b", "it has been placed, and a Mulberry does not move"
        )

    def to(self, s: FranceState, mulberry: int) -> Narrowing:
        """A beach entered from the sea, still held, one Mulberry to each."""
        placed = mask_of(hex for hex in s.position.mulberries if hex >= 0)
        return (
            s.choose_hex("13.11a")
            .only(s.scenario.board.beaches, "13.11a", "a Mulberry is placed on a beach")
            .only(s.position.beachheads, "13.11a", "no Allied unit has come onto that beach from the sea")
            .only(s.position.control, "13.11a", "the Allies no longer hold that beach")
            .without(placed, "13.11a", "a Mulberry is there already")
            .only(joined(s), "13.11d", f"no unbroken way by sea leads there from {_anchorage(s)}")
        )

    def apply(self, s: FranceState, order: orders.Build) -> None:
        """Placed for good."""
        s.position.mulberries[order.mulberry] = order.to
        s.tell(
            "mulberry",
            "13.11a",
            "{mulberry:mulberry} is placed on {hex:hex}",
            mulberry=order.mulberry,
            hex=order.to,
        )


class EndBuilding(EndStep[orders.Done, FranceState]):
    """No Mulberry is placed now."""

    order = orders.Done
