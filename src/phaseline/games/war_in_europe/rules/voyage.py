"""Units at sea: what may meet them from the air (13.32), and how they land (7.0)."""

from __future__ import annotations

from itertools import combinations

from phaseline.engine.ledger import case
from phaseline.engine.legal import OrderRule
from phaseline.engine.narrowing import Narrowing, choose
from phaseline.games.war_in_europe import orders
from phaseline.games.war_in_europe.position import (
    AWAY,
    DEAD,
    Interdict,
    Passage,
    Voyage,
)
from phaseline.games.war_in_europe.rules import airbases, airsea, beaches, control, shipping
from phaseline.games.war_in_europe.rules.airbases import EVERY
from phaseline.games.war_in_europe.state import WarState
from phaseline.hexgrid import Hex, Mask, mask_of, union

# --- from the air ---------------------------------------------------------------------------------------------------


@case("13.32a", "13.34")
def hazards(s: WarState, seat: int, faced: int = 0) -> list[Mask]:
    """Where a unit of a side may still be attacked at sea from the air, by front: the hexes that enemy Points can reach."""
    enemy, waived = 1 - seat, s.position.waived | faced
    return [
        airbases.reach(s, enemy, front, again=True)
        for front in EVERY
        if not waived >> front & 1 and airsea.hunters(s, enemy, front)
    ]


@case("7.0d", "13.33")
def safest(s: WarState, seat: int, start: Hex, goals: Mask, faced: int = 0) -> list[Hex] | None:
    """A way by sea to one of some hexes: one where a unit cannot be attacked, else on as few fronts as can be, else the shortest.

    What the owner would choose is worked out: nobody is asked for every hex of a way (R170). Who sets out, or arrives, within
    reach of a front's Points does not avoid them.
    """
    danger = hazards(s, seat, faced)
    for met in range(len(danger)):
        ways = [
            way
            for avoided in (union(some) for some in combinations(danger, len(danger) - met))
            if not avoided >> start & 1
            and (safe := goals & ~avoided)
            and (way := shipping.route(s, seat, start, safe, avoided)) is not None
        ]
        if ways:
            return min(ways, key=len)
    return shipping.route(s, seat, start, goals)


def way_of(s: WarState, voyage: Voyage) -> list[Hex]:
    """The way of a unit at sea, as its owner would choose it (R170)."""
    found = safest(s, voyage.seat, voyage.here, 1 << voyage.to, voyage.faced)
    return found or [voyage.here, voyage.to]


@case("7.16c")
def over_the_edge(s: WarState, seat: int, port: Hex) -> Hex:
    """Where a unit leaves the map on its way from a port, or comes back on its way there: any edge is open to it (7.16, R170)."""
    edge = s.scenario.board.horn & ~shipping.foreign(s, seat)
    way = safest(s, seat, port, edge)
    assert way is not None
    return way[-1]


@case("13.33")
def perils(s: WarState, voyage: Voyage) -> list[tuple[int, list[Hex]]]:
    """The fronts on which a unit at sea may still be attacked, in the order of its way, with its hexes there."""
    if not hazards(s, voyage.seat, voyage.faced):
        return []
    way = way_of(s, voyage)
    found = airsea.fronts_of(s, 1 - voyage.seat, mask_of(way))
    parts = (
        (front, [hex for hex in way if s.scenario.board.air_fronts[front] >> hex & 1])
        for front in found
        if not voyage.faced >> front & 1
    )
    return sorted(parts, key=lambda part: way.index(part[1][0]))


# --- setting out ----------------------------------------------------------------------------------------------------


@case("7.0h", "7.0i", "7.12b", "7.31", "7.32")
def sail(s: WarState, unit: int, to: Hex, kind: Passage, entries: tuple[int, ...] = ()) -> None:
    """A unit goes to sea. It lands at once if nobody can attack it on its way, else the enemy is asked (13.32)."""
    seat, start = s.scenario.side_of[unit], s.position.at[unit]
    if kind == "return":
        start = over_the_edge(s, seat, to)
    else:
        embarks(s, unit)
    voyage = Voyage(seat=seat, unit=unit, start=start, to=to, kind=kind, here=start, entries=entries)
    if perils(s, voyage):
        s.call(voyage)
    else:
        _land(s, voyage)


