"""The play aids of a game with units on hexes, put together from its parts; and the ways that orders take over the map."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, TypeVar

from phaseline.drill.scenario import FieldScenario
from phaseline.drill.state import FieldState
from phaseline.engine.aids import Aids, Forecast, LegendEntry, Line, Measure, Path, Table, TurnCell
from phaseline.engine.game import View
from phaseline.engine.legal import LegalOrders
from phaseline.engine.orders import Order
from phaseline.hexgrid import Hex
from phaseline.mechanics.ways import Routes

S = TypeVar("S", bound=FieldState[Any, Any])
C = TypeVar("C", bound=FieldScenario[Any])

Finder = Callable[[Any, int, Any], Path | None]
"""The way of an order: the state, the unit, and where it goes."""


@dataclass(frozen=True)
class AidParts:
    """What the aids of a game say; what is left out says what it says in any game. See the methods of `Aids`.

    Attributes:
        owed: what a seat must still do in the present step.
        lapsing: what a seat loses that ends the present step, from a state, the seat and its legal orders.
        effect: what terrain or a hexside does.
        hex_lines: all there is to know of a hex, from a state and the position of a view.
        order_of_battle: both sides' units, from a scenario and the position of a view.
        turns: the turn track.
        arrivals: who is yet to come.
        measures: numbers for charts.
        charts: tables to look things up in, of a scenario.
        weathers: what each weather does, of a scenario, for the legend.
        forecast: the prospects of what a seat weighs, from a state and an order begun.
    """

    owed: Callable[[Any, int], Iterable[str]] | None = None
    lapsing: Callable[[Any, int, LegalOrders], Iterable[Line]] | None = None
    effect: Callable[[Any, LegendEntry], str] | None = None
    hex_lines: Callable[[Any, Any, Hex], Iterator[Line]] | None = None
    order_of_battle: Callable[[Any, Any], Table] | None = None
    turns: Callable[[Any, Any], list[TurnCell]] | None = None
    arrivals: Callable[[Any, Any], Table] | None = None
    measures: Callable[[Any, Any], list[Measure]] | None = None
    charts: Callable[[Any], list[Table]] | None = None
    weathers: Callable[[Any], Mapping[str, str]] | None = None
    forecast: Callable[[Any, int, type[Order] | None, Sequence[Any]], Forecast | None] | None = None


class FieldAids(Aids[S, C]):
    """Play aids made of `parts`, of a game whose orders send units over the map.

    `finders` say by which way those of each kind go.
    """

    parts: ClassVar[AidParts] = AidParts()
    finders: ClassVar[Mapping[type[Order], Finder]] = {}

    def path(self, state: S, seat: int, kind: type[Order], chosen: Sequence[Any]) -> Path | None:
        """The way of an order to a unit, once it says where to."""
        finder = self.finders.get(kind)
        if finder is None or len(chosen) < 2:
            return super().path(state, seat, kind, chosen)
        return finder(state, chosen[0], chosen[1])

    def owed(self, state: S, seat: int) -> Iterable[str]:
        """What a seat must do in the present step."""
        make = self.parts.owed
        return super().owed(state, seat) if make is None else make(state, seat)

    def lapsing(self, state: S, seat: int, legal: LegalOrders) -> Iterable[Line]:
        """What does not keep, and can still be spent."""
        make = self.parts.lapsing
        return super().lapsing(state, seat, legal) if make is None else make(state, seat, legal)

    def forecast(
        self, state: S, view: View, kind: type[Order] | None = None, chosen: Sequence[Any] = ()
    ) -> Forecast | None:
        """The exact prospects of what an order begun so leads to, or of what is under way."""
        make = self.parts.forecast
        if make is None:
            return super().forecast(state, view, kind, chosen)
        return make(state, state.acting if view.seat is None else view.seat, kind, chosen)

    def charts(self, scenario: C) -> list[Table]:
        """Tables to look things up in."""
        make = self.parts.charts
        return super().charts(scenario) if make is None else make(scenario)

    def legend(self, scenario: C) -> list[LegendEntry]:
        """What the map shows, and what each weather does."""
        found = super().legend(scenario)
        for name, text in self.parts.weathers(scenario).items() if self.parts.weathers else ():
            title = f"{name.capitalize()} weather"
            found.append(LegendEntry(key=f"weather.{name}", title=title, kind="mark", text=text))
        return found

    def effect(self, scenario: C, entry: LegendEntry) -> str:
        """What terrain or a hexside does."""
        make = self.parts.effect
        return super().effect(scenario, entry) if make is None else make(scenario, entry)

    def hex_lines(self, state: S, view: View, hex: int) -> Iterator[Line]:
        """All there is to know of a hex."""
        make = self.parts.hex_lines
        return super().hex_lines(state, view, hex) if make is None else make(state, view.position, hex)

    def order_of_battle(self, scenario: C, view: View) -> Table:
        """Both sides' units, as far as the viewer knows them."""
        make = self.parts.order_of_battle
        return super().order_of_battle(scenario, view) if make is None else make(scenario, view.position)

    def turns(self, scenario: C, view: View) -> list[TurnCell]:
        """The turn track."""
        make = self.parts.turns
        return super().turns(scenario, view) if make is None else make(scenario, view.position)

    def arrivals(self, scenario: C, view: View) -> Table:
        """Who is yet to come."""
        make = self.parts.arrivals
        return super().arrivals(scenario, view) if make is None else make(scenario, view.position)

    def measures(self, scenario: C, view: View) -> list[Measure]:
        """Numbers for charts."""
        make = self.parts.measures
        return super().measures(scenario, view) if make is None else make(scenario, view.position)


def march(routes: Callable[[S, int], Routes], points: Callable[[S, int], int]) -> Finder:
    """The cheapest way of a move, and what it costs: `3 of 5`."""

    def found(s: S, unit: int, to: int) -> Path | None:
        ways = routes(s, unit)
        if to not in ways:
            return None
        return Path(hexes=tuple(ways.path(to)), cost=f"{ways.cost(to)} of {points(s, unit)}")

    return found


def straight(s: FieldState[Any, Any], unit: int, to: int) -> Path | None:
    """From the hex of a unit on the map to another."""
    start = s.position.at[unit]
    return Path(hexes=(start, to)) if start >= 0 else None
