"""Chapter 13.2: First Allied Airborne Army."""

from __future__ import annotations

from phaseline.engine.ledger import case
from phaseline.engine.legal import OrderRule
from phaseline.engine.narrowing import Narrowing
from phaseline.engine.refusal import Refusal
from phaseline.games.eisenhower import orders
from phaseline.games.eisenhower.position import ALLIED, BOX, ELIMINATED, GERMAN, IDLE, TRACK
from phaseline.games.eisenhower.rules import control, movement, supply
from phaseline.games.eisenhower.state import EisenhowerState
from phaseline.hexgrid import Mask, hexes, mask_of

WEST_WALL_FROM = 3


@case("13.2a", "13.2b", "13.2g")
def drop_refused(s: EisenhowerState) -> Refusal | None:
    """Why no drop may be made now: no corps is there, or the aerial supply marker is in use (13.2, R64)."""
    at = s.position.at
    for unit in s.scenario.drop_forms:
        if at[unit] >= BOX and at[unit] != TRACK:
            break
    else:
        awaited = next((unit for unit in s.scenario.drop_forms if at[unit] == TRACK), None)
        if awaited is not None:
            return not_yet(s, awaited)
        return Refusal("13.2b", "no airborne corps is available in static form")
    if s.position.aerial_used:
        return Refusal("13.2g", "aerial supply has been committed elsewhere this turn")
    return None


@case("13.2a")
def not_yet(s: EisenhowerState, unit: int) -> Refusal:
    """That a corps has not arrived (13.2)."""
    return Refusal("13.2a", f"the airborne corps is on the Turn Track, due on Turn {s.position.due[unit]}")


@case("13.2a", "13.2e", "13.2n", "2.6c", "5.3.7")
def droppable(s: EisenhowerState) -> Narrowing:
    """Corps in static form: in the box, or in an Allied-controlled city and not moved this turn (13.2).

    Who has attacked from the ground may still drop where no Germans are (R168), unless it was with an invasion (5.3.7).
    """
    p = s.position
    para = s.scenario.paratroops
    cities = s.cities & p.control
    ready = sum(1 << u for u in hexes(para) if p.at[u] == BOX or (p.at[u] >= 0 and cities >> p.at[u] & 1))
    awaited = mask_of(u for u in hexes(para) if p.at[u] == TRACK)
    return (
        s.choose_own(ALLIED, "13.2e")
        .only(para, "13.2e", "only an airborne corps in static form drops")
        .without(
            sum(1 << u for u in hexes(para) if p.at[u] == IDLE), "13.2b", "the corps is in its other form"
        )
        .without(awaited, "13.2a", lambda unit: not_yet(s, unit))
        .without(p.dropped, "13.2n", "it has dropped this turn")
        .without(s.lying(ALLIED, ELIMINATED), "13.2n", "it has been eliminated")
        .only(ready, "13.2n", "it must be in the box or in an Allied-controlled city")
        .without(p.ashore, "5.3.7", "it has taken part in an invasion this turn")
    )


@case("13.2e", "13.2f")
def drop_zone(s: EisenhowerState) -> Narrowing:
    """Not mountains, passes, fortifications or cities; two drops in a turn in the same hex or in adjacent ones (13.2)."""
    board, p = s.scenario.board, s.position
    forts = board.fortified | (board.west_wall if p.turn >= WEST_WALL_FROM else 0)
    found = (
        s.choose_hex("13.2e")
        .without(board.mountain, "13.2e", "no drop in mountains")
        .without(board.passes.hexes & board.rough, "13.2e", "no drop on an Alpine Pass")
        .without(forts, "13.2e", "no drop on fortifications")
        .without(s.cities, "13.2e", "no drop on a city")
    )
    if p.drops:
        near = p.drops | board.grid.spread(p.drops)
        found = found.only(near, "13.2f", "the two corps drop in the same hex or in adjacent ones")
    return found


