"""Chapter 10.1 to 10.9: the odds of an attack and every column shift."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from phaseline.engine.ledger import case
from phaseline.games.eisenhower.position import ALLIED, Combat
from phaseline.games.eisenhower.rules import supply
from phaseline.games.eisenhower.state import EisenhowerState
from phaseline.hexgrid import Hex, hexes
from phaseline.mechanics.odds import OddsReport, Shift
from phaseline.mechanics.strength import contribution, total
from phaseline.mechanics.weighing import Sum

WALL_FROM, WALL_FULL = 3, 4
"""The turns from which the West Wall exists and has its full effect (10.3)."""
AT_LEAST = contribution("an attack", 1, does="counts at least", case="10.1a")
"""What is added where neither side has a factor."""


@case("10.1a", "10.1c", "10.1d", "10.1e", "13.2h", "10.0e", "6.6")
def weigh(s: EisenhowerState, combat: Combat) -> Sum:
    """What both sides of an attack bring, and every shift (10.1)."""
    attack = [supply.attacking(s, unit) for unit in hexes(combat.attackers)]
    for units, number, does, right in (
        (combat.seaborne, 0, "lands", "5.3.5a"),
        (combat.dropped, 1, "drops", "13.2h"),
    ):
        attack += [
            contribution(s.spoken(unit), s.factors(unit)[number], does=does, case=right)
            for unit in hexes(units)
        ]
    defence = [supply.defending(s, unit) for unit in s.units_at(combat.target, 1 - combat.attacker)]
    if not total(attack) and not total(defence):
        attack.append(AT_LEAST)
    return Sum(tuple(attack), tuple(defence), tuple(shifts(s, combat)))


@case("11.0a")
def odds(s: EisenhowerState, combat: Combat) -> OddsReport:
    """The odds of an attack and the column they come to (11.0). There must be a defender."""
    return s.scenario.crt.report(weigh(s, combat))


@case("10.2a", "10.6a", "10.6b", "5.3.5b", "10.10c", "13.6k", "7.15b")
def shifts(s: EisenhowerState, combat: Combat) -> Iterator[Shift]:
    """Every column shift of an attack with its case."""
    by = s.scenario.tables.shifts
    seat = combat.attacker
    yield from ground_shifts(s, combat.target, german_defends=seat == ALLIED)
    yield from river_shifts(s, combat)
    if concentric(s, combat):
        yield Shift(by.concentric, "concentric attack", "10.9a" if not combat.dropped else "10.9b")
    if combat.seaborne:
        yield Shift(-by.invasion, "invasion", "5.3.5b")
    if combat.bombers:
        yield Shift(by.bombers if seat == ALLIED else -by.bombers, "bombers", "10.10c")
    if combat.offensive:
        yield Shift(by.offensive, "mandated offensive", "13.6k")
    if seat == ALLIED and (
        any(supply.hampered(s, unit) for unit in hexes(combat.attackers))
        or any(supply.drop_hampered(s, unit, combat.target) for unit in hexes(combat.dropped))
    ):
        yield Shift(-by.difficulty, "supply difficulties", "7.15b")


@case("10.2a", "10.2b", "10.2c", "10.3b", "10.3c", "10.3d")
def ground_shifts(s: EisenhowerState, hex: Hex, *, german_defends: bool) -> Iterator[Shift]:
    """What the defender's hex shifts: terrain, city, fortification (10.2), West Wall (10.3)."""
    scenario, board = s.scenario, s.scenario.board
    by, terrain = scenario.tables.shifts, scenario.tables.terrain
    bit = 1 << hex
    if board.mountain & bit:
        yield Shift(-terrain["mountain"].shift, "mountain", "10.2b")
    elif s.rough & bit:
        yield Shift(-terrain["rough"].shift, "rough", "10.2a")
    if s.cities & bit:
        yield Shift(-by.city, "city", "10.2a")
    if german_defends:
        if board.fortified & bit:
            yield Shift(-by.fortification, "fortification", "10.2b")
        if board.west_wall & bit and s.position.turn >= WALL_FROM:
            columns = by.west_wall if s.position.turn >= WALL_FULL else by.west_wall_turn_3
            yield Shift(-columns, "West Wall", "10.3b")


@case("10.4a", "10.4b", "10.4c", "10.5", "5.3.4b", "13.2m", "13.5b")
def river_shifts(s: EisenhowerState, combat: Combat) -> Iterator[Shift]:
    """A river shifts when all attackers cross one (10.4), in an invasion when any does (5.3.4); the Rhine twice (10.5)."""
    crossed = [crossing(s, combat.attacker, s.position.at[u], combat.target) for u in hexes(combat.attackers)]
    if not crossed or (combat.dropped and not combat.seaborne):
        return
    wettest = combat.seaborne or (
        s.scenario.options.rhine_shift_if_any and max(crossed) >= s.scenario.tables.shifts.rhine
    )
    columns = max(crossed) if wettest else min(crossed)
    if columns >= s.scenario.tables.shifts.rhine:
        yield Shift(-columns, "across the Rhine", "10.5")
    elif columns:
        yield Shift(-columns, "across a river", "10.4c" if combat.seaborne else "10.4a")


@case("10.5", "13.2m", "13.5b", "13.5f")
def crossing(s: EisenhowerState, seat: int, start: Hex, target: Hex) -> int:
    """The columns of one hexside: none if dry, bridged (13.5) or nullified by paratroops (13.2)."""
    board, p = s.scenario.board, s.position
    by = s.scenario.tables.shifts
    if not board.rivers.has(start, target):
        return 0
    if seat == ALLIED:
        if p.secured >> start & 1 or p.secured >> target & 1:
            return 0
        if board.rhine.has(start, target):
            return 0 if {start, target} == {p.bridge, p.bridge_to} else by.rhine
    return by.river


@case("10.9a", "10.9b", "10.9c", "5.3.5c")
def concentric(s: EisenhowerState, combat: Combat) -> bool:
    """Whether the attack is concentric (10.9): never against a city, port or fortification."""
    board = s.scenario.board
    wall = board.west_wall if s.position.turn >= WALL_FROM else 0
    if (s.cities | board.fortified | wall) >> combat.target & 1:
        return False
    if combat.dropped:
        return True
    found = {board.grid.direction(combat.target, s.position.at[unit]) for unit in hexes(combat.attackers)}
    return surrounding(direction for direction in found if direction is not None)


@case("10.9a", "10.9d")
def surrounding(directions: Iterable[int]) -> bool:
    """Whether attackers in these directions around a hex attack concentrically (10.9, R92).

    >>> surrounding([0, 3]), surrounding([0, 2, 4]), surrounding([0, 1, 2, 3]), surrounding([0, 1, 2])
    (True, True, True, False)
    """
    found = set(directions)
    opposite = any((direction + 3) % 6 in found for direction in found)
    return opposite or len(found) > 3 or any({n, n + 2, n + 4} <= found for n in (0, 1))
