"""Retreats, a hex far (12.6), and new battlegroups that go back of their own will (11.32)."""

from __future__ import annotations

from phaseline.engine.ledger import case
from phaseline.engine.legal import OrderRule
from phaseline.engine.narrowing import Narrowing, choose
from phaseline.engine.refusal import Refusal
from phaseline.games.war_in_europe import orders
from phaseline.games.war_in_europe.position import Battle
from phaseline.games.war_in_europe.rules import chains, control, terrain
from phaseline.games.war_in_europe.state import WarState
from phaseline.hexgrid import Hex, Mask, hexes, mask_of, union

# -- where one may go -------------------------------------------------------------------------------------------------


@case("8.26b", "12.64", "12.66a", "5.26", "6.66", "tbl.5.8.prohibited")
def within_reach(s: WarState, unit: int) -> Mask:
    """The hexes next to a unit that it can go to at all: land without enemies, on its side of the water (12.66).

    Nor into a hex where somebody has just landed among enemies (8.26). A repair unit keeps to the Friendly railways (12.64).
    """
    p, scenario = s.position, s.scenario
    seat, here = scenario.side_of[unit], 1 << p.at[unit]
    if scenario.repairers >> unit & 1:
        return scenario.board.rails.cross(here) & p.rail[seat] & ~s.occupied(1 - seat)
    return union(
        way.over.cross(here) & union(way.prices.values())
        for way in terrain.ways(s, seat, scenario.ways_of[unit], zones=False)
        if way.over is not None
    )


@case("12.61", "12.62a", "12.65", "12.66a", "18.21", "tbl.zoc.1", "tbl.zoc.2")
def havens(s: WarState, unit: int, waiting: Mask = 0) -> Mask:
    """Where a unit may retreat to: vacant hexes out of enemy zones; if there are none, hexes with friends (12.62).

    Those to which others of the battle have gone back are open to it either way (R80). Friends that are `waiting` to
    retreat themselves give no shelter (R134). Fortified units and cadres go nowhere.
    """
    if (s.position.fortified | s.scenario.cadres) >> unit & 1:
        return 0
    found = vacant(s, unit)
    return found if found & ~_shared(s, unit) else found | sheltering(s, unit, waiting)


@case("12.62a", "8.26a")
def vacant(s: WarState, unit: int) -> Mask:
    """The vacant hexes next to a unit that are in no enemy zone of control. Who has just dropped holds no hex (R179).

    Those of the same battle who went to a vacant hex before it leave that vacant, up to the stacking limit (R80).
    """
    seat = s.scenario.side_of[unit]
    held = chains.holding(s, seat) & ~_shared(s, unit)
    return within_reach(s, unit) & ~held & ~s.zone(1 - seat)


def _shared(s: WarState, unit: int) -> Mask:
    """The hexes that hold nobody but units gone back to them in this battle, with room for one more (R80)."""
    seat = s.scenario.side_of[unit]
    withdrawn = s.frame(Battle).withdrawn & s.on_map(seat) if s.within(Battle) else 0
    found, stacks = s.where(withdrawn) if withdrawn else 0, s.standing.by_hex[seat]
    for hex in hexes(found):
        if stacks[hex] & ~(withdrawn | s.position.dropped) or not s.holds(hex, seat, unit):
            found ^= 1 << hex
    return found


def _friends(s: WarState, seat: int) -> Mask:
    """The hexes with units of a side, but for those of mere partisans in an enemy zone of control."""
    return chains.holding(s, seat) & (chains.guarding(s, seat) | ~s.zone(1 - seat))


@case("12.62a", "18.23", "tbl.zoc.1", "tbl.zoc.2")
def sheltering(s: WarState, unit: int, waiting: Mask = 0) -> Mask:
    """The hexes next to a unit with friends in them: enemy zones do not reach there as far as retreats go (12.62).

    Where only partisans are they do (page 16).
    """
    seat = s.scenario.side_of[unit]
    stacks = s.standing.by_hex[seat]
    found = within_reach(s, unit) & _friends(s, seat)
    for hex in hexes(found):
        if not stacks[hex] & ~waiting:
            found ^= 1 << hex
    return found


