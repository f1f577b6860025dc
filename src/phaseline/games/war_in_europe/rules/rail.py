"""Railways: whose they are, where trains run, how many (6.1, 6.5)."""

from __future__ import annotations

from phaseline.engine.ledger import case
from phaseline.games.war_in_europe.position import RailPhase
from phaseline.games.war_in_europe.rules import supply
from phaseline.games.war_in_europe.state import WarState
from phaseline.hexgrid import Mask

# --- where trains run -----------------------------------------------------------------------------------------------


@case("6.0", "6.5", "6.52", "6.54", "6.63", "6.68", "6.71a")
def working(s: WarState, seat: int) -> Mask:
    """The Friendly rail hexes of a side that are joined to a supply source by Friendly ones (6.52, R32).

    Enemy zones of control and interdiction do not cut the line. Rail hexes beyond a neutral one wait for its repair. In
    the side's rail phase it is as it was when the phase began.
    """
    if s.within(RailPhase):
        phase = s.frame(RailPhase)
        if phase.seat == seat and phase.net >= 0:
            return phase.net
    return joined(s, seat)


@case("6.52", "6.71a")
def joined(s: WarState, seat: int) -> Mask:
    """The Friendly rail hexes that are fed now: from a center, a port that ships supply, or a mobile supply unit (14.43).

    A center feeds its line in an enemy zone of control as well (R116).
    """
    fed, lines = 0, s.position.rail[seat]
    for school in supply.schools(s, seat):
        found = supply.chain_of(s, school)
        fed |= found.major | found.minor | supply.centers(s, school)
    return s.known(("joined", seat), (fed & lines, lines), lambda: s.scenario.board.rail_net(fed, lines))


@case("6.53a", "6.53b", "6.54", "6.71a")
def railheads(s: WarState, seat: int) -> tuple[Mask, Mask]:
    """Where a side's lines end: hexes from where trains could go on but for a cut, and those that are cut off (6.54)."""
    board, net = s.scenario.board, working(s, seat)
    beyond = board.rails.cross(board.rail_hexes & ~net) & net
    return beyond, s.position.rail[seat] & ~net


@case("6.68")
def join(s: WarState, seat: int, country: Mask) -> None:
    """A country joins a side: all its railways are part of that side's from now on."""
    p = s.position
    gained = country & s.scenario.board.rail_hexes
    p.rail[seat] |= gained
    p.rail[1 - seat] &= ~gained


def line(s: WarState, area: Mask) -> Mask:
    """The rail hexes joined to some hexes by a single rail hexside."""
    return s.scenario.board.rails.cross(area)


# --- how many -------------------------------------------------------------------------------------------------------


@case("6.1", "6.68")
def capacity(s: WarState, seat: int) -> int:
    """How many units of a side may use railways in a phase: one figure for all its countries, throughout the game."""
    return s.scenario.capacity[seat]


@case("6.13", "6.64a")
def size(s: WarState, unit: int) -> int:
    """What a unit counts: a corps as three divisions, everything else, battlegroups and brigades too, as one."""
    whole = s.position.steps[unit] >= s.scenario.units[unit].steps
    return s.scenario.tables.rail.corps if s.scenario.corps >> unit & 1 and whole else 1


@case("6.12", "6.13")
def used(s: WarState, seat: int) -> int:
    """What is used of the capacity: entrained units, idle ones too, and in the rail phase those that have detrained.

    Who is carried later in the player turn has gone by sea or air.
    """
    p, scenario = s.position, s.scenario
    riders = (p.entrained | p.carried if s.within(RailPhase) else p.entrained) & s.on_map(seat)
    count = riders.bit_count()
    if big := riders & scenario.corps:
        count += sum(size(s, unit) - 1 for unit in range(big.bit_length()) if big >> unit & 1)
    return count


# --- gauges ---------------------------------------------------------------------------------------------------------


@case("6.5", "6.62a", "6.62c")
def other_gauge(s: WarState, unit: int) -> Mask:
    """The rail hexes of another gauge than a unit's own: broad in the Soviet Union, and what has been converted since."""
    broad = s.scenario.broad_gauge ^ s.position.converted
    return s.scenario.board.rail_hexes & ~broad if s.scenario.units[unit].nation == "soviet" else broad
