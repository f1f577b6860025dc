"""Replacements: points by nation, kind and front, and the units that are rebuilt with them (17)."""

from __future__ import annotations

from typing import NamedTuple

from phaseline.engine.ledger import case
from phaseline.engine.legal import OrderRule
from phaseline.engine.narrowing import Narrowing, choose
from phaseline.engine.refusal import Refusal
from phaseline.games.war_in_europe import orders
from phaseline.games.war_in_europe.making import side_of
from phaseline.games.war_in_europe.names import NATIONS
from phaseline.games.war_in_europe.position import (
    DEAD,
    FRONTS,
    INFANTRY,
    MECHANIZED,
    SPARE,
    Reinforcement,
    pool,
)
from phaseline.games.war_in_europe.rules import supply, withdrawal
from phaseline.games.war_in_europe.scenario import ARMOUR_CATEGORIES
from phaseline.games.war_in_europe.state import FORMED, WarState
from phaseline.hexgrid import Hex, Mask, hexes, lowest, mask_of, union
from phaseline.wording.counts import several, verb

FOOT_CATEGORIES = ("infantry", "motorized_infantry", "cavalry", "security", "static")
"""Those that are rebuilt for an infantry point (17.21, 17.23, 17.26)."""

EVACUATED = "evacuated "
"""Flags of units of which Emergency Transport has saved no more than a point: they are not destroyed as far as scenarios count."""

LOST = "a unit that forms battlegroups is lost for good once it is eliminated"

# --- points ---------------------------------------------------------------------------------------------------------


@case("17.0a", "17.11a", "7.23")
def receive(s: WarState, seat: int) -> None:
    """The points of the turn come into the pools; one unit may be rebuilt for every six points, or fraction, in each."""
    p = s.position
    come = {key: points for key, points in p.promised.items() if owner(key) == seat}
    p.promised = {key: points for key, points in p.promised.items() if key not in come}
    for entry in s.scenario.setup.replacements:
        if p.turn in entry.turns and side_of(entry.nation) == seat:
            nation, front = NATIONS.index(entry.nation), FRONTS.index(entry.front)
            for kind, points in ((INFANTRY, entry.infantry), (MECHANIZED, entry.mechanized)):
                key = pool(nation, kind, front)
                come[key] = come.get(key, 0) + points
    for key, points in sorted(come.items()):
        if points:
            p.pools[key] = p.pools.get(key, 0) + points
            more = "a point more" if points == 1 else "{points} more points"
            s.tell("points", "17.0a", "{pool:pool}: " + more, pool=key, points=points)
    ration(s, seat)


