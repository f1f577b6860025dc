"""Reinforcements: what is due comes onto the map, what a scenario takes away leaves (4.2)."""

from __future__ import annotations

from phaseline.drill.entering import Enter
from phaseline.drill.passing import EndStep
from phaseline.engine.ledger import case
from phaseline.engine.narrowing import Narrowing
from phaseline.games.war_in_europe import orders
from phaseline.games.war_in_europe.position import DEAD, DUE, OUT, TRACK, Reinforcement
from phaseline.games.war_in_europe.rules import replacement, supply, withdrawal
from phaseline.games.war_in_europe.state import WarState
from phaseline.hexgrid import Mask, hexes, mask_of


@case("4.2B1", "17.0a")
def begin(s: WarState) -> None:
    """The phase begins: withdrawn units leave, Replacement Points come in, and say how many units may be rebuilt."""
    seat = s.frame(Reinforcement).seat
    withdraw(s, seat)
    replacement.receive(s, seat)


@case("4.2B1")
def withdraw(s: WarState, seat: int) -> None:
    """Units that the scenario takes away leave, wherever they are; who is no whole unit any more is noted (R163).

    Who is broken up leaves his nation Replacement Points.
    """
    p = s.position
    broken_up = withdrawal.worth(s)
    for unit in withdrawal.all_due(s, seat):
        if p.at[unit] in (DEAD, OUT) or (p.at[unit] != DUE and p.steps[unit] < withdrawal.whole(s, unit)):
            p.flags[f"short {s.scenario.ids[unit]}"] = p.turn
        if p.at[unit] not in (DEAD, OUT):
            if points := broken_up.get(unit, 0):
                replacement.leave_points(s, unit, points)
            leave(s, unit, OUT)
            s.tell("withdrawal", "4.2B1", "{unit:unit} is withdrawn", unit=unit)


def leave(s: WarState, unit: int, place: int) -> None:
    """A unit is put off the map, and nothing that was true of it holds any more."""
    p, bit = s.position, ~(1 << unit)
    p.steps[unit] = 0
    p.entrained &= bit
    p.fortified &= bit
    p.unsupplied &= bit
    p.rebuilt &= bit
    s.put(unit, place)


def asked(s: WarState) -> list[int]:
    """The phasing player, if something is due that has a place, or can be rebuilt, or if the enemy is at his supply units."""
    frame = s.frame(Reinforcement)
    reads = replacement.reads(s), s.zone(1 - frame.seat), s.position.turn, frame.exchanged
    some = s.known(("reinforcements", frame.seat), reads, lambda: _some(s, frame.seat))
    return [frame.seat] if some else []


def _some(s: WarState, seat: int) -> bool:
    """Whether there is anything for a side to do in its reinforcement phase."""
    posts = s.on_map(seat) & s.scenario.suppliers
    pressed = posts and s.standing_in(s.zone(1 - seat), posts)
    return bool(pressed or PlaceUnit().waiting(s) or replacement.possible(s) or s.lying(seat, TRACK))


@case("4.2B1", "8.51", "10.0", "17.18")
class PlaceUnit(Enter[orders.Place, WarState]):
    """A reinforcement that is due comes onto the map; one without a place waits (R164)."""

    order = orders.Place
    case = "4.2B1"

    def reads(self, s: WarState) -> object:
        """Who stands where, who holds what, and the turn."""
        seat = s.phasing
        return s.standing.stamp, s.position.turn, s.position.owner[seat], s.zone(1 - seat)

    def waiting(self, s: WarState) -> Mask:
        """The units that are due and have a place."""
        due, turn = s.lying(s.phasing, DUE), s.position.turn
        arrivals = s.scenario.arrivals
        return mask_of(unit for unit in hexes(due) if arrivals[unit].turn <= turn and self.to(s, unit))

    def absent(self, s: WarState, unit: int) -> str:
        """Why another unit does not come in now."""
        turn = s.scenario.arrivals[unit].turn
        if s.position.at[unit] != DUE:
            return "it is no reinforcement that waits"
        if turn > s.position.turn:
            return f"it is due in turn {turn}"
        return "none of its hexes is Friendly, free of enemy zones of control, and has room: it waits"

    def to(self, s: WarState, unit: int) -> Narrowing:
        """The hexes where it is due, if they are Friendly, without enemy zones of control, and have room."""
        seat = s.phasing
        found = (
            s.choose_hex("4.2B1")
            .only(s.scenario.arrivals[unit].hexes, "4.2B1", "it does not arrive there")
            .only(s.position.owner[seat], "4.2B1", "the hex is not Friendly")
            .without(s.scenario.special.barred, "4.3", "the scenario lets no unit come in there")
            .without(s.occupied(1 - seat), "5.22", "an enemy unit is there")
            .without(s.zone(1 - seat), "4.2B1", "it is in an enemy zone of control")
        )
        return s.room(unit, found)

    def apply(self, s: WarState, order: orders.Place) -> None:
        """It is there. Whether it is in supply, and whom it feeds, matters to who is rebuilt after it (17.18)."""
        s.put(order.unit, order.to)
        frame = s.frame(Reinforcement)
        s.update(frame, placed=frame.placed | 1 << order.unit)
        s.tell("arrival", "4.2B1", "{unit:unit} arrives in {to:hex}", unit=order.unit, to=order.to)
        supply.judge(s)


class EndReinforcement(EndStep[orders.Done, WarState]):
    """What is left waits, and points stay in their pools."""

    order = orders.Done
