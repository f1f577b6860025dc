"""`SkirmishAids`: what helps the players of a skirmish."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from msgspec.structs import replace

from phaseline.drill.aids import tables
from phaseline.drill.aids.paths import FieldAids, Finder, march, straight
from phaseline.engine.aids import (
    Forecast,
    LegendEntry,
    Line,
    Measure,
    Outlook,
    Row,
    Table,
    TurnCell,
)
from phaseline.engine.aids.ground import hex_title
from phaseline.engine.game import View
from phaseline.engine.orders import Order
from phaseline.engine.sheet import Piece
from phaseline.games.skirmish import orders
from phaseline.games.skirmish.aids import battle, hints, overlays, stakes
from phaseline.games.skirmish.position import GONE, Battle, SkirmishPosition
from phaseline.games.skirmish.rules import movement, supply
from phaseline.games.skirmish.scenario import SEATS, STACKING_LIMIT, SkirmishScenario
from phaseline.games.skirmish.state import SkirmishState
from phaseline.mechanics.prospects import steps


class SkirmishAids(FieldAids[SkirmishState, SkirmishScenario]):
    """The play aids of Skirmish."""

    offers = overlays.OFFERS
    makers = overlays.MAKERS
    hinters = hints.HINTERS
    finders: ClassVar[Mapping[type[Order], Finder]] = {
        orders.Move: march(movement.reachable, movement.allowance),
        orders.Withdraw: straight,
    }

    # -- orders ------------------------------------------------------------------------------------------------------

    def owed(self, state: SkirmishState, seat: int) -> Iterator[str]:
        """Steps to lose."""
        if orders.Lose in state.legal(seat).kinds():
            fight = state.frame(Battle)
            yield f"{steps(fight.attacker_losses if seat == fight.attacker else fight.defender_losses)} to lose"

    def forecast(
        self, state: SkirmishState, view: View, kind: type[Order] | None = None, chosen: Sequence[Any] = ()
    ) -> Forecast | None:
        """The exact prospects of the attack."""
        known = view.position
        assert isinstance(known, SkirmishPosition)
        planned = battle.battle_of(state, kind, chosen)
        return None if planned is None else battle.forecast(state, known, planned)

    def outlook(self, state: SkirmishState, view: View) -> Outlook:
        """How the match stands by its conditions of victory."""
        known = view.position
        assert isinstance(known, SkirmishPosition)
        return replace(
            stakes.outlook(state.scenario, known), objectives=self.objectives(state.scenario, known.control)
        )

    # -- the map -----------------------------------------------------------------------------------------------------

    def effect(self, scenario: SkirmishScenario, entry: LegendEntry) -> str:
        """What terrain costs and shifts."""
        if entry.kind == "hexside":
            return "1 movement point more, 2 in mud; attacks across it alone 1 column left"
        facts = scenario.terrain.get(entry.key)
        if facts is None:
            return ""
        shift = f"; attacks {facts.shift} left" if facts.shift else ""
        return f"{facts.cost} movement point{'s' * (facts.cost > 1)}{shift}"

    def hex_lines(self, state: SkirmishState, view: View, hex: int) -> Iterator[Line]:
        """Terrain, objective, supply, zones and stacking."""
        yield from super().hex_lines(state, view, hex)
        yield from self._hex_lines(state, hex)

    def _hex_lines(self, s: SkirmishState, hex: int) -> Iterator[Line]:
        facts = s.scenario.terrain.get(s.scenario.map.terrain_at(hex))
        if facts is not None:
            yield Line("movement points to enter", "6.2", str(facts.cost))
            if facts.shift:
                yield Line("attacks on it shift", "9.5", f"{facts.shift} left")
        points = s.scenario.objectives.get(hex)
        if points:
            holder = next(
                (name for seat, name in enumerate(SEATS) if s.position.control[seat] >> hex & 1), ""
            )
            yield Line(f"objective{f', held by {holder}' if holder else ''}", "12.1", f"{points} a turn")
        for seat, name in enumerate(SEATS):
            if s.scenario.sources[seat] >> hex & 1:
                yield Line(f"{name} supply source", "10.1")
            elif supply.supplied_area(s, seat) >> hex & 1:
                yield Line(f"in {name} supply", "10.1")
            if s.zone(seat) >> hex & 1:
                yield Line(f"in the zone of control of {name}", "7.1")
            if there := len(list(s.units_at(hex, seat))):
                yield Line(f"{name} units", "1.3", f"{there} of {STACKING_LIMIT}")

    # -- tables ------------------------------------------------------------------------------------------------------

    def order_of_battle(self, scenario: SkirmishScenario, view: View) -> Table:
        """Every counter of both sides, as far as the viewer knows where it is."""
        known = view.position
        assert isinstance(known, SkirmishPosition)
        sheet = self.game.sheet(scenario, view)
        seen = {piece.unit: piece for piece in sheet.pieces if piece.unit is not None}

        def rows(seat: int) -> Iterator[tuple[str, Row]]:
            return (("", _row(scenario, known, unit, seen.get(unit))) for unit in scenario.rosters[seat])

        sections = tables.grouped(SEATS, rows, _in_the_game)
        return tables.order_of_battle(("unit", "strength", "where", "state"), sections)

    def turns(self, scenario: SkirmishScenario, view: View) -> list[TurnCell]:
        """The turns; the weather of the present one."""
        known = view.position
        assert isinstance(known, SkirmishPosition)
        worth = sum(scenario.objectives.values())
        line = Line("points for objectives", "12.1", str(worth))
        return [
            tables.turn(turn, known.turn, f"Turn {turn}", known.weather if turn == known.turn else "", [line])
            for turn in range(1, scenario.turns + 1)
        ]

    def measures(self, scenario: SkirmishScenario, view: View) -> list[Measure]:
        """Points, and steps as far as the viewer knows them: an unseen unit counts as one at full strength."""
        known = view.position
        assert isinstance(known, SkirmishPosition)
        found = []
        for seat, name in enumerate(SEATS):
            seen = sum(max(known.steps[unit], 0) for unit in scenario.rosters[seat])
            unseen = 2 * sum(side == seat for side, *_ in known.unseen)
            held = stakes.held(scenario, known, seat)
            found += tables.measures(
                seat,
                name,
                {
                    "points": (known.points[seat], "points"),
                    "steps": (seen + unseen, "steps"),
                    "held": (held, "objectives"),
                },
            )
        return found


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
