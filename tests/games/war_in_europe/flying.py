"""Matches and strips of land over which the air war is tried (13)."""

from __future__ import annotations

from phaseline.atlas import HexMap
from phaseline.engine.dice import ScriptedDice
from phaseline.engine.match import Match
from phaseline.games.war_in_europe import GAME
from phaseline.games.war_in_europe.files import read_files, read_setup
from phaseline.games.war_in_europe.opening import first_position
from phaseline.games.war_in_europe.position import (
    AXIS,
    WEST,
    Campaign,
    PlayerTurn,
    Turn,
    air_box,
)
from phaseline.games.war_in_europe.scenario import Options, WarScenario
from phaseline.games.war_in_europe.state import WarState
from phaseline.hexgrid import Mask, mask_of

DRAWING = ". . . . . . . . . . . . . . . .\n . . . . . . . . . . . . . . . .\n"


def begun(scenario: WarScenario) -> Match:
    return Match.new(GAME, scenario, seed=bytes(32))


def row(map: HexMap, *names: str) -> Mask:
    return mask_of(map.hex(name) for name in names)


def state_on(map: HexMap) -> WarState:
    setup = read_setup("italy_1943", ())
    bare = type(setup)(title="strip", begins="1943-06-04", weather=("clear",) * 4, first="Axis")
    scenario = WarScenario("strip", bare, read_files(()), map, Options())
    state = WarState(GAME, scenario, first_position(scenario), ScriptedDice())
    p = state.position
    p.owner = [row(map, "0101", "0201"), row(map, "0116", "0216")]
    p.stack = [Campaign(step=0, count=1), Turn(turn=1, step=0), PlayerTurn(seat=AXIS)]
    p.turn = 1
    return state


def points(state: WarState, seat: int, box: int, front: int = WEST) -> int:
    return state.position.air[air_box(front, seat, box)]


def give(state: WarState, seat: int, box: int, count: int, front: int = WEST) -> None:
    state.position.air[air_box(front, seat, box)] = count
