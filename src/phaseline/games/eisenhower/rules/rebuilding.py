"""Chapter 12.3 and 12.4: rebuilding."""

from __future__ import annotations

from phaseline.engine.ledger import case
from phaseline.engine.legal import OrderRule
from phaseline.engine.narrowing import Narrowing
from phaseline.engine.refusal import Refusal
from phaseline.games.eisenhower import orders
from phaseline.games.eisenhower.position import ALLIED, BOX, ELIMINATED, GERMAN, NEVER_DUE
from phaseline.games.eisenhower.rules import supply
from phaseline.games.eisenhower.state import EisenhowerState
from phaseline.hexgrid import Mask, hexes, mask_of

FLIPS = 2
SS_FROM = 7


def reduced(s: EisenhowerState, units: Mask, seat: int = ALLIED) -> Mask:
    """Those of a side's units on the map that have lost a step and still have one."""
    p, roster = s.position, s.scenario.units
    on_map = units & s.on_map(seat)
    return sum(1 << unit for unit in hexes(on_map) if p.steps[unit] < roster[unit].steps)


@case("12.3.1a", "12.3.2a")
def restorable(s: EisenhowerState, units: Mask) -> Mask:
    """Reduced units in supply and outside enemy zones of control (12.3)."""
    zone, at = s.zone(GERMAN), s.position.at
    return sum(
        1 << unit
        for unit in hexes(reduced(s, units))
        if not zone >> at[unit] & 1 and supply.supplied(s, unit)
    )


@case("12.3.1a", "12.3.2a")
def unfit(s: EisenhowerState, unit: int) -> str:
    """Why a unit may not be restored where it is (12.3)."""
    place = s.position.at[unit]
    if place < 0:
        return "it is not on the map"
    if s.position.steps[unit] == s.scenario.units[unit].steps:
        return "it is not reduced"
    if s.zone(GERMAN) >> place & 1:
        return "it is in an enemy zone of control"
    return "it is out of supply"


@case("12.3.1c")
def rebuildable(s: EisenhowerState) -> Mask:
    """American units that may be rebuilt: not the French (12.3.1)."""
    american = s.scenario.american | (
        s.scenario.paratroops
        & sum(1 << n for n, g in s.scenario.national.items() if g == s.scenario.american)
    )
    return american & ~s.scenario.french


@case("12.3.2b")
def british_airborne(s: EisenhowerState) -> Mask:
    """The British airborne corps in both its forms, which is never restored (12.3.2)."""
    scenario = s.scenario
    static = mask_of(unit for unit, group in scenario.national.items() if group == scenario.british)
    return scenario.ground_airborne & scenario.british | static & scenario.paratroops


NEVER_RESTORED = ("12.3.2b", "the airborne corps cannot be restored")
NEVER_REBUILT = ("12.4.2", "eliminated Commonwealth units are never rebuilt")


@case("5.4.1", "12.3", "12.3.1a", "12.3.1b", "12.3.1c", "12.3.2b", "12.4", "12.4.1", "12.4.2")
class AlliedRebuild(OrderRule[orders.Rebuild, EisenhowerState]):
    """Rebuild two reduced US units, or one eliminated one (12.3.1, 12.4.1)."""

    order = orders.Rebuild

    def unit(self, s: EisenhowerState) -> Narrowing:
        """US units that may be rebuilt now."""
        p, scenario = s.position, s.scenario
        dead = s.lying(ALLIED, ELIMINATED)
        weak = reduced(s, scenario.side_units[ALLIED])
        found = (
            s.choose_own(ALLIED, "12.3")
            .without(scenario.french, "12.3.1c", "the French corps are never rebuilt")
            .without(dead & ~rebuildable(s), *NEVER_REBUILT)
            .without(weak & british_airborne(s), *NEVER_RESTORED)
            .without(weak & ~rebuildable(s), "12.3.2a", "Commonwealth units are restored two for one (merge)")
            .only(dead | weak, "12.3", "it is neither reduced on the map nor eliminated")
        )
        if p.rebuilt:
            found = found.without(dead, "12.4.1", "one eliminated unit has been rebuilt this turn").without(
                weak, "12.3.1b", "an eliminated unit has been rebuilt this turn"
            )
        if p.flipped:
            found = found.without(dead, "12.3.1b", "a reduced unit has been rebuilt this turn")
        if p.flipped >= FLIPS:
            found = found.without(weak, "12.3.1a", "two reduced units have been rebuilt this turn")
        return found.without(weak & ~restorable(s, weak), "12.3.1a", lambda unit: unfit(s, unit))

    def apply(self, s: EisenhowerState, order: orders.Rebuild) -> None:
        """Flip it, or bring it back into the box."""
        p, unit = s.position, order.unit
        p.steps[unit] = s.scenario.units[unit].steps
        number = "12.4.1" if p.at[unit] == ELIMINATED else "12.3.1a"
        if p.at[unit] == ELIMINATED:
            p.rebuilt = True
            _to_box(s, unit)
        else:
            p.flipped += 1
            twin = s.scenario.other_form[unit]
            if twin >= 0:
                p.steps[twin] = p.steps[unit]
        s.tell("rebuilt", number, "{unit:unit} is rebuilt", unit=unit)


