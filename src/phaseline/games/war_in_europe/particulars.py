"""What a scenario has besides the rules, with its hexes and units as numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from phaseline.games.war_in_europe import special
from phaseline.games.war_in_europe.position import SEATS_BY_NAME
from phaseline.hexgrid import Hex, Mask, mask_of

if TYPE_CHECKING:
    from phaseline.games.war_in_europe.scenario import WarScenario


class Wreck(NamedTuple):
    """For how many turns a captured Major Port is but a Minor Port, those for which it is longer, those captured before."""

    turns: int
    longer: dict[Hex, int]
    since: dict[Hex, int]


class Approach(NamedTuple):
    """The hexes that must be free of a seat's units for a port to work, and since how many turns."""

    flag: str
    area: Mask
    enemy: int
    turns: int
    center: bool


class Stock(NamedTuple):
    """Units that are in supply for so many turns after being cut off, wherever they are or in some hexes."""

    units: Mask
    of_type: Mask
    hexes: Mask
    turns: int


class Joining(NamedTuple):
    """Neutral countries, whom they join, and when: in a turn, or from when on which seats may say so."""

    name: str
    area: Mask
    seat: int
    turn: int
    declared: Mapping[int, int]


class Surprise(NamedTuple):
    """A turn in whose initial movement zones of a seat do not reach into some hexes."""

    turn: int
    seat: int
    area: Mask


class Surrender(NamedTuple):
    """Units that leave play when the Axis holds all of some hexes and one of others; their country."""

    name: str
    units: Mask
    country: Mask
    all_of: Mask
    any_of: Mask
    ceded: bool


class Armistice(NamedTuple):
    """When and how the game may end early."""

    since: int
    all_of: Mask
    least: int
    of: Mask
    dice: tuple[int, ...]
    kept: Mask


class Lent(NamedTuple):
    """Hexes that a seat holds up to the end of a turn only."""

    seat: int
    area: Mask
    until: int


class Ferry(NamedTuple):
    """From where and to where the ships of a seat carry units, if not everywhere."""

    seat: int
    start: Mask
    goals: Mask
    why: str


class Allotment(NamedTuple):
    """How many half divisions of a seat may attack in a combat phase; and how many when a port works."""

    seat: int
    halves: int
    port: Hex | None
    opened: int


class Count(NamedTuple):
    """What else counts at the end: the tally, with its units and hexes."""

    rule: special.Tally
    seat: int
    units: Mask
    area: Mask
    goal: Hex | None
    unless: Mask


class Particulars:
    """What a scenario has besides the rules."""

    def __init__(self, scenario: WarScenario) -> None:
        self._scenario = scenario
        told = scenario.setup.special
        at, seat = self._hexes, SEATS_BY_NAME
        self.wrecks = (
            Wreck(told.wrecks.turns, self._by_hex(told.wrecks.longer), self._by_hex(told.wrecks.since))
            if told.wrecks
            else None
        )
        """For how long captured ports are small ones."""
        self.approaches = dict(map(self._approach, told.approaches))
        """Ports that wait until the enemy has left some hexes."""
        self.stocks = tuple(map(self._stock, told.stocks))
        """Units that live on stocks when they are cut off."""
        self.joining = tuple(map(self._joining, told.joining))
        """Neutrals that may join a side."""
        self.surprise = tuple(
            Surprise(rule.turn, seat[rule.side], self._countries(rule.countries)) for rule in told.surprise
        )
        """Turns in which zones do not reach into some countries."""
        self.surrenders = tuple(map(self._surrender, told.surrenders))
        """Nations that surrender."""
        end = told.armistice
        self.armistice = (
            Armistice(end.since, at(end.all_of), end.least, at(end.of), end.dice, at(end.kept))
            if end
            else None
        )
        """How the game may end early."""
        self.lent = tuple(Lent(seat[rule.side], at(rule.hexes), rule.until) for rule in told.lent)
        """Hexes held for some turns only."""
        self.ferries = tuple(
            Ferry(seat[rule.side], at(rule.start), at(rule.goals), rule.why) for rule in told.ferries
        )
        """Ships that serve some ports only."""
        self.allotments = tuple(map(self._allotment, told.allotments))
        """How many divisions may attack."""
        self.barred = at(told.barred)
        """Hexes in which no unit is placed or rebuilt."""
        self.held_back = self._units(told.held_back)
        """Units that do not attack in the first turn."""
        self.keeper = seat[told.keeps] if told.keeps else None
        """Who may keep units that are to be withdrawn."""
        self.beaches = at(told.beaches)
        """Beaches from the start."""
        self.torn = at(told.torn)
        """Rail hexes that are nobody's at the start."""
        self.counts = tuple(map(self._count, told.tallies))
        """What else counts at the end."""

    def _approach(self, rule: special.Approach) -> tuple[Hex, Approach]:
        enemy = 1 - SEATS_BY_NAME[rule.side]
        found = Approach(f"open {rule.port}", self._hexes(rule.hexes), enemy, rule.turns, rule.center)
        return self._scenario.hex_at(rule.port, "approaches"), found

    def _stock(self, rule: special.Stocks) -> Stock:
        of_type = mask_of(n for n, entry in enumerate(self._scenario.entries) if entry.type in rule.types)
        units = self._scenario.side_units[SEATS_BY_NAME[rule.side]]
        return Stock(units, of_type, self._hexes(rule.hexes), rule.turns)

    def _joining(self, rule: special.Joining) -> Joining:
        area = self._countries(rule.countries) & self._scenario.territory["neutral"]
        declared = {SEATS_BY_NAME[side]: turn for side, turn in rule.declared.items()}
        return Joining(rule.name, area, SEATS_BY_NAME[rule.side], rule.turn, declared)

    def _surrender(self, rule: special.Surrender) -> Surrender:
        units = self._scenario.having(lambda unit: unit.nation == rule.nation)
        country = self._countries((rule.country,))
        return Surrender(
            rule.nation, units, country, self._hexes(rule.all_of), self._hexes(rule.any_of), rule.ceded
        )

    def _allotment(self, rule: special.Allotment) -> Allotment:
        port = self._scenario.hex_at(rule.port, "allotments") if rule.port else None
        return Allotment(SEATS_BY_NAME[rule.side], 2 * rule.divisions, port, 2 * rule.opened)

    def _count(self, rule: special.Tally) -> Count:
        scenario, but = self._scenario, set(rule.but)
        named = self._units(rule.units) if rule.units else scenario.side_units[SEATS_BY_NAME[rule.side]]
        fits = mask_of(
            n
            for n, unit in enumerate(scenario.units)
            if (not rule.nations or unit.nation in rule.nations)
            and (not rule.classes or unit.category in rule.classes)
            and scenario.ids[n] not in but
        )
        return Count(
            rule,
            SEATS_BY_NAME[rule.side],
            named & fits,
            self._countries(rule.countries) | self._hexes(rule.hexes),
            scenario.hex_at(rule.hex, "tallies") if rule.hex else None,
            self._countries(rule.unless),
        )

    def _hexes(self, texts: Sequence[str]) -> Mask:
        return self._scenario.hexes_at(texts, "special")

    def _by_hex(self, named: Mapping[str, int]) -> dict[Hex, int]:
        return {self._scenario.hex_at(name, "wrecks"): turn for name, turn in named.items()}

    def _countries(self, names: Sequence[str]) -> Mask:
        return self._scenario.map.hexes_in("country", *names) & self._scenario.map.land if names else 0

    def _units(self, names: Sequence[str]) -> Mask:
        number = self._scenario.number
        return mask_of(number[name] for name in names if name in number)
