"""The position before the first step: calendar, control, production, and every unit in a place of its own (3.2).

Units stand where the order-of-battle card puts them; where the card leaves a choice, the first hex that fits is taken.
That is the position the players then change in their set-up. Asked by other chapters: `strengths`, `category`,
`ss_limit`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from phaseline.engine.ledger import case
from phaseline.games.westfront import cards, maps
from phaseline.games.westfront.files import CardRow
from phaseline.games.westfront.position import (
    ALLIED,
    AXIS,
    ELIMINATED,
    GONE,
    TO_COME,
    BeachheadState,
    War,
    WestFrontPosition,
)
from phaseline.games.westfront.roster import Unit
from phaseline.games.westfront.scenario import SEATS, WestFrontScenario
from phaseline.hexgrid import Hex, Mask, hexes, lowest

EVENT_UNITS = {"Friuli": "italy surrendered", "Maquis": "france revolted", "Tito": "tito raised"}
"""Units that come with an event, and the flag that it has happened (2.67, 2.68)."""
HOMES = {"Italian": "Italy", "French": "France"}
"""Where volunteers are at home."""


def first_position(scenario: WestFrontScenario) -> WestFrontPosition:
    """The position before the first step of the sequence of play."""
    return _worked_out(scenario).copy()


@lru_cache(maxsize=16)
def _worked_out(scenario: WestFrontScenario) -> WestFrontPosition:
    """The same, worked out once for a scenario: finding a place for everybody takes a while."""
    file, book = scenario.data.file, scenario.data.books[scenario.data.file.book]
    position = WestFrontPosition(
        stack=[War()],
        month=file.first_month,
        book=file.book,
        flags=set(file.flags),
        at=[],
        cv=[],
        level=list(book.starting),
    )
    position.owner = [cards.allied_area(scenario), 0]
    position.owner[AXIS] = scenario.board.land & ~position.owner[ALLIED] & ~cards.neutral(scenario)
    position.control = list(position.owner)
    position.at = first_states(scenario)
    position.cv = [0] * len(scenario.units)
    position.beachheads = beachheads(scenario)
    for number, strength, hex in _Placement(scenario, position).run():
        position.at[number] = hex
        position.cv[number] = strength
    return position


@case("3.23c", "2.5", "16.5c", "16.4a", "16.1b")
def first_states(scenario: WestFrontScenario) -> list[int]:
    """Where each unit is that no set-up places: eliminated, to come later, or out of the game.

    A unit in the countermix that is not placed begins eliminated and can be rebuilt (3.23).
    """
    file = scenario.data.file
    surrendered = "italy surrendered" in file.flags
    later = {arrival.unit for arrival in scenario.data.schedule if not (arrival.beachhead or arrival.start)}
    off_map = {"AG E", "Mech Gp E", "78 Cav", "It 9 Inf"}
    states = []
    for number, unit in enumerate(scenario.units):
        if file.setup:
            state = TO_COME if number in later else GONE
        elif unit.nation == "Italian" and unit.side == "Axis" and surrendered:
            state = GONE
        elif number in later or unit.name in off_map or _not_yet(unit, file.flags):
            state = TO_COME
        else:
            state = ELIMINATED
        states.append(state)
    return states


def _not_yet(unit: Unit, flags: Sequence[str]) -> bool:
    """Whether a unit waits for its country's war, or for an event."""
    waits = unit.name in EVENT_UNITS and EVENT_UNITS[unit.name] not in flags
    return waits or unit.nation in ("Spanish", "Portuguese")


@case("15.51a", "OB43.3", "OB44.3", "S43.forces", "W43.forces", "W43.reinf", "S44.forces", "W44.forces")
def beachheads(scenario: WestFrontScenario) -> dict[int, BeachheadState]:
    """The BeachHeads at the start by their amphibious unit: as listed, still to come, or eliminated (R154)."""
    listed = scenario.data.file.beachheads.states
    coming = {entry.unit: entry.start for entry in scenario.data.schedule if entry.beachhead}
    states: dict[int, BeachheadState] = {}
    for number, unit in enumerate(scenario.units):
        if unit.beachhead is None:
            continue
        if number in coming:
            states[number] = "ready" if coming[number] else "none"
        elif scenario.data.file.setup:
            states[number] = listed.get(unit.beachhead, "none")
        else:
            states[number] = listed.get(unit.beachhead, "eliminated")
    return states


# -- strengths --------------------------------------------------------------------------------------------------------


def category(scenario: WestFrontScenario, unit: int) -> tuple[str, str]:
    """The table and the row of the Starting Forces that a unit counts in, e.g. ("Italian", "infantry")."""
    block = scenario.units[unit]
    kind = "hq" if block.is_supreme and block.kind != "thq" else block.kind
    italian = bool(scenario.italian >> unit & 1) and "Italian" in scenario.data.file.forces
    return ("Italian" if italian else block.side), kind


