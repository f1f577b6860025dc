"""Chapter 18: airborne divisions drop."""

from __future__ import annotations

from phaseline.engine.ledger import case
from phaseline.engine.legal import OrderRule
from phaseline.engine.narrowing import Narrowing
from phaseline.engine.refusal import Refusal
from phaseline.games.france44 import orders
from phaseline.games.france44.position import ALLIED, GERMAN
from phaseline.games.france44.rules import control, invasion, shipping
from phaseline.games.france44.state import FranceState
from phaseline.hexgrid import Mask, hexes, mask_of, union


@case("18.1a", "12.4a")
def ready_to_drop(s: FranceState) -> Mask:
    """Airborne divisions that begin the turn in a town or city of Britain and have not gone by sea (18.1, R83)."""
    p = s.position
    there = s.units_in(s.scenario.board.settled & airfields(s), ALLIED)
    return there & s.scenario.airborne & ~p.moved & ~p.restored


@case("18.1a")
def airfields(s: FranceState) -> Mask:
    """Where drops start: in Britain, in a scenario also in Corsica (R83)."""
    board = s.scenario.board
    return board.overseas if s.scenario.setup.corsica_drops else board.england


def _homes(s: FranceState) -> str:
    return "Corsica" if s.scenario.setup.corsica_drops else "Britain"


@case("5.15a", "18.1b")
def asked_to_cross(s: FranceState) -> list[int]:
    """The Allied player, while somebody could go by sea or drop."""
    drops = s.effects.drops and s.position.dropped.bit_count() < s.scenario.tables.sea.drops
    return [ALLIED] if shipping.in_port(s) or (drops and ready_to_drop(s)) else []


@case("7.1a", "12.5a")
def awaited(s: FranceState) -> Mask:
    """The beaches that are full when the invaders off them have landed: they go ashore after the drops (12.5)."""
    beaches, most = s.position.beach.values(), s.scenario.tables.stacking.units
    there = s.on_map(ALLIED) & s.scenario.divisions
    return mask_of(
        beach
        for beach in set(beaches)
        if invasion.assaulting(s, beach) + s.standing_in(1 << beach, there).bit_count() >= most
    )


@case(
    "12.4a",
    "13.62a",
    "18.1a",
    "18.1b",
    "18.2a",
    "18.2b",
    "18.3",
    "18.4",
    "18.5",
    "18.6",
    "tbl.weather.blizzard.e",
)
class DropDivision(OrderRule[orders.Drop, FranceState]):
    """Drop an airborne division on the Continent: three a turn, within 20 hexes (18)."""

    order = orders.Drop

    def gate(self, s: FranceState) -> Refusal | None:
        """In no blizzard, three a turn."""
        if not s.effects.drops:
            return Refusal("tbl.weather.blizzard.e", "nobody drops in a blizzard")
        if s.position.dropped.bit_count() >= s.scenario.tables.sea.drops:
            return Refusal("18.3", "three divisions have dropped this turn: that is all")
        return None

    def unit(self, s: FranceState) -> Narrowing:
        """Airborne divisions in towns and cities of Britain."""
        p = s.position
        return (
            s.choose_unit(ALLIED, "18.1a")
            .only(s.scenario.airborne, "18.1a", "it is no airborne division")
            .without(p.restored, "15.5c", "it is being brought back to strength")
            .without(p.dropped, "18.4", "it has dropped this turn")
            .without(
                p.landed & s.units_in(airfields(s), ALLIED),
                "18.1a",
                "it has come back by sea this turn: it did not begin it there",
            )
            .without(p.moved, "12.4b", "it goes by sea this turn")
            .only(s.units_in(airfields(s), ALLIED), "18.1a", f"drops start from {_homes(s)}")
            .only(ready_to_drop(s), "18.1a", "it is in no town or city")
        )

    def to(self, s: FranceState, unit: int) -> Narrowing:
        """Open ground of the Continent within 20 hexes, without Germans; their zones are no bar (18.2)."""
        board = s.scenario.board
        found = (
            s.choose_hex("18.2a")
            .only(board.continent, "18.1a", "a drop leads to the Continent")
            .without(board.mountain, "18.2a", "nobody drops onto mountains")
            .without(board.forest, "18.2a", "nobody drops into a forest")
            .without(s.occupied(GERMAN), "18.2a", "a German unit is there")
            .only(self.reach(s, unit), "18.1a", "it is more than 20 hexes away")
        )
        found = found.without(
            awaited(s), "7.1a", "with the invaders that will land there two units are there already"
        )
        return s.room(unit, found)

    def reach(self, s: FranceState, unit: int) -> Mask:
        """The hexes at most 20 from where the division starts (18.1), or from any box if it waits in one (R130)."""
        board, here = s.scenario.board, s.position.at[unit]
        starts = hexes(board.boxes) if board.boxes >> here & 1 else [here]
        return union(board.disk(start, s.scenario.tables.sea.drop_range) for start in starts)

    def apply(self, s: FranceState, order: orders.Drop) -> None:
        """Down, in supply for this turn, and no further (18.4, 18.6)."""
        p, bit = s.position, 1 << order.unit
        s.put(order.unit, order.to)
        p.dropped |= bit
        p.moved |= bit
        p.active |= bit
        p.fresh |= bit
        p.hungry &= ~bit
        s.tell("drop", "18.1a", "{unit:unit} drops on {hex:hex}", unit=order.unit, hex=order.to)
        control.enter(s, ALLIED, 1 << order.to)
