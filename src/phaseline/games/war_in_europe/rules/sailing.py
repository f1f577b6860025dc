"""Naval and Emergency Transport (7.1, 7.2): from port to port, and off the map and back."""

from __future__ import annotations

from phaseline.drill.lookups import labels
from phaseline.drill.passing import EndStep
from phaseline.engine.ledger import case
from phaseline.engine.legal import OrderRule
from phaseline.engine.narrowing import Narrowing
from phaseline.engine.refusal import Refusal
from phaseline.games.war_in_europe import orders
from phaseline.games.war_in_europe.position import (
    ALLIED,
    AWAY,
    SeaPhase,
)
from phaseline.games.war_in_europe.rules import amphibious, movement, replacement, shipping, voyage
from phaseline.games.war_in_europe.state import WarState
from phaseline.hexgrid import Hex, Mask, hexes, lowest, mask_of, union


@case("4.2B4", "7.0d")
def asked_to_sail(s: WarState) -> list[int]:
    """The phasing player, if anything of his could go to sea, or come back from there."""
    p, seat = s.position, s.frame(SeaPhase).seat
    if s.scenario.seas[seat] == ():
        return []
    able = p.fleet[seat] or shipping.stores(s, seat) or p.carriers or p.piers & p.owner[seat]
    return [seat] if able or home_from_sea(s, seat) else []


def no_points(s: WarState) -> Refusal | None:
    """Why nobody can be carried by sea: there are no Points, or no waters for them."""
    seat = s.frame(SeaPhase).seat
    if s.scenario.seas[seat] == ():
        return Refusal("7.0c", "you have no ships in any sea area")
    if s.position.fleet[seat] or shipping.stores(s, seat):
        return None
    return Refusal(
        "7.11a", "no Naval Transport Points are left in this turn, and no Amphibious Points are ready"
    )


@case("7.16a")
def landlubbers(s: WarState, found: Narrowing) -> Narrowing:
    """In the Black Sea only infantry goes by Naval Transport; no counter of ours is an anti-tank unit."""
    black = shipping.black_sea(s)
    if not black:
        return found
    there = s.units_in(black, s.frame(SeaPhase).seat)
    return found.without(there & ~s.scenario.infantry, "7.16a", shipping.BLACK)


@case("7.0a", "7.0b", "7.0f", "7.11a", "7.11b", "7.12a", "7.12b", "7.13a", "7.15", "7.16a", "7.16b")
class SailUnit(OrderRule[orders.Sail, WarState]):
    """Naval Transport: from a Friendly Port to another, however far (7.1)."""

    order = orders.Sail

    def gate(self, s: WarState) -> Refusal | None:
        """While there are Points."""
        return no_points(s)

    def unit(self, s: WarState) -> Narrowing:
        """Units in Friendly Ports that have not moved."""
        return shipping.with_points(s, landlubbers(s, shipping.sailors(s)))

    def to(self, s: WarState, unit: int) -> Narrowing:
        """Friendly Ports that ships come to."""
        seat, start = s.scenario.side_of[unit], s.position.at[unit]
        found = shipping.havens(s, unit, s.choose_hex("7.13a"))
        return found.only(
            shipping.reach(s, seat, start), "7.0d", lambda hex: shipping.no_way(s, seat, start, hex)
        )

    def apply(self, s: WarState, order: orders.Sail) -> None:
        """To sea; who may be attacked on the way waits for the enemy (13.32)."""
        voyage.sail(s, order.unit, order.to, "sail", shipping.spend(s, order.unit))


@case("7.0a", "7.0f", "7.13b", "7.2", "7.21", "7.22", "7.24", "6.33a")
class EvacuateUnit(OrderRule[orders.Evacuate, WarState]):
    """Emergency Transport: to a port within four hexes, though the unit has moved; it arrives reduced (7.2)."""

    order = orders.Evacuate

    def gate(self, s: WarState) -> Refusal | None:
        """While there are Points."""
        return no_points(s)

    def unit(self, s: WarState) -> Narrowing:
        """Units that are in Friendly Ports now, wherever they have come from (R41), but for those that have overrun somebody."""
        found = shipping.sailors(s, moved=True).without(
            s.position.overran, "7.13b", "it has overrun an enemy in this player turn"
        )
        return shipping.with_points(s, landlubbers(s, found))

    def to(self, s: WarState, unit: int) -> Narrowing:
        """Friendly Ports within four hexes by sea."""
        seat, start = s.scenario.side_of[unit], s.position.at[unit]
        found = shipping.havens(s, unit, s.choose_hex("7.13a"))
        return found.only(
            shipping.reach(s, seat, start), "7.0d", lambda hex: shipping.no_way(s, seat, start, hex)
        ).only(shipping.near(s, seat, start), "7.22", lambda hex: _too_far(s, seat, start, hex))

    def apply(self, s: WarState, order: orders.Evacuate) -> None:
        """Across, unseen from the air (7.24)."""
        unit, start = order.unit, s.position.at[order.unit]
        shipping.spend(s, unit)
        voyage.embarks(s, unit)
        voyage.lands(s, unit, start, order.to, "7.21")
        salvage(s, unit, order.to)


