"""Why a unit does not get to a hex: the rule without which it would (6.3, 8.3, 9.132, 16.4, 17.1, 20.1, 21)."""

from __future__ import annotations

from phaseline.drill import marching
from phaseline.drill.marching import SideFare
from phaseline.engine.ledger import case
from phaseline.engine.refusal import Refusal
from phaseline.games.france44.rules import movement
from phaseline.games.france44.state import FranceState
from phaseline.hexgrid import Hex, Hexsides, Mask
from phaseline.mechanics.lines import EVERYWHERE
from phaseline.mechanics.ways import Routes

HALVED = {"mud": "tbl.weather.mud.a", "blizzard": "tbl.weather.blizzard.b"}
"""The cases by which weathers halve movement."""


@case("6.2", "8.3", "21.4a")
def finished(s: FranceState, unit: int) -> Refusal:
    """Why a unit that has moved goes no further: it stopped for the enemy or at a great river, or its move is over."""
    here, board = s.position.at[unit], s.scenario.board
    legs = marching.legs_of(s, unit)
    if legs is not None and s.zone(1 - s.scenario.side_of[unit]) >> here & 1:
        return Refusal("8.3", "it has entered an enemy zone of control and goes no further")
    if legs is not None and not legs.left and board.navigable & ~board.cities & 1 << here:
        return Refusal("21.4a", "it has come to a navigable river and goes no further")
    return Refusal("6.2", "it has finished moving in this phase")


@case("6.3", "8.3", "8.4", "9.132", "17.1b")
def out_of_reach(s: FranceState, unit: int, hex: Hex, *, march: bool) -> Refusal:
    """Why a unit does not get to a hex: because of the enemy, of what it may spend, or of the ground; or just so."""
    means = movement.budget_in_words(s, unit, march=march)
    seat = s.scenario.side_of[unit]
    if march and movement.shunned(s, seat) >> hex & 1:
        return Refusal("17.1b", "strategic movement may not come next to an enemy unit or air unit")
    # First what alone keeps it from there, then what does so together or lies across the short way.
    found = _for_the_enemy(s, unit, hex, means, march=march)
    found = found or _for_its_means(s, unit, hex, means, march=march)
    found = found or _for_the_ground(s, unit, hex, means, march=march)
    found = found or _for_all_enemies(s, unit, hex, means, march=march)
    found = found or _for_what_is_closed(s, unit, hex, means, march=march)
    return found or Refusal("17.1a" if march else "6.3", f"it is out of reach with {means}")


@case("8.3", "8.4", "9.132", "17.1b")
def _for_the_enemy(s: FranceState, unit: int, hex: Hex, means: str, *, march: bool) -> Refusal | None:
    """The enemy keeps it from there: his air units alone, his zones alone, or that it marches past no enemy."""
    if hex in movement.reachable(s, unit, march=march, air=False):
        return Refusal("9.132", f"enemy air units make it too dear for {means}")
    seat, start = s.scenario.side_of[unit], s.position.at[unit]
    if hex in movement.reachable(s, unit, march=march, zones=False):
        beside = s.zone(1 - seat) >> start & 1 and s.scenario.board.grid.distance(start, hex) == 1
        if beside and s.shared_zone(1 - seat, start) >> hex & 1:
            return Refusal(
                "8.4", "it may not go from one hex of an enemy unit's zone straight to another of the same"
            )
        return Refusal("8.3", f"enemy zones of control keep it from there with {means}")
    if march and _freely(s, unit, march=True, closed=s.occupied(1 - seat), zones=True) >> hex & 1:
        return Refusal("17.1b", f"the way that leads past no enemy is too long for {means}")
    return None


@case("6.5", "8.3", "17.1b")
def _for_all_enemies(s: FranceState, unit: int, hex: Hex, means: str, *, march: bool) -> Refusal | None:
    """The enemy stands in the way, or keeps it from there by more than one means."""
    enemy = 1 - s.scenario.side_of[unit]
    stands = Refusal("6.5", f"enemy units are in the way, and the way round is too long for {means}")
    if not march and _freely(s, unit, march=False, closed=0, zones=True) >> hex & 1:
        return stands
    if hex in movement.reachable(s, unit, march=march, zones=False, air=False):
        return Refusal("8.3", f"enemy zones of control and air units keep it from there with {means}")
    if march and _freely(s, unit, march=True, closed=s.occupied(enemy)) >> hex & 1:
        return Refusal("17.1b", f"the way that leads past no enemy is too long for {means}")
    return stands if _freely(s, unit, march=march, closed=0) >> hex & 1 else None


