"""Luck: what dice gave in battle, against what was to be expected of them, exactly."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Literal, NamedTuple

from phaseline.engine.aids import Forecast, ForecastRow
from phaseline.engine.events import Event

Unit = Literal["hits", "steps", "points"]
"""What dice of a battle are counted in: their hits, or what a table that reads them takes, in steps or printed points."""


class Fall(NamedTuple):
    """Dice of a battle that fell for `seat`: so many hits, steps or printed points were `given`, so many `expected`.

    Where a table read them, `lost` and `mean_lost` are what each seat lost by it, and would have lost on the mean.
    """

    seat: int
    hex: int
    title: str
    unit: Unit
    given: Fraction
    expected: Fraction
    lost: tuple[int, ...] = ()
    mean_lost: tuple[Fraction, ...] = ()


def of_battle(event: Event) -> bool:
    """Whether the event is somebody's dice in a battle."""
    return event.draw is not None and event.battle is not None and event.by is not None


def falls(event: Event, forecast: Forecast | None) -> Iterator[Fall]:
    """What the dice of an event of a battle gave: those that hit by themselves, or as a table reads them.

    `forecast` are the prospects just before; without, or where they rest on guesses or are of another battle, nothing
    can be said of dice that a table reads.
    """
    if event.lit:
        yield _hits(event)
    elif forecast is not None and not forecast.guessed and forecast.hex == event.battle:
        yield from _steps(event, forecast)


def _hits(event: Event) -> Fall:
    assert event.draw is not None
    values, sides = event.draw.values, event.draw.sides
    given = Fraction(sum(value in event.lit for value in values))
    return _fall(event, "hits", given, Fraction(len(values) * len(event.lit), sides))


def _steps(event: Event, forecast: Forecast) -> Iterator[Fall]:
    """Dice that a table reads: how much more the other side loses than the one that rolled."""
    assert event.draw is not None
    assert event.by is not None
    total, seat = sum(event.draw.values), event.by
    rows = [row for row in forecast.rows if row.losses]
    fallen = next((row for row in rows if total in row.totals), None)
    if fallen is None:
        return
    mean = tuple(
        sum((Fraction(row.chance) * row.losses[side] for row in rows), Fraction(0))
        for side in range(len(fallen.losses))
    )
    expected = sum((Fraction(row.chance) * _gain(row, seat) for row in rows), Fraction(0))
    fall = _fall(event, forecast.losses, Fraction(_gain(fallen, seat)), expected)
    yield fall._replace(lost=fallen.losses, mean_lost=mean)


def _gain(row: ForecastRow, seat: int) -> int:
    return sum(row.losses) - 2 * row.losses[seat]


def _fall(event: Event, unit: Unit, given: Fraction, expected: Fraction) -> Fall:
    assert event.draw is not None
    assert event.by is not None
    assert event.battle is not None
    return Fall(event.by, event.battle, event.draw.purpose, unit, given, expected)
