"""Units that come onto the map: those of a scenario's list, and what holds of every new unit (5.23, 15.3)."""

from __future__ import annotations

from phaseline.drill import entering
from phaseline.drill.marching import going, stay
from phaseline.engine.ledger import case
from phaseline.engine.legal import OrderRule
from phaseline.engine.narrowing import Narrowing
from phaseline.engine.refusal import Refusal
from phaseline.games.france44 import orders
from phaseline.games.france44.position import ALLIED, AWAY, DUE, GERMAN
from phaseline.games.france44.rules import control, movement
from phaseline.games.france44.state import FranceState
from phaseline.hexgrid import Hex, Mask, hexes, mask_of


@case("15.3a", "15.7", "17.3")
def set_down(s: FranceState, unit: int, hex: Hex) -> None:
    """A new unit comes onto the map, in supply for this turn (R97)."""
    p, seat, bit = s.position, s.scenario.side_of[unit], 1 << unit
    s.put(unit, hex)
    p.fresh |= bit
    p.hungry &= ~bit
    control.enter(s, seat, 1 << hex)


def boxed(s: FranceState) -> Mask:
    """The units in those boxes beside the map from which a road leads in; who has dropped this turn is in none."""
    board, boxes = s.scenario.board, s.scenario.setup.boxes
    if not any(boxes.values()):
        return 0
    return s.units_in(mask_of(board.map.hex(text) for text, entry in boxes.items() if entry), s.acting)


def entry_of_box(s: FranceState, unit: int) -> str:
    """The entry by which a unit in a box comes in."""
    return s.scenario.setup.boxes[s.scenario.map.label(s.position.at[unit])]


@case("5.23b", "6.2", "15.3a", "15.5c")
class EnterUnit(entering.Enter[orders.Enter, FranceState]):
    """A unit that is due comes in at one of its entry hexes, and may move and fight; it waits if there is no room."""

    order = orders.Enter
    case = "5.23b"
    apart = "it is not expected by a scenario's list"

    def waiting(self, s: FranceState) -> Mask:
        """The units that are due."""
        arrivals, turn = s.scenario.arrivals, s.position.turn
        beside = boxed(s) & ~s.position.restored
        if not arrivals:
            return beside
        due = mask_of(unit for unit, arrival in arrivals.items() if arrival.turn <= turn)
        return due & s.lying(s.acting, DUE) | beside

    def absent(self, s: FranceState, unit: int) -> str | Refusal:
        """Why this unit does not come in."""
        arrival = s.scenario.arrivals.get(unit)
        if boxed(s) >> unit & 1:
            return Refusal("15.5c", "it has been restored this turn")
        if arrival is None or s.position.at[unit] != DUE:
            return self.apart
        return f"it arrives in turn {arrival.turn}"

    def to(self, s: FranceState, unit: int) -> Narrowing:
        """Its entry hexes without enemies and with room."""
        found = s.choose_hex("5.23b").without(s.occupied(1 - s.acting), "6.5", "an enemy unit is there")
        return s.room(
            unit, found.only(self.gates(s, unit), "5.23b", lambda hex: self._elsewhere(s, unit, hex))
        )

    def _elsewhere(self, s: FranceState, unit: int, hex: Hex) -> str:
        """Why a unit does not come in at a hex without enemies: the Germans control it, or it is bound for another."""
        scenario = s.scenario
        arrival = scenario.arrivals.get(unit)
        if arrival is None or not scenario.entries[arrival.entry] >> hex & 1:
            return "it comes in elsewhere"
        if arrival.entry in scenario.setup.landing_entries:
            return "who comes by sea lands in Allied hands, and the Germans hold that hex"
        bound = " or ".join(scenario.map.label(other) for other in hexes(self.gates(s, unit)))
        return f"it is bound for {bound} while there is room"

    def gates(self, s: FranceState, unit: int) -> Mask:
        """The hexes where the unit comes in: those it is bound for while one is open, then all of its entry.

        What comes by sea needs a hex in Allied hands.
        """
        scenario = s.scenario
        arrival = scenario.arrivals.get(unit)
        name = entry_of_box(s, unit) if arrival is None else arrival.entry
        area = scenario.entries[name]
        if name in scenario.setup.landing_entries:
            return area & s.controlled(s.acting)
        named = mask_of(scenario.map.hex(text) for text in arrival.hexes) if arrival else 0
        near = named & ~s.occupied(1 - s.acting) & ~s.no_room(unit)
        return near or area

    def apply(self, s: FranceState, order: orders.Enter) -> None:
        """Set it down: it has moved this turn, whether it goes on or not (5.31), and nobody else goes on (R140)."""
        arrival = s.scenario.arrivals.get(order.unit)
        stay(s)
        set_down(s, order.unit, order.to)
        s.position.active |= 1 << order.unit
        if arrival is not None and arrival.entry in s.scenario.setup.landing_entries:
            s.position.landed |= 1 << order.unit
        s.tell("arrival", "5.23b", "{unit:unit} comes in at {to:hex}", unit=order.unit, to=order.to)


@case("6.2", "6.6a", "9.132")
class LeaveMap(OrderRule[orders.Leave, FranceState]):
    """A German unit leaves the map for good, by an exit of the scenario, with a movement point left."""

    order = orders.Leave

    def reads(self, s: FranceState) -> object:
        """Where units stand, who has moved, who is on his way and who is out of supply; enemy air."""
        p = s.position
        return s.standing.stamp, p.turn, p.moved, p.weather, p.stack[-1], p.hungry, s.superiority(ALLIED)

    def gate(self, s: FranceState) -> Refusal | None:
        """Only in some scenarios, in the turns they name."""
        first, last = s.scenario.setup.exits.turns
        if not s.scenario.exits:
            return Refusal("6.6a", "units may not leave the map")
        if not first <= s.position.turn <= last:
            return Refusal("6.6a", f"units may leave the map in turns {first} to {last} only")
        return None

    def unit(self, s: FranceState) -> Narrowing:
        """Units in an exit, in no Allied zone of control, that can still move."""
        found = movement.still(s, s.acting, s.choose_unit(s.acting, "6.6a"))
        return (
            found.only(s.units_in(s.scenario.exits, GERMAN), "6.6a", "no exit is in its hex")
            .without(s.units_in(s.zone(1 - s.acting), s.acting), "8.3", "it is in an Allied zone of control")
            .without(s.position.moved & ~going(s), "6.2", "it has no movement point left")
            .without(
                _held_by_air(s), "9.132", "enemy air over its hex makes that too dear: two movement points"
            )
        )

    def apply(self, s: FranceState, order: orders.Leave) -> None:
        """It is gone, and safe; another one that was on its way stays where it is (R140)."""
        p, unit = s.position, order.unit
        stay(s)
        s.put(unit, AWAY)
        p.exited[unit] = p.turn
        p.moved |= 1 << unit
        p.active |= 1 << unit
        s.tell("exit", "6.6a", "{unit:unit} leaves the map", unit=unit)


@case("9.132")
def _held_by_air(s: FranceState) -> Mask:
    """The units in exits under superior enemy air that cannot pay for leaving such a hex besides."""
    under = s.units_in(s.scenario.exits & s.superiority(ALLIED), GERMAN)
    toll = s.scenario.tables.crossing.interdicted
    return mask_of(unit for unit in hexes(under) if movement.budget(s, unit) <= toll)
