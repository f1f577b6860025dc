"""What is said of a skirmish in words and tables: what is owed, a hex, the order of battle, turns, numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from phaseline.drill.aids import tables
from phaseline.engine.aids import LegendEntry, Line, Measure, Row, Table, TurnCell
from phaseline.engine.aids.ground import hex_lines as map_lines
from phaseline.engine.aids.ground import hex_title
from phaseline.engine.sheet import Piece
from phaseline.games.skirmish import orders, sheet
from phaseline.games.skirmish.aids import stakes
from phaseline.games.skirmish.position import GONE, Battle, Retreat, SkirmishPosition
from phaseline.games.skirmish.rules import supply
from phaseline.games.skirmish.scenario import SEATS, STACKING_LIMIT, SkirmishScenario
from phaseline.games.skirmish.state import SkirmishState
from phaseline.mechanics.prospects import steps
from phaseline.wording.counts import several


def owed(s: SkirmishState, seat: int) -> Iterator[str]:
    """Steps to lose, or who retreats."""
    decision = s.decision
    if decision is not None and any(rule.order is orders.Lose for rule in decision.step.rules):
        fight = s.frame(Battle)
        yield f"{steps(fight.attacker_losses if seat == fight.attacker else fight.defender_losses)} to lose"
    elif s.within(Retreat) and seat == s.frame(Retreat).seat:
        yield f"{s.spoken(s.frame(Retreat).unit)} retreats"


def effect(scenario: SkirmishScenario, entry: LegendEntry) -> str:
    """What terrain costs and shifts."""
    if entry.kind == "hexside":
        return "1 movement point more, 2 in mud; attacks across it alone 1 column left"
    facts = scenario.terrain.get(entry.key)
    if facts is None:
        return ""
    shift = f"; attacks {facts.shift} left" if facts.shift else ""
    return f"{several(facts.cost, 'movement point')}{shift}"


WEATHERS = {
    "dry": "no effect",
    "mud": "units move a point less, but at least one; rivers cost two points more to cross",
}
"""What each weather does (4.2, 4.3)."""


def hex_lines(s: SkirmishState, known: SkirmishPosition, hex: int) -> Iterator[Line]:
    """Terrain, objective, supply, zones and stacking."""
    yield from map_lines(s.scenario.map, hex)
    facts = s.scenario.terrain.get(s.scenario.map.terrain_at(hex))
    if facts is not None:
        yield Line("movement points to enter", "6.2", str(facts.cost))
        if facts.shift:
            yield Line("attacks on it shift", "9.5", f"{facts.shift} left")
    points = s.scenario.objectives.get(hex)
    if points:
        holder = next((name for seat, name in enumerate(SEATS) if known.control[seat] >> hex & 1), "")
        yield Line(f"objective{f', held by {holder}' if holder else ''}", "12.1", f"{points} a turn")
    for seat, name in enumerate(SEATS):
        if s.scenario.sources[seat] >> hex & 1:
            yield Line(f"{name} supply source", "10.1")
        elif supply.supplied_area(s, seat) >> hex & 1:
            yield Line(f"in {name} supply", "10.1")
        if s.zone(seat) >> hex & 1:
            yield Line(f"in the zone of control of {name}", "7.1")
        if there := len(s.units_at(hex, seat)):
            yield Line(f"{name} units", "1.3", f"{there} of {STACKING_LIMIT}")


def order_of_battle(scenario: SkirmishScenario, known: SkirmishPosition) -> Table:
    """Every counter of both sides, as far as the viewer knows where it is."""
    seen = {piece.unit: piece for piece in sheet.counters(scenario, known)}

    def rows(seat: int) -> Iterator[tuple[str, Row]]:
        return (("", _row(scenario, known, unit, seen.get(unit))) for unit in scenario.rosters[seat])

    sections = tables.grouped(SEATS, rows, _in_the_game)
    return tables.order_of_battle(("unit", "strength", "where", "state"), sections)


def _row(scenario: SkirmishScenario, known: SkirmishPosition, unit: int, piece: Piece | None) -> Row:
    """A counter: name, strength, place, state."""
    counter = scenario.units[unit]
    gone = known.at[unit] == GONE
    where = "out of the game" if gone else "not seen yet"
    hex = None if piece is None else piece.hex
    printed = f"{counter.attack[0]}-{counter.defence[0]}-{counter.movement}"
    return Row(
        cells=(
            counter.name,
            printed if piece is None else piece.strength,
            where if hex is None else hex_title(scenario.map, hex),
            "" if piece is None else ", ".join(piece.marks),
        ),
        side=scenario.side_of[unit],
        unit=unit,
        hex=hex,
        symbol=counter.kind if counter.kind != "cavalry" else "reconnaissance",
        faint=gone,
    )


def _in_the_game(rows: Sequence[Row]) -> str:
    return f"{sum(not row.faint for row in rows)} of {len(rows)} in the game"


def turns(scenario: SkirmishScenario, known: SkirmishPosition) -> list[TurnCell]:
    """The turns; the weather of the present one."""
    line = Line("points for objectives", "12.1", str(sum(scenario.objectives.values())))
    return [
        tables.turn(turn, known.turn, f"Turn {turn}", known.weather if turn == known.turn else "", [line])
        for turn in range(1, scenario.turns + 1)
    ]


def charts(scenario: SkirmishScenario) -> list[Table]:
    """The results table."""
    note = "steps that the attacker loses / the defender loses; R: the defenders retreat"
    return [tables.results(scenario.crt, note)]


def measures(scenario: SkirmishScenario, known: SkirmishPosition) -> list[Measure]:
    """Points, and steps as far as the viewer knows them: an unseen unit counts as one at full strength."""
    found = []
    for seat, name in enumerate(SEATS):
        seen = sum(max(known.steps[unit], 0) for unit in scenario.rosters[seat])
        unseen = 2 * sum(side == seat for side, *_ in known.unseen)
        values: dict[str, tuple[float, str]] = {
            "points": (known.points[seat], "points"),
            "steps": (seen + unseen, "steps"),
            "held": (stakes.held(scenario, known, seat), "objectives"),
        }
        found += tables.measures(seat, name, values)
    return found
