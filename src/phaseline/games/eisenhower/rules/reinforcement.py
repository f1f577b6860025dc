"""Chapter 12.0 to 12.2: arrivals, entry onto the map, withdrawals."""

from __future__ import annotations

from phaseline.drill import entering
from phaseline.drill.entering import Enter, arrivals
from phaseline.engine.ledger import case
from phaseline.engine.legal import OrderRule
from phaseline.engine.narrowing import Narrowing
from phaseline.engine.refusal import Refusal
from phaseline.games.eisenhower import orders
from phaseline.games.eisenhower.files import SEATS
from phaseline.games.eisenhower.position import (
    ALLIED,
    BOX,
    ELIMINATED,
    GERMAN,
    GONE,
    IDLE,
    NEVER_DUE,
    TRACK,
    Turn,
)
from phaseline.games.eisenhower.rules import control, movement, supply
from phaseline.games.eisenhower.state import EisenhowerState
from phaseline.hexgrid import Mask, hexes

FX_FROM = 3
NOBODY_ENTERS = "no reinforcement enters during an offensive"
SS_LEAVE = 6


@case("5.4", "12.0a", "12.1.1b", "13.2a", "3.3.2d", "5.2c")
def arrive(s: EisenhowerState, seat: int) -> None:
    """Units due go from the Turn Track to the Reinforcement Box (5.4); the French wait for FX to leave (12.1.1)."""
    p, scenario = s.position, s.scenario
    waiting = scenario.yugoslavs | scenario.reserves
    if not p.fx_out:
        waiting |= scenario.starred
    due = arrivals(s.lying(seat, TRACK) & ~waiting, p.due, p.turn)
    entering.arrive(s, due, BOX, "5.4")


def allied_arrivals(s: EisenhowerState) -> None:
    """Phase II begins."""
    _forget_rebuilding(s)
    arrive(s, ALLIED)


@case("12.2.4a", "5.2c")
def german_arrivals(s: EisenhowerState) -> None:
    """Phase VI begins; on Turn 6 the two SS panzer corps leave (12.2.4)."""
    _forget_rebuilding(s)
    arrive(s, GERMAN)
    if s.position.turn == SS_LEAVE:
        for unit in hexes(s.scenario.ss):
            if s.position.at[unit] not in (ELIMINATED, GONE, IDLE):
                s.eliminate(unit, "12.2.4a", "is withdrawn", "withdrawn")


def _forget_rebuilding(s: EisenhowerState) -> None:
    s.position.flipped = 0
    s.position.rebuilt = s.position.merged = False


# -- where units may enter --------------------------------------------------------------------------------------------


@case("12.1a", "7.1c")
def allied_entry(s: EisenhowerState) -> Mask:
    """Allied-controlled ports and beachheads in supply (12.1): wherever a unit, once placed, would be in any way (R42).

    Antwerp, once it runs, feeds who enters there though the hex is empty and in an enemy zone: the unit contests it.
    """
    net = s.scenario.board.land_sides.cross(supply.allied_net(s))
    fed = supply.fed(s, ALLIED) | net | supply.allied_sources(s)
    return s.position.control & (s.position.beachheads | s.ports & fed) & ~s.occupied(GERMAN)


@case("12.2", "7.1c")
def german_entry(s: EisenhowerState) -> Mask:
    """German-controlled cities in supply, the unit itself contesting enemy zones in its hex (12.2, R43)."""
    return s.cities & german_fed(s) & ~s.occupied(ALLIED)


def german_fed(s: EisenhowerState) -> Mask:
    """German-controlled hexes where a unit, once placed, would be in supply."""
    return s.controlled(GERMAN) & supply.german_reach(s)


@case("12.2.1a")
def coded(s: EisenhowerState, units: Mask) -> Mask:
    """Those of the units that arrive for the first time, so that what their counters say of the place binds them."""
    due = s.position.due
    return sum(1 << unit for unit in hexes(units) if due[unit] != NEVER_DUE)


