"""Chapter 11.3: what becomes of the hex that was attacked, and the advance after combat."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Final, NamedTuple

from phaseline.drill.advancing import Advance, cleared
from phaseline.engine.ledger import case
from phaseline.engine.narrowing import Narrowing, Synonyms
from phaseline.engine.refusal import Refusal
from phaseline.games.eisenhower import orders
from phaseline.games.eisenhower.position import ALLIED, GERMAN, TRACK, Combat
from phaseline.games.eisenhower.rules import airborne, control, movement
from phaseline.games.eisenhower.rules.losses import attackers
from phaseline.games.eisenhower.state import EisenhowerState
from phaseline.hexgrid import Hex, Hexsides, Mask, hexes, mask_of
from phaseline.mechanics import retreat as ways_on
from phaseline.mechanics.causes import Cause, alone, in_turn
from phaseline.mechanics.lines import shortest
from phaseline.wording.counts import several

FARTHER = 6
"""How many more hexes of advance are tried to see whether it only is too far."""


@case("11.3b", "11.3c", "11.3f", "11.3g")
def extra_hexes(combat: Combat) -> int:
    """How many hexes beyond the defender's an advance may go (11.3)."""
    if combat.inland:
        return 0
    if combat.hexes:
        return combat.hexes
    return (max(0, combat.defender_loss - combat.lost) + 1) // 2


@case("13.2h", "13.2i", "5.3.6a", "5.3.6b", "5.3.6c", "5.3.6d", "5.3.3", "7.16")
def settle(s: EisenhowerState) -> None:
    """Paratroops and landing forces take the hex, or fail (13.2, 5.3.6); nobody left at sea is a failure, too (R169)."""
    combat = s.frame(Combat)
    alive = attackers(s, combat)
    won = cleared(s, combat)
    if won:
        s.update(combat, extra=extra_hexes(combat))
    for unit in hexes(combat.dropped & alive):
        if won:
            s.put(unit, combat.target)
            s.tell("drop", "13.2h", "{unit:unit} holds {hex:hex}", unit=unit, hex=combat.target)
        else:
            s.eliminate(unit, "13.2i", "is lost: the drop has failed")
    if won and combat.dropped & alive:
        airborne.secure(s, combat.target)
        s.changed()
        control.enter(s, ALLIED, 1 << combat.target)
    if won or combat.attacker == GERMAN:
        control.switch_interior(s)
    if combat.seaborne:
        landed = combat.seaborne & alive
        if won and landed:
            go_ashore(s, combat.target, landed)
        else:
            fail_landing(s, landed)


@case("5.3.2c", "5.3.6d", "3.2.3f")
def go_ashore(s: EisenhowerState, hex: Hex, force: Mask) -> None:
    """The landing force and its beachhead are placed in the hex (5.3.2)."""
    p = s.position
    p.beachheads |= 1 << hex
    p.overrun &= ~(1 << hex)
    p.ashore |= force
    s.tell("landing", "5.3.2c", "the invasion is ashore in {hex:hex}", hex=hex)
    for unit in hexes(force):
        s.put(unit, hex)
        s.put_in_play(unit)
        s.tell("placed", "5.3.2c", "{unit:unit} lands in {hex:hex}", unit=unit, hex=hex)
    s.changed()
    control.enter(s, ALLIED, 1 << hex)


@case("5.3.6a")
def fail_landing(s: EisenhowerState, force: Mask) -> None:
    """Every unit of the landing force loses a step more and waits for the next turn (5.3.6, R85)."""
    p = s.position
    s.tell("landing failed", "5.3.6a", "the invasion has failed")
    for unit in hexes(force):
        s.put_in_play(unit)
        s.lose_step(unit, "5.3.6a")
        if p.steps[unit] > 0:
            twin = s.scenario.other_form[unit]
            for form in (unit, twin) if twin >= 0 else (unit,):
                s.put(form, TRACK)
                p.steps[form] = p.steps[unit]
                p.due[form] = p.turn + 1


