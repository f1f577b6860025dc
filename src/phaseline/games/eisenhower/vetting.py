"""What a data pack may not say of Eisenhower's War, though every value is of the right type."""

from __future__ import annotations

import re
from collections.abc import Mapping

from phaseline.drill.files import Packs
from phaseline.drill.vetting import Field, Vetting
from phaseline.engine.ledger import case
from phaseline.games.eisenhower.board import Board
from phaseline.games.eisenhower.files import (
    LIBRARY,
    PACKAGE,
    Setup,
    Tables,
    TurnBox,
    Unit,
    read_files,
    read_setup,
)
from phaseline.games.eisenhower.scenario import Entry
from phaseline.hexgrid import Hex
from phaseline.mechanics.tables import Losses
from phaseline.wording.counts import several

ENTRY = re.compile(r"Yug|\d+(\*|\?|/\w+)?")
MONTH = re.compile(r"\d{4}-(0[1-9]|1[0-2])")
FORMS = ("airborne_drop", "airborne_ground")
"""The types of an airborne corps: its two forms (13.2)."""


def vet(key: str, packs: Packs) -> None:
    """Whether the file of the scenario `key`, counters, tables and Turn Track fit each other and the map. Raises `DataError`."""
    own, data, setup, map = read_files(()), read_files(packs), read_setup(key, packs), LIBRARY.map(packs)
    _tables(Vetting(PACKAGE, "tables.toml", packs, map), data.tables, own.tables)
    board = Board(map, data.tables)
    if data.tables.stacking.waived_hex:
        asks = Vetting(PACKAGE, "tables.toml", packs, map)
        asks.hex(data.tables.stacking.waived_hex, "stacking", "waived_hex", among=board.playable)
    _track(Vetting(PACKAGE, "turns.toml", packs), data.track.turns, len(own.track.turns), board)
    asks = Vetting(PACKAGE, "counters.toml", packs, map)
    units = data.counters.units
    _counters(asks, units, own.counters.units)
    for name, unit in units.items():
        _begins(asks, name, unit, len(data.track.turns), board)
    asks = Vetting(PACKAGE, f"scenarios/{key}.toml", packs, map)
    _scenario(asks, setup, units, data.tables, board)
    _stacks(Vetting(PACKAGE, "counters.toml", packs, map), setup, units, data.tables, board)


@case("6.3d", "11.0b", "tbl.CRT", "tbl.TEC")
def _tables(asks: Vetting, tables: Tables, own: Tables) -> None:
    """The table has a result for each die and column; rivers, terrain and stacks are in the order of the rules."""
    asks.odds_table(tables.crt, Losses.parse, "crt")
    asks.terrains(tables.terrain, own.terrain)
    for key, line in tables.terrain.items():
        said = f"{line.mountain_capable} is dearer than for all others, {line.cost}"
        asks.require(line.mountain_capable <= line.cost, said, "terrain", key, "mountain_capable")
    limit = tables.terrain["rough"].stack
    said = f"rough ground and mountains have one limit, and rough has {limit}"
    asks.require(tables.terrain["mountain"].stack == limit, said, "terrain", "mountain", "stack")
    # Who attacks across a river and across the Rhine is told apart by the columns.
    by = tables.shifts
    said = f"{by.rhine} is less than a common river shifts, {by.river}"
    asks.require(0 <= by.river <= by.rhine, said, "shifts", "river" if by.river < 0 else "rhine")


@case("5.1a", "4.3.2a", "tbl.TRT")
def _track(asks: Vetting, boxes: tuple[TurnBox, ...], turns: int, board: Board) -> None:
    """Nine turns, on which the rules count, one after the other; no more ports required than there are."""
    asks.require(
        len(boxes) == turns, f"{len(boxes)} stand here; the rules count {turns}: give each its box", "turns"
    )
    ports = (board.ports & board.interior).bit_count()
    for number, box in enumerate(boxes):
        at = ("turns", number)
        asks.require(box.turn == number + 1, f"turn {number + 1} has to stand here", *at, "turn")
        asks.named(box.label, *at, "label")
        asks.require(box.months, "at least one is needed", *at, "months")
        for n, month in enumerate(box.months):
            asks.require(
                MONTH.fullmatch(month), f'"{month}" is no month: write it as 1944-06', *at, "months", n
            )
        said = f"the map has {ports} ports in France, Belgium and the Netherlands, not {box.ports}"
        asks.require(box.ports <= ports, said, *at, "ports")


