"""Airborne units: how they get ready, break down and form again, and what they are where they have come down (8.0, 8.2, 8.5)."""

from __future__ import annotations

from phaseline.drill.passing import EndStep
from phaseline.engine.ledger import case
from phaseline.engine.legal import OrderRule
from phaseline.engine.narrowing import Narrowing, choose
from phaseline.engine.refusal import Refusal
from phaseline.games.war_in_europe import orders
from phaseline.games.war_in_europe.position import (
    AXIS,
    BOX_OF_FRONT,
    FRONTS,
    SPARE,
    TRACK,
    PlayerTurn,
    Reinforcement,
)
from phaseline.games.war_in_europe.rules import beaches, control, fortify, movement, supply
from phaseline.games.war_in_europe.state import WarState
from phaseline.hexgrid import Mask, hexes, mask_of


def supplied(s: WarState, seat: int) -> Mask:
    """The hexes in supply of the phasing side, whatever the quality of the line (14.0)."""
    return supply.area(s, seat)


# --- getting ready --------------------------------------------------------------------------------------------------


@case("8.12a", "8.52a")
class PrepareUnit(OrderRule[orders.Prepare, WarState]):
    """A supplied airborne unit leaves the map; four turns later it may stand by for an air assault (8.52, R53)."""

    order = orders.Prepare

    def reads(self, s: WarState) -> object:
        """Airborne units that could, where they are, and the enemy's zone."""
        p, seat = s.position, s.phasing
        some = s.on_map(seat) & s.scenario.airborne
        some &= ~(p.travelled | p.rebuilt | p.idle | p.entrained | p.unsupplied | movement.confined(s))
        return some and (seat, some, [p.at[unit] for unit in hexes(some)], s.zone(1 - seat))

    def unit(self, s: WarState) -> Narrowing:
        """Airborne units in supply that have not moved, in no enemy zone of control."""
        p, seat = s.position, s.phasing
        found = s.choose_unit(seat, "8.52a").only(s.scenario.airborne, "8.0g", "it is no airborne unit")
        return (
            movement.bound(s, found)
            .without(p.travelled, "8.52a", "it has moved in this player turn")
            .without(p.rebuilt, "17.13", s.renewed)
            .without(p.idle, "8.52a", "it does not move in this player turn")
            .without(p.entrained, "6.33a", "it is entrained")
            .without(p.unsupplied, "8.52a", "it is out of supply")
            .without(
                s.units_in(s.zone(1 - seat), seat) & s.scenario.airborne,
                "8.12a",
                "it is in an enemy zone of control",
            )
        )

    def apply(self, s: WarState, order: orders.Prepare) -> None:
        """Off the map, onto the track."""
        p, unit = s.position, order.unit
        p.due[unit] = p.turn + s.scenario.tables.airborne.preparation
        p.travelled |= 1 << unit
        s.put(unit, TRACK)
        s.tell(
            "airborne",
            "8.52a",
            "{unit:unit} prepares for an air assault, up to turn {turn}",
            unit=unit,
            turn=p.due[unit],
        )


@case("8.52a")
class StationUnit(OrderRule[orders.Station, WarState]):
    """A unit whose preparation is over goes to the box of any front (8.52)."""

    order = orders.Station

    def reads(self, s: WarState) -> object:
        """Who is preparing, and up to when."""
        p, waiting = s.position, s.lying(s.phasing, TRACK)
        return waiting and (waiting, p.turn, p.due.copy())

    def unit(self, s: WarState) -> Narrowing:
        """Units whose four turns are over."""
        p, seat = s.position, s.phasing
        waiting = s.lying(seat, TRACK)
        ready = mask_of(unit for unit in hexes(waiting) if p.due.get(unit, 0) <= p.turn)
        return (
            s.choose_own(seat, "8.52a")
            .only(waiting, "8.52a", "it is not preparing")
            .only(ready, "8.52a", lambda unit: f"it is ready on turn {p.due[unit]}")
        )

    def front(self, s: WarState, unit: int) -> Narrowing:
        """Any front of the scenario."""
        named = s.scenario.setup.fronts or FRONTS
        return choose((1 << len(FRONTS)) - 1, "8.52a", "there is no such front").only(
            mask_of(FRONTS.index(name) for name in named), "8.52a", "nothing is fought for on that front"
        )

    def apply(self, s: WarState, order: orders.Station) -> None:
        """Into the box."""
        s.position.due.pop(order.unit, None)
        s.put(order.unit, BOX_OF_FRONT[order.front])
        s.tell(
            "airborne",
            "8.52a",
            "{unit:unit} stands by on the {front:front} front",
            unit=order.unit,
            front=order.front,
        )


