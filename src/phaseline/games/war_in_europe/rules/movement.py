"""Movement in the initial and mechanized phases (5)."""

from __future__ import annotations

from phaseline.drill.crowding import Excess, Remove, next_excess
from phaseline.drill.passing import EndStep
from phaseline.engine.ledger import case
from phaseline.engine.narrowing import Narrowing
from phaseline.engine.refusal import Refusal
from phaseline.games.war_in_europe import orders
from phaseline.games.war_in_europe.position import InitialMovement
from phaseline.games.war_in_europe.rules import control, neutrals, terrain
from phaseline.games.war_in_europe.scenario import FOOT
from phaseline.games.war_in_europe.state import WarState
from phaseline.hexgrid import Hex, Mask, hexes, mask_of, union
from phaseline.mechanics.lines import EVERYWHERE
from phaseline.mechanics.ways import Routes

# --- how far it goes --------------------------------------------------------------------------------------------------


@case("5.13a", "5.13c", "5.62", "6.62b", "14.21b", "15.1b", "15.1c", "15.1d", "15.1e", "15.1h")
def allowance(s: WarState, unit: int, *, march: bool = False) -> int:
    """What a unit may spend in a movement phase: halved out of supply, then by weather, doubled by a forced march (R13).

    Repair units need no supply to move (6.62). Fractions are dropped after every halving. The weather is that of the hex where the unit began the phase (R102).
    """
    scenario, p = s.scenario, s.position
    if p.fortified >> unit & 1:
        return 0
    points = s.face(unit).movement
    if (p.unsupplied & ~scenario.repairers) >> unit & 1:
        points //= 2
    if s.weather != "clear":
        points = _in_weather(s, unit, p.began.get(unit, p.at[unit]), points)
    return points * scenario.tables.forced_march.times if march else points


def _in_weather(s: WarState, unit: int, hex: Hex, points: int) -> int:
    scenario, soviet = s.scenario, s.scenario.soviet >> unit & 1
    if s.muddy >> hex & 1:
        return points // 2
    if s.bottomless >> hex & 1:
        return points // 2 if soviet else 1
    if s.snowy >> hex & 1 and scenario.ways_of[unit] != FOOT and not soviet:
        return points // 2
    return points


def left(s: WarState, unit: int, *, march: bool = False) -> int:
    """What a unit may still spend in the phase under way."""
    return max(0, allowance(s, unit, march=march) - s.position.spent[unit])


# --- where one gets -------------------------------------------------------------------------------------------------


@case("5.13b", "9.21b")
def reachable(s: WarState, unit: int, *, march: bool = False, zones: bool = True) -> Routes:
    """Where a unit can go with the Movement Points it has left. It costs two more to leave an enemy zone (9.21)."""
    return s.now(("routes", unit, march, zones), lambda: _routes(s, unit, march, zones))


def _routes(s: WarState, unit: int, march: bool, zones: bool) -> Routes:
    scenario = s.scenario
    board, seat, start = scenario.board, scenario.side_of[unit], s.position.at[unit]
    points = left(s, unit, march=march)
    over = terrain.ways(s, seat, scenario.ways_of[unit], zones=zones, shun=march)
    zone = s.zone(1 - seat) if zones else 0
    leave = {scenario.tables.prices.leave_zone: zone} if zone else None
    return Routes(board.grid, 1 << start, over, points, leave=leave)


@case("5.14")
def one_hex(s: WarState, unit: int) -> Mask:
    """The hexes next to a unit that it may always enter as the only move of the phase, whatever they cost (5.14, R14).

    Not from one enemy zone of control straight into another, nor where no unit of its kind may go.
    """
    p, zone = s.position, s.zone(1 - s.scenario.side_of[unit])
    if p.moved >> unit & 1 or p.fortified >> unit & 1:
        return 0
    found = next_to(s, unit)
    return found & ~zone if zone >> p.at[unit] & 1 else found


def next_to(s: WarState, unit: int) -> Mask:
    """The hexes next to a unit that a unit of its kind can enter at all."""
    scenario = s.scenario
    seat, way = scenario.side_of[unit], scenario.ways_of[unit]
    priced = terrain.ways(s, seat, way)
    entered = s.known(
        ("entered", seat, way), priced, lambda: union(area for one in priced for area in one.prices.values())
    )
    return scenario.board.land_sides(frozen=s.frozen).beyond(s.position.at[unit]) & entered


