"""Chains of supplyheads: railways, ports, beaches and mobile supply units, each fed by another, back to a center (14.3, 14.4).

Everything is worked out from the centers outwards, for a whole side at once. What feeds what is remembered in the order in
which it came to work, so that the chain of a single unit can be shown.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from phaseline.engine.ledger import case
from phaseline.games.war_in_europe.position import CombatPhase
from phaseline.games.war_in_europe.rules import harbours, terrain
from phaseline.games.war_in_europe.scenario import FOOT
from phaseline.games.war_in_europe.state import WarState
from phaseline.hexgrid import Hex, Mask, hexes, union
from phaseline.mechanics.lines import blocks, joined, shortest
from phaseline.mechanics.supply import Ranges, cheapest_way

Link = Literal["center", "railway", "sea", "road"]
MAJOR, MINOR, AMPHIBIOUS = range(3)
"""What a line of supply is worth, by its weakest supplyhead (14.47); or which supplyheads a line may use."""


class Net(NamedTuple):
    """All of a side that could pass supply on, if it were fed."""

    paths: Ranges
    """How far lines over ground come, where they may run (14.5)."""
    lines: tuple[Mask, ...]
    """Friendly railways: hexes joined by rail hexsides."""
    havens: tuple[Mask, ...]
    """Friendly ports, and beaches with a pier: those that ships sail between."""
    major: Mask
    """Major ports."""
    minor: Mask
    """Minor ports that are not suppressed, and major ones that are, or are wrecked; not one with an artificial harbour."""
    piers: Mask
    posts: Mask
    """The hexes with mobile supply units."""
    sea: Mask
    """The hexes through which ships go."""


class Fed(NamedTuple):
    """Supplyheads that came to work at the same time: how, and which."""

    by: Link
    heads: Mask
    beach: bool = False
    """Whether they work as beaches: what else there is in their hexes works by itself."""


class Chain(NamedTuple):
    """What works, and the hexes that it supplies."""

    net: Net
    sources: Mask
    steps: tuple[Fed, ...]
    """What came to work one after the other, the centers first."""
    major: Mask
    """Hexes with a major supplyhead that works, or a center."""
    minor: Mask
    piers: Mask
    reach: Mask
    """The hexes in which an infantry unit would be in supply."""
    short: tuple[Mask, ...]
    """The hexes whose range of supply is halved, and those where it is halved twice."""
    ports: Mask
    """The ports between which ships carry it."""


# --- where lines may run --------------------------------------------------------------------------------------------


@case("14.5", "14.52", "7.33d", "8.26a", "tbl.zoc.1", "tbl.zoc.2")
def open_hexes(s: WarState, seat: int) -> Mask:
    """The hexes that lines of a side may enter: no enemy is there, and no enemy zone of control unless an own unit is too.

    Who has just been dropped counts for neither side; where units have landed from the sea upon others, both hold the hex.
    """
    own, enemy = guarding(s, seat), holding(s, 1 - seat)
    return s.scenario.board.playable & (own | ~(enemy | s.zone(1 - seat))) & ~s.position.neutral


def holding(s: WarState, seat: int) -> Mask:
    """The hexes with units of a side that have not just been dropped from the air."""
    found, dropped = s.occupied(seat), s.position.dropped & s.on_map(seat)
    for unit in hexes(dropped):
        hex = s.position.at[unit]
        if not s.standing.by_hex[seat][hex] & ~dropped:
            found &= ~(1 << hex)
    return found


@case("tbl.zoc.1", "tbl.zoc.2")
def guarding(s: WarState, seat: int) -> Mask:
    """The hexes that units of a side keep open in enemy zones: partisans alone keep none (page 16)."""
    found, partisans = holding(s, seat), s.scenario.irregulars & s.on_map(seat)
    for hex in hexes(s.where(partisans) & found) if partisans else ():
        if not s.standing.by_hex[seat][hex] & ~(partisans | s.position.dropped):
            found &= ~(1 << hex)
    return found


@case("7.33d")
def friendly(s: WarState, seat: int) -> Mask:
    """The hexes that a side holds as far as supply goes: in the combat phase those as well where it has just landed on enemies."""
    p = s.position
    if not p.ashore or not s.within(CombatPhase):
        return p.owner[seat]
    return p.owner[seat] | s.where(p.ashore & s.on_map(seat))


# --- what there is --------------------------------------------------------------------------------------------------


def reads(s: WarState, seat: int) -> tuple[object, ...]:
    """All of the position that lines of supply of a side depend on."""
    return s.now(("supply reads", seat), lambda: _reads(s, seat))


def _reads(s: WarState, seat: int) -> tuple[object, ...]:
    p = s.position
    return (
        open_hexes(s, seat),
        _posts(s, seat),
        friendly(s, seat),
        p.rail[seat],
        p.piers,
        p.suppressed,
        harbours.wrecked(s),
        harbours.idle(s),
        harbours.artificial(s),
        p.turn,
        s.occupied(1 - seat),
        p.owner[1 - seat],
    )


def _posts(s: WarState, seat: int) -> Mask:
    return s.where(s.scenario.suppliers & s.on_map(seat))


def net(s: WarState, seat: int) -> Net:
    """All of a side that could pass supply on."""
    return s.known(("supply net", seat), reads(s, seat), lambda: _net(s, seat))


@case("7.33d", "14.32", "14.43", "14.44", "14.45", "14.51a", "6.5")
def _net(s: WarState, seat: int) -> Net:
    """All of a side that could pass supply on.

    No line over ground or water comes through an enemy unit, or a zone of control in which no own unit stands. Railways
    need only be Friendly (R116).
    """
    p, board = s.position, s.scenario.board
    free = open_hexes(s, seat)
    closed = board.grid.all & ~free
    held = friendly(s, seat) & free
    posts = _posts(s, seat)
    piers = harbours.piers(s, seat) & held
    ports = (board.ports & ~(board.minor_ports & p.suppressed) | harbours.artificial(s)) & held
    ports &= ~harbours.idle(s)
    for port, channel in board.channels.items():
        if channel & closed:
            ports &= ~(1 << port)
    waters = harbours.waters(s, seat)
    sea = waters | (board.channel_hexes | board.coastal) & free
    open_sea = s.known(("waters", seat), waters, lambda: blocks(board.grid, waters, board.lanes))
    # Which ports ships join changes only with what the enemy has on the coast.
    havens = s.known(
        ("havens", seat),
        (sea, ports | piers),
        lambda: joined(board.grid, ports | piers, sea, board.lanes, open_sea),
    )
    lines = s.known(
        ("lines", seat), p.rail[seat], lambda: joined(board.grid, p.rail[seat], p.rail[seat], board.rails)
    )
    frozen = s.frozen
    paths = s.known(
        ("supply paths", seat),
        (free, frozen),
        lambda: Ranges(board.grid, terrain.priced(s, FOOT, 0, closed, frozen)),
    )
    small = board.minor_ports & ~harbours.artificial(s)
    weak = ports & (p.suppressed | harbours.wrecked(s) | small)
    return Net(paths, lines, havens, ports & ~weak, weak, piers, posts, sea)


# --- what works -----------------------------------------------------------------------------------------------------


@case("14.0", "14.33", "14.41b", "14.42c", "14.43", "14.44", "14.45", "14.51b")
def chain(
    s: WarState, seat: int, sources: Mask, level: int = AMPHIBIOUS, barred: Mask = 0, *, soviet: bool = False
) -> Chain:
    """What of a side works when these centers feed it, without supplyheads weaker than `level` and without `barred` ports.

    Within one hex supply passes from head to head; but no railway joins a beach (14.45). `soviet` units suffer less from
    the weather (15.1).
    """
    key = "chain", seat, sources, level, barred, soviet
    return s.known(key, reads(s, seat), lambda: _chain(s, seat, sources, level, barred, soviet=soviet))


def _chain(s: WarState, seat: int, sources: Mask, level: int, barred: Mask, *, soviet: bool) -> Chain:
    # Most often nothing works that is left out: then it is the chain with all of it, which is known most often.
    if barred:
        whole = chain(s, seat, sources, level, soviet=soviet)
        if not (whole.major | whole.minor) & barred:
            return whole
    elif level < AMPHIBIOUS:
        whole = chain(s, seat, sources, level + 1, soviet=soviet)
        left_out = whole.piers if level == MINOR else (whole.major | whole.minor) & whole.net.minor
        if not left_out:
            return whole
    # A center that an enemy has come near feeds its railway all the same (R116), which it is closed to nobody else for.
    sources &= open_hexes(s, seat) | s.position.rail[seat]
    return _Feeding(s, net(s, seat), sources, level, barred, short_ranges(s, soviet=soviet)).run()


class _Feeding:
    """Supplyheads fed from centers, until nothing more comes to work."""

    def __init__(
        self, s: WarState, net: Net, sources: Mask, level: int, barred: Mask, short: tuple[Mask, ...]
    ) -> None:
        self.s, self.net, self.sources, self.short = s, net, sources, short
        self.ports = (net.major | (net.minor if level >= MINOR else 0)) & ~barred
        self.admitted = net.piers if level >= AMPHIBIOUS else 0
        self.works, self.piers = sources, 0
        self.steps = [Fed("center", sources)]
        self.reached = ((-1, 0), 0)
        """Heads and piers, and the hexes within their range: as last worked out."""

    def run(self) -> Chain:
        """Follow every link until none leads anywhere new."""
        before = -1
        while before != self.works:
            before = self.works
            for line in self.net.lines:
                if line & self.works:
                    self._feed("railway", line)
            for haven in self.net.havens:
                if haven & self.works & self.ports:
                    self._feed("sea", haven & self.ports)
                    self._land(haven & self.admitted)
            if waiting := self.net.posts & ~self.works:
                self._feed("road", waiting & self._supplied())
        strong = _strong(self.net, self.works, self.sources)
        return Chain(
            self.net,
            self.sources,
            tuple(self.steps),
            strong,
            self.works & ~strong,
            self.piers,
            self._supplied(),
            self.short,
            self.ports,
        )

    def _feed(self, by: Link, heads: Mask) -> None:
        if new := heads & ~self.works:
            self.steps.append(Fed(by, new))
            self.works |= new

    def _land(self, piers: Mask) -> None:
        if new := piers & ~self.piers:
            self.steps.append(Fed("sea", new, beach=True))
            self.piers |= new

    def _supplied(self) -> Mask:
        """The hexes within the range of what works."""
        heads_now = self.works, self.piers
        if self.reached[0] != heads_now:
            self.reached = heads_now, self._range()
        return self.reached[1]

    def _range(self) -> Mask:
        found = 0
        for heads, limit, _ in _ranges(self.s, self.net, self.works, self.sources, self.piers):
            near = self.net.paths.to(heads, limit)
            reached = union(near)
            for times, area in enumerate(self.short, 1):
                reached &= ~area | union(near[: (limit >> times) + 1])
            found |= reached
        return found


def _strong(net: Net, works: Mask, sources: Mask) -> Mask:
    """Of hexes with heads that work those with a major one, or a center: not those with a mere minor port."""
    return works & (union(net.lines) | net.posts | net.major | sources)


@case("14.32", "14.41a", "14.41b")
def _ranges(s: WarState, net: Net, works: Mask, sources: Mask, piers: Mask) -> list[tuple[Mask, int, bool]]:
    """Heads with the points of an infantry unit from which they supply, ten to a major one, four, or one to a beach.

    The last value is true of beaches.
    """
    limits, strong = s.scenario.tables.supply, _strong(net, works, sources)
    found = (
        (strong, limits.major, False),
        (works & ~strong, limits.minor, False),
        (piers, limits.beach, True),
    )
    return [entry for entry in found if entry[0]]


@case("15.1b", "15.1c", "15.1d", "15.1e", "15.1g", "15.1h", "tbl.5.8.arctic", "tbl.5.8.arcticswamp")
def short_ranges(s: WarState, *, soviet: bool = False) -> tuple[Mask, ...]:
    """The hexes whose range of supply is halved, and those where it is halved twice (R97)."""
    foul = s.muddy if soviet else s.muddy | s.bottomless | s.snowy
    arctic = s.scenario.board.arctic
    return (foul | arctic, foul & arctic) if foul | arctic else ()


# --- a single line --------------------------------------------------------------------------------------------------


class Part(NamedTuple):
    """A part of a line of supply: over ground, rail or sea, from a hex to the head that feeds it."""

    by: Link
    way: tuple[Hex, ...]


@case("14.4", "14.46")
def trace(s: WarState, chain: Chain, hex: Hex) -> list[Part] | None:
    """A line of supply from a hex back to a center, head by head; none if there is none."""
    if not chain.reach >> hex & 1:
        return None
    works = chain.major | chain.minor
    way, beach = _road(s, chain, hex, works, chain.piers)
    return [Part("road", way)] * (len(way) > 1) + list(_back(s, chain, way[-1], beach=beach))


def _road(s: WarState, chain: Chain, hex: Hex, works: Mask, piers: Mask) -> tuple[tuple[Hex, ...], bool]:
    """The cheapest way over ground from a hex to a head that works and is near enough in this weather, major ones first.

    A head in the hex itself needs none: the line would lead away and back. With it comes whether the head serves as a beach.
    """
    grid, net = s.scenario.board.grid, chain.net
    if (works | piers) >> hex & 1:
        return (hex,), not works >> hex & 1
    halved = sum(area >> hex & 1 for area in chain.short)
    for heads, limit, beach in _ranges(s, net, works, chain.sources, piers):
        way = cheapest_way(grid, hex, net.paths.to(heads, limit)[: (limit >> halved) + 1], net.paths.ways)
        if way is not None:
            return tuple(way), beach
    raise LookupError("no head is near enough")


@case("14.44", "14.45")
def _back(s: WarState, chain: Chain, head: Hex, *, beach: bool) -> Iterator[Part]:
    """From a head that works, perhaps as a beach, to the center, one link after the other.

    Beaches feed no railway, and ships come to them from ports.
    """
    board, net, steps = s.scenario.board, chain.net, chain.steps
    while True:
        number = next(n for n, step in enumerate(steps) if step.heads >> head & 1 and step.beach == beach)
        works = union(step.heads for step in steps[:number] if not step.beach)
        by = steps[number].by
        if by == "center":
            return
        if by == "road":
            beaches = union(step.heads for step in steps[:number] if step.beach)
            way, beach = _road(s, chain, head, works, beaches)
        else:
            beach = False
            whole = next(part for part in (net.lines if by == "railway" else net.havens) if part >> head & 1)
            if by == "railway":
                found = shortest(board.grid, head, works & whole, whole, over=board.rails)
            else:
                found = shortest(board.grid, head, works & whole & chain.ports, net.sea, over=board.lanes)
            way = tuple(found or ())
        # A supply unit on a beach, or in a port, has no way to go.
        if len(way) > 1:
            yield Part(by, way)
        head = way[-1]
