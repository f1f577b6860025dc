"""Chapter 4: weather."""

from __future__ import annotations

from phaseline.engine.ledger import case
from phaseline.games.skirmish.state import SkirmishState


@case("4.1")
def roll_weather(s: SkirmishState) -> None:
    """One die each turn tells dry weather or mud; with the option for dry weather nothing is rolled (4.1)."""
    if s.scenario.options.weather == "dry":
        return
    die = s.roll("weather", "4.1")
    s.position.weather = s.scenario.weather.result("", die)
    s.tell("weather", "4.1", "the weather is {weather}", weather=s.position.weather)


@case("4.2")
def movement_penalty(s: SkirmishState) -> int:
    """In mud every unit moves one point less (4.2)."""
    return 1 if s.position.weather == "mud" else 0


@case("4.3", "6.3")
def river_cost(s: SkirmishState) -> int:
    """A river costs one point more to cross, in mud two (4.3, 6.3)."""
    return 2 if s.position.weather == "mud" else 1
