"""The Supply Phase: linkup, interdiction of the enemy's supply by sea, attrition (4.46, 10.0, 15.31, 15.52, 15.73).

Wired into the sequence, in this order: `begin_supply`, the BeachHead decision (`beachheads.placers`, `PlaceOne`,
`EndPlacing`), `interdict_supply`, `settle`, the decision of `choosers` with `KeepOne` and `ShortOne`, `attrition`.
Asked by other chapters: `with_line`, `lacking`.
"""

from __future__ import annotations

import itertools
from typing import Final, NamedTuple

from phaseline.engine.ledger import case
from phaseline.engine.legal import OrderRule
from phaseline.engine.narrowing import Narrowing, choose
from phaseline.engine.refusal import Refusal
from phaseline.games.westfront.orders.sea import GoShort, KeepSupplied
from phaseline.games.westfront.position import ALLIED, SupplyPhase
from phaseline.games.westfront.rules import airborne, beachheads, ground, lines, seas, sources
from phaseline.games.westfront.state import WestFrontState
from phaseline.hexgrid import Hex, Mask, hexes, mask_of

CADRE: Final = {"static": 0, "hq": 0, "shq": 0, "thq": 0}
"""Cadre strength of types that have a step below 1 (11.42)."""


# -- the beginning ----------------------------------------------------------------------------------------------------


@case("4.46", "8.1", "14.6a", "14.6b", "15.42c", "15.44a")
def begin_supply(s: WestFrontState) -> None:
    """Invaders recover, control is fixed with them, paras link up or are lost, control is fixed again (R117)."""
    seat = s.frame(SupplyPhase).seat
    airborne.recover_invaders(s, seat)
    s.fix_control()
    if s.position.dropped & s.on_map(seat):
        airborne.link_up(s, seat)
        s.fix_control()
    beachheads.overrun(s)
    beachheads.forget_landings(s)


# -- who has a line ---------------------------------------------------------------------------------------------------


@case(
    "10.1",
    "10.3",
    "10.6",
    "8.4e",
    "1.39b",
    "15.31a",
    "15.52a",
    "side.10a",
    "side.10c",
    "side.15b",
    "side.15e",
)
def with_line(s: WestFrontState, seat: int, ports: Mask = 0, landings: Mask = 0) -> Mask:
    """The units of a side with a Supply Line to Rail/Sea Supply or to a BeachHead (10.1, 10.3).

    `ports` and `landings` are ports and hexes with BeachHeads whose supply has come through seas of the enemy's. A
    besieged port that only a Sea Lane reaches does not count here: it keeps one unit in supply (15.31), unless the
    option takes the rulebook's example for the rule (R89).
    """
    reach = without_beachheads(s, seat, ports)
    fed = (beachheads_over_own_seas(s, seat) | landings) if seat == ALLIED else 0
    if fed:
        near = fed & s.friendly(seat)
        reach |= fed | (sources.traced(s, seat, near) if near else 0)
    return s.units_in(reach, seat)


@case("10.3", "15.31a", "15.31b", "side.15b")
def without_beachheads(s: WestFrontState, seat: int, ports: Mask = 0) -> Mask:
    """The hexes with a Supply Line to Rail/Sea Supply itself; a besieged port gives one by option only (R89).

    A besieged fortress never does: it has Fortress Supply instead (15.31).
    """
    net = lines.net(s, seat, ports)
    reach = sources.traced(s, seat, net.joined)
    besieged = net.besieged & ~s.board.fortresses
    if besieged and seas.has_supremacy(seat) and s.scenario.options.siege_port == "example":
        reach |= sources.traced(s, seat, besieged)
    return reach


@case("15.52a", "15.52b", "15.54", "1.37b")
def beachheads_over_own_seas(s: WestFrontState, seat: int) -> Mask:
    """The hexes with working BeachHeads that reach a supplied port over friendly seas alone (15.52)."""
    found = 0
    for hex in hexes(beachheads.working(s)):
        lane = beachhead_lane(s, seat, hex)
        if lane is not None and lane.dice == 0:
            found |= 1 << hex
    return found


@case("15.52b", "15.54", "1.37b", "1.39c")
def beachhead_lane(s: WestFrontState, seat: int, hex: Hex) -> seas.Lane | None:
    """The safest lane from a BeachHead to a friendly port in supply, through no shoals and no closed strait (15.52)."""
    if seas.shut(s, seat, hex):
        return None
    start = s.board.waters.beach_seas.get(hex, 0) & ~seas.stormy(s)
    deep_ports = _open_ports(s, seat) & s.board.waters.all_beaches
    return _safest(s, seat, start, deep_ports)


