"""Chapter 13: Thunderclap, the Alpine Fortress, Rhine bridges, the Yugoslav garrison, the last reserves; excess units."""

from __future__ import annotations

from phaseline.drill.crowding import Excess, Remove, excess_of, next_excess
from phaseline.engine.ledger import case
from phaseline.engine.legal import OrderRule
from phaseline.engine.narrowing import Narrowing
from phaseline.engine.refusal import Refusal
from phaseline.games.eisenhower import orders
from phaseline.games.eisenhower.position import (
    ALLIED,
    GERMAN,
    TRACK,
    Bridge,
    Combat,
    Elbe,
    GermanPhase,
    Turn,
)
from phaseline.games.eisenhower.rules import control
from phaseline.games.eisenhower.rules.reinforcement import Placing, place
from phaseline.games.eisenhower.state import EisenhowerState
from phaseline.hexgrid import Mask, hexes, mask_of

THUNDERCLAP_TURN = 7
FORTRESS_TURN = 8
CAPTURED = 1


# -- Thunderclap ------------------------------------------------------------------------------------------------------


@case("13.7a", "13.7b", "13.7c", "13.7d")
class StrikeCity(OrderRule[orders.Thunderclap, EisenhowerState]):
    """On Turn 7 one German city east of the Rhine may be destroyed (13.7)."""

    order = orders.Thunderclap

    def gate(self, s: EisenhowerState) -> Refusal | None:
        """Turn 7, once."""
        if s.position.turn != THUNDERCLAP_TURN:
            return Refusal("13.7a", "Thunderclap is flown on Turn 7")
        return Refusal("13.7a", "Thunderclap has been flown") if s.position.thunderclap else None

    def to(self, s: EisenhowerState) -> Narrowing:
        """German-controlled cities of Germany east of the Rhine but the Ruhr, Berlin, Vienna and Prague."""
        board = s.scenario.board
        exempt = board.german_sources["north"] | board.german_sources["south"]
        prague = board.hex_of("Prague")
        if prague is not None:
            exempt |= 1 << prague
        return (
            s.choose_hex("13.7a")
            .only(s.cities, "13.7a", "there is no city")
            .only(board.germany & board.east_of_rhine, "13.7a", "that is not in Germany east of the Rhine")
            .without(exempt, "13.7a", "the Ruhr, Berlin, Vienna and Prague are exempt")
            .only(s.controlled(GERMAN), "13.7a", "it is not under German control")
        )

    def apply(self, s: EisenhowerState, order: orders.Thunderclap) -> None:
        """The city and its static units are gone."""
        s.position.thunderclap = True
        raze(s, order.to, "13.7b")
        for unit in s.units_at(order.to, GERMAN):
            if s.scenario.static >> unit & 1:
                s.eliminate(unit, "13.7c")


@case("10.10d", "13.7b", "7.4d")
def raze(s: EisenhowerState, hex: int, number: str) -> None:
    """A city is destroyed: the hex is rough, and a German source there is lost (10.10, 13.7)."""
    s.position.razed |= 1 << hex
    s.tell("city destroyed", number, "the city in {hex:hex} is destroyed", hex=hex)
    board = s.scenario.board
    for zone in ("north", "south"):
        if board.german_sources[zone] & ~s.position.cut & 1 << hex:
            control.lose_source(s, 1 << hex, zone)
    s.changed()


# -- the Alpine Fortress ----------------------------------------------------------------------------------------------


@case("13.8a")
def asked_for_fortress(s: EisenhowerState) -> list[int]:
    """The German player on Turn 8, before Phase II, if Munich is not in Allied hands (13.8)."""
    munich = s.scenario.board.hex_of("Munich")
    held = munich is not None and not s.position.control >> munich & 1
    turn = s.frame(Turn).turn
    return [GERMAN] if turn == FORTRESS_TURN and held and not s.position.fortress_placed else []


@case("13.8a", "13.8b")
class PlaceFortress(OrderRule[orders.PlaceFortress, EisenhowerState]):
    """The Alpine Fortress goes into a mountain hex next to Munich without Allied units (13.8, R29)."""

    order = orders.PlaceFortress

    def to(self, s: EisenhowerState) -> Narrowing:
        """2217, 2218 or 2316."""
        return (
            s.choose_hex("13.8a")
            .only(s.scenario.invasion_coast["fortress"], "13.8a", "it stands in 2217, 2218 or 2316")
            .without(s.occupied(ALLIED), "13.8a", "Allied units are there")
        )

    def apply(self, s: EisenhowerState, order: orders.PlaceFortress) -> None:
        """Put it there for good."""
        s.position.fortress = order.to
        s.position.fortress_placed = True
        s.tell("fortress", "13.8a", "the Alpine Fortress is built in {to:hex}", to=order.to)
        s.finish()


