"""Chapters 13 and 14: sea transport from port to port."""

from __future__ import annotations

from collections import Counter

from phaseline.drill.passing import EndStep
from phaseline.engine.ledger import case
from phaseline.engine.legal import OrderRule
from phaseline.engine.narrowing import Narrowing
from phaseline.engine.refusal import Refusal
from phaseline.games.france44 import orders
from phaseline.games.france44.position import ALLIED, GERMAN
from phaseline.games.france44.rules import control, ports
from phaseline.games.france44.state import FranceState
from phaseline.hexgrid import Hex, Mask, hexes, mask_of
from phaseline.wording.counts import several

# -- the sea ----------------------------------------------------------------------------------------------------------


@case("12.2b", "13.5a", "13.61")
def sailing(s: FranceState, port: Hex) -> list[Mask]:
    """The sea hexes by how many are entered on the way from a port, item 0 being the port (R68)."""
    return [1 << port] if ports.closed(s) >> port & 1 else s.scenario.board.sea_steps(port)


@case("13.5a", "13.61", "13.13")
def voyage(s: FranceState, start: Hex, to: Hex) -> int | None:
    """How many hexes of water lie between two ports on the shortest way; None where none leads (R68)."""
    if ports.closed(s) & (1 << start | 1 << to):
        return None
    return s.scenario.board.port_way(start, to)