@case("3.23a", "3.24", "W43.1a", "W44.1a")
def strengths(scenario: WestFrontScenario) -> dict[int, int]:
    """The units on the map at the start with their CVs: the card's, brought to the scenario's totals (3.24, W43.1a).

    A card that belongs to an earlier scenario is completed with what has arrived since; then steps are taken from the
    strongest, or given to the weakest, of each kind until the totals agree. A scenario's own card is left as it is, but
    in a free set-up.
    """
    file, card = scenario.data.file, scenario.data.card
    if card is None:
        return {}
    known = {scenario.number[name]: row.cv for blocks in card.sides for name, row in blocks.rows.items()}
    known = {unit: cv for unit, cv in known.items() if not _gone(scenario, unit)}
    if scenario.deployment != "free" and "historical" in file.deployments:
        return known
    chosen: dict[int, int] = {}
    states = first_states(scenario)
    counted = {
        entry.unit: entry.cv for entry in scenario.data.schedule if entry.in_forces and not entry.beachhead
    }
    added = {
        entry.unit
        for entry in scenario.data.schedule
        if entry.start and not (entry.beachhead or entry.in_forces)
    }
    for table, rows in file.forces.items():
        for kind, (count, total) in rows.items():
            average = total // count if count else 0
            units = [
                unit
                for unit, state in enumerate(states)
                if state == ELIMINATED and category(scenario, unit) == (table, kind) and unit not in added
            ]
            fixed = {unit: counted[unit] for unit in units if unit in counted}
            others = [unit for unit in units if unit not in fixed]
            chosen |= fixed | _drawn_up(
                scenario, others, known, count - len(fixed), total - sum(fixed.values()), average
            )
    return chosen


def _drawn_up(
    scenario: WestFrontScenario,
    units: list[int],
    known: Mapping[int, int],
    count: int,
    total: int,
    average: int,
) -> dict[int, int]:
    """So many units of a row with so many steps together: those on the card first, others of the `average` strength."""
    ranked = sorted(units, key=lambda unit: (unit not in known, -known.get(unit, 0), unit))
    limits = {unit: ss_limit(scenario, unit) for unit in _with_ss(scenario, ranked, count)}
    start = {unit: min(known.get(unit, average), limit) for unit, limit in limits.items()}
    return _levelled(scenario, start, limits, total)


@case("3.23a", "W43.forces", "S44.forces", "W44.forces")
def ss_units(scenario: WestFrontScenario, unit: int) -> int | None:
    """How many SS units the table puts into a unit's row; None where it does not say (R206)."""
    table, kind = category(scenario, unit)
    return scenario.data.file.ss_units.get(kind) if table == "Axis" else None


def _with_ss(scenario: WestFrontScenario, units: Sequence[int], count: int) -> list[int]:
    """The first `count` units of a row, with as many SS units among them as the table says."""
    wanted = ss_units(scenario, units[0]) if units else None
    if wanted is None:
        return list(units[:count])
    ss = [unit for unit in units if scenario.units[unit].ss][:wanted]
    others = [unit for unit in units if not scenario.units[unit].ss][: count - len(ss)]
    return [unit for unit in units if unit in ss or unit in others]


