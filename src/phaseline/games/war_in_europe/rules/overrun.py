"""Overruns: attacks that are a part of movement, at odds that leave nobody a chance (5.7)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from phaseline.drill.battle import CallOff
from phaseline.engine.aids.ground import hex_name
from phaseline.engine.ledger import case
from phaseline.engine.legal import OrderRule
from phaseline.engine.narrowing import Narrowing
from phaseline.engine.refusal import Refusal
from phaseline.games.war_in_europe import orders
from phaseline.games.war_in_europe.position import Overrun
from phaseline.games.war_in_europe.rules import control, movement, odds, supply, terrain
from phaseline.games.war_in_europe.state import WarState
from phaseline.hexgrid import Hex, Mask, hexes, lowest, mask_of, union
from phaseline.mechanics.odds import Odds, reaches
from phaseline.mechanics.strength import Strength, show, total
from phaseline.mechanics.ways import Ways

# -- who can be overrun -----------------------------------------------------------------------------------------------


@case("5.71", "5.76", "5.78", "18.0c")
def resistance(s: WarState, start: Hex, target: Hex, seat: int) -> Strength:
    """The strength of the side `seat` in a hex against an overrun out of another: all its units together (5.71)."""
    walls = odds.works(s, seat, 1 << start)
    return s.now(
        ("resistance", target, walls >> target & 1),
        lambda: total(odds.defence(s, target, seat, walls=walls)),
    )


class Soft(NamedTuple):
    """Hexes so weak that the three strongest units of the enemy might overrun them, and how strong they are."""

    area: Mask
    around: Mask
    """The hexes next to them."""
    strengths: dict[Hex, Strength]


def soft(s: WarState, seat: int) -> Soft:
    """The weak hexes of a side."""
    return s.now(("soft", seat), lambda: _remembered(s, seat))


def _remembered(s: WarState, seat: int) -> Soft:
    p, side = s.position, s.scenario.side_units[seat]
    marks = (p.unsupplied & side, p.entrained & side, p.fortified & side, p.sheltered & side)
    stamp, turn = s.standing.stamps[seat], p.turn
    # Own steps are lost more often than the enemy's in one's own movement: these are picked out only then.
    steps = s.known(
        ("steps", seat), p.steps.copy(), lambda: [p.steps[unit] for unit in s.scenario.rosters[seat]]
    )
    return s.known(("soft", seat), (stamp, steps, marks, turn), lambda: _soft(s, seat))


def _soft(s: WarState, seat: int) -> Soft:
    scenario, prices = s.scenario, s.scenario.tables.prices
    best = max((scenario.units[unit].full.attack() for unit in scenario.rosters[1 - seat]), default=0)
    most = best * prices.overrun_units
    faint = (
        hex for hex in s.standing.by_hex[seat] if odds.at_least(s, hex, seat) * prices.overrun_odds <= most
    )
    found = {hex: total(odds.defence(s, hex, seat)) for hex in faint}
    weak = {hex: strength for hex, strength in found.items() if strength * prices.overrun_odds <= most}
    area = mask_of(weak)
    return Soft(area, scenario.board.grid.spread(area), weak)


# -- what it costs ----------------------------------------------------------------------------------------------------


@case("5.7c", "5.7d", "5.72", "5.76", "9.14", "9.22", "tbl.zoc.3")
def price(s: WarState, unit: int, start: Hex, target: Hex) -> int | None:
    """What it costs a unit to go from one hex into the next with an enemy in it; None if it cannot (R23).

    Ground and hexside, two for the overrun, two for zones of enemies that are not overrun, in either hex. Interdiction has
    no effect where enemies are. What the unit has paid in this phase for the zones of those alone whom it overruns it gets
    back, which may be more than it costs.
    """
    scenario = s.scenario
    seat, prices = scenario.side_of[unit], scenario.tables.prices
    ground = _ground(s, scenario.ways_of[unit], start, target)
    if ground is None:
        return None
    zone = s.now(
        ("uninvolved", start, target),
        lambda: s.zone_of(1 - seat, scenario.board.grid.spread(1 << start | 1 << target) & ~(1 << target)),
    )
    cost = ground + prices.overrun
    if zone >> target & 1:
        cost += prices.enter_zone
    if zone >> start & 1:
        cost += prices.leave_zone
    return cost - sum(points for who, hex, points in s.moving.tolls if (who, hex) == (unit, target))


@case("5.21", "5.76")
def _ground(s: WarState, way: int, start: Hex, target: Hex) -> int | None:
    """What ground and hexside cost."""
    p, frozen = s.position, s.frozen
    ways: Ways = s.known(
        ("ground", way), (p.neutral, frozen), lambda: terrain.priced(s, way, 0, p.neutral, frozen)
    )
    found = [
        points
        for one in ways
        if one.over is None or one.over.has(start, target)
        for points, area in one.prices.items()
        if area >> target & 1
    ]
    return min(found, default=None)


# -- who overruns -----------------------------------------------------------------------------------------------------


@case("5.63", "5.74", "5.77", "6.35", "6.65b", "14.42b", "3.24c")
def overrunners(s: WarState) -> Narrowing:
    """The units that may take part in an overrun, those that have moved already among them (5.7)."""
    p, scenario = s.position, s.scenario
    return (
        s.choose_unit(s.moving.seat, "5.11")
        .without(scenario.repairers, "6.65b", "repair units never overrun")
        .without(scenario.suppliers, "14.42b", "mobile supply units never attack")
        .without(s.defensive, "3.24c", "its strength is for defence only")
        .without(p.entrained, "6.35", "it is entrained")
        .narrowed(movement.free(s).mask, lambda: movement.free(s))
        .without(p.marched, "5.77", "it has made a forced march in this phase")
        .without(p.overran, "5.74", "it has overrun an enemy in this phase already")
    )


def targets(s: WarState, unit: int) -> Mask:
    """The hexes that a unit can overrun, with others of its hex if it needs them."""
    return s.now(("overruns", unit), lambda: mask_of(_targets(s, unit)))


def _targets(s: WarState, unit: int) -> Iterable[Hex]:
    start = s.position.at[unit]
    weak = soft(s, 1 - s.scenario.side_of[unit])
    near = s.scenario.board.grid.adjacent_mask(start) & weak.area
    for leash in s.leashes(unit):
        near &= leash.hexes
    if not near:
        return
    for hex in hexes(_within(s, weak, near, s.now(("power", start), lambda: _power(s, start)))):
        if why_not(s, unit, hex) is None:
            yield hex


def promising(s: WarState, unit: int, start: Hex) -> bool:
    """Whether a unit that came to a hex could overrun somebody from there by what the counters say, with those who are there."""
    weak = soft(s, 1 - s.scenario.side_of[unit])
    near = s.scenario.board.grid.adjacent_mask(start) & weak.area
    return bool(near and _within(s, weak, near, _power(s, start, 1 << unit)))


def _within(s: WarState, weak: Soft, near: Mask, power: int) -> Mask:
    """Of some weak hexes those against which so much is 13 to 1."""
    needed = s.scenario.tables.prices.overrun_odds
    return mask_of([hex for hex in hexes(near) if power >= weak.strengths[hex] * needed])


def _power(s: WarState, start: Hex, guests: Mask = 0) -> int:
    """What the strongest units in a hex that may overrun count at most, with those who come there."""
    there = s.standing.by_hex[s.moving.seat].get(start, 0) & _able(s) | guests
    best = sorted((s.face(unit).attack() for unit in hexes(there)), reverse=True)
    return sum(best[: s.scenario.tables.prices.overrun_units])


def _able(s: WarState) -> Mask:
    return s.now("overrunners", lambda: overrunners(s).mask)


@case("5.7b", "5.7e", "5.73")
def why_not(s: WarState, unit: int, target: Hex) -> Refusal | None:
    """Why a unit cannot overrun a hex next to it, whoever of its hex may help; None if it can."""
    return _unpaid(s, unit, target) or _short_of(s, unit, target)


def _foremost(s: WarState, unit: int, target: Hex) -> Refusal | None:
    """Why a unit cannot overrun a hex: who is too weak and short of points as well is told that he is too weak."""
    found = why_not(s, unit, target)
    return (found and found.case == "5.7c" and _short_of(s, unit, target)) or found


@case("5.26", "5.7c", "15.1g")
def _unpaid(s: WarState, unit: int, target: Hex) -> Refusal | None:
    """Why a unit cannot pay for an overrun of a hex next to it; None if it can."""
    cost, rest = price(s, unit, s.position.at[unit], target), movement.left(s, unit)
    if terrain.frigid(s, s.scenario.ways_of[unit]) >> target & 1:
        return Refusal("15.1g", terrain.FRIGID)
    if cost is None:
        return Refusal("5.26", "it cannot go there")
    if cost > rest:
        where = hex_name(s.scenario.map, target)
        return Refusal("5.7c", f"to overrun {where} costs {cost} Movement Points, and it has {rest} left")
    return None


def _short_of(s: WarState, unit: int, target: Hex) -> Refusal | None:
    """What a unit and the strongest that may help it are short of 13 to 1; None if they are not."""
    start, prices = s.position.at[unit], s.scenario.tables.prices
    helpers = [_attack(s, other, target) for other in helping(s, start, target, 1 << unit)]
    best = sorted(helpers, reverse=True)[: prices.overrun_units - 1]
    strength = _attack(s, unit, target) + sum(best)
    against = resistance(s, start, target, 1 - s.scenario.side_of[unit])
    if reaches(strength, against, Odds(prices.overrun_odds, 1)):
        return None
    return Refusal("5.7e", _too_weak(s, strength, against))


def _too_weak(s: WarState, strength: Strength, against: Strength) -> str:
    needed = against * s.scenario.tables.prices.overrun_odds
    return f"{show(strength)} against {show(against)} is not 13 to 1: it takes {show(needed)}"


def _attack(s: WarState, unit: int, target: Hex) -> Strength:
    return odds.attacking(s, unit, 1 << target).strength


@case("5.7b", "5.7c")
def helping(s: WarState, start: Hex, target: Hex, taken: Mask) -> list[int]:
    """The units of the hex that could join an overrun out of it and pay for it."""
    there = s.standing.by_hex[s.moving.seat].get(start, 0) & ~kept_out(s, target)
    return [
        unit
        for unit in hexes(_able(s) & there & ~taken)
        if (cost := price(s, unit, start, target)) is not None and cost <= movement.left(s, unit)
    ]


@case("5.11")
def kept_out(s: WarState, target: Hex) -> Mask:
    """The units that a scenario keeps from a hex for the time being."""
    return union(leash.units for leash in s.leashes() if not leash.hexes >> target & 1)


def _none(s: WarState, unit: int) -> Refusal:
    """Why a unit can overrun nobody: often it is strong enough, but held back or short of points."""
    enemy = 1 - s.scenario.side_of[unit]
    near = s.scenario.board.grid.adjacent_mask(s.position.at[unit]) & s.occupied(enemy)
    found = None
    for hex in hexes(near & ~s.position.neutral):
        if (refusal := why_not(s, unit, hex)) is None:
            return Refusal("5.11", _kept(s, unit, hex))
        if _short_of(s, unit, hex) is None and (found is None or refusal.case == "5.7c"):
            found = refusal
    return found or Refusal("5.7e", TOO_STRONG)


TOO_STRONG = "there is no enemy next to it that it could overrun with the units of its hex at 13 to 1"

# -- orders -----------------------------------------------------------------------------------------------------------


@case("5.7a", "5.7e", "5.7f", "5.11", "5.15", "5.22", "5.5b", "S5.7ex")
class OverrunHex(OrderRule[orders.Overrun, WarState]):
    """Begin an overrun: the unit, and the hex next to it that it enters (5.7, R21)."""

    order = orders.Overrun

    def unit(self, s: WarState) -> Narrowing:
        """Units next to an enemy that they can overrun."""
        seat = s.moving.seat
        near = soft(s, 1 - seat).around & s.occupied(seat)
        ready = overrunners(s).mask & s.units_in(near, seat) if near else 0
        able = mask_of([unit for unit in hexes(ready) if targets(s, unit)]) if ready else 0
        # Most often there is nobody to be overrun, and nobody asks why not.
        return s.choose_unit(seat, "5.11").narrowed(
            able, lambda: overrunners(s).only(able, "5.7e", lambda unit: _none(s, unit))
        )

    def target(self, s: WarState, unit: int) -> Narrowing:
        """Enemies weak enough."""
        enemy = 1 - s.scenario.side_of[unit]
        near = s.scenario.board.grid.adjacent_mask(s.position.at[unit])
        found = (
            s.choose_hex("5.26")
            .only(near, "5.7b", "an overrun leads into the next hex")
            .only(s.occupied(enemy), "5.7a", "no enemy unit is there")
            .without(s.position.neutral, "5.22", "it is neutral")
        )
        found = movement.kept(s, unit, found)
        return found.only(targets(s, unit), "5.7e", lambda hex: _foremost(s, unit, hex) or "")

    def refused(self, s: WarState, order: orders.Overrun, refusal: Refusal) -> Refusal:
        """What stands in the way of this overrun; a unit that can overrun nobody is told of all its neighbours."""
        if order.unit not in overrunners(s):
            return refusal
        return self.target(s, order.unit).why_not(order.target) or refusal

    def apply(self, s: WarState, order: orders.Overrun) -> None:
        """Others may join before it is carried out."""
        unit = order.unit
        s.call(Overrun(seat=s.moving.seat, start=s.position.at[unit], target=order.target, units=1 << unit))


def _kept(s: WarState, unit: int, target: Hex) -> str:
    return next(leash.why for leash in s.leashes(unit) if not leash.hexes >> target & 1)


@case("5.7b", "5.73")
class JoinOverrun(OrderRule[orders.With, WarState]):
    """Up to three units go in together, all out of one hex (5.73)."""

    order = orders.With

    def gate(self, s: WarState) -> Refusal | None:
        """No more than three."""
        most = s.scenario.tables.prices.overrun_units
        if s.frame(Overrun).units.bit_count() < most:
            return None
        return Refusal("5.73", f"{most} units take part already")

    def unit(self, s: WarState) -> Narrowing:
        """Units of the same hex that can pay for it."""
        run = s.frame(Overrun)
        there = s.standing.by_hex[run.seat].get(run.start, 0)
        able = mask_of(helping(s, run.start, run.target, run.units))
        return (
            overrunners(s)
            .only(there, "5.7b", "all units of an overrun come out of one hex")
            .without(run.units, "5.73", "it takes part already")
            .without(kept_out(s, run.target), "5.11", lambda unit: _kept(s, unit, run.target))
            .only(able, "5.7c", lambda unit: _unpaid(s, unit, run.target) or "")
        )

    def apply(self, s: WarState, order: orders.With) -> None:
        """It takes part."""
        run = s.frame(Overrun)
        s.update(run, units=run.units | 1 << order.unit)


@case("5.7e", "5.7f", "5.73", "5.74", "5.75a", "5.75b", "5.76", "5.78", "5.79", "11.31", "14.13", "14.42b")
class CarryOut(OrderRule[orders.Go, WarState]):
    """At 13 to 1 all enemies in the hex are eliminated, and the units are in it; they may move on (5.7)."""

    order = orders.Go

    def gate(self, s: WarState) -> Refusal | None:
        """Only at 13 to 1."""
        run = s.frame(Overrun)
        strength = sum(_attack(s, unit, run.target) for unit in hexes(run.units))
        against = resistance(s, run.start, run.target, 1 - run.seat)
        if reaches(strength, against, Odds(s.scenario.tables.prices.overrun_odds, 1)):
            return None
        return Refusal("5.7e", _too_weak(s, strength, against))

    def apply(self, s: WarState, order: orders.Go) -> None:
        """The enemies are gone for good; no battlegroups are formed (5.79)."""
        p, run = s.position, s.frame(Overrun)
        paid = {unit: price(s, unit, run.start, run.target) or 0 for unit in hexes(run.units)}
        s.tell(
            "overrun",
            "5.7e",
            "{start:hex}: an overrun of {target:hex}",
            start=run.start,
            target=run.target,
        )
        dumps = s.standing.by_hex[1 - run.seat][run.target] & s.scenario.suppliers
        for victim in s.units_at(run.target, 1 - run.seat):
            right, why = ("14.42b", "is captured") if dumps >> victim & 1 else ("5.79", "is overrun")
            s.eliminate(victim, right, why)
        for unit, cost in paid.items():
            p.began.setdefault(unit, run.start)
            p.spent[unit] += cost
            s.put(unit, run.target)
            control.enter(s, unit, 1 << run.target)
        for _ in hexes(dumps):
            supply.capture(s, run.target, run.units)
        p.moved |= run.units
        p.travelled |= run.units
        p.overran |= run.units
        s.leave(Overrun)
        first = lowest(run.units)
        s.update(s.moving, mover=first, left=movement.left(s, first), group=run.units)


@case("5.7a")
class CallOffOverrun(CallOff[orders.CallOff, WarState]):
    """Nothing has happened yet."""

    order = orders.CallOff
    attack = Overrun
