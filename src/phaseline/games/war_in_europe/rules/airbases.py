"""From where Air Points fly, how far, and how many (13.8, 14.6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from phaseline.engine.ledger import case
from phaseline.engine.refusal import Refusal
from phaseline.games.war_in_europe.position import EAST, FRONTS, NOWHERE, SOUTH, WEST
from phaseline.games.war_in_europe.rules import chains, supply
from phaseline.games.war_in_europe.rules.chains import MAJOR
from phaseline.games.war_in_europe.state import WarState
from phaseline.hexgrid import Hex, Mask, hexes, lowest, union
from phaseline.mechanics.rationing import feed

EVERY = (EAST, SOUTH, WEST)
"""The air fronts in the order in which they are resolved (13.2)."""
ANY = 1_000
"""More Points than anybody has: no limit (14.62)."""
AT_SEA, OVER_LAND = 0, 1
"""Who draws range from a minor line: Points that may do so twice in a turn (13.31, R93), and all others."""


class Bases(NamedTuple):
    """The hexes of an air front from which a side's Points may trace their range."""

    major: Mask
    """Hexes in Major supply: any number of Points."""
    minor: tuple[tuple[Hex, Mask], ...] = ()
    """Minor ports that supply others, each with the hexes that it supplies: five Points in all."""

    @property
    def all(self) -> Mask:
        """All of them."""
        found = self.major
        for _, area in self.minor:
            found |= area
        return found


@case("13.81", "13.82", "14.6", "14.62", "14.63", "14.64")
def bases(s: WarState, seat: int, front: int) -> Bases:
    """The supplied hexes of a front from which a side flies: no mountains, none that a beach supplies."""
    return s.now(("air bases", seat, front), lambda: _bases(s, seat, front))


def _bases(s: WarState, seat: int, front: int) -> Bases:
    ground = _ground(s, front)
    found = supply.area(s, seat, MAJOR) & ground
    lines = ((port, area & ground) for port, area in supply.minor_areas(s, seat))
    return Bases(found, tuple((port, area) for port, area in lines if area))


def operable(s: WarState, seat: int, front: int) -> bool:
    """Whether a side has a hex on a front to fly from (13.81). A supply center that works is one: most often that settles it."""
    return s.now(("operable", seat, front), lambda: _operable(s, seat, front))


def _operable(s: WarState, seat: int, front: int) -> bool:
    ground = _ground(s, front) & ~s.position.owner[1 - seat]
    if not ground:
        return False
    free = ground & chains.open_hexes(s, seat)
    if any(supply.centers(s, school) & free for school in supply.schools(s, seat)):
        return True
    # A line over a beach is the least that there is.
    return bool(supply.area(s, seat) & ground) and bases(s, seat, front).all != 0


def _ground(s: WarState, front: int) -> Mask:
    """The land of a front on which there can be airfields: no mountains."""
    board = s.scenario.board
    return board.playable & ~board.mountain & board.air_fronts[front]


def front_of(s: WarState, area: Mask) -> int | None:
    """The air front in which all hexes of an area lie, if there is one."""
    fronts = s.scenario.board.air_fronts
    return next((front for front in EVERY if not area & ~fronts[front]), None)


@case("13.31c", "13.34", "13.43", "13.54", "13.82")
def reach(s: WarState, seat: int, front: int, *, again: bool = False) -> Mask:
    """The hexes of a front that a side's Points can reach: within twelve of a hex from which they fly.

    `again`: Points at sea, which may have drawn their range before in this turn.
    """
    found = bases(s, seat, front)
    start = found.major
    if found.minor:
        free = _free_lines(s, seat, front, again=again)
        start |= union(area for port, area in found.minor if port in free)
    key = ("air reach", seat, front, again)
    return s.known(key, start, lambda: _within(s, start) & s.scenario.board.air_fronts[front])


def _within(s: WarState, start: Mask) -> Mask:
    """The hexes in range of an area."""
    grid = s.scenario.board.grid
    for _ in range(s.scenario.tables.air.range):
        start |= grid.spread(start)
    return start


# --- minor lines of supply ------------------------------------------------------------------------------------------


def _key(seat: int, target: Hex, use: int) -> int:
    return (target * 2 + seat) * 2 + use


def _flown(s: WarState, seat: int, *, again: bool = False) -> dict[Hex, int]:
    """Where Points of a side have flown in this turn by minor lines, and how many; `again`: but for those at sea."""
    found: dict[Hex, int] = {}
    for key, points in s.position.reach.items():
        rest, use = divmod(key, 2)
        target, side = divmod(rest, 2)
        if side == seat and not (again and use == AT_SEA):
            found[target] = found.get(target, 0) + points
    return found


def _lines_to(s: WarState, seat: int, target: Hex) -> list[Hex]:
    """The minor ports by whose lines Points of a side reach a hex on its front."""
    near = s.scenario.board.disk(target, s.scenario.tables.air.range)
    front = s.scenario.board.front_number(target)
    return [port for port, area in bases(s, seat, front).minor if near & area]