@case("3.23b")
def ss_limit(scenario: WestFrontScenario, unit: int) -> int:
    """The highest CV with which a unit may start: an SS unit's is the average of its type, rounded down (3.23, R161).

    By the totals the others' average is no less than that of all, itself among them. Where all units of the row are SS
    units there is nothing to compare them with (R206).
    """
    block = scenario.units[unit]
    table, kind = category(scenario, unit)
    row = next((rows.get(kind) for name, rows in scenario.data.file.forces.items() if name == table), None)
    if not block.ss or row is None:
        return block.limit
    count, total = row
    if ss_units(scenario, unit) == count:
        return block.limit
    return min(block.limit, total // count)


def _gone(scenario: WestFrontScenario, unit: int) -> bool:
    return bool(scenario.italian >> unit & 1) and "italy surrendered" in scenario.data.file.flags


def _levelled(
    scenario: WestFrontScenario, strengths: dict[int, int], limits: dict[int, int], total: int
) -> dict[int, int]:
    """Bring the sum of strengths to `total`, a step at a time, within the limits and the lowest steps of the units."""
    lowest = {unit: scenario.types[scenario.units[unit].kind].lowest for unit in strengths}
    while (missing := total - sum(strengths.values())) != 0:
        units = [
            unit
            for unit, cv in strengths.items()
            if (cv < limits[unit] if missing > 0 else cv > lowest[unit])
        ]
        if not units:
            break
        if missing > 0:
            strengths[min(units, key=lambda unit: (strengths[unit], unit))] += 1
        else:
            strengths[max(units, key=lambda unit: (strengths[unit], -unit))] -= 1
    return strengths


# -- places -----------------------------------------------------------------------------------------------------------


class _Placement:
    """Puts the units of the start in places, one after the other, with room in the hex (6.21, 2.26f)."""

    def __init__(self, scenario: WestFrontScenario, position: WestFrontPosition) -> None:
        self.scenario = scenario
        self.board = scenario.board
        self.map = scenario.map
        self.held = position.owner
        self.room = {hex: self.board.stacking_limit(hex) for hex in hexes(self.board.land)}
        self.fort_hexes: Mask = 0
        self.vacant_front = [cards.front_hexes(scenario, seat) for seat in (ALLIED, AXIS)]
        self.italians = self._italians_wanted()

    def run(self) -> Iterator[tuple[int, int, Hex]]:
        """Unit, CV and hex of everybody who starts on the map."""
        file = self.scenario.data.file
        for rows in file.setup.values():
            for name, placed in rows.items():
                yield self.scenario.number[name], placed.cv, self.map.hex(placed.at)
        if file.setup:
            return
        on_map = strengths(self.scenario)
        on_map |= {
            entry.unit: entry.cv
            for entry in self.scenario.data.schedule
            if entry.start and not (entry.beachhead or entry.in_forces)
        }
        for unit in sorted(on_map, key=self._urgency):
            yield unit, on_map[unit], self._place(unit)

    def _urgency(self, unit: int) -> tuple[int, int]:
        row = self._row(unit)
        order = 3 if row is None else 0 if row.front else 1 if row.city or row.coast else 2
        return order, unit

    def _row(self, unit: int) -> CardRow | None:
        return cards.row_of(self.scenario, unit)

    @case("S43.1b")
    def _italians_wanted(self) -> list[str]:
        """Countries that need an Italian unit in a free set-up, and where the card has none."""
        if self.scenario.deployment != "free":
            return []
        held = 0
        for unit in hexes(self.scenario.italian):
            row = self._row(unit)
            if row is not None and row.city is not None:
                held |= 1 << self.map.hex(row.city)
        return [name for name in self.scenario.data.file.italians_in if not held & self.board.country[name]]

    def _place(self, unit: int) -> Hex:
        """The hex for one unit; it is taken from there on."""
        seat = self.scenario.side_of[unit]
        free = self._free(unit, seat)
        for wanted in self._wishes(unit, seat):
            if wanted & free:
                hex = lowest(wanted & free)
                self._take(unit, seat, hex)
                return hex
        raise LookupError(f"the set-up of {SEATS[seat]} has no room for {self.scenario.units[unit].name}")

    def _take(self, unit: int, seat: int, hex: Hex) -> None:
        self.room[hex] -= 1
        self.vacant_front[seat] &= ~(1 << hex)
        if self.scenario.forts >> unit & 1:
            self.fort_hexes |= 1 << hex

    def _free(self, unit: int, seat: int) -> Mask:
        full = sum(1 << hex for hex, room in self.room.items() if room <= 0)
        free = self.held[seat] & ~full
        if seat == AXIS:
            free &= ~self.board.closed_to_axis
        if self.scenario.forts >> unit & 1:
            free &= ~self.fort_hexes
        return free

    def _wishes(self, unit: int, seat: int) -> Iterable[Mask]:
        """Where the unit should be, best first; a combat unit that may be there mans the Frontline before all else."""
        row, kind = self._row(unit), self.scenario.deployment
        area = cards.block_area(self.scenario, unit) if kind == "semi-historical" else self.board.land
        if self.italians and self.scenario.italian >> unit & 1:
            yield from self._spread(self.board.country[self.italians.pop()])
        if not self.scenario.hqs >> unit & 1 and (kind != "historical" or self._southern(unit)):
            yield self.vacant_front[seat] & area
        if row is None:
            home = HOMES.get(self.scenario.units[unit].nation, "")
            yield from self._spread((maps.land_named(self.map, home) or 0) & area)
        else:
            city = 0 if row.city is None else 1 << self.map.hex(row.city)
            yield from self._spread(city & area)
            yield from self._spread(cards.place_of(self.scenario, row, seat) & area)
        yield from self._arrival(unit, seat, area)
        yield from self._spread(self.board.cities & area)
        yield from self._spread(area)

    def _southern(self, unit: int) -> bool:
        return cards.block_name(self.scenario, unit) == "South"

    def _spread(self, place: Mask) -> Iterator[Mask]:
        """Hexes with no unit first, then those with one, and so on; towns and ports before open country."""
        towns = self.board.cities | self.board.port_hexes
        for taken in range(4):
            equal = sum(
                1 << hex
                for hex in hexes(place & self.board.land)
                if self.board.stacking_limit(hex) - self.room[hex] == taken
            )
            yield equal & towns
            yield equal

    @case("11.6d", "3.23d")
    def _arrival(self, unit: int, seat: int, area: Mask) -> Iterator[Mask]:
        """Where reinforcements arrive: Axis ones in Victory Cities and German cities, Allied ones in major ports (11.6)."""
        if seat == ALLIED:
            yield from self._spread(self.board.major_ports & area)
            return
        victory = sum(1 << hex for hex in self.board.victory_cities)
        germany = self.board.country.get("Germany", 0)
        yield from self._spread((victory | self.board.cities) & germany & area)
