"""Setting up: where each unit may stand at the start (3.2).

Wired into the sequence: `next_deployment` (loop of the war before its months), in `Deployment` a decision of `deployer`
among `PlaceUnit`, `RestoreSetUp`, `EndSetUp` and the orders of `muster`. `PlaceUnit` and `RestoreSetUp` also serve in
`NeutralForces` (16.4c).

Every unit begins in the place that `opening` proposes, which is a legal set-up. Orders rearrange it and keep it legal,
so at every moment it may be finished, and none leads to a dead end.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from phaseline.drill.passing import EndStep
from phaseline.engine.ledger import case
from phaseline.engine.legal import OrderRule
from phaseline.engine.narrowing import Narrowing, choose
from phaseline.engine.refusal import Refusal
from phaseline.games.westfront import cards, opening
from phaseline.games.westfront.orders import Done
from phaseline.games.westfront.orders.deployment import Auto, Place
from phaseline.games.westfront.position import ALLIED, AXIS, Deployment, NeutralForces
from phaseline.games.westfront.rules import arrivals, ground, neutrals, politics, provision
from phaseline.games.westfront.scenario import Arrival
from phaseline.games.westfront.state import WestFrontState
from phaseline.hexgrid import Hex, Mask, hexes, mask_of
from phaseline.mechanics.rosters import picker

ORDER: Final = (AXIS, ALLIED)
"""The Axis sets up first (3.21)."""
FRONT_HELD_BY_FRONT_UNITS: Final = ("S44",)
"""Scenarios in which the Axis Frontline is held by the Front units of the card (S44.1b)."""
OWN_SIDE: Final = {"S43": "S43.1a", "W43": "W43.1", "S44": "S44.1", "W44": "W44.1"}
"""The case of each scenario that says who holds what at the start."""


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


def front(s: WestFrontState, seat: int) -> Mask:
    """A side's Frontline hexes (3.22)."""
    return s.scenario.once(("front", seat), lambda: cards.front_hexes(s.scenario, seat))


def subjects(s: WestFrontState) -> Mask:
    """The units that are being set up."""
    top = s.position.stack[-1]
    if isinstance(top, NeutralForces):
        return mask_of(politics.units_of(s, top.country)) & s.on_map(AXIS)
    return s.on_map(side(s))


# -- where ------------------------------------------------------------------------------------------------------------


def first_arrivals(s: WestFrontState, seat: int) -> dict[int, Arrival]:
    """The reinforcements of the first month of a side, which begin on the map (11.6d)."""
    return s.scenario.once(("first arrivals", seat), lambda: _first_arrivals(s, seat))


def _first_arrivals(s: WestFrontState, seat: int) -> dict[int, Arrival]:
    return {
        entry.unit: entry
        for entry in s.scenario.data.schedule
        if entry.start and not entry.beachhead and s.seat_of(entry.unit) == seat
    }


@case("3.22c", "3.24", "3.25", "3.23d", "11.6d", "2.66a", "6.21", "2.26f", "1.1c")
def places_for(s: WestFrontState, unit: int) -> Narrowing:
    """The hexes where a unit may be set up (3.2)."""
    seat, here = s.seat_of(unit), s.position.at[unit]
    found = choose(s.board.land, "1.1b", "no unit can be there")
    found.without(1 << here if here >= 0 else 0, "3.2", "it is there already")
    top = s.position.stack[-1]
    if isinstance(top, NeutralForces):
        _enterable(s, unit, found)
        found.only(politics.land(s, top.country), "16.4c", f"its forces are deployed in {top.country}")
    else:
        key = ("set-up", unit, s.position.owner[seat], s.in_play)
        suited = s.scenario.lately(key, lambda: _suited(s, unit).mask)
        found.narrowed(suited, lambda: _suited(s, unit))
        _by_kind(s, unit, found)
    found.without(arrivals.full(s, seat), "6.21", "the hex is full")
    if s.scenario.forts >> unit & 1:
        found.without(ground.forts(s, seat), "2.26f", "there is a fort already")
    return found