# --- who moves ------------------------------------------------------------------------------------------------------


@case("5.0b", "5.11", "5.25", "5.3b", "5.5a", "6.33a", "6.61b", "16.12", "16.21", "17.13", "18.21")
def free(s: WarState) -> Narrowing:
    """The units that may move in the phase under way, those that have finished moving among them."""
    found = s.now("free", lambda: _kept_free(s))
    return s.choose_unit(s.moving.seat, "5.11").narrowed(found, lambda: _free(s))


def _kept_free(s: WarState) -> Mask:
    p, phase = s.position, s.moving
    seat, initial = phase.seat, isinstance(phase, InitialMovement)
    own = s.standing.units[seat]
    reads = (
        (initial, own, p.carried, p.turn, p.released),
        tuple(leash.units for leash in s.leashes() if leash.posts) if s.scenario.posted else (),
        (p.entrained & own, p.fortified & own, p.rebuilt, p.idle),
    )
    return s.known(("free", seat), reads, lambda: _free(s).mask)


def _free(s: WarState) -> Narrowing:
    p, scenario, phase = s.position, s.scenario, s.moving
    found = s.choose_unit(phase.seat, "5.11")
    if not isinstance(phase, InitialMovement):
        found = found.only(scenario.twice, "5.5a", lambda unit: _once(s, unit)).without(
            p.carried, "5.25", "it has moved by rail, sea or air in this player turn"
        )
    return able(s, rooted(s, found).without(p.entrained, "6.33a", "it is entrained"))


@case("5.3b", "5.5a")
def _once(s: WarState, unit: int) -> Refusal:
    """Why a unit does not move in the mechanized movement phase."""
    if s.scenario.motorized >> unit & 1:
        return Refusal(
            "5.3b", "it is motorized, not mechanized, and moves in the initial movement phase only"
        )
    return Refusal("5.5a", "it is not mechanized")


@case("5.0d")
def movable(s: WarState) -> Narrowing:
    """The units that may move in the phase under way: those that have not finished, each on its own (5.0)."""
    finished = s.now("finished", lambda: s.position.moved & ~_unfinished(s))
    return free(s).without(finished, "5.0d", "it has finished moving in this phase")


def _unfinished(s: WarState) -> Mask:
    """Units that have moved and may go on, having points left (5.7)."""
    phase = s.moving
    found = phase.group | (1 << phase.mover if phase.mover >= 0 else 0)
    found &= s.position.moved
    return mask_of([unit for unit in hexes(found) if left(s, unit)]) if found else 0


@case("10.21a")
def leavers(s: WarState, hex: Hex) -> Mask:
    """The units of a hex that could still leave it in this phase (R117)."""
    movers, plain, calm = s.now("movers", lambda: _movers(s))
    there = s.standing.by_hex[s.moving.seat].get(hex, 0) & movers
    if not there:
        return 0
    # Most hexes have one without an enemy beside them: nobody need be looked at one by one.
    sure = there & plain if s.scenario.board.land_sides(frozen=s.frozen).beyond(hex) & calm else 0
    return sure | mask_of([unit for unit in hexes(there ^ sure) if _ways_out(s, unit)])


def _movers(s: WarState) -> tuple[Mask, Mask, Mask]:
    """The units that have not moved and may; those of them that go where they like; and where no enemy is or is near."""
    p, scenario, enemy = s.position, s.scenario, 1 - s.moving.seat
    movers = movable(s).mask & ~p.moved
    plain = movers & ~(scenario.repairers | confined(s))
    return (
        movers,
        plain,
        scenario.board.playable & ~(s.zone(enemy) | s.occupied(enemy) | p.neutral | scenario.board.arctic),
    )


def _ways_out(s: WarState, unit: int) -> Mask:
    """Where a unit that has not moved could go, if only next to its hex; repair units along railways (6.61)."""
    p, scenario = s.position, s.scenario
    start = 1 << p.at[unit]
    if scenario.repairers >> unit & 1:
        return scenario.board.rails.cross(start) & ~s.occupied(1 - scenario.side_of[unit]) & ~p.neutral
    area = EVERYWHERE
    for leash in s.leashes(unit):
        area &= leash.hexes
    return one_hex(s, unit) & area or reachable(s, unit).all & area & ~start