def _open_ports(s: WestFrontState, seat: int) -> Mask:
    """The ports in Rail/Sea Supply from which lanes run: none of them besieged (15.31)."""
    return lines.net(s, seat).joined & seas.ports(s, seat) & ~s.battles


def _safest(s: WestFrontState, seat: int, start: int, harbours: Mask) -> seas.Lane | None:
    found = seas.lanes(s, seat, start, seas.seas_of_ports(s, harbours), len(s.board.waters.names))
    return found[-1] if found else None


@case("10.1", "16.32b", "2.26e")
def lacking(s: WestFrontState, seat: int) -> Mask:
    """The units of a side on the map without a Supply Line at this stage of the enemy's Supply Phase."""
    phase = s.frame(SupplyPhase)
    key = ("with a line", seat, phase.ports, phase.beachheads)
    supplied = s.as_it_stands(key, lambda: with_line(s, seat, phase.ports, phase.beachheads))
    return s.on_map(seat) & ~supplied & ~phase.kept


# -- interdiction -----------------------------------------------------------------------------------------------------


class Lifeline(NamedTuple):
    """A port or BeachHead that needs a lane through enemy seas, with the dice that are rolled against it."""

    dice: int
    hex: Hex
    beachhead: bool


@case("15.73a", "15.7", "10.7", "15.3", "15.52b", "15.31b")
def lifelines(s: WestFrontState, seat: int, units: Mask) -> list[Lifeline]:
    """The ports and BeachHeads that could serve any of these units over enemy seas, by their safest ways (15.73, R90).

    Each of several BeachHeads in a hex is one of them.
    """
    found: list[Lifeline] = []
    if not units:
        return found
    net = lines.net(s, seat)
    harbours = _open_ports(s, seat)
    beyond = seas.ports(s, seat) & ~net.joined & ~net.besieged
    for hex in hexes(beyond & ~(s.board.fortresses & s.battles)):
        if not units & _served(s, seat, hex, beachhead=False):
            continue
        lane = _safest(s, seat, seas.seas_of_port(s, hex), harbours)
        if lane is not None and lane.dice:
            found.append(Lifeline(lane.dice, hex, beachhead=False))
    if seat == ALLIED:
        places = list(s.position.beachhead_at.values())
        for hex in hexes(beachheads.working(s)):
            lane = beachhead_lane(s, seat, hex)
            if lane is not None and lane.dice:
                found += [Lifeline(lane.dice, hex, beachhead=True)] * places.count(hex)
    return sorted(found)


@case("tbl.15.supply", "15.73b")
def cut_by(*, beachhead: bool, supremacy: bool) -> int:
    """The highest die that cancels supply: of a BeachHead 3, of a port 4, without Naval Supremacy 1 and 2 (15.73).

    >>> cut_by(beachhead=False, supremacy=True), cut_by(beachhead=True, supremacy=False)
    (4, 1)
    """
    if beachhead:
        return 3 if supremacy else 1
    return 4 if supremacy else 2


@case("15.73a", "15.73b", "10.7", "husky.jul1", "ex.15g")
def interdict_supply(s: WestFrontState) -> None:
    """Roll for each enemy port and BeachHead that units depend on; one repulse number cancels its supply (15.73).

    Those with the fewest dice come first. None is rolled for when every unit it could serve is in supply already.
    """
    phase = s.frame(SupplyPhase)
    active, seat = phase.seat, 1 - phase.seat
    for line in lifelines(s, seat, lacking(s, seat)):
        if not lacking(s, seat) & _served(s, seat, line.hex, beachhead=line.beachhead):
            continue
        purpose = f"interdiction of supply for {s.board.map.label(line.hex)}"
        dice = s.rolls(purpose, "15.73a", line.dice, by=active)
        most = cut_by(beachhead=line.beachhead, supremacy=seas.has_supremacy(active))
        if min(dice) <= most:
            s.tell("supply", "15.73b", "supply by sea to {hex:hex} is cut", hex=line.hex)
        elif line.beachhead:
            phase = s.update(phase, beachheads=phase.beachheads | 1 << line.hex)
        else:
            phase = s.update(phase, ports=phase.ports | 1 << line.hex)
        s.changed()


@case("15.73a", "15.31a", "15.52a")
def _served(s: WestFrontState, seat: int, hex: Hex, *, beachhead: bool) -> Mask:
    """The units that a port or BeachHead could serve if its lane came through."""
    here = 1 << hex
    if beachhead and not s.friendly(seat) & here:
        return s.units_in(here, seat)
    line = here if beachhead or s.battles & here else lines.open_line(s, seat, here)
    return s.units_in(sources.traced(s, seat, line), seat)