# -- advance ----------------------------------------------------------------------------------------------------------


@case("11.3a", "11.3i")
def advancers(s: EisenhowerState, combat: Combat) -> Mask:
    """Mobile attackers on the ground that have not advanced (R108)."""
    there = combat.attackers & s.on_map(combat.attacker) & s.scenario.mobile
    return there & ~combat.advanced


@case("9.5a", "9.5b", "11.3d", "11.3e", "11.3h")
def ground_ahead(s: EisenhowerState, combat: Combat, barred: Mask = 0) -> Mask:
    """The hexes an advance may go to: the vacated one, and further ones that are neither held, rough nor mountain (11.3).

    None of `barred` is entered on the way.
    """
    return s.now(("advance", combat.target, barred), lambda: _ground_ahead(s, combat, barred))


def _ground_ahead(s: EisenhowerState, combat: Combat, barred: Mask) -> Mask:
    return ways_on.advance(
        s.scenario.board.grid,
        1 << combat.target & ~barred,
        combat.extra,
        _open_ground(s, combat) & ~barred,
        over=s.scenario.board.land_sides,
        stops=s.zone(1 - combat.attacker),
    )


def _open_ground(s: EisenhowerState, combat: Combat) -> Mask:
    board = s.scenario.board
    return board.playable & ~s.occupied(1 - combat.attacker) & ~s.rough & ~board.mountain


@case("11.3h", "6.4c")
def ends(s: EisenhowerState, combat: Combat, unit: int) -> Narrowing:
    """Where a unit may end its advance: with room, without mixing the army groups (6.4), not by a full Italy (13.4)."""
    found = _in_reach(s, combat, unit)
    if barred := _barred(s, unit):
        found = found.only(ground_ahead(s, combat, barred), "13.4a", s.italy_refusal)
    return s.room(unit, found, apart="6.4c")


def _in_reach(s: EisenhowerState, combat: Combat, unit: int) -> Narrowing:
    return (
        s.choose_hex("11.3a")
        .without(1 << s.position.at[unit], "11.3a", "it is there already")
        .only(ground_ahead(s, combat), "11.3a", lambda hex: too_far_ahead(s, combat, hex))
    )


_STOPPED: Final = Refusal("11.3d", "an advance stops on entering an enemy zone of control")
_ROUGH: Final = Refusal(
    "11.3e", "no advance goes into or through rough ground or mountains beyond the hex won"
)


@case("11.3a", "11.3b", "11.3c")
def _too_far(combat: Combat) -> Refusal:
    """That an advance does not go so far (11.3)."""
    if not combat.extra:
        return Refusal("11.3a", "the advance goes into the hex won and no farther")
    text = f"the advance goes {several(combat.extra, 'hex')} beyond the hex won at most"
    return Refusal("11.3b" if combat.hexes else "11.3c", text)


class _Ahead(NamedTuple):
    """What decides how far an advance goes: hexes beyond the one won, what is closed to it, where it stops, over which hexsides."""

    further: int
    enemies: Mask
    broken: Mask
    stops: Mask
    over: Hexsides | None


