"""Sea movement: from port to port by Supreme Moves (15.2, 15.53).

Wired into the sequence: `MoveBySea` (the "moves" of a Movement Phase), `MobilizeBySea` (its "mobilize" step),
`forget_port_use` (beginning of a player-turn). Asked by other chapters: `capacity`, `harbours`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from phaseline.engine.ledger import case
from phaseline.engine.legal import OrderRule
from phaseline.engine.narrowing import Narrowing
from phaseline.engine.refusal import Refusal
from phaseline.games.westfront.orders.strategic import Sail
from phaseline.games.westfront.position import ALLIED
from phaseline.games.westfront.rules import beachheads, command, ground, seas, strategic
from phaseline.games.westfront.state import WestFrontState
from phaseline.games.westfront.waters import SeaMask
from phaseline.hexgrid import Hex, Mask, mask_of
from phaseline.wording.counts import several

NEUTRAL_PORT: Final = "nobody uses that port before the war with Spain"
NOT_IN_PORT: Final = "it is not in a friendly port or BeachHead"


@case("15.2b", "15.2d", "6.53a")
def seas_per_move(seat: int) -> int:
    """Seas that a unit crosses for one Supreme Move: two with Naval Supremacy, else one (15.2)."""
    return 2 if seas.has_supremacy(seat) else 1


# -- ports ------------------------------------------------------------------------------------------------------------


@case("15.21", "1.45a", "15.53", "15.54")
def capacity(s: WestFrontState, seat: int, hex: Hex) -> int:
    """Units that a hex takes in or lets out by sea in a player-turn: minor port 1, major 2, one more for each BeachHead."""
    of_port = seas.ports(s, seat) >> hex & 1 and (2 if s.board.major_ports >> hex & 1 else 1)
    serving = beachheads.as_ports(s, seat) >> hex & 1
    return of_port + (sum(place == hex for place in s.position.beachhead_at.values()) if serving else 0)


@case("15.2a", "15.53", "8.4d")
def harbours(s: WestFrontState, seat: int) -> Mask:
    """Where a unit may end its Sea Move: friendly ports and BeachHeads out of battle (15.2, 15.53)."""
    return seas.ports(s, seat) & ~s.battles | beachheads.as_ports(s, seat)


@case("15.21", "15.53")
def used_up(s: WestFrontState, seat: int) -> Mask:
    """Ports and BeachHeads through which no more units can go this turn (15.21)."""
    use = s.position.port_use
    return mask_of([hex for hex, used in use.items() if used >= capacity(s, seat, hex)]) if use else 0


@case("15.21")
def forget_port_use(s: WestFrontState) -> None:
    """A new player-turn begins: all ports are free (15.21)."""
    s.position.port_use.clear()


def _seas_at(s: WestFrontState, seat: int, hex: Hex) -> SeaMask:
    """The seas into which a unit can sail from a port, or from a BeachHead on a coast without one (1.45, 15.53)."""
    of_port = seas.seas_of_port(s, hex) if seas.ports(s, seat) >> hex & 1 else 0
    on_coast = beachheads.as_ports(s, seat) >> hex & 1 and s.board.waters.beach_seas.get(
        hex, 0
    ) & ~seas.stormy(s)
    return of_port | on_coast


def _neutral_ports(s: WestFrontState, seat: int) -> Mask:
    """The ports of a neutral's where no BeachHead serves instead."""
    return seas.neutral_ports(s) & ~beachheads.as_ports(s, seat)


# -- how far ----------------------------------------------------------------------------------------------------------


@case("15.2a", "15.2b", "15.53", "1.39c")
def destinations(s: WestFrontState, unit: int, moves: int) -> Mask:
    """The ports and BeachHeads that a unit reaches by sea with so many Supreme Moves (15.2)."""
    seat = s.seat_of(unit)
    start = _seas_at(s, seat, s.position.at[unit])
    near = seas.spread(s, seat, start, s.board.waters.all, moves * seas_per_move(seat))
    found = seas.ports_on(s, near) & harbours(s, seat)
    landings = beachheads.as_ports(s, seat)
    return found | (landings & seas.beaches_on(s, near & ~seas.stormy(s))) if landings else found


@case("15.2b", "15.7")
def routes(s: WestFrontState, unit: int, to: Hex, moves: int) -> list[seas.Lane]:
    """The lanes to a port, cheapest first; a dearer one only if it is safer (15.2, 15.7)."""
    seat = s.seat_of(unit)
    start, end = _seas_at(s, seat, s.position.at[unit]), _seas_at(s, seat, to)
    per_move = seas_per_move(seat)
    found: list[seas.Lane] = []
    for lane in seas.lanes(s, seat, start, end, moves * per_move):
        while found and _cost(found[-1], per_move) == _cost(lane, per_move) and found[-1].dice > lane.dice:
            found.pop()
        found.append(lane)
    return found


