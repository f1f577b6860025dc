"""Sea superiority: port suppression (13.31) and what befalls ships from the air (13.32 to 13.37)."""

from __future__ import annotations

from typing import Literal

from phaseline.drill.passing import EndStep
from phaseline.engine.ledger import case
from phaseline.engine.legal import OrderRule
from phaseline.engine.narrowing import Narrowing, choose
from phaseline.engine.refusal import Refusal
from phaseline.games.war_in_europe import orders
from phaseline.games.war_in_europe.position import (
    AVAILABLE,
    FRONTS,
    INTERDICTION,
    SEA,
    PortStrikes,
    SeaPhase,
)
from phaseline.games.war_in_europe.rules import airbases, harbours
from phaseline.games.war_in_europe.rules.airbases import AT_SEA, EVERY
from phaseline.games.war_in_europe.rules.commitment import counted, in_box, lose, put
from phaseline.games.war_in_europe.state import WarState
from phaseline.hexgrid import Hex, Mask

Harm = Literal["", "lost", "aborted", "hit", "sunk"]
"""What comes of an attack: nothing; an attacking Point is lost; or the unit turns back, is reduced, or goes down."""
HARM: dict[str, Harm] = {"-": "", "L": "lost", "A": "aborted", "H": "hit", "S": "sunk"}
"""The results of the Sea Superiority Table (13.37)."""


@case("13.36", "13.37")
def result(s: WarState, points: int, die: int) -> Harm:
    """What the Sea Superiority Table says for so many Points and a die."""
    return HARM[s.scenario.tables.sea_strikes.rows[str(points)][die - 1]]


def attacking(points: int) -> str:
    """So many Points attack, in words."""
    return f"{counted(points)} {'attacks' if points == 1 else 'attack'}"


@case("13.31a", "13.32b")
def at_once(s: WarState, points: int) -> int:
    """How many of some Points may make one attack: five at most."""
    return min(points, s.scenario.tables.air.group)


# --- ports ----------------------------------------------------------------------------------------------------------


@case("4.2A2", "13.31a")
def strikes(s: WarState, count: int) -> PortStrikes | None:
    """First the first player, then the second."""
    if count == len(s.game.seats):
        return None
    return PortStrikes(seat=s.scenario.first if count == 0 else 1 - s.scenario.first)


@case("13.31c")
def havens(s: WarState) -> Mask:
    """The hexes with ports, an artificial harbour among them (R174). A mere beach is one for Naval Transport only (7.35)."""
    return s.scenario.board.ports | harbours.artificial(s)


def ports(s: WarState, seat: int) -> Mask:
    """The enemy ports that a side's Points on sea superiority can reach."""
    p = s.position
    found = 0
    for front in EVERY:
        if in_box(s, seat, front, SEA):
            found |= airbases.reach(s, seat, front)
    return found & havens(s) & p.owner[1 - seat] & ~s.frame(PortStrikes).struck


def striking(s: WarState) -> list[int]:
    """The side, as long as there is a port that it can attack."""
    seat = s.frame(PortStrikes).seat
    return [seat] if ports(s, seat) else []


@case("13.3", "13.31a", "13.31b", "13.31c")
class SuppressPort(OrderRule[orders.Suppress, WarState]):
    """Up to five Points attack an enemy port within twelve hexes, each port once a turn (13.31)."""

    order = orders.Suppress

    def port(self, s: WarState) -> Narrowing:
        """Enemy ports in range of a front with Points on sea superiority."""
        board, frame = s.scenario.board, s.frame(PortStrikes)
        seat = frame.seat
        with_points = 0
        for front in EVERY:
            if in_box(s, seat, front, SEA):
                with_points |= board.air_fronts[front]
        return (
            s.choose_hex("13.31c")
            .only(havens(s), "13.31c", "it has no port")
            .only(s.position.owner[1 - seat], "13.31a", "the port is not an enemy's")
            .without(frame.struck, "13.31a", "it has been attacked in this turn")
            .only(with_points, "13.82", "no Point on sea superiority is left on its front")
            .only(ports(s, seat), "13.31c", lambda hex: self._far(s, seat, hex))
        )

    def _far(self, s: WarState, seat: int, hex: Hex) -> Refusal:
        return airbases.too_far(s, seat, _front(s, hex), hex, "13.31c")

    def points(self, s: WarState, port: Hex) -> Narrowing:
        """From one to five."""
        seat, front = s.frame(PortStrikes).seat, _front(s, port)
        here = in_box(s, seat, front, SEA)
        able = airbases.fliers(s, seat, front, port)
        return (
            choose((1 << here + 1) - 2, "13.12a", f"{here} Points are left on sea superiority")
            .only((1 << at_once(s, here) + 1) - 2, "13.31a", "no more than five attack a port")
            .only(
                (1 << min(able, here) + 1) - 2, "14.63", f"{able} more can fly from what minor ports supply"
            )
        )

    def apply(self, s: WarState, order: orders.Suppress) -> None:
        """Roll. Who comes back may still interdict ships (13.31)."""
        frame = s.frame(PortStrikes)
        seat, front, bit = frame.seat, _front(s, order.port), 1 << order.port
        airbases.draw(s, seat, front, order.port, order.points, AT_SEA)
        s.update(frame, struck=frame.struck | bit)
        put(s, seat, front, SEA, INTERDICTION, order.points)
        text = attacking(order.points) + " the port of {port:hex}"
        s.tell("air", "13.31a", text, points=order.points, port=order.port)
        found = result(s, order.points, s.roll("port suppression", "13.36", by=seat))
        if found and found != "lost":
            s.position.suppressed |= bit
            s.tell("air", "13.37", "the port of {port:hex} is suppressed in this turn", port=order.port)
            return
        s.tell("air", "13.37", "the port of {port:hex} is unharmed", port=order.port)
        if found == "lost":
            lose(s, seat, front, INTERDICTION, 1, "13.31b")