@case("17.11a")
def ration(s: WarState, seat: int) -> None:
    """How many units of a side may be rebuilt in the phase from each pool: one for six points in hand, or a fraction."""
    p, per = s.position, s.scenario.tables.replacements.per_points
    p.limits = {key: -(-points // per) for key, points in p.pools.items() if points and owner(key) == seat}


def end(s: WarState) -> None:
    """The phase is over: how many may be rebuilt is judged anew in the next."""
    s.position.limits = {}


def owner(key: int) -> int:
    """The seat whose pool it is."""
    return side_of(NATIONS[key // (2 * len(FRONTS))])


@case("7.23")
def promise(s: WarState, unit: int, hex: Hex) -> None:
    """A point of a unit's type will come in its owner's next reinforcement phase, on the front of this hex (7.23)."""
    kind = MECHANIZED if s.scenario.units[unit].category in ARMOUR_CATEGORIES else INFANTRY
    key = pool_at(s, unit, kind, hex)
    s.position.promised[key] = s.position.promised.get(key, 0) + 1
    saved, flags = f"saved {s.scenario.units[unit].nation}", s.position.flags
    flags[saved] = flags.get(saved, 0) + 1
    flags[f"{EVACUATED}{s.scenario.ids[unit]}"] = s.position.turn
    s.tell("points", "7.23", "{pool:pool}: a point comes in the next turn", pool=key)


@case("17.0a")
def leave_points(s: WarState, unit: int, points: int) -> None:
    """A unit is broken up for so many infantry points of its nation, on the front where it is, in this phase."""
    at = s.position.at[unit]
    key = pool(NATIONS.index(s.scenario.units[unit].nation), INFANTRY, front_of(s, at))
    s.position.promised[key] = s.position.promised.get(key, 0) + points


@case("17.11a", "17.14")
def pool_at(s: WarState, unit: int, kind: int, hex: Hex) -> int:
    """The pool that a unit is rebuilt from in a hex: that of its nation and kind on the front of the hex."""
    nation = NATIONS.index(s.scenario.units[unit].nation)
    return pool(nation, kind, front_of(s, hex))


@case("17.11a")
def front_of(s: WarState, hex: Hex) -> int:
    """The front whose pool serves a hex: its own or, where nothing is fought for on that, the first of the scenario (R108).

    The cities of Austria lie north of the Alps, where no pool is kept in Italy. Off the map it is the first as well.
    """
    named = s.scenario.setup.fronts or FRONTS
    own = FRONTS[s.scenario.board.front_number(hex)] if hex >= 0 else ""
    return FRONTS.index(own if own in named else named[0])


class Price(NamedTuple):
    """What a unit costs: how many points of which kind, and by which case."""

    kind: int
    points: int
    case: str


@case("17.2", "17.21", "17.22", "17.23", "17.24", "17.25", "17.26", "17.27", "17.28", "17.29")
def price(s: WarState, unit: int) -> Price | None:
    """What it costs to rebuild a unit; none if it can never be rebuilt."""
    counter, tables = s.scenario.units[unit], s.scenario.tables.replacements
    whole = counter.reduced is not None
    if counter.category in ARMOUR_CATEGORIES:
        if counter.kind.ss:
            return Price(MECHANIZED, tables.ss, "17.25")
        return Price(MECHANIZED, tables.other, "17.22" if whole else "17.24")
    if counter.category == "airborne":
        return Price(INFANTRY, tables.airborne, "17.27") if counter.kind.size == "division" else None
    if counter.category in FOOT_CATEGORIES:
        return Price(INFANTRY, tables.other, "17.21" if whole else "17.23")
    return None


def _never(s: WarState, unit: int) -> Refusal:
    """Why a unit can never be rebuilt."""
    if s.scenario.units[unit].category == "airborne":
        right = "17.28" if s.scenario.regiments >> unit & 1 else "17.29"
        return Refusal(right, "of airborne units only divisions are rebuilt")
    return Refusal("17.29", "units of its kind are never rebuilt")


@case("17.11a", "17.11b", "17.14")
def lacking(s: WarState, unit: int, hex: Hex) -> Refusal | None:
    """Why a unit cannot be paid for in a hex; None if it can."""
    bill = price(s, unit)
    if bill is None:
        return _never(s, unit)
    key = pool_at(s, unit, bill.kind, hex)
    have = s.position.pools.get(key, 0)
    name = s.scenario.lexicon["pool"].title(key)
    if key not in s.position.limits:
        return Refusal("17.14", f"there are no points in hand: {name}")
    if not s.position.limits[key]:
        per = s.scenario.tables.replacements.per_points
        return Refusal("17.11a", f"one unit in a phase for {per} points or a fraction of them: {name}")
    if have < bill.points:
        return Refusal(bill.case, f"it takes {bill.points} points, and {have} are in hand: {name}")
    return None


def _pay(s: WarState, unit: int, hex: Hex) -> None:
    bill, p = price(s, unit), s.position
    assert bill is not None
    key = pool_at(s, unit, bill.kind, hex)
    p.pools[key] -= bill.points
    p.limits[key] -= 1
    p.steps[unit] = s.scenario.units[unit].steps
    p.rebuilt |= 1 << unit
    if unit in s.scenario.twins:
        frame = s.frame(Reinforcement)
        s.update(frame, exchanged=frame.exchanged | 1 << unit)


def reads(s: WarState) -> object:
    """All that rebuilding looks at, but for enemy zones of control."""
    p = s.position
    return (
        s.standing.stamp,
        p.steps.copy(),
        p.pools.copy(),
        p.limits.copy(),
        p.rebuilt,
        p.unsupplied,
        p.owner[s.phasing],
        p.turn,
    )


# --- rebuilding -----------------------------------------------------------------------------------------------------


@case("11.33", "17.0a", "17.0b", "17.12", "17.13", "17.14", "17.18")
class RebuildUnit(OrderRule[orders.Rebuild, WarState]):
    """A battlegroup is at full strength again, where it is."""

    order = orders.Rebuild

    def reads(self, s: WarState) -> object:
        """Units, points, supply."""
        return reads(s)

    def unit(self, s: WarState) -> Narrowing:
        """Battlegroups in supply that there are points for."""
        p, units = s.position, s.scenario.units
        found = (
            s.choose_own(s.phasing, "17.0a")
            .without(s.lying(s.phasing, DEAD) & s.scenario.reducible, "17.17", LOST)
            .only(s.on_map(s.phasing), "17.0a", "it is not on the map")
            .without(p.rebuilt, "17.13", "it has been rebuilt in this phase")
            .only(s.scenario.reducible, "17.0a", "it forms no battlegroup")
        )
        if barred := s.scenario.special.barred:
            there = s.units_in(barred, s.phasing)
            found = found.without(there, "4.3", "the scenario lets no unit be rebuilt there")
        whole = mask_of(unit for unit in hexes(found.mask) if p.steps[unit] >= units[unit].steps)
        found = found.without(whole, "17.0a", "it is at full strength").without(
            p.unsupplied, "17.18", "it is out of supply"
        )
        poor = mask_of(unit for unit in hexes(found.mask) if lacking(s, unit, p.at[unit]))
        return found.without(poor, "17.14", lambda unit: lacking(s, unit, p.at[unit]) or "")

    def apply(self, s: WarState, order: orders.Rebuild) -> None:
        """Pay, and turn it over."""
        unit = order.unit
        _pay(s, unit, s.position.at[unit])
        s.tell("rebuilt", "17.0a", "{unit:unit} is at full strength again", unit=unit)


@case("17.0b", "17.13", "17.14", "17.17", "17.18", "17.28", "17.29")
class RaiseUnit(OrderRule[orders.Raise, WarState]):
    """An eliminated unit that forms no battlegroup comes back, in a city of its home country."""

    order = orders.Raise

    def reads(self, s: WarState) -> object:
        """Units, points, supply, and who holds the cities."""
        return reads(s), s.zone(1 - s.phasing)

    def unit(self, s: WarState) -> Narrowing:
        """Eliminated units without a battlegroup that there are points and a city for."""
        seat, scenario = s.phasing, s.scenario
        found = (
            s.choose_own(seat, "17.0b")
            .only(s.lying(seat, DEAD), "17.0b", "it is not among the eliminated")
            .without(scenario.reducible, "17.17", LOST)
        )
        if scenario.setup.withdrawals:
            found = found.without(
                withdrawal.over(s, seat), "4.2B1", "its withdrawal is due: it comes no more"
            )
        never = mask_of(unit for unit in hexes(found.mask) if price(s, unit) is None)
        found = found.without(never, "17.29", lambda unit: _never(s, unit))
        idle = mask_of(unit for unit in hexes(found.mask) if not _anywhere(s, unit))
        found = found.without(
            idle, "17.14", "there are no points in hand for it on any front, or none that may be spent"
        )
        poor = mask_of(
            [unit for unit in hexes(found.mask) if not self._suits(s, unit) or not self._place(s, unit)]
        )
        return found.without(poor, "17.0b", lambda unit: self._why(s, unit))

    def _place(self, s: WarState, unit: int) -> Mask:
        """The places for an eliminated unit: the same for all of a nation, which draw on the same centers, and price."""
        counted, bill = s.scenario.counted >> unit & 1, price(s, unit)
        key = ("raised", s.scenario.units[unit].nation, counted, bill)
        return s.now(key, lambda: self.to(s, unit).mask)

    def _suits(self, s: WarState, unit: int) -> Mask:
        """Cities of a unit's home country that nothing keeps it from but points and room."""
        seat, barred = s.phasing, s.scenario.special.barred
        return s.now(
            ("homes", s.scenario.units[unit].nation),
            lambda: (
                homes(s, unit)
                & s.position.owner[seat]
                & ~(s.occupied(1 - seat) | s.zone(1 - seat) | barred)
                & supply.area_of(s, unit)
            ),
        )

    def _why(self, s: WarState, unit: int) -> str | Refusal:
        """Why there is no place for a unit that could be rebuilt at all."""
        for hex in hexes(homes(s, unit)):
            if refusal := self.to(s, unit).why_not(hex):
                return refusal
        return "no city of its home country is in play"

    def to(self, s: WarState, unit: int) -> Narrowing:
        """Friendly cities of its home country in supply, out of enemy zones of control, where there are points for it."""
        seat = s.phasing
        found = (
            s.choose_hex("17.0b")
            .only(homes(s, unit), "17.0b", "it is no city of its home country")
            .only(s.position.owner[seat], "17.0b", "the city is not Friendly")
            .without(s.occupied(1 - seat), "17.0b", "an enemy unit is there")
            .without(s.zone(1 - seat), "17.0b", "it is in an enemy zone of control")
            .without(s.scenario.special.barred, "4.3", "the scenario lets no unit come in there")
            .only(supply.area_of(s, unit), "17.18", "it would be out of supply there")
        )
        by_front: dict[int, Mask] = {}
        for hex in hexes(found.mask):
            front = front_of(s, hex)
            by_front[front] = by_front.get(front, 0) | 1 << hex
        poor = union(area for area in by_front.values() if lacking(s, unit, lowest(area)))
        return s.room(unit, found.without(poor, "17.14", lambda hex: lacking(s, unit, hex) or ""))

    def apply(self, s: WarState, order: orders.Raise) -> None:
        """Pay, and put it there."""
        unit = order.unit
        _pay(s, unit, order.to)
        returned(s, unit)
        s.put(unit, order.to)
        s.tell("rebuilt", "17.0b", "{unit:unit} is raised anew in {to:hex}", unit=unit, to=order.to)


def returned(s: WarState, unit: int) -> None:
    """A unit is raised anew: what became of it before is of no matter any more."""
    s.position.flags.pop(f"{EVACUATED}{s.scenario.ids[unit]}", None)


def _anywhere(s: WarState, unit: int) -> bool:
    """Whether on some front there are points for a unit's nation and kind that may be spent in this phase."""
    bill, p = price(s, unit), s.position
    assert bill is not None
    first = pool(NATIONS.index(s.scenario.units[unit].nation), bill.kind, 0)
    keys = range(first, first + len(FRONTS))
    return any(p.limits.get(key) and p.pools[key] >= bill.points for key in keys)


@case("17.0b")
def homes(s: WarState, unit: int) -> Mask:
    """The cities in which a unit is raised: those of its home country, or supply centers of its side overseas (R165)."""
    board, counter = s.scenario.board, s.scenario.units[unit]
    found = board.cities & board.country(HOMES[counter.nation])
    return found or s.scenario.centers[s.scenario.side_of[unit]] & board.playable


HOMES: dict[str, str] = {
    "german": "Germany",
    "italian": "Italy",
    "french": "France",
    "british": "Britain",
    "american": "United States",
    "polish": "Poland",
    "belgian": "Belgium",
    "dutch": "Netherlands",
    "soviet": "Soviet Union",
    "finnish": "Finland",
}
"""The home country of a nation, as the map calls it."""


# --- a better counter -----------------------------------------------------------------------------------------------


@case("17.15")
class ExchangeUnit(OrderRule[orders.Exchange, WarState]):
    """A German security or static division just rebuilt is replaced by a normal infantry division."""

    order = orders.Exchange

    def unit(self, s: WarState) -> Narrowing:
        """Such divisions that have been rebuilt in this phase."""
        found = s.choose_unit(s.phasing, "17.15").only(
            mask_of(s.scenario.twins), "17.15", "only German security and static divisions are exchanged"
        )
        return found.only(s.frame(Reinforcement).exchanged, "17.15", "it has not been rebuilt in this phase")

    def apply(self, s: WarState, order: orders.Exchange) -> None:
        """Another counter takes its place."""
        frame = s.frame(Reinforcement)
        s.update(frame, exchanged=frame.exchanged & ~(1 << order.unit))
        exchange(s, order.unit, "17.15")


@case("16.22", "17.15")
def exchange(s: WarState, unit: int, case: str) -> None:
    """A normal infantry division takes the place of a security or static division; it does not act in this turn either."""
    p, twin = s.position, s.scenario.twins[unit]
    hex, bit = p.at[unit], 1 << unit
    p.steps[unit] = 0
    p.steps[twin] = s.scenario.units[twin].steps
    p.rebuilt = p.rebuilt & ~bit | 1 << twin
    if p.flags.pop(FORMED + s.scenario.ids[unit], 0):
        p.flags[FORMED + s.scenario.ids[twin]] = p.turn
    p.unsupplied &= ~bit
    if p.entrained & bit:
        p.entrained ^= bit | 1 << twin
    s.put(unit, SPARE)
    s.put(twin, hex)
    s.tell("rebuilt", case, "{unit:unit} takes the place of {old:unit}", unit=twin, old=unit)


def possible(s: WarState) -> bool:
    """Whether anything can be rebuilt, or exchanged."""
    return bool(RebuildUnit().unit(s) or RaiseUnit().unit(s) or ExchangeUnit().unit(s))


# --- another front --------------------------------------------------------------------------------------------------


@case("17.16")
class AllotPoints(OrderRule[orders.Allot, WarState]):
    """Points go to the pool of another front, at the end of the phase; what has come from elsewhere stays."""

    order = orders.Allot

    def pool(self, s: WarState) -> Narrowing:
        """Pools of the side with points."""
        seat, p = s.phasing, s.position
        held = mask_of(key for key, points in p.pools.items() if points and owner(key) == seat)
        found = choose(held, "17.16", "there are no such points in hand")
        return found.without(
            s.frame(Reinforcement).received,
            "17.16",
            "it has been sent points from another front in this phase",
        ).require(len(s.scenario.setup.fronts) > 1, "17.16", "the scenario has one front only")

    def to(self, s: WarState, pool: int) -> Narrowing:
        """The other fronts of the scenario."""
        fronts = mask_of(FRONTS.index(name) for name in s.scenario.setup.fronts)
        found = choose(fronts, "17.16", "the scenario has no such front")
        return found.without(1 << pool % len(FRONTS), "17.16", "they are there already")

    def points(self, s: WarState, pool: int, to: int) -> Narrowing:
        """As many as there are."""
        count = s.position.pools[pool]
        return choose((2 << count) - 2, "17.16", f"there {verb(count)} {several(count, 'point')} in hand")

    def apply(self, s: WarState, order: orders.Allot) -> None:
        """They are there."""
        p, frame = s.position, s.frame(Reinforcement)
        there = order.pool - order.pool % len(FRONTS) + order.to
        p.pools[order.pool] -= order.points
        p.pools[there] = p.pools.get(there, 0) + order.points
        s.update(frame, received=frame.received | 1 << there)
        text = "{points} points go to another front: {pool:pool}"
        s.tell("points", "17.16", text, points=order.points, pool=there)
