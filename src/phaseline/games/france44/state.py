"""Questions that every rule asks about a position: weather, zones, air superiority, room, control, ports."""

from __future__ import annotations

from phaseline.drill.state import FieldState
from phaseline.engine.events import ELIMINATED
from phaseline.engine.ledger import case
from phaseline.engine.narrowing import Narrowing
from phaseline.engine.refusal import Refusal
from phaseline.games.france44.files import Effects
from phaseline.games.france44.position import ALLIED, DEAD, GERMAN, GONE, FrancePosition, GermanTurn
from phaseline.games.france44.scenario import ANY, DIVISIONS, HEADQUARTERS, FranceScenario
from phaseline.hexgrid import Hex, Mask, hexes, mask_of, union
from phaseline.mechanics.zones import Zone


class FranceState(FieldState[FrancePosition, FranceScenario]):
    """A match in play. Units and seats are numbers, sets of units or hexes are masks."""

    off_map = "6.6a"
    reduced = "{unit:unit} is reduced to half strength"

    @property
    @case("5.1", "5.2")
    def turn_of(self) -> int:
        """The side whose turn it is: the Germans' after the Allies' (5.4)."""
        return GERMAN if self.within(GermanTurn) else ALLIED

    def _no_place(self, hex: object, case: str) -> Refusal:
        """Why a value is no hex in play; water keeps a move from it by a case of its own (6.6)."""
        found = super()._no_place(hex, case)
        board = self.scenario.board
        if case == self.off_map and isinstance(hex, int) and hex >= 0 and (board.sea | board.lake) >> hex & 1:
            return Refusal("6.6b", "no unit moves out to sea")
        return found

    # -- weather ------------------------------------------------------------------------------------------------------

    @property
    @case("5.11", "tbl.weather")
    def effects(self) -> Effects:
        """What the weather of this turn does (5.11)."""
        return self.scenario.tables.effects[self.position.weather]

    @property
    @case("8.1", "8.6", "19.2", "tbl.weather.snow.a", "tbl.weather.blizzard.c")
    def zones_now(self) -> tuple[tuple[Zone, int], ...]:
        """Who has a zone of control (8): in snow and blizzards only armour and mechanised units (R15)."""
        return self.scenario.mechanized_zones if self.effects.mechanized else self.scenario.zones

    @case("8.4")
    def shared_zone(self, seat: int, hex: Hex) -> Mask:
        """The zones of just those units of a side in whose zone a hex lies (8.4)."""
        exerting = 0
        for zone, height in self.zones_now:
            exerting |= zone.exerted_by(self.standing.at_least(seat, 1, height), hex)
        return union(zone.of(exerting) for zone, _ in self.zones_now) if exerting else 0

    # -- air ----------------------------------------------------------------------------------------------------------

    @case("9.13a", "9.13b", "tbl.weather.blizzard.f")
    def superiority(self, seat: int) -> Mask:
        """The hexes where a side has more air units than the other: they cancel one for one (9.13, R59, R60)."""
        p = self.position
        reads = (tuple(p.wings), p.weather, self.spent)
        return self.known("superiority", reads, self._superior)[seat]

    @property
    @case("9.13a", "9.21a")
    def spent(self) -> Mask:
        """The air units of the side that waits that had their task in its own turn: they are of no effect at base (R58)."""
        p = self.position
        flown = p.flown & self.scenario.side_wings[1 - self.turn_of]
        return mask_of(wing for wing in hexes(flown) if p.wings[wing] == p.bases[wing]) if flown else 0

    def _superior(self) -> tuple[Mask, Mask]:
        if not self.effects.flying:
            return (0, 0)
        balance: dict[int, int] = {}
        german, spent = self.scenario.side_wings[GERMAN], self.spent
        for wing, hex in enumerate(self.position.wings):
            if hex >= 0 and not spent >> wing & 1:
                balance[hex] = balance.get(hex, 0) + (-1 if german >> wing & 1 else 1)
        return (
            mask_of(hex for hex, left in balance.items() if left > 0),
            mask_of(hex for hex, left in balance.items() if left < 0),
        )

    def wings_at(self, hex: Hex, seat: int) -> list[int]:
        """The wings of a side in a hex."""
        own = self.scenario.side_wings[seat]
        return [wing for wing, place in enumerate(self.position.wings) if place == hex and own >> wing & 1]

    @case("9.13b", "9.133")
    def wings_over(self, hex: Hex, seat: int) -> list[int]:
        """Those of them that are of effect there: all but those at base that had their task (R58)."""
        spent = self.spent
        return [wing for wing in self.wings_at(hex, seat) if not spent >> wing & 1]

    def wing_hexes(self, seat: int) -> Mask:
        """The hexes with wings of a side."""
        return self.known(("wing hexes", seat), tuple(self.position.wings), lambda: self._wing_hexes(seat))

    def _wing_hexes(self, seat: int) -> Mask:
        wings = self.position.wings
        return mask_of(wings[wing] for wing in hexes(self.scenario.side_wings[seat]) if wings[wing] >= 0)

    # -- units --------------------------------------------------------------------------------------------------------

    def factor(self, unit: int) -> int:
        """The combat factor of the side of a unit that shows."""
        return self.scenario.units[unit].factor(self.position.steps[unit])

    @case("7.1a", "7.1b", "19.3")
    def full(self, seat: int) -> Mask:
        """The hexes with as many divisions of a side as may stack (7.1)."""
        boxes = self.scenario.board.boxes
        return self.standing.at_least(seat, self.scenario.tables.stacking.units, DIVISIONS) & ~boxes

    @case("7.1b", "19.3")
    def headquartered(self, seat: int) -> Mask:
        """The hexes with a headquarters of a side: there is room for no other (19.3)."""
        boxes = self.scenario.board.boxes
        return self.standing.at_least(seat, self.scenario.tables.stacking.headquarters, HEADQUARTERS) & ~boxes

    @case("7.1a", "7.2", "19.3")
    def room(self, unit: int, start: Narrowing) -> Narrowing:
        """Narrow where a unit may end up to where there is room for it (7.1)."""
        seat = self.scenario.side_of[unit]
        if self.scenario.hqs >> unit & 1:
            return start.without(self.headquartered(seat), "19.3", "a headquarters is there already")
        return start.without(self.full(seat), "7.1a", "two units are there already")

    @case("7.1a", "7.1b", "7.2")
    def crowded(self, seat: int) -> Mask:
        """The hexes with more units of a side than may stack: in a port between landing and movement (7.2)."""
        limits, standing = self.scenario.tables.stacking, self.standing
        return (
            standing.at_least(seat, limits.units + 1, DIVISIONS)
            | standing.at_least(seat, limits.headquarters + 1, HEADQUARTERS)
        ) & ~self.scenario.board.boxes

    def no_room(self, unit: int) -> Mask:
        """The hexes that are full for a unit (7.1)."""
        seat = self.scenario.side_of[unit]
        return self.headquartered(seat) if self.scenario.hqs >> unit & 1 else self.full(seat)

    @case("10.1a")
    def near_enemy(self, seat: int) -> Mask:
        """The hexes next to enemy land units of a side, over any hexside (R46)."""
        enemy = self.standing.at_least(1 - seat, 1, ANY)
        return self.known(("near", seat), enemy, lambda: self.scenario.board.grid.spread(enemy))

    # -- the map ------------------------------------------------------------------------------------------------------

    @case("13.12")
    def controlled(self, seat: int) -> Mask:
        """The hexes a side controls: those of the Continent that it was the last to hold (R78), the Allies the islands."""
        board, allied = self.scenario.board, self.position.control
        return board.overseas | allied if seat == ALLIED else board.continent & ~allied

    def bases(self, seat: int) -> Mask:
        """The towns and cities of a side, where its air units may be based (5.13)."""
        return self.scenario.board.settled & self.controlled(seat)

    def dumps(self, seat: int) -> dict[int, int]:
        """Value of a side's supply counters by hex; to be changed where they change."""
        return self.position.allied_dumps if seat == ALLIED else self.position.german_dumps

    def trucks(self, seat: int) -> list[Hex]:
        """The hexes of a side's trucks on the map."""
        p = self.position
        return [p.trucks[truck] for truck in hexes(self.scenario.side_trucks[seat]) if p.trucks[truck] >= 0]

    # -- losses -------------------------------------------------------------------------------------------------------

    @case("11.3a", "19.5")
    def lose_step(self, unit: int, case: str) -> None:
        """Flip a unit, or eliminate it if it is flipped or a headquarters; it is counted (R136)."""
        p = self.position
        if p.steps[unit] > 1:
            p.toll[unit] = p.toll.get(unit, 0) + 1
        super().lose_step(unit, case)

    @case("11.3a", "11.3b", "15.4d", "19.5")
    def eliminate(self, unit: int, case: str, why: str = "is eliminated") -> None:
        """Put a unit in the dead pool; an Allied headquarters is out of play for good (15.4)."""
        scenario = self.scenario
        gone = scenario.hqs >> unit & 1 and scenario.side_of[unit] == ALLIED
        toll, steps = self.position.toll, self.position.steps
        toll[unit] = toll.get(unit, 0) + steps[unit]
        self.put(unit, GONE if gone else DEAD)
        steps[unit] = 0
        self.position.beach.pop(unit, None)
        self.tell(ELIMINATED, case, "{unit:unit} " + why, unit=unit)