@case("8.52b", "16.0")
class RecallUnit(OrderRule[orders.Recall, WarState]):
    """A unit comes back from its preparation, over or not, as a reinforcement: in a city in supply (8.52, R172)."""

    order = orders.Recall

    def unit(self, s: WarState) -> Narrowing:
        """Units on the track."""
        seat = s.phasing
        return s.choose_own(seat, "8.52b").only(s.lying(seat, TRACK), "8.52b", "it is not preparing")

    def to(self, s: WarState, unit: int) -> Narrowing:
        """Friendly cities in supply, in no enemy zone of control, with room."""
        seat, board = s.phasing, s.scenario.board
        found = (
            s.choose_hex("8.52b")
            .only(board.cities, "8.52b", "it is no city")
            .only(s.position.owner[seat], "8.52b", "it is not yours")
            .without(s.scenario.special.barred, "4.3", "the scenario lets no unit come in there")
            .only(supply.area_of(s, unit), "8.52b", "it would be out of supply there")
            .without(s.zone(1 - seat), "8.52b", "it is in an enemy zone of control")
        )
        return s.room(unit, found)

    def apply(self, s: WarState, order: orders.Recall) -> None:
        """Onto the map: its preparation begins anew if it is wanted again."""
        s.position.due.pop(order.unit, None)
        s.put(order.unit, order.to)
        take(s, order.unit)
        frame = s.frame(Reinforcement)
        s.update(frame, placed=frame.placed | 1 << order.unit)
        s.tell("airborne", "8.52b", "{unit:unit} comes back to {hex:hex}", unit=order.unit, hex=order.to)
        supply.judge(s)


# --- divisions and regiments ----------------------------------------------------------------------------------------


@case("8.0i")
def parts(s: WarState, unit: int) -> int:
    """How many regiments an Axis airborne division has: a German one three, an Italian two; 0 for any other unit."""
    scenario = s.scenario
    if not scenario.airborne >> unit & 1 or scenario.side_of[unit] != AXIS or scenario.regiments >> unit & 1:
        return 0
    return scenario.tables.airborne.regiments.get(scenario.units[unit].nation, 0)


@case("8.0i")
def spare(s: WarState, unit: int) -> list[int]:
    """The counters in the tray for which an airborne unit may be exchanged: regiments for a division, and back."""
    scenario = s.scenario
    wanted = s.lying(AXIS, SPARE) & scenario.airborne
    wanted &= ~scenario.regiments if scenario.regiments >> unit & 1 else scenario.regiments
    nation = scenario.units[unit].nation
    return [other for other in hexes(wanted) if scenario.units[other].nation == nation]


@case("8.0i")
class BreakDivision(OrderRule[orders.Break, WarState]):
    """An Axis airborne division breaks down into its regiments, which may go by air (8.0, R55)."""

    order = orders.Break

    def reads(self, s: WarState) -> object:
        """Divisions that could, and who stands where."""
        p, seat, scenario = s.position, s.phasing, s.scenario
        divisions = scenario.airborne & scenario.side_units[AXIS] & ~scenario.regiments
        if seat != AXIS or not divisions:
            return 0
        done = divisions & (p.travelled | p.entrained | p.rebuilt | movement.confined(s))
        return s.standing.stamps[AXIS], done, [p.steps[unit] for unit in hexes(divisions)]

    def unit(self, s: WarState) -> Narrowing:
        """Axis airborne divisions at full strength, on the map or in a box, that have not moved."""
        p, seat, scenario = s.position, s.phasing, s.scenario
        there = s.on_map(seat)
        for box in BOX_OF_FRONT:
            there |= s.lying(seat, box)
        divisions = scenario.airborne & scenario.side_units[AXIS] & ~scenario.regiments
        whole = mask_of(
            unit for unit in hexes(divisions & there) if p.steps[unit] == scenario.units[unit].steps
        )
        found = (
            s.choose_own(seat, "8.0i")
            .only(there, "8.0i", "it is neither on the map nor in a box of available units")
            .only(divisions, "8.0i", "only Axis airborne divisions break down")
            .only(whole, "8.0i", "a battlegroup does not break down")
        )
        found = (
            movement.bound(s, found)
            .without(p.travelled, "8.0i", "it has moved in this player turn")
            .without(p.entrained, "6.33a", "it is entrained")
            .without(p.rebuilt, "17.13", s.renewed)
        )
        return found.only(
            mask_of(unit for unit in hexes(found.mask) if len(spare(s, unit)) >= parts(s, unit) > 0),
            "8.0i",
            "there are no counters for its regiments",
        ).only(
            mask_of(unit for unit in hexes(found.mask) if self._fits(s, unit)),
            "10.0",
            "its hex would hold too many units",
        )

    def _fits(self, s: WarState, unit: int) -> bool:
        hex = s.position.at[unit]
        if hex < 0:
            return True
        here = mask_of(s.units_at(hex, AXIS)) & s.scenario.counted
        return here.bit_count() - 1 + parts(s, unit) <= s.scenario.tables.stacking.units

    def apply(self, s: WarState, order: orders.Break) -> None:
        """Regiments in its place."""
        p, unit = s.position, order.unit
        place, fed = p.at[unit], not p.unsupplied >> unit & 1
        regiments = spare(s, unit)[: parts(s, unit)]
        tray(s, unit)
        for regiment in regiments:
            p.steps[regiment] = s.scenario.units[regiment].steps
            s.put(regiment, place)
            if not fed:
                p.unsupplied |= 1 << regiment
        s.tell(
            "airborne",
            "8.0i",
            "{unit:unit} breaks down into {count} regiments",
            unit=unit,
            count=len(regiments),
        )


