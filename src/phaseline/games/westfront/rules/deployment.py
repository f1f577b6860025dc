"""Setting up: where each unit may stand at the start, and which units at which strength (3.2).

Wired into the sequence: `next_deployment` (loop of the war before its months), in `Deployment` a decision of `deployer`
among `PlaceUnit`, `TransferStep`, `ExchangeUnits`, `RestoreSetUp`, `EndSetUp`. `PlaceUnit` and `RestoreSetUp` also serve
in `NeutralForces` (16.4c).

Every unit begins in the place that `opening` proposes, and so at every moment the forces are complete: orders rearrange
them, and none can lead where the set-up could not be finished.
"""

from __future__ import annotations

from typing import Final

from phaseline.engine.ledger import case
from phaseline.engine.legal import OrderRule
from phaseline.engine.narrowing import Narrowing, choose
from phaseline.engine.refusal import Refusal
from phaseline.games.westfront import cards, opening
from phaseline.games.westfront.orders import Done
from phaseline.games.westfront.orders.deployment import Auto, Exchange, Place, Transfer
from phaseline.games.westfront.position import ALLIED, AXIS, ELIMINATED, Deployment, NeutralForces
from phaseline.games.westfront.rules import arrivals, ground, neutrals, politics, provision
from phaseline.games.westfront.scenario import Arrival
from phaseline.games.westfront.state import WestFrontState
from phaseline.hexgrid import Hex, Mask, hexes, mask_of

ORDER: Final = (AXIS, ALLIED)
"""The Axis sets up first (3.21)."""
FRONT_HELD_BY_FRONT_UNITS: Final = ("S44",)
"""Scenarios in which the Axis Frontline is held by the Front units of the card (S44.1b)."""


# -- the procedure ----------------------------------------------------------------------------------------------------


@case("3.21a", "S43.1a", "W43.1", "S44.1", "W44.1", "3.12a")
def next_deployment(s: WestFrontState, count: int) -> Deployment | None:
    """First the Axis sets up, then the Allies; nobody where all places are given (3.21, husky.forces)."""
    if count >= len(ORDER) or s.scenario.data.file.setup or s.scenario.data.card is None:
        return None
    return Deployment(seat=ORDER[count])


def deployer(s: WestFrontState) -> list[int]:
    """The side that sets up: the Axis also for a neutral (16.4c)."""
    return [side(s)]


def side(s: WestFrontState) -> int:
    """The side whose set-up is under way."""
    top = s.position.stack[-1]
    return top.seat if isinstance(top, Deployment) else AXIS


def subjects(s: WestFrontState) -> Mask:
    """The units that are being set up."""
    top = s.position.stack[-1]
    if isinstance(top, NeutralForces):
        return mask_of(politics.units_of(s, top.country)) & s.on_map(AXIS)
    return s.on_map(side(s))


# -- where ------------------------------------------------------------------------------------------------------------


def first_arrivals(s: WestFrontState, seat: int) -> dict[int, Arrival]:
    """The reinforcements of the first month of a side, which begin on the map (11.6d)."""
    return {
        entry.unit: entry
        for entry in s.scenario.data.schedule
        if entry.start and not entry.beachhead and s.seat_of(entry.unit) == seat
    }


@case("3.22c", "3.24", "3.25", "3.23d", "11.6d", "2.66a", "6.21", "2.26f", "1.1c")
def places_for(s: WestFrontState, unit: int) -> Narrowing:
    """The hexes where a unit may be set up (3.2)."""
    seat, here = s.seat_of(unit), s.position.at[unit]
    found = (
        choose(s.board.land, "1.1b", "no unit can be there")
        .without(1 << here if here >= 0 else 0, "3.2", "it is there already")
        .only(s.in_play, "16.4a", "that country is neutral")
        .only(
            ground.allowed(s, unit),
            "2.66a" if s.scenario.italian >> unit & 1 else "1.1c",
            "it may not be there",
        )
    )
    top = s.position.stack[-1]
    if isinstance(top, NeutralForces):
        found.only(politics.land(s, top.country), "16.4c", f"its forces are deployed in {top.country}")
    else:
        found.only(s.position.owner[seat], own_side_case(s), "the other side holds it at the start")
        _by_kind(s, unit, found)
    found.without(arrivals.full(s, seat), "6.21", "the hex is full")
    if s.scenario.forts >> unit & 1:
        found.without(ground.forts(s, seat), "2.26f", "there is a fort already")
    return found


