"""Combat strengths and odds: what every unit brings to an attack or an overrun, and what changes the die (12.1 to 12.4)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from phaseline.engine.ledger import case
from phaseline.games.war_in_europe.files import SEATS, Setup
from phaseline.games.war_in_europe.position import ALLIED, AXIS, Plan
from phaseline.games.war_in_europe.rules.airground import BONUS
from phaseline.games.war_in_europe.scenario import WarScenario
from phaseline.games.war_in_europe.state import WarState
from phaseline.hexgrid import Hex, Mask, hexes, union
from phaseline.mechanics.odds import OddsReport
from phaseline.mechanics.strength import HALF, Contribution, Factor, Strength, contribution, modified
from phaseline.mechanics.tables import Modifier
from phaseline.mechanics.weighing import OddsTable, Sum

UNSUPPLIED = Factor(HALF, "out of supply", "12.42")
ACROSS = Factor(HALF, "across a river", "tbl.5.8.river")
TRAIN = Factor(HALF, "on a train", "12.45")
DOUBLED = Factor(2, "beside a fortified unit", "18.0a")
ATTRITION, FOUL, MOBILE, SET_PIECE = "C_attrition", "D_mud_snow", "A_blitzkrieg", "B_set_piece"
"""The Combat Results Tables of a match whose scenario names none (12.1)."""
LATER = "1943"
"""The year from which both sides use the same table in clear weather."""


# -- what one unit brings ---------------------------------------------------------------------------------------------


@case("12.4a", "12.41", "12.42", "12.44", "14.21a", "14.21b", "tbl.5.8.river", "tbl.5.8.n3", "3.24a")
def attacking(s: WarState, unit: int, targets: Mask) -> Contribution:
    """What a unit brings to an attack on some hexes; fractions are kept (12.4)."""
    factors = [*_condition(s, unit, attacks=True)]
    if across(s, unit, targets):
        factors.append(ACROSS)
    if s.position.ashore >> unit & 1:
        factors.append(_landing(s, unit))
    return contribution(s.spoken(unit), s.face(unit).attack(), factors, does="attacks", case="12.4a")


@case("7.33h")
def _landing(s: WarState, unit: int) -> Factor:
    """Who comes ashore attacks with half his strength, mechanized units with a quarter (7.33)."""
    sea = s.scenario.tables.sea
    share = sea.mechanized if s.scenario.mechanized >> unit & 1 else sea.other
    return Factor(Fraction(share), "from the sea", "7.33h")


@case("tbl.5.8.river", "tbl.5.8.n3", "15.1f")
def across(s: WarState, unit: int, targets: Mask) -> bool:
    """Whether a unit attacks over a river into one of the hexes (R71); not over a frozen one."""
    board, here = s.scenario.board, s.position.at[unit]
    return any(
        board.rivers.has(here, hex) and not (s.frozen and board.frozen_sides.has(here, hex))
        for hex in hexes(targets & ~(1 << here))
    )


@case("12.42", "12.44", "14.21a", "15.1a", "15.1b", "15.1c", "15.1d", "15.1e", "15.1f", "15.1h")
def _condition(s: WarState, unit: int, *, attacks: bool) -> Iterator[Factor]:
    """Supply, then the weather in the unit's hex (R72, R102)."""
    p, scenario = s.position, s.scenario
    if p.unsupplied >> unit & 1:
        yield UNSUPPLIED
    if s.weather == "clear":
        return
    hex, soviet = p.at[unit], scenario.soviet >> unit & 1
    if s.muddy >> hex & 1:
        if attacks:
            yield Factor(HALF, "mud", "15.1b")
    elif s.bottomless >> hex & 1:
        if not soviet:
            yield Factor(HALF, "deep mud", "15.1e")
    elif s.snowy >> hex & 1 and attacks and scenario.mechanized >> unit & 1 and not soviet:
        yield Factor(HALF, "snow", "15.1c")


@case("11.21", "12.4a", "12.41", "12.45", "12.62c", "18.0a", "18.24", "3.24b", "6.36", "14.21a")
def defence(s: WarState, hex: Hex, seat: int, *, walls: Mask = 0) -> Iterator[Contribution]:
    """What the units of a side bring to the defence of their hex, all of them (11.21); `walls` are works that help."""
    p = s.position
    stack = defenders(s, hex, seat)
    ground = _ground(s, hex, walls)
    lucky = doubled(s, stack)
    for unit in hexes(stack):
        factors = [*_condition(s, unit, attacks=False), *ground]
        if lucky == unit:
            factors.append(DOUBLED)
        if p.entrained >> unit & 1:
            factors.append(TRAIN)
        yield contribution(s.spoken(unit), s.face(unit).strength, factors, does="defends", case="11.21")


def at_least(s: WarState, hex: Hex, seat: int) -> int:
    """What the units of a side in a hex bring to its defence at the very least, fractions dropped.

    Weather halves all of it; supply and trains are as they are; nothing else makes it less (see `defence`).
    """
    p, eighths = s.position, 0
    foul = s.weather != "clear"
    for unit in hexes(defenders(s, hex, seat)):
        halved = (p.unsupplied >> unit & 1) + (p.entrained >> unit & 1) + foul
        eighths += s.face(unit).strength * 8 >> halved
    return eighths // 8


@case("11.21", "12.62c")
def defenders(s: WarState, hex: Hex, seat: int) -> Mask:
    """The units that defend a hex: not those that have found shelter with them in this player turn (12.62, R130)."""
    stack = s.standing.by_hex[seat].get(hex, 0)
    return stack & ~s.position.sheltered or stack


