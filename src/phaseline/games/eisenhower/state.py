"""Questions that every rule asks about a position: who stands where, who controls what, who stacks with whom."""

from __future__ import annotations

from phaseline.drill.state import FieldState
from phaseline.engine import events
from phaseline.engine.ledger import case
from phaseline.engine.narrowing import Narrowing
from phaseline.engine.refusal import Refusal
from phaseline.games.eisenhower.files import Factors
from phaseline.games.eisenhower.position import (
    ALLIED,
    BOX,
    ELIMINATED,
    GERMAN,
    IDLE,
    NOWHERE,
    EisenhowerPosition,
    GermanPhase,
)
from phaseline.games.eisenhower.scenario import MOBILE, EisenhowerScenario
from phaseline.hexgrid import Hex, Mask, unite

ITALY_FULL = "eight mobile German units are in Italy already"


class EisenhowerState(FieldState[EisenhowerPosition, EisenhowerScenario]):
    """A match in play. Units and seats are numbers, sets of units or hexes are masks."""

    off_map = "2.2a"

    # -- where units are ----------------------------------------------------------------------------------------------

    def mobile_hexes(self, seat: int) -> Mask:
        """The hexes with mobile units of `seat`."""
        return self.standing.at_least(seat, 1, MOBILE)

    def in_box(self, seat: int) -> Mask:
        """The units of `seat` in the Reinforcement Box."""
        return self.lying(seat, BOX)

    def factors(self, unit: int) -> Factors:
        """The factors on the side of a unit that shows."""
        return self.scenario.units[unit].factors(self.position.steps[unit])

    @property
    @case("13.6c")
    def offensive(self) -> bool:
        """Whether a mandated offensive is under way (13.6): not all of Phase V, but a part of it in between."""
        return self.within(GermanPhase) and self.frame(GermanPhase).hex != NOWHERE

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

    @property
    @case("6.3a", "6.3b", "6.3c", "6.3e", "10.2c")
    def limits(self) -> dict[int, Mask]:
        """How many units may stack: the hexes of each limit (6.3)."""
        p = self.position
        return self.known("limits", (p.beachheads, p.razed), self._limits)

    def _limits(self) -> dict[int, Mask]:
        tables, beaches = self.scenario.tables, self.position.beachheads
        broken = (self.rough | self.scenario.board.mountain) & ~beaches
        return unite(
            [
                (tables.terrain["clear"].stack, ~broken & ~beaches),
                (tables.terrain["rough"].stack, broken),
                (tables.stacking.beachhead, beaches),
            ]
        )

    @case("6.1", "6.2a", "6.5")
    def full(self, seat: int) -> Mask:
        """The hexes that hold as many units of `seat` as may stack there (6.3)."""
        return self.standing.full(seat, self.limits)

    @case("6.2b")
    def overfull(self, seat: int) -> Mask:
        """The hexes that hold more units of `seat` than may stack there (6.2)."""
        return self.standing.over(seat, self.limits)

    @case("6.3b", "6.3c", "6.3e")
    def crowded(self, hex: Hex) -> Refusal:
        """That a hex holds as many units as may stack on such ground (6.3)."""
        if self.position.beachheads >> hex & 1:
            return Refusal("6.3c", "a beachhead holds six units, and they are there")
        limit = self.limit(hex)
        if (self.rough | self.scenario.board.mountain) >> hex & 1:
            return Refusal(
                "6.3e", f"{limit} units, the most in rough ground and mountains, are there already"
            )
        return Refusal("6.3b", f"{limit} units are there already")

    def limit(self, hex: Hex) -> int:
        """How many units may stack in a hex (6.3)."""
        return next(limit for limit, area in self.limits.items() if area >> hex & 1)

    @case("6.4a", "6.4b", "6.4e", "13.2d")
    def mixed(self, unit: int) -> Mask:
        """The hexes where the unit may not stack because the other army group is there (6.4)."""
        group = self.scenario.group_of(unit)
        if not group or self.scenario.side_of[unit] != ALLIED:
            return 0
        scenario = self.scenario
        other = scenario.british if group == scenario.american else scenario.american
        found = 0
        for hex, there in self.standing.by_hex[ALLIED].items():
            if there & other:
                found |= 1 << hex
        return found & ~self.position.beachheads & ~scenario.board.mixing

    @case("6.4a", "6.4b", "6.4d")
    def quarrelling(self) -> Mask:
        """The hexes where both army groups stand though they may not (6.4): only a retreat can bring them there (R47)."""
        scenario = self.scenario
        both = 0
        for hex, there in self.standing.by_hex[ALLIED].items():
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

    def germans_in_italy(self) -> int:
        """How many mobile German units are in Italy."""
        return (self.units_in(self.scenario.board.italy, GERMAN) & self.scenario.mobile).bit_count()

    @case("13.4a")
    def room_in_italy(self) -> int:
        """How many more mobile German units may enter Italy while the limit holds (13.4); not less than 0."""
        return max(0, self.scenario.tables.stacking.german_mobile_in_italy - self.germans_in_italy())

    @case("13.4a")
    def italy_full(self, unit: int) -> bool:
        """Whether the unit may not enter Italy because as many are there as may be (13.4)."""
        return self.counts_in_italy(unit) and not self.room_in_italy()

    def italy_refusal(self, hex: Hex) -> Refusal:
        """That a hex is open to a German unit but for the limit in Italy (13.4)."""
        if self.scenario.board.italy >> hex & 1:
            return Refusal("13.4a", ITALY_FULL)
        return Refusal("13.4a", f"the way there leads through Italy, and {ITALY_FULL}")

    def room(self, unit: int, start: Narrowing, *, italy: bool = True, apart: str = "6.4a") -> Narrowing:
        """Narrow where a unit may end up: room to stack (6.3), no mixing (6.4), not too many in Italy (13.4).

        Without `italy` the limit there is left out, to see whether it alone is in the way. `apart` is the case that keeps
        the army groups apart here.
        """
        seat = self.scenario.side_of[unit]
        found = start.without(self.full(seat), "6.3b", self.crowded)
        if mixed := self.mixed(unit):
            found = found.without(mixed, apart, "units of the other army group are there")
        if italy and self.italy_full(unit):
            found = found.without(self.scenario.board.italy, "13.4a", ITALY_FULL)
        return found

    # -- losses -------------------------------------------------------------------------------------------------------

    @case("2.11b", "12.4", "13.2b", "7.11d")
    def eliminate(
        self, unit: int, case: str, why: str = "is eliminated", kind: str = events.ELIMINATED
    ) -> None:
        """Put a unit in its side's Eliminated Units Box; of another kind is what is told of one that is no loss.

        An airborne corps is lost in both its forms: the other one waits in the box until this one is ashore (13.2).
        """
        position = self.position
        place = position.at[unit]
        self.put_in_play(unit)
        self.put(unit, ELIMINATED)
        position.steps[unit] = 0
        self.tell(kind, case, "{unit:unit} " + why, unit=unit)
        # Germans who die where the marker has been left alone do not take it with them.
        last = place >= 0 and place == position.aerial and not self.units_at(place, ALLIED)
        if last and self.scenario.side_of[unit] == ALLIED:
            self._lift_aerial()

    @case("7.11d")
    def _lift_aerial(self) -> None:
        """The aerial supply marker goes when nobody is left under it (7.11)."""
        self.tell(
            "aerial", "7.11d", "nobody is left for aerial supply in {hex:hex}", hex=self.position.aerial
        )
        self.position.aerial = NOWHERE

    def put_in_play(self, unit: int) -> None:
        """One form of an airborne corps is in use, the other is not (13.2)."""
        twin = self.scenario.other_form[unit]
        if twin >= 0:
            self.put(twin, IDLE)
            self.position.steps[twin] = self.position.steps[unit]