def confined(s: WarState) -> Mask:
    """The units that a scenario confines to some hexes, or to their own, for the time being."""
    return s.now("confined", lambda: union(leash.units for leash in s.leashes()))


def bound(s: WarState, found: Narrowing) -> Narrowing:
    """Without units that a scenario confines to some hexes, or to their own, for the time being."""
    for leash in s.leashes():
        found = found.without(leash.units, "5.11", leash.why)
    return found


@case("5.11")
def rooted(s: WarState, found: Narrowing) -> Narrowing:
    """Without units that a scenario confines to their own hexes for the time being."""
    for leash in s.leashes():
        if not leash.hexes:
            found = found.without(leash.units, "5.11", leash.why)
    return found


@case("17.13", "18.21")
def able(s: WarState, found: Narrowing, case: str = "5.11") -> Narrowing:
    """Without units that move by no means in this player turn: fortified, rebuilt, or idle, which is a matter of `case`."""
    p = s.position
    return (
        found.without(p.fortified, "18.21", "it is fortified")
        .without(p.rebuilt, "17.13", s.renewed)
        .without(p.idle, case, "it does not move in this player turn")
    )


def kept(s: WarState, unit: int, found: Narrowing) -> Narrowing:
    """Without hexes that a scenario keeps a unit from for the time being."""
    for leash in s.leashes(unit):
        found = found.only(leash.hexes, "5.11", leash.why)
    return found


def goals(s: WarState, unit: int) -> Narrowing:
    """The hexes that a unit may move to, before what is in reach."""
    p = s.position
    found = (
        s.choose_hex("5.26")
        .without(1 << p.at[unit], "5.12", "it is there already")
        .without(p.neutral, "5.22", lambda hex: neutrals.barred(s, s.scenario.side_of[unit], hex))
        .without(s.occupied(1 - s.scenario.side_of[unit]), "5.22", "an enemy unit is there")
    )
    return kept(s, unit, found)


def arrive(s: WarState, unit: int, path: list[Hex], cost: int, spent: int, told: str) -> None:
    """A unit has gone along a path: it holds the hexes now; `spent` are all its points of the phase so far."""
    p = s.position
    p.began.setdefault(unit, path[0])
    p.spent[unit] = spent
    p.moved |= 1 << unit
    p.travelled |= 1 << unit
    s.put(unit, path[-1])
    phase = s.moving
    group = phase.group if phase.group >> unit & 1 else 0
    s.update(phase, mover=unit, left=left(s, unit), group=group)
    s.tell("move", told, "{unit:unit} moves {path:hex} for {cost}", unit=unit, path=tuple(path), cost=cost)
    control.enter(s, unit, mask_of(path))


class EndMovement(EndStep[orders.Done, WarState]):
    """The side has moved all it wants to."""

    order = orders.Done


# --- too many in a hex ----------------------------------------------------------------------------------------------


@case("10.21b", "12.62b")
def excess(s: WarState, count: int) -> Excess | None:
    """At the end of a phase the opponent removes what is too many (10.21).

    Where a retreat has led too many to a hex there is time up to the end of one's next initial movement, and the owner
    chooses (12.62).
    """
    seat = s.phasing
    crowded, pressed = s.crowded(seat), s.position.pressed
    if crowded & pressed and s.within(InitialMovement):
        return next_excess(seat, crowded & pressed)
    return next_excess(seat, crowded & ~pressed, 1 - seat)


@case("10.21b", "10.22")
class RemoveUnit(Remove[orders.Remove, WarState]):
    """Who is too many the opponent chooses, or after a retreat the owner."""

    order = orders.Remove
    case = "10.21b"

    def crowded(self, s: WarState, seat: int) -> Mask:
        """The hexes with too many units."""
        return s.crowded(seat)

    def unit(self, s: WarState) -> Narrowing:
        """Units there that count."""
        return super().unit(s).only(s.scenario.counted, "10.1", "it does not count")

    def apply(self, s: WarState, order: orders.Remove) -> None:
        """It is eliminated."""
        s.eliminate(order.unit, "10.21b", "is too much for its hex")