def _enterable(s: WestFrontState, unit: int, found: Narrowing) -> None:
    """Nobody begins where it may never go."""
    found.only(s.in_play, "16.4a", "that country is neutral").only(
        ground.allowed(s, unit),
        "2.66a" if s.scenario.italian >> unit & 1 else "1.1c",
        "it may not be there",
    )


@case(
    "3.24", "3.25", "S43.1b", "W43.1a", "S44.1a", "W44.1a", "W43.1b", "S44.1b", "W44.1b",
    "OB43.1", "OB43.2", "OB44.1", "OB44.2",
)  # fmt: skip
def _suited(s: WestFrontState, unit: int) -> Narrowing:
    """What of `places_for` rests on the scenario, on who holds what at the start and on neutrals alone."""
    seat = s.seat_of(unit)
    found = choose(s.board.land, "1.1b", "no unit can be there")
    _enterable(s, unit, found)
    found.only(s.position.owner[seat], own_side_case(s), "the other side holds it at the start")
    given = None if unit in first_arrivals(s, seat) else _on_card(s, unit)
    if given is None:
        return found
    for country in cards.left_out(s.scenario, unit) if s.scenario.deployment == "semi-historical" else ():
        area = s.board.country.get(country, 0)
        found.without(area, "OB44.5", f"the card lets no unit of the North begin in {country}")
    return found.only(*given)


@case("S43.1a", "W43.1", "S44.1", "W44.1")
def own_side_case(s: WestFrontState) -> str:
    """The case that says who holds what at the start."""
    return OWN_SIDE.get(s.position.book, "3.22a")


@case("3.23d", "11.6d", "3.22c")
def _by_kind(s: WestFrontState, unit: int, found: Narrowing) -> None:
    """What the kind of deployment asks besides the card: where reinforcements could arrive, and supply for the others."""
    seat = s.seat_of(unit)
    arrival = first_arrivals(s, seat).get(unit)
    if arrival is not None:
        area = arrival_area(s, arrival)
        found.only(area, "11.6d", "it begins where it could arrive")
        return
    supplied = provision.supplied_places(s, seat)
    if found.mask & supplied:
        found.only(supplied, "3.22c", "a unit there would have no supply")


def _on_card(s: WestFrontState, unit: int) -> tuple[Mask, str, str] | None:
    """The hexes that the card leaves a unit in this kind of deployment, with the case and the reason; None for all."""
    seat, kind, row = s.seat_of(unit), s.scenario.deployment, cards.row_of(s.scenario, unit)
    if kind == "historical" and row is not None:
        place = cards.place_of(s.scenario, row, seat)
        return place, "3.24", f"its place on the card is {cards.place_name(row)}"
    if kind != "semi-historical":
        return None
    if row is not None and row.front and "historical" in s.scenario.data.file.deployments:
        return cards.place_of(s.scenario, row, seat), "OB44.4", "Front units stand in Frontline hexes"
    area = cards.block_area(s.scenario, unit)
    return area, "3.25", f"it is a unit of the {cards.block_name(s.scenario, unit)}"


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

    def reads(self, s: WestFrontState) -> object:
        """Whose set-up it is, and who is on the map."""
        return s.position.stack[-1], s.on_map(side(s))

    def unit(self, s: WestFrontState) -> Narrowing:
        """Units of the starting forces."""
        return s.choose_unit(side(s), "3.22c").only(subjects(s), "16.4c", "it is not being deployed now")

    def hex(self, s: WestFrontState, unit: int) -> Narrowing:
        """Where it may be."""
        found = places_for(s, unit)
        for country in last_italian(s, unit):
            area = s.board.country.get(country, 0)
            found.only(area, "S43.1b", f"it is the only Italian unit in {country}")
        return found.require(
            not alone_at_the_front(s, unit),
            "3.22b",
            "it alone holds a Frontline hex: put another one there first",
        )

    def apply(self, s: WestFrontState, order: Place) -> None:
        """Put it there."""
        s.put(order.unit, order.hex)