@case("S43.1a", "W43.1", "S44.1", "W44.1")
def own_side_case(s: WestFrontState) -> str:
    """The case that says who holds what at the start."""
    return {"S43": "S43.1a", "W43": "W43.1", "S44": "S44.1", "W44": "W44.1"}.get(s.position.book, "3.22a")


@case(
    "3.23d", "3.24", "3.25", "11.6d", "3.22c", "S43.1b", "W43.1a", "S44.1a", "W44.1a", "W43.1b", "S44.1b", "W44.1b",
    "OB43.1", "OB43.2", "OB44.1", "OB44.2",
)  # fmt: skip
def _by_kind(s: WestFrontState, unit: int, found: Narrowing) -> None:
    """What the kind of deployment asks: the card's place, the card's half of the map, or nothing but supply."""
    seat = s.seat_of(unit)
    arrival = first_arrivals(s, seat).get(unit)
    if arrival is not None:
        area = arrival_area(s, arrival)
        found.only(area, "11.6d", "it begins where it could arrive")
        return
    kind, row = s.scenario.deployment, cards.row_of(s.scenario, unit)
    if kind == "historical" and row is not None:
        found.only(
            cards.place_of(s.scenario, row, seat), "3.24", f"its place on the card is {cards.place_name(row)}"
        )
    elif kind == "semi-historical":
        if row is not None and row.front and "historical" in s.scenario.data.file.deployments:
            found.only(
                cards.place_of(s.scenario, row, seat), "OB44.4", "Front units stand in Frontline hexes"
            )
        else:
            found.only(
                cards.block_area(s.scenario, unit),
                "3.25",
                f"it is a unit of the {cards.block_name(s.scenario, unit)}",
            )
    supplied = provision.supplied_places(s, seat)
    if found.mask & supplied:
        found.only(supplied, "3.22c", "a unit there would have no supply")


@case("11.6d", "3.23d", "11.6c")
def arrival_area(s: WestFrontState, arrival: Arrival) -> Mask:
    """Where a reinforcement of the first month may begin, the others of that month counted (11.6d)."""
    seat, taken = s.seat_of(arrival.unit), dict[Hex, int]()
    for unit in first_arrivals(s, seat):
        hex = s.position.at[unit]
        if unit != arrival.unit and hex >= 0:
            taken[hex] = taken.get(hex, 0) + 1
    return arrivals.arrival_hexes(s, arrival.unit, taken, ports_only=arrival.port_only).mask


# -- orders -----------------------------------------------------------------------------------------------------------


@case(
    "3.22c",
    "3.24",
    "3.25",
    "16.4c",
    "W43.1",
    "S44.1",
    "W44.1",
    "S43.1b",
    "W43.1b",
    "S44.1b",
    "W44.1b",
    "S44.1a",
)
class PlaceUnit(OrderRule[Place, WestFrontState]):
    """Set a unit up in another hex (3.22)."""

    order = Place

    def unit(self, s: WestFrontState) -> Narrowing:
        """Units of the starting forces."""
        return s.choose_unit(side(s), "3.22c").only(subjects(s), "16.4c", "it is not being deployed now")

    def hex(self, s: WestFrontState, unit: int) -> Narrowing:
        """Where it may be."""
        return places_for(s, unit)

    def apply(self, s: WestFrontState, order: Place) -> None:
        """Put it there."""
        s.place(order.unit, order.hex)


@case("3.2")
class RestoreSetUp(OrderRule[Auto, WestFrontState]):
    """Go back to the proposal, which is a complete and legal set-up (3.2)."""

    order = Auto

    def apply(self, s: WestFrontState, order: Auto) -> None:
        """Forces and places as proposed."""
        top = s.position.stack[-1]
        if isinstance(top, NeutralForces):
            neutrals.muster(s, top.country)
            return
        proposal = opening.first_position(s.scenario)
        for unit in s.scenario.rosters[side(s)]:
            s.position.cv[unit] = proposal.cv[unit]
            s.place(unit, proposal.at[unit])