# -- Rhine bridges ----------------------------------------------------------------------------------------------------


@case("13.5a", "13.5d")
def asked_for_bridge(s: EisenhowerState) -> list[int]:
    """The Allied player, unless a bridge has been captured or this bank has been tried (13.5)."""
    p, hex = s.position, s.frame(Bridge).hex
    return [] if p.bridge_captured or p.tried >> hex & 1 else [ALLIED]


@case("13.5a", "13.5c", "13.5f", "13.5g")
class SeizeBridge(OrderRule[orders.SeizeBridge, EisenhowerState]):
    """Name a hexside of the Rhine and roll: on a 1 its bridge is captured (13.5)."""

    order = orders.SeizeBridge

    def to(self, s: EisenhowerState) -> Narrowing:
        """The hexes across the Rhine from the hex entered."""
        hex = s.frame(Bridge).hex
        return s.choose_hex("13.5a").only(
            s.scenario.board.opposite_banks(hex), "13.5a", "that is not across the Rhine from the hex entered"
        )

    def apply(self, s: EisenhowerState, order: orders.SeizeBridge) -> None:
        """Roll for it."""
        p, hex = s.position, s.frame(Bridge).hex
        label = s.scenario.map.label
        p.tried |= 1 << hex
        die = s.roll(f"bridge from {label(hex)} to {label(order.to)}", "13.5a", by=s.acting)
        if die == CAPTURED:
            p.bridge, p.bridge_to, p.bridge_captured = hex, order.to, True
            text = "the bridge from {hex:hex} to {to:hex} is captured"
        else:
            text = "all bridges along {hex:hex} are down"
        s.tell("bridge", "13.5a", text, hex=hex, to=order.to, captured=die == CAPTURED)
        s.finish()


# -- the Yugoslav garrison --------------------------------------------------------------------------------------------


@case("12.2.3b")
def muster_area(s: EisenhowerState) -> Mask:
    """Zagreb and the hexes around it, German-controlled or at least without Allied units (12.2.3, R116)."""
    board = s.scenario.board
    zagreb = board.hex_of("Zagreb")
    if zagreb is None:
        return 0
    around = 1 << zagreb | board.land_sides.cross(1 << zagreb)
    return around & board.playable & ~s.occupied(ALLIED)


@case("12.2.3b")
def asked_to_muster(s: EisenhowerState) -> list[int]:
    """The German player until all five corps are placed or there is no more room."""
    waiting = s.lying(GERMAN, TRACK) & s.scenario.yugoslavs
    return [GERMAN] if waiting and muster_area(s) & ~s.full(GERMAN) else []


@case("12.2.3b")
class MusterUnit(Placing):
    """All five corps are placed at once in or next to Zagreb (12.2.3)."""

    order = orders.Place
    case = "12.2.3b"
    apart = "it is not of the Yugoslav garrison"

    def waiting(self, s: EisenhowerState) -> Mask:
        """Those not placed yet."""
        return s.lying(GERMAN, TRACK) & s.scenario.yugoslavs

    def to(self, s: EisenhowerState, unit: int) -> Narrowing:
        """In or next to Zagreb."""
        start = s.choose_hex("12.2.3b").only(muster_area(s), "12.2.3b", "it comes in at Zagreb or next to it")
        return start.without(s.full(GERMAN), "6.3b", s.crowded)


# -- the last reserves ------------------------------------------------------------------------------------------------


@case("12.2.2a")
def asked_for_reserves(s: EisenhowerState) -> list[int]:
    """The German player while the condition holds (12.2.2)."""
    room = s.scenario.board.east_of_elbe & s.controlled(GERMAN) & ~s.occupied(ALLIED) & ~s.full(GERMAN)
    return [GERMAN] if control.elbe_open(s) and room else []


