"""What must still be decided in a step, or paid, and what is lost when it ends."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from phaseline.drill.crowding import Excess
from phaseline.engine.aids import Line
from phaseline.engine.aids.ground import hex_name
from phaseline.engine.legal import LegalOrders
from phaseline.games.war_in_europe.aids import air
from phaseline.games.war_in_europe.position import (
    Battle,
    InitialMovement,
    MechanizedMovement,
    PlayerTurn,
    RailPhase,
    SeaPhase,
)
from phaseline.games.war_in_europe.rules import neutrals, rail, retreat, shipping
from phaseline.games.war_in_europe.rules.battle import starving
from phaseline.games.war_in_europe.state import WarState
from phaseline.hexgrid import hexes
from phaseline.wording.counts import named, several


def owed(s: WarState, seat: int) -> Iterator[str]:
    """What a side has still to decide, or to pay, in the present step."""
    p = s.position
    if s.within(Excess):
        yield _too_many(s, seat)
    elif s.within(Battle):
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
        yield f"{several(p.fleet[seat], 'Naval Transport Point')} left{f': {seas}' if seas else ''}"
        if left := sum(count for n, count in enumerate(p.landing) if s.scenario.stores[n].seat == seat):
            yield f"{several(left, 'Amphibious Point')} ready"
    elif s.within(InitialMovement) and neutrals.waiting(s) and not neutrals.closed(s, seat):
        yield "neutral countries can be entered once you declare it"
    yield from _overfull(s, seat)
    yield from air.owed(s, seat)


def _too_many(s: WarState, seat: int) -> str:
    """Where units are too many, and whose: who removes those of the enemy is to know that they are not his own (10.21, 12.62)."""
    excess = s.frame(Excess)
    full = hexes(s.crowded(excess.seat) & excess.hexes)
    where = named([hex_name(s.scenario.map, hex) for hex in full], "hex")
    whose, lost = ("you have", "you lose") if seat == excess.seat else ("the enemy has", "he loses")
    return f"{whose} too many units in {where}: choose which of them {lost}"


def _overfull(s: WarState, seat: int) -> Iterator[str]:
    """Hexes that are not left as they are: what is too many when the phase ends is removed (10.21, 12.62)."""
    initial = s.within(InitialMovement)
    if (
        not s.within(PlayerTurn)
        or s.within(Excess)
        or seat != s.phasing
        or not (initial or s.within(RailPhase) or s.within(MechanizedMovement))
    ):
        return
    for hex in hexes(s.crowded(seat)):
        pressed = s.position.pressed >> hex & 1
        if initial or not pressed:
            who = "you remove" if pressed else "the enemy removes"
            yield f"too many units in {hex_name(s.scenario.map, hex)}: {who} the rest when the phase ends"


def lapsing(s: WarState, seat: int, legal: LegalOrders) -> Iterable[Line]:
    """What is not committed in the air."""
    return air.lapsing(s, seat)