@case("7.0g", "7.0i", "5.25")
def embarks(s: WarState, unit: int) -> None:
    """A unit has gone aboard: it moves no more in this player turn."""
    p, bit = s.position, 1 << unit
    hex = p.at[unit]
    p.embarked[hex] = p.embarked.get(hex, 0) + 1
    p.carried |= bit
    p.travelled |= bit


@case("13.32a", "13.33")
def next_strike(s: WarState, count: int) -> Interdict | None:
    """The enemy is asked once on every front of the way where he has Points near enough: three times at most."""
    voyage = s.frame(Voyage)
    if s.position.at[voyage.unit] == DEAD or voyage.to == voyage.here:
        return None
    found = perils(s, voyage)
    if not found:
        return None
    front, way = found[0]
    _, hex = airbases.nearest(s, 1 - voyage.seat, front, mask_of(way))
    s.update(voyage, faced=voyage.faced | 1 << front)
    return Interdict(seat=voyage.seat, unit=voyage.unit, front=front, hex=hex)


def attacker(s: WarState) -> list[int]:
    """Who may attack a unit at sea: the other side."""
    return [1 - s.frame(Interdict).seat]


@case("13.32a", "13.32b", "13.34")
class StrikeUnit(OrderRule[orders.Strike, WarState]):
    """Up to five Points attack a unit at sea (13.32)."""

    order = orders.Strike

    def points(self, s: WarState) -> Narrowing:
        """As many as are near enough, five at most."""
        raid, most = s.frame(Interdict), s.scenario.tables.air.group
        there = airsea.may_strike(s, 1 - raid.seat, raid.front, 1 << raid.hex)
        return choose((1 << most + 1) - 2, "13.32b", f"one to {most} Points attack a unit").only(
            (1 << there + 1) - 2, "13.32a", f"only {there} of your Points can attack it there"
        )

    def apply(self, s: WarState, order: orders.Strike) -> None:
        """Roll on the Sea Superiority Table: the unit suffers at once, the Points when the phase ends (13.35)."""
        raid = s.frame(Interdict)
        harm = airsea.strike(s, 1 - raid.seat, raid.front, 1 << raid.hex, order.points, raid.unit)
        s.update(raid, result=harm)
        suffer(s, raid.unit, raid.hex, harm)
        s.finish()


@case("13.35", "7.0h")
def suffer(s: WarState, unit: int, hex: Hex, harm: airsea.Harm) -> None:
    """What an attack from the air does to a unit at sea: it turns back, is reduced and goes on, or is sunk."""
    voyage = s.frame(Voyage)
    if harm == "aborted":
        s.update(voyage, to=voyage.start, here=voyage.start)
    elif harm == "hit":
        s.update(voyage, here=hex)
        s.lose_step(unit, "13.36")
    elif harm == "sunk":
        for entry in voyage.entries:
            # A Point that is sunk with its unit does not come back (R51).
            shipping.recycle(s, entry, -1)
        s.eliminate(unit, "13.36", "is sunk")


class PassUnit(OrderRule[orders.Pass, WarState]):
    """Nobody attacks the unit on this front."""

    order = orders.Pass

    def apply(self, s: WarState, order: orders.Pass) -> None:
        """It goes on."""
        s.finish()


class WaiveAll(OrderRule[orders.Waive, WarState]):
    """Nobody is attacked on this front any more in this phase."""

    order = orders.Waive

    def apply(self, s: WarState, order: orders.Waive) -> None:
        """Not asked again."""
        s.position.waived |= 1 << s.frame(Interdict).front
        s.finish()


# --- going on -------------------------------------------------------------------------------------------------------


