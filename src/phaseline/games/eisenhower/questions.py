"""Questions about Eisenhower's War that case files, the command line and pages may ask."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from phaseline.drill.advancing import cleared
from phaseline.drill.battle import attacked, beside, explained
from phaseline.drill.lookups import asked, costs, labels
from phaseline.engine.casefile import question
from phaseline.engine.game import Question
from phaseline.engine.ledger import case
from phaseline.engine.lexicon import HexRef, SeatRef, UnitRef
from phaseline.games.eisenhower import lookups
from phaseline.games.eisenhower.position import ALLIED, GERMAN, Combat, GermanPhase
from phaseline.games.eisenhower.rules import (
    advance as advances,
)
from phaseline.games.eisenhower.rules import (
    airborne,
    control,
    losses,
    movement,
    offensives,
    reinforcement,
    retreat,
    supply,
    victory,
)
from phaseline.games.eisenhower.rules import (
    odds as attack_odds,
)
from phaseline.games.eisenhower.state import EisenhowerState
from phaseline.hexgrid import hexes, mask_of
from phaseline.mechanics.lines import adjacent
from phaseline.mechanics.odds import whole_odds


def columns(shift: int) -> str:
    """Columns as the rules write them: `2L`, `1R`, or none."""
    return f"{abs(shift)}{'R' if shift > 0 else 'L'}" if shift else "none"


# -- combat -----------------------------------------------------------------------------------------------------------


@question
def odds(  # noqa: PLR0913 - whatever may be asked is an argument
    s: EisenhowerState,
    *,
    attack: int | None = None,
    defence: int | None = None,
    target: HexRef | None = None,
    attackers: tuple[UnitRef, ...] = (),
    dropped: tuple[UnitRef, ...] = (),
    bombers: bool = False,
    offensive: bool = False,
    invasion: bool = False,
) -> Any:
    """The odds of two totals, or of an attack with every shift and each result's chance.

    Without `attackers` all units next to the target take part. Raises `ValueError` when nobody attacks or defends.
    """
    if attack is not None and defence is not None:
        return str(whole_odds(attack, defence))
    if target is None:
        raise ValueError("give attack and defence, or the target of an attack")
    attacking = 1 - attacked(s, target)
    near = beside(s, 1 << target, attacking, s.scenario.board.land_sides)
    taking_part = mask_of(attackers) or (0 if dropped else near)
    if not taking_part and not dropped:
        raise ValueError(f"nobody can attack {s.scenario.map.label(target)}")
    at_sea = sum(1 << unit for unit in hexes(taking_part) if invasion and s.position.at[unit] < 0)
    fight = Combat(
        attacker=attacking,
        target=target,
        attackers=taking_part & ~at_sea,
        seaborne=at_sea,
        dropped=mask_of(dropped),
        bombers=bombers,
        offensive=offensive,
    )
    weighed = attack_odds.weigh(s, fight)
    report = s.scenario.crt.report(weighed)
    losses = {result.defender for result in s.scenario.crt.outcomes(report.landed)}
    return {
        **explained(s.scenario.crt, weighed),
        "shift": columns(report.net),
        "shift_cases": [shift.case for shift in report.shifts],
        "beyond": report.beyond,
        "retreat": sorted(loss for loss in losses if loss > 1),
    }


@question
@case("10.6b")
def shift(  # noqa: PLR0913 - whatever may be asked is an argument
    s: EisenhowerState,
    *,
    terrain: str = "clear",
    city: bool = False,
    fortification: bool = False,
    west_wall: bool = False,
    river: bool = False,
    rhine: bool = False,
    invasion: bool = False,
    bombers: str = "",
    concentric: bool = False,
    offensive: bool = False,
    difficulty: bool = False,
    defender: str = "german",
    turn: int | None = None,
) -> str:
    """The sum of shifts for circumstances given one by one, as the rules write it: `4L`."""
    tables = s.scenario.tables
    by, german = tables.shifts, defender.casefold().startswith("g")
    if terrain not in tables.terrain:
        raise ValueError(f"the terrain is one of {', '.join(tables.terrain)}")
    total = -tables.terrain[terrain].shift - by.city * city
    when = s.position.turn if turn is None else turn
    if german:
        total -= by.fortification * fortification
        if west_wall and when >= attack_odds.WALL_FROM:
            total -= by.west_wall if when >= attack_odds.WALL_FULL else by.west_wall_turn_3
    if rhine:
        total -= by.rhine if german else by.river
    elif river:
        total -= by.river
    total -= by.invasion * invasion + by.difficulty * difficulty
    total += by.offensive * offensive
    if bombers:
        total += by.bombers if german else -by.bombers
    if concentric and not (city or fortification or (west_wall and when >= attack_odds.WALL_FROM)):
        total += by.concentric
    return columns(total)


@question
def concentric(s: EisenhowerState, *, directions: tuple[int, ...]) -> str:
    """The shift for attackers in these directions (0 to 5 around the target) on open ground."""
    found = attack_odds.surrounding(directions)
    return columns(s.scenario.tables.shifts.concentric if found else 0)


@question
@case("err.1")
def crt(s: EisenhowerState, *, column: str, die: int, beyond: int = 0) -> str:
    """A cell of the Combat Results Table, or what it becomes so many columns past an end."""
    crt = s.scenario.crt
    return str(crt.counted(crt.results.result(column, die), beyond))


@question
def convert(s: EisenhowerState, *, loss: int) -> dict[str, int]:
    """A defender's loss turned into a retreat: steps lost and hexes."""
    if loss < losses.LEAST:
        return {"steps": loss, "hexes": 0}
    return {"steps": loss // 2, "hexes": loss - loss // 2}


@question
def advance(s: EisenhowerState) -> dict[str, Any]:
    """What the attackers of the combat under way may do: into the defender's hex, and how many hexes further."""
    fight = s.frame(Combat)
    into = cleared(s, fight)
    return {"into": into, "extra": advances.extra_hexes(fight) if into else 0}


@question
def retreats(s: EisenhowerState, *, unit: UnitRef, hexes: int) -> list[list[str]]:
    """The ways by which a unit of the combat under way may retreat so many hexes."""
    found = retreat.paths(s, s.frame(Combat), unit, hexes)
    return [[s.scenario.map.label(hex) for hex in path] for path in found]


# -- movement and zones -----------------------------------------------------------------------------------------------


@question
def reach(s: EisenhowerState, *, unit: UnitRef) -> dict[str, int]:
    """Movement factors to each hex that a unit can get to."""
    return costs(s, movement.reachable(s, unit))


@question
def cost(s: EisenhowerState, *, unit: UnitRef, to: HexRef) -> int | None:
    """Movement factors to a hex next to the unit; none when it cannot go there at all."""
    here, there = 1 << s.position.at[unit], 1 << to
    prices = [
        price
        for way in movement.ways(s, unit)
        if adjacent(s.scenario.board.grid, here, way.over) & there
        for price, mask in way.prices.items()
        if mask & there
    ]
    return min(prices, default=None)


@question
def movement_factor(s: EisenhowerState, *, unit: UnitRef) -> int:
    """What a unit that begins to move may spend."""
    return supply.allowance(s, unit)


@question
def stacking(s: EisenhowerState, *, hex: HexRef) -> int:
    """How many units may stack in a hex."""
    return s.limit(hex)


@question
def halts(s: EisenhowerState, *, unit: UnitRef) -> list[str]:
    """Hexes where a moving unit halts because something happens there."""
    return labels(s, movement.halts(s, unit))


# -- supply -----------------------------------------------------------------------------------------------------------


@question
def supply_state(s: EisenhowerState, *, unit: UnitRef) -> str:
    """The supply state of a unit: regular, coastal, aerial, supplied, static or out of supply."""
    return supply.state_of(s, unit)


@question
def supplied(s: EisenhowerState, *, unit: UnitRef) -> bool:
    """Whether a unit is in supply."""
    return supply.supplied(s, unit)


@question
def net(s: EisenhowerState, *, side: SeatRef) -> list[str]:
    """The hexes that a side's regular supply reaches."""
    return labels(s, supply.allied_net(s) if side == ALLIED else supply.german_net(s))


@question
def sources(s: EisenhowerState, *, side: SeatRef) -> list[str]:
    """The working supply sources of a side."""
    if side == ALLIED:
        return labels(s, supply.allied_sources(s))
    return labels(s, supply.german_sources(s, "north") | supply.german_sources(s, "south"))


@question
def antwerp(s: EisenhowerState) -> str:
    """Whether Antwerp is up and running."""
    return "running" if supply.antwerp_runs(s) else "not running"


@question
def factors(s: EisenhowerState, *, unit: UnitRef) -> dict[str, int]:
    """A unit's attack and defence factors now."""
    return {"attack": supply.attack_factor(s, unit), "defence": supply.defence_factor(s, unit)}


# -- reinforcement, offensives, victory -------------------------------------------------------------------------------


@question
def entry(s: EisenhowerState, *, unit: UnitRef) -> list[str]:
    """The hexes where a unit of the Reinforcement Box may enter now, stacking aside."""
    if s.scenario.side_of[unit] == ALLIED:
        return labels(s, reinforcement.allied_entry(s))
    return labels(s, reinforcement.coded_entry(s, unit))


@question
def reserves(s: EisenhowerState) -> bool:
    """Whether the last reserves may come in beyond the Elbe."""
    return control.elbe_open(s)


@question
def activated(s: EisenhowerState, *, hex: HexRef) -> list[str]:
    """The units that an offensive around a hex would activate."""
    return [s.name(unit) for unit in hexes(offensives.activated_by(s, hex))]


@question
def in_italy(s: EisenhowerState) -> int:
    """How many mobile German units are in Italy."""
    return (s.units_in(s.scenario.board.italy, GERMAN) & s.scenario.mobile).bit_count()


@question
def convertible(s: EisenhowerState) -> list[str]:
    """The airborne corps that may change their form now."""
    return [s.name(unit) for unit in hexes(airborne.convertible(s))]


@question
def ports(s: EisenhowerState) -> list[str]:
    """The ports in Allied hands that count for victory."""
    return labels(s, victory.counted_ports(s))


@question
def verdict(s: EisenhowerState) -> dict[str, Any] | None:
    """What a Victory Check would find now: winner, case and reason; nothing when the game would go on."""
    found = next(victory.conditions(s), None)
    if found is None:
        return None
    winner, number, reason = found
    return {
        "winner": None if winner is None else s.game.seats[winner],
        "case": number,
        "reason": reason,
    }


@question
def attacks_left(s: EisenhowerState) -> int:
    """How many attacks the offensive under way may still make."""
    return offensives.ATTACKS - s.frame(GermanPhase).attacks


QUESTIONS: Mapping[str, Question] = asked(
    odds,
    shift,
    concentric,
    crt,
    convert,
    advance,
    retreats,
    reach,
    cost,
    movement_factor,
    stacking,
    halts,
    supply_state,
    supplied,
    net,
    sources,
    antwerp,
    factors,
    lookups.ground,
    lookups.unit,
    lookups.roster,
    lookups.track,
    lookups.terrain,
    lookups.seine,
    lookups.invasion_coast,
    lookups.first_landing,
    entry,
    reserves,
    activated,
    in_italy,
    convertible,
    ports,
    verdict,
    attacks_left,
)
