"""Questions about Eisenhower's War that case files, the command line and pages may ask."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from phaseline.engine.casefile import question
from phaseline.engine.game import Question
from phaseline.engine.ledger import case
from phaseline.engine.lexicon import HexRef, SeatRef, UnitRef
from phaseline.games.eisenhower.board import Board
from phaseline.games.eisenhower.position import ALLIED, GERMAN, Combat, GermanPhase
from phaseline.games.eisenhower.rules import (
    advance as advances,
)
from phaseline.games.eisenhower.rules import (
    airborne,
    combat,
    control,
    invasion,
    losses,
    movement,
    offensives,
    reinforcement,
    supply,
    victory,
)
from phaseline.games.eisenhower.state import EisenhowerState
from phaseline.hexgrid import hexes, mask_of
from phaseline.mechanics.odds import whole_odds


def _labels(s: EisenhowerState, mask: int) -> list[str]:
    return [s.scenario.map.label(hex) for hex in hexes(mask)]


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
    seat = next((seat for seat in (0, 1) if s.occupied(seat) >> target & 1), None)
    if seat is None:
        raise ValueError(f"nobody is in {s.scenario.map.label(target)}")
    attacking = 1 - seat
    near = s.units_in(s.scenario.board.land_sides.cross(1 << target), attacking)
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
    return _explained(s, fight)


def _explained(s: EisenhowerState, fight: Combat) -> dict[str, Any]:
    report = combat.odds(s, fight)
    chances = s.scenario.crt.outcomes(report.label).map(
        lambda result: combat.past_end(s, result, report.beyond)
    )
    return {
        "attack": report.attack,
        "defence": report.defence,
        "odds": report.odds,
        "shifts": [str(shift) for shift in report.shifts],
        "shift": columns(report.net),
        "shift_cases": [shift.case for shift in report.shifts],
        "column": report.label,
        "beyond": report.beyond,
        "chances": {str(result): str(chance) for result, chance in chances.items()},
        "retreat": sorted({result.defender for result, _ in chances.items() if result.defender > 1}),
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
        if west_wall and when >= combat.WALL_FROM:
            total -= by.west_wall if when >= combat.WALL_FULL else by.west_wall_turn_3
    if rhine:
        total -= by.rhine if german else by.river
    elif river:
        total -= by.river
    total -= by.invasion * invasion + by.difficulty * difficulty
    total += by.offensive * offensive
    if bombers:
        total += by.bombers if german else -by.bombers
    if concentric and not (city or fortification or (west_wall and when >= combat.WALL_FROM)):
        total += by.concentric
    return columns(total)


@question
def concentric(s: EisenhowerState, *, directions: tuple[int, ...]) -> str:
    """The shift for attackers in these directions (0 to 5 around the target) on open ground."""
    found = combat.surrounding(directions)
    return columns(s.scenario.tables.shifts.concentric if found else 0)


@question
@case("err.1")
def crt(s: EisenhowerState, *, column: str, die: int, beyond: int = 0) -> str:
    """A cell of the Combat Results Table, or what it becomes so many columns past an end."""
    return str(combat.past_end(s, s.scenario.crt.result(column, die), beyond))


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
    into = advances.cleared(s, fight)
    return {"into": into, "extra": advances.extra_hexes(fight) if into else 0}


@question
def retreats(s: EisenhowerState, *, unit: UnitRef, hexes: int) -> list[list[str]]:
    """The ways by which a unit of the combat under way may retreat so many hexes."""
    found = losses.paths(s, s.frame(Combat), unit, hexes)
    return [[s.scenario.map.label(hex) for hex in path] for path in found]


# -- movement and zones -----------------------------------------------------------------------------------------------


@question
def reach(s: EisenhowerState, *, unit: UnitRef) -> dict[str, int]:
    """Movement factors to each hex that a unit can get to."""
    return {
        s.scenario.map.label(hex): cost
        for cost, mask in movement.reachable(s, unit).waves
        for hex in hexes(mask)
    }


@question
def cost(s: EisenhowerState, *, unit: UnitRef, to: HexRef) -> int | None:
    """Movement factors to a hex next to the unit; none when it cannot go there at all."""
    here, there = 1 << s.position.at[unit], 1 << to
    prices = [
        price
        for entering, over in movement.ways(s, unit)
        if over.cross(here) & there
        for price, mask in entering.items()
        if mask & there
    ]
    return min(prices, default=None)


@question
def zone(s: EisenhowerState, *, side: SeatRef) -> list[str]:
    """The hexes in a side's zone of control."""
    return _labels(s, s.zone(side) & s.scenario.map.on_map)


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
    return _labels(s, movement.halts(s, unit))


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
    return _labels(s, supply.allied_net(s) if side == ALLIED else supply.german_net(s))


@question
def sources(s: EisenhowerState, *, side: SeatRef) -> list[str]:
    """The working supply sources of a side."""
    if side == ALLIED:
        return _labels(s, supply.allied_sources(s))
    return _labels(s, supply.german_sources(s, "north") | supply.german_sources(s, "south"))


@question
def antwerp(s: EisenhowerState) -> str:
    """Whether Antwerp is up and running."""
    return "running" if supply.antwerp_runs(s) else "not running"


@question
def factors(s: EisenhowerState, *, unit: UnitRef) -> dict[str, int]:
    """A unit's attack and defence factors now."""
    return {"attack": supply.attack_factor(s, unit), "defence": supply.defence_factor(s, unit)}


# -- map, counters, track ---------------------------------------------------------------------------------------------


