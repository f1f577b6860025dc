"""The course of a match, looked at once it is over: its turns, its attacks, and when places fell.

The match is carried out again with the dice that fell, which takes a small part of the time that it took to play. All of
it is read from what every game offers to any player's page (turn track, figures, objectives, prospects, events); so it
serves a game that this module has never heard of.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from phaseline.engine.aids import Forecast
from phaseline.engine.aids.clock import turn_of
from phaseline.engine.aids.ground import hex_title
from phaseline.engine.dice import ScriptedDice
from phaseline.engine.events import LOSSES, Event
from phaseline.engine.luck import Fall, falls, of_battle
from phaseline.engine.match import Entry, Match
from phaseline.engine.state import State
from phaseline.lab.rows import AttackRow, Details, Figure, PlaceRow, TurnRow


@dataclass
class _Turn:
    """What happened in the turn under way, by seat."""

    seats: int
    number: int
    title: str
    orders: list[int] = field(init=False)
    losses: list[int] = field(init=False)
    attacks: list[int] = field(init=False)
    luck: list[float] = field(init=False)

    def __post_init__(self) -> None:
        self.orders, self.losses, self.attacks = ([0] * self.seats for _ in range(3))
        self.luck = [0.0] * self.seats


class Course:
    """The course of one match; `series` and `number` go into its rows."""

    def __init__(self, match: Match, series: str, number: int) -> None:
        self._match = match
        self._series, self._number = series, number
        self._seats = len(match.game.seats)
        dice = ScriptedDice(value for entry in match.entries for draw in entry.draws for value in draw.values)
        self._state: State[Any, Any] = match.game.new(match.scenario, dice)
        self._holders = self._held()
        self._sides: dict[int, int] = {}
        self._turns: list[TurnRow] = []
        self._attacks: list[AttackRow] = []
        self._places: list[PlaceRow] = []
        self._turn = _Turn(self._seats, *turn_of(self._state))

    def details(self) -> Details:
        """The rows of its turns, attacks and places."""
        self._learn_sides()
        for entry in self._match.entries[1:]:
            assert entry.seat is not None
            assert entry.order is not None
            forecasts = self._forecasts(entry)
            self._state.apply(entry.seat, entry.order)
            self._turn.orders[entry.seat] += 1
            self._note(entry.events, forecasts)
            number, title = turn_of(self._state)
            if number != self._turn.number:
                self._close()
                self._turn = _Turn(self._seats, number, title)
        self._close()
        return Details(turns=tuple(self._turns), attacks=tuple(self._attacks), places=tuple(self._places))

    def _forecasts(self, entry: Entry) -> dict[int, Forecast | None]:
        """The prospects of each battle whose dice a table reads upon this order, just before them, by the number of the event."""
        found: dict[int, Forecast | None] = {}
        fallen: tuple[int, ...] = ()
        for index, event in enumerate(entry.events):
            if entry.order is not None and of_battle(event) and not event.lit:
                state = self._state
                view = state.game.open_view(state, entry.seat)
                found[index] = state.game.aids.before_the_dice(state.copy(), view, entry.order, fallen)
            if event.draw is not None:
                fallen += event.draw.values
        return found

    def _note(self, events: tuple[Event, ...], forecasts: Mapping[int, Forecast | None]) -> None:
        for index, event in enumerate(events):
            if event.kind in LOSSES:
                self._lose(event)
            if of_battle(event):
                for fall in falls(event, forecasts.get(index)):
                    self._attack(fall, _odds(events[index:], fall.hex))

    def _lose(self, event: Event) -> None:
        for unit in _units(event.facts):
            if unit not in self._sides:
                self._learn_sides()
            if unit in self._sides:
                self._turn.losses[self._sides[unit]] += 1

    def _learn_sides(self) -> None:
        """Whose the units are; more of them may come up as the match goes on."""
        game, state = self._match.game, self._state
        for piece in game.sheet(state.scenario, game.open_view(state)).pieces:
            if piece.unit is not None and piece.side is not None:
                self._sides[piece.unit] = piece.side

    def _attack(self, fall: Fall, odds: str) -> None:
        turn = self._turn
        turn.attacks[fall.seat] += 1
        turn.luck[fall.seat] += float(fall.given - fall.expected)
        self._attacks.append(
            AttackRow(
                series=self._series,
                number=self._number,
                turn=turn.number,
                seat=fall.seat,
                hex=self._match.scenario.map.label(fall.hex),
                title=fall.title,
                odds=odds,
                unit=fall.unit,
                given=float(fall.given),
                expected=float(fall.expected),
                lost=fall.lost,
                mean_lost=tuple(float(mean) for mean in fall.mean_lost),
            )
        )

    def _close(self) -> None:
        """The turn is over."""
        turn, state = self._turn, self._state
        measures = state.game.aids.measures(state.scenario, state.game.open_view(state))
        self._turns.append(
            TurnRow(
                series=self._series,
                number=self._number,
                turn=turn.number,
                title=turn.title,
                orders=tuple(turn.orders),
                losses=tuple(turn.losses),
                attacks=tuple(turn.attacks),
                luck=tuple(turn.luck),
                figures=tuple(Figure(each.key, each.title, each.side, each.value) for each in measures),
            )
        )
        held = self._held()
        board = state.scenario.map
        for (objective, hex), holder in held.items():
            before = self._holders.get((objective, hex))
            if holder != before:
                row = PlaceRow(
                    series=self._series,
                    number=self._number,
                    turn=turn.number,
                    objective=objective,
                    place=hex_title(board, hex),
                    hex=board.label(hex),
                    holder=holder,
                    before=before,
                )
                self._places.append(row)
        self._holders = held

    def _held(self) -> dict[tuple[str, int], int | None]:
        """The objectives of the scenario, and who holds each."""
        state = self._state
        outlook = state.game.aids.outlook(state.copy(), state.game.open_view(state))
        return {(each.title, hex): each.side for each in outlook.objectives for hex in each.hexes}


def _units(facts: Mapping[str, Any]) -> tuple[int, ...]:
    if isinstance(unit := facts.get("unit"), int):
        return (unit,)
    return tuple(facts.get("units", ()))


def _odds(events: tuple[Event, ...], hex: int) -> str:
    """The column of odds that was used: told with the result, or just after the dice."""
    for event in events:
        if "odds" in event.facts and event.battle in (None, hex):
            return str(event.facts["odds"])
    return ""
