"""Skirmish in case files: the state that a case describes, and the facts it may expect.

A case has a map of its own or a scenario's. Where it says nothing it is Blue's movement in a dry first turn, units
stand face down at full strength, and the side of a unit is the one its name begins with.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from msgspec import field
from msgspec.structs import replace

from phaseline.atlas.model import HexMap
from phaseline.drill import cases
from phaseline.drill.cases import Call, Composer, FieldSetup, altered, composing, mark, marked, unit_facts
from phaseline.engine.casefile import CaseSetup
from phaseline.engine.position import Frame
from phaseline.games.skirmish import scenario as files
from phaseline.games.skirmish.position import (
    GONE,
    STANCES,
    WEATHERS,
    Campaign,
    Frames,
    PlayerTurn,
    SkirmishPosition,
    Stance,
    Turn,
    Weather,
)
from phaseline.games.skirmish.scenario import SEATS, Kind, SkirmishScenario, Unit
from phaseline.games.skirmish.state import SkirmishState
from phaseline.hexgrid import hexes
from phaseline.wording.counts import several

NO_SCENARIO = files.Setup(title="case", turns=6, map="case", sources={}, objectives={}, held_by={}, units=())
PLAIN_UNIT = Unit(name="", side="Blue", kind="infantry", attack=(4, 2), defence=(4, 2), movement=4, at="")

MARKS = ("face_up", "moved", "reacted", "fought")
"""What may be true of a unit, by the name of the position's set of such units."""
STATES = {GONE: "out of the game"}

_STANCES: Mapping[str, Stance] = {name: name for name in STANCES}
_WEATHERS: Mapping[str, Weather] = {name: name for name in WEATHERS}


class UnitSetup(cases.UnitSetup, kw_only=True):
    """A unit of a case. What is left out is as in the scenario, or else infantry with four of everything.

    A strength may be one number: with one step left it is half of that, rounded up. `at: gone` takes the unit out.
    """

    side: str = ""
    kind: Kind | None = None
    attack: int | tuple[int, int] | None = None
    defence: int | tuple[int, int] | None = None
    movement: int | None = None
    face_up: bool = False
    moved: bool = False
    reacted: bool = False
    fought: bool = False
    unsupplied: bool = False


class SkirmishSetup(FieldSetup, kw_only=True):
    """The `setup` of a case. Without `sources`, supply comes from Blue's west edge and Red's east edge."""

    units: dict[str, UnitSetup] = field(default_factory=dict)
    stances: dict[str, str] = field(default_factory=dict)
    objectives: dict[str, int] = field(default_factory=dict)
    points: dict[str, int] = field(default_factory=dict)
    sources: dict[str, list[str]] = field(default_factory=dict)
    turns: int | None = None


class _Composer(Composer[SkirmishSetup, SkirmishScenario, SkirmishPosition]):
    """Lays what a case says over a position."""

    places: ClassVar[Mapping[str, int]] = {files.OUT: GONE}
    lost = (GONE,)

    def run(self) -> None:
        """Everything."""
        facts, p = self.facts, self.position
        p.turn = 1 if facts.turn is None else facts.turn
        if p.turn > self.scenario.turns:
            raise self.setup.error(
                f"the match has {several(self.scenario.turns, 'turn')}: give more `turns`", "turn"
            )
        p.stack = self._stack()
        if facts.weather:
            p.weather = self.setup.pick(facts.weather, _WEATHERS, "weather", "weather")
        for seat, name, text in self.by_seat("stances"):
            p.stances[seat] = self.setup.pick(text, _STANCES, "stance", "stances", name)
        for seat, _, points in self.by_seat("points"):
            p.points[seat] = points
        for number, name in self.named.items():
            if p.at[number] != GONE:
                self.place(name, facts.units[name], full=2)
            mark(p, number, facts.units[name], (*MARKS, "unsupplied"))

    def _stack(self) -> list[Frames]:
        """The procedures under way in the step that the case names, Blue's movement if it names none."""
        turn, seat = self.position.turn, self.active_seat(0)
        calls: dict[type[Frame], Call] = {
            Campaign: Call(Campaign()),
            Turn: Call(Turn(turn=turn), Campaign, "turns", turn),
            PlayerTurn: Call(PlayerTurn(seat=seat), Turn, "player turns", seat + 1),
        }
        return self.stack("movement", calls, turn - 1, before="movement or combat")