def tray(s: WarState, unit: int) -> None:
    """A counter goes back to the tray."""
    p, bit = s.position, ~(1 << unit)
    p.steps[unit] = 0
    p.unsupplied &= bit
    s.put(unit, SPARE)


@case("8.0i")
def mates(s: WarState, unit: int) -> list[int]:
    """The regiments of a hex that form a division together with this one, itself first; none if they are too few."""
    scenario, hex = s.scenario, s.position.at[unit]
    nation = scenario.units[unit].nation
    count = scenario.tables.airborne.regiments.get(nation, 0)
    there = [
        other
        for other in s.units_at(hex, AXIS)
        if other != unit
        and (scenario.regiments & ~s.position.entrained) >> other & 1
        and scenario.units[other].nation == nation
    ]
    return [unit, *there[: count - 1]] if count and len(there) >= count - 1 else []


@case("8.0i")
def forming(s: WarState) -> Mask:
    """The regiments that may form a division at the end of the player turn: with their fellows, a counter being left."""
    scenario = s.scenario
    if s.frame(PlayerTurn).seat != AXIS:
        return 0
    regiments = s.on_map(AXIS) & scenario.regiments & ~s.position.entrained
    return mask_of(unit for unit in hexes(regiments) if spare(s, unit) and mates(s, unit))


def asked_to_form(s: WarState) -> list[int]:
    """The Axis, if regiments can form a division."""
    return [AXIS] if forming(s) else []


@case("8.0i")
class FormDivision(OrderRule[orders.Combine, WarState]):
    """Airborne regiments stacked together at the end of the Axis player turn form their division again (8.0)."""

    order = orders.Combine

    def unit(self, s: WarState) -> Narrowing:
        """Regiments with their fellows in one hex."""
        return (
            s.choose_unit(AXIS, "8.0i")
            .only(s.scenario.regiments, "8.0i", "it is no airborne regiment")
            .without(s.position.entrained, "8.0i", "it is entrained")
            .only(forming(s), "8.0i", lambda unit: self._why(s, unit))
        )

    def _why(self, s: WarState, unit: int) -> Refusal:
        if not spare(s, unit):
            return Refusal("8.0i", "there is no counter of their division")
        count = s.scenario.tables.airborne.regiments.get(s.scenario.units[unit].nation, 0)
        return Refusal("8.0i", f"it takes {count} regiments in one hex")

    def apply(self, s: WarState, order: orders.Combine) -> None:
        """The division in their place; it is out of supply if one of them is."""
        p, unit = s.position, order.unit
        hex, division = p.at[unit], spare(s, unit)[0]
        group = mates(s, unit)
        hungry = any(p.unsupplied >> other & 1 for other in group)
        for other in group:
            tray(s, other)
        p.steps[division] = s.scenario.units[division].steps
        s.put(division, hex)
        if hungry:
            p.unsupplied |= 1 << division
        s.tell("airborne", "8.0i", "{count} regiments form {unit:unit}", count=len(group), unit=division)


class EndForming(EndStep[orders.Done, WarState]):
    """No more divisions are formed."""

    order = orders.Done


# --- on the ground --------------------------------------------------------------------------------------------------


@case("3.26")
def take(s: WarState, unit: int) -> None:
    """A unit that has landed holds its hex."""
    control.enter(s, unit, 1 << s.position.at[unit])


@case("7.35a", "8.26a", "8.26c", "8.35")
def settle_drops(s: WarState) -> None:
    """The air interdiction phase begins: who has dropped holds his hex, unless he is out of supply, which ends him (8.26)."""
    p = s.position
    landed = p.dropped & s.on_map(s.phasing)
    if not landed:
        return
    p.dropped = 0
    s.changed()
    while lost := _cut_off(s, landed):
        for unit in hexes(lost):
            s.eliminate(unit, "8.26c", "is cut off where it has dropped")
        s.changed()
        landed &= ~lost
    for unit in hexes(landed):
        take(s, unit)
    supply.judge(s)
    beaches.relieve(s)
    fortify.raze(s)


@case("8.26c")
def _cut_off(s: WarState, landed: Mask) -> Mask:
    """Those of some units that have dropped who would be out of supply though all of them held their hexes, ports among them.

    Who is out of it has never held his, which may leave others without (8.26).
    """
    there = s.copy()
    for unit in hexes(landed):
        take(there, unit)
    there.changed()
    return landed & supply.starved(there, s.phasing)


@case("8.0h")
def starve(s: WarState) -> None:
    """The player turn is over: who has gone by air and is out of supply is lost (8.0)."""
    p = s.position
    if not p.flown & s.on_map(s.phasing):
        return
    supply.judge(s)
    for unit in hexes(p.flown & p.unsupplied & s.on_map(s.phasing)):
        s.eliminate(unit, "8.0h", "is out of supply after its flight")
