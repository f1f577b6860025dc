"""Who holds what: hexes, ports, and the loose counters that a unit comes upon (13.12, 16.8, 16.9)."""

from __future__ import annotations

from phaseline.engine.ledger import case
from phaseline.games.france44.position import ALLIED, GERMAN, GONE, POOL
from phaseline.games.france44.state import FranceState
from phaseline.hexgrid import Hex, Mask, hexes, mask_of


@case("13.12", "2.3a", "16.8", "16.9a", "16.9b")
def enter(s: FranceState, seat: int, area: Mask, *, captures: bool = True) -> None:
    """A unit of a side has come into, or through, these hexes: they are its side's now (R78, R107).

    `captures`: in the movement phase supplies change hands, in combat they are destroyed (16.9, R104).
    """
    p = s.position
    gained = area & s.scenario.board.continent & ~s.controlled(seat)
    if gained:
        p.control ^= gained
        for hex in hexes(gained & s.scenario.board.major_ports):
            _take_port(s, seat, hex)
    if seat == GERMAN:
        p.harbours &= ~area
        p.beachheads &= ~area
    loose = area & _loose(s, 1 - seat)
    for hex in hexes(loose):
        _overrun(s, seat, hex, captures=captures)


@case("16.312", "16.313b")
def _take_port(s: FranceState, seat: int, hex: Hex) -> None:
    """A major port taken by the Allies is damaged beyond use; it must be repaired step by step (16.312, R105)."""
    p = s.position
    p.taken.pop(hex, None)
    p.levels.pop(hex, None)
    if seat == ALLIED:
        p.taken[hex] = p.turn
    s.tell("port", "16.312", "{seat:seat} takes {hex:hex}", seat=seat, hex=hex)


def _loose(s: FranceState, seat: int) -> Mask:
    """The hexes with trucks, supplies, V units or Mulberries of a side."""
    p = s.position
    sites = p.vs if seat == GERMAN else p.mulberries
    dumps = s.dumps(seat)
    return s.known(
        ("loose", seat),
        (p.trucks.copy(), tuple(dumps), sites.copy()),
        lambda: mask_of(hex for hex in (*s.trucks(seat), *dumps, *sites) if hex >= 0),
    )


@case("16.8")
def drive_off(s: FranceState, enemy: int, hex: Hex) -> None:
    """Trucks of a side go back to their pool when somebody of the other comes (R98)."""
    trucks = s.position.trucks
    for truck in hexes(s.scenario.side_trucks[enemy]):
        if trucks[truck] == hex:
            trucks[truck] = POOL
            s.tell("truck", "16.8", "{truck:truck} is driven off", truck=truck)


@case("16.9a", "16.9b", "13.11b", "9.33b")
def _overrun(s: FranceState, seat: int, hex: Hex, *, captures: bool) -> None:
    """What the enemy has left lying in a hex: trucks go back to the pool, supplies are taken or lost (R55, R104)."""
    p, enemy = s.position, 1 - seat
    drive_off(s, enemy, hex)
    value = s.dumps(enemy).pop(hex, 0)
    if value:
        taken = (value + 1) // 2 if captures else 0
        if taken:
            own = s.dumps(seat)
            own[hex] = own.get(hex, 0) + taken
            s.tell("supplies", "16.9a", "{seat:seat} captures {value} supplies", seat=seat, value=taken)
        else:
            s.tell("supplies", "16.9b", "supplies in {hex:hex} are destroyed", hex=hex)
    pieces, case, away = (p.vs, "9.33b", POOL) if seat == ALLIED else (p.mulberries, "13.11b", GONE)
    for piece, place in enumerate(pieces):
        if place == hex:
            pieces[piece] = away
            s.tell("overrun", case, "{seat:seat} overruns a site in {hex:hex}", seat=seat, hex=hex)
