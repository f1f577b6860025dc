"""`SkirmishAids`: what helps the players of a skirmish."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from msgspec.structs import replace

from phaseline.engine.aids import (
    Aids,
    Forecast,
    HexText,
    Hint,
    LegendEntry,
    Line,
    Measure,
    Outlook,
    Overlay,
    OverlayOffer,
    Path,
    Row,
    Section,
    Table,
    TurnCell,
)
from phaseline.engine.aids.ground import hex_title
from phaseline.engine.game import View
from phaseline.engine.orders import Order
from phaseline.games.skirmish import orders
from phaseline.games.skirmish.aids import battle, overlays, stakes
from phaseline.games.skirmish.position import GONE, Battle, SkirmishPosition
from phaseline.games.skirmish.rules import movement, supply
from phaseline.games.skirmish.scenario import SEATS, STACKING_LIMIT, SkirmishScenario
from phaseline.games.skirmish.state import SkirmishState
from phaseline.hexgrid import hexes
from phaseline.mechanics.prospects import steps

STANCES = {
    "assault": "own attacks one column right",
    "hold": "attacks on you one column left",
    "screen": "units may draw back from the enemy",
}
"""What each stance is good for."""


class SkirmishAids(Aids[SkirmishState, SkirmishScenario]):
    """The play aids of Skirmish."""

    offers: ClassVar[tuple[OverlayOffer, ...]] = overlays.OFFERS

    # -- orders ------------------------------------------------------------------------------------------------------

    def hint(
        self, state: SkirmishState, seat: int, kind: type[Order], chosen: Sequence[Any], value: Any
    ) -> Hint:
        """Movement costs, strengths, steps."""
        plain = self.plain_hint(state, kind, len(chosen), value)
        if kind is orders.Stance:
            return replace(plain, text=STANCES[value])
        if kind is orders.Move:
            return self._move_hint(state, seat, plain, chosen, value)
        if (kind is orders.Withdraw and chosen) or kind is orders.RetreatTo:
            return replace(plain, tint="retreat")
        if kind is orders.Attack:
            units = tuple(state.units_at(value, 1 - seat))
            return replace(plain, tint="attack", text=f"{len(units)} enemy unit{'s' * (len(units) > 1)}")
        if kind is orders.Join:
            return replace(plain, tint="attack", text=f"attack {state.attack(value)}")
        if kind is orders.Lose:
            left = state.position.steps[value]
            return replace(plain, tint="refuse", text="is destroyed" if left == 1 else f"{left} steps")
        return replace(plain, tint="advance") if kind is orders.Advance else plain

    def _move_hint(self, s: SkirmishState, seat: int, plain: Hint, chosen: Sequence[Any], value: int) -> Hint:
        if not chosen:
            return replace(plain, text=f"{movement.allowance(s, value)} movement points")
        unit = chosen[0]
        cost = movement.reachable(s, unit).cost(value)
        engages = s.zone(1 - seat) >> value & 1
        return replace(
            plain, text=f"{cost} of {movement.allowance(s, unit)}", tint="engage" if engages else "move"
        )

    def path(self, state: SkirmishState, seat: int, kind: type[Order], chosen: Sequence[Any]) -> Path | None:
        """The cheapest way of a move; the hex left and entered of a withdrawal."""
        if len(chosen) < 2:
            return None
        unit, to = chosen[:2]
        start = state.position.at[unit]
        if kind is orders.Withdraw:
            return Path(hexes=(start, to))
        if kind is not orders.Move or to not in movement.reachable(state, unit):
            return None
        reach = movement.reachable(state, unit)
        return Path(
            hexes=tuple(reach.path(to)), cost=f"{reach.cost(to)} of {movement.allowance(state, unit)}"
        )

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
        return stakes.outlook(state.scenario, known)

    # -- the map -----------------------------------------------------------------------------------------------------

    def overlay(self, state: SkirmishState, view: View, key: str, unit: int | None = None) -> Overlay:
        """Supply, zones of control, objectives, reach."""
        found = overlays.overlay(state, key, unit)
        return super().overlay(state, view, key, unit) if found is None else found

    def legend(self, scenario: SkirmishScenario) -> list[LegendEntry]:
        """Terrain with its cost and its shift."""
        found = []
        for entry in super().legend(scenario):
            facts = scenario.terrain.get(entry.key)
            if entry.kind == "hexside":
                text = "1 movement point more, 2 in mud; attacks across it alone 1 column left"
            elif facts is None:
                text = ""
            else:
                shift = f"; attacks {facts.shift} left" if facts.shift else ""
                text = f"{facts.cost} movement point{'s' * (facts.cost > 1)}{shift}"
            found.append(replace(entry, text=text))
        return found

    def hex_text(self, state: SkirmishState, view: View, hex: int) -> HexText:
        """Terrain, objective, supply, zones and stacking."""
        plain = super().hex_text(state, view, hex)
        return replace(plain, lines=(*plain.lines, *self._hex_lines(state, hex)))

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
        sections = []
        for seat, name in enumerate(SEATS):
            rows = []
            for unit in scenario.rosters[seat]:
                piece = seen.get(unit)
                counter = scenario.units[unit]
                gone = known.at[unit] == GONE
                where = "out of the game" if gone else "not seen yet"
                strength = f"{counter.attack[0]}-{counter.defence[0]}-{counter.movement}"
                rows.append(
                    Row(
                        cells=(
                            counter.name,
                            strength if piece is None else piece.strength,
                            where
                            if piece is None or piece.hex is None
                            else hex_title(scenario.map, piece.hex),
                            "" if piece is None else ", ".join(piece.marks),
                        ),
                        side=seat,
                        unit=unit,
                        hex=None if piece is None else piece.hex,
                        symbol=counter.kind if counter.kind != "cavalry" else "reconnaissance",
                        faint=gone,
                    )
                )
            lost = sum(row.faint for row in rows)
            note = f"{len(rows) - lost} of {len(rows)} in the game"
            sections.append(Section(title=name, rows=tuple(rows), side=seat, note=note))
        return Table(
            key="order_of_battle",
            title="Order of battle",
            columns=("unit", "strength", "where", "state"),
            sections=tuple(sections),
        )

    def turns(self, scenario: SkirmishScenario, view: View) -> list[TurnCell]:
        """The turns; the weather of the present one."""
        known = view.position
        assert isinstance(known, SkirmishPosition)
        worth = sum(scenario.objectives.values())
        return [
            TurnCell(
                title=f"Turn {turn}",
                text=known.weather if turn == known.turn else "",
                lines=(Line("points for objectives", "12.1", str(worth)),),
                now=turn == known.turn,
                past=turn < known.turn,
            )
            for turn in range(1, scenario.turns + 1)
        ]

    def measures(self, scenario: SkirmishScenario, view: View) -> list[Measure]:
        """Points, and steps as far as the viewer knows them: an unseen unit counts as one at full strength."""
        known = view.position
        assert isinstance(known, SkirmishPosition)
        found = []
        for seat, name in enumerate(SEATS):
            found.append(Measure(key="points", title=f"{name} points", value=known.points[seat], side=seat))
            seen = sum(max(known.steps[unit], 0) for unit in scenario.rosters[seat])
            unseen = 2 * sum(side == seat for side, *_ in known.unseen)
            found.append(Measure(key="steps", title=f"{name} steps", value=seen + unseen, side=seat))
            held = sum(scenario.objectives[hex] for hex in hexes(known.control[seat]))
            found.append(Measure(key="held", title=f"{name} objectives", value=held, side=seat))
        return found