@case("7.0e", "7.22")
def _too_far(s: WarState, seat: int, start: Hex, hex: Hex) -> Refusal:
    """Why Emergency Transport does not come to a port that ships reach: it is far away, or so because of the enemy."""
    most = s.scenario.tables.sea.emergency
    if union(s.scenario.board.sea_steps(start, shipping.foreign(s, seat), most)) >> hex & 1:
        return Refusal("7.0e", f"enemy units on the coast make the way longer than {most} hexes")
    return Refusal("7.22", f"it is more than {most} hexes away by sea")


@case("7.23")
def salvage(s: WarState, unit: int, hex: int) -> None:
    """A division in Emergency Transport becomes a battlegroup; who forms none is lost, for a Replacement Point (R42)."""
    p, scenario = s.position, s.scenario
    if p.steps[unit] < scenario.units[unit].steps:
        return
    if scenario.units[unit].steps > 1:
        s.lose_step(unit, "7.23")
        return
    s.eliminate(unit, "7.23", "has left all it had behind")
    if scenario.support >> unit & 1:
        return
    replacement.promise(s, unit, hex)


# --- round the Horn -------------------------------------------------------------------------------------------------


@case("7.16c")
def no_horn(s: WarState) -> Refusal | None:
    """Why nobody may leave the map by sea: only the Allies do, over the edges that lead to the Atlantic."""
    if s.frame(SeaPhase).seat != ALLIED:
        return Refusal("7.16c", "only the Allies send units round the Horn")
    if not s.scenario.board.horn & ~shipping.foreign(s, ALLIED):
        return Refusal("7.16c", "no ships of yours come to an edge of the map that leads round the Horn")
    return no_points(s)


@case("7.16c")
class DepartUnit(OrderRule[orders.Depart, WarState]):
    """A unit leaves the map over its northern or western edge (7.16)."""

    order = orders.Depart

    def gate(self, s: WarState) -> Refusal | None:
        """Allied, in waters that lead to an edge."""
        return no_horn(s)

    def unit(self, s: WarState) -> Narrowing:
        """Units in Friendly Ports from which ships come to an edge."""
        found = movement.bound(s, shipping.with_points(s, shipping.sailors(s)))
        return found.only(
            s.units_in(offing(s), ALLIED), "7.16c", "no way by sea leads from there to the edge of the map"
        )

    def apply(self, s: WarState, order: orders.Depart) -> None:
        """To sea; its Point carries it all the way."""
        edge = voyage.over_the_edge(s, s.scenario.side_of[order.unit], s.position.at[order.unit])
        voyage.sail(s, order.unit, edge, "depart", shipping.spend(s, order.unit))


@case("7.16c")
def offing(s: WarState) -> Mask:
    """The hexes from which Allied ships come to an edge of the map, the same as those they reach from there."""
    edge = s.scenario.board.horn & ~shipping.foreign(s, ALLIED)
    return shipping.reach(s, ALLIED, lowest(edge)) if edge else 0


@case("7.16c")
def home_from_sea(s: WarState, seat: int) -> Mask:
    """The units off the map that may come back in this turn: four turns after they left."""
    p = s.position
    return mask_of(unit for unit in hexes(s.lying(seat, AWAY)) if p.due.get(unit, 0) <= p.turn)


@case("7.16c")
class ReturnUnit(OrderRule[orders.Return, WarState]):
    """A unit comes back over an edge of the map, four turns after it left, to a Friendly Port (7.16)."""

    order = orders.Return

    def unit(self, s: WarState) -> Narrowing:
        """Units that have been away long enough."""
        seat = s.frame(SeaPhase).seat
        return (
            s.choose_own(seat, "7.16c")
            .only(s.lying(seat, AWAY), "7.16c", "it is not off the map by sea")
            .only(home_from_sea(s, seat), "7.16c", lambda unit: self._waits(s, unit))
        )

    def _waits(self, s: WarState, unit: int) -> str:
        return f"it is under way up to turn {s.position.due[unit]}"

    def to(self, s: WarState, unit: int) -> Narrowing:
        """Friendly Ports to which ships come from the edge."""
        found = shipping.havens(s, unit, s.choose_hex("7.13a"))
        return found.only(offing(s), "7.0d", "no way by sea leads there from the edge of the map")

    def apply(self, s: WarState, order: orders.Return) -> None:
        """In from the sea: the Point that took it away brings it back."""
        del s.position.due[order.unit]
        voyage.sail(s, order.unit, order.to, "return")


@case("4.3", "7.3a")
class EndSea(EndStep[orders.Done, WarState]):
    """Nobody else goes by sea; a landing that a scenario has planned for this turn is made first (R175)."""

    order = orders.Done

    def gate(self, s: WarState) -> Refusal | None:
        """Not while divisions are missing on the coasts of the plan that could still go there."""
        plan = amphibious.plan(s, s.frame(SeaPhase).seat)
        if plan is None or not (missing := amphibious.missing(s, plan)):
            return None
        more = "one more division" if missing == 1 else f"{missing} more divisions"
        coasts = ", ".join(labels(s, plan.goals))
        return Refusal("4.3", f"the landing of this turn is not complete: it takes {more} ashore in {coasts}")
