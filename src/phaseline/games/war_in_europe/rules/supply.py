"""Supply: who has it, what it does to those who have not, what a hex is worth to ships and aircraft (14)."""

from __future__ import annotations

from collections.abc import Iterator

from phaseline.engine.ledger import case
from phaseline.engine.legal import OrderRule
from phaseline.engine.narrowing import Narrowing
from phaseline.engine.refusal import Refusal
from phaseline.games.war_in_europe import orders
from phaseline.games.war_in_europe.position import ALLIED, AXIS, DEAD, SPARE, InitialMovement
from phaseline.games.war_in_europe.rules import chains, harbours
from phaseline.games.war_in_europe.rules.chains import AMPHIBIOUS, MAJOR, MINOR, Chain, Part
from phaseline.games.war_in_europe.state import WarState
from phaseline.games.war_in_europe.terms import School
from phaseline.hexgrid import Hex, Mask, flood, hexes, lowest, mask_of, union

QUALITIES = ("major", "minor", "amphibious")
"""What a line of supply is worth, by its weakest supplyhead (14.47)."""

# --- centers --------------------------------------------------------------------------------------------------------


@case("14.31", "6.71a")
def centers(s: WarState, school: School) -> Mask:
    """The supply centers on which units draw now: those listed that the enemy does not hold (R95)."""
    p = s.position
    found = school.sources
    for port, approach in s.scenario.special.approaches.items():
        if approach.center and approach.enemy != school.seat and not harbours.idle(s) >> port & 1:
            found |= 1 << port
    return found & ~p.owner[1 - school.seat]


def schools(s: WarState, seat: int) -> Iterator[School]:
    """Units of a side by the centers they draw on; of a side without units its first."""
    return (school for school in s.scenario.schools if school.seat == seat)


def chain_of(s: WarState, school: School, level: int = AMPHIBIOUS, barred: Mask = 0) -> Chain:
    """What works for units that draw on the same centers."""
    return chains.chain(s, school.seat, centers(s, school), level, barred, soviet=school.soviet)


# --- units ----------------------------------------------------------------------------------------------------------


@case("14.0", "14.14", "14.22", "14.23")
def unsupplied(s: WarState, seat: int) -> Mask:
    """The units of a side on the map without a line of supply now, but for those that have just landed (14.14).

    Neutrals in their own country have all that they need, and so has a side for which the scenario names no center.
    """
    p, found = s.position, 0
    for school in schools(s, seat):
        units = school.units & s.on_map(seat) & ~(p.ashore | p.dropped)
        if units and school.sources:
            found |= units & ~s.units_in(chain_of(s, school).reach | p.neutral, seat)
    return found


@case("17.18")
def area_of(s: WarState, unit: int) -> Mask:
    """The hexes in which a unit would be in supply, wherever it is now."""
    school = school_of(s, unit)
    return chain_of(s, school).reach if school.sources else s.scenario.board.playable


@case("14.0")
def stocked(s: WarState, cut: Mask) -> dict[int, int]:
    """Those of some units that are cut off, but have stocks left, and the last turn for which these suffice (R194)."""
    p = s.position
    found: dict[int, int] = {}
    for stock in s.scenario.special.stocks:
        for unit in hexes(
            cut & stock.units & (stock.of_type | s.standing_in(stock.hexes, cut & stock.units))
        ):
            last = p.stocks.get(unit, p.turn) + stock.turns - 1
            if last >= p.turn:
                found[unit] = max(last, found.get(unit, last))
    return found


def starved(s: WarState, seat: int) -> Mask:
    """The units of a side that would be out of supply if it were judged now: those without a line and without stocks."""
    cut = unsupplied(s, seat)
    return cut & ~mask_of(stocked(s, cut)) if cut and s.scenario.special.stocks else cut


@case("14.0")
def _note_cut(s: WarState, seat: int, cut: Mask) -> None:
    """Note since when the units of a side are cut off that may live on stocks; for who no longer is it is forgotten.

    Wherever they are: who reaches a fortress later finds no more there than those who were cut off with him (R194).
    """
    p, side = s.position, s.scenario.side_units[seat]
    able = cut & union(stock.units for stock in s.scenario.special.stocks)
    others = {unit: turn for unit, turn in p.stocks.items() if not side >> unit & 1}
    p.stocks = others | {unit: p.stocks.get(unit, p.turn) for unit in hexes(able)}


