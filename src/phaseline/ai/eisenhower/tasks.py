"""What each unit should be about: objectives to take and places to hold, and who goes for which."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import NamedTuple

from phaseline.ai.eisenhower.situation import Situation
from phaseline.ai.eisenhower.terrain import FAR
from phaseline.ai.planning import match, power
from phaseline.ai.planning.telling import called
from phaseline.games.eisenhower.position import ALLIED, GERMAN, TRACK
from phaseline.games.eisenhower.rules.victory import LAST, PAIR_THROUGH, RUHR_THROUGH
from phaseline.hexgrid import Hex, Mask, hexes

SLOTS = 5
"""So many units at most are sent for one task."""
MASS = 8
"""So many go for what decides the campaign."""
LATE = 0.34
"""By so much of a turn's march a task may be out of reach in time: who attacks need not get there."""
ENOUGH, FULL = 7, 8
"""What decides the campaign is attacked at so many to one, by full corps of so many factors."""
USUAL = 7.0
"""The factor of a usual unit."""


class Task(NamedTuple):
    """Somewhere to go: what the first unit there is worth, how many are wanted, and why."""

    hex: Hex
    worth: float
    slots: int
    why: str
    by: int = LAST
    """The last turn in which it counts."""


def tasks(view: Situation) -> list[Task]:
    """All tasks of the side to move."""
    return _allied(view) if view.seat == ALLIED else _german(view)


def _allied(view: Situation) -> list[Task]:
    s = view.s
    found = []
    for hex, worth in view.worths.items():
        if s.position.control >> hex & 1:
            continue
        factors = view.defence(hex).factors if s.occupied(GERMAN) >> hex & 1 else 0
        if worth >= view.ground.parameters.worth.ruhr[s.scenario.alternate]:
            enough = 1 + -(-factors * ENOUGH // FULL)
            slots = min(MASS, enough) if view.ground.parameters.march.massed else MASS
        else:
            slots = min(SLOTS, 1 + factors // 4)
        found.append(Task(hex, worth, slots, f"take {called(s.scenario.lexicon, hex)}", _last(view, hex)))
    return found


def _last(view: Situation, hex: Hex) -> int:
    """The last turn in which a hex is worth what it is worth now."""
    s, ground = view.s, view.ground
    if view.turn <= PAIR_THROUGH and (ground.three & s.cities) >> hex & 1:
        return RUHR_THROUGH if hex == ground.ruhr and view.turn <= RUHR_THROUGH else PAIR_THROUGH
    return LAST


def _german(view: Situation) -> list[Task]:
    s, turn = view.s, view.turn
    found = []
    for hex, worth in view.worths.items():
        if s.position.control >> hex & 1:
            continue
        near = urgency(view, hex)
        if near:
            found.append(Task(hex, worth * near, SLOTS, f"hold {called(s.scenario.lexicon, hex)}"))
    for line, area in view.ground.lines:
        if line.first <= turn <= line.last:
            for hex in hexes(area & ~s.position.control):
                near = urgency(view, hex)
                if near:
                    found.append(Task(hex, line.worth * near, 3, f"stand on {line.name}"))
    return found


def urgency(view: Situation, hex: Hex) -> float:
    """How soon the Allies can be at a hex: 1 next turn, less later, 0 when they are far."""
    threat = view.threat(hex, ALLIED)
    if threat:
        return 1.0
    turns = view.allied_turns(hex)
    return 0.0 if turns > 3 else power(0.75, max(0, turns - 1))


def share_out(view: Situation, units: Iterable[int], wanted: list[Task]) -> dict[int, Task]:
    """Who goes for which task, so that the worths of all add up to most."""
    ground, by, s = view.ground, view.ground.parameters.march, view.s
    worth: dict[tuple[int, Hashable], float] = {}
    for unit in units:
        attack, defence, factors = s.scenario.units[unit].factors(s.position.steps[unit])
        strength = (attack if view.seat == ALLIED else defence) / USUAL
        here = s.position.at[unit]
        if not factors:
            continue
        for number, task in enumerate(wanted):
            way = ground.travel(task.hex)[here] if here >= 0 else _from_box(view, unit, task.hex)
            if way >= FAR:
                continue
            turns = max(0.0, way / factors - 1)
            if by.timely and view.seat == ALLIED and view.turn + turns > task.by + LATE:
                continue
            value = task.worth * strength * power(by.fade, turns)
            if view.errands.get(unit) == task.hex:
                value *= by.loyal
            for slot in range(task.slots):
                if value < 0.2:
                    break
                worth[unit, (number, slot)] = value - 0.01 * way
                value *= by.crowd
    number_of: dict[Hashable, int] = {
        (number, slot): number for number, task in enumerate(wanted) for slot in range(task.slots)
    }
    return {unit: wanted[number_of[place]] for unit, place in match(worth).items()}


class Errands:
    """How much each unit would be held up by being elsewhere than on the way to its task."""

    def __init__(self, view: Situation, places: Mapping[int, Mask]) -> None:
        """For units and the hexes each could be in after this phase."""
        self.view = view
        self.tasks = share_out(view, places, tasks(view))
        self.best = {
            unit: max((pull(view, unit, task, hex) for hex in hexes(places[unit])), default=0.0)
            for unit, task in self.tasks.items()
        }

    def delay(self, unit: int, hex: Hex) -> float:
        """What it costs to have the unit in a hex instead of as near to its task as it could get."""
        task = self.tasks.get(unit)
        if task is None:
            return 0.0
        return max(0.0, self.best[unit] - pull(self.view, unit, task, hex))


def pull(view: Situation, unit: int, task: Task, hex: Hex) -> float:
    """How well a unit in a hex is on its way to a task."""
    ground, s = view.ground, view.s
    way = ground.travel(task.hex)[hex]
    if way >= FAR:
        return 0.0
    by = ground.parameters.march
    factors = max(1, s.scenario.units[unit].factors(s.position.steps[unit])[2])
    found: float = by.pull * min(task.worth, by.most) * power(by.fade, way / factors)
    return found


def _from_box(view: Situation, unit: int, goal: Hex) -> int:
    """The way of a unit that is still to be placed, from its best place of entry."""
    if view.s.position.at[unit] == TRACK:
        return FAR
    travel = view.ground.travel(goal)
    return min((travel[hex] for hex in hexes(view.entry(unit))), default=FAR)
