"""Where a mandated offensive would bring most (13.6)."""

from __future__ import annotations

import math
from typing import NamedTuple

from phaseline.ai.eisenhower.attacks import GeneralStaff, able, prices
from phaseline.ai.eisenhower.situation import Situation
from phaseline.ai.eisenhower.terrain import Ground
from phaseline.ai.eisenhower.worth import decides
from phaseline.ai.field import Assault
from phaseline.games.eisenhower import orders
from phaseline.games.eisenhower.position import ALLIED, GERMAN, Combat
from phaseline.games.eisenhower.rules import combat as fighting
from phaseline.games.eisenhower.rules import offensives
from phaseline.games.eisenhower.state import EisenhowerState
from phaseline.hexgrid import Hex, Mask, hexes, mask_of


class Prospect(NamedTuple):
    """An offensive around a hex: what it should bring in all, and how much of that by coming to somebody's help."""

    hex: Hex
    worth: float
    rescue: float


def best_offensive(
    ground: Ground, s: EisenhowerState, staff: type[GeneralStaff] = GeneralStaff
) -> Prospect | None:
    """The hex to declare around with what its two best attacks, found by a `staff`, should bring; None when there is none."""
    view = Situation(ground, s, GERMAN)
    board = s.scenario.board
    # Only where Germans and Allies are close is there anything to attack.
    front = board.grid.spread(board.grid.spread(s.occupied(0))) & s.mobile_hexes(GERMAN) & ~board.italy
    if at_the_gates(ground, s):
        assert ground.ruhr is not None
        front |= board.grid.disk(ground.ruhr, ground.parameters.offensive.march) & s.mobile_hexes(GERMAN)
    best: Prospect | None = None
    seen: dict[Mask, tuple[float, float]] = {}
    for hex in hexes(front):
        activated = offensives.activated_by(s, hex)
        if activated not in seen:
            rescue = _rescue(view, activated)
            seen[activated] = _worth(view, activated, staff) + rescue, rescue
        worth, rescue = seen[activated]
        if best is None or worth > best.worth:
            best = Prospect(hex, worth, rescue)
    return best


def at_the_gates(ground: Ground, s: EisenhowerState) -> bool:
    """Whether Allies stand beside the Ruhr, by which they would win at once (4.2.1)."""
    ruhr = ground.ruhr
    if ruhr is None or not ground.parameters.worth.crown or not decides(ground, s, ruhr):
        return False
    return bool(ground.beside[ruhr] & s.occupied(ALLIED)) and not s.position.control >> ruhr & 1


def _rescue(view: Situation, activated: Mask) -> float:
    """What it brings that activated units could come to the help of something that must not fall (the Ruhr, above all)."""
    s, by = view.s, view.ground.parameters
    most = 0.0
    for hex, worth in view.worths.items():
        if worth < by.worth.ruhr[s.scenario.alternate] or s.position.control >> hex & 1:
            continue
        there = s.units_at(hex, GERMAN)
        factors = sum(view.defence_factor(unit) for unit in there)
        steps = sum(s.position.steps[unit] for unit in there)
        before = _peril(view, hex, factors, steps)
        if before < by.offensive.alarm:
            continue
        helpers = _helpers(view, activated, hex)
        factors += sum(view.defence_factor(unit) for unit in helpers)
        steps += sum(s.position.steps[unit] for unit in helpers)
        most = max(most, by.offensive.prize * worth * (before - _peril(view, hex, factors, steps)))
    return most


def _helpers(view: Situation, activated: Mask, hex: Hex) -> list[int]:
    """Those of the activated units who can come into a hex: the strongest, as many as find room there."""
    s = view.s
    able = [
        unit
        for unit in hexes(activated & s.scenario.mobile)
        if s.position.at[unit] != hex and view.reach(unit) >> hex & 1
    ]
    if view.ground.parameters.worth.crown:
        able.sort(key=lambda unit: (-view.defence_factor(unit), -s.position.steps[unit], unit))
    return able[: s.limit(hex) - len(s.units_at(hex, GERMAN))]


def _peril(view: Situation, hex: Hex, factors: int, steps: int) -> float:
    """The chance that the Allies take a hex held with so much: by all who can come, where they win at once by it."""
    if view.ground.parameters.worth.crown and decides(view.ground, view.s, hex) and view.menaced >> hex & 1:
        return view.storm(hex, factors, steps, final=True)
    return view.danger(hex, factors, steps)


def _worth(view: Situation, activated: Mask, kind: type[GeneralStaff]) -> float:
    s = view.s
    units = able(view, list(hexes(activated & s.scenario.mobile)))
    places = {unit: view.reach(unit) for unit in units}
    if not places:
        return 0.0
    targets = s.occupied(0) & ~s.scenario.board.italy
    staff = kind(view, places, targets, price=prices(view, places), bonus=s.scenario.tables.shifts.offensive)
    return math.fsum(sorted((way.worth for way in staff.plan()), reverse=True)[: offensives.ATTACKS])


def least_bad(
    view: Situation, staff: GeneralStaff, ready: list[int]
) -> tuple[float, orders.Attack, Assault] | None:
    """The attack to make where one must be made, with all of those `ready` who stand near, and what it is worth."""
    s = view.s
    legal = s.legal(view.seat)
    best: tuple[float, orders.Attack, Assault] | None = None
    for unit in legal.values(orders.Attack):
        for target in legal.values(orders.Attack, unit):
            near = [other for other in ready if view.ground.beside[target] >> s.position.at[other] & 1]
            way = staff.assess(target, {other: s.position.at[other] for other in near})
            if allowed(s, way) and (best is None or way.worth > best[0]):
                best = way.worth, orders.Attack(unit, target), way
    return best


def allowed(s: EisenhowerState, way: Assault) -> bool:
    """Whether an attack can be rolled for: in an offensive not if it left the activated units none to make (13.6)."""
    attack = Combat(attacker=GERMAN, target=way.target, attackers=mask_of(way.places))
    return not s.offensive or not fighting.must_take_part(s, attack) or bool(pressed(s, attack))


def pressed(s: EisenhowerState, attack: Combat) -> Mask:
    """The activated units that can join an attack of an offensive, one of which must when it would be their last (13.6)."""
    return fighting.joining(s, GERMAN, attack).mask & fighting.owed(s)