@case("2.4a", "2.6a", "2.11a", "12.3.1c", "13.2a")
def _counters(asks: Vetting, units: Mapping[str, Unit], own: Mapping[str, Unit]) -> None:
    asks.differing({("units", name, "name"): unit.name for name, unit in units.items()})
    types = {
        side: sorted({unit.type for unit in own.values() if unit.side == side})
        for side in ("allied", "german")
    }
    for name, unit in units.items():
        at = ("units", name)
        asks.named(name, *at)
        asks.known(unit.type, types[unit.side], f"{unit.side} unit of type", *at, "type")
        if name in own:
            said = f"the rules speak of {name} as a unit of the {own[name].side} side"
            asks.require(unit.side == own[name].side, said, *at, "side")
        usual = own[name].rebuild if name in own else True
        said = "who is rebuilt follows from the rules of its army (12.3, 12.4): leave it out"
        asks.require(unit.rebuild == usual, said, *at, "rebuild")
        said = "a unit without a defence could not be attacked: give at least 1"
        asks.require(unit.full[1], said, *at, "full")
        if unit.reduced is not None:
            asks.require(unit.reduced[1], said, *at, "reduced")
            said = "it is more than at full strength"
            less = all(one <= other for one, other in zip(unit.reduced, unit.full, strict=True))
            asks.require(less, said, *at, "reduced")
            said = "it moves at full strength and not reduced, or the other way round"
            asks.require(bool(unit.reduced[2]) == bool(unit.full[2]), said, *at, "reduced")
        if unit.side == "german":
            asks.require(not unit.army_group, "German units have none: leave it out", *at, "army_group")
        else:
            said = (
                "an airborne corps in static form has airborne, every other Allied unit american or british"
            )
            static = unit.type == "airborne_drop"
            right = unit.army_group and (unit.army_group == "airborne") == static
            asks.require(right, said, *at, "army_group")
        _forms(asks, name, unit, units)


@case("13.2a", "13.2b")
def _forms(asks: Vetting, name: str, unit: Unit, units: Mapping[str, Unit]) -> None:
    """An airborne corps has two counters, each of which names the other."""
    at: tuple[Field, ...] = ("units", name, "other_form")
    if unit.type not in FORMS:
        asks.require(not unit.other_form, "only airborne corps have two forms: leave it out", *at)
        return
    asks.require(unit.other_form, "an airborne corps has another form: name it", *at)
    asks.known(unit.other_form, units, "unit", *at)
    other = units[unit.other_form]
    fits = {unit.type, other.type} == set(FORMS) and other.other_form == name and other.side == unit.side
    said = f"{unit.other_form} is no other form of it: one is airborne_drop, one airborne_ground, and each names the other"
    asks.require(fits, said, *at)
    said = f"{unit.other_form} has {several(other.steps, 'step')}, and both are one corps"
    asks.require(unit.steps == other.steps, said, "units", name, "reduced")


@case("2.4c", "3.2.1a", "12.1.1b", "12.2.1a", "12.2.2a", "12.2.3a")
def _begins(asks: Vetting, name: str, unit: Unit, turns: int, board: Board) -> None:
    """A unit stands on the map from the start or comes in later, in a turn that there is and by a way open to its side."""
    at = ("units", name)
    asks.require(unit.setup or unit.entry, "where does it begin? give its hex, or its entry", *at, "setup")
    said = f"it stands in {unit.setup} from the start: give a hex or an entry, not both"
    asks.require(not (unit.setup and unit.entry), said, *at, "entry")
    if unit.setup:
        asks.hex(unit.setup, *at, "setup", among=board.playable)
        return
    said = f'"{unit.entry}" is no entry: write 3, 3*, 8?, 4/2711, 5/Italy or Yug'
    asks.require(ENTRY.fullmatch(unit.entry), said, *at, "entry")
    code = Entry.parse(unit.entry)
    asks.require(code.yugoslav or 1 <= code.turn <= turns, f"there is no turn {code.turn}", *at, "entry")
    if unit.side == "allied":
        asks.require(
            not (code.where or code.query or code.yugoslav),
            "Allied units come in by ports: give the turn alone, or with * behind FX",
            *at,
            "entry",
        )
    else:
        asks.require(not code.star, "* is for the French, who wait for FX", *at, "entry")
    if code.where and code.where != "Italy":
        asks.hex(code.where, *at, "entry", among=board.playable)