@case("18.0a", "18.0c", "18.24")
def doubled(s: WarState, stack: Mask) -> int:
    """The infantry unit that a fortified unit in its hex doubles: the strongest, as its owner would choose (R111); or -1."""
    p = s.position
    if not p.fortified & stack:
        return -1
    units = hexes(stack & s.scenario.foot & ~p.fortified)
    return max(units, key=lambda unit: (_standing(s, unit), -unit), default=-1)


def _standing(s: WarState, unit: int) -> Strength:
    """The strength of a defending unit but for its hex."""
    factors = [factor.times for factor in _condition(s, unit, attacks=False)]
    if s.position.entrained >> unit & 1:
        factors.append(HALF)
    return modified(s.face(unit).strength, factors)


@case("12.41", "15.1g", "tbl.5.8.mountain", "tbl.5.8.arcticswamp", "tbl.5.8.fort", "tbl.5.8.city")
def _ground(s: WarState, hex: Hex, walls: Mask) -> list[Factor]:
    """What the ground multiplies the defence by, and the works on it."""
    tables, found = s.scenario.tables, []
    key = _terrain(s, hex)
    if key in tables.terrain and (times := tables.terrain[key].defence) > 1:
        found.append(Factor(times, key.replace("_", " "), tables.terrain[key].case))
    if walls >> hex & 1:
        found.append(Factor(tables.works.defence, "fortified line", tables.works.case))
    return found


def _terrain(s: WarState, hex: Hex) -> str:
    """The row of the Terrain Effects Chart of a hex; frozen lakes have none."""
    if s.scenario.board.arctic_swamp >> hex & 1:
        return "arctic_swamp"
    return s.scenario.map.terrain_at(hex)


# -- fortified lines --------------------------------------------------------------------------------------------------


@case("tbl.5.8.fort")
def works(s: WarState, seat: int, origins: Mask) -> Mask:
    """The hexes of fortified lines that help a side against an attack from these hexes: none from behind (R131)."""
    p = s.position
    found = (
        wall.area
        for wall in s.scenario.lines
        if wall.seat == seat and p.turn >= wall.since and not origins & wall.rear
    )
    return union(found) & ~p.razed


# -- an attack --------------------------------------------------------------------------------------------------------


@case("11.0", "12.3", "12.4b")
def weigh(s: WarState, plan: Plan) -> Sum:
    """What both sides of an attack bring, and what changes the die."""
    enemy = 1 - plan.attacker
    walls = works(s, enemy, s.where(plan.attackers))
    return Sum(
        tuple(attacking(s, unit, plan.targets) for unit in hexes(plan.attackers)),
        tuple(line for hex in hexes(plan.targets) for line in defence(s, hex, enemy, walls=walls)),
        modifiers=tuple(modifiers(s, plan, walls)),
    )


@case("12.4b", "12.46", "7.34a", "7.34b", "7.37", "tbl.5.8.n4")
@case("tbl.5.8.broken", "tbl.5.8.woods", "tbl.5.8.swamp", "tbl.5.8.rough", "tbl.5.8.mountain")
def modifiers(s: WarState, plan: Plan, walls: Mask) -> Iterator[Modifier]:
    """What is added to the die: an Air Point, ships' guns; what the ground takes, once, or works (R69, R71)."""
    p, tables = s.position, s.scenario.tables
    if plan.air:
        yield Modifier(BONUS, "support from the air", "12.46")
    if plan.attacker == ALLIED and p.ashore & plan.attackers:
        yield Modifier(tables.sea.gunfire, "naval gunfire", "7.34a")
    for hex in hexes(plan.targets):
        key = _terrain(s, hex)
        if key in tables.terrain and (row := tables.terrain[key]).die:
            yield Modifier(row.die, key.replace("_", " "), row.case)
            break
    else:
        if walls & plan.targets:
            yield Modifier(tables.works.die, "fortified line", tables.works.case)
    if plan.attacker == AXIS and p.beaches & plan.targets:
        yield Modifier(tables.sea.beach, "beach under the guns of ships", "7.34b")


@case("12.0", "12.1")
def table(s: WarState, plan: Plan) -> OddsTable[str]:
    """The Combat Results Table of an attack: one for mud and snow in a hex attacked, else that of the attacker (R132)."""
    foul = s.weather != "clear" and bool(plan.targets & (s.muddy | s.bottomless | s.snowy))
    return s.scenario.crts[table_key(s.scenario, None if foul else plan.attacker)]


@case("12.1")
def table_key(scenario: WarScenario, attacker: int | None) -> str:
    """The key of the Combat Results Table of a side's attacks, or of those into mud and snow (None)."""
    return usual_table(scenario.setup, attacker)


def usual_table(setup: Setup, attacker: int | None) -> str:
    """The key that a scenario file names for it, or else the usual one of its time."""
    if attacker is None:
        return setup.tables.get("foul", FOUL)
    usual = ATTRITION if setup.begins >= LATER else MOBILE if attacker == AXIS else SET_PIECE
    return setup.tables.get(SEATS[attacker], usual)


@case("11.0", "12.3", "12.42")
def odds(s: WarState, plan: Plan) -> OddsReport:
    """The odds of an attack and the column they come to, rounded in the defender's favour (11.0)."""
    return table(s, plan).report(weigh(s, plan))


@case("12.43a")
def printed(s: WarState, units: Mask) -> int:
    """What the counters of some units say, strengths in parentheses as well (R10, R74)."""
    return sum(s.face(unit).strength for unit in hexes(units))