@case("3.22b", "S44.1b")
def alone_at_the_front(s: WestFrontState, unit: int) -> bool:
    """Whether without this unit a Frontline hex would be bare, in Summer '44 of Axis Front units (3.22b, S44.1b)."""
    seat, hex = side(s), s.position.at[unit]
    if not front(s, seat) >> hex & 1:
        return False
    return s.standing.by_hex[seat][hex] & front_guards(s) == 1 << unit


def last_at_the_front(s: WestFrontState) -> Mask:
    """The units of the side that sets up which are alone at the front."""
    there = s.units_in(front(s, side(s)), side(s))
    return mask_of([unit for unit in hexes(there) if alone_at_the_front(s, unit)])


@case("S43.1b")
def last_italian(s: WestFrontState, unit: int) -> list[str]:
    """The countries that would be without the Italian unit they need if this one left (S43.1b)."""
    if not s.scenario.italian >> unit & 1:
        return []
    needed = s.scenario.data.file.italians_in if s.scenario.deployment == "free" else ()
    return [
        country
        for country in needed
        if s.units_in(s.board.country.get(country, 0), AXIS) & s.scenario.italian == 1 << unit
    ]


def is_as_proposed(s: WestFrontState) -> bool:
    """Whether the side that sets up has changed nothing of the proposal."""
    proposal, p = opening.first_position(s.scenario), s.position
    return all(
        p.at[unit] == proposal.at[unit] and p.cv[unit] == proposal.cv[unit]
        for unit in s.scenario.rosters[side(s)]
    )


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
            if s.position.at[unit] != proposal.at[unit]:
                s.put(unit, proposal.at[unit])


@case("3.21a", "3.22b", "S43.1b", "S44.1b")
class EndSetUp(EndStep[Done, WestFrontState]):
    """The set-up is finished if it holds the Frontline and what else the scenario asks (3.22)."""

    order = Done

    def gate(self, s: WestFrontState) -> Refusal | None:
        """What is still wrong."""
        return unfinished(s)


@case("3.22b", "S43.1b", "S44.1b", "OB44.5")
def unfinished(s: WestFrontState) -> Refusal | None:
    """Why the set-up of the side under way is not complete; None when it is."""
    seat = side(s)
    line = front(s, seat)
    bare = line & ~s.occupied(seat)
    if bare:
        return Refusal("3.22b", f"no unit is in the Frontline hexes {names(s, bare)}")
    if held_by_front_units(s):
        along, places = s.scenario.once("guarded front", lambda: _guarded(s, line))
        unguarded = along.difference(places(s.position.at))
        if unguarded:
            bare = mask_of(unguarded)
            return Refusal("S44.1b", f"no Front unit of the card is in {names(s, bare)}")
    if seat == AXIS and s.scenario.deployment == "free":
        for country in s.scenario.data.file.italians_in:
            if not s.units_in(s.board.country.get(country, 0), AXIS) & s.scenario.italian:
                return Refusal("S43.1b", f"at least one Italian unit must be in {country}")
    return None


def _guarded(
    s: WestFrontState, line: Mask
) -> tuple[frozenset[Hex], Callable[[Sequence[int]], tuple[int, ...]]]:
    """The Frontline hexes, and what picks the places of the units that may hold them out of all."""
    return frozenset(hexes(line)), picker(tuple(hexes(front_guards(s))))


def held_by_front_units(s: WestFrontState) -> bool:
    """Whether the Frontline must be held by the units that the card puts there (S44.1b)."""
    return side(s) == AXIS and s.scenario.key in FRONT_HELD_BY_FRONT_UNITS


@case("S44.1b")
def front_guards(s: WestFrontState) -> Mask:
    """The units that may hold the Frontline: all, or only those that the card puts at the front (S44.1b)."""
    if not held_by_front_units(s):
        return s.scenario.all_units
    return s.scenario.once("front units", lambda: mask_of(front_units(s)))


def front_units(s: WestFrontState) -> list[int]:
    """The Axis units that the card puts at the front."""
    card = s.scenario.data.card
    rows = {} if card is None else card.sides[AXIS].rows
    return [s.scenario.number[name] for name, row in rows.items() if row.front]


def names(s: WestFrontState, mask: Mask) -> str:
    """Hexes in words."""
    return ", ".join(s.board.map.label(hex) for hex in hexes(mask))
