"""Chapters 11.3 and 11.4: retreats, all of which the attacker leads."""

from __future__ import annotations

from phaseline.engine.ledger import case
from phaseline.engine.legal import OrderRule
from phaseline.engine.narrowing import Narrowing, choose
from phaseline.engine.refusal import Refusal
from phaseline.games.france44 import orders
from phaseline.games.france44.position import ALLIED, NOWHERE, Battle
from phaseline.games.france44.rules import control
from phaseline.games.france44.rules.battle import defenders, invaders
from phaseline.games.france44.state import FranceState
from phaseline.hexgrid import Hex, Mask, hexes
from phaseline.mechanics.retreat import retreat_until


@case("11.3c", "11.3d", "11.4d", "11.4e", "12.7a")
def fall_back(s: FranceState) -> None:
    """Who has to retreat, losses having been taken (11.4): all of a side, but invaders lose a step instead (12.7)."""
    battle = s.frame(Battle)
    units = 0
    if battle.defender_back:
        units = defenders(s, battle)
    elif battle.attacker_back:
        off = invaders(s, battle)
        units = battle.exposed & s.on_map(battle.attacker) & ~off
        for unit in hexes(off):
            s.lose_step(unit, "12.7a")
    s.update(battle, fleeing=units, fled=units)
    _lose_trapped(s)


@case("11.4a", "11.4c")
def passable(s: FranceState, seat: int) -> Mask:
    """The hexes that a retreat may lead through: land in play without an enemy or his zone of control (11.4)."""
    board = s.scenario.board
    ground = board.playable if seat == ALLIED else board.continent
    return ground & ~s.occupied(1 - seat) & ~s.zone(1 - seat)


@case("11.4b", "11.4c")
def havens(s: FranceState, unit: int) -> Mask:
    """Where a retreat may end: next to no enemy, with room (11.4, R41).

    So it does not end in a hex yet to be attacked either (R43): an attacker stands next to it.
    """
    seat = s.scenario.side_of[unit]
    return passable(s, seat) & ~s.near_enemy(seat) & ~s.no_room(unit)


@case("11.4a", "11.4b", "11.4c")
def steps_back(s: FranceState, unit: int, visited: Mask = 0) -> Mask:
    """The next hexes of a unit's retreat: those from which it gets away, no hex twice (R41)."""
    seat = s.scenario.side_of[unit]
    return retreat_until(
        s.scenario.board.grid,
        s.position.at[unit],
        havens(s, unit),
        passable(s, seat),
        visited=visited,
    )


@case("11.4d")
def _lose_trapped(s: FranceState) -> None:
    """Units without a way out are eliminated, before the attacker has to choose (11.4)."""
    battle = s.frame(Battle)
    waiting = battle.fleeing & ~(1 << battle.walker if battle.walker != NOWHERE else 0)
    for unit in hexes(waiting):
        if not steps_back(s, unit):
            s.eliminate(unit, "11.4d", "cannot retreat and is eliminated")
            battle = s.update(battle, fleeing=battle.fleeing & ~(1 << unit))


def leads(s: FranceState) -> list[int]:
    """The attacker, as long as a unit of either side has to retreat."""
    battle = s.frame(Battle)
    return [battle.attacker] if battle.fleeing else []


@case("11.3c", "11.3d", "11.4a", "11.4b", "11.4c")
class LeadRetreat(OrderRule[orders.Retreat, FranceState]):
    """The attacker leads a retreating unit, his own or the enemy's, hex by hex until it is clear of its enemies (11.4)."""

    order = orders.Retreat

    def unit(self, s: FranceState) -> Narrowing:
        """The unit on its way, or any that must still go."""
        battle = s.frame(Battle)
        right = "11.3d" if battle.defender_back else "11.3c"
        found = choose(s.scenario.all_units, right, "there is no such unit").only(
            battle.fleeing, right, "it does not retreat in this battle"
        )
        if battle.walker != NOWHERE:
            found = found.only(1 << battle.walker, "11.4c", "another unit is on its way still")
        return found

    def to(self, s: FranceState, unit: int) -> Narrowing:
        """The next hex."""
        battle = s.frame(Battle)
        seat = s.scenario.side_of[unit]
        enemy = 1 - seat
        return (
            s.choose_hex("11.4a")
            .only(
                s.scenario.map.grid.adjacent_mask(s.position.at[unit]),
                "11.4c",
                "a retreat goes from hex to hex",
            )
            .without(s.occupied(enemy), "11.4a", "enemy units hold that hex")
            .without(s.zone(enemy), "11.4a", "that hex is in an enemy zone of control")
            .without(battle.visited, "11.4b", "the retreat has led through that hex already")
            .only(steps_back(s, unit, battle.visited), "11.4c", lambda hex: _no_way_on(s, unit, hex))
        )

    def apply(self, s: FranceState, order: orders.Retreat) -> None:
        """Go there; it stops where it may end its retreat."""
        battle = s.frame(Battle)
        left = 1 << s.position.at[order.unit]
        stops = havens(s, order.unit) >> order.to & 1
        s.put(order.unit, order.to)
        control.enter(s, s.scenario.side_of[order.unit], 1 << order.to, captures=False)
        if stops:
            s.tell("retreat", "11.4c", "{unit:unit} retreats to {to:hex}", unit=order.unit, to=order.to)
            s.update(battle, walker=NOWHERE, visited=0, fleeing=battle.fleeing & ~(1 << order.unit))
            s.changed()
            _lose_trapped(s)
        else:
            s.update(battle, walker=order.unit, visited=battle.visited | left)


def _no_way_on(s: FranceState, unit: int, hex: Hex) -> Refusal:
    seat = s.scenario.side_of[unit]
    if s.no_room(unit) & ~s.near_enemy(seat) & 1 << hex:
        return Refusal("11.4b", "that hex is full, and from there it gets no further")
    return Refusal("11.4c", "from there it would not get away from its enemies")
