"""`WarAids`: what helps the players of War in Europe."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

from phaseline.drill.aids.base import AidParts, FieldAids, Finder, march, straight
from phaseline.engine.aids import Forecast, Line, Outlook
from phaseline.engine.aids.ground import hex_name
from phaseline.engine.game import View
from phaseline.engine.legal import LegalOrders
from phaseline.engine.orders import Order
from phaseline.games.war_in_europe import orders
from phaseline.games.war_in_europe.aids import air, combats, hints, overlays, places, stakes, tables
from phaseline.games.war_in_europe.position import (
    Battle,
    InitialMovement,
    MechanizedMovement,
    Plan,
    PlayerTurn,
    RailPhase,
    SeaPhase,
)
from phaseline.games.war_in_europe.rules import movement, neutrals, rail, repair, retreat, shipping, trains
from phaseline.games.war_in_europe.rules.battle import starving
from phaseline.games.war_in_europe.scenario import WarScenario
from phaseline.games.war_in_europe.state import WarState
from phaseline.hexgrid import hexes
from phaseline.mechanics.words import named


def owed(s: WarState, seat: int) -> Iterator[str]:
    """What a side has still to decide, or to pay, in the present step."""
    p = s.position
    if s.within(Battle):
        battle = s.frame(Battle)
        if seat == battle.attacker and battle.owed > battle.paid:
            # Also who has driven the defenders back pays, when he attacked out of supply.
            besides = " by attackers, some of whom are out of supply" if starving(s, battle) else ""
            yield f"{battle.owed - battle.paid:g} printed points to lose{besides}"
        if battle.fleeing:
            yield f"still to retreat: {named([s.spoken(unit) for unit in hexes(battle.fleeing)], 'unit')}"
        if seat in retreat.groups_asked(s):
            groups = [s.spoken(unit) for unit in hexes(retreat.groups_free(s, seat))]
            yield f"new battlegroups: {named(groups, 'battlegroup')}"
    elif s.within(RailPhase):
        yield f"{rail.used(s, seat)} of {rail.capacity(s, seat)} units on trains"
    elif s.within(SeaPhase):
        seas = ", ".join(f"{area} {left}" for area, left in shipping.by_sea(s, seat).items())
        yield f"{p.fleet[seat]} Naval Transport Points left{f': {seas}' if seas else ''}"
        if left := sum(count for n, count in enumerate(p.landing) if s.scenario.stores[n].seat == seat):
            yield f"{left} Amphibious Points ready"
    elif s.within(InitialMovement) and neutrals.waiting(s) and not neutrals.closed(s, seat):
        yield "neutral countries can be entered once you declare it"
    yield from _overfull(s, seat)
    yield from air.owed(s, seat)


def _overfull(s: WarState, seat: int) -> Iterator[str]:
    """Hexes that are not left as they are: what is too many when the phase ends is removed (10.21, 12.62)."""
    initial = s.within(InitialMovement)
    if (
        not s.within(PlayerTurn)
        or seat != s.phasing
        or not (initial or s.within(RailPhase) or s.within(MechanizedMovement))
    ):
        return
    for hex in hexes(s.crowded(seat)):
        pressed = s.position.pressed >> hex & 1
        if initial or not pressed:
            who = "you remove" if pressed else "the enemy removes"
            yield f"too many units in {hex_name(s.scenario.map, hex)}: {who} the rest when the phase ends"


def forecast(s: WarState, seat: int, kind: type[Order] | None, chosen: Sequence[Any]) -> Forecast | None:
    """The prospects of a fight in or from the air, of an overrun, or of an attack; each under way or begun so."""
    found = air.forecast(s, seat, kind, chosen) or combats.running(s, seat, kind, chosen)
    plan = None if found else combats.planned(s, seat, kind, chosen)
    return found if plan is None else combats.forecast(s, plan, alone=kind is orders.Attack)


class WarAids(FieldAids[WarState, WarScenario]):
    """The play aids of War in Europe. What the other side commits in the air is guessed, never looked up."""

    offers = (*overlays.OFFERS, *air.OFFERS)
    makers: ClassVar[Mapping[str, Any]] = {**overlays.MAKERS, **air.MAKERS}
    hinters: ClassVar[Mapping[type[Order], Any]] = {**hints.HINTERS, **air.HINTERS}
    planning = frozenset({"plan"})
    parts = AidParts(
        owed=owed,
        effect=places.effect,
        hex_lines=places.hex_lines,
        order_of_battle=tables.order_of_battle,
        turns=tables.turns,
        arrivals=tables.arrivals,
        measures=tables.measures,
        charts=tables.charts,
        weathers=lambda scenario: places.WEATHERS,
        forecast=forecast,
    )
    finders: ClassVar[Mapping[type[Order], Finder]] = {
        orders.Move: march(movement.reachable, movement.left),
        orders.March: march(hints.marches, hints.march_points),
        orders.Convert: march(repair.routes, movement.left),
        orders.Ride: march(trains.routes, trains.left),
        orders.Sail: straight,
        orders.Assault: straight,
        orders.Drop: straight,
        orders.Fly: straight,
        orders.Retreat: straight,
        orders.Advance: straight,
        orders.Overrun: straight,
    }

    def lapsing(self, state: WarState, seat: int, legal: LegalOrders) -> Iterable[Line]:
        """What is not committed in the air."""
        return air.lapsing(state, seat)

    def weighing(self, state: WarState) -> bool:
        """While an attack is put together."""
        return super().weighing(state) or state.within(Plan)

    def outlook(self, state: WarState, view: View) -> Outlook:
        """How the match stands by its points."""
        return stakes.outlook(state, self.objectives(state.scenario, state.position.owner))
