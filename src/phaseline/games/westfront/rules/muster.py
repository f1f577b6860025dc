"""Which units start, and how strong, where the scenario gives totals only (3.23).

Wired into the sequence, in `Deployment`: `TransferStep`, `ExchangeUnits`. Number and total CV of every row of the table
of forces hold from the proposal on; orders exchange what keeps them.
"""

from __future__ import annotations

from phaseline.engine.ledger import case
from phaseline.engine.legal import OrderRule
from phaseline.engine.narrowing import Narrowing, choose
from phaseline.engine.refusal import Refusal
from phaseline.games.westfront import cards, opening
from phaseline.games.westfront.orders.deployment import Exchange, Transfer
from phaseline.games.westfront.position import ELIMINATED
from phaseline.games.westfront.rules.deployment import (
    first_arrivals,
    held_by_front_units,
    last_at_the_front,
    side,
)
from phaseline.games.westfront.state import WestFrontState
from phaseline.hexgrid import Hex, Mask, hexes, mask_of


@case("3.23a", "3.24", "3.25", "W43.1a", "W43.1b", "S44.1b", "W44.1a", "W44.1b")
def free_strengths(s: WestFrontState) -> Refusal | None:
    """Why strengths and units may not be changed; None where the table of forces gives totals only (3.23, W43.1a)."""
    if s.scenario.deployment == "free" or "historical" not in s.scenario.data.file.deployments:
        return None
    return Refusal("3.25", "a historical or semi-historical set-up uses the strengths of the card")


def mustered(s: WestFrontState, seat: int) -> Mask:
    """The units of a side whose strengths the table leaves open: not the reinforcements of the month (R160)."""
    return s.on_map(seat) & ~mask_of(first_arrivals(s, seat))


def same_row(s: WestFrontState, unit: int, units: Mask) -> Mask:
    """Those of `units` that count in the same row of the table of forces."""
    rows: dict[tuple[str, str], Mask] = s.scenario.once("rows of forces", lambda: _rows(s))
    return units & rows[opening.category(s.scenario, unit)]


def _rows(s: WestFrontState) -> dict[tuple[str, str], Mask]:
    """All units of each row of the table of forces."""
    rows: dict[tuple[str, str], Mask] = {}
    for unit in range(len(s.scenario.units)):
        row = opening.category(s.scenario, unit)
        rows[row] = rows.get(row, 0) | 1 << unit
    return rows


@case("3.23b")
def ss_limit(s: WestFrontState, unit: int) -> int:
    """The highest CV with which an SS unit may start: the average of its type in the table, rounded down (3.23, R161)."""
    return opening.ss_limit(s.scenario, unit)


@case("3.23a", "3.23b", "W43.1a", "W44.1a")
class TransferStep(OrderRule[Transfer, WestFrontState]):
    """Shift a step between two units of a row of the table: number and total CV stay as they are (3.23)."""

    order = Transfer

    def gate(self, s: WestFrontState) -> Refusal | None:
        """Not with the strengths of a card."""
        return free_strengths(s)

    def giver(self, s: WestFrontState) -> Narrowing:
        """Units that have a step to give."""
        seat, cv = side(s), s.position.cv
        lowest = mask_of(unit for unit in hexes(s.on_map(seat)) if cv[unit] <= s.type_of(unit).lowest)
        return (
            s.choose_unit(seat, "3.23a")
            .only(mustered(s, seat), "3.23d", "it is a reinforcement: its strength is given")
            .without(lowest, "3.23a", "it has no step to give")
        )

    def taker(self, s: WestFrontState, giver: int) -> Narrowing:
        """Units of the same row that can take one."""
        seat, cv = side(s), s.position.cv
        own = mustered(s, seat)
        full = mask_of(unit for unit in hexes(own) if cv[unit] >= s.unit(unit).limit)
        at_limit = mask_of(unit for unit in hexes(own) if s.unit(unit).ss and cv[unit] >= ss_limit(s, unit))
        return (
            s.choose_unit(seat, "3.23a")
            .without(1 << giver, "3.23a", "another unit must take the step")
            .only(same_row(s, giver, own), "3.23a", "the table gives a total for each type of its own")
            .without(full, "2.3a", "it is at full strength")
            .without(at_limit, "3.23b", "an SS unit starts no stronger than the average of its type")
        )

    def apply(self, s: WestFrontState, order: Transfer) -> None:
        """Shift it."""
        s.position.cv[order.giver] -= 1
        s.position.cv[order.taker] += 1


@case("3.23a", "3.23b", "3.23c")
class ExchangeUnits(OrderRule[Exchange, WestFrontState]):
    """Choose another unit of the countermix; what is not used starts eliminated (3.23)."""

    order = Exchange

    def gate(self, s: WestFrontState) -> Refusal | None:
        """Not with the units of a card."""
        return free_strengths(s)

    def unit(self, s: WestFrontState) -> Narrowing:
        """Units of the starting forces, but not Front units that alone hold the Frontline."""
        found = s.choose_unit(side(s), "3.23a").only(
            mustered(s, side(s)), "3.23d", "it is a reinforcement of this month"
        )
        if held_by_front_units(s):
            found.without(last_at_the_front(s), "S44.1b", "a Front unit must hold that hex")
        return found

    def other(self, s: WestFrontState, unit: int) -> Narrowing:
        """Surplus units of the same row that can have its CV and stand in its place."""
        seat, cv, here = side(s), s.position.cv[unit], s.position.at[unit]
        spare = mask_of(other for other in s.scenario.rosters[seat] if s.position.at[other] == ELIMINATED)
        alike = same_row(s, unit, spare)
        weak = mask_of(other for other in hexes(alike) if s.unit(other).limit < cv)
        strong_ss = mask_of(other for other in hexes(alike) if s.unit(other).ss and cv > ss_limit(s, other))
        fixed = opening.ss_units(s.scenario, unit) is not None
        sworn = mask_of(other for other in hexes(alike) if fixed and s.unit(other).ss != s.unit(unit).ss)
        displaced = mask_of(other for other in hexes(alike) if not _may_stand(s, other, here))
        return (
            choose(s.scenario.all_units, "3.23a", "there is no such unit")
            .only(s.scenario.side_units[seat], "3.23a", "it belongs to the other side")
            .only(spare, "3.23c", "it is no surplus unit of the countermix")
            .only(alike, "3.23a", "the table gives numbers for each type of its own")
            .without(sworn, "3.23a", "the table says how many units of that type are SS units")
            .without(weak, "2.3a", "it cannot be that strong")
            .without(strong_ss, "3.23b", "an SS unit starts no stronger than the average of its type")
            .without(displaced, "3.25", "it may not be set up in that hex")
        )

    def apply(self, s: WestFrontState, order: Exchange) -> None:
        """Put the other in its place."""
        hex, cv = s.position.at[order.unit], s.position.cv[order.unit]
        s.withdraw(order.unit, ELIMINATED)
        s.position.cv[order.other] = cv
        s.put(order.other, hex)


def _may_stand(s: WestFrontState, unit: int, hex: Hex) -> bool:
    """Whether a unit could stand where another one does: only the card's half of the map can say no."""
    if s.scenario.deployment != "semi-historical":
        return True
    return bool(cards.block_area(s.scenario, unit) >> hex & 1)