@case("8.3", "11.3a", "11.3b", "11.3c", "11.3d", "11.3e", "11.3h")
def too_far_ahead(s: EisenhowerState, combat: Combat, hex: Hex) -> Refusal:
    """Why an advance does not come to a hex: which rule alone, or else together with others, keeps it from there (11.3)."""
    board, bit, start, zone = s.scenario.board, 1 << hex, 1 << combat.target, s.zone(1 - combat.attacker)
    enemies = s.occupied(1 - combat.attacker)
    if enemies & bit:
        return Refusal("8.3", "enemy units are there")

    extra, far = combat.extra, _too_far(combat)
    stopped = Cause[_Ahead](lambda way: way._replace(stops=0), _STOPPED)
    rough = Cause[_Ahead](lambda way: way._replace(broken=0), _ROUGH)
    barred = Cause[_Ahead](
        lambda way: way._replace(enemies=0, over=None),
        Refusal("11.3h", "enemy units, or ground that nobody crosses, are in the way"),
    )
    short = Cause[_Ahead](lambda way: way._replace(further=way.further + FARTHER), far)

    def opens(way: _Ahead) -> bool:
        allowed = board.playable & ~way.enemies & ~way.broken
        found = ways_on.advance(board.grid, start, way.further, allowed, over=way.over, stops=way.stops)
        return bool(found & bit)

    ahead = _Ahead(extra, enemies, s.rough | board.mountain, zone, board.land_sides)
    found = alone(ahead, [stopped, rough, barred, short], opens)
    return found or in_turn(ahead, [stopped, rough, barred], opens) or far


@case("13.4a")
def _barred(s: EisenhowerState, unit: int) -> Mask:
    """Hexes that the unit may not even pass through (13.4, R79)."""
    return s.scenario.board.italy if s.italy_full(unit) else 0


# -- its way ----------------------------------------------------------------------------------------------------------

Way = tuple[Hex, ...]
"""The hexes that an advance enters beyond the one won, in order."""


@case("11.3b", "11.3c", "11.3d", "11.3e", "11.3h")
def _all_ways(s: EisenhowerState, combat: Combat, unit: int, to: Hex) -> Iterator[Way]:
    """Every way of an advance from the hex won to another one, which enters no hex twice."""
    over = s.scenario.board.land_sides
    allowed = _open_ground(s, combat) & ~_barred(s, unit)
    inner = allowed & ~s.zone(1 - combat.attacker)
    waiting: list[Way] = [()]
    while waiting:
        way = waiting.pop(0)
        here = way[-1] if way else combat.target
        near = over.cross(1 << here) & allowed & ~mask_of((combat.target, *way))
        if near >> to & 1:
            yield (*way, to)
        if len(way) + 1 < combat.extra:
            waiting += [(*way, hex) for hex in hexes(near & inner & ~(1 << to))]


@case("11.3a", "3.4c")
def ways_ahead(s: EisenhowerState, combat: Combat, unit: int, to: Hex) -> Narrowing:
    """By which hexes an advance may go: a way for each choice of those that it takes or where something happens (R173).

    The first is a shortest way, which is gone where none is named; others that enter the same such hexes stand for it.
    """
    mattering = s.controlled(1 - combat.attacker) | movement.halts(s, unit)
    straight = _straight(s, combat, unit, to)
    by_hexes: dict[Mask, int] = {mask_of(straight) & mattering: 0}
    offered: list[Way | None] = [straight]
    same: dict[Way | None, int] = {None: 0, straight: 0}
    for way in _all_ways(s, combat, unit, to) if to != combat.target else ():
        place = by_hexes.setdefault(mask_of(way) & mattering, len(offered))
        if place == len(offered):
            offered.append(way)
        same[way] = place
    values = offered if len(offered) > 1 else [None]
    return Synonyms(values, same, "11.3a", lambda way: _wrong_way(s, combat, unit, to, way))


def _straight(s: EisenhowerState, combat: Combat, unit: int, to: Hex) -> Way:
    """A shortest way to a hex within reach of the advance."""
    through = _open_ground(s, combat) & ~s.zone(1 - combat.attacker) & ~_barred(s, unit)
    board = s.scenario.board
    way = shortest(board.grid, combat.target, 1 << to, through, over=board.land_sides) or []
    return tuple(way[1:])


