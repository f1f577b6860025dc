"""Questions that every rule asks about a position: who stands where, who controls what, who stacks with whom."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import lru_cache
from itertools import compress
from operator import ne
from typing import Any, Self, TypeVar

from phaseline.engine.dice import Dice
from phaseline.engine.ledger import case
from phaseline.engine.narrowing import Narrowing, choose
from phaseline.engine.refusal import Refusal
from phaseline.engine.state import State
from phaseline.games.eisenhower.position import (
    ALLIED,
    BOX,
    ELIMINATED,
    GERMAN,
    GONE,
    IDLE,
    EisenhowerPosition,
)
from phaseline.games.eisenhower.scenario import EisenhowerScenario
from phaseline.hexgrid import Hex, Mask, hexes

T = TypeVar("T")
HIGHEST = 6
"""No hex holds more units than this."""
ITALY_FULL = "eight mobile German units are in Italy already"


class Deployed:
    """Where the units of one side are: on the map, by hex, with their zone of control and stack heights; in the box."""

    __slots__ = ("box", "by_hex", "deep", "mobile", "occupied", "places", "units", "zone")

    @case("1.2b", "9.1a", "9.1b", "9.1c", "9.1d", "9.2")
    def __init__(
        self,
        scenario: EisenhowerScenario,
        seat: int,
        places: Sequence[int],
        before: Deployed | None = None,
    ) -> None:
        """Worked out from the places; from what was known `before` where one exists and little has changed."""
        roster = scenario.rosters[seat]
        self.places = places
        self.by_hex: dict[int, Mask] = {}
        self.deep = [0] * (HIGHEST + 1)
        self.units = self.box = self.occupied = self.mobile = 0
        old: Sequence[int] = [GONE] * len(roster)
        if before is not None:
            old = before.places
            self.by_hex, self.deep = before.by_hex.copy(), before.deep.copy()
            self.units, self.box = before.units, before.box
            self.occupied, self.mobile = before.occupied, before.mobile
        touched = set()
        for n in compress(range(len(roster)), map(ne, places, old)):
            bit, place, was = 1 << roster[n], places[n], old[n]
            self._leave(bit, was)
            self._enter(bit, place)
            touched |= {was, place}
        for hex in touched:
            if hex >= 0:
                self._count(hex, scenario.mobile)
        unmoved = before is not None and before.mobile == self.mobile
        self.zone: Mask = (
            before.zone if before is not None and unmoved else scenario.board.land_sides.cross(self.mobile)
        )

    def _leave(self, bit: Mask, place: int) -> None:
        if place >= 0:
            self.by_hex[place] &= ~bit
            self.units &= ~bit
        elif place == BOX:
            self.box &= ~bit

    def _enter(self, bit: Mask, place: int) -> None:
        if place >= 0:
            self.by_hex[place] = self.by_hex.get(place, 0) | bit
            self.units |= bit
        elif place == BOX:
            self.box |= bit

    def _count(self, hex: int, mobile: Mask) -> None:
        there, bit = self.by_hex[hex], 1 << hex
        height = there.bit_count()
        for level in range(HIGHEST + 1):
            if level < height:
                self.deep[level] |= bit
            else:
                self.deep[level] &= ~bit
        self.occupied = self.occupied | bit if there else self.occupied & ~bit
        self.mobile = self.mobile | bit if there & mobile else self.mobile & ~bit
        if not there:
            del self.by_hex[hex]


class Survey:
    """Where everybody is, by seat."""

    __slots__ = ("at", "box", "by_hex", "deep", "deployed", "mobile", "occupied", "units", "zones")

    def __init__(self, scenario: EisenhowerScenario, at: list[int], before: Survey | None) -> None:
        self.at = at.copy()
        self.deployed: list[Deployed] = []
        for seat in (ALLIED, GERMAN):
            places = scenario.places_of[seat](at)
            known = None if before is None else before.deployed[seat]
            if known is None or known.places != places:
                known = Deployed(scenario, seat, places, known)
            self.deployed.append(known)
        allied, german = self.deployed
        self.units = (allied.units, german.units)
        self.box = (allied.box, german.box)
        self.by_hex = (allied.by_hex, german.by_hex)
        self.occupied = (allied.occupied, german.occupied)
        self.mobile = (allied.mobile, german.mobile)
        self.deep = (allied.deep, german.deep)
        self.zones = (allied.zone, german.zone)


@lru_cache(maxsize=8)
def _opening_survey(scenario: EisenhowerScenario) -> Survey:
    """Where everybody is before the first order, from which the surveys of a match start."""
    return Survey(scenario, scenario.opening.at, None)


class EisenhowerState(State[EisenhowerPosition, EisenhowerScenario]):
    """A match in play. Units and seats are numbers, sets of units or hexes are masks."""

    _survey: Survey | None = None
    _kept: dict[str, tuple[Hashable, Any]] | None = None

    def kept(self, name: str, key: Hashable, make: Callable[[], T]) -> T:
        """What `make` gives, made anew only when `key`, all that it depends on, has changed."""
        if self._kept is None:
            self._kept = {}
        found = self._kept.get(name)
        if found is None or found[0] != key:
            found = self._kept[name] = (key, make())
        value: T = found[1]
        return value

    # -- where units are ----------------------------------------------------------------------------------------------

    def copy(self, dice: Dice | None = None) -> Self:
        """An independent state with a copy of the position; what is known of who stands where is shared."""
        twin = super().copy(dice)
        twin._survey = self._survey
        twin._kept = None if self._kept is None else self._kept.copy()
        return twin

    @property
    def survey(self) -> Survey:
        """Where everybody is; worked out anew only when a unit has moved."""
        known = self._survey
        if known is None or known.at != self.position.at:
            known = self._survey = Survey(
                self.scenario, self.position.at, known or _opening_survey(self.scenario)
            )
        return known

    def on_map(self, seat: int) -> Mask:
        """The units of `seat` on the map."""
        return self.survey.units[seat]

    def occupied(self, seat: int) -> Mask:
        """The hexes with units of `seat`."""
        return self.survey.occupied[seat]

    @case("9.1a", "9.2")
    def zone(self, seat: int) -> Mask:
        """The zone of control of `seat`: the hexes next to its mobile units (9.1)."""
        return self.survey.zones[seat]

    def units_at(self, hex: Hex, seat: int) -> list[int]:
        """The units of `seat` in a hex, in roster order."""
        return list(hexes(self.survey.by_hex[seat].get(hex, 0)))

    def units_in(self, area: Mask, seat: int) -> Mask:
        """The units of `seat` whose hexes lie in `area`."""
        survey = self.survey
        there = survey.by_hex[seat]
        units = 0
        for hex in hexes(area & survey.occupied[seat]):
            units |= there[hex]
        return units

    def in_box(self, seat: int) -> Mask:
        """The units of `seat` in the Reinforcement Box."""
        return self.survey.box[seat]

    def lying(self, seat: int, place: int) -> Mask:
        """The units of `seat` in this place off the map."""
        at = self.position.at
        return sum(1 << unit for unit in self.scenario.rosters[seat] if at[unit] == place)

    def name(self, unit: int) -> str:
        """The unit's name."""
        return self.scenario.ids[unit]

    # -- what the map says now ----------------------------------------------------------------------------------------

    @property
    @case("10.10d", "13.7b")
    def rough(self) -> Mask:
        """Rough hexes, those of destroyed cities included (10.10)."""
        return self.scenario.board.rough | self.position.razed & ~self.scenario.board.mountain

    @property
    @case("10.10d", "13.7b")
    def cities(self) -> Mask:
        """Cities, ports among them, that have not been destroyed."""
        return self.scenario.board.cities & ~self.position.razed

    @property
    @case("4.3.2c")
    def ports(self) -> Mask:
        """Ports that have not been destroyed."""
        return self.scenario.board.ports & ~self.position.razed

    def controlled(self, seat: int) -> Mask:
        """The hexes that `seat` controls (3.4)."""
        allied = self.position.control
        return allied if seat == ALLIED else self.scenario.board.playable & ~allied

    # -- stacking -----------------------------------------------------------------------------------------------------

    @case("6.1", "6.2a", "6.3a", "6.3b", "6.3c", "6.3e", "6.5", "10.2c")
    def full(self, seat: int) -> Mask:
        """The hexes that hold as many units of `seat` as may stack there (6.3)."""
        deep = self.survey.deep[seat]
        board, tables = self.scenario.board, self.scenario.tables
        beaches = self.position.beachheads
        broken = (self.rough | board.mountain) & ~beaches
        plain = ~broken & ~beaches
        terrain = tables.terrain
        return (
            deep[terrain["clear"].stack - 1] & plain
            | deep[terrain["rough"].stack - 1] & broken
            | deep[tables.stacking.beachhead - 1] & beaches
        )

    @case("6.3b", "6.3c", "6.3e")
    def limit(self, hex: Hex) -> int:
        """How many units may stack in a hex (6.3)."""
        tables = self.scenario.tables
        if self.position.beachheads >> hex & 1:
            return tables.stacking.beachhead
        broken = self.rough | self.scenario.board.mountain
        return tables.terrain["rough" if broken >> hex & 1 else "clear"].stack

    @case("6.4a", "6.4b", "6.4e", "13.2d")
    def mixed(self, unit: int) -> Mask:
        """The hexes where the unit may not stack because the other army group is there (6.4)."""
        group = self.scenario.group_of(unit)
        if not group or self.scenario.side_of[unit] != ALLIED:
            return 0
        scenario = self.scenario
        other = scenario.british if group == scenario.american else scenario.american
        found = 0
        for hex, there in self.survey.by_hex[ALLIED].items():
            if there & other:
                found |= 1 << hex
        return found & ~self.position.beachheads & ~scenario.board.mixing

    @case("6.4a", "6.4b", "6.4d")
    def quarrelling(self) -> Mask:
        """The hexes where both army groups stand though they may not (6.4): only a retreat can bring them there (R47)."""
        scenario = self.scenario
        both = 0
        for hex, there in self.survey.by_hex[ALLIED].items():
            if there & scenario.american and there & scenario.british:
                both |= 1 << hex
        return both & ~self.position.beachheads & ~scenario.board.mixing

    @case("13.4a")
    def counts_in_italy(self, unit: int) -> bool:
        """Whether a unit that enters Italy would count against the limit (13.4); one that is there already may stay."""
        scenario = self.scenario
        if self.position.free_italy or scenario.side_of[unit] != GERMAN or not scenario.mobile >> unit & 1:
            return False
        place = self.position.at[unit]
        return place < 0 or not scenario.board.italy >> place & 1

    @case("13.4a")
    def room_in_italy(self) -> int:
        """How many more mobile German units may enter Italy while the limit holds (13.4); not less than 0."""
        there = self.units_in(self.scenario.board.italy, GERMAN) & self.scenario.mobile
        return max(0, self.scenario.tables.stacking.german_mobile_in_italy - there.bit_count())

    @case("13.4a")
    def italy_full(self, unit: int) -> bool:
        """Whether the unit may not enter Italy because as many are there as may be (13.4)."""
        return self.counts_in_italy(unit) and not self.room_in_italy()

    def italy_refusal(self, hex: Hex) -> Refusal:
        """That a hex is open to a German unit but for the limit in Italy (13.4)."""
        if self.scenario.board.italy >> hex & 1:
            return Refusal("13.4a", ITALY_FULL)
        return Refusal("13.4a", f"the way there leads through Italy, and {ITALY_FULL}")

    def room(self, unit: int, start: Narrowing, *, italy: bool = True) -> Narrowing:
        """Narrow where a unit may end up: room to stack (6.3), no mixing (6.4), not too many in Italy (13.4).

        Without `italy` the limit there is left out, to see whether it alone is in the way.
        """
        seat = self.scenario.side_of[unit]
        found = start.without(
            self.full(seat), "6.3b", lambda hex: f"{self.limit(hex)} units are there already"
        )
        if mixed := self.mixed(unit):
            found = found.without(mixed, "6.4a", "units of the other army group are there")
        if italy and self.italy_full(unit):
            found = found.without(self.scenario.board.italy, "13.4a", ITALY_FULL)
        return found

    # -- choices ------------------------------------------------------------------------------------------------------

    def choose_unit(self, seat: int, case: str) -> Narrowing:
        """Start a choice among all units: only those of `seat` that are on the map."""
        return choose(self.on_map(seat), case, lambda unit: self._not_there(unit, seat))

    def choose_own(self, seat: int, case: str) -> Narrowing:
        """Start a choice among all units: only those of `seat`, wherever they are."""
        return choose(self.scenario.side_units[seat], case, lambda unit: self._not_there(unit, seat))

    def _not_there(self, unit: object, seat: int) -> str:
        """Why a value, which may be anything, is no unit of `seat` on the map."""
        if not isinstance(unit, int) or not 0 <= unit < len(self.scenario.units):
            return "there is no such unit"
        return (
            "it is not on the map" if self.scenario.side_of[unit] == seat else "it belongs to the other side"
        )

    def choose_hex(self, case: str) -> Narrowing:
        """Start a choice among the hexes of the map."""
        on_map = self.scenario.map.on_map

        def why_not(hex: object) -> Refusal:
            if not isinstance(hex, int) or hex < 0 or not on_map >> hex & 1:
                return Refusal("2.2a", "that hex is not on the map")
            return Refusal(case, "no unit can be there")

        return choose(self.scenario.board.playable, case, why_not)

    # -- losses -------------------------------------------------------------------------------------------------------

    @case("2.11b")
    def lose_step(self, unit: int, case: str) -> None:
        """Take a step: a full unit is reduced, any other is eliminated (2.11)."""
        position = self.position
        if position.steps[unit] <= 1:
            self.eliminate(unit, case)
            return
        position.steps[unit] -= 1
        self.tell("loss", case, "{unit:unit} is reduced", unit=unit)

    @case("2.11b", "12.4")
    def eliminate(self, unit: int, case: str, why: str = "is eliminated") -> None:
        """Put a unit in its side's Eliminated Units Box."""
        position = self.position
        place, position.at[unit] = position.at[unit], ELIMINATED
        position.steps[unit] = 0
        self.tell("eliminated", case, "{unit:unit} " + why, unit=unit)
        if place >= 0 and place == position.aerial and not self.units_at(place, ALLIED):
            self._lift_aerial()

    @case("7.11d")
    def _lift_aerial(self) -> None:
        """The aerial supply marker goes when nobody is left under it (7.11)."""
        self.tell(
            "aerial", "7.11d", "nobody is left for aerial supply in {hex:hex}", hex=self.position.aerial
        )
        self.position.aerial = -1

    def put_in_play(self, unit: int) -> None:
        """One form of an airborne corps is in use, the other is not (13.2)."""
        twin = self.scenario.other_form[unit]
        if twin >= 0:
            self.position.at[twin] = IDLE
            self.position.steps[twin] = self.position.steps[unit]