def _scenario(setup: CaseSetup, facts: SkirmishSetup) -> SkirmishScenario:
    """The scenario's facts, or none, with what the case changes laid over them."""
    base = NO_SCENARIO if setup.scenario is None else files.read_setup(setup.scenario, setup.packs)
    map = setup.map(None if setup.scenario is None else files.read_map(base.map, setup.packs))
    units = {unit.name: unit for unit in base.units}
    for name, changes in facts.units.items():
        setup.own_name(name, [unit.name for unit in base.units], "units", name)
        units[name] = _unit(setup, map, name, units.get(name), changes)
    if setup.scenario is None:
        base = replace(base, sources=_edges(map))
    objectives = dict(base.objectives)
    for text, points in facts.objectives.items():
        objectives[map.label(setup.hex(map, text, "objectives", text))] = points
    held_by = dict(base.held_by)
    for text, name in facts.control.items():
        hex = setup.hex(map, text, "control", text)
        if hex not in {map.hex(text) for text in objectives}:
            raise setup.error("it is no objective", "control", text)
        held_by[map.label(hex)] = SEATS[setup.seat(name, "control", text)]
    sources = dict(base.sources)
    for name, texts in facts.sources.items():
        seat = setup.seat(name, "sources", name)
        sources[SEATS[seat]] = tuple(map.label(setup.hex(map, text, "sources", name)) for text in texts)
    data = replace(
        base,
        turns=base.turns if facts.turns is None else facts.turns,
        sources=sources,
        objectives=objectives,
        held_by=held_by,
        units=tuple(units.values()),
    )
    assert isinstance(setup.options, files.Options)
    with setup.field():
        key = setup.scenario or "case"
        return SkirmishScenario(key, data, files.read_tables(setup.packs), map, setup.options)


def _unit(setup: CaseSetup, map: HexMap, name: str, base: Unit | None, changes: UnitSetup) -> Unit:
    if base is None:
        seat = setup.seat(changes.side or name.split(maxsplit=1)[0], "units", name, "side")
        base = replace(PLAIN_UNIT, name=name, side=SEATS[seat])
        if changes.at is None:
            raise setup.error("it stands nowhere: give it a hex in `at`", "units", name)
        if changes.kind == "decoy":
            base = replace(base, attack=(0, 0), defence=(0, 0))
    if (changes.kind or base.kind) == "decoy":
        for key in ("attack", "defence"):
            if getattr(changes, key) not in (None, 0, (0, 0)):
                raise setup.error("a decoy has no strength (2.3): leave it out", "units", name, key)
    if changes.at not in (None, files.OUT):
        setup.hex(map, str(changes.at), "units", name, "at")
    return altered(
        base,
        at=changes.at,
        kind=changes.kind,
        movement=changes.movement,
        attack=_strengths(changes.attack),
        defence=_strengths(changes.defence),
    )


def _strengths(value: int | tuple[int, int] | None) -> tuple[int, int] | None:
    return (value, (value + 1) // 2) if isinstance(value, int) else value


def _edges(map: HexMap) -> dict[str, tuple[str, ...]]:
    """The hexes of the west edge as Blue's sources of supply, those of the east edge as Red's."""
    columns = {hex: map.grid.col_row(hex)[0] for hex in hexes(map.on_map)}
    west, east = min(columns.values()), max(columns.values())
    return {
        name: tuple(map.label(hex) for hex, column in columns.items() if column == edge)
        for name, edge in zip(SEATS, (west, east), strict=True)
    }


compose = composing(SkirmishSetup, _scenario, files.first_position, _Composer)


def report(s: SkirmishState) -> dict[str, Any]:
    """The facts that a case may expect: every unit, who holds what, points, stances, weather and turn."""
    map, position = s.scenario.map, s.position
    return {
        "units": {unit.name: _facts_of(s, number) for number, unit in enumerate(s.scenario.units)},
        "control": {map.label(hex): SEATS[seat] for seat in (0, 1) for hex in hexes(position.control[seat])},
        "points": dict(zip(SEATS, position.points, strict=True)),
        "stances": dict(zip(SEATS, position.stances, strict=True)),
        "weather": position.weather,
        "turn": position.turn,
    }


def _facts_of(s: SkirmishState, number: int) -> Mapping[str, Any]:
    position, bit = s.position, 1 << number
    gone = position.at[number] == GONE
    found = unit_facts(s, number, 2, STATES) | {"face_up": bool(position.face_up & bit)}
    if gone:
        return found
    return found | {
        "state": "in play",
        "attack": s.attack(number),
        "defence": s.defence(number),
        **marked(position, number, MARKS),
        "supplied": not position.unsupplied & bit,
    }
