"""Rail lines and the supply they carry, over land and joined by Sea Lanes (9.1, 9.3, 15.3).

Asked by other chapters: `net`, `in_rail_supply`, `in_rail_sea_supply`, `railheads`, `open_line`, `behind_battles`.
"""

from __future__ import annotations

from msgspec import Struct

from phaseline.engine.ledger import case
from phaseline.games.westfront.position import ALLIED
from phaseline.games.westfront.rules import seas
from phaseline.games.westfront.state import WestFrontState
from phaseline.hexgrid import Mask, flood, mask_of

ATLANTIC = "Atlantic Ocean"
"""The sea to which London needs Rail/Sea Supply (side.9b)."""


class Net(Struct, frozen=True):
    """What a side's Supply Origin reaches.

    `rail` by rail alone; `joined` by rail and Sea Lanes together, besieged ports that only a Sea Lane reaches left out:
    those are `besieged`. Battle hexes at the end of a line belong to it.
    """

    rail: Mask
    joined: Mask
    besieged: Mask


NOTHING = Net(0, 0, 0)


# -- rail lines -------------------------------------------------------------------------------------------------------


@case("1.6a", "1.6c", "9.12a", "9.12b", "9.11b", "9.23b", "8.4e", "1.39e", "9.3")
def open_line(s: WestFrontState, seat: int, start: Mask) -> Mask:
    """Rail Lines as far as they run through friendly hexes from `start`: into battle hexes, never through (9.12)."""
    tracks, friendly = s.board.tracks, s.friendly(seat) & s.board.rail
    clear = friendly & ~s.battles
    run = s.scenario.lately(("rails", start, clear), lambda: flood(s.board.grid, start, clear, tracks))
    return run | (tracks.cross(run) & friendly & s.battles)


@case("9.12b")
def behind_battles(s: WestFrontState, seat: int) -> Mask:
    """The hexes of friendly railways that nothing but battles cuts off from a side's Rail Lines (9.12)."""
    line = net(s, seat).joined & s.board.rail
    run = flood(s.board.grid, line, line | s.friendly(seat) & s.board.rail, s.board.tracks)
    return run & ~line


@case("9.12a", "side.9a", "husky.0")
def origin_line(s: WestFrontState, seat: int) -> Mask:
    """The friendly Rail Line from a side's Supply Origin, by land only; nothing if the origin does not work (9.12).

    Berlin works while it has Rail Supply to another friendly Victory City, if the map has another (side.9a, R81).
    """
    origins = s.scenario.origins[seat] & s.friendly(seat)
    line = open_line(s, seat, origins) if origins else 0
    others = mask_of(s.board.victory_cities) & ~origins
    if seat == ALLIED or not origins or not others:
        return line
    return line if line & others & s.friendly(seat) else 0


@case("9.12a", "9.4")
def railheads(s: WestFrontState, seat: int) -> Mask:
    """The hexes where a friendly Rail Line ends though the railway goes on (9.12)."""
    line = net(s, seat).rail
    beyond = s.board.tracks.cross(line) & ~line
    return line & s.board.tracks.cross(beyond) | (line & s.battles)


# -- with Sea Lanes ---------------------------------------------------------------------------------------------------


@case("9.31a", "9.12a", "15.3", "15.31a", "side.9b", "15.7")
def net(s: WestFrontState, seat: int, through: Mask = 0) -> Net:
    """All that a side's Supply Origin reaches by rail and by Sea Lanes over seas of its own (9.31, 15.3).

    `through` are ports to which a lane over enemy seas has come through in this Supply Phase (15.73). A map without a
    Supply Origin leaves supply out: there every friendly hex has it.
    """
    p = s.position
    seas_by = "spain at war" in p.flags, "italy surrendered" in p.flags, s.air_supremacy
    reads = (*p.control, *p.owner, s.standing.contested, through, seas_by)
    return s.known(("net", seat, bool(through)), reads, lambda: _known_net(s, seat, through))


def _known_net(s: WestFrontState, seat: int, through: Mask) -> Net:
    """Most hexes whose control changes lie on no railway and hold no port."""
    friendly = s.friendly(seat) & _traffic(s, seat)
    traffic = (
        "traffic",
        seat,
        friendly,
        s.hostile(seat) & s.board.waters.narrows,
        s.battles & (friendly | through),
        seas.held(s, seat),
        s.has("spain at war"),
        through,
    )
    return s.scenario.lately(traffic, lambda: _net(s, seat, through))


def _traffic(s: WestFrontState, seat: int) -> Mask:
    """The hexes whose control matters to a side's traffic: with a Supply Origin railways and ports, else all."""
    origins = s.scenario.origins[seat]
    return s.board.traffic | origins if origins else s.board.map.on_map


def _net(s: WestFrontState, seat: int, through: Mask) -> Net:
    if not s.scenario.origins[seat]:
        return Net(s.friendly(seat), s.friendly(seat), 0)
    rail = origin_line(s, seat)
    if not rail:
        return NOTHING
    joined, besieged, reached = _join(s, seat, rail, through)
    waters = s.board.waters
    atlantic = 1 << waters.number[ATLANTIC]
    if seat == ALLIED and waters.on_map & atlantic and not reached & atlantic:
        return NOTHING
    return Net(rail, joined, besieged)


@case("9.31a", "15.3", "15.31a")
def _join(s: WestFrontState, seat: int, rail: Mask, through: Mask) -> tuple[Mask, Mask, int]:
    """Follow lanes from port to port and the railways behind them until nothing new is reached.

    Lanes end at a besieged port, and none begins there (15.31).
    """
    own, usable = seas.held(s, seat), seas.ports(s, seat)
    joined = rail | (open_line(s, seat, through & ~s.battles) if through & ~s.battles else 0)
    reached = 0
    while True:
        starts = seas.seas_of_ports(s, joined & usable & ~s.battles)
        reached = seas.spread(s, seat, starts, own)
        landings = seas.ports_on(s, reached) & usable
        new = landings & ~joined & ~s.battles
        if not new:
            break
        joined |= open_line(s, seat, new)
    besieged = (landings | through & usable) & s.battles & ~joined
    return joined, besieged, reached


@case("9.3", "17.32")
def in_rail_supply(s: WestFrontState, seat: int) -> Mask:
    """The hexes in Rail Supply: those into which a friendly Rail Line runs, without Sea Lanes (9.3)."""
    return net(s, seat).rail


@case("9.31a", "9.31b", "11.32", "11.6c")
def in_rail_sea_supply(s: WestFrontState, seat: int) -> Mask:
    """The hexes in Rail/Sea Supply, by lanes over seas of the side's own, besieged ports included (9.31, 15.31)."""
    found = net(s, seat)
    return found.joined | found.besieged
