"""What is at stake in WestFront: what each hex is worth, by the victory conditions in force, and each unit."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import NamedTuple

from phaseline.ai.planning import Field, distances
from phaseline.ai.westfront.parameters import parameters
from phaseline.games.westfront import maps
from phaseline.games.westfront.position import ALLIED, AXIS
from phaseline.games.westfront.roster import HITS_ON, Fire
from phaseline.games.westfront.rules.victory import NORTH, SOUTH
from phaseline.games.westfront.scenario import WestFrontScenario
from phaseline.games.westfront.state import WestFrontState
from phaseline.hexgrid import Hex, Mask, hexes

SIDES_OF_DIE = 6
LANDS_OF_ALLIES = ("Britain", "Morocco", "Algeria", "Tunisia", "Libya")


def chance(fire: Fire) -> float:
    """The chance that a die of this firepower hits."""
    return max(0, SIDES_OF_DIE + 1 - HITS_ON[fire]) / SIDES_OF_DIE


class Effort(NamedTuple):
    """A main effort: which of the places that decide, from 1 on, those worth most first, and how much more it is worth."""

    place: int
    more: float


class Stakes:
    """The worth of hexes in one state of the calendar: the swing in victory points when a hex changes hands."""

    def __init__(self, state: WestFrontState) -> None:
        scenario = state.scenario
        self.board = scenario.board
        self.book = state.position.book
        self.month = state.position.month
        self.weights = parameters().worth
        self.months_left = max(0, scenario.last_month - self.month)
        self.worth: Field = {}
        conditions = scenario.data.books[self.book].victory
        self.cities = conditions == "cities" or self.book == "W44"
        self.ports: Field = {}
        """The points that cleared ports bring the Allies, if they are counted: none while there is a battle."""
        self.points = not self.cities and conditions != "ports"
        """Whether points are counted at the end."""
        self._production(scenario)
        if self.cities:
            self._add(scenario.board.victory_cities, self.weights.city)
            self.worth.pop(-1, None)
            decide = set(scenario.board.victory_cities)
        elif conditions == "ports":
            sicily = maps.area(scenario.map, "part", "Sicily") & scenario.board.port_hexes
            self._add(dict.fromkeys(hexes(sicily), 1), self.weights.sicilian)
            decide = set(hexes(sicily))
        else:
            self._ports(scenario)
            decide = set(self.worth)
        for hex in scenario.data.origins[AXIS]:
            if hex in self.worth:
                self.worth[hex] += self.weights.origin
        home = 0
        for land in LANDS_OF_ALLIES:
            home |= scenario.board.country.get(land, 0)
        self.safe = home & ~scenario.board.fortresses
        """Land the Axis can never enter."""
        neutral = state.neutral
        self.worth = {hex: value for hex, value in self.worth.items() if not (self.safe | neutral) >> hex & 1}
        decide |= set(scenario.data.origins[AXIS])
        open_to_both = [hex for hex in decide if not (self.safe | neutral) >> hex & 1]
        self.deciding = sorted(open_to_both, key=lambda hex: (-self.at(hex), hex))
        """The places that the victory conditions name, and from where all supply comes, those worth most first."""

    def _add(self, values: dict[Hex, int], weight: float) -> None:
        for hex, value in values.items():
            self.worth[hex] = self.worth.get(hex, 0.0) + weight * value

    def _production(self, scenario: WestFrontScenario) -> None:
        """A city moves its value from one level to the other; a resource counts double for the Axis."""
        each = self.weights.economy if self.cities else 1.0 + self.weights.month * self.months_left
        self._add(scenario.board.city_value, 2 * each)
        self._add(scenario.board.resource_value, 3 * each)

    def _ports(self, scenario: WestFrontScenario) -> None:
        """Cleared ports count for the Allies alone."""
        for region, points in ((SOUTH, 1), (NORTH, 2)):
            ports = maps.area(scenario.map, "victory", region) & scenario.board.port_hexes
            self._add(dict.fromkeys(hexes(ports), 1), points)
            self._add(dict.fromkeys(hexes(ports & scenario.board.major_ports), 1), points)
            for port in hexes(ports):
                self.ports[port] = points * (1.0 + bool(scenario.board.major_ports >> port & 1))

    def raised(self, effort: Effort) -> Stakes:
        """These stakes, with more at stake in one place."""
        found = copy.copy(self)
        if 0 < effort.place <= len(self.deciding):
            hex = self.deciding[effort.place - 1]
            found.worth = self.worth | {hex: self.at(hex) + effort.more}
        return found

    def aiming(self, aims: Mapping[str, float]) -> Stakes:
        """These stakes, with places that are worth more than they bring by themselves."""
        found = copy.copy(self)
        more = {self.board.hex(name): worth for name, worth in aims.items()}
        found.worth = self.worth | {hex: self.at(hex) + worth for hex, worth in more.items()}
        return found

    def at(self, hex: Hex) -> float:
        """The swing in victory points when this hex changes hands."""
        return self.worth.get(hex, 0.0)


def stakes(state: WestFrontState) -> Stakes:
    """The stakes now; worked out once a month."""
    key = ("ai stakes", state.position.book, state.position.month, state.neutral)
    found: Stakes = state.scenario.once(key, lambda: Stakes(state))
    return found


def steps_to(state: WestFrontState, hex: Hex) -> dict[Hex, int]:
    """Hexes on the way by land to each hex, from anywhere."""
    board = state.board
    found: dict[Hex, int] = state.scenario.once(
        ("ai steps", hex), lambda: distances(board.grid, 1 << hex, board.land, board.traced)
    )
    return found


def step_worth(scenario: WestFrontScenario, unit: int) -> float:
    """What one step of a unit is worth."""
    weights, block = parameters().worth, scenario.units[unit]
    if block.is_hq:
        return weights.headquarters
    kind = scenario.types[block.kind]
    fire = (chance(kind.attack) + chance(kind.defence)) * 3 - 1
    return weights.step + weights.fire * fire


def unit_worth(scenario: WestFrontScenario, unit: int) -> float:
    """What a unit is worth for being in play at all."""
    weights, block = parameters().worth, scenario.units[unit]
    minor = block.seat == AXIS and (
        block.nation in ("Italian", "Spanish", "Portuguese") or block.kind == "static"
    )
    if block.is_hq and not minor:
        return 2 * weights.unit
    return weights.minor if minor else weights.unit


def fighting(scenario: WestFrontScenario) -> Mask:
    """All units that fight: no headquarters."""
    return scenario.all_units & ~scenario.hqs


__all__ = [
    "ALLIED",
    "AXIS",
    "Effort",
    "Stakes",
    "chance",
    "fighting",
    "stakes",
    "step_worth",
    "steps_to",
    "unit_worth",
]
