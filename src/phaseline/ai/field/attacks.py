"""Which attacks to make with whom: ways to attack each hex, and the best set of them (an integer programme)."""

from __future__ import annotations

import itertools
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import ClassVar, NamedTuple

from phaseline.ai.field.protocol import Field
from phaseline.ai.planning import Exchange, Package, Use, select
from phaseline.hexgrid import Hex, Mask, hexes, mask_of, union

FEW = 6
"""Of so many candidates every force is tried."""
BEST_ODDS = 7
"""Better odds than these bring nothing more."""
SPARE = 2
"""So many units beyond the best odds are tried: they hold what is taken."""

Force = dict[int, Hex]
"""Units, each with the hex that it attacks from."""


class Assault(NamedTuple):
    """An attack that might be made: who attacks what from where, at which odds, and what it should bring."""

    target: Hex
    places: Mapping[int, Hex]
    odds: str
    exchange: Exchange
    worth: float

    @property
    def units(self) -> Mask:
        """The attacking units."""
        return sum(1 << unit for unit in self.places)


class Candidate(NamedTuple):
    """A unit that could attack a hex from another one: its strength there, and what it costs to use it so."""

    unit: int
    hex: Hex
    strength: int
    price: float


Fits = Callable[[Candidate, Mapping[int, Hex]], bool]
"""Whether a candidate can be added to a force."""


def every(pool: Sequence[Candidate], fits: Fits) -> Iterator[Force]:
    """Every force that can be made of a pool, small ones first, each in the order of the pool."""
    for size in range(1, len(pool) + 1):
        for group in itertools.combinations(pool, size):
            force: Force = {}
            for c in group:
                if not fits(c, force):
                    break
                force[c.unit] = c.hex
            else:
                yield force


def rising(
    pool: Sequence[Candidate], defence: int, fits: Fits, anchors: Sequence[Hex] = ()
) -> Iterator[Force]:
    """From one pool, taken in its order: for each odds the first force that reaches them, and some that are larger.

    Each force has somebody in each hex of `anchors`; nothing comes if that cannot be.
    """
    force: Force = {}
    total = 0
    for anchor in anchors:
        first = next((c for c in pool if c.hex == anchor and fits(c, force)), None)
        if first is None:
            return
        force[first.unit] = anchor
        total += first.strength
    if force:
        yield dict(force)
    reached = total // defence
    spare = 0
    for c in pool:
        if not fits(c, force):
            continue
        force[c.unit] = c.hex
        total += c.strength
        if total // defence > reached or reached >= BEST_ODDS:
            reached = total // defence
            yield dict(force)
            if reached >= BEST_ODDS:
                spare += 1
                if spare > SPARE:
                    return
    if force:
        yield dict(force)


