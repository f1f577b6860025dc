"""The facts of a match that case files may expect."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from phaseline.drill.cases import marked, unit_facts, worth_telling
from phaseline.drill.lookups import labels
from phaseline.games.war_in_europe.casefile import MARKS, STATES
from phaseline.games.war_in_europe.files import SEATS
from phaseline.games.war_in_europe.position import AIR_BOXES, FRONTS, MOST_STORES, air_box
from phaseline.games.war_in_europe.rules import control, movement
from phaseline.games.war_in_europe.scenario import POOLS
from phaseline.games.war_in_europe.state import WarState
from phaseline.hexgrid import hexes


def report(s: WarState) -> dict[str, Any]:
    """The facts that a case may expect: units, who holds what, railways, Points, weather."""
    p, scenario = s.position, s.scenario
    label, board = scenario.map.label, scenario.board
    told = worth_telling(board.playable, board.cities | board.ports | s.occupied(0) | s.occupied(1))
    return {
        "units": {scenario.ids[n]: _unit(s, n) for n in range(len(scenario.units))},
        "control": {
            label(hex): "" if (seat := control.holder(s, hex)) is None else SEATS[seat] for hex in hexes(told)
        },
        "rail": {name: set(labels(s, p.rail[seat])) for seat, name in enumerate(SEATS)},
        "interdicted": {name: set(labels(s, p.marks[seat])) for seat, name in enumerate(SEATS)},
        "repaired": {label(hex): turn for hex, turn in p.repaired.items()},
        "promised": {POOLS[key]: points for key, points in p.promised.items()},
        "pools": {POOLS[key]: points for key, points in p.pools.items()},
        "turn": p.turn,
        "weather": s.weather,
        "points": dict(zip(SEATS, p.points, strict=True)),
        "transport": dict(zip(SEATS, p.fleet, strict=True)),
        "suppressed": set(labels(s, p.suppressed)),
        "superiority": {
            front: "" if (seat := p.superiority[f]) < 0 else SEATS[seat] for f, front in enumerate(FRONTS)
        },
        "amphibious": sum(p.landing),
        "due_amphibious": {key // MOST_STORES: count for key, count in p.returning.items()},
        "lifted": _lifted(s),
        "beaches": set(labels(s, p.beaches)),
        "piers": set(labels(s, p.piers)),
        "air": {
            name: {
                front: {box: p.air[air_box(f, seat, b)] for b, box in enumerate(AIR_BOXES)}
                for f, front in enumerate(FRONTS)
            }
            for seat, name in enumerate(SEATS)
        },
    }


def _lifted(s: WarState) -> Mapping[str, Any]:
    """The Air Transport Points that are ready later: front -> turn -> how many."""
    found: dict[str, dict[int, int]] = {}
    for key, count in s.position.lifted.items():
        turn, front = key // (4 * len(FRONTS)), key // 2 % len(FRONTS)
        of_front = found.setdefault(FRONTS[front], {})
        of_front[turn] = of_front.get(turn, 0) + count
    return found


def _unit(s: WarState, number: int) -> Mapping[str, Any]:
    unit = s.scenario.units[number]
    found = unit_facts(s, number, unit.steps, STATES)
    if not s.position.steps[number]:
        return found
    if found["state"] == "reduced":
        found["state"] = "kg"
    on_map = s.position.at[number] >= 0
    return found | {
        "value": str(s.face(number)),
        "left": movement.left(s, number) if on_map else 0,
        "supplied": not s.position.unsupplied >> number & 1,
        **marked(s.position, number, MARKS),
    }