@case("12.2.1b", "12.2.1c", "12.2.2b", "12.4.3b")
def coded_entry(s: EisenhowerState, unit: int) -> Mask:
    """Where a German unit may enter: in a city, or where its code says: Italy, a hex (12.2.1), the Elbe (12.2.2)."""
    scenario = s.scenario
    entry = scenario.entries[unit]
    if entry is None or not coded(s, 1 << unit):
        return german_entry(s)
    if scenario.reserves >> unit & 1:
        return scenario.board.east_of_elbe & s.controlled(GERMAN) if control.elbe_open(s) else 0
    if not entry.where:
        return german_entry(s)
    if entry.where == "Italy":
        if scenario.ids[unit] == "AOL":
            return 0
        return scenario.board.italy & supply.german_net(s) & ~s.zone(ALLIED) & s.controlled(GERMAN)
    return 1 << scenario.map.hex(entry.where) & german_fed(s)


class Placing(Enter[orders.Place, EisenhowerState]):
    """A unit comes onto the map: a base for the occasions on which it may."""

    def apply(self, s: EisenhowerState, order: orders.Place) -> None:
        """Put it there; its movement has not begun."""
        place(s, order.unit, order.to, self.case)


@case("12.0b", "12.0c", "12.1a", "12.2", "5.3.7", "13.2c")
class PlaceUnit(Placing):
    """Bring a unit from the Reinforcement Box onto the map, at any time of the phase (12.0, R40)."""

    order = orders.Place
    case = "12.0b"

    def gate(self, s: EisenhowerState) -> Refusal | None:
        """Not in an offensive (R41)."""
        if s.acting == GERMAN and s.offensive:
            return Refusal("13.6c", NOBODY_ENTERS)
        return None

    def waiting(self, s: EisenhowerState) -> Mask:
        """Units in the box; the last reserves while their window is open (12.2.2)."""
        box = s.in_box(s.acting) & ~s.scenario.paratroops
        if s.acting == GERMAN and control.elbe_open(s):
            box |= s.lying(GERMAN, TRACK) & s.scenario.reserves
        return box

    def absent(self, s: EisenhowerState, unit: int) -> Refusal:
        """Where it is instead."""
        return not_available(s, unit)

    def to(self, s: EisenhowerState, unit: int) -> Narrowing:
        """Its entry hexes with room."""
        start = s.choose_hex("12.0b")
        if s.acting == ALLIED:
            return s.room(unit, start.only(allied_entry(s), "12.1a", lambda hex: no_port(s, hex)))
        return s.room(unit, start.only(coded_entry(s, unit), "12.2", lambda hex: no_entry(s, unit, hex)))


@case("12.0b", "12.1.1b", "12.2.2a", "12.2.3a", "13.2b")
def not_available(s: EisenhowerState, unit: int) -> Refusal:
    """Why a unit is not there to be placed (12.0): where it is instead, and what it waits for."""
    p, scenario = s.position, s.scenario
    place, bit = p.at[unit], 1 << unit
    if place >= 0:
        return Refusal("12.0b", "it is on the map already")
    if place == BOX:
        return Refusal("12.0b", "in static form an airborne corps comes in by a drop")
    if place == IDLE:
        return Refusal("13.2b", "the corps is in its other form")
    if place != TRACK:
        return Refusal("12.0b", "it is eliminated" if place == ELIMINATED else "it is out of the game")
    if bit & scenario.starred and not p.fx_out:
        return Refusal("12.1.1b", "it waits until FX is withdrawn")
    if bit & scenario.reserves:
        return Refusal("12.2.2a", control.reserves_missing(s))
    if bit & scenario.yugoslavs:
        return Refusal("12.2.3a", "nothing has called the garrison of Yugoslavia yet")
    return Refusal("12.0b", f"it is on the Turn Track, due on Turn {p.due[unit]}")


@case("12.1a")
def no_port(s: EisenhowerState, hex: int) -> Refusal:
    """Why Allied units may not enter in a hex (12.1)."""
    ports, beaches = s.scenario.board.ports, s.position.beachheads
    return Refusal("12.1a", _unfit(s, ALLIED, hex, s.ports | beaches, ports, "port or beachhead"))


def _unfit(s: EisenhowerState, seat: int, hex: int, places: Mask, printed: Mask, kind: str) -> str:
    """What a hex lacks to be a place of entry of this kind: there is none, or no longer, or it is the enemy's, or cut off."""
    if not (places | printed) >> hex & 1:
        return f"no {kind} is there"
    if not places >> hex & 1:
        return "the city there has been destroyed"
    return _unserved(s, seat, hex)