@case("16.4", "tbl.weather.mud.a", "tbl.weather.blizzard.b")
def _for_its_means(s: FranceState, unit: int, hex: Hex, means: str, *, march: bool) -> Refusal | None:
    """It has less to spend than its counter says: it is out of supply, or the weather halves movement."""
    printed = s.scenario.units[unit].movement
    more = printed * (2 if march else 1) - movement.allowance(s, unit, march=march)
    if more <= 0 or not _freely(s, unit, march=march, more=more, zones=True) >> hex & 1:
        return None
    if s.position.hungry >> unit & 1:
        return Refusal("16.4", f"it is out of reach with {means}")
    return Refusal(HALVED[s.position.weather], f"it is out of reach with {means}")


@case("20.1a", "20.1b", "21.1", "21.4a")
def _for_the_ground(s: FranceState, unit: int, hex: Hex, means: str, *, march: bool) -> Refusal | None:
    """A great river halts it, or a river, mountains or forests cost too much."""
    fares = s.scenario.fares
    board = s.scenario.board
    unhalted = [fare._replace(halts=False) for fare in fares]
    if _freely(s, unit, march=march, zones=True, fares=unhalted) >> hex & 1:
        return Refusal("21.4a", "whoever enters or leaves a navigable river hex goes no further")
    dry = [fare._replace(plus=0) for fare in fares]
    if _freely(s, unit, march=march, zones=True, fares=dry) >> hex & 1:
        return Refusal("21.1", f"to cross a river makes it too dear for {means}")
    for ground, right, what in ((board.mountain, "20.1a", "mountains"), (board.forest, "20.1b", "forests")):
        if ground and _freely(s, unit, march=march, zones=True, level=ground) >> hex & 1:
            return Refusal(right, f"{what} make it too dear for {means}")
    return None


@case("6.6a", "6.6b")
def _for_what_is_closed(s: FranceState, unit: int, hex: Hex, means: str, *, march: bool) -> Refusal | None:
    """No unit can go the short way, over water or through a neutral country."""
    board, fares = s.scenario.board, s.scenario.fares
    for closed, right, what in (
        (board.sea | board.lake, "6.6b", "water"),
        (board.beyond, "6.6a", "a neutral country"),
    ):
        over = SideFare(Hexsides.between(board.grid, closed, board.playable | closed))
        if (
            closed
            and _freely(s, unit, march=march, zones=True, fares=[*fares, over], level=closed) >> hex & 1
        ):
            return Refusal(right, f"{what} is in the way, and the way round is too long for {means}")
    return None


def _freely(
    s: FranceState,
    unit: int,
    *,
    march: bool,
    closed: Mask | None = None,
    more: int = 0,
    zones: bool = False,
    fares: list[SideFare] | None = None,
    level: Mask = 0,
) -> Mask:
    """Where a unit would get if something did not hold.

    Args:
        s: the state.
        unit: the unit.
        march: whether by strategic movement.
        closed: the hexes that it may not enter; as the rules have it, if they are not given.
        more: movement points that it had besides.
        zones: whether enemy zones of control and air units hinder it.
        fares: what it costs to cross hexsides; as the rules have it, if they are not given.
        level: hexes that cost no more than clear ground, also such as no unit enters.
    """
    scenario, enemy = s.scenario, 1 - s.scenario.side_of[unit]
    if closed is None:
        closed = s.occupied(enemy) | (movement.shunned(s, 1 - enemy) if march else 0)
    dear = {scenario.tables.crossing.interdicted: s.superiority(enemy) if zones else 0}
    playable = scenario.board.playable
    ground = movement.ground(s, playable & ~closed | level & ~playable, level=level)
    over = marching.ways(ground, scenario.fares if fares is None else fares, dear)
    start = s.position.at[unit]
    points = movement.budget(s, unit, march=march) + more
    stop, first = movement.halted(s, unit) if zones else (0, EVERYWHERE)
    return Routes(scenario.board.grid, 1 << start, over, points, stop, leave=dear, first=first).all