def _where(s: WarState, unit: int, waiting: Mask, right: str) -> Narrowing:
    """A choice among the hexes a unit may retreat to, with the reasons against others."""
    scenario = s.scenario
    seat = scenario.side_of[unit]
    near = within_reach(s, unit)
    if scenario.repairers >> unit & 1:
        barred = Refusal("12.64", "a repair unit goes back along Friendly railways only")
    else:
        barred = Refusal("12.66a", "it cannot cross to that hex, or not enter it")
    return (
        s.choose_hex("12.66a")
        .only(scenario.map.grid.adjacent_mask(s.position.at[unit]), right, "it goes back one hex")
        .without(s.occupied(1 - seat), "12.66a", "an enemy unit is there")
        .only(near, barred.case, barred.reason)
        .only(vacant(s, unit) | _friends(s, seat), "12.62a", "that hex is in an enemy zone of control")
        .only(
            vacant(s, unit) | sheltering(s, unit, waiting),
            "12.62a",
            "those who are there have to retreat themselves",
        )
        .only(
            havens(s, unit, waiting),
            "12.62a",
            "a vacant hex in no enemy zone of control is next to it: it goes there first",
        )
    )


# -- retreats ---------------------------------------------------------------------------------------------------------


@case("12.65", "12.66b", "18.21")
def lose_trapped(s: WarState) -> None:
    """Fortified units and cadres do not retreat; when nobody has a way left all who must go are gone (12.66, R80)."""
    fight, p = s.frame(Battle), s.position
    for unit in hexes(fight.fleeing & (p.fortified | s.scenario.cadres)):
        right = "18.21" if p.fortified >> unit & 1 else "12.65"
        s.eliminate(unit, right, "cannot retreat and is eliminated")
        fight = s.update(fight, fleeing=fight.fleeing & ~(1 << unit))
    if fight.fleeing and not any(havens(s, unit, fight.fleeing) for unit in hexes(fight.fleeing)):
        for unit in hexes(fight.fleeing):
            s.eliminate(unit, "12.66b", "cannot retreat and is eliminated")
        s.update(fight, fleeing=0)


@case("12.6c")
def leads(s: WarState) -> list[int]:
    """The owner of the units that have to retreat."""
    fight = s.frame(Battle)
    if not fight.fleeing:
        return []
    return [fight.attacker if fight.fleeing & fight.attackers else 1 - fight.attacker]


@case("12.6a", "12.6b", "12.6c", "12.61", "12.62a", "12.62b", "12.62c", "12.66a")
class RetreatUnit(OrderRule[orders.Retreat, WarState]):
    """The owner leads his units back, in whatever order, each a hex (12.6)."""

    order = orders.Retreat

    def unit(self, s: WarState) -> Narrowing:
        """Units that have to go and have a way at present."""
        fleeing = s.frame(Battle).fleeing
        free = mask_of(unit for unit in hexes(fleeing) if havens(s, unit, fleeing))
        return (
            choose(s.scenario.all_units, "12.6c", "there is no such unit")
            .only(fleeing, "12.6c", "it does not have to retreat")
            .only(free, "12.62a", "it has no way as long as the others have not gone")
        )

    def to(self, s: WarState, unit: int) -> Narrowing:
        """Vacant hexes out of enemy zones of control, else hexes with friends."""
        return _where(s, unit, s.frame(Battle).fleeing, "12.6a")

    def apply(self, s: WarState, order: orders.Retreat) -> None:
        """Go back; a hex may come to hold too many, for a time (12.62)."""
        p = s.position
        _go(s, order.unit, order.to)
        if s.crowded(s.scenario.side_of[order.unit]) >> order.to & 1:
            p.pressed |= 1 << order.to
        fight = s.frame(Battle)
        own = 1 << order.unit & fight.attackers
        s.update(fight, fleeing=fight.fleeing & ~(1 << order.unit), fled=fight.fled | own)
        lose_trapped(s)


