"""Chapter 9.3: V units, from the site to London."""

from __future__ import annotations

from phaseline.drill.passing import EndStep
from phaseline.engine.ledger import case
from phaseline.engine.legal import OrderRule
from phaseline.engine.narrowing import Narrowing, choose
from phaseline.engine.refusal import Refusal
from phaseline.games.france44 import orders
from phaseline.games.france44.position import ALLIED, GERMAN, POOL
from phaseline.games.france44.rules import supply
from phaseline.games.france44.state import FranceState
from phaseline.hexgrid import Mask, flood, hexes, mask_of


@case("9.3a", "9.3b", "9.33a")
def arriving(s: FranceState) -> Mask:
    """The V units that may be placed now: one of each kind a turn while there are counters (9.3, R54)."""
    p, scenario, air = s.position, s.scenario, s.scenario.tables.air
    found = 0
    for kind, since in ((scenario.v1, air.v1_from), (scenario.v2, air.v2_from)):
        if p.turn >= since and not kind & p.v_fresh:
            free = [rocket for rocket in hexes(kind) if p.vs[rocket] == POOL]
            found |= mask_of(free[:1])
    return found


@case("9.3a", "9.3b")
def asked_to_place(s: FranceState) -> list[int]:
    """The German, while a V unit has arrived and could stand somewhere."""
    return [GERMAN] if arriving(s) and sites(s) else []


@case("9.31c")
def sites(s: FranceState) -> Mask:
    """The hexes where V units may be placed: German, with a path to the east edge (9.31, R53)."""
    return s.controlled(GERMAN) & ~s.occupied(ALLIED) & supply.supplied_path(s)


@case("9.3a", "9.3b", "9.31c", "9.33a")
class PlaceRocket(OrderRule[orders.Site, FranceState]):
    """Place a V unit that has arrived (9.31, R52)."""

    order = orders.Site

    def rocket(self, s: FranceState) -> Narrowing:
        """One V-1 and one V-2 a turn, while there are counters."""
        p = s.position
        free = mask_of(rocket for rocket, place in enumerate(p.vs) if place == POOL)
        found = choose(mask_of(range(len(p.vs))), "9.3a", "there is no such V unit")
        found = found.only(free, "9.33b", "it is on the map: a V unit does not move once placed")
        return found.only(arriving(s), "9.3a", lambda rocket: _not_yet(s, rocket))

    def to(self, s: FranceState, rocket: int) -> Narrowing:
        """German hexes with a path to the east edge."""
        return (
            s.choose_hex("9.31c")
            .only(s.controlled(GERMAN), "9.31c", "that hex is not German")
            .without(s.occupied(ALLIED), "9.31c", "an Allied unit is there")
            .only(sites(s), "9.31c", "no line of supply leads from there to the east edge")
        )

    def apply(self, s: FranceState, order: orders.Site) -> None:
        """It stands there."""
        p = s.position
        p.vs[order.rocket] = order.to
        p.v_fresh |= 1 << order.rocket
        s.tell("rocket", "9.31c", "{rocket:rocket} is placed in {hex:hex}", rocket=order.rocket, hex=order.to)


def _not_yet(s: FranceState, rocket: int) -> Refusal:
    """Why a V unit that is not on the map is not placed now: another of its kind comes first, or none comes."""
    scenario, air = s.scenario, s.scenario.tables.air
    second = bool(scenario.v2 >> rocket & 1)
    kind, since, right = (scenario.v2, air.v2_from, "9.3b") if second else (scenario.v1, air.v1_from, "9.3a")
    name = "V-2" if second else "V-1"
    if s.position.turn < since:
        return Refusal(right, f"{name} units arrive from turn {since} on")
    if kind & s.position.v_fresh:
        return Refusal(right, f"one {name} unit arrives in a turn, and it has been placed")
    first = scenario.rocket_ids[next(hexes(arriving(s) & kind))]
    return Refusal(right, f"one {name} unit arrives in a turn, and that is {first}")


@case("2.2", "9.31a", "9.31b", "9.31d", "9.32a", "9.32b", "9.33b", "9.134")
class FireRocket(OrderRule[orders.Launch, FranceState]):
    """Fire a V unit at London: a point (9.31)."""

    order = orders.Launch

    def reads(self, s: FranceState) -> object:
        """Where V units stand, which are new, where air units are and which of them rest, turn and weather."""
        p = s.position
        return tuple(p.vs), p.v_fresh, tuple(p.wings), s.spent, p.turn, p.weather

    def rocket(self, s: FranceState) -> Narrowing:
        """Those that stand since an earlier turn, in range, with no Allied air unit in the way that can fly (R52, R17)."""
        p, scenario = s.position, s.scenario
        placed = mask_of(rocket for rocket, place in enumerate(p.vs) if place >= 0)
        found = choose(mask_of(range(len(p.vs))), "9.31d", "there is no such V unit")
        found = found.only(placed, "9.31d", "it is not on the map")
        found = found.without(p.v_fresh, "9.33b", "it was placed this turn and can be fired from the next")
        found = found.only(standing_in(s, in_reach(s, 0)), "9.31b", "London is more than 20 hexes away")
        if p.turn <= scenario.tables.air.v1_passes_until:
            return found
        held = scenario.v1 & standing_in(s, s.superiority(ALLIED))
        found = found.without(held, "9.134", "superior Allied air over its hex holds it there")
        patrolled = s.wing_hexes(ALLIED) if s.effects.flying else 0
        stopped = scenario.v1 & ~standing_in(s, in_reach(s, patrolled))
        return found.without(stopped, "9.32a", "Allied air units bar every way to London within its range")

    def apply(self, s: FranceState, order: orders.Launch) -> None:
        """A hit; the counter may come back later."""
        p = s.position
        p.vs[order.rocket] = POOL
        p.points[GERMAN] += 1
        s.tell("rocket", "9.31a", "{rocket:rocket} hits London: a point", rocket=order.rocket)


@case("9.31b", "9.32a")
def in_reach(s: FranceState, patrolled: Mask) -> Mask:
    """Where V units reach London from: within 20 hexes, through no patrolled hex but London's own (R52, R109)."""
    board, reach = s.scenario.board, s.scenario.tables.air.v_range
    grid = board.grid

    def around_london() -> Mask:
        ways = flood(grid, board.london, grid.all & ~patrolled, limit=reach - 1)
        return ways | grid.spread(ways)

    return s.known(("V reach", bool(patrolled)), patrolled, around_london)


def standing_in(s: FranceState, area: Mask) -> Mask:
    """The V units that stand in some hexes."""
    return mask_of(rocket for rocket, place in enumerate(s.position.vs) if place >= 0 and area >> place & 1)


class EndPlacing(EndStep[orders.Done, FranceState]):
    """No V unit is placed now."""

    order = orders.Done