@case("3.21a", "3.22b", "S43.1b", "S44.1b")
class EndSetUp(OrderRule[Done, WestFrontState]):
    """The set-up is finished if it holds the Frontline and what else the scenario asks (3.22)."""

    order = Done

    def gate(self, s: WestFrontState) -> Refusal | None:
        """What is still wrong."""
        return unfinished(s)

    def apply(self, s: WestFrontState, order: Done) -> None:
        """On to the other side, or to the first month."""
        s.finish()


@case("3.22b", "S43.1b", "S44.1b", "OB44.5")
def unfinished(s: WestFrontState) -> Refusal | None:
    """Why the set-up of the side under way is not complete; None when it is."""
    seat = side(s)
    front = cards.front_hexes(s.scenario, seat)
    bare = front & ~s.occupied(seat)
    if bare:
        return Refusal("3.22b", f"no unit is in the Frontline hexes {names(s, bare)}")
    if seat == AXIS and s.scenario.key in FRONT_HELD_BY_FRONT_UNITS:
        held = mask_of(s.position.at[unit] for unit in front_units(s) if s.position.at[unit] >= 0)
        bare = front & ~held
        if bare:
            return Refusal("S44.1b", f"no Front unit of the card is in {names(s, bare)}")
    if seat == AXIS and s.scenario.deployment == "free":
        for country in s.scenario.data.file.italians_in:
            if not s.units_in(s.board.country.get(country, 0), AXIS) & s.scenario.italian:
                return Refusal("S43.1b", f"at least one Italian unit must be in {country}")
    return None


def front_units(s: WestFrontState) -> list[int]:
    """The Axis units that the card puts at the front."""
    card = s.scenario.data.card
    rows = {} if card is None else card.sides[AXIS].rows
    return [s.scenario.numbers[name] for name, row in rows.items() if row.front]


def names(s: WestFrontState, mask: Mask) -> str:
    """Hexes in words."""
    return ", ".join(s.board.map.label(hex) for hex in hexes(mask))


# -- strengths --------------------------------------------------------------------------------------------------------


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
    row = opening.category(s.scenario, unit)
    return mask_of(other for other in hexes(units) if opening.category(s.scenario, other) == row)


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
        """Units of the starting forces."""
        return s.choose_unit(side(s), "3.23a").only(
            mustered(s, side(s)), "3.23d", "it is a reinforcement of this month"
        )

    def other(self, s: WestFrontState, unit: int) -> Narrowing:
        """Surplus units of the same row that can have its CV and stand in its place."""
        seat, cv, here = side(s), s.position.cv[unit], s.position.at[unit]
        spare = mask_of(other for other in s.scenario.rosters[seat] if s.position.at[other] == ELIMINATED)
        alike = same_row(s, unit, spare)
        weak = mask_of(other for other in hexes(alike) if s.unit(other).limit < cv)
        strong_ss = mask_of(other for other in hexes(alike) if s.unit(other).ss and cv > ss_limit(s, other))
        displaced = mask_of(other for other in hexes(alike) if not _may_stand(s, other, unit, here))
        return (
            choose(s.scenario.all_units, "3.23a", "there is no such unit")
            .only(s.scenario.side_units[seat], "3.23a", "it belongs to the other side")
            .only(spare, "3.23c", "it is no surplus unit of the countermix")
            .only(alike, "3.23a", "the table gives numbers for each type of its own")
            .without(weak, "2.3a", "it cannot be that strong")
            .without(strong_ss, "3.23b", "an SS unit starts no stronger than the average of its type")
            .without(displaced, "3.25", "it may not be set up in that hex")
        )

    def apply(self, s: WestFrontState, order: Exchange) -> None:
        """Put the other in its place."""
        hex, cv = s.position.at[order.unit], s.position.cv[order.unit]
        s.withdraw(order.unit, ELIMINATED)
        s.position.cv[order.other] = cv
        s.place(order.other, hex)


def _may_stand(s: WestFrontState, other: int, unit: int, hex: Hex) -> bool:
    """Whether a unit could stand where another one does: only the card's half of the map can say no."""
    if s.scenario.deployment != "semi-historical":
        return True
    return bool(cards.block_area(s.scenario, other) >> hex & 1)
