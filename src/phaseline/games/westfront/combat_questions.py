"""Questions about battles that case files, the command line and pages may ask."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from phaseline.drill.lookups import spot
from phaseline.engine.casefile import question
from phaseline.engine.lexicon import HexRef, UnitRef
from phaseline.games.westfront.position import ALLIED, AXIS, Round
from phaseline.games.westfront.roster import HITS_ON, Fire
from phaseline.games.westfront.rules import assault, battle, fire, ground, retreat
from phaseline.games.westfront.rules.preview import BACK, OUT, of_battle
from phaseline.games.westfront.scenario import SEATS
from phaseline.games.westfront.state import WestFrontState
from phaseline.hexgrid import hexes


@question
def firepower(
    s: WestFrontState, *, unit: UnitRef, attacking: bool | None = None, hex: HexRef | None = None
) -> str:
    """Firepower of a unit in a battle: attacking (the active side's) or defending; by default by whose turn it is (7.32)."""
    where = spot(s, unit) if hex is None else hex
    return fire.firepower(s, unit, where, _active(s, unit, attacking))


@question
def defence(
    s: WestFrontState, *, unit: UnitRef, supported: bool = True, attacking: bool | None = None
) -> int:
    """Hits that cost a unit a step in its battle: 1 for the active side, up to 3 for a passive unit (7.33 to 7.35)."""
    where, active = spot(s, unit), _active(s, unit, attacking)
    battle = Round(hex=where, seat=active, supported=supported)
    return fire.multiplier(s, battle, unit)


def _active(s: WestFrontState, unit: int, attacking: bool | None) -> int:
    if attacking is None:
        return s.active
    seat = s.seat_of(unit)
    return seat if attacking else 1 - seat


@question
def repulse(s: WestFrontState, *, hex: HexRef) -> list[int]:
    """The dice that repulse attackers in the first round of a new battle; none when nobody can be repulsed (7.51)."""
    return list(assault.repulse_dice(s, hex))


@question
def original_defender(s: WestFrontState, *, hex: HexRef) -> str | None:
    """The Original Defender of a battle (7.12)."""
    if not s.battles >> hex & 1:
        return None
    return SEATS[AXIS if s.position.defends[AXIS] >> hex & 1 else ALLIED]


@question
def hits(s: WestFrontState, *, firepower: Fire, rolled: tuple[int, ...]) -> int:
    """Hits that dice rolled so score at a firepower: SF on 6, DF on 5 and 6, TF on 4, 5 and 6 (7.32)."""
    return sum(die >= HITS_ON[firepower] for die in rolled)


@question
def pursuit(s: WestFrontState, *, pursuer: UnitRef, rearguard: UnitRef) -> str:
    """Firepower of a pursuer against a rearguard, by their speeds now (6.42)."""
    if not retreat.pursues(s, pursuer):
        return "none"
    return retreat.pursuit_fire(ground.speed(s, pursuer), ground.speed(s, rearguard))


@question
def mandatory(s: WestFrontState) -> list[str]:
    """The battles that must be fought in this Combat Phase (7.15)."""
    return [s.scenario.map.label(hex) for hex in hexes(battle.mandatory(s))]


@question
def preview(s: WestFrontState, *, hex: HexRef, supported: bool = True) -> dict[str, Any]:
    """The exact prospects of a round in a battle: steps that each side loses on average, and what can become of each unit.

    Under `units`, by unit: the chance of each CV, of `eliminated` and `repulsed`. `rounds` counts the different outcomes.
    Raises `ValueError` when there is no battle.
    """
    if not s.battles >> hex & 1:
        raise ValueError(f"there is no battle in {s.scenario.map.label(hex)}")
    seat = s.active
    outcomes = of_battle(s, Round(hex=hex, seat=seat, supported=supported))
    sides = (s.units_at(hex, seat), s.units_at(hex, 1 - seat))
    chances: dict[str, dict[str, Fraction]] = {}
    losses = {seat: Fraction(0), 1 - seat: Fraction(0)}
    for outcome in outcomes:
        for side, units, cvs in ((seat, sides[0], outcome.active), (1 - seat, sides[1], outcome.passive)):
            for unit, cv in zip(units, cvs, strict=True):
                table = chances.setdefault(s.unit(unit).name, {})
                key = {OUT: "eliminated", BACK: "repulsed"}.get(cv, str(cv))
                table[key] = table.get(key, Fraction(0)) + outcome.probability
                if cv != BACK:
                    left = s.type_of(unit).lowest - 1 if cv == OUT else cv
                    losses[side] += (s.position.cv[unit] - left) * outcome.probability
    return {
        "losses": {SEATS[side]: round(float(lost), 4) for side, lost in losses.items()},
        "units": {
            name: {key: str(chance) for key, chance in sorted(table.items(), reverse=True)}
            for name, table in chances.items()
        },
        "rounds": len(outcomes),
    }


ALL: tuple[Any, ...] = (
    firepower,
    defence,
    repulse,
    original_defender,
    hits,
    pursuit,
    mandatory,
    preview,
)
