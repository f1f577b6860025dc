"""Questions about Eisenhower's War that case files, the command line and pages may ask."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from phaseline.drill.advancing import cleared
from phaseline.drill.battle import attacked, beside, explained
from phaseline.drill.lookups import asked, costs, labels, listed, of_hex, of_match, of_unit, spot, unit_names
from phaseline.engine.casefile import question
from phaseline.engine.game import Question
from phaseline.engine.ledger import case
from phaseline.engine.lexicon import HexRef, SeatRef, UnitRef
from phaseline.games.eisenhower import lookups
from phaseline.games.eisenhower.position import ALLIED, Combat
from phaseline.games.eisenhower.rules import (
    advance as advances,
)
from phaseline.games.eisenhower.rules import (
    airborne,
    combat,
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
    weighed = attack_odds.weigh(combat.bombed(s, fight), fight)
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
    total = -listed(tables.terrain, terrain, "the terrain is one of").shift - by.city * city
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
def retreats(s: EisenhowerState, *, unit: UnitRef, hexes: int) -> list[list[str]]:
    """The ways by which a unit of the combat under way may retreat so many hexes."""
    found = retreat.paths(s, s.frame(Combat), unit, hexes)
    return [[s.scenario.map.label(hex) for hex in path] for path in found]


@question
def cost(s: EisenhowerState, *, unit: UnitRef, to: HexRef) -> int | None:
    """Movement factors to a hex next to the unit; none when it cannot go there at all."""
    here, there = 1 << spot(s, unit), 1 << to
    prices = [
        price
        for way in movement.ways(s, unit)
        if adjacent(s.scenario.board.grid, here, way.over) & there
        for price, mask in way.prices.items()
        if mask & there
    ]
    return min(prices, default=None)


@question
def factors(s: EisenhowerState, *, unit: UnitRef) -> dict[str, int]:
    """A unit's attack and defence factors now."""
    spot(s, unit)
    return {"attack": supply.attack_factor(s, unit), "defence": supply.defence_factor(s, unit)}


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
def advance(s: EisenhowerState) -> dict[str, Any]:
    """What the attackers of the combat under way may do: into the defender's hex, and how many hexes further."""
    fight = s.frame(Combat)
    into = cleared(s, fight)
    return {"into": into, "extra": advances.extra_hexes(fight) if into else 0}


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
def entry(s: EisenhowerState, *, unit: UnitRef) -> list[str]:
    """The hexes where a unit of the Reinforcement Box may enter now, stacking aside."""
    allied = s.scenario.side_of[unit] == ALLIED
    return labels(s, reinforcement.allied_entry(s) if allied else reinforcement.coded_entry(s, unit))


QUESTIONS: Mapping[str, Question] = asked(
    odds,
    shift,
    concentric,
    crt,
    convert,
    advance,
    retreats,
    cost,
    factors,
    net,
    sources,
    entry,
    verdict,
    of_unit(
        "reach",
        "Movement factors to each hex that a unit can get to.",
        lambda s, unit: costs(s, movement.reachable(s, unit)),
        placed=True,
    ),
    of_unit("movement_factor", "What a unit that begins to move may spend.", supply.allowance, placed=True),
    of_unit(
        "halts",
        "Hexes where a moving unit halts because something happens there.",
        lambda s, unit: labels(s, movement.halts(s, unit)),
    ),
    of_unit(
        "supply_state",
        "The supply state of a unit: regular, coastal, aerial, supplied, static or out of supply.",
        supply.state_of,
        placed=True,
    ),
    of_unit("supplied", "Whether a unit is in supply.", supply.supplied, placed=True),
    of_hex("stacking", "How many units may stack in a hex.", EisenhowerState.limit),
    of_hex(
        "activated",
        "The units that an offensive around a hex would activate.",
        lambda s, hex: unit_names(s, offensives.activated_by(s, hex)),
    ),
    of_match(
        "antwerp",
        "Whether Antwerp is up and running.",
        lambda s: "running" if supply.antwerp_runs(s) else "not running",
    ),
    of_match("reserves", "Whether the last reserves may come in beyond the Elbe.", control.elbe_open),
    of_match("in_italy", "How many mobile German units are in Italy.", EisenhowerState.germans_in_italy),
    of_match(
        "convertible",
        "The airborne corps that may change their form now.",
        lambda s: unit_names(s, airborne.convertible(s) & ~airborne.barred(s)),
    ),
    of_match(
        "ports",
        "The ports in Allied hands that count for victory.",
        lambda s: labels(s, victory.counted_ports(s)),
    ),
    of_match(
        "attacks_left", "How many attacks the offensive under way may still make.", offensives.attacks_left
    ),
    lookups.ground,
    lookups.unit,
    lookups.roster,
    lookups.track,
    lookups.terrain,
    lookups.seine,
    lookups.invasion_coast,
    lookups.first_landing,
)
