"""Rail movement: along friendly lines, over ferries, round the edge of the map (9.2, 9.5, 16.7).

Wired into the sequence: `MoveByRail` (the "moves" of a Movement Phase), `MobilizeByRail` (its "mobilize" step). Asked
by other chapters: `reached`, `run_over`, `move_length`, `home_entries`, `ENTERING_USES`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from phaseline.engine.ledger import case
from phaseline.engine.legal import OrderRule
from phaseline.engine.narrowing import Narrowing
from phaseline.engine.refusal import Incomplete, Refusal
from phaseline.games.westfront.orders.strategic import Rail
from phaseline.games.westfront.position import ALLIED, AXIS
from phaseline.games.westfront.rules import beachheads, command, ground, lines, strategic
from phaseline.games.westfront.state import WestFrontState
from phaseline.hexgrid import Hex, Hexsides, Mask, flood, hexes, mask_of
from phaseline.wording.counts import several

RAIL_MOVE: Final = 10
HALVED: Final = 5
"""Hexes of an Axis Rail Move under Allied Air Supremacy (9.21)."""
ENTERING_USES: Final = 5
"""Rail hexes that a unit of Army Group E has used when it appears in its entry hex (16.5)."""
THROUGH_BATTLE: Final = Refusal("9.12b", "no Rail Line runs through a battle, and it is behind one")
EVER: Final = 99
"""More Rail Moves than any way takes."""
HOME_EDGE: Final = {ALLIED: "west", AXIS: "east"}


@case("9.21a", "9.21b", "13.22a")
def move_length(s: WestFrontState, seat: int) -> int:
    """Hexes of one Rail Move: 10, for the Axis 5 under Allied Air Supremacy (9.21)."""
    return HALVED if seat == AXIS and s.air_supremacy else RAIL_MOVE


@case("16.7")
def lost_entries(s: WestFrontState) -> Mask:
    """The Rail Entry hexes of the east edge that the Axis has lost (16.7)."""
    return mask_of(
        entry.hex for entry in s.board.rail_entries if entry.edge == HOME_EDGE[AXIS]
    ) & ~home_entries(s, AXIS)


@case("1.1a", "9.11a", "1.6b", "9.5a", "16.7", "S44.4", "W44.5")
def home_entries(s: WestFrontState, seat: int) -> Mask:
    """The Rail Entry hexes of a side's home mapedge that it still has (9.5, 16.7)."""
    month = s.position.month
    return s.scenario.once(("home entries", seat, month), lambda: _home_entries(s, seat, month))


def _home_entries(s: WestFrontState, seat: int, month: int) -> Mask:
    return mask_of(
        entry.hex
        for entry in s.board.rail_entries
        if entry.edge == HOME_EDGE[seat] and (seat == ALLIED or entry.lost is None or month < entry.lost)
    )


# -- how far ----------------------------------------------------------------------------------------------------------


@case("9.12a", "9.12b", "9.21c", "8.4d", "2.66a", "9.31a")
def passable(s: WestFrontState, unit: int) -> Mask:
    """The hexes through which a unit can go by rail: on friendly lines, out of battle, where it may be at all (9.21)."""
    seat = s.seat_of(unit)
    net = lines.net(s, seat).joined & s.board.rail
    return net & ~s.battles & ~s.occupied(1 - seat) & ground.allowed(s, unit)


@case("9.21a", "9.21b", "9.23a", "9.5a", "9.5b", "9.11b", "1.39e", "side.16a", "16.5b")
def reached(s: WestFrontState, unit: int, start: Mask, moves: int, used: int = 0) -> dict[int, Mask]:
    """Where a unit gets by rail from `start`: number of Rail Moves -> hexes that take no fewer (9.21).

    `used` rail hexes have been travelled before `start`. A ferry takes one whole Rail Move, between other ones (9.23).
    Off the map it is two hexes for every edge hex between two entries, and one to enter; an entry hex that no enemy
    occupies can be entered whoever controls it (9.5, R85, side.16a).
    """
    network = _Network(s.board.plain_tracks, s.board.ferries, move_length(s, s.seat_of(unit)))
    return s.now(("rail", unit, start, moves, used), lambda: _reached(s, unit, start, moves, used, network))