# -- owners' choices --------------------------------------------------------------------------------------------------


@case("1.46c", "10.5a", "15.31b", "15.31a", "6.22b")
def open_questions(s: WestFrontState) -> dict[Hex, Mask]:
    """Hexes of the side under examination for which its owner has still to choose: hex -> the units to choose from.

    Fortresses come first: the largest unit is kept in supply. Then besieged ports, which keep one unit (15.31); units
    defending a fortress have Fortress Supply instead.
    """
    if not lacking(s, 1 - s.frame(SupplyPhase).seat):
        return {}
    found = fortress_questions(s)
    for hex, units in siege_questions(s).items():
        found.setdefault(hex, units)
    return found


@case("10.5a", "1.46c", "15.31b")
def fortress_questions(s: WestFrontState) -> dict[Hex, Mask]:
    """The largest units without a line in each fortress that their side defends (10.5)."""
    phase = s.frame(SupplyPhase)
    seat = 1 - phase.seat
    found = {}
    short, stacks = lacking(s, seat), s.standing.by_hex[seat]
    for hex in hexes(s.board.fortresses & s.occupied(seat) & ~phase.asked):
        if not stacks[hex] & short:
            continue
        if s.battles >> hex & 1 and not s.position.defends[seat] >> hex & 1:
            continue
        units = s.units_at(hex, seat)
        largest = max(s.position.cv[unit] for unit in units)
        best = mask_of(unit for unit in units if s.position.cv[unit] == largest)
        if best & short == best:
            found[hex] = best
    return found


@case("15.31a", "15.31b", "side.15b", "husky.aug2")
def siege_questions(s: WestFrontState) -> dict[Hex, Mask]:
    """The units without a line that each besieged port could keep: in it or within a Supply Line of it (15.31, R89)."""
    phase = s.frame(SupplyPhase)
    seat = 1 - phase.seat
    net = lines.net(s, seat, phase.ports)
    found = {}
    for hex in hexes(net.besieged & ~s.board.fortresses & ~phase.asked):
        units = lacking(s, seat) & s.units_in(sources.traced(s, seat, 1 << hex), seat)
        if units:
            found[hex] = units
    return found


@case("6.22b")
def overfull(s: WestFrontState) -> dict[Hex, Mask]:
    """The hexes that a repulse has overstacked and that still are: hex -> their units not yet chosen to go short (R45)."""
    phase = s.frame(SupplyPhase)
    seat = 1 - phase.seat
    if not s.position.overstacked:
        return {}
    crowded = s.where(s.position.overstacked & s.on_map(seat))
    found = {}
    for hex in hexes(crowded):
        units = s.units_at(hex, seat)
        chosen = sum(1 for unit in units if phase.short >> unit & 1)
        if len(units) - s.board.stacking_limit(hex) > chosen:
            found[hex] = mask_of(units) & ~phase.short
    return found


@case("10.5a", "15.31a", "6.22b")
def settle(s: WestFrontState) -> None:
    """Answer the questions that leave no choice; the owner answers the others.

    A fortress with several units is asked about even if one of them is the largest: that is its owner's secret.
    """
    while True:
        sole = next(
            ((hex, units) for hex, units in open_questions(s).items() if _settled(s, hex, units)), None
        )
        if sole is None:
            return
        keep(s, sole[0], sole[1].bit_length() - 1)


def _settled(s: WestFrontState, hex: Hex, units: Mask) -> bool:
    seat = 1 - s.frame(SupplyPhase).seat
    in_play = mask_of(s.units_at(hex, seat)) if s.board.fortresses >> hex & 1 else units
    return in_play.bit_count() == 1


def keep(s: WestFrontState, hex: Hex, unit: int) -> None:
    """A fortress or besieged port keeps this unit in supply."""
    phase = s.frame(SupplyPhase)
    s.update(phase, asked=phase.asked | 1 << hex, kept=phase.kept | 1 << unit)
    s.changed()


def choosers(s: WestFrontState) -> list[int]:
    """The owner of the units under examination decides while there is something to choose."""
    return [1 - s.frame(SupplyPhase).seat] if open_questions(s) or overfull(s) else []


