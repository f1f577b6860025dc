"""Sea evacuations: invasions in reverse (15.6).

Wired into the sequence: `EvacuateBySea` (the "moves" of a Movement Phase).
"""

from __future__ import annotations

from phaseline.engine.ledger import case
from phaseline.engine.legal import OrderRule
from phaseline.engine.narrowing import Narrowing
from phaseline.engine.refusal import Refusal
from phaseline.games.westfront.orders.sea import Evacuate
from phaseline.games.westfront.position import Movement
from phaseline.games.westfront.rules import beachheads, command, ground, invasion, retreat, seas
from phaseline.games.westfront.state import WestFrontState


@case("15.6", "12.3b", "13.22b", "15.42b", "5.1b", "6.41a", "ex.15e")
class EvacuateBySea(OrderRule[Evacuate, WestFrontState]):
    """An HQ in a port fetches one unit from a coastal hex, engaged or not: an invasion in reverse (15.6, R128)."""

    order = Evacuate

    def gate(self, s: WestFrontState) -> Refusal | None:
        """An HQ that commands by sea must be active."""
        return invasion.none_active(s, command.SEABORNE)

    def hq(self, s: WestFrontState) -> Narrowing:
        """HQs in a port out of battle, with room, that have sent for nobody in this phase."""
        hqs = invasion.senders(s, "15.6", command.SEABORNE)
        embattled, full = s.battles, ground.full(s, s.acting)
        return hqs.without(
            s.standing_in(embattled, hqs.mask), "15.6", "its port is embattled: nobody lands there"
        ).without(s.standing_in(full, hqs.mask), "6.21", "its port is full")

    def unit(self, s: WestFrontState, hq: int) -> Narrowing:
        """Units on coasts in range."""
        seat = s.seat_of(hq)
        near = invasion.in_range(s, hq, invasion.invasion_range(seat), landing=False)
        return self._fetchable(s, hq).only(
            s.units_in(near, seat),
            "15.42a",
            lambda unit: invasion.out_of_range(s, hq, s.position.at[unit], landing=False),
        )

    def _fetchable(self, s: WestFrontState, hq: int) -> Narrowing:
        """Units on coasts that could be evacuated, whatever the distance."""
        seat, port, waters = s.seat_of(hq), s.position.at[hq], s.board.waters
        return (
            invasion.travellers(s, hq, "15.6")
            .without(s.units_in(1 << port, seat), "15.6", "it is in that port already")
            .without(
                s.scenario.italian * (not ground.italian_area(s) >> port & 1),
                "2.66a",
                "an Italian unit stays in or next to Greater Italy",
            )
            .without(retreat.guards(s), "6.41a", "it is a rearguard")
            .without(
                retreat.bound(s, seat), "6.53b", lambda unit: retreat.held_back(s, unit) or "it must stay"
            )
            .only(s.units_in(waters.all_coasts, seat), "15.6", "it is not on the coast")
            .without(
                s.units_in(seas.behind_straits(s, seat), seat),
                "1.39c",
                lambda unit: seas.shut_by(s, seat, s.position.at[unit]),
            )
            .without(s.units_in(seas.lost_among(s, seat, waters.seas_of), seat), *seas.NO_SEAPOWER)
        )

    def lane(self, s: WestFrontState, hq: int, unit: int) -> seas.LaneChoice:
        """The seas to cross."""
        return invasion.lane_options(s, self._voyage(s, hq, unit))

    def _voyage(self, s: WestFrontState, hq: int, unit: int) -> seas.Voyage:
        coast = s.board.waters.seas_of.get(s.position.at[unit], 0)
        return invasion.voyage(s, hq, coast, invasion.invasion_range(s.seat_of(hq)))

    def refused(self, s: WestFrontState, order: Evacuate, refusal: Refusal) -> Refusal:
        """Why a unit is out of range on the lane that was ordered."""
        hq, unit = order.hq, order.unit
        asked = (
            order.lane
            and hq in self.hq(s)
            and unit in self._fetchable(s, hq)
            and unit not in self.unit(s, hq)
        )
        fault = seas.lane_fault(s, self._voyage(s, hq, unit), order.lane) if asked else None
        return fault or refusal

    def apply(self, s: WestFrontState, order: Evacuate) -> None:
        """Fetch it; the last unit of a battle is its own rearguard and pursued first (15.6, 6.42)."""
        hq, unit, position = order.hq, order.unit, s.position
        here, port = position.at[unit], position.at[hq]
        phase = s.frame(Movement)
        s.update(phase, sent=phase.sent | 1 << hq)
        if not phase.blitz:
            position.waves.setdefault(hq, invasion.NO_HEX)
        retreating = s.engaged(unit) and not retreat.may_leave(s, unit)
        lane = order.lane or self.lane(s, hq, unit).values[0]
        invasion.embark(s, unit, here, lane)
        if retreating:
            position.rearguards[here] = (unit, port)
        else:
            position.disengaged |= s.engaged(unit) << unit
            s.put(unit, port)
            retreat.settle(s, here, s.acting)
            beachheads.overrun(s)
        s.tell_of(
            unit,
            "evacuation",
            "15.6",
            "{unit:unit} is evacuated from {start:hex} to {to:hex} ({lane})",
            "a unit is evacuated from {start:hex} to {to:hex} ({lane})",
            start=here,
            to=port,
            lane=s.board.waters.titles(lane),
        )
