"""The words that data files of War in Europe use for sides, fronts, nations and units."""

from __future__ import annotations

from typing import Literal, get_args

Side = Literal["Axis", "Allied"]
Front = Literal["east", "south", "west"]
Nation = Literal[
    "german", "italian", "french", "british", "american", "polish", "belgian", "dutch", "soviet", "finnish"
]
NATIONS: tuple[str, ...] = get_args(Nation)
AXIS_NATIONS = ("german", "italian", "finnish")
Category = Literal[
    "armor",
    "mechanized_infantry",
    "cavalry",
    "motorized_infantry",
    "infantry",
    "security",
    "static",
    "airborne",
    "mobile_supply",
    "repair",
    "partisan",
    "cadre",
]
Size = Literal["corps", "division", "brigade", "regiment"]