@case("13.2e", "13.2n", "8.2")
class DropUnit(OrderRule[orders.Drop, EisenhowerState]):
    """Drop a corps on a hex without Germans, as its movement (13.2, R39)."""

    order = orders.Drop

    def gate(self, s: EisenhowerState) -> Refusal | None:
        """Not with aerial supply in use."""
        return drop_refused(s)

    def unit(self, s: EisenhowerState) -> Narrowing:
        """Corps that may drop."""
        return droppable(s)

    def to(self, s: EisenhowerState, unit: int) -> Narrowing:
        """Hexes without Germans, with room."""
        found = drop_zone(s).without(
            s.occupied(GERMAN), "13.2h", "Germans are there: a drop on them is declared as an attack"
        )
        return s.room(unit, found.without(_own_hex(s, unit), "13.2e", "it is there already"))

    def apply(self, s: EisenhowerState, order: orders.Drop) -> None:
        """It lands and holds the hex."""
        come_down(s, order.unit, order.to)
        s.put(order.unit, order.to)
        s.tell("drop", "13.2e", "{unit:unit} drops on {to:hex}", unit=order.unit, to=order.to)
        if not s.controlled(ALLIED) >> order.to & 1:
            secure(s, order.to)
        s.changed()
        movement.note_drop(s)
        control.enter(s, ALLIED, 1 << order.to)


def _own_hex(s: EisenhowerState, unit: int) -> Mask:
    place = s.position.at[unit]
    return 1 << place if place >= 0 else 0


def come_down(s: EisenhowerState, unit: int, hex: int) -> None:
    """Note that a corps drops on a hex this turn."""
    p = s.position
    p.drops |= 1 << hex
    p.dropped |= 1 << unit
    p.moved |= 1 << unit
    p.acted |= 1 << unit
    p.airborne_seen = True
    s.put_in_play(unit)


@case("13.2l", "13.2m")
def secure(s: EisenhowerState, hex: int) -> None:
    """Paratroops have taken a German hex: for the rest of the turn it is clear for Allied movement, and its rivers do not count (13.2, R127)."""
    s.position.secured |= 1 << hex


@case("13.2o", "13.2b", "7.0b")
def convertible(s: EisenhowerState) -> Mask:
    """Corps on the map that have done nothing this turn and are in overland supply (13.2)."""
    p, scenario = s.position, s.scenario
    corps = s.on_map(ALLIED) & (scenario.paratroops | scenario.ground_airborne)
    idle = corps & ~p.acted & ~p.fought & ~p.ashore
    net = supply.allied_net(s) if idle else 0
    return sum(1 << unit for unit in hexes(idle) if net >> p.at[unit] & 1)


def asked_to_convert(s: EisenhowerState) -> list[int]:
    """The Allied player when a corps may change its form."""
    return [ALLIED] if convertible(s) & ~barred(s) else []


@case("13.2g")
def barred(s: EisenhowerState) -> Mask:
    """Corps that may not change: to static form because aerial supply is committed (R64), to mobile form among others."""
    return among_others(s) | (s.scenario.ground_airborne if s.position.aerial_used else 0)


@case("6.4a", "13.2c")
def among_others(s: EisenhowerState) -> Mask:
    """Static corps that stand with the other army group where it may not stand as an ordinary corps (6.4, R162)."""
    at, twin = s.position.at, s.scenario.other_form
    static = s.on_map(ALLIED) & s.scenario.paratroops
    return mask_of(u for u in hexes(static) if twin[u] >= 0 and s.mixed(twin[u]) >> at[u] & 1)


@case("13.2o")
class ConvertUnit(OrderRule[orders.Convert, EisenhowerState]):
    """A corps changes its form when the phase closes (13.2)."""

    order = orders.Convert

    def unit(self, s: EisenhowerState) -> Narrowing:
        """Corps that may change."""
        corps = s.scenario.paratroops | s.scenario.ground_airborne
        return (
            s.choose_unit(ALLIED, "13.2o")
            .only(corps, "13.2o", "only airborne corps change their form")
            .without(
                s.position.acted | s.position.fought | s.position.ashore,
                "13.2o",
                "it has come in, moved or attacked this turn",
            )
            .only(convertible(s), "13.2o", "it is not in overland supply")
            .without(among_others(s), "6.4a", "units of the other army group are there")
            .without(barred(s), "13.2g", "aerial supply has been committed elsewhere this turn")
        )

    def apply(self, s: EisenhowerState, order: orders.Convert) -> None:
        """The other counter takes its place with the same steps (R149)."""
        p, twin = s.position, s.scenario.other_form[order.unit]
        s.put(twin, p.at[order.unit])
        s.put(order.unit, IDLE)
        p.steps[twin] = min(p.steps[order.unit], s.scenario.units[twin].steps)
        p.acted |= 1 << twin
        if s.scenario.paratroops >> twin & 1:
            p.airborne_seen = True
        s.tell("converted", "13.2o", "{unit:unit} becomes {twin:unit}", unit=order.unit, twin=twin)
