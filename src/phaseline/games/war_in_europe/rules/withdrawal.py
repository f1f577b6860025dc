"""Units that a scenario takes away, and those that their side keeps all the same (4.2)."""

from __future__ import annotations

from phaseline.engine.ledger import case
from phaseline.engine.legal import OrderRule
from phaseline.engine.narrowing import Narrowing
from phaseline.engine.refusal import Refusal
from phaseline.games.war_in_europe import orders
from phaseline.games.war_in_europe.position import DEAD, DUE, OUT, Reinforcement
from phaseline.games.war_in_europe.state import WarState
from phaseline.hexgrid import Mask, hexes, mask_of


def due(s: WarState, seat: int) -> Mask:
    """The units of a side that are to be withdrawn in this turn and have not been kept before."""
    scenario, flags = s.scenario, s.position.flags
    found = mask_of(
        scenario.number[name]
        for rule in scenario.setup.withdrawals
        if rule.turn == s.position.turn
        for name in rule.units
        if f"kept {name}" not in flags
    )
    return found & scenario.side_units[seat]


@case("4.2B1")
def over(s: WarState, seat: int) -> Mask:
    """The units of a side whose time is up: withdrawn in this turn or before, and not kept. Nobody raises them anew (R163)."""
    scenario, flags = s.scenario, s.position.flags
    found = mask_of(
        scenario.number[name]
        for rule in scenario.setup.withdrawals
        if rule.turn <= s.position.turn
        for name in rule.units
        if f"kept {name}" not in flags
    )
    return found & scenario.side_units[seat]


def worth(s: WarState) -> dict[int, int]:
    """The Replacement Points that units withdrawn in this turn leave behind."""
    return {
        s.scenario.number[name]: rule.infantry
        for rule in s.scenario.setup.withdrawals
        if rule.turn == s.position.turn
        for name in rule.units
    }


def asked(s: WarState) -> list[int]:
    """The phasing player, if he may keep one of them."""
    seat = s.frame(Reinforcement).seat
    return (
        [seat] if seat == s.scenario.special.keeper and _left(s) and due(s, seat) & ~_absent(s, seat) else []
    )


def _absent(s: WarState, seat: int) -> Mask:
    """The units of a side that are lost, or have not come as yet; who waits in a box or prepares is withdrawn like others."""
    return s.lying(seat, DEAD) | s.lying(seat, OUT) | s.lying(seat, DUE)


def _left(s: WarState) -> bool:
    """Whether none has been kept in this turn yet."""
    flags, turn = s.position.flags, s.position.turn
    return not any(name.startswith("kept ") and flags[name] == turn for name in flags)


@case("4.2B1")
class KeepUnit(OrderRule[orders.Keep, WarState]):
    """Keep a unit that is to be withdrawn, at the price of a point (R159)."""

    order = orders.Keep

    def gate(self, s: WarState) -> Refusal | None:
        """Only one a turn."""
        return None if _left(s) else Refusal("4.2B1", "one unit has been kept in this turn already")

    def unit(self, s: WarState) -> Narrowing:
        """Units that are to leave in this turn, wherever they are."""
        seat = s.frame(Reinforcement).seat
        return (
            s.choose_own(seat, "4.2B1")
            .only(due(s, seat), "4.2B1", "it is not withdrawn in this turn")
            .without(_absent(s, seat), "4.2B1", "it is not there to be kept")
        )

    def apply(self, s: WarState, order: orders.Keep) -> None:
        """It stays for good."""
        s.position.flags[f"kept {s.scenario.ids[order.unit]}"] = s.position.turn
        s.changed()
        s.tell("kept", "4.2B1", "{unit:unit} is not withdrawn, at the price of a point", unit=order.unit)


def whole(s: WarState, unit: int) -> int:
    """The steps that a unit has to have left as it is withdrawn: those that it began with (R163)."""
    return 1 if s.scenario.entries[unit].reduced else s.scenario.units[unit].steps


def all_due(s: WarState, seat: int) -> list[int]:
    """The units that leave now."""
    return list(hexes(due(s, seat)))