def _to_box(s: EisenhowerState, unit: int) -> None:
    """Back into the box: an airborne corps in either form."""
    p = s.position
    s.put(unit, BOX)
    twin = s.scenario.other_form[unit]
    if twin >= 0:
        s.put(twin, BOX)
        p.steps[twin] = p.steps[unit]


@case("12.3.2a", "12.3.2b", "12.4.2", "5.4.1")
class MergeUnits(OrderRule[orders.Merge, EisenhowerState]):
    """Two reduced Commonwealth units: one is eliminated, the other goes to the box at full strength (12.3.2)."""

    order = orders.Merge

    def gate(self, s: EisenhowerState) -> Refusal | None:
        """Once a turn."""
        return Refusal("12.3.2a", "two units are the most in a turn") if s.position.merged else None

    def unit(self, s: EisenhowerState) -> Narrowing:
        """The unit to restore: no airborne corps (12.3.2)."""
        british = s.scenario.british
        fit = restorable(s, british)
        several = fit if fit.bit_count() > 1 else 0
        return (
            s.choose_own(ALLIED, "12.3.2a")
            .without(british_airborne(s), *NEVER_RESTORED)
            .only(british, "12.3.2a", "it is no Commonwealth unit")
            .without(s.lying(ALLIED, ELIMINATED), *NEVER_REBUILT)
            .only(fit, "12.3.2a", lambda unit: unfit(s, unit))
            .only(several, "12.3.2a", "it takes two such units")
        )

    def spent(self, s: EisenhowerState, unit: int) -> Narrowing:
        """The unit given up for it; it may be the airborne corps (R160)."""
        return (
            s.choose_own(ALLIED, "12.3.2a")
            .without(
                british_airborne(s) & s.scenario.paratroops,
                "12.3.2a",
                "an airborne corps is given up in its mobile form only",
            )
            .only(s.scenario.british, "12.3.2a", "it is no Commonwealth unit")
            .only(restorable(s, s.scenario.british), "12.3.2a", lambda other: unfit(s, other))
            .without(1 << unit, "12.3.2a", "it takes two units")
        )

    def apply(self, s: EisenhowerState, order: orders.Merge) -> None:
        """Carry it out."""
        p = s.position
        s.eliminate(order.spent, "12.3.2a", "is broken up", "merged")
        s.put(order.unit, BOX)
        p.steps[order.unit] = s.scenario.units[order.unit].steps
        p.merged = True
        s.tell("rebuilt", "12.3.2a", "{unit:unit} is restored and goes to the box", unit=order.unit)


@case("12.3.3", "12.4.3a", "12.4.3b", "12.2.4b")
class GermanRebuild(OrderRule[orders.Rebuild, EisenhowerState]):
    """One eliminated mobile unit a turn comes back, two-step units reduced (12.4.3)."""

    order = orders.Rebuild

    def unit(self, s: EisenhowerState) -> Narrowing:
        """Eliminated mobile units."""
        scenario, p = s.scenario, s.position
        found = (
            s.choose_own(GERMAN, "12.4.3a")
            .without(
                reduced(s, scenario.side_units[GERMAN], GERMAN),
                "12.3.3",
                "the Germans do not rebuild reduced units",
            )
            .only(s.lying(GERMAN, ELIMINATED), "12.4.3a", "it is not eliminated")
            .without(scenario.static, "12.4.3a", "static units are never rebuilt")
        )
        if p.turn < SS_FROM:
            withdrawn = scenario.ss if p.turn == SS_FROM - 1 else 0
            found = found.without(withdrawn, "12.2.4b", "it may be rebuilt from Turn 7 on")
        return found.require(not p.rebuilt, "12.4.3a", "one unit has been rebuilt this turn")

    def apply(self, s: EisenhowerState, order: orders.Rebuild) -> None:
        """Into the box with one step; the place its counter names was for its first arrival."""
        p = s.position
        s.put(order.unit, BOX)
        p.due[order.unit] = NEVER_DUE
        p.steps[order.unit] = 1
        p.rebuilt = True
        s.tell("rebuilt", "12.4.3a", "{unit:unit} is rebuilt", unit=order.unit)