def _cost(lane: seas.Lane, per_move: int) -> int:
    return -(-len(lane.seas) // per_move)


# -- the orders -------------------------------------------------------------------------------------------------------


@case("15.2a", "15.2c", "15.21", "15.53", "1.39c", "1.39d", "15.1h", "13.22b")
def _unit(s: WestFrontState, start: Narrowing, seat: int) -> Narrowing:
    """Units in ports, besieged ones too, and BeachHeads, with room left (15.2, R123)."""
    if not start:
        return start
    shut = seas.behind_straits(s, seat) & (s.board.port_hexes | beachheads.placed(s))
    if shut:
        behind = s.standing_in(shut, start.mask)
        start.without(behind, "1.39c", lambda unit: seas.shut_by(s, seat, s.position.at[unit]))
    lost = seas.lost_among(s, seat, s.board.waters.port_seas)
    if lost:
        start.without(s.standing_in(lost, start.mask), *seas.NO_SEAPOWER)
    neutral = s.standing_in(_neutral_ports(s, seat), start.mask)
    if neutral:
        start.without(neutral, "15.1h", NEUTRAL_PORT)
    harbour = seas.ports(s, seat) | beachheads.as_ports(s, seat)
    there = s.standing_in(harbour, start.mask)
    found = start.only(there, "15.2a", lambda unit: _no_harbour(s, seat, s.position.at[unit], NOT_IN_PORT))
    if s.position.port_use:
        closed = s.standing_in(used_up(s, seat), there)
        found.without(closed, "15.21", "no more units can leave through this port this turn")
    return found


@case("15.53", "15.54", "12.3b")
def _no_harbour(s: WestFrontState, seat: int, hex: Hex, otherwise: str) -> Refusal | str:
    """Why ships use no port in a hex: a BeachHead there that a storm or a battle switches off, or there just is none."""
    here = 1 << hex
    if seat == ALLIED and beachheads.placed(s) & here & s.friendly(seat):
        if not beachheads.working(s) & here:
            return Refusal("15.54", "in a storm a BeachHead is no port")
        if s.battles & here:
            return Refusal("15.53", "a BeachHead in a battle is no port")
    return otherwise


def _haven(s: WestFrontState, unit: int) -> Narrowing:
    """Ports and BeachHeads where a unit could land, whatever the distance."""
    seat, here = s.seat_of(unit), 1 << s.position.at[unit]
    board = s.board
    to = (
        ground.destinations(s, unit)
        .without(here, "15.2a", "it is there already")
        .only(board.port_hexes | beachheads.placed(s), "15.2a", "there is no port")
        .without(seas.behind_straits(s, seat), "1.39c", lambda hex: seas.shut_by(s, seat, hex))
        .without(seas.lost_among(s, seat, board.waters.port_seas), *seas.NO_SEAPOWER)
        .without(s.battles | s.occupied(1 - seat), "15.2c", "nobody engages by sea movement")
        .without(_neutral_ports(s, seat), "15.1h", NEUTRAL_PORT)
        .only(harbours(s, seat), "15.2a", lambda hex: _no_harbour(s, seat, hex, "the port is not friendly"))
    )
    return strategic.stay_behind(s, unit, to)


def _to(s: WestFrontState, unit: int, moves: int) -> Narrowing:
    """Where a unit can go by sea with so many Supreme Moves."""
    to = _haven(s, unit)
    if not to:
        return to
    to.only(destinations(s, unit, moves), "15.2b", lambda hex: _too_far(s, unit, hex, moves))
    to.without(used_up(s, s.seat_of(unit)), "15.21", "no more units can land in this port this turn")
    return strategic.with_room(s, unit, to)


def _too_far(s: WestFrontState, unit: int, to: Hex, moves: int) -> Refusal | str:
    """Why a port is out of reach: seas without seapower, a strait that the enemy closes, or the distance."""
    seat = s.seat_of(unit)
    start, end = _seas_at(s, seat, s.position.at[unit]), _seas_at(s, seat, to)
    most = moves * seas_per_move(seat)
    return seas.closed(s, seat, start, end, most) or f"it crosses {several(most, 'sea')} at most"


def _lane(s: WestFrontState, unit: int, to: Hex, moves: int) -> seas.LaneChoice:
    """The lanes to choose from: usually one."""
    return seas.choose_lane(s, routes(s, unit, to, moves), _voyage(s, unit, to, moves))


def _voyage(s: WestFrontState, unit: int, to: Hex, moves: int) -> seas.Voyage:
    seat = s.seat_of(unit)
    start, end = _seas_at(s, seat, s.position.at[unit]), _seas_at(s, seat, to)
    return seas.Voyage(seat, start, end, moves * seas_per_move(seat), calm=False, case="15.2a", limit="15.2b")


def _on_that_lane(
    s: WestFrontState,
    order: Sail,
    units: Narrowing,
    moves_for: Callable[[WestFrontState, int], int],
    refusal: Refusal,
) -> Refusal:
    """Why a port is out of reach on the lane that was ordered."""
    if not order.lane or order.unit not in units or order.to not in _haven(s, order.unit):
        return refusal
    moves = moves_for(s, order.unit)
    if destinations(s, order.unit, moves) >> order.to & 1:
        return refusal
    return seas.lane_fault(s, _voyage(s, order.unit, order.to, moves), order.lane) or refusal


def _sail(s: WestFrontState, order: Sail, lane: tuple[int, ...]) -> None:
    """Carry out a sea movement that has been paid for; lanes through enemy seas are noted for interdiction (15.72)."""
    unit, here = order.unit, s.position.at[order.unit]
    position = s.position
    for port in (here, order.to):
        position.port_use[port] = position.port_use.get(port, 0) + 1
    position.landed[unit] = here
    dangers = seas.hostile_seas(s, s.seat_of(unit), lane)
    if dangers:
        position.lanes[unit] = dangers
    strategic.arrive(s, unit, order.to)
    s.tell_of(
        unit,
        "sail",
        "15.2a",
        "{unit:unit} goes by sea from {start:hex} to {to:hex} ({lane})",
        "a unit goes by sea from {start:hex} to {to:hex} ({lane})",
        start=here,
        to=order.to,
        lane=s.board.waters.titles(lane),
    )


@case("15.2a", "15.2b", "15.2c", "15.21", "6.53a", "8.4d", "1.37a", "1.37b", "15.72a", "ex.15a")
class MoveBySea(OrderRule[Sail, WestFrontState]):
    """Move a unit from a friendly port over one or more seas to another (15.2)."""

    order = Sail

    def gate(self, s: WestFrontState) -> Refusal | None:
        """A Supreme HQ must be active and have moves left."""
        return strategic.none_left(s, "15.2a")

    def unit(self, s: WestFrontState) -> Narrowing:
        """Units in ports and BeachHeads with room left."""
        return _unit(s, strategic.candidates(s, "15.2a"), s.acting)

    def to(self, s: WestFrontState, unit: int) -> Narrowing:
        """Ports and BeachHeads within reach."""
        return _to(s, unit, strategic.moves_for(s, unit))

    def lane(self, s: WestFrontState, unit: int, to: int) -> seas.LaneChoice:
        """The seas to cross."""
        return _lane(s, unit, to, strategic.moves_for(s, unit))

    def refused(self, s: WestFrontState, order: Sail, refusal: Refusal) -> Refusal:
        """Why a port is out of reach on the lane that was ordered."""
        return _on_that_lane(s, order, self.unit(s), strategic.moves_for, refusal)

    def apply(self, s: WestFrontState, order: Sail) -> None:
        """Pay a Supreme Move for every one or two seas, and sail."""
        lane = order.lane or self.lane(s, order.unit, order.to).values[0]
        strategic.spend(s, order.unit, _price(s, order.unit, lane))
        _sail(s, order, lane)


def _price(s: WestFrontState, unit: int, lane: tuple[int, ...]) -> int:
    return -(-len(lane) // seas_per_move(s.seat_of(unit)))


@case("5.62", "5.43", "15.2b")
class MobilizeBySea(OrderRule[Sail, WestFrontState]):
    """A Supreme HQ that mobilizes may go by sea: one Sea Move of its own, more for Supreme Moves held back (5.62)."""

    order = Sail

    def unit(self, s: WestFrontState) -> Narrowing:
        """Active Supreme HQs in ports and BeachHeads."""
        return _unit(s, strategic.mobilizing(s, "15.2a"), s.acting)

    def to(self, s: WestFrontState, unit: int) -> Narrowing:
        """Ports and BeachHeads within reach."""
        return _to(s, unit, strategic.moves_for_itself(s, unit))

    def lane(self, s: WestFrontState, unit: int, to: int) -> seas.LaneChoice:
        """The seas to cross."""
        return _lane(s, unit, to, strategic.moves_for_itself(s, unit))

    def refused(self, s: WestFrontState, order: Sail, refusal: Refusal) -> Refusal:
        """Why a port is out of reach on the lane that was ordered."""
        return _on_that_lane(s, order, self.unit(s), strategic.moves_for_itself, refusal)

    def apply(self, s: WestFrontState, order: Sail) -> None:
        """Deactivate, pay for all but the first move, and sail."""
        lane = order.lane or self.lane(s, order.unit, order.to).values[0]
        if command.deactivate(s, order.unit):
            return
        strategic.spend(s, order.unit, _price(s, order.unit, lane) - 1)
        _sail(s, order, lane)