@case("12.62c", "3.26")
def _go(s: WarState, unit: int, to: Hex) -> None:
    """A unit goes back a hex; with friends there it adds nothing to their defence in this player turn.

    Those who have come there out of the same battle are no such friends (R80).
    """
    p, seat, fight = s.position, s.scenario.side_of[unit], s.frame(Battle)
    shelter = s.occupied(seat) >> to & 1 and not vacant(s, unit) >> to & 1
    s.put(unit, to)
    control.enter(s, unit, 1 << to)
    p.sheltered &= ~(1 << unit)
    if not shelter:
        s.update(fight, withdrawn=fight.withdrawn | 1 << unit)
    elif seat != s.phasing:
        p.sheltered |= 1 << unit
    s.tell("retreat", "12.6c", "{unit:unit} retreats to {to:hex}", unit=unit, to=to)
    s.changed()


# -- battlegroups -----------------------------------------------------------------------------------------------------


@case("11.32", "12.63", "8.24d")
def groups_asked(s: WarState) -> list[int]:
    """Who has new battlegroups that could go back: the defender first, then the attacker; who has landed stays (8.24)."""
    attacker = s.frame(Battle).attacker
    return next(([seat] for seat in (1 - attacker, attacker) if groups_free(s, seat)), [])


@case("11.32", "12.63", "8.24d")
def groups_free(s: WarState, seat: int) -> Mask:
    """The new battlegroups of a side that could go back."""
    return mask_of(unit for unit in hexes(_new_groups(s, seat)) if _ways_back(s, unit))


def _new_groups(s: WarState, seat: int) -> Mask:
    return s.frame(Battle).groups & s.on_map(seat) & ~(s.position.ashore | s.position.dropped)


def _ways_back(s: WarState, unit: int) -> Narrowing:
    """Where a battlegroup may go back to: as in a retreat, but no hex is overfilled for it (12.62)."""
    return s.now(("ways back", unit), lambda: s.room(unit, _where(s, unit, 0, "11.32"))).copy()


@case("11.32", "12.63", "12.62b")
class PullBack(OrderRule[orders.Retreat, WarState]):
    """A new battlegroup goes back a hex, before anything else is fought (11.32)."""

    order = orders.Retreat

    def unit(self, s: WarState) -> Narrowing:
        """The new battlegroups of the one who decides."""
        return _groups(s)

    def to(self, s: WarState, unit: int) -> Narrowing:
        """As in a retreat."""
        return _ways_back(s, unit)

    def apply(self, s: WarState, order: orders.Retreat) -> None:
        """Go."""
        _go(s, order.unit, order.to)
        fight, bit = s.frame(Battle), 1 << order.unit
        s.update(fight, groups=fight.groups & ~bit, fled=fight.fled | bit & fight.attackers)


@case("11.32")
class StayThere(OrderRule[orders.Stay, WarState]):
    """A new battlegroup stays where it is."""

    order = orders.Stay

    def unit(self, s: WarState) -> Narrowing:
        """The new battlegroups of the one who decides."""
        return _groups(s)

    def apply(self, s: WarState, order: orders.Stay) -> None:
        """It stays."""
        fight = s.frame(Battle)
        s.update(fight, groups=fight.groups & ~(1 << order.unit))


def _groups(s: WarState) -> Narrowing:
    seat = groups_asked(s)[0]
    return (
        s.choose_unit(seat, "11.32")
        .only(_new_groups(s, seat), "11.32", "it has not just become a battlegroup")
        .only(groups_free(s, seat), "12.66a", "there is no hex that it could go back to")
    )
