"""Which waters and ports serve a side in a scenario: captured ports are wrecked for a time, some wait for their approaches."""

from __future__ import annotations

from phaseline.engine.ledger import case
from phaseline.games.war_in_europe.files import SEATS
from phaseline.games.war_in_europe.scenario import FILE_SIDES
from phaseline.games.war_in_europe.state import WarState
from phaseline.hexgrid import Mask, mask_of
from phaseline.wording.counts import several


@case("14.44", "14.45")
def waters(s: WarState, seat: int) -> Mask:
    """The sea hexes over which a side is supplied: areas in which it has transports in this turn, or all if none is named.

    The transports of the turn count, not what is left of them (R150).
    """
    scenario, board = s.scenario, s.scenario.board
    side = FILE_SIDES[seat]
    areas = scenario.setup.seas.get(side)
    if areas is None:
        return board.sea
    row = scenario.setup.transport.get(side, ())
    turn = max(s.position.turn, 1)
    if turn > len(row) or not row[turn - 1]:
        return 0
    found = 0
    for area in areas:
        found |= board.waters.get(area, 0)
    return found


@case("4.3")
def wrecked(s: WarState) -> Mask:
    """Major Ports that have changed hands so lately that they are but Minor Ports, where the scenario says so (R151).

    An artificial harbour in the hex is not among what was destroyed (R174).
    """
    found = s.scenario.special.wrecks
    if found is None or not s.position.taken:
        return 0
    turn = s.position.turn
    late = mask_of(
        hex for hex, since in s.position.taken.items() if turn - since < found.longer.get(hex, found.turns)
    )
    return late & ~artificial(s)


@case("4.3")
def idle(s: WarState) -> Mask:
    """Ports that no ship reaches because the enemy holds their approaches, or held them until lately (R151)."""
    found = 0
    for port, approach in s.scenario.special.approaches.items():
        opened = s.position.flags.get(approach.flag)
        if approach.turns:
            shut = opened is None or s.position.turn - opened < approach.turns
        else:
            shut = bool(approach.area & s.occupied(approach.enemy))
        if shut:
            found |= 1 << port
    return found


@case("4.3", "7.35a")
def artificial(s: WarState) -> Mask:
    """The beach with an artificial harbour, as long as it lasts, the Amphibious Point is there, and its side holds it (R174)."""
    p, rule = s.position, s.scenario.setup.special.harbour
    if rule is None or p.harbour < 0 or p.turn > rule.until:
        return 0
    return 1 << p.harbour & p.piers & p.owner[SEATS.index(rule.side)]


@case("7.35a")
def piers(s: WarState, seat: int) -> Mask:
    """The beaches with an Amphibious Point of a side: one that the enemy takes, or still holds, serves no enemy (R173)."""
    p, stores = s.position, s.scenario.stores
    return (
        mask_of(hex for hex, entry in p.lent.items() if stores[entry].seat == seat) & p.piers
        if p.piers
        else 0
    )


@case("4.3")
def look_over(s: WarState) -> None:
    """At the end of a turn: approaches that are free of the enemy now let a port be cleared."""
    flags, turn = s.position.flags, s.position.turn
    for port, approach in s.scenario.special.approaches.items():
        if approach.turns and approach.flag not in flags and not approach.area & s.occupied(approach.enemy):
            flags[approach.flag] = turn
            s.tell(
                "port",
                "4.3",
                "{port:hex} can be cleared: it works in " + several(approach.turns, "turn"),
                port=port,
                turns=approach.turns,
            )