@case("12.2.2b")
class PlaceReserves(Placing):
    """OGS and 12A come in beyond the Elbe at once (12.2.2)."""

    order = orders.Place
    case = "12.2.2a"
    apart = "it is not one of the last reserves"

    def waiting(self, s: EisenhowerState) -> Mask:
        """Those not placed yet."""
        return s.lying(GERMAN, TRACK) & s.scenario.reserves

    def to(self, s: EisenhowerState, unit: int) -> Narrowing:
        """German-controlled hexes of Germany east of the Elbe."""
        area = s.scenario.board.east_of_elbe & s.controlled(GERMAN) & ~s.occupied(ALLIED)
        start = s.choose_hex("12.2.2b").only(area, "12.2.2b", "it comes in beyond the Elbe")
        return start.without(s.full(GERMAN), "6.3b", s.crowded)

    def apply(self, s: EisenhowerState, order: orders.Place) -> None:
        """Put it there."""
        place(s, order.unit, order.to, "12.2.2b")


@case("12.2.2b")
def reserves_at_once(s: EisenhowerState, count: int) -> Elbe | None:
    """Turn 8 begins with Allies beyond the Elbe already: the last reserves may come in before anybody moves (12.2.2)."""
    return Elbe() if not count and asked_for_reserves(s) else None


# -- too many in a hex ------------------------------------------------------------------------------------------------


@case("6.2b", "6.3d")
def overfull(s: EisenhowerState, seat: int) -> Mask:
    """The hexes in which a side has more units than may stack there; 1215 is exempt on Turn 1 (6.3)."""
    waived = s.scenario.waived_hex
    exempt = waived >= 0 and s.position.turn <= 1 and not _turn_is_over(s)
    return s.overfull(seat) & ~(1 << waived if exempt else 0)


def _turn_is_over(s: EisenhowerState) -> bool:
    """Whether only the Victory Check of the turn is left."""
    turn = s.frame(Turn)
    labels = s.game.flow[Turn].steps
    return turn.step < len(labels) and labels[turn.step].label == "stacking"


@case("6.2b", "3.2.4c", "13.6c")
def left_overfull(s: EisenhowerState, seat: int) -> Mask:
    """The hexes too full when a movement part of the Germans ends, where they could have moved (R45).

    On Turn 1 that is not the north, and in an offensive only where units stand that it has activated.
    """
    found = overfull(s, seat)
    if s.position.turn == 1:
        return found & ~s.scenario.board.north
    if not s.offensive:
        return found
    activated = s.frame(GermanPhase).activated & s.on_map(seat)
    return found & mask_of(s.position.at[unit] for unit in hexes(activated))


@case("6.2b", "6.4d")
def wrong(s: EisenhowerState, seat: int) -> Mask:
    """The hexes in which units of a side may not stay: too many, or of both army groups (6.2, 6.4)."""
    return overfull(s, seat) | (s.quarrelling() if seat == ALLIED else 0)


after_allied_moves = excess_of(ALLIED, overfull)
after_german_moves = excess_of(GERMAN, left_overfull)


@case("6.2b")
def retreat_excess(s: EisenhowerState, count: int) -> Excess | None:
    """Where a retreat has ended in a full hex or with the other army group; a hex made rough by bombers is not looked at yet (R45, R105)."""
    combat = s.frame(Combat)
    seat = 1 - combat.attacker
    return next_excess(seat, wrong(s, seat) & mask_of(path[-1] for _, path in combat.routes))


@case("6.3d")
def turn_excess(s: EisenhowerState, count: int) -> Excess | None:
    """At the end of Turn 1 the hex that was full on purpose must be legal (6.3)."""
    if s.position.turn != 1 or s.scenario.waived_hex < 0:
        return None
    waived = 1 << s.scenario.waived_hex
    found = (next_excess(seat, overfull(s, seat) & waived) for seat in (ALLIED, GERMAN))
    return next(filter(None, found), None)


@case("6.2b", "6.4d")
class RemoveUnit(Remove[orders.Remove, EisenhowerState]):
    """The owner chooses which units are too many (6.2)."""

    order = orders.Remove
    case = "6.2b"

    def crowded(self, s: EisenhowerState, seat: int) -> Mask:
        """Too full, or with units of both army groups."""
        return wrong(s, seat)

    def unit(self, s: EisenhowerState) -> Narrowing:
        """Units there, but no paratroops where the army groups only must be parted."""
        frame, found = s.frame(Excess), super().unit(s)
        if not overfull(s, frame.seat) & frame.hexes:
            found = found.without(s.scenario.paratroops, "6.4e", "it may stack with either army group")
        return found

    def apply(self, s: EisenhowerState, order: orders.Remove) -> None:
        """It is eliminated."""
        s.eliminate(order.unit, "6.2b", "is too much for its hex")