@case("3.2.1a", "3.2.1c", "3.3a", "3.3.2a", "5.3.1a")
def _scenario(asks: Vetting, setup: Setup, units: Mapping[str, Unit], tables: Tables, board: Board) -> None:
    asks.named(setup.title, "title")
    asks.hexes(setup.beachheads, "beachheads", among=board.coastal, what="a coastal hex in play")
    asks.hexes(setup.start_allied, "start_allied", among=board.playable)
    germans = {
        board.map.hex(unit.setup): name
        for name, unit in units.items()
        if unit.side == "german" and unit.setup
    }
    for number, text in enumerate(setup.start_allied):
        found = germans.get(board.map.hex(text))
        asks.require(found is None, f"{found} stands there (counters.toml)", "start_allied", number)
    if not setup.alternate:
        said = "only the alternative invasion has one: leave it empty"
        asks.require(not setup.landing_force, said, "landing_force")
        asks.require(setup.beachheads, "the invasion has landed: at least one is needed", "beachheads")
        return
    asks.require(not setup.beachheads, "nobody has landed yet: leave it empty", "beachheads")
    asks.require(setup.landing_force, "somebody has to land: at least one is needed", "landing_force")
    asks.all_known(setup.landing_force, units, "unit", "landing_force")
    for number, name in enumerate(setup.landing_force):
        asks.require(units[name].side == "allied", f"{name} is no Allied unit", "landing_force", number)
    most = tables.stacking.beachhead
    said = f"a beachhead holds {several(most, 'unit')} (tables.toml), not {len(setup.landing_force)}"
    asks.require(len(setup.landing_force) <= most, said, "landing_force")


@case("6.3b", "6.3c", "6.3d", "6.4a", "13.4a")
def _stacks(asks: Vetting, setup: Setup, units: Mapping[str, Unit], tables: Tables, board: Board) -> None:
    """Nobody begins in a stack that the rules forbid."""
    there: dict[tuple[Hex, str], list[str]] = {}
    for name, unit in units.items():
        if unit.setup and name not in setup.landing_force:
            there.setdefault((board.map.hex(unit.setup), unit.side), []).append(name)
    beaches = {board.map.hex(text) for text in setup.beachheads}
    free = {board.map.hex(tables.stacking.waived_hex)} if tables.stacking.waived_hex else set()
    for (hex, _), names in there.items():
        at = ("units", names[-1], "setup")
        kind = "clear" if board.clear >> hex & 1 else "rough"
        most = tables.stacking.beachhead if hex in beaches else tables.terrain[kind].stack
        said = f"{len(names)} units begin in {board.label(hex)}, where {most} may stand: {', '.join(names)}"
        asks.require(len(names) <= most or hex in free, said, *at)
        groups = {units[name].army_group for name in names} & {"american", "british"}
        apart = len(groups) < 2 or hex in beaches or bool(board.mixing >> hex & 1)
        asks.require(apart, f"both army groups begin in {board.label(hex)}, which is no beachhead", *at)
    italians = [
        name
        for (hex, side), names in there.items()
        for name in names
        if side == "german" and board.italy >> hex & 1 and units[name].mobile
    ]
    most = tables.stacking.german_mobile_in_italy
    said = f"{len(italians)} mobile German units begin in Italy, where {most} may be (tables.toml)"
    asks.require(len(italians) <= most, said, "units", *italians[-1:], "setup")
