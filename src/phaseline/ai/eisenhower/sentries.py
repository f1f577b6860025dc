"""Who must stand guard: what a plan of movement leaves open to the enemy, and who could close it."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from phaseline.ai.eisenhower.situation import USUAL_MARCH, Situation
from phaseline.ai.planning import power
from phaseline.games.eisenhower.rules.offensives import MARKERS
from phaseline.games.eisenhower.state import EisenhowerState
from phaseline.hexgrid import Hex, Mask, hexes

TOO_DEAR = 30.0
"""A unit that is needed where it stands."""
FRONT = 12.0
"""What a unit at the gates of the Ruhr is worth there rather than on guard."""
ALERT = 1.0
"""The fear of an enemy who stirs."""
TOLERABLE = 0.18
"""A danger up to this is lived with."""
CALLED_OFF = 0.95
"""From this danger on those come who wait for the second landing, once the Germans have begun to strike."""


def sentries(
    trial: EisenhowerState,
    view: Situation,
    attackers: Mapping[int, Hex],
    guards: Mapping[int, Hex],
    vital: Collection[int] = (),
    *,
    waiting: Mask = 0,
    wary: bool = False,
) -> dict[int, Hex]:
    """Further guards for vital hexes, chosen among units that were to go elsewhere; {} when nothing vital is open.

    `trial` is the position after the planned moves, `view` the one before them. If need be an attacker stays behind,
    but none of those whose attack is `vital` itself. `waiting` stay in the box unless nobody else can meet a grave danger.
    `wary`: an enemy who stirs is expected to bring all he has.
    """
    after = Situation(view.ground, trial, view.seat, view.fear, worst=wary and view.fear.march >= ALERT)
    struck = 0 < trial.position.offensives < MARKERS
    found: dict[int, Hex] = {}
    for danger, hex in sorted(_open(after), reverse=True):
        if danger <= TOLERABLE:
            break
        unit = _nearest(after, view, hex, {*attackers, *guards, *found}, waiting, wary=wary)
        if unit is None:
            unit = _nearest(after, view, hex, {*vital, *guards, *found}, waiting, wary=wary)
        if unit is None and danger > CALLED_OFF and struck:
            unit = _nearest(after, view, hex, {*guards, *found}, 0, wary=wary)
        if unit is not None:
            found[unit] = hex
    if not found:
        return {}
    # Whoever is needed where he stands must not leave it for another post in the next plan.
    for hex in hexes(after.prizes & after.menaced):
        for unit in _needed(after, hex, {*attackers, *guards, *found}):
            found[unit] = hex
    return found


def _open(after: Situation) -> list[tuple[float, Hex]]:
    """Vital hexes in Allied hands, and the danger to each."""
    s = after.s
    found = []
    for hex in hexes(after.prizes & after.menaced):
        units = s.units_at(hex, after.seat)
        factors = sum(after.defence_factor(unit) for unit in units)
        steps = sum(s.position.steps[unit] for unit in units)
        found.append((after.danger(hex, factors, steps), hex))
    return found


def _needed(after: Situation, hex: Hex, busy: set[int]) -> list[int]:
    """The units in a vital hex, weakest first, that together make it safe enough; the others may go."""
    s = after.s
    units = [unit for unit in s.units_at(hex, after.seat) if s.scenario.mobile >> unit & 1]
    kept = [unit for unit in units if unit in busy]
    free = sorted(
        (unit for unit in units if unit not in busy), key=lambda unit: (after.defence_factor(unit), unit)
    )
    factors = sum(after.defence_factor(unit) for unit in kept)
    steps = sum(s.position.steps[unit] for unit in kept)
    found: list[int] = []
    for unit in free:
        if steps and after.danger(hex, factors, steps) <= TOLERABLE:
            break
        found.append(unit)
        factors += after.defence_factor(unit)
        steps += s.position.steps[unit]
    return found


def _spare(after: Situation, hex: Hex, unit: int) -> bool:
    """Whether a vital hex is safe enough without a unit."""
    s = after.s
    others = [other for other in s.units_at(hex, after.seat) if other != unit]
    factors = sum(after.defence_factor(other) for other in others)
    return after.danger(hex, factors, sum(s.position.steps[other] for other in others)) <= TOLERABLE


def _wanted_ahead(view: Situation, unit: int, post: Hex) -> float:
    """How much a unit is wanted at the front: the nearer to the Ruhr, the more."""
    if view.ground.ruhr is None:
        return 0.0
    here = view.s.position.at[unit]
    way = view.ground.travel(view.ground.ruhr)[here if here >= 0 else post]
    found: float = FRONT * power(view.ground.parameters.march.fade, way / USUAL_MARCH)
    return found


def _nearest(
    after: Situation, view: Situation, hex: Hex, busy: set[int], waiting: Mask, *, wary: bool
) -> int | None:
    """The unit that loses least by going to a hex: not needed elsewhere, and as far behind as can be."""
    s = view.s
    best: tuple[float, int] | None = None
    for unit in [*view.mobile(view.seat), *hexes(s.in_box(view.seat) & s.scenario.mobile & ~waiting)]:
        if unit in busy or s.position.moved >> unit & 1 or s.position.ashore >> unit & 1:
            continue
        stays = s.position.at[unit] == hex
        if not view.range(unit) >> hex & 1 or after.s.position.at[unit] == hex:
            continue
        if not stays and (s.full(view.seat) >> hex & 1 or s.mixed(unit) >> hex & 1):
            continue
        price = view.ground.value(unit, s.position.steps[unit]) + _wanted_ahead(view, unit, hex)
        post = after.s.position.at[unit]
        if (
            post >= 0
            and after.prizes >> post & 1
            and after.menaced >> post & 1
            and not (wary and _spare(after, post, unit))
        ):
            price += TOO_DEAR
        if best is None or price < best[0]:
            best = price, unit
    return None if best is None or best[0] > TOO_DEAR else best[1]