@case("8.3", "11.3a", "11.3b", "11.3c", "11.3d", "11.3e", "11.3h", "13.4a")
def _wrong_way(s: EisenhowerState, combat: Combat, unit: int, to: Hex, way: object) -> Refusal:
    """Why an advance does not go by these hexes, which may be anything."""
    grid, over = s.scenario.board.grid, s.scenario.board.land_sides
    wrong = Refusal(
        "11.3a", "a way leads from the hex won to where the advance ends, hex by hex and into none twice"
    )
    if not isinstance(way, tuple) or not way or way[-1] != to:
        return wrong
    steps = list(pairwise((combat.target, *way)))
    if len({combat.target, *way}) <= len(way) or any(grid.direction(*step) is None for step in steps):
        return wrong
    if mask_of(way) & s.occupied(1 - combat.attacker):
        return Refusal("8.3", "enemy units are on the way")
    if not all(over.has(*step) for step in steps) or mask_of(way) & ~s.scenario.board.playable:
        return Refusal("11.3h", "the way leads over ground that nobody crosses")
    if mask_of(way) & _barred(s, unit):
        return s.italy_refusal(to)
    if mask_of(way) & ~_open_ground(s, combat):
        return _ROUGH
    if mask_of(way[:-1]) & s.zone(1 - combat.attacker):
        return _STOPPED
    return _too_far(combat)


@case("11.3a", "11.3h", "11.3i", "11.3j", "5.3.2c")
class AdvanceUnit(Advance[orders.Advance, EisenhowerState]):
    """An attacker advances into the vacated hex or beyond (11.3)."""

    order = orders.Advance
    attack = Combat
    case = "11.3a"

    def owing(self, s: EisenhowerState) -> list[int]:
        """The attacker, unless nobody was there, or all have gone inland."""
        combat = s.frame(Combat)
        return [] if combat.inland or not combat.defenders else super().owing(s)

    def advancers(self, s: EisenhowerState, attack: Combat) -> Mask:
        """Mobile attackers that have not advanced."""
        return advancers(s, attack)

    def ahead(self, s: EisenhowerState, attack: Combat, unit: int) -> Narrowing:
        """Where it could go: whom only others there keep back is asked about too, and told so (R79)."""
        return _in_reach(s, attack, unit)

    def unit(self, s: EisenhowerState) -> Narrowing:
        """Mobile attackers that have not advanced."""
        combat = s.frame(Combat)
        return (
            s.choose_unit(combat.attacker, "11.3a")
            .without(combat.dropped, "11.3j", "it has dropped there, and static units do not advance")
            .without(combat.seaborne, "5.3.2c", "it has come ashore in the invasion hex and goes no farther")
            .only(combat.attackers, "11.3a", self.apart)
            .only(s.scenario.mobile, "11.3j", "static units do not advance")
            .without(combat.advanced, "11.3a", "it has advanced")
        )

    def to(self, s: EisenhowerState, unit: int) -> Narrowing:
        """Where it may end."""
        return ends(s, s.frame(Combat), unit)

    def path(self, s: EisenhowerState, unit: int, to: int) -> Narrowing:
        """By which hexes, where that makes a difference."""
        return ways_ahead(s, s.frame(Combat), unit, to)

    def refused(self, s: EisenhowerState, order: orders.Advance, refusal: Refusal) -> Refusal:
        """What is wrong with the way that was named, where no other leads to that hex either."""
        combat, unit = s.frame(Combat), order.unit
        if not order.path or unit not in self.unit(s) or order.to in _in_reach(s, combat, unit):
            return refusal
        return _wrong_way(s, combat, unit, order.to, order.path)

    def apply(self, s: EisenhowerState, order: orders.Advance) -> None:
        """Go there; hexes on the way change hands."""
        combat = s.frame(Combat)
        way = order.path or _straight(s, combat, order.unit, order.to)
        s.put(order.unit, order.to)
        s.update(combat, advanced=combat.advanced | 1 << order.unit)
        s.tell("advance", "11.3a", "{unit:unit} advances to {to:hex}", unit=order.unit, to=order.to)
        s.changed()
        control.enter(s, combat.attacker, 1 << combat.target | mask_of(way))