@case("13.5a", "13.61", "12.2b", "12.2c")
def price(far: int, carried: int) -> int:
    """Transport points for so many hexes when a point carries that far: parts count as whole, never less than one (R68).

    >>> price(11, 3), price(11, 2)
    (4, 6)
    """
    return max(1, -(-far // carried))


# -- ports ------------------------------------------------------------------------------------------------------------


@case("12.2a", "14.2")
def in_port(s: FranceState) -> Mask:
    """Allied units that begin the turn in a port: of England, Corsica, or one that serves on the Continent (R70, R78)."""
    p, board = s.position, s.scenario.board
    if s.scenario.setup.transports == 0:
        return 0
    ports = board.ports & board.overseas | p.harbours
    return s.units_in(ports, ALLIED) & ~p.moved


@case("13.2a", "13.2b", "13.2c", "13.2d", "13.3b", "13.11c")
def berths(s: FranceState, port: Hex) -> tuple[int, int]:
    """How many divisions and headquarters may land in a port in one turn (13.2, 13.3, R79), over a Mulberry if one is there."""
    if not s.scenario.board.major_ports >> port & 1 or port in s.position.mulberries:
        return 2, 1
    level, repair = s.position.levels.get(port, 0), s.scenario.tables.supply.repair
    return min(2, level // repair), int(level >= repair)


@case("13.3b")
def vacant(s: FranceState, port: Hex, *, hq: bool) -> int:
    """How many more divisions, or headquarters, may land in a port this turn (13.3)."""
    hqs = s.scenario.hqs
    landed = s.position.landed & (hqs if hq else ~hqs) & s.on_map(ALLIED)
    return berths(s, port)[hq] - s.standing_in(1 << port, landed).bit_count()


@case("13.3b", "13.2c", "13.2d")
def quays(s: FranceState, unit: int) -> Mask:
    """The ports of the Continent where one more unit of this kind may land this turn (13.3)."""
    hq = bool(s.scenario.hqs >> unit & 1)
    return mask_of(port for port in hexes(s.position.harbours) if vacant(s, port, hq=hq) > 0)


@case("7.2", "13.3a", "18.4", "15.5c")
def jammed(s: FranceState, unit: int) -> Mask:
    """The hexes full of units that do not leave them this turn: who lands there would be one too many (7.2, R26)."""
    p, scenario = s.position, s.scenario
    hq = scenario.hqs >> unit & 1
    kind = scenario.hqs if hq else scenario.divisions
    fixed = (p.landed | p.dropped | p.restored) & kind & s.on_map(ALLIED)
    most = scenario.tables.stacking.headquarters if hq else scenario.tables.stacking.units
    there = Counter(p.at[other] for other in hexes(fixed))
    return mask_of(hex for hex, count in there.items() if count >= most)


@case("14.1a")
def kept_ashore(s: FranceState, unit: int) -> Refusal | None:
    """Why a German unit neither goes by sea nor invades; None for others."""
    if unit >= 0 and s.scenario.side_units[GERMAN] >> unit & 1:
        return Refusal("14.1a", "German units do not go by sea")
    return None


# -- the order --------------------------------------------------------------------------------------------------------


@case(
    "12.2a",
    "13.1",
    "13.2a",
    "13.2b",
    "13.2c",
    "13.2d",
    "13.3a",
    "13.3b",
    "13.5a",
    "13.5b",
    "13.6",
    "13.61",
    "13.62b",
)
@case("13.7", "14.1a", "14.1b", "14.2", "14.3a", "14.3b", "5.15a")
class ShipUnit(OrderRule[orders.Ship, FranceState]):
    """Take a unit over the sea: to the Continent in turns without an invasion, back at any time (13, 14)."""

    order = orders.Ship

    def unit(self, s: FranceState) -> Narrowing:
        """Allied units that begin the turn in a port (12.2)."""
        p = s.position
        return (
            s.choose_unit(ALLIED, "12.2a")
            .without(p.landed, "13.3a", "it has come by sea this turn")
            .without(p.dropped, "18.4", "it has been dropped this turn")
            .without(mask_of(p.beach), "12.5b", "it is invading")
            .without(p.restored, "15.5c", "it is being brought back to strength")
            .without(p.moved, "13.3a", "it has moved this turn")
            .only(in_port(s), "12.2a", lambda unit: _no_port(s, unit))
        )

    def to(self, s: FranceState, unit: int) -> Narrowing:
        """From the islands to a port of the Continent that serves, or back (14.1)."""
        p, board = s.position, s.scenario.board
        start = p.at[unit]
        out = bool(board.overseas >> start & 1)
        found = s.choose_hex("13.1").without(1 << start, "13.1", "it is there already")
        if not out:
            found = found.only(
                board.overseas, "14.3a", "no transport leads from one port of the Continent to another"
            )
            found = found.only(board.ports, "14.2", "it can land in a port only")
        else:
            found = found.without(
                board.overseas, "14.3b", "no transport leads from England to Corsica or about the islands"
            )
            landings = board.ports | mask_of(hex for hex in p.mulberries if hex >= 0)
            found = (
                found.require(
                    not p.invasion, "13.1", "in a turn of invasion nobody is shipped to the Continent"
                )
                .only(landings, "13.1", "it can land in a port or at a Mulberry only")
                .only(p.control, "13.12", "no Allied unit has taken that port")
                .only(p.harbours, "13.2a", lambda port: _unfit(s, port))
                .require(ports.room_ashore(s) > 0, "13.7", "as many units are ashore as the ports can supply")
                .only(quays(s, unit), "13.3b", lambda port: _landed(s, unit, port))
            )
        found = found.without(jammed(s, unit), "7.2", "it is full of units that cannot move on this turn")
        reached = self.reached(s, unit, found.mask)
        found = found.only(mask_of(reached), "13.61", lambda port: _no_way(s, start, port))
        if s.scenario.hqs >> unit & 1:
            return found
        afford = mask_of(port for port, points in reached.items() if points <= p.shipping)
        return found.only(
            afford,
            "13.61",
            lambda port: f"it takes {several(reached[port], 'transport point')}, and {p.shipping} are left",
        )

    def refused(self, s: FranceState, order: orders.Ship, refusal: Refusal) -> Refusal:
        """No German unit goes by sea at all (14.1)."""
        return kept_ashore(s, order.unit) or refusal

    def reached(self, s: FranceState, unit: int, ports: Mask) -> dict[Hex, int]:
        """What it costs to ship the unit to each of these ports that ships can reach (13.5); headquarters go free."""
        start, carried = s.position.at[unit], s.scenario.tables.sea.shipped
        ways = ((port, voyage(s, start, port)) for port in hexes(ports))
        return {port: price(far, carried) for port, far in ways if far is not None}

    def apply(self, s: FranceState, order: orders.Ship) -> None:
        """Ashore at once, and no further this turn (13.3)."""
        p = s.position
        if not s.scenario.hqs >> order.unit & 1:
            p.shipping -= self.reached(s, order.unit, 1 << order.to)[order.to]
        s.put(order.unit, order.to)
        bit = 1 << order.unit
        p.landed |= bit
        p.moved |= bit
        p.active |= bit
        s.tell("ship", "13.1", "{unit:unit} goes by sea to {hex:hex}", unit=order.unit, hex=order.to)
        control.enter(s, ALLIED, 1 << order.to)


@case("12.2a", "13.2a", "13.2b", "14.2")
def _no_port(s: FranceState, unit: int) -> Refusal:
    """Why a unit does not go to sea where it is: in no port, in one that does not serve, or without any transport."""
    place = s.position.at[unit]
    if s.scenario.setup.transports != 0 and ports.controlled(s) >> place & 1:
        return _unfit(s, place)
    right = "14.2" if s.scenario.board.continent >> place & 1 else "12.2a"
    return Refusal(right, "it does not begin the turn in a port that serves")


@case("13.2c", "13.3b")
def _landed(s: FranceState, unit: int, port: Hex) -> Refusal:
    """Why no more units land in a port: as many have as any port takes in a turn, or as its repair lets it take."""
    if not s.scenario.hqs >> unit & 1 and berths(s, port)[0] == 1:
        return Refusal("13.2c", "a major port of level 5 takes one unit a turn")
    return Refusal("13.3b", "no more of its kind may land in that port this turn")


def _unfit(s: FranceState, port: Hex) -> Refusal:
    """Why a port in Allied hands does not serve this turn (13.2)."""
    if s.scenario.board.major_ports >> port & 1 and not s.position.levels.get(port):
        return Refusal("13.2b", "it has not been repaired since it was taken")
    return Refusal("13.2a", "it was not yet in Allied hands when supply was judged this turn")


def _no_way(s: FranceState, start: Hex, port: Hex) -> Refusal:
    """Why no ship gets from one port to another: a German at a waterway (13.13), or seas that do not meet."""
    if watched := ports.closed(s) & (1 << start | 1 << port):
        label = s.scenario.map.label(next(hexes(watched)))
        return Refusal("13.13", f"a German unit is at the waterway between {label} and the sea")
    return Refusal("13.61", "no way by sea leads there")


class EndSailing(EndStep[orders.Done, FranceState]):
    """Nobody else goes by sea or by air."""

    order = orders.Done