class _Network(NamedTuple):
    """The tracks that count as hexes, those that take a whole Rail Move, and how many hexes that is."""

    plain: Hexsides
    ferries: Hexsides
    length: int


def _reached(
    s: WestFrontState, unit: int, start: Mask, moves: int, used: int, network: _Network
) -> dict[int, Mask]:
    found: dict[int, Mask] = {}
    for time, new in _times(s, unit, start, moves, used, network).items():
        spent = -(-time // network.length)
        found[spent] = found.get(spent, 0) | new
    return found


def _times(
    s: WestFrontState, unit: int, start: Mask, moves: int, used: int, network: _Network
) -> dict[int, Mask]:
    """Where a unit gets by rail: rail hexes travelled, ferries counting whole Rail Moves -> hexes not reached before."""
    plain, ferries, length = network
    last, inside = moves * length, passable(s, unit)
    entries = home_entries(s, s.seat_of(unit)) & ground.allowed(s, unit)
    entries &= ~s.occupied(1 - s.seat_of(unit))
    waves: dict[int, Mask] = {used: start}
    done = 0
    found: dict[int, Mask] = {}
    while waves:
        time = min(waves)
        new = waves.pop(time) & ~done
        if not new or time > last:
            continue
        done |= new
        found[time] = new
        onward = new & (inside | start)
        _add(waves, time + 1, plain.cross(onward) & inside)
        _add(waves, (-(-time // length) + 1) * length, ferries.cross(onward & inside) & inside)
        for entry in hexes(onward & entries):
            for other in hexes(entries & ~done):
                _add(waves, time + off_map_hexes(s, entry, other), 1 << other)
    return found


@case("15.51c", "9.21a")
def run_over(s: WestFrontState, unit: int, start: Hex, used: int, to: Hex, moves: int) -> None:
    """A train is about to go, with so many Rail Moves: BeachHeads without Allied units on its way are lost (R209).

    `used` rail hexes have been travelled before `start`.
    """
    network = _Network(s.board.plain_tracks, s.board.ferries, move_length(s, s.seat_of(unit)))

    def passes(hex: Hex) -> bool:
        times = _times(s, unit, 1 << start, moves, used, network)
        time = next((time for time, mask in times.items() if mask >> hex & 1), None)
        onward = {} if time is None else _times(s, unit, 1 << hex, moves, time, network)
        return any(mask >> to & 1 for mask in onward.values())

    beachheads.run_over(s, unit, to, passes)


def _add(waves: dict[int, Mask], time: int, mask: Mask) -> None:
    if mask:
        waves[time] = waves.get(time, 0) | mask


@case("9.5a")
def off_map_hexes(s: WestFrontState, entry: Hex, other: Hex) -> int:
    """Rail hexes from one entry hex off the map to another: two for each edge hex between, one to enter (9.5, R85)."""
    rows = abs(s.board.grid.col_row(entry)[1] - s.board.grid.col_row(other)[1])
    return 2 * max(rows - 1, 0) + 1


@case("9.22", "9.5b")
def _starts(s: WestFrontState, unit: int, via: Hex | None) -> Iterator[tuple[Hex, int]]:
    """Where a train can begin its way, with the rail hexes it has come by then.

    Out of a battle it is the hex behind `via`; without one, the other entry hexes, round the edge of the map (9.5).
    """
    here, seat = s.position.at[unit], s.seat_of(unit)
    if via is not None:
        yield via, 1
    elif s.engaged(unit):
        entries = home_entries(s, seat) & ground.allowed(s, unit)
        if entries >> here & 1:
            for other in hexes(entries & ~s.occupied(1 - seat) & ~(1 << here)):
                yield other, off_map_hexes(s, here, other)
    else:
        yield here, 0


def _from_all(s: WestFrontState, unit: int, via: Hex | None, moves: int) -> dict[int, Mask]:
    """Where a unit gets by rail that sets out in this way: number of Rail Moves -> hexes."""
    found: dict[int, Mask] = {}
    for start, used in _starts(s, unit, via):
        for spent, mask in reached(s, unit, 1 << start, moves, used).items():
            found[spent] = found.get(spent, 0) | mask
    return found


def _cost(s: WestFrontState, unit: int, to: Hex, via: Hex | None, moves: int) -> int | None:
    """Rail Moves that a unit needs to `to`, leaving its battle through `via`; None if it does not get there."""
    found = _from_all(s, unit, via, moves)
    return min((spent for spent, mask in found.items() if mask >> to & 1), default=None)


@case("9.22", "6.33a")
def doors(s: WestFrontState, unit: int) -> Mask:
    """The hexes into which a unit can leave its battle by rail, as far as hexsides still let it through (9.22)."""
    here = s.position.at[unit]
    return s.board.plain_tracks.cross(1 << here) & passable(s, unit) & ~ground.exhausted_sides(s, here)


@case("6.33a")
def _shut_doors(s: WestFrontState, unit: int) -> Mask:
    """The hexes into which it could, if hexsides did not keep it; none for a unit out of battle."""
    if not s.engaged(unit):
        return 0
    return s.board.plain_tracks.cross(1 << s.position.at[unit]) & passable(s, unit) & ~doors(s, unit)


@case("9.21a", "9.22", "9.5b")
def destinations(s: WestFrontState, unit: int, moves: int) -> Mask:
    """All hexes where a unit can end its Rail Moves."""
    here = 1 << s.position.at[unit]
    if not s.battles & here:
        return _all(reached(s, unit, here, moves)) & ~here
    through = doors(s, unit)
    found = _all(reached(s, unit, through, moves, 1)) if through else 0
    return (found | _all(_from_all(s, unit, None, moves))) & ~here


def _all(found: dict[int, Mask]) -> Mask:
    union = 0
    for mask in found.values():
        union |= mask
    return union


# -- the orders -------------------------------------------------------------------------------------------------------


@case("9.21c", "9.22", "9.12b")
def _on_line(s: WestFrontState, units: Narrowing) -> Narrowing:
    """Keep the units on a friendly Rail Line."""
    if not units:
        return units
    line = lines.net(s, s.acting).joined & s.board.rail
    return units.only(s.standing_in(line, units.mask), "9.21c", lambda unit: _off_line(s, unit))


def _off_line(s: WestFrontState, unit: int) -> Refusal | str:
    """Why a unit is on no friendly Rail Line: a battle that the enemy controls, or one on the way, or it just is not."""
    here = 1 << s.position.at[unit]
    if here & s.board.rail & s.battles & s.hostile(s.acting):
        return Refusal("9.22", "no friendly Rail Line runs into a battle hex of the enemy's")
    if here & lines.behind_battles(s, s.acting):
        return THROUGH_BATTLE
    return "it is not on a friendly Rail Line"


def _to(s: WestFrontState, unit: int, moves: int, *, leaving: bool) -> Narrowing:
    """Where a unit can go by rail with so many Rail Moves."""
    seat, here = s.seat_of(unit), 1 << s.position.at[unit]
    to = (
        ground.destinations(s, unit)
        .without(here, "9.21c", "it is there already")
        .only(s.board.rail, "9.21c", "no railway runs there")
        .without(s.battles | s.occupied(1 - seat), "9.21c", "nobody engages by rail movement")
    )
    if leaving:
        strategic.stay_behind(s, unit, to)
    if not to:
        return to
    to.only(passable(s, unit) | home_entries(s, seat), "9.12a", lambda hex: _no_line(s, hex))
    to.only(destinations(s, unit, moves), "9.21a", lambda hex: _too_far(s, unit, hex, moves))
    return strategic.with_room(s, unit, to)


def _no_line(s: WestFrontState, to: Hex) -> Refusal | str:
    """Why no friendly Rail Line leads to a hex of a railway: a battle on the way, or somebody else controls it."""
    if lines.behind_battles(s, s.acting) >> to & 1:
        return THROUGH_BATTLE
    return "no friendly Rail Line leads through that hex"


@case("9.21a", "9.21b", "9.23a", "6.33a")
def _too_far(s: WestFrontState, unit: int, to: Hex, moves: int) -> Refusal | str:
    """Why a hex is out of reach by rail: no way, a hexside used up, a ferry, the halving under Air Supremacy, the distance."""
    length = move_length(s, s.seat_of(unit))
    spent = f"{several(moves, 'Rail Move')} of {length} hexes"
    here = s.position.at[unit]
    start, used = (doors(s, unit), 1) if s.engaged(unit) else (1 << here, 0)
    if not destinations(s, unit, EVER) >> to & 1:
        return _no_way(s, unit, to)
    shut = _shut_doors(s, unit)
    if shut and _all(reached(s, unit, shut, moves, 1)) >> to & 1:
        return ground.shut_sides(s, s.position.at[unit], shut, ground.NONE_OUT, entering=False)
    bridged = _Network(s.board.plain_tracks | s.board.ferries, s.board.ferries, length)
    if _all(_reached(s, unit, start, moves, used, bridged)) >> to & 1:
        return Refusal("9.23a", f"a ferry takes a whole Rail Move, and it has {spent}")
    whole = _Network(s.board.plain_tracks, s.board.ferries, RAIL_MOVE)
    if _all(_reached(s, unit, start, moves, used, whole)) >> to & 1:
        return Refusal("9.21b", f"under Allied Air Supremacy it has only {spent}")
    return f"it cannot get there in {spent}"


@case("2.66a", "6.33a", "9.21c", "9.31a")
def _no_way(s: WestFrontState, unit: int, to: Hex) -> Refusal:
    """Why no number of Rail Moves takes a unit to a hex of a friendly Rail Line."""
    here, clear = 1 << s.position.at[unit], lines.net(s, s.acting).joined & s.board.rail & ~s.battles
    shut = _shut_doors(s, unit)
    if _connected(s, shut, passable(s, unit)) >> to & 1:
        return ground.shut_sides(s, s.position.at[unit], shut, ground.NONE_OUT, entering=False)
    start = s.board.plain_tracks.cross(here) & clear if s.engaged(unit) else here
    if _connected(s, start, clear) >> to & 1:
        return Refusal("2.66a", "the railway there leads where no Italian unit may be")
    return Refusal("9.21c", "no railway leads there over friendly hexes: only a Sea Lane joins it")


def _connected(s: WestFrontState, start: Mask, area: Mask) -> Mask:
    """The hexes of `area` that railways and ferries join to `start`."""
    return flood(s.board.grid, start, area, s.board.plain_tracks | s.board.ferries) if start else 0


def _via(s: WestFrontState, unit: int, to: Hex, moves: int) -> ground.Doors:
    """Through which hex a unit leaves its battle; none if it is in none, or goes round the edge of the map."""
    if not s.engaged(unit):
        return ground.Doors([None], "6.33c", "hexsides count only where a battle is left")
    ways: list[Hex | None] = [
        hex for hex in hexes(doors(s, unit)) if _cost(s, unit, to, hex, moves) is not None
    ]
    if _all(_from_all(s, unit, None, moves)) >> to & 1:
        ways.append(None)
    return ground.Doors(ways, "6.33a", _shut)


def _shut(via: object) -> Refusal:
    """Why a unit does not leave its battle through this hex."""
    if via is None:
        return Incomplete("6.33a", "say through which hex it leaves the battle")
    return Refusal("6.33a", "it cannot leave the battle by rail through that hex and get there")


def _door(s: WestFrontState, order: Rail, moves: int) -> Hex | None:
    """The hex through which a unit leaves its battle: the only one if the order names none."""
    return order.via if order.via is not None else next(iter(_via(s, order.unit, order.to, moves)))


def _ride(s: WestFrontState, order: Rail, via: Hex | None, spent: int) -> None:
    """Carry out a rail movement that has been paid for."""
    here = s.position.at[order.unit]
    for start, used in _starts(s, order.unit, via):
        run_over(s, order.unit, start, used, order.to, spent)
    if via is not None:
        ground.count_crossing(s, here, via)
    if s.engaged(order.unit):
        s.position.landed[order.unit] = here
    strategic.arrive(s, order.unit, order.to)
    s.tell_of(
        order.unit,
        "rail",
        "9.21a",
        "{unit:unit} goes by rail from {start:hex} to {to:hex}",
        "a unit goes by rail from {start:hex} to {to:hex}",
        start=here,
        to=order.to,
    )


@case("9.2", "9.21a", "9.21c", "9.22", "9.12b", "6.53a", "6.53b", "8.4d", "6.33c")
class MoveByRail(OrderRule[Rail, WestFrontState]):
    """Move a unit along friendly Rail Lines, for one Supreme Move a Rail Move (9.2)."""

    order = Rail

    def gate(self, s: WestFrontState) -> Refusal | None:
        """A Supreme HQ must be active and have moves left."""
        return strategic.none_left(s, "9.2")

    def unit(self, s: WestFrontState) -> Narrowing:
        """Units on a friendly Rail Line."""
        return _on_line(s, strategic.candidates(s, "9.2"))

    def to(self, s: WestFrontState, unit: int) -> Narrowing:
        """Hexes on the line within reach."""
        return _to(s, unit, strategic.moves_for(s, unit), leaving=True)

    def via(self, s: WestFrontState, unit: int, to: int) -> Narrowing:
        """The hexside over which it leaves a battle."""
        return _via(s, unit, to, strategic.moves_for(s, unit))

    def apply(self, s: WestFrontState, order: Rail) -> None:
        """Pay and go."""
        moves = strategic.moves_for(s, order.unit)
        via = _door(s, order, moves)
        spent = _cost(s, order.unit, order.to, via, moves)
        assert spent is not None
        strategic.spend(s, order.unit, spent)
        _ride(s, order, via, spent)


@case("5.62", "5.43")
class MobilizeByRail(OrderRule[Rail, WestFrontState]):
    """A Supreme HQ that mobilizes may go by rail: one Rail Move of its own, more for Supreme Moves held back (5.62)."""

    order = Rail

    def unit(self, s: WestFrontState) -> Narrowing:
        """Active Supreme HQs on a friendly Rail Line."""
        return _on_line(s, strategic.mobilizing(s, "9.2"))

    def to(self, s: WestFrontState, unit: int) -> Narrowing:
        """Hexes on the line within reach."""
        return _to(s, unit, strategic.moves_for_itself(s, unit), leaving=True)

    def via(self, s: WestFrontState, unit: int, to: int) -> Narrowing:
        """The hexside over which it leaves a battle."""
        return _via(s, unit, to, strategic.moves_for_itself(s, unit))

    def apply(self, s: WestFrontState, order: Rail) -> None:
        """Deactivate, pay for all but the first Rail Move, and go."""
        moves = strategic.moves_for_itself(s, order.unit)
        via = _door(s, order, moves)
        spent = _cost(s, order.unit, order.to, via, moves)
        assert spent is not None
        if command.deactivate(s, order.unit):
            return
        strategic.spend(s, order.unit, spent - 1)
        _ride(s, order, via, spent)