@case("10.5a", "15.31a")
class KeepOne(OrderRule[KeepSupplied, WestFrontState]):
    """The owner chooses among equals which unit a fortress, or which unit a besieged port, keeps in supply."""

    order = KeepSupplied

    def gate(self, s: WestFrontState) -> Refusal | None:
        """There must be a question of this kind."""
        return None if open_questions(s) else Refusal("10.5a", "no fortress or port has a choice of units")

    def hex(self, s: WestFrontState) -> Narrowing:
        """Fortresses and besieged ports."""
        return choose(s.board.land, "1.1b", "there is no such land hex").only(
            mask_of(open_questions(s)), "10.5a", "there is no unit to choose there"
        )

    def unit(self, s: WestFrontState, hex: int) -> Narrowing:
        """The units that could be kept."""
        fortress = s.board.fortresses >> hex & 1
        return s.choose_unit(s.acting, "10.5a").only(
            open_questions(s)[hex],
            "10.5a" if fortress else "15.31a",
            "it is not the largest unit defending there" if fortress else "it does not depend on that port",
        )

    def apply(self, s: WestFrontState, order: KeepSupplied) -> None:
        """Keep it, and answer what is no choice any more."""
        keep(s, order.hex, order.unit)
        settle(s)


@case("6.22b")
class ShortOne(OrderRule[GoShort, WestFrontState]):
    """The owner chooses which unit of an overstacked hex goes without supply (6.22b)."""

    order = GoShort

    def gate(self, s: WestFrontState) -> Refusal | None:
        """There must be an overstacked hex."""
        return None if overfull(s) else Refusal("6.22b", "no hex is overstacked after a repulse")

    def hex(self, s: WestFrontState) -> Narrowing:
        """Overstacked hexes."""
        return choose(s.board.land, "1.1b", "there is no such land hex").only(
            mask_of(overfull(s)), "6.22b", "that hex is not overstacked"
        )

    def unit(self, s: WestFrontState, hex: int) -> Narrowing:
        """Its units."""
        return s.choose_unit(s.acting, "6.22b").only(overfull(s)[hex], "6.22b", "it is not in that hex")

    def apply(self, s: WestFrontState, order: GoShort) -> None:
        """Note it."""
        phase = s.frame(SupplyPhase)
        s.update(phase, short=phase.short | 1 << order.unit)


# -- attrition --------------------------------------------------------------------------------------------------------


@case(
    "4.46", "10.1", "10.2", "10.4", "10.5a", "15.31a", "2.26e", "6.22b", "16.32b", "side.10a", "side.10d", "15.73b",
    "husky.jul1",
)  # fmt: skip
def attrition(s: WestFrontState) -> None:
    """Every enemy unit without supply loses a step and is Unsupplied until the next check; the others are Supplied."""
    phase, position = s.frame(SupplyPhase), s.position
    seat = 1 - phase.seat
    short = lacking(s, seat) | phase.short | starving(s)
    if short | phase.kept:
        s.irrevocable = True  # Whether an upright block survives is its owner's secret until now.
    spared = immune(s, short)
    position.unsupplied = position.unsupplied & ~s.scenario.side_units[seat] | short
    position.overstacked &= ~s.scenario.side_units[seat]
    s.changed()
    where = position.at.__getitem__
    # By hex, and there all go short before one is lost (R217): in roster order a block that is lost, and named, would tell
    # of which types others may be.
    for _, there in itertools.groupby(sorted(hexes(short), key=where), where):
        starved = list(there)
        for unit in starved:
            s.tell_of(unit, "supply", "10.4", "{unit:unit} is out of supply", "a unit is out of supply")
        for unit in starved:
            if not spared >> unit & 1:
                s.lose_step(unit, "10.4")
    beachheads.overrun(s)


@case("15.31a", "husky.aug2")
def starving(s: WestFrontState) -> Mask:
    """The units that a besieged port keeps only at cadre strength, as its owner lacks Naval Supremacy (15.31, R89)."""
    phase = s.frame(SupplyPhase)
    seat = 1 - phase.seat
    if seas.has_supremacy(seat) or not phase.kept:
        return 0
    in_fortress = s.units_in(s.board.fortresses, seat)
    return mask_of(
        unit
        for unit in hexes(phase.kept & ~in_fortress)
        if s.position.cv[unit] > CADRE.get(s.unit(unit).kind, 1)
    )


@case("16.32b", "2.26e")
def immune(s: WestFrontState, units: Mask) -> Mask:
    """Who of these units loses no step for want of supply: Tito in and next to his country, and a fort at 1 (16.32, 2.26)."""
    return mask_of(
        unit
        for unit in hexes(units)
        if ground.in_tito_country(s, unit) or (s.scenario.forts >> unit & 1 and s.position.cv[unit] <= 1)
    )
