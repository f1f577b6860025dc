"""Chains of trucks: where they stand so that most of those who matter are fed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from phaseline.games.france44.position import ALLIED
from phaseline.games.france44.rules import chains, ports, supply
from phaseline.games.france44.state import FranceState
from phaseline.hexgrid import Hex, Mask, hexes, lowest, mask_of
from phaseline.hexgrid.floods import levels
from phaseline.mechanics.lines import EVERYWHERE, extend

LONGEST = 40
"""No chain of trucks is longer, in hexes."""
LEAST = 0.05
"""A truck that brings less stays where it is."""


class Source(NamedTuple):
    """Where units are fed: its hexes, and how many units it feeds; None for any number."""

    hexes: Mask
    room: int | None


class Network:
    """The sources of a side and who wants to be fed from them, to try trucks on.

    `wants` are units with where they stand and how much it matters that they are fed.
    """

    def __init__(self, s: FranceState, seat: int, wants: Mapping[int, tuple[Hex, float]]) -> None:
        self.s = s
        self.grid = s.scenario.board.grid
        self.range = s.effects.range
        self.through = supply.passing(s, seat)
        self.sources = list(_sources(s, seat))
        # Who matters most is fed first, as far as there is a choice.
        self.wants = sorted(wants.values(), key=lambda want: (-want[1], want[0]))
        self._wanted = mask_of(hex for hex, _ in self.wants)
        self._reaches: dict[Hex, Mask] = {}
        self._wanting: dict[Mask, frozenset[Hex]] = {}

    # -- what trucks bring --------------------------------------------------------------------------------------------

    def _reach(self, hex: Hex) -> Mask:
        """The hexes that a truck supplies."""
        found = self._reaches.get(hex)
        if found is None:
            found = extend(self.grid, 1 << hex, self.through, into=EVERYWHERE, limit=self.range)
            self._reaches[hex] = found
        return found

    def areas(self, posts: Sequence[Hex]) -> list[Mask]:
        """Where each source feeds with trucks in these hexes."""
        reaches = {hex: self._reach(hex) for hex in posts}
        return [source.hexes | chains.carried(reaches, source.hexes, self.through) for source in self.sources]

    def fed(self, areas: Sequence[Mask]) -> tuple[float, Mask, list[int | None]]:
        """What the fed are worth together, the hexes of those who are not, and what is left in each source."""
        left = [source.room for source in self.sources]
        # The source that reaches least is drawn on first: others may need the rest.
        order = sorted(range(len(areas)), key=lambda number: (areas[number].bit_count(), number))
        reached = [self._wants_in(area) for area in areas]
        worth, without = 0.0, 0
        for hex, matters in self.wants:
            for number in order:
                if hex in reached[number] and left[number] != 0:
                    room = left[number]
                    left[number] = None if room is None else room - 1
                    worth += matters
                    break
            else:
                without |= 1 << hex
        return worth, without, left

    def _wants_in(self, area: Mask) -> frozenset[Hex]:
        """The hexes in an area of those who want to be fed. One more truck leaves the areas of most sources as they were."""
        found = self._wanting.get(area)
        if found is None:
            found = self._wanting[area] = frozenset(hexes(area & self._wanted))
        return found

    # -- where they go ------------------------------------------------------------------------------------------------

    def posts(self, most: int) -> list[Hex]:
        """Hexes for trucks, chain by chain, each the one that brings most for each of its trucks."""
        posts: list[Hex] = []
        areas = self.areas(posts)
        worth, without, left = self.fed(areas)
        while without and len(posts) < most:
            best: tuple[float, list[Hex]] | None = None
            for chain in self._chains(posts, areas, without, left, most - len(posts)):
                gain = (self.fed(self.areas(posts + list(chain)))[0] - worth) / len(chain)
                if gain > LEAST and (best is None or gain > best[0]):
                    best = gain, list(chain)
            if best is None:
                break
            posts += best[1]
            areas = self.areas(posts)
            worth, without, left = self.fed(areas)
        return posts

    def _chains(
        self,
        posts: Sequence[Hex],
        areas: Sequence[Mask],
        without: Mask,
        left: Sequence[int | None],
        most: int,
    ) -> list[tuple[Hex, ...]]:
        """Chains to those who are not fed, from sources that have something left and from what hangs on them."""
        standing = mask_of(posts)
        found: dict[tuple[Hex, ...], None] = {}
        for source, area, room in zip(self.sources, areas, left, strict=True):
            if room == 0:
                continue
            begun = standing & area & (self.through | source.hexes)
            for start, first in ((begun, False), (source.hexes & ~begun, True)):
                if start:
                    found |= dict.fromkeys(
                        chain for chain in self._reaching(start, without, first=first) if len(chain) <= most
                    )
        return list(found)

    def _reaching(self, start: Mask, goals: Mask, *, first: bool) -> Iterator[tuple[Hex, ...]]:
        """The chain to each goal by a shortest way; with `first` it begins with a truck where the way does."""
        layers = list(levels(self.grid, start, self.through, limit=LONGEST))
        near = self.grid.adjacent_mask
        todo = goals & ~start
        for depth, layer in enumerate(layers):
            reached = self.grid.spread(layer) & todo
            todo &= ~reached
            for goal in hexes(reached):
                way = [goal]
                for before in reversed(layers[: depth + 1]):
                    way.append(lowest(near(way[-1]) & before))
                way.reverse()
                chain = [way[0]] if first else []
                chain += way[self.range : len(way) - 1 : self.range]
                if chain:
                    yield tuple(chain)
            if not todo:
                return


def _sources(s: FranceState, seat: int) -> Iterator[Source]:
    """All that feeds a side as long as it has room."""
    if seat == ALLIED:
        for hex in hexes(ports.controlled(s)):
            if room := ports.room(s, hex):
                yield Source(1 << hex, room)
    else:
        yield Source(supply.rails(s) | supply.edge(s), None)
    for hex, value in sorted(s.dumps(seat).items()):
        yield Source(1 << hex, value)