@case("5.13a", "5.75a", "14.11", "14.12", "14.13", "14.21a", "14.22", "14.23")
def judge(s: WarState) -> None:
    """Judge who is in supply, on both sides, as a phase begins: it holds until it is judged again (R94)."""
    p = s.position
    for seat in (AXIS, ALLIED):
        if not any(school.sources for school in schools(s, seat)):
            continue
        side = s.scenario.side_units[seat]
        cut = unsupplied(s, seat)
        if s.scenario.special.stocks:
            _note_cut(s, seat, cut)
            cut &= ~mask_of(stocked(s, cut))
        before = p.unsupplied & side
        p.unsupplied = p.unsupplied & ~side | cut
        if new := cut & ~before:
            s.tell("unsupplied", "14.21a", "out of supply: {units:unit}", units=tuple(hexes(new)))
        if back := before & ~cut & s.on_map(seat):
            s.tell("supplied", "14.0", "in supply again: {units:unit}", units=tuple(hexes(back)))
    s.changed()


def is_supplied(s: WarState, unit: int) -> bool:
    """Whether a unit is in supply at this moment (17.18, 18)."""
    return not starved(s, s.scenario.side_of[unit]) >> unit & 1


@case("14.46")
def line(s: WarState, unit: int) -> list[Part] | None:
    """The line of supply of a unit, part by part back to a center: the best it has; none if it has none."""
    hex = s.position.at[unit]
    best = _best(s, school_of(s, unit), hex)
    return None if best is None else chains.trace(s, best[1], hex)


@case("14.46", "14.47")
def worth(s: WarState, unit: int, hex: Hex) -> str | None:
    """What a unit's line of supply is, or would be, worth in a hex; none if there is none, whatever others have there."""
    school = school_of(s, unit)
    if not school.sources:
        return quality(s, school.seat, hex)
    best = _best(s, school, hex)
    return None if best is None else QUALITIES[best[0]]


def school_of(s: WarState, unit: int) -> School:
    """Those who draw on the same centers as a unit."""
    return next(school for school in s.scenario.schools if school.units >> unit & 1)


def _best(s: WarState, school: School, hex: Hex) -> tuple[int, Chain] | None:
    """The best quality of supply that units of a kind have in a hex, and the chain that gives it."""
    found = ((level, chain_of(s, school, level)) for level in (MAJOR, MINOR, AMPHIBIOUS))
    return next(((level, chain) for level, chain in found if chain.reach >> hex & 1), None)


# --- hexes ----------------------------------------------------------------------------------------------------------


@case("14.47", "14.6", "14.61", "14.62", "14.64")
def area(s: WarState, seat: int, level: int = AMPHIBIOUS) -> Mask:
    """The hexes of a side in supply of a quality, or a better one, as if an infantry unit stood there (14.6).

    A hex that the enemy holds is not. All that a side holds is, where the scenario names no center for it.
    """
    return s.known(("supplied", seat, level), chains.reads(s, seat), lambda: _area(s, seat, level))


def _area(s: WarState, seat: int, level: int) -> Mask:
    if not any(school.sources for school in schools(s, seat)):
        return s.position.owner[seat]
    found = 0
    for school in schools(s, seat):
        found |= chain_of(s, school, level).reach
    return found & ~s.occupied(1 - seat) & ~s.position.owner[1 - seat]


@case("14.47")
def quality(s: WarState, seat: int, hex: Hex) -> str | None:
    """What supply a hex has: major, minor, amphibious or none."""
    return next(
        (name for level, name in enumerate(QUALITIES) if area(s, seat, level) >> hex & 1),
        None,
    )


@case("14.63", "14.64")
def minor_areas(s: WarState, seat: int) -> tuple[tuple[Hex, Mask], ...]:
    """Minor ports, each with the hexes that have a line through it and no other minor port, but no major one (R93).

    A hex whose every line passes the same two minor ports counts with the first of them.
    """
    return s.known(("minor areas", seat), chains.reads(s, seat), lambda: _minor_areas(s, seat))


