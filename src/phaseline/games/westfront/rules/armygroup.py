"""Army Group E, and the Winter Offensive: what the Axis can do once (16.5, W44.4).

Wired into the sequence: `EnterUnit` among the "moves" of a Movement Phase; `StartOffensive` among the orders of the
Command Phase; `end_offensive` at the end of an Axis turn.
"""

from __future__ import annotations

from phaseline.engine.ledger import case
from phaseline.engine.legal import OrderRule
from phaseline.engine.narrowing import Narrowing, choose
from phaseline.engine.refusal import Refusal
from phaseline.games.westfront.orders.politics import EnterMap, WinterOffensive
from phaseline.games.westfront.position import AXIS, TO_COME, Movement
from phaseline.games.westfront.rules import beachheads, command, ground, rail, strategic
from phaseline.games.westfront.state import WestFrontState
from phaseline.hexgrid import Hex, Mask, mask_of

COUNTRIES = ("Yugoslavia", "Hungary")


# -- Army Group E -----------------------------------------------------------------------------------------------------


@case("16.5a", "16.5c", "S43.4", "W43.4", "S44.5", "W44.6")
def waiting(s: WestFrontState) -> Mask:
    """The units of Army Group E that are still off the map; not the Italian army once Italy has surrendered (16.5)."""
    group = members(s)
    if s.has("italy surrendered"):
        group &= ~s.scenario.italian
    return mask_of(
        unit for unit in s.scenario.rosters[AXIS] if group >> unit & 1 and s.position.at[unit] == TO_COME
    )


def members(s: WestFrontState) -> Mask:
    """The units of Army Group E, wherever they are."""
    numbers, names = s.scenario.number, s.scenario.data.file.army_group_e
    return s.scenario.once("Army Group E", lambda: mask_of(numbers[name] for name in names))


def _strength(s: WestFrontState, unit: int) -> int:
    return s.scenario.data.file.army_group_e[s.unit(unit).name]


@case("16.5a", "16.5b", "16.5c", "16.7", "9.5", "side.16a")
class EnterUnit(OrderRule[EnterMap, WestFrontState]):
    """For a Supreme Move a unit of Army Group E comes onto the map, and goes on by rail if it can (16.5)."""

    order = EnterMap

    def gate(self, s: WestFrontState) -> Refusal | None:
        """Once the Allies have entered Yugoslavia, by Supreme Moves."""
        if s.acting != AXIS or s.frame(Movement).blitz:
            return Refusal("16.5a", "Army Group E comes in the Movement Phase of the Axis")
        if not s.has("yugoslavia entered"):
            return Refusal("16.5a", "no Allied unit has entered Yugoslavia")
        if s.frame(Movement).supreme_left < 1:
            return Refusal("16.5b", "each unit costs a Supreme Move, and no active SHQ has one left")
        return None

    def unit(self, s: WestFrontState) -> Narrowing:
        """Units of the group that are not on the map yet."""
        found = choose(s.scenario.all_units, "16.5a", "there is no such unit")
        if s.has("italy surrendered"):
            # Later scenarios do not even list the Italian army.
            found.without(s.scenario.italian, "16.5c", "Italy has surrendered: no Italian army comes")
        return found.only(members(s), "16.5a", "it is no part of Army Group E").only(
            waiting(s), "16.5a", "it has come already"
        )

    def entry(self, s: WestFrontState, unit: int) -> Narrowing:
        """Rail Entry hexes of the east edge in Yugoslavia or Hungary without Allied units (16.5)."""
        area = 0
        for country in COUNTRIES:
            area |= s.board.country.get(country, 0)
        edge = mask_of(entry.hex for entry in s.board.rail_entries)
        return (
            choose(s.board.land, "1.1b", "no unit can enter that hex")
            .only(edge & area, "16.5a", "it is no eastern Rail Entry hex in Yugoslavia or Hungary")
            .only(rail.home_entries(s, AXIS), "16.7", "that part of the east edge is lost")
            .without(s.occupied(1 - AXIS), "16.5a", "Allied units hold it")
        )

    def to(self, s: WestFrontState, unit: int, entry: int) -> Narrowing:
        """The entry hex, or further by rail: five rail hexes are used up (16.5)."""
        found = 0
        for mask in _reached(s, unit, entry).values():
            found |= mask
        return (
            choose(s.board.land, "1.1b", "no unit can enter that hex")
            .only(found | 1 << entry, "16.5b", "it goes on by rail only, with five rail hexes used up")
            .without(ground.full(s, AXIS), "6.21", "the hex is full")
        )

    def apply(self, s: WestFrontState, order: EnterMap) -> None:
        """Pay, and put it where it goes."""
        spent = next(
            (n for n, mask in _reached(s, order.unit, order.entry).items() if mask >> order.to & 1), 1
        )
        strategic.spend(s, order.unit, max(spent, 1))
        rail.run_over(s, order.unit, order.entry, rail.ENTERING_USES, order.to, max(spent, 1))
        bit = 1 << order.unit
        s.position.cv[order.unit] = _strength(s, order.unit)
        s.position.moved |= bit
        s.position.strategic |= bit
        s.put(order.unit, order.to)
        s.tell_of(
            order.unit,
            "army group",
            "16.5a",
            "{unit:unit} comes by {entry:hex} to {to:hex}",
            "a unit of Army Group E comes by {entry:hex} to {to:hex}",
            entry=order.entry,
            to=order.to,
        )
        beachheads.overrun(s)


@case("16.5b", "9.21c")
def _reached(s: WestFrontState, unit: int, entry: Hex) -> dict[int, Mask]:
    """Where a unit gets by rail after it has appeared in an entry hex, by the Supreme Moves that takes (16.5, R86).

    Nowhere from an entry hex to which no friendly Rail Line leads, as the Allies control it: there it stays (9.21).
    """
    if not rail.passable(s, unit) >> entry & 1:
        return {}
    return rail.reached(s, unit, 1 << entry, s.frame(Movement).supreme_left, rail.ENTERING_USES)


# -- the Winter Offensive ---------------------------------------------------------------------------------------------


@case("W44.4")
class StartOffensive(OrderRule[WinterOffensive, WestFrontState]):
    """In one Axis turn of Winter '44 Axis armor has its normal offensive firepower despite the mud (W44.4, R113)."""

    order = WinterOffensive

    def gate(self, s: WestFrontState) -> Refusal | None:
        """The Axis, in Winter '44, once, before it activates an HQ."""
        if s.position.book != "W44":
            return Refusal("W44.4", "this is possible in Winter '44 only")
        if s.acting != AXIS:
            return Refusal("W44.4", "only the Axis can surprise in winter")
        if s.has("winter offensive used") or s.has("winter offensive"):
            return Refusal("W44.4", "it has been done once")
        if command.begun(s):
            return Refusal("W44.4", "it is declared at the start of the turn")
        return None

    def apply(self, s: WestFrontState, order: WinterOffensive) -> None:
        """From now to the end of the turn."""
        s.position.flags.add("winter offensive")
        s.tell("offensive", "W44.4", "the Axis opens its winter offensive")


@case("W44.4")
def end_offensive(s: WestFrontState) -> None:
    """The offensive ends with the Axis turn in which it was begun (W44.4)."""
    if s.has("winter offensive") and s.active == AXIS:
        s.position.flags.discard("winter offensive")
        s.position.flags.add("winter offensive used")