@question
@case("2.2b")
def place(s: EisenhowerState, *, hex: HexRef) -> list[str]:
    """The names of what lies in a hex."""
    return [found.name for found in s.scenario.map.places_at(hex)]


@question
@case("1.1b", "2.2d", "8.10a", "10.3a", "7.8a")
def ground(s: EisenhowerState, *, hex: HexRef) -> dict[str, Any]:
    """What a hex is to the rules: terrain, country, zone, city, port, works."""
    board: Board = s.scenario.board
    bit = 1 << hex
    rough = s.rough & bit
    return {
        "terrain": "mountain" if board.mountain & bit else "rough" if rough else "clear",
        "playable": bool(board.playable & bit),
        "country": next((n for n, m in s.scenario.map.areas.get("country", {}).items() if m & bit), None),
        "zone": "south" if board.south & bit else "north",
        "city": bool(s.cities & bit),
        "port": bool(s.ports & bit),
        "coastal": bool(board.coastal & bit),
        "fortification": bool(board.fortified & bit),
        "west_wall": bool(board.west_wall & bit),
        "launch_site": bool(board.launch_sites & bit),
    }


@question
def hexside(s: EisenhowerState, *, a: HexRef, b: HexRef) -> list[str]:
    """What lies on the hexside between two hexes."""
    return list(s.scenario.map.features_between(a, b))


@question
@case("2.4a", "2.4b", "2.6b", "2.7b", "2.7c", "2.8a", "2.8b", "err.2", "13.3a", "13.3b", "tbl.counters")
def unit(s: EisenhowerState, *, unit: UnitRef, state: str = "full") -> dict[str, Any]:
    """A counter: its factors on a side, steps, type and abilities."""
    counter = s.scenario.units[unit]
    attack, defence, allowance = counter.factors(1 if state == "reduced" else counter.steps)
    return {
        "name": counter.name,
        "side": counter.side,
        "army_group": counter.army_group,
        "type": counter.type,
        "size": counter.size,
        "attack": attack,
        "defence": defence,
        "movement": allowance,
        "steps": counter.steps,
        "mobile": counter.mobile,
        "mountain_capable": counter.mountain,
        "setup": counter.setup,
        "entry": counter.entry,
        "rulebook": list(counter.rulebook),
    }


@question
@case("2.1", "2.6a")
def roster(s: EisenhowerState, *, side: SeatRef | None = None, kind: str = "") -> list[str]:
    """The units of a side, of a type."""
    return [
        name
        for name, counter, seat in zip(s.scenario.ids, s.scenario.units, s.scenario.side_of, strict=True)
        if side in (None, seat) and kind in ("", counter.type)
    ]


@question
@case("1.1a", "4.1c", "4.3.2b", "tbl.TRT")
def track(s: EisenhowerState, *, turn: int) -> dict[str, Any]:
    """A box of the Turn Track."""
    box = next((box for box in s.scenario.track if box.turn == turn), None)
    if box is None:
        raise ValueError(f"the track has turns 1 to {len(s.scenario.track)}")
    return {
        "label": box.label,
        "months": len(box.months),
        "ports_required": box.ports,
        "v1_check": turn == victory.SITES_ON,
        "notes": list(box.notes),
    }


@question
@case("8.0e", "2.2c", "tbl.TEC")
def terrain(s: EisenhowerState, *, key: str) -> dict[str, int]:
    """A line of the Terrain Effects Chart."""
    if key not in s.scenario.tables.terrain:
        raise ValueError(f"the chart has {', '.join(s.scenario.tables.terrain)}")
    line = s.scenario.tables.terrain[key]
    return {
        "cost": line.cost,
        "mountain_capable": line.mountain_capable,
        "shift": -line.shift,
        "stack": line.stack,
    }


@question
def seine(s: EisenhowerState) -> str:
    """How the Germans cross the lower Seine: special or as an ordinary river."""
    return "ordinary" if s.position.seine_plain else "special"


@question
def invasion_coast(s: EisenhowerState, *, which: str = "second") -> list[str]:
    """The hexes where the first or second invasion may land; `adriatic` and `yugoslav` are parts of it."""
    if which not in s.scenario.invasion_coast:
        raise ValueError(f"ask for one of {', '.join(s.scenario.invasion_coast)}")
    return _labels(s, s.scenario.invasion_coast[which])


@question
def first_landing(s: EisenhowerState, *, hex: HexRef) -> str:
    """How a first invasion in a hex would leave the Seine for the Germans: ordinary or special."""
    return "ordinary" if invasion.east_of_seine(s, hex) else "special"


# -- reinforcement, offensives, victory -------------------------------------------------------------------------------


@question
def entry(s: EisenhowerState, *, unit: UnitRef) -> list[str]:
    """The hexes where a unit of the Reinforcement Box may enter now, stacking aside."""
    if s.scenario.side_of[unit] == ALLIED:
        return _labels(s, reinforcement.allied_entry(s))
    return _labels(s, reinforcement.coded_entry(s, unit))


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
    return _labels(s, victory.counted_ports(s))


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


QUESTIONS: Mapping[str, Question] = {
    str(getattr(found, "__name__", "")): found
    for found in (
        odds,
        shift,
        concentric,
        crt,
        convert,
        advance,
        retreats,
        reach,
        cost,
        zone,
        movement_factor,
        stacking,
        halts,
        supply_state,
        supplied,
        net,
        sources,
        antwerp,
        factors,
        place,
        ground,
        hexside,
        unit,
        roster,
        track,
        terrain,
        seine,
        invasion_coast,
        first_landing,
        entry,
        reserves,
        activated,
        in_italy,
        convertible,
        ports,
        verdict,
        attacks_left,
    )
}
