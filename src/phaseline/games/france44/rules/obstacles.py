"""Why a unit does not get to a hex: the rule without which it would (6.3, 8.3, 9.132, 16.4, 17.1, 20.1, 21)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from phaseline.drill import marching
from phaseline.drill.marching import SideFare
from phaseline.engine.ledger import case
from phaseline.engine.refusal import Refusal
from phaseline.games.france44.rules import movement
from phaseline.games.france44.state import FranceState
from phaseline.hexgrid import Hex, Hexsides, Mask
from phaseline.mechanics.causes import Cause, alone
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


class _Trip(NamedTuple):
    """All that decides how far a unit gets.

    Attributes:
        closed: the hexes that it may not enter.
        points: what it may spend.
        air: the hexes that enemy air units make dearer.
        stop: the hexes in which it must stop for enemy zones of control.
        first: where its first step may lead.
        fares: what it costs to cross hexsides.
        level: hexes that cost no more than clear ground, also such as no unit enters.
    """

    closed: Mask
    points: int
    air: Mask
    stop: Mask
    first: Mask
    fares: Sequence[SideFare]
    level: Mask = 0


def _trip(s: FranceState, unit: int, *, march: bool) -> _Trip:
    seat = s.scenario.side_of[unit]
    closed = s.occupied(1 - seat) | (movement.shunned(s, seat) if march else 0)
    stop, first = movement.halted(s, unit)
    points = movement.budget(s, unit, march=march)
    return _Trip(closed, points, s.superiority(1 - seat), stop, first, s.scenario.fares)


def _ends(s: FranceState, unit: int, trip: _Trip) -> Mask:
    """Where a unit would get so."""
    scenario = s.scenario
    dear = {scenario.tables.crossing.interdicted: trip.air}
    playable = scenario.board.playable
    ground = movement.ground(s, playable & ~trip.closed | trip.level & ~playable, level=trip.level)
    over = marching.ways(ground, trip.fares, dear)
    start = 1 << s.position.at[unit]
    grid = scenario.board.grid
    return Routes(grid, start, over, trip.points, trip.stop, leave=dear, first=trip.first).all


@case("6.3", "17.1a", "17.1b")
def out_of_reach(s: FranceState, unit: int, hex: Hex, *, march: bool) -> Refusal:
    """Why a unit does not get to a hex: because of the enemy, of what it may spend, or of the ground; or just so."""
    means = movement.budget_in_words(s, unit, march=march)
    if march and movement.shunned(s, s.scenario.side_of[unit]) >> hex & 1:
        return Refusal("17.1b", "strategic movement may not come next to an enemy unit or air unit")

    def causes() -> Iterator[Cause[_Trip]]:
        # First what alone keeps it from there, then what does so together or lies across the short way.
        yield from _for_the_enemy(s, unit, hex, means, march=march)
        yield from _for_its_means(s, unit, means, march=march)
        yield from _for_the_ground(s, means)
        yield from _for_all_enemies(s, unit, means, march=march)
        yield from _for_what_is_closed(s, means)

    found = alone(_trip(s, unit, march=march), causes(), lambda way: bool(_ends(s, unit, way) >> hex & 1))
    return found or Refusal("17.1a" if march else "6.3", f"it is out of reach with {means}")


@case("8.3", "8.4", "9.132", "17.1b")
def _for_the_enemy(s: FranceState, unit: int, hex: Hex, means: str, *, march: bool) -> Iterator[Cause[_Trip]]:
    """The enemy keeps it from there: his air units alone, his zones alone, or that it marches past no enemy."""
    yield Cause(_otherwise(air=0), Refusal("9.132", f"enemy air units make it too dear for {means}"))
    enemy, start = 1 - s.scenario.side_of[unit], s.position.at[unit]
    zones = Refusal("8.3", f"enemy zones of control keep it from there with {means}")
    beside = s.zone(enemy) >> start & 1 and s.scenario.board.grid.distance(start, hex) == 1
    if beside and s.shared_zone(enemy, start) >> hex & 1:
        zones = Refusal(
            "8.4", "it may not go from one hex of an enemy unit's zone straight to another of the same"
        )
    yield Cause(_otherwise(stop=0, first=EVERYWHERE), zones)
    if march:
        past = Refusal("17.1b", f"the way that leads past no enemy is too long for {means}")
        yield Cause(_otherwise(closed=s.occupied(enemy)), past)


@case("16.4", "tbl.weather.mud.a", "tbl.weather.blizzard.b")
def _for_its_means(s: FranceState, unit: int, means: str, *, march: bool) -> Iterator[Cause[_Trip]]:
    """It has less to spend than its counter says: it is out of supply, or the weather halves movement."""
    printed = s.scenario.units[unit].movement
    more = printed * (2 if march else 1) - movement.allowance(s, unit, march=march)
    if more > 0:
        right = "16.4" if s.position.hungry >> unit & 1 else HALVED[s.position.weather]
        why = Refusal(right, f"it is out of reach with {means}")
        yield Cause(lambda way: way._replace(points=way.points + more), why)


@case("20.1a", "20.1b", "21.1", "21.4a")
def _for_the_ground(s: FranceState, means: str) -> Iterator[Cause[_Trip]]:
    """A great river halts it, or a river, mountains or forests cost too much."""
    fares, board = s.scenario.fares, s.scenario.board
    unhalted = [fare._replace(halts=False) for fare in fares]
    yield Cause(
        _otherwise(fares=unhalted),
        Refusal("21.4a", "whoever enters or leaves a navigable river hex goes no further"),
    )
    dry = [fare._replace(plus=0) for fare in fares]
    yield Cause(_otherwise(fares=dry), Refusal("21.1", f"to cross a river makes it too dear for {means}"))
    for ground, right, what in ((board.mountain, "20.1a", "mountains"), (board.forest, "20.1b", "forests")):
        if ground:
            yield Cause(_otherwise(level=ground), Refusal(right, f"{what} make it too dear for {means}"))


@case("6.5", "8.3", "17.1b")
def _for_all_enemies(s: FranceState, unit: int, means: str, *, march: bool) -> Iterator[Cause[_Trip]]:
    """The enemy stands in the way, or keeps it from there by more than one means."""
    stands = Refusal("6.5", f"enemy units are in the way, and the way round is too long for {means}")
    unhindered = {"stop": 0, "first": EVERYWHERE, "air": 0}
    if not march:
        yield Cause(_otherwise(closed=0), stands)
    both = Refusal("8.3", f"enemy zones of control and air units keep it from there with {means}")
    yield Cause(_otherwise(**unhindered), both)
    if march:
        past = Refusal("17.1b", f"the way that leads past no enemy is too long for {means}")
        yield Cause(_otherwise(closed=s.occupied(1 - s.scenario.side_of[unit]), **unhindered), past)
    yield Cause(_otherwise(closed=0, **unhindered), stands)


@case("6.6a", "6.6b")
def _for_what_is_closed(s: FranceState, means: str) -> Iterator[Cause[_Trip]]:
    """No unit can go the short way, over water or through a neutral country."""
    board, fares = s.scenario.board, s.scenario.fares
    for closed, right, what in (
        (board.sea | board.lake, "6.6b", "water"),
        (board.beyond, "6.6a", "a neutral country"),
    ):
        if closed:
            over = SideFare(Hexsides.between(board.grid, closed, board.playable | closed))
            why = Refusal(right, f"{what} is in the way, and the way round is too long for {means}")
            yield Cause(_otherwise(fares=[*fares, over], level=closed), why)


def _otherwise(**rules: Any) -> Callable[[_Trip], _Trip]:
    """A trip on which other rules hold."""
    return lambda way: way._replace(**rules)
