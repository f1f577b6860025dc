"""The weather of a turn (5.11)."""

from __future__ import annotations

from phaseline.engine.ledger import case
from phaseline.games.france44.position import ALLIED, UNLIMITED, WEATHERS
from phaseline.games.france44.state import FranceState

FIRST_TURN = 1


@case("5.11", "tbl.weather", "tbl.turns", "tbl.weather.snow.d")
def roll_weather(s: FranceState) -> None:
    """One die and the modifier of the turn; in snow two dice say how many Allied air units may act (R13, R16)."""
    p, scenario = s.position, s.scenario
    p.air_left = UNLIMITED
    clear = scenario.setup.first_clear or scenario.options.clear_landing
    if p.turn == FIRST_TURN and clear:
        p.weather = "clear"
        s.tell("weather", "5.11", "the weather is clear for the landing")
        return
    die = s.roll("weather", "5.11", by=ALLIED)
    found = scenario.weather.result(p.turn, die)
    p.weather = next(weather for weather in WEATHERS if weather == found)
    s.tell("weather", "5.11", "the weather is {weather}", weather=p.weather)
    s.changed()
    if dice := s.effects.air_dice:
        p.air_left = sum(s.rolls("air units that can fly", "tbl.weather.snow.d", dice, by=ALLIED))
        s.tell(
            "weather",
            "tbl.weather.snow.d",
            "{count} Allied air units can fly in the snow",
            count=p.air_left,
        )
