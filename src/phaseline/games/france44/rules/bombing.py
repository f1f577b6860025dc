"""Chapter 9.2: the strategic bomber against German industry, its escort, and who meets it."""

from __future__ import annotations

from collections import Counter

from phaseline.engine.ledger import case
from phaseline.engine.legal import OrderRule
from phaseline.engine.narrowing import Narrowing
from phaseline.engine.refusal import Refusal
from phaseline.games.france44 import orders
from phaseline.games.france44.position import ALLIED, ESCORT, GERMAN
from phaseline.games.france44.rules import air
from phaseline.games.france44.state import FranceState
from phaseline.hexgrid import Mask, flood, hexes, mask_of

NO_BOMBER = "this scenario has no strategic bomber"


@case("9.2a", "9.23", "tbl.weather.mud.c", "tbl.weather.snow.c", "tbl.weather.blizzard.f")
def bomber_factor(s: FranceState) -> int:
    """What the bomber is worth in this weather: half but in clear weather, nothing in a blizzard (9.23, R19)."""
    effects, factor = s.effects, s.scenario.data.counters.sheet.bomber
    if not effects.flying:
        return 0
    return factor // 2 if effects.halves_bomber else factor


@case("9.2b", "9.2c", "5.17")
class BombIndustry(OrderRule[orders.Bomb, FranceState]):
    """The bomber goes against industry this turn: the Germans get fewer replacements (9.2)."""

    order = orders.Bomb

    def gate(self, s: FranceState) -> Refusal | None:
        """It must be free, and the weather must let it fly."""
        if s.scenario.setup.sorties == 0:
            return Refusal("9.2a", NO_BOMBER)
        if s.scenario.setup.sorties is not None:
            return Refusal("9.22a", "in this scenario the bomber supports attacks only")
        if not bomber_factor(s):
            return Refusal("tbl.weather.blizzard.f", "the strategic bomber does not fly in a blizzard")
        if s.position.bomber == "used":
            return Refusal("9.22a", "the bomber has supported an attack this turn")
        if s.position.bomber == "bombing":
            return Refusal("9.2c", "the bomber is on its way already")
        return None

    def apply(self, s: FranceState, order: orders.Bomb) -> None:
        """Into the Bomb box."""
        s.position.bomber = "bombing"
        s.tell("air", "9.2c", "the strategic bomber goes against German industry")


@case("9.21b", "9.2c")
class EscortBomber(OrderRule[orders.Escort, FranceState]):
    """An air unit goes with the bomber and cancels one interceptor (9.21)."""

    order = orders.Escort

    def gate(self, s: FranceState) -> Refusal | None:
        """There must be a bomber to go with."""
        if s.position.bomber != "bombing":
            # Where it cannot be given the order, the reason for that is what is in the way.
            first = Refusal("9.21b", "the bomber is not bombing: give that order first")
            return BombIndustry().gate(s) or first
        return air.grounded(s, ALLIED)

    def wing(self, s: FranceState) -> Narrowing:
        """Those with nothing done yet this turn."""
        return air.choose_wing(s, ALLIED, "9.21b")

    def apply(self, s: FranceState, order: orders.Escort) -> None:
        """Into the Bomb box."""
        air.has_flown(s, order.wing)
        s.position.wings[order.wing] = ESCORT
        s.tell("air", "9.21b", "{wing:wing} escorts the bomber", wing=order.wing)


@case("9.21a")
def asked_to_intercept(s: FranceState) -> list[int]:
    """The German, when the bomber comes and somebody could meet it (R64)."""
    comes = s.position.bomber == "bombing" and s.effects.flying
    return [GERMAN] if comes and able_to_intercept(s) else []


@case("9.21a")
def near_edge(s: FranceState) -> Mask:
    """The hexes within five of the east edge (9.21); what stands for it on a part of the map is far from Germany."""
    board, reach = s.scenario.board, s.scenario.tables.air.interceptors
    if s.scenario.setup.edge:
        return 0
    return flood(board.grid, board.east_edge, board.grid.all, limit=reach)


@case("9.21a", "9.13a")
def able_to_intercept(s: FranceState) -> Mask:
    """German air units near the east edge that no Allied air unit holds there: each of those holds one (R64).

    An Allied one at its base that supported an attack is of no effect there (R58).
    """
    p, scenario = s.position, s.scenario
    over = Counter(p.wings[wing] for wing in hexes(scenario.side_wings[ALLIED] & ~s.spent))
    over.update(p.wings[wing] for wing in hexes(p.intercepting))
    area = near_edge(s)
    own = Counter(p.wings[wing] for wing in hexes(scenario.side_wings[GERMAN]))
    free = scenario.side_wings[GERMAN] & ~p.flown & ~p.pinned
    return mask_of(
        wing
        for wing in hexes(air.based(s, free))
        if area >> p.wings[wing] & 1 and over[p.wings[wing]] < own[p.wings[wing]]
    )


@case("9.21a")
class InterceptBomber(OrderRule[orders.Intercept, FranceState]):
    """An air unit meets the bomber and does nothing else this turn (9.21)."""

    order = orders.Intercept

    def wing(self, s: FranceState) -> Narrowing:
        """Free air units near the edge with no Allied air unit to each of them."""
        p = s.position
        found = air.choose_wing(s, GERMAN, "9.21a")
        near = near_edge(s)
        close = mask_of(wing for wing in hexes(found.mask) if near >> p.wings[wing] & 1)
        found = found.only(close, "9.21a", "it is more than five hexes from the east edge")
        return found.only(able_to_intercept(s), "9.21a", "an Allied air unit over its hex holds it there")

    def apply(self, s: FranceState, order: orders.Intercept) -> None:
        """It takes off."""
        air.has_flown(s, order.wing)
        s.position.intercepting |= 1 << order.wing
        s.tell("air", "9.21a", "{wing:wing} rises to meet the bomber", wing=order.wing)


@case("9.2b", "9.21a", "9.21b", "9.22a", "15.2c")
def drop_bombs(s: FranceState) -> None:
    """Each factor that is not met costs the Germans a replacement factor this turn; escorts meet interceptors (9.2, R64)."""
    p = s.position
    if p.bomber != "bombing":
        p.bombed = 0
        return
    met = max(0, p.intercepting.bit_count() - p.wings.count(ESCORT))
    p.bombed = max(0, bomber_factor(s) - met)
    s.tell("bombing", "9.2b", "bombing costs the Germans {count} replacement factors", count=p.bombed)
