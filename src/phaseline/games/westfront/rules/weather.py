"""Weather and storms (12.1, 12.3a).

Wired into the sequence: `determine` (first step of a fortnight), `clear_storm` (its last step). Which seas a storm
covers: `seas.stormy`.
"""

from __future__ import annotations

from typing import Final

from phaseline.engine.ledger import case
from phaseline.games.westfront.position import Storm
from phaseline.games.westfront.state import WestFrontState

NOVEMBER, DECEMBER, JANUARY, FEBRUARY = 10, 11, 0, 1
ROLLED: Final = (NOVEMBER, DECEMBER, JANUARY, FEBRUARY)
"""Months with a weather roll (12.3a), counted from January, which is 0."""
VARIABLE: Final = (NOVEMBER, FEBRUARY)
"""Months in which the roll also decides between dry and mud (12.1b)."""
STORMS: Final[dict[int, Storm]] = {
    3: "mediterranean",
    5: "atlantic",
    7: "baltic",
    9: "atlantic",
    11: "mediterranean",
}
"""The storm that an odd sum of two dice brings (12.3a)."""


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
    month = position.month % 12
    position.weather, position.storm = "dry", "none"
    if month not in ROLLED:
        return
    total = sum(s.rolls("weather", "12.1b" if month in VARIABLE else "12.3a", 2))
    if month not in VARIABLE or total % 2:
        position.weather = "mud"
    position.storm = STORMS.get(total, "none")
    s.tell("weather", "12.1b", "the weather is {weather}", weather=position.weather)
    if position.storm != "none":
        s.tell("storm", "12.3a", "a storm in the {basin} basin", basin=position.storm.capitalize())


@case("12.3a")
def clear_storm(s: WestFrontState) -> None:
    """A storm ends with its fortnight (12.3a, R131)."""
    s.position.storm = "none"