@case("14.63")
def _carried(s: WarState, seat: int, more: Sequence[Sequence[Hex]], *, again: bool = False) -> int:
    """How many of some Points there is room for on minor lines: of each the ports by whose lines it could fly is given.

    Five fly by each. Who has flown by which of those within reach is no matter: they make way for one another (R93).
    """
    wants: list[Sequence[Hex]] = []
    for target, points in sorted(_flown(s, seat, again=again).items()):
        wants += [_lines_to(s, seat, target)] * points
    before = len(wants)
    wants += more
    number = {port: n for n, port in enumerate(sorted({port for ports in wants for port in ports}))}
    drawn = feed(
        {n: [number[port] for port in ports] for n, ports in enumerate(wants)},
        [s.scenario.tables.air.minor_line] * len(number),
    )
    return sum(n >= before for n in drawn)


@case("14.63")
def _free_lines(s: WarState, seat: int, front: int, *, again: bool) -> frozenset[Hex]:
    """The minor ports of a front by whose lines one more Point may fly; `again`: one at sea, that has perhaps flown before."""
    ports, flown = [port for port, _ in bases(s, seat, front).minor], _flown(s, seat, again=again)
    if not flown:
        return frozenset(ports)
    reads = (tuple(bases(s, seat, other) for other in EVERY), tuple(flown.items()))
    return s.known(
        ("free lines", seat, front, again),
        reads,
        lambda: frozenset(port for port in ports if _carried(s, seat, [[port]], again=again)),
    )


@case("14.62", "14.63")
def fliers(s: WarState, seat: int, front: int, target: Hex, *, again: bool = False) -> int:
    """How many Points can reach a hex: any number from Major supply, else as many as the minor lines let (R93)."""
    if not s.scenario.board.air_fronts[front] >> target & 1:
        return 0
    if _near_major(s, seat, front, target):
        return ANY
    lines = _lines_to(s, seat, target)
    return _carried(s, seat, [lines] * (s.scenario.tables.air.minor_line * len(lines)), again=again)


def _near_major(s: WarState, seat: int, front: int, target: Hex) -> bool:
    near = s.scenario.board.disk(target, s.scenario.tables.air.range)
    return bool(near & bases(s, seat, front).major)


@case("14.63")
def draw(s: WarState, seat: int, front: int, target: Hex, points: int, use: int = OVER_LAND) -> None:
    """Points fly to a hex: where no Major supply is near enough they count against minor lines."""
    if not _near_major(s, seat, front, target):
        key = _key(seat, target, use)
        s.position.reach[key] = s.position.reach.get(key, 0) + points


@case("14.63")
def draw_again(s: WarState, seat: int, front: int, target: Hex, points: int) -> None:
    """Points at sea fly to a hex: those that have flown before in this turn are not counted again (R93)."""
    area, first = s.scenario.board.air_fronts[front], _flown(s, seat, again=True)
    before = sum(count - first.get(hex, 0) for hex, count in _flown(s, seat).items() if area >> hex & 1)
    if points > before:
        draw(s, seat, front, target, points - before, AT_SEA)


def nearest(s: WarState, seat: int, front: int, area: Mask) -> tuple[int, Hex]:
    """The most Points at sea that can reach one of some hexes, and that hex; no Point and no hex if none can."""
    within = area & reach(s, seat, front, again=True)
    easy = within & s.known(
        ("air major", seat, front),
        bases(s, seat, front).major,
        lambda: _within(s, bases(s, seat, front).major),
    )
    if easy:
        return ANY, lowest(easy)
    return max(
        ((fliers(s, seat, front, hex, again=True), hex) for hex in hexes(within)), default=(0, NOWHERE)
    )


# --- why not --------------------------------------------------------------------------------------------------------


@case("13.81", "13.82")
def grounded(s: WarState, seat: int, front: int) -> Refusal | None:
    """Why a side cannot fly on a front at all."""
    if operable(s, seat, front):
        return None
    return Refusal("13.81", f"there is no supplied hex to fly from on the {FRONTS[front]} front")


def too_far(s: WarState, seat: int, front: int, hex: Hex, case: str) -> Refusal:
    """Why Points of a front do not reach a hex of it: it is far from everywhere, or from where more of them can fly."""
    found = grounded(s, seat, front)
    if found is not None:
        return found
    if s.scenario.board.air_fronts[front] >> hex & 1 and _lines_to(s, seat, hex):
        return Refusal("14.63", "only five Points a turn can fly from what a minor port supplies")
    most = s.scenario.tables.air.range
    return Refusal(case, f"it is more than {most} hexes from a supplied hex of the {FRONTS[front]} front")


def displays(s: WarState) -> Iterator[tuple[int, int]]:
    """Every front with every side, in order."""
    for front in EVERY:
        for seat in range(len(s.game.seats)):
            yield front, seat