def _unserved(s: EisenhowerState, seat: int, hex: int) -> str:
    """What a place of entry lacks: it is the enemy's, or cut off."""
    if not s.controlled(seat) >> hex & 1:
        return f"it is not under {SEATS[seat]} control"
    return "it is not in supply"


@case("12.2", "12.2.1a", "12.2.1b", "12.2.1c", "12.2.1d", "12.2.2b")
def no_entry(s: EisenhowerState, unit: int, hex: int) -> Refusal:
    """Why a German unit may not enter in a hex (12.2)."""
    entry, first = s.scenario.entries[unit], coded(s, 1 << unit)
    if first & s.scenario.reserves:
        return Refusal("12.2.2b", "it comes in beyond the Elbe, in a German hex under German control")
    if first and s.scenario.ids[unit] == "AOL":
        return Refusal("12.2.1d", "it takes the place of a unit in the south: exchange one for it")
    where = entry.where if entry is not None and first else ""
    if not where:
        return Refusal("12.2", _unfit(s, GERMAN, hex, s.cities, s.scenario.board.cities, "city"))
    if where != "Italy" and s.scenario.map.hex(where) == hex:
        return Refusal("12.2.1c", _unserved(s, GERMAN, hex))
    if where != "Italy" or not s.scenario.board.italy >> hex & 1:
        return Refusal("12.2.1a", "it may not enter there: its counter names another place")
    if not s.controlled(GERMAN) >> hex & 1:
        return Refusal("12.2.1b", "that hex is not under German control")
    if s.zone(ALLIED) >> hex & 1:
        return Refusal("12.2.1b", "that hex is in an Allied zone of control")
    return Refusal("12.2.1b", "that hex is not in supply")


def place(s: EisenhowerState, unit: int, hex: int, case: str) -> None:
    """A unit comes onto the map."""
    if s.scenario.side_of[unit] == ALLIED:
        movement.note_entry(s)
    s.put(unit, hex)
    s.position.acted |= 1 << unit
    s.put_in_play(unit)
    s.tell("placed", case, "{unit:unit} enters in {to:hex}", unit=unit, to=hex)
    s.changed()
    control.enter(s, s.scenario.side_of[unit], 1 << hex)


@case("12.2.1d")
def waiting_army(s: EisenhowerState) -> int | None:
    """The Army of Liguria while it waits for its first arrival."""
    aol = s.scenario.number.get("AOL")
    return aol if aol is not None and s.position.at[aol] == BOX and coded(s, 1 << aol) else None


@case("12.2.1d")
class ExchangeUnit(OrderRule[orders.Exchange, EisenhowerState]):
    """The Army of Liguria takes the place of a supplied mobile unit in the south (12.2.1)."""

    order = orders.Exchange

    def gate(self, s: EisenhowerState) -> Refusal | None:
        """It must be in the box, and not in an offensive."""
        if waiting_army(s) is None:
            return Refusal("12.2.1d", "the Army of Liguria is not available")
        return Refusal("13.6c", NOBODY_ENTERS) if s.offensive else None

    def unit(self, s: EisenhowerState) -> Narrowing:
        """Supplied mobile units in the Southern Zone."""
        south = s.units_in(s.scenario.board.south, GERMAN)
        return (
            s.choose_unit(GERMAN, "12.2.1d")
            .only(s.scenario.mobile, "12.2.1d", "it is static")
            .only(south, "12.2.1d", "it is not in the Southern Zone")
            .only(exchangeable(s), "12.2.1d", "it is out of supply")
        )

    def apply(self, s: EisenhowerState, order: orders.Exchange) -> None:
        """The other unit is gone for good; the army enters at full strength."""
        aol = s.scenario.number["AOL"]
        p = s.position
        s.put(aol, p.at[order.unit])
        s.put(order.unit, GONE)
        p.steps[order.unit] = 0
        if p.moved >> order.unit & 1:
            p.moved |= 1 << aol
        if p.fought >> order.unit & 1:
            p.fought |= 1 << aol
        s.tell("exchange", "12.2.1d", "{unit:unit} becomes the Army of Liguria", unit=order.unit)


@case("12.2.1d")
def exchangeable(s: EisenhowerState) -> Mask:
    """Supplied mobile German units in the Southern Zone."""
    south = s.units_in(s.scenario.board.south, GERMAN) & s.scenario.mobile
    return sum(1 << unit for unit in hexes(south) if supply.supplied(s, unit))


