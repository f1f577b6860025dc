"""The facts of a match that case files may expect."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from phaseline.drill.cases import marked, unit_facts, worth_telling
from phaseline.drill.lookups import labels
from phaseline.games.france44.casefile import MARKS, POOLS, STATES
from phaseline.games.france44.files import SEATS
from phaseline.games.france44.position import AFLOAT, ALLIED, ESCORT, GERMAN, Battle
from phaseline.games.france44.state import FranceState
from phaseline.hexgrid import Mask, hexes


def report(s: FranceState) -> dict[str, Any]:
    """The facts that a case may expect: units and other pieces, who holds what, ports, points, weather."""
    p, scenario = s.position, s.scenario
    label = scenario.map.label
    board = scenario.board
    matters = board.settled | board.ports | board.beaches | p.control | s.occupied(GERMAN)
    told = worth_telling(board.continent, matters)
    return {
        "units": {s.name(n): _unit(s, n) for n in range(len(scenario.units))},
        "control": {label(hex): SEATS[ALLIED if p.control >> hex & 1 else GERMAN] for hex in hexes(told)},
        "turn": p.turn,
        "weather": p.weather,
        "points": dict(zip(SEATS, p.points, strict=True)),
        "factors": {name: p.factors[pool] for name, pool in POOLS.items()},
        "wings": _placed(s, scenario.wing_ids, p.wings),
        "ships": _placed(s, scenario.ship_ids, p.ships),
        "rockets": _placed(s, scenario.rocket_ids, p.vs),
        "mulberries": _placed(s, scenario.mulberry_ids, p.mulberries),
        "trucks": {name: sorted(map(label, s.trucks(seat))) for seat, name in enumerate(SEATS)},
        "dumps": {
            name: {label(hex): value for hex, value in sorted(s.dumps(seat).items())}
            for seat, name in enumerate(SEATS)
        },
        "levels": {label(hex): level for hex, level in sorted(p.levels.items())},
        "taken": {label(hex): turn for hex, turn in sorted(p.taken.items())},
        "harbours": set(labels(s, p.harbours)),
        "beachheads": set(labels(s, p.beachheads)),
        "capacity": p.capacity,
        "shipping": p.shipping,
        "invasion": p.invasion,
        "air_left": p.air_left if p.air_left >= 0 else None,
        "bomber": p.bomber,
        "bombed": p.bombed,
        "flown": _among(scenario.wing_ids, p.flown),
        "pinned": _among(scenario.wing_ids, p.pinned),
        "intercepting": _among(scenario.wing_ids, p.intercepting),
        "fresh_rockets": _among(scenario.rocket_ids, p.v_fresh),
        "feeder": {s.name(unit): label(hex) for unit, hex in sorted(p.feeder.items())},
        "french_begun": p.french_begun,
        "announced": [_attack(s, attack) for attack in p.announced],
    }


def _unit(s: FranceState, number: int) -> Mapping[str, Any]:
    unit = s.scenario.units[number]
    found = unit_facts(s, number, unit.steps, STATES)
    if not s.position.steps[number]:
        return found
    return found | {
        "combat": s.factor(number),
        "movement": unit.movement,
        **marked(s.position, number, MARKS),
    }


def _placed(s: FranceState, names: Iterable[str], places: Iterable[int]) -> dict[str, str | None]:
    """Pieces by name: the hex, none off the map."""
    words = {ESCORT: "escort", AFLOAT: "afloat"}
    return {
        name: s.scenario.map.label(place) if place >= 0 else words.get(place)
        for name, place in zip(names, places, strict=True)
    }


def _among(names: Sequence[str], pieces: Mask) -> set[str]:
    """The names of some pieces."""
    return {names[piece] for piece in hexes(pieces)}


def _attack(s: FranceState, attack: Battle) -> dict[str, Any]:
    names = s.scenario
    return {
        "targets": set(labels(s, attack.targets)),
        "units": {s.name(unit) for unit in hexes(attack.attackers)},
        "wings": _among(names.wing_ids, attack.wings),
        "ships": _among(names.ship_ids, attack.ships),
        "hq": s.name(attack.hq) if attack.hq >= 0 else None,
        "bomber": attack.bomber,
        "answer": s.name(attack.answer) if attack.answer >= 0 else None,
    }