class AttackStaff(ABC):
    """Finds attacks: `places` are the units that may attack and where each could attack from, `targets` the hexes."""

    least: float
    """An attack must be worth more than this."""
    most: int
    """So many ways to attack one hex are weighed against other attacks."""
    rounds: ClassVar[int] = 1
    """So often attacks are looked for: after the first time among those whom the best attacks so far leave out."""

    def __init__(self, field: Field, places: Mapping[int, Mask], targets: Mask) -> None:
        self.field = field
        self.places = places
        self.targets = targets
        self._room: dict[Hex, int] = {}

    # -- what the game says -------------------------------------------------------------------------------------------

    @abstractmethod
    def candidates(self, target: Hex) -> list[Candidate]:
        """Each unit in each place from which it could attack the hex."""

    def forces(self, target: Hex, candidates: list[Candidate]) -> Iterable[Force]:
        """The forces to try: every one that can be made of a few candidates, `rising` ones of many."""
        strong = sorted(candidates, key=lambda c: (-c.strength, c.price, c.unit, c.hex))
        if len(candidates) <= FEW:
            return every(strong, self.fits)
        defence = max(1, self.field.resistance(target))
        pools = [strong, strong[::-1], sorted(strong, key=lambda c: c.price)]
        return itertools.chain.from_iterable(rising(pool, defence, self.fits) for pool in pools)

    @abstractmethod
    def assess(self, target: Hex, force: Mapping[int, Hex]) -> Assault:
        """What an attack by a force should bring."""

    def offers(self, ways: list[Assault]) -> tuple[list[Assault], list[Package], dict[Use, float]]:
        """The ways with their packages, and how much there is of what they compete for; once, if nothing is said.

        Packages beyond those of the ways are something else to be done with what there is.
        """
        room: dict[Use, float] = {
            ("room", hex): float(self.room(hex)) for way in ways for hex in way.places.values()
        }
        return ways, [self.package(way) for way in ways], room

    @cached_property
    def demand(self) -> Counter[int]:
        """How many hexes each unit could attack: who can attack but one is not wanted elsewhere."""
        return Counter(
            unit for target in hexes(self.targets) for unit in {c.unit for c in self.candidates(target)}
        )

    # -- the best set -------------------------------------------------------------------------------------------------

    def plan(self) -> list[Assault]:
        """The attacks to make, the most promising first.

        The strongest units are wanted everywhere. So it is asked again what the others could do, until that adds nothing.
        """
        ways = [way for target in hexes(self.targets) for way in self.ways(target)]
        chosen = self._together(ways)
        for _ in range(1, self.rounds):
            known = {(way.target, way.units, way.odds) for way in ways}
            busy = union(way.units for way in chosen)
            more = [
                way
                for target in hexes(self.targets & ~mask_of(way.target for way in chosen))
                for way in self.ways(target, busy)
                if (way.target, way.units, way.odds) not in known
            ]
            if not more:
                break
            ways += more
            chosen = self._together(ways)
        return sorted(chosen, key=lambda way: -way.worth)

    def _together(self, ways: list[Assault]) -> list[Assault]:
        """Those of some ways that are worth most together."""
        ways, packages, room = self.offers(ways)
        return [ways[number] for number in self.choose(packages, room) if number < len(ways)]

    choose = staticmethod(select)
    """The numbers of the packages that are worth most together."""

    def ways(self, target: Hex, busy: Mask = 0) -> list[Assault]:
        """The best ways to attack a hex that are worth it, one for each set of units; without those who are `busy`."""
        found: dict[Mask, Assault] = {}
        candidates = [c for c in self.candidates(target) if not busy >> c.unit & 1]
        for force in self.forces(target, candidates) if candidates else ():
            way = self.assess(target, force)
            key = way.units
            if way.worth > self.least and (key not in found or found[key].worth < way.worth):
                found[key] = way
        return sorted(found.values(), key=lambda way: -way.worth)[: self.most]

    def package(self, way: Assault) -> Package:
        """What an attack uses: its units, its target, and room where units go."""
        uses: dict[Use, float] = {("unit", unit): 1.0 for unit in way.places}
        uses["target", way.target] = 1.0
        for unit, hex in way.places.items():
            if self.settles(unit, hex):
                uses["room", hex] = uses.get(("room", hex), 0.0) + 1.0
        return Package(way.worth, uses)

    # -- room ---------------------------------------------------------------------------------------------------------

    def counts(self, unit: int) -> bool:  # noqa: ARG002 - for subclasses
        """Whether a unit counts against the limit of a hex."""
        return True

    def room(self, hex: Hex) -> int:
        """How many more units a hex takes, those that may still leave it not counted."""
        found = self._room.get(hex)
        if found is None:
            there = self.field.s.units_at(hex, self.field.seat)
            stay = sum(self.counts(unit) and not self._leaves(unit) for unit in there)
            found = self._room[hex] = self.field.limit(hex) - stay
        return found

    def fits(self, c: Candidate, force: Mapping[int, Hex]) -> bool:
        """Whether a candidate is not in a force yet and finds room beside it."""
        if c.unit in force:
            return False
        if not self.settles(c.unit, c.hex):
            return True
        settled = sum(hex == c.hex and self.settles(unit, hex) for unit, hex in force.items())
        return settled < self.room(c.hex)

    def settles(self, unit: int, hex: Hex) -> bool:
        """Whether a unit that attacks from a hex takes room there that was counted as free: also who could have left.

        Who can only stay where he is has his room, even in a hex that holds too many.
        """
        return self.counts(unit) and (self.field.s.position.at[unit] != hex or self._leaves(unit))

    def _leaves(self, unit: int) -> bool:
        """Whether a unit could attack from another hex than its own."""
        return bool(self.places.get(unit, 0) & ~(1 << self.field.s.position.at[unit]))
