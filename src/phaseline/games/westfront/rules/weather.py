"""Weather and storms (12.1, 12.3a).

Wired into the sequence: `determine` (first step of a fortnight), `clear_storm` (its last step). Which seas a storm
covers: `seas.stormy`.
"""

from __future__ import annotations

from typing import Final, get_args

from phaseline.engine.ledger import case
from phaseline.games.westfront.position import Storm, Weather
from phaseline.games.westfront.state import WestFrontState
from phaseline.mechanics.weather import SeasonalTable

WEATHER = SeasonalTable.read(
    {
        "case": "12.1b",
        "fixed": {"3-10": "dry", "12, 1": "mud"},
        "rolled": {"dice": "2d6", "rows": {"even": "dry", "odd": "mud"}},
    }
)
"""The weather of the months, January being 1 (12.1)."""
STORMS = SeasonalTable.read(
    {
        "title": "storms",
        "case": "12.3a",
        "fixed": {"3-10": "none"},
        "rolled": {
            "dice": "2d6",
            "rows": {"even": "none", "3, 11": "mediterranean", "5, 9": "atlantic", "7": "baltic"},
        },
    }
)
"""The storms of the months; the same two dice tell both (12.3a)."""
_WEATHER: Final[dict[str, Weather]] = {name: name for name in get_args(Weather)}
_STORM: Final[dict[str, Storm]] = {name: name for name in get_args(Storm)}


@case(
    "4.3",
    "12.1a",
    "12.1b",
    "12.3a",
    "tbl.12.weather",
    "tbl.12.storm",
    "tbl.back.weather",
    "intro.8",
    "side.12",
)
def determine(s: WestFrontState) -> None:
    """The weather of a fortnight: dry from March to October, mud in December and January, else by the dice (12.1).

    From November to February the sum of a die for each player also says whether there is a storm (12.3).
    """
    position = s.position
    month = position.month % 12 + 1
    weather, storm = WEATHER.fixed(month), STORMS.fixed(month)
    rolled = False
    if weather is None or storm is None:
        rolled = True
        total = sum(s.rolls("weather", "12.3a" if weather else "12.1b", 2))
        weather = weather or WEATHER.result(month, total)
        storm = storm or STORMS.result(month, total)
    position.weather = _WEATHER[weather]
    position.storm = _STORM[storm]
    if not rolled:
        return
    s.tell("weather", "12.1b", "the weather is {weather}", weather=position.weather)
    if position.storm != "none":
        s.tell("storm", "12.3a", "a storm in the {basin} basin", basin=position.storm.capitalize())


@case("12.3a")
def clear_storm(s: WestFrontState) -> None:
    """A storm ends with its fortnight (12.3a, R131)."""
    s.position.storm = "none"