@case("12.2.1c")
def forfeit_hex_units(s: EisenhowerState) -> None:
    """Phase V begins: a unit whose entry hex is not German-controlled and supplied is lost for good (12.2.1, R113)."""
    for unit in hexes(coded(s, s.in_box(GERMAN) & s.scenario.hex_coded)):
        entry = s.scenario.entries[unit]
        if entry is not None and entry.where != "Italy" and not coded_entry(s, unit):
            s.put(unit, GONE)
            s.position.steps[unit] = 0
            s.tell("forfeited", "12.2.1c", "{unit:unit} is lost: its entry hex is closed", unit=unit)


@case("12.2.1d")
def forfeit_army(s: EisenhowerState) -> None:
    """Phase V ends: if no unit could make way for the Army of Liguria it is lost (12.2.1, R114)."""
    aol = waiting_army(s)
    if aol is not None and not exchangeable(s):
        s.put(aol, GONE)
        s.position.steps[aol] = 0
        s.tell("forfeited", "12.2.1d", "no unit can make way for the Army of Liguria")


# -- the French and the SS --------------------------------------------------------------------------------------------


@case("12.1.1a", "12.1.1b")
class WithdrawFrench(OrderRule[orders.Withdraw, EisenhowerState]):
    """From Turn 3 FX may be removed for good, which frees F1 and F2 (12.1.1)."""

    order = orders.Withdraw

    def gate(self, s: EisenhowerState) -> Refusal | None:
        """From Turn 3 on, once."""
        if s.position.turn < FX_FROM:
            return Refusal("12.1.1a", "FX can be withdrawn from Turn 3 on")
        return Refusal("12.1.1a", "FX has been withdrawn") if s.position.fx_out else None

    def unit(self, s: EisenhowerState) -> Narrowing:
        """FX, wherever it is."""
        fx = s.scenario.number.get("FX")
        there = fx is not None and s.position.at[fx] != GONE
        return s.choose_own(ALLIED, "12.1.1a").only(
            1 << fx if fx is not None and there else 0, "12.1.1a", "only FX can be withdrawn"
        )

    def apply(self, s: EisenhowerState, order: orders.Withdraw) -> None:
        """Remove it; the other French corps come if they are due."""
        s.put(order.unit, GONE)
        s.position.steps[order.unit] = 0
        s.position.fx_out = True
        s.tell("withdrawn", "12.1.1a", "{unit:unit} is withdrawn", unit=order.unit)
        arrive(s, ALLIED)


@case("3.2.4i", "3.3.4e")
def _second_ss(s: EisenhowerState) -> str:
    """The case by which the 2nd SS Panzer Corps comes: the alternative scenario has one of its own."""
    return "3.3.4e" if s.scenario.alternate else PlaceSS.case


@case("3.2.4i", "3.3.4e")
class PlaceSS(Placing):
    """On Turn 1 the 2nd SS Panzer Corps is placed in Phase VI (3.2.4)."""

    order = orders.Place
    case = "3.2.4i"
    apart = "only the 2SS is placed now"

    def gate(self, s: EisenhowerState) -> Refusal | None:
        """On Turn 1 only."""
        if s.frame(Turn).turn != 1:
            return Refusal("12.0b", "units in the box enter in the German Movement and Attack Phase")
        return None

    def waiting(self, s: EisenhowerState) -> Mask:
        """The 2nd SS."""
        number = s.scenario.number.get("2SS")
        return 0 if number is None else 1 << number & s.in_box(GERMAN)

    def absent(self, s: EisenhowerState, unit: int) -> Refusal:
        """Nobody else is placed."""
        return Refusal(_second_ss(s), self.apart)

    def apply(self, s: EisenhowerState, order: orders.Place) -> None:
        """Put it there."""
        place(s, order.unit, order.to, _second_ss(s))

    def to(self, s: EisenhowerState, unit: int) -> Narrowing:
        """A supplied hex of France outside Allied zones."""
        number = _second_ss(s)
        start = (
            s.choose_hex(number)
            .only(s.scenario.board.france, number, "that is not in France")
            .without(s.occupied(ALLIED), number, "Allied units are there")
            .without(s.zone(ALLIED), number, "that is in an Allied zone of control")
            .only(supply.german_net(s), number, "that hex is not in supply")
        )
        return s.room(unit, start)
