"""Three battlegroups of a kind become one whole unit (16)."""

from __future__ import annotations

from collections.abc import Iterator

from phaseline.engine.ledger import case
from phaseline.engine.legal import OrderRule
from phaseline.engine.narrowing import Narrowing
from phaseline.engine.refusal import Refusal
from phaseline.games.war_in_europe import orders
from phaseline.games.war_in_europe.position import OUT, Reinforcement
from phaseline.games.war_in_europe.rules import reinforcement, replacement
from phaseline.games.war_in_europe.scenario import COUNTED
from phaseline.games.war_in_europe.state import FORMED, WarState
from phaseline.hexgrid import Mask, hexes, mask_of, union

NEEDED = 3
"""So many battlegroups make a unit."""
MERGED = "merged "
"""Flags of units that were given up to make another whole: as far as scenarios count they are reduced still (R106)."""


@case("16.11", "16.14", "16.22")
def alike(s: WarState, unit: int) -> tuple[object, ...]:
    """What must be the same of battlegroups that combine: nationality, what they say, type (R166).

    Battlegroups of security divisions are infantry (16.22).
    """
    counter = s.scenario.units[unit]
    category = "infantry" if counter.category == "security" else counter.category
    return counter.nation, counter.reduced, category, counter.kind.ss


@case("16.0", "16.13", "16.14", "16.23")
def battlegroups(s: WarState, seat: int) -> Mask:
    """The battlegroups of a side that stood in their hexes as its turn began, supplied or not; none on trains."""
    p, scenario = s.position, s.scenario
    frame = s.frame(Reinforcement)
    found = s.on_map(seat) & scenario.reducible & ~(p.entrained | frame.placed | p.rebuilt)
    return mask_of(unit for unit in hexes(found) if p.steps[unit] < scenario.units[unit].steps)


@case("16.0", "16.11")
def groups(s: WarState, seat: int) -> Iterator[Mask]:
    """The sets of three or more battlegroups of a kind in a hex."""
    there = s.standing.at_least(seat, NEEDED, COUNTED)
    some = battlegroups(s, seat) & s.units_in(there, seat) if there else 0
    while some.bit_count() >= NEEDED:
        first = (some & -some).bit_length() - 1
        stack = some & s.standing.by_hex[seat][s.position.at[first]]
        same = mask_of(unit for unit in hexes(stack) if alike(s, unit) == alike(s, first))
        some &= ~same
        if same.bit_count() >= NEEDED:
            yield same


def asked(s: WarState) -> list[int]:
    """The phasing player, if battlegroups can combine, or points can go to another front."""
    frame = s.frame(Reinforcement)
    reads = replacement.reads(s), frame.placed, frame.received, s.position.entrained
    return [frame.seat] if s.known(("combining", frame.seat), reads, lambda: _some(s, frame.seat)) else []


def _some(s: WarState, seat: int) -> bool:
    """Whether there is anything for a side to do at the end of its reinforcement phase."""
    return bool(next(groups(s, seat), 0) or replacement.AllotPoints().pool(s))


@case("16.11", "16.14")
def _apart(s: WarState, unit: int) -> Refusal:
    """Why a battlegroup does not combine with those of its hex: they are too few, of another kind, or of another nation."""
    _, *kind = alike(s, unit)
    there = battlegroups(s, s.phasing) & s.standing.by_hex[s.phasing][s.position.at[unit]]
    if sum(list(alike(s, other)[1:]) == kind for other in hexes(there)) >= NEEDED:
        return Refusal("16.14", "battlegroups combine with those of their own nationality only")
    return Refusal("16.11", "it takes three battlegroups of one kind and nation in a hex")


@case("16.0", "16.12", "16.13", "16.21", "16.22")
class CombineUnits(OrderRule[orders.Combine, WarState]):
    """The battlegroup that is named is at full strength, two others of its kind in its hex are gone."""

    order = orders.Combine

    def unit(self, s: WarState) -> Narrowing:
        """Battlegroups with two others of their kind in the hex."""
        seat, p = s.phasing, s.position
        return (
            s.choose_unit(seat, "16.0")
            .without(p.entrained, "16.23", "it is entrained")
            .without(s.frame(Reinforcement).placed, "16.0", "it was not there as the player turn began")
            .only(s.scenario.reducible, "16.14", "units of its kind form no battlegroups")
            .only(battlegroups(s, seat), "16.11", "it is no battlegroup")
            .only(union(groups(s, seat)), "16.11", lambda unit: _apart(s, unit))
        )

    def apply(self, s: WarState, order: orders.Combine) -> None:
        """Turn it over, and take two others away, those that were the weakest divisions."""
        p, scenario, unit = s.position, s.scenario, order.unit
        group = next(group for group in groups(s, s.phasing) if group >> unit & 1)
        others = sorted(
            hexes(group & ~(1 << unit)), key=lambda other: (scenario.units[other].full.strength, other)
        )
        for other in others[: NEEDED - 1]:
            reinforcement.leave(s, other, OUT)
            p.flags[MERGED + scenario.ids[other]] = p.turn
        p.steps[unit] = scenario.units[unit].steps
        p.rebuilt |= 1 << unit
        p.flags[FORMED + scenario.ids[unit]] = p.turn
        gone = tuple(others[: NEEDED - 1])
        s.tell("rebuilt", "16.0", "{unit:unit} is formed of three battlegroups", unit=unit, gone=gone)
        if scenario.units[unit].category == "security" and unit in scenario.twins:
            replacement.exchange(s, unit, "16.22")
