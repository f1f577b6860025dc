"""The facts of a match that case files may expect."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from phaseline.drill.cases import marked, unit_facts
from phaseline.drill.lookups import labels
from phaseline.games.eisenhower.casefile import STATES
from phaseline.games.eisenhower.files import SEATS
from phaseline.games.eisenhower.position import ALLIED, ELIMINATED, GERMAN, GONE, IDLE, TRACK
from phaseline.games.eisenhower.rules import supply
from phaseline.games.eisenhower.state import EisenhowerState
from phaseline.hexgrid import hexes


def report(s: EisenhowerState) -> dict[str, Any]:
    """The facts that a case may expect: units, control, markers, supply."""
    board, p = s.scenario.board, s.position
    label = s.scenario.map.label
    in_game = [n for n, hex in enumerate(p.at) if hex != IDLE or s.scenario.other_form[n] < 0]
    return {
        "units": {s.scenario.ids[n]: _facts_of(s, n) for n in in_game},
        "control": {
            label(hex): SEATS[ALLIED if p.control >> hex & 1 else GERMAN] for hex in hexes(board.playable)
        },
        "turn": p.turn,
        "beachheads": set(labels(s, p.beachheads)),
        "destroyed": set(labels(s, p.razed)),
        "sources_lost": set(labels(s, p.cut)),
        "ports": (s.ports & board.interior & p.control).bit_count(),
        "bombers": p.bombers,
        "fmo": p.offensives,
        "aerial_supply": label(p.aerial) if p.aerial >= 0 else "used" if p.aerial_used else "available",
        "antwerp": "running" if supply.antwerp_runs(s) else "not running",
        "difficulty": p.difficulty or None,
        "bridge": [label(p.bridge), label(p.bridge_to)] if p.bridge >= 0 else None,
        "fortress": label(p.fortress) if p.fortress >= 0 else None,
        "free_italy": p.free_italy,
        "yugoslavs": p.yugoslavs,
        "scheldt": p.scheldt or None,
        "secured": set(labels(s, p.secured)),
    }


def _facts_of(s: EisenhowerState, number: int) -> Mapping[str, Any]:
    p, unit = s.position, s.scenario.units[number]
    found = unit_facts(s, number, unit.steps, STATES)
    if p.at[number] in (ELIMINATED, GONE):
        return found
    attack, defence, movement = s.factors(number)
    found |= {
        "attack": attack,
        "defence": defence,
        "movement": movement,
        "mobile": unit.mobile,
        **marked(p, number, ("moved", "fought")),
    }
    if p.at[number] == TRACK:
        found["due"] = p.due[number]
    if p.at[number] >= 0:
        found["supply"] = supply.state_of(s, number)
    return found