@case("13.35")
def havens(s: WarState) -> Narrowing:
    """Where a unit may go that was struck at sea: on to where it may land, or, turned back, to a port on this side."""
    raid, voyage = s.frame(Interdict), s.frame(Voyage)
    seat, unit = voyage.seat, voyage.unit
    found = s.choose_hex("13.35")
    if raid.result == "aborted":
        back = 1 << voyage.start if voyage.kind != "return" else 0
        ports = shipping.havens(s, unit, s.choose_hex("13.35")).mask & _this_side(s, voyage, raid.hex)
        return found.only(back | ports, "13.36", "it turns back, or goes to a port on this side")
    within = shipping.reach(s, seat, raid.hex)
    goals = shipping.havens(s, unit, s.choose_hex("13.35")).mask
    if voyage.kind == "assault":
        plan = shipping.planned(s, voyage.start)
        shores = beaches.shores(s, unit, s.choose_hex("13.35")).mask
        goals |= shores & plan if plan else shores
    return found.only(goals | 1 << voyage.to, "13.35", "it may not land there").only(
        within | 1 << voyage.to, "7.0d", "no way by sea leads there"
    )


def _this_side(s: WarState, voyage: Voyage, hex: Hex) -> Mask:
    """The ports no farther from where a unit set out than a hex, to which ships come without crossing it (R196).

    Else a way around the hex would lead on to the goal, as if nothing had happened.
    """
    board, seat = s.scenario.board, voyage.seat
    way = shipping.route(s, seat, voyage.start, 1 << hex)
    shut, limit = shipping.closed(s, seat) | 1 << hex, len(way) - 1 if way else 0
    found = union(board.sea_steps(voyage.start, shut, limit))
    return found & shipping.reach(s, seat, voyage.start) & ~(1 << voyage.to)


@case("13.35")
def asked_where(s: WarState) -> list[int]:
    """Whose unit was struck, if it has a choice where to go on to."""
    raid = s.frame(Interdict)
    if raid.result not in ("aborted", "hit") or s.position.at[raid.unit] == DEAD:
        return []
    if s.frame(Voyage).kind == "depart" and raid.result == "hit":
        return []
    return [raid.seat] if len(havens(s)) > 1 else []


@case("13.35")
class DivertUnit(OrderRule[orders.Divert, WarState]):
    """A unit that was struck goes on, or elsewhere (13.35)."""

    order = orders.Divert

    def to(self, s: WarState) -> Narrowing:
        """Its goal, or another."""
        return havens(s)

    def apply(self, s: WarState, order: orders.Divert) -> None:
        """On."""
        s.update(s.frame(Voyage), to=order.to)
        s.finish()


# --- landing --------------------------------------------------------------------------------------------------------


@case("7.0h")
def landfall(s: WarState) -> None:
    """The voyage is over."""
    voyage = s.frame(Voyage)
    if s.position.at[voyage.unit] != DEAD:
        _land(s, voyage)


def _land(s: WarState, voyage: Voyage) -> None:
    p, unit = s.position, voyage.unit
    if voyage.kind == "depart" and s.scenario.board.horn >> voyage.to & 1:
        s.put(unit, AWAY)
        p.due[unit] = p.turn + s.scenario.tables.sea.away
        s.tell("sea", "7.16c", "{unit:unit} leaves the map by sea", unit=unit)
    elif voyage.to == voyage.start:
        # Who is turned back has had his voyage of this turn: he tries no other, nor attacks anybody (7.13).
        if voyage.kind == "return":
            p.due[unit] = p.turn + 1
        else:
            p.shipped |= 1 << unit
        s.tell("sea", "13.36", "{unit:unit} turns back", unit=unit)
    elif voyage.kind == "assault" and not shipping.ports(s, voyage.seat) >> voyage.to & 1:
        beaches.ashore(s, voyage)
    else:
        lands(s, unit, voyage.start, voyage.to, "7.33b" if voyage.kind == "assault" else "7.12a")


@case("7.12a", "7.13a", "7.13b", "7.0g", "7.33b")
def lands(s: WarState, unit: int, start: Hex, to: Hex, told: str) -> None:
    """A unit debarks in a Friendly Port: it attacks nobody in this turn."""
    p = s.position
    p.debarked[to] = p.debarked.get(to, 0) + 1
    p.carried |= 1 << unit
    p.travelled |= 1 << unit
    p.shipped |= 1 << unit
    s.put(unit, to)
    s.tell("sea", told, "{unit:unit} goes by sea from {start:hex} to {to:hex}", unit=unit, start=start, to=to)
    control.enter(s, unit, 1 << to)
