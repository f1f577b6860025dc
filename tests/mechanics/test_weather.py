"""Seasonal weather and storms."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from phaseline.mechanics.tables import TableError
from phaseline.mechanics.weather import SeasonalTable

WEATHER = SeasonalTable.read(
    {
        "fixed": {"1, 12": "mud", "3-10": "dry"},
        "rolled": {"dice": "2d6", "rows": {"even": "dry", "odd": "mud"}},
    }
)
STORMS = SeasonalTable.read(
    {
        "title": "storms",
        "fixed": {"3-10": "none"},
        "rolled": {
            "dice": "2d6",
            "rows": {"even": "none", "3, 11": "mediterranean", "7": "baltic", "5, 9": "atlantic"},
        },
    }
)
BY_TURN = SeasonalTable.read(
    {
        "modifiers": {"1-12": 0, "26": 9},
        "case": "5.11",
        "rolled": {
            "dice": "1d6",
            "rows": {"1-6": "clear", "7-10": "mud", "11-14": "snow", "15+": "blizzard"},
        },
    }
)


def weather(month: int, total: int) -> str:
    return WEATHER.fixed(month) or WEATHER.result(month, total)


@pytest.mark.parametrize(
    ("month", "total", "ground", "storm"),
    [
        (11, 3, "mud", "mediterranean"),
        (12, 7, "mud", "baltic"),
        (1, 8, "mud", "none"),
        (2, 11, "mud", "mediterranean"),
    ],
)
def test_storm_table_readings(month: int, total: int, ground: str, storm: str) -> None:
    assert weather(month, total) == ground
    assert STORMS.result(month, total) == storm


def test_summer_needs_no_dice() -> None:
    assert [month for month in range(1, 13) if WEATHER.fixed(month) is None] == [2, 11]
    assert WEATHER.outcomes(7)["dry"] == 1
    assert STORMS.fixed(7) == "none"


def test_storms_in_thirty_sixths() -> None:
    chances = STORMS.outcomes(1)
    assert [36 * chances[storm] for storm in ("none", "baltic", "atlantic", "mediterranean")] == [18, 6, 8, 4]


def test_a_turn_adds_its_modifier() -> None:
    assert BY_TURN.result(26, roll=5) == "snow"
    assert BY_TURN.outcomes(26)["blizzard"] == Fraction(1, 6)
    assert BY_TURN.result(3, roll=5) == "clear"


@pytest.mark.parametrize(
    ("raw", "complaint"),
    [
        ({"fixed": {"summer": "dry"}}, "weather: 'summer' names no numbers"),
        ({"fixed": {"1-3": "mud", "3": "dry"}}, "weather: '3' names 3 a second time"),
        ({"fixed": {"1": 3}, "title": "storms"}, "storms: fixed.1: 3 stands here; a text is needed"),
        ({"rolled": {"dice": "1d6", "rows": {"1-5": "dry"}}}, "rows stand for 1 to 5"),
    ],
)
def test_a_calendar_that_cannot_be_read_says_where(raw: dict[str, Any], complaint: str) -> None:
    with pytest.raises(TableError, match=complaint):
        SeasonalTable.read(raw)


def test_nothing_is_rolled_for_where_the_weather_is_fixed() -> None:
    with pytest.raises(TableError, match="weather: 7 brings dry, nothing is rolled"):
        WEATHER.result(7, roll=4)


def test_without_a_table_there_is_nothing_to_roll_on() -> None:
    with pytest.raises(TableError, match="nothing is fixed for 11"):
        SeasonalTable.read({"fixed": {"3-10": "dry"}}).result(11, roll=3)
