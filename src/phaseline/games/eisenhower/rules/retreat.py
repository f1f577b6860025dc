"""Chapter 11.2: where beaten units may go."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from phaseline.engine.aids.ground import hex_name
from phaseline.engine.ledger import case
from phaseline.engine.refusal import Incomplete, Refusal
from phaseline.games.eisenhower.position import GERMAN, Combat
from phaseline.games.eisenhower.rules import supply
from phaseline.games.eisenhower.state import ITALY_FULL, EisenhowerState
from phaseline.hexgrid import Hex, Mask, hexes
from phaseline.mechanics import retreat as ways_back
from phaseline.mechanics.lines import EVERYWHERE
from phaseline.wording.counts import several

Path = tuple[Hex, ...]


@case("11.2a", "11.2c", "11.2e", "11.2f", "11.2g", "8.11", "8.5", "6.4d")
def paths(s: EisenhowerState, combat: Combat, unit: int, length: int, *, italy: bool = True) -> list[Path]:
    """The ways a unit may retreat: away from the combat and nearer to a supply source at every hex (11.2, R101).

    Without `italy` the limit there (13.4) is left out, to see whether it is what is in the way.
    """
    return s.now(("retreat", unit, length, italy), lambda: _ways_back(s, combat, unit, length, italy=italy))


def _ways_back(s: EisenhowerState, combat: Combat, unit: int, length: int, *, italy: bool) -> list[Path]:
    apart = ~(s.mixed(unit) | _taken_by_others(s, combat, unit))
    ways = set(_paths(s, combat, unit, length, apart, italy=italy))
    if not ways and apart != EVERYWHERE:
        ways = set(_paths(s, combat, unit, length, EVERYWHERE, italy=italy))
    return sorted(ways)


@case("11.2f", "13.4a")
def refused(s: EisenhowerState, combat: Combat, units: Mask, length: int) -> Refusal | None:
    """Why these units cannot all retreat so many hexes: one has no way, or Italy has no room for them all (R79)."""
    inward = 0
    for unit in hexes(units):
        ways = paths(s, combat, unit, length)
        if not ways:
            if paths(s, combat, unit, length, italy=False):
                return Refusal("13.4a", f"every way back leads into Italy, and {ITALY_FULL}")
            return Refusal("11.2f", f"not every unit has a way of {several(length, 'hex')} to retreat")
        inward += s.counts_in_italy(unit) and all(_enters_italy(s, way) for way in ways)
    if inward and inward > s.room_in_italy():
        return Refusal("13.4a", "every way back leads into Italy, where there is no room for so many units")
    return None


@case("13.4a")
def kept_out(s: EisenhowerState, combat: Combat, unit: int) -> bool:
    """Whether a retreat may not enter Italy: it is full, or will be by the ways laid down (13.4, R79)."""
    if not s.counts_in_italy(unit):
        return False
    coming = sum(s.counts_in_italy(other) and _enters_italy(s, way) for other, way in combat.routes)
    return coming >= s.room_in_italy()


def _enters_italy(s: EisenhowerState, way: Path) -> bool:
    return any(s.scenario.board.italy >> hex & 1 for hex in way)


def no_way(s: EisenhowerState, combat: Combat, unit: int, length: int, way: object) -> Refusal:
    """Why a unit does not retreat by these hexes, which may be anything."""
    if not way:
        return Incomplete("11.2a", "say by which hexes it retreats")
    if way in paths(s, combat, unit, length, italy=False):
        return Refusal("13.4a", f"the way leads into Italy, and {ITALY_FULL}")
    if isinstance(way, tuple) and (wrong := _wrong_way(s, combat, unit, length, way)):
        return wrong
    text = "one hex" if length == 1 else f"{length} hexes, each"
    return Refusal("11.2f", f"a retreat is {text} farther from the combat and nearer to supply")


@case("6.4a", "8.5", "11.2a", "11.2c", "11.2e")
def _wrong_way(s: EisenhowerState, combat: Combat, unit: int, length: int, way: Path) -> Refusal | None:
    """What besides its direction keeps a unit from retreating by these hexes."""
    board, steps = s.scenario.board, list(pairwise((combat.target, *way)))
    if any(board.grid.direction(start, end) is None for start, end in steps):
        return _next_hex(s, combat, unit, length, way)
    if any(not (board.playable >> end & 1 and board.land_sides.has(start, end)) for start, end in steps):
        return Refusal("8.5", "the way leads over ground that nobody crosses")
    if any(s.occupied(combat.attacker) >> hex & 1 for hex in way):
        return Refusal("11.2c", "enemy units are on the way")
    stops = s.rough | board.mountain
    if any(stops >> hex & 1 for hex in way[:-1]):
        return Refusal("11.2e", "a retreat stops in rough ground and in mountains")
    if len(way) != length and not (len(way) < length and stops >> way[-1] & 1):
        return Refusal("11.2a", f"the retreat is {several(length, 'hex')}, unless rough ground stops it")
    # Where no other way is left the army groups may meet: then this is not what is wrong with it.
    if way in _paths(s, combat, unit, length, -1, italy=False):
        return Refusal("6.4a", "units of the other army group are there")
    return None


@case("11.2c")
def _next_hex(s: EisenhowerState, combat: Combat, unit: int, length: int, way: Path) -> Refusal:
    """A way leaps over hexes: which ones come first, or next behind those of it that lie side by side."""
    ways = paths(s, combat, unit, length)
    so_far = next((way[:count] for count in range(len(way) - 1, 0, -1) if _begins(ways, way[:count])), ())
    open_ = sorted(
        {known[len(so_far)] for known in ways if known[: len(so_far)] == so_far and len(known) > len(so_far)}
    )
    if not open_:
        return Refusal("11.2c", "a retreat leads from hex to hex, and no way back is open")
    names = " or ".join(hex_name(s.scenario.map, hex) for hex in open_)
    after = f" after {hex_name(s.scenario.map, so_far[-1])}" if so_far else ""
    return Refusal("11.2c", f"a retreat leads from hex to hex: choose the next one{after}, {names}")


def _begins(ways: Iterable[Path], start: Path) -> bool:
    return any(known[: len(start)] == start for known in ways)


@case("6.4d")
def _taken_by_others(s: EisenhowerState, combat: Combat, unit: int) -> Mask:
    """Where units of the other army group will end the retreat (6.4, R47)."""
    scenario = s.scenario
    group = scenario.group_of(unit)
    ends = 0
    for other, path in combat.routes:
        if group and scenario.group_of(other) not in (0, group):
            ends |= 1 << path[-1]
    return ends & ~s.position.beachheads & ~scenario.board.mixing


def _paths(
    s: EisenhowerState, combat: Combat, unit: int, length: int, ends: Mask, *, italy: bool
) -> Iterator[Path]:
    board = s.scenario.board
    seat = s.scenario.side_of[unit]
    allowed = board.playable & ~s.occupied(1 - seat)
    if italy and kept_out(s, combat, unit):
        allowed &= ~board.italy
    stops = s.rough | board.mountain
    for area in _towards(s, seat, combat.target):
        stands = ways_back.retreat(
            board.grid,
            combat.target,
            length,
            allowed & area,
            over=board.land_sides,
            stops=stops,
            ends=ends,
        )
        yield from ways_back.ways(board.grid, stands, over=board.land_sides, stops=stops & ends)


@case("11.2f")
def _towards(s: EisenhowerState, seat: int, start: Hex) -> list[Mask]:
    """For each working source of the side: the hexes nearer to it than the combat is."""
    board = s.scenario.board
    if seat == GERMAN:
        if not any(board.german_sources.values()):
            return [board.playable]
        zone = "south" if board.south >> start & 1 else "north"
        sources = supply.german_sources(s, zone)
        if zone == "south" and s.position.vienna_lost:
            sources = supply.german_sources(s, "north")
    else:
        if not board.allied_source and not s.position.beachheads and board.antwerp is None:
            return [board.playable]
        sources = supply.allied_sources(s) & board.zone_of(start)
    return [
        board.distance_field(source, board.grid.distance(start, source)) & board.playable
        for source in hexes(sources)
    ]
