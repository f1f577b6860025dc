"""Ports: their control, damage, repair and capacity (13.12, 13.7, 16.31)."""

from __future__ import annotations

from phaseline.engine.ledger import case
from phaseline.engine.legal import OrderRule
from phaseline.engine.narrowing import Narrowing
from phaseline.engine.refusal import Refusal
from phaseline.games.france44 import orders
from phaseline.games.france44.position import ALLIED, GERMAN, NOWHERE
from phaseline.games.france44.state import FranceState
from phaseline.hexgrid import Hex, Mask, hexes, mask_of
from phaseline.wording.counts import several


@case("13.12", "13.11c", "16.14")
def controlled(s: FranceState) -> Mask:
    """The ports of the Continent and the Mulberries in Allied control: sources of supply, damaged or not (16.14).

    So are the heads of a scenario, to which supply comes from off the map, but while a German is there.
    """
    p, board = s.position, s.scenario.board
    found = board.ports & p.control | mask_of(hex for hex in p.mulberries if hex >= 0)
    scenario, turn = s.scenario, p.turn
    shut = mask_of(
        hex for hex, since in scenario.late_heads.items() if turn < since or not p.control >> hex & 1
    )
    return found | mask_of(scenario.heads) & ~shut & ~s.occupied(GERMAN)


@case("13.13")
def closed(s: FranceState) -> Mask:
    """Inland ports that no ship gets to: a German unit stands in or next to the waterway to the sea (13.13, R80)."""
    board, germans = s.scenario.board, s.occupied(GERMAN)

    def watched() -> Mask:
        seen = germans | board.grid.spread(germans)
        return mask_of(port for port in hexes(board.inland_ports) if board.channel_of(port) & seen)

    return s.known("closed ports", germans, watched)


@case("16.31a", "16.31b", "13.11c")
def room(s: FranceState, hex: Hex) -> int:
    """How many units a port and a Mulberry in Allied control, or a head, supply a turn (16.31).

    A Mulberry on a beach with a port is a minor port beside it, damaged as that may be (R141).
    """
    scenario = s.scenario
    if hex in scenario.heads:
        return scenario.heads[hex]
    return built(s, hex) + port_room(s, hex)


@case("13.11c")
def built(s: FranceState, hex: Hex) -> int:
    """How many units a Mulberry in a hex supplies: it is a minor port (13.11); 0 where there is none."""
    return s.scenario.tables.supply.minor if hex in s.position.mulberries else 0


@case("16.31a", "16.31b")
def port_room(s: FranceState, hex: Hex) -> int:
    """How many units the port of a hex supplies in Allied control, without a Mulberry in it; 0 where there is none."""
    scenario = s.scenario
    if scenario.setup.barred_channels and closed(s) >> hex & 1:
        return 0
    if scenario.board.major_ports >> hex & 1:
        return s.position.levels.get(hex, 0)
    return scenario.tables.supply.minor if scenario.board.minor_ports >> hex & 1 else 0


@case("5.13c", "16.31a", "16.31b", "13.2a")
def record(s: FranceState) -> None:
    """The capacity of all ports and Mulberries is written down; those that are fit serve this turn (5.13, R101)."""
    p = s.position
    fit = {hex: able for hex in hexes(controlled(s)) if (able := room(s, hex))}
    p.harbours = mask_of(fit) & ~mask_of(s.scenario.heads)
    p.capacity = sum(fit.values())
    s.tell(
        "capacity",
        "5.13c",
        f"Allied ports can supply {several(p.capacity, 'unit')} this turn",
        count=p.capacity,
    )


@case("13.7")
def ashore(s: FranceState) -> int:
    """How many Allied divisions and headquarters are on the Continent (R81)."""
    return s.units_in(s.scenario.board.continent, ALLIED).bit_count()


@case("13.7")
def room_ashore(s: FranceState) -> int:
    """How many more units may come ashore by sea transport: until all that ports can supply are there; not below 0."""
    return max(0, s.position.capacity - ashore(s))


@case("16.313a", "16.313b", "16.3131", "16.312")
class RepairPort(OrderRule[orders.Repair, FranceState]):
    """One major port a turn, controlled for two turns, gets five levels better (16.313)."""

    order = orders.Repair

    def gate(self, s: FranceState) -> Refusal | None:
        """Once a turn."""
        if s.position.repaired == NOWHERE:
            return None
        label = s.scenario.map.label(s.position.repaired)
        return Refusal("16.313a", f"{label} has been repaired this turn, and only one port may be")

    def reads(self, s: FranceState) -> object:
        """Who holds which port since when, and what has been done."""
        p = s.position
        return p.repaired, p.turn, p.control, tuple(p.taken.items()), tuple(p.levels.items())

    def port(self, s: FranceState) -> Narrowing:
        """Major ports held long enough and not yet whole."""
        p, board, tables = s.position, s.scenario.board, s.scenario.tables.supply
        # A port of which nobody knows when it was taken has been held from before the first turn.
        own = board.major_ports & p.control
        due = {hex: p.taken.get(hex, 0) + tables.repair_delay for hex in hexes(own)}
        return (
            s.choose_hex("16.313a")
            .only(board.ports & board.continent, "16.313a", "there is no port of the Continent")
            .only(board.major_ports, "16.3131", "a minor port needs no repair")
            .only(p.control, "16.313b", "the Germans hold it")
            .only(
                mask_of(hex for hex, turn in due.items() if turn <= p.turn),
                "16.313b",
                lambda hex: f"it can be repaired from turn {due[hex]} on, two full turns after its capture",
            )
            .without(
                mask_of(hex for hex, level in p.levels.items() if level >= tables.major),
                "16.3131",
                f"it is whole: it supplies {tables.major} units",
            )
        )

    def apply(self, s: FranceState, order: orders.Repair) -> None:
        """Five levels more, usable at once."""
        p = s.position
        level = p.levels[order.port] = p.levels.get(order.port, 0) + s.scenario.tables.supply.repair
        p.repaired = order.port
        text = "{port:hex} is repaired: it supplies " + several(level, "unit")
        s.tell("repair", "16.3131", text, port=order.port, level=level)