def _minor_areas(s: WarState, seat: int) -> tuple[tuple[Hex, Mask], ...]:
    strong = area(s, seat, MAJOR)
    weak = area(s, seat, MINOR) & ~strong
    if not weak:
        return ()
    ports = 0
    for school in schools(s, seat):
        ports |= chain_of(s, school, MINOR).net.minor & _fed(s, school)
    found = {port: here for port in hexes(ports) if (here := _through(s, seat, ports & ~(1 << port)) & weak)}
    left = weak & ~union(found.values())
    for port in hexes(ports) if left else ():
        if here := left & ~_through(s, seat, 1 << port):
            found[port] = found.get(port, 0) | here
            left &= ~here
    if left and ports:
        first = lowest(ports)
        found[first] = found.get(first, 0) | left
    return tuple(sorted(found.items()))


def _fed(s: WarState, school: School) -> Mask:
    """The heads that work for units that draw on the same centers."""
    found = chain_of(s, school, MINOR)
    return found.major | found.minor


def _through(s: WarState, seat: int, barred: Mask) -> Mask:
    """The hexes that are in supply without some minor ports."""
    found = 0
    for school in schools(s, seat):
        found |= chain_of(s, school, MINOR, barred).reach
    return found


@case("14.48")
def communications(s: WarState, unit: int) -> bool:
    """Whether a unit has a line of communications: a way over land of any length to a center of its own (14.48).

    Overseas a port that works stands for the center (R152). Whoever is in supply has one; its own hex is exempt from what
    blocks lines, as in supply.
    """
    here, school = s.position.at[unit], school_of(s, unit)
    near = s.scenario.board.land_sides(frozen=s.frozen).beyond(here) | 1 << here
    return bool(chain_of(s, school).reach >> here & 1 or near & connected(s, school))


@case("14.48")
def connected(s: WarState, school: School) -> Mask:
    """The hexes from where a way of any length, blocked as supply is, leads to a center, a port that works or into supply."""
    free = chains.open_hexes(s, school.seat)
    found = chain_of(s, school)
    ports = (found.major | found.minor) & (found.net.major | found.net.minor) | found.piers
    ends = (found.sources | ports | found.reach) & free
    sides = s.scenario.board.land_sides(frozen=s.frozen)
    return s.known(
        ("communications", school.seat, school.units),
        (ends, free, s.frozen),
        lambda: flood(s.scenario.board.grid, ends, free, sides),
    )


# --- mobile supply units --------------------------------------------------------------------------------------------


@case("14.42b")
class ScuttleUnit(OrderRule[orders.Scuttle, WarState]):
    """A side may destroy its own mobile supply units as its turn begins."""

    order = orders.Scuttle

    def gate(self, s: WarState) -> Refusal | None:
        """No later than before its first move: in the reinforcement phase not every side is asked anything (R182)."""
        if not s.within(InitialMovement) or not s.position.travelled & s.on_map(s.phasing):
            return None
        return Refusal("14.42b", "it is done as the player turn begins, and units have moved already")

    def unit(self, s: WarState) -> Narrowing:
        """Its mobile supply units on the map."""
        return s.choose_unit(s.phasing, "14.42b").only(
            s.scenario.suppliers, "14.42b", "only mobile supply units may be destroyed by their owner"
        )

    def apply(self, s: WarState, order: orders.Scuttle) -> None:
        """It is gone, and feeds nobody in this phase."""
        s.eliminate(order.unit, "14.42b", "is destroyed by its own side")
        judge(s)


@case("10.21a", "14.42b")
def capture(s: WarState, hex: Hex, captors: Mask) -> None:
    """For a mobile supply unit that has been overrun comes one of the other side, of an overrunner's nation if it can.

    A counter must be left in the tray or among the eliminated, and the hex hold it besides those who have come there; else
    the unit is only lost (R153). It moves no more in the phase.
    """
    p, scenario = s.position, s.scenario
    seat = scenario.side_of[lowest(captors)]
    spare = (s.lying(seat, SPARE) | s.lying(seat, DEAD)) & scenario.suppliers
    nations = {scenario.units[captor].nation for captor in hexes(captors)}
    taken = min(hexes(spare), key=lambda other: scenario.units[other].nation not in nations, default=None)
    if taken is not None and s.holds(hex, seat, taken):
        p.steps[taken] = scenario.units[taken].steps
        p.moved |= 1 << taken
        p.spent[taken] = scenario.units[taken].full.movement
        s.put(taken, hex)
        s.tell("capture", "14.42b", "{unit:unit} has it now, in {hex:hex}", unit=taken, hex=hex)


def posts(s: WarState, seat: int) -> Mask:
    """The hexes of a side's mobile supply units."""
    return s.where(s.scenario.suppliers & s.on_map(seat))
