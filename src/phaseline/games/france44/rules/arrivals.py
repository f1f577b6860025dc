"""Units that come onto the map: those of a scenario's list, and what holds of every new unit (5.23, 15.3)."""

from __future__ import annotations

from phaseline.drill import entering
from phaseline.engine.ledger import case
from phaseline.engine.narrowing import Narrowing
from phaseline.engine.refusal import Refusal
from phaseline.games.france44 import orders
from phaseline.games.france44.position import DUE
from phaseline.games.france44.rules import control
from phaseline.games.france44.state import FranceState
from phaseline.hexgrid import Hex, Mask, mask_of


@case("15.3a", "15.7", "17.3")
def set_down(s: FranceState, unit: int, hex: Hex) -> None:
    """A new unit comes onto the map, in supply for this turn (R97)."""
    p, seat, bit = s.position, s.scenario.side_of[unit], 1 << unit
    s.put(unit, hex)
    p.fresh |= bit
    p.hungry &= ~bit
    control.enter(s, seat, 1 << hex)


@case("5.23b", "15.3a")
class EnterUnit(entering.Enter[orders.Enter, FranceState]):
    """A unit that is due comes in at one of its entry hexes, and may move and fight; it waits if there is no room."""

    order = orders.Enter
    case = "5.23b"
    apart = "it is not expected by a scenario's list"

    def waiting(self, s: FranceState) -> Mask:
        """The units that are due."""
        arrivals, turn = s.scenario.arrivals, s.position.turn
        if not arrivals:
            return 0
        return mask_of(unit for unit, arrival in arrivals.items() if arrival.turn <= turn) & s.lying(
            s.acting, DUE
        )

    def absent(self, s: FranceState, unit: int) -> str | Refusal:
        """Why this unit does not come in."""
        arrival = s.scenario.arrivals.get(unit)
        if arrival is None or s.position.at[unit] != DUE:
            return self.apart
        return f"it arrives in turn {arrival.turn}"

    def to(self, s: FranceState, unit: int) -> Narrowing:
        """Its entry hexes without enemies and with room."""
        entry = s.scenario.arrivals[unit].entry
        found = (
            s.choose_hex("5.23b")
            .only(s.scenario.entries[entry], "5.23b", "it comes in elsewhere")
            .without(s.occupied(1 - s.acting), "6.5", "an enemy unit is there")
        )
        return s.room(unit, found)

    def apply(self, s: FranceState, order: orders.Enter) -> None:
        """Set it down."""
        set_down(s, order.unit, order.to)
        s.tell("arrival", "5.23b", "{unit:unit} comes in at {to:hex}", unit=order.unit, to=order.to)
