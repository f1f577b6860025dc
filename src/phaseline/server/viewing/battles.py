"""Battles looked back upon: their prospects just before the dice fell, and what the dice gave against them."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from phaseline.engine.aids import Forecast, ForecastRow
from phaseline.engine.events import Event
from phaseline.engine.match import Match
from phaseline.engine.position import Position
from phaseline.server.rooms.history import History
from phaseline.server.viewing.lens import Lens
from phaseline.server.wire import Throw


def before(match: Match, history: History, seat: int | None, entry: int, *, bare: bool) -> Forecast | None:
    """The prospects of the battle whose dice fell at an entry, as the viewer could know them just before it.

    None when no die of a battle fell there that it was shown, or nothing is known of its prospects.
    """
    order = match.entries[entry].order
    if order is None or (seat is None and not bare):
        return None

    def foreseen(position: Position) -> Forecast | None:
        state = match.game.state_type(match.game, match.scenario, position)
        lens = Lens(state, seat, bare=bare, salt=str(entry))
        return match.game.aids.before_the_dice(lens.sample, lens.view, order)

    found = history.found(entry - 1, ("before", entry, seat, bare), foreseen)
    fought = {event.battle for event in _thrown(match, seat, entry, bare=bare)}
    return found if found is not None and found.hex in fought else None


def throws(match: Match, history: History, seat: int | None, *, bare: bool) -> Iterator[Throw]:
    """What the dice of every battle gave that the viewer saw fall, against what was to be expected of them, exactly.

    Dice that a table reads count by the steps it takes of both sides; what rests on guesses is left out.
    """
    for index in range(1, len(match.entries)):
        for event in _thrown(match, seat, index, bare=bare):
            if event.lit:
                yield _hits(index, event)
            else:
                forecast = before(match, history, seat, index, bare=bare)
                if forecast is not None and not forecast.guessed and forecast.hex == event.battle:
                    yield from _steps(index, event, forecast)


def _thrown(match: Match, seat: int | None, entry: int, *, bare: bool) -> Iterator[Event]:
    """The dice of battles that fell at an entry, as far as they were shown."""
    for event in match.entries[entry].events:
        if event.draw is None or event.battle is None or event.by is None:
            continue
        if bare or event.seats is None or seat in event.seats:
            yield event


def _hits(entry: int, event: Event) -> Throw:
    """Dice that hit by themselves."""
    assert event.draw is not None
    values, sides = event.draw.values, event.draw.sides
    given = Fraction(sum(value in event.lit for value in values))
    return _throw(entry, event, given, Fraction(len(values) * len(event.lit), sides))


def _steps(entry: int, event: Event, forecast: Forecast) -> Iterator[Throw]:
    """Dice that a table reads: how many steps more the other side loses than the one that rolled."""
    assert event.draw is not None
    assert event.by is not None
    total, side = sum(event.draw.values), event.by
    fallen = next((row for row in forecast.rows if total in row.totals and row.losses), None)
    if fallen is not None:
        expected = sum((Fraction(row.chance) * _gain(row, side) for row in forecast.rows), Fraction(0))
        yield _throw(entry, event, Fraction(_gain(fallen, side)), expected)


def _gain(row: ForecastRow, side: int) -> int:
    return sum(row.losses) - 2 * row.losses[side]


def _throw(entry: int, event: Event, given: Fraction, expected: Fraction) -> Throw:
    assert event.draw is not None
    assert event.by is not None
    assert event.battle is not None
    return Throw(
        entry=entry,
        side=event.by,
        hex=event.battle,
        title=event.draw.purpose,
        unit="hits" if event.lit else "steps",
        given=float(given),
        expected=float(expected),
        exact=str(expected),
    )