def _front(s: WarState, hex: Hex) -> int:
    """The air front of a hex."""
    return FRONTS.index(s.scenario.board.front(hex))


@case("13.31a")
class EndStrikes(EndStep[orders.Done, WarState]):
    """The side attacks no more ports."""

    order = orders.Done


# --- ships ----------------------------------------------------------------------------------------------------------


@case("13.31b", "13.32a", "13.34", "13.35")
def hunters(s: WarState, seat: int, front: int) -> int:
    """How many Points of a side may attack ships on a front: whether or not they have suppressed a port.

    Those that an attack has cost are among them up to the end of the phase (13.35).
    """
    return in_box(s, seat, front, SEA) + in_box(s, seat, front, INTERDICTION)


@case("13.32a", "13.34", "13.82")
def hunted(s: WarState, seat: int) -> Mask:
    """The hexes in which Points of a side can attack ships: what the way of a ship had better avoid."""
    found = 0
    for front in EVERY:
        if hunters(s, seat, front) and not s.position.waived >> front & 1:
            found |= airbases.reach(s, seat, front, again=True)
    return found


@case("13.32b", "13.34", "14.63")
def may_strike(s: WarState, seat: int, front: int, way: Mask) -> int:
    """How many Points of a side may attack a unit on its way over some hexes, on a front: five at most, 0 if none."""
    able, _ = airbases.nearest(s, seat, front, way)
    return at_once(s, min(able, hunters(s, seat, front)))


@case("13.33")
def fronts_of(s: WarState, seat: int, way: Mask) -> tuple[int, ...]:
    """The fronts on which Points of a side may attack a unit on its way over some hexes, once on each."""
    return tuple(
        front
        for front in EVERY
        if not s.position.waived >> front & 1 and way & hunted(s, seat) and may_strike(s, seat, front, way)
    )


@case("13.32b", "13.34", "13.35", "13.36", "13.37")
def strike(s: WarState, seat: int, front: int, way: Mask, points: int, unit: int) -> Harm:
    """So many Points of a side attack a unit at sea. The harm to the unit is for the caller, at once (13.35).

    A Point that the attack costs is booked in the Sea Movement Phase and lost at its end.
    """
    _, where = airbases.nearest(s, seat, front, way)
    airbases.draw_again(s, seat, front, where, points)
    text = attacking(points) + " {unit:unit} at {hex:hex}"
    s.tell("air", "13.32b", text, points=points, unit=unit, hex=where)
    found = result(s, points, s.roll("air-sea interdiction", "13.36", by=seat))
    if not found:
        s.tell("air", "13.37", "{unit:unit} is unharmed", unit=unit)
    elif found == "lost":
        s.tell("air", "13.37", "{unit:unit} is unharmed, and costs the attackers an Air Point", unit=unit)
        frame = s.frame(SeaPhase)
        losses = list(frame.losses)
        losses[front] += 1
        s.update(frame, losses=tuple(losses))
    return found


@case("13.13a", "13.35")
def end_hunt(s: WarState) -> None:
    """At the end of a side's Sea Movement Phase the other's Points bear their losses and are available again."""
    frame = s.frame(SeaPhase)
    seat = 1 - frame.seat
    for front in EVERY:
        put(s, seat, front, SEA, INTERDICTION)
        lose(
            s,
            seat,
            front,
            INTERDICTION,
            min(frame.losses[front], in_box(s, seat, front, INTERDICTION)),
            "13.35",
        )
        put(s, seat, front, INTERDICTION, AVAILABLE)
