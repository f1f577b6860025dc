"""What a value of an order's field means in a skirmish."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from phaseline.drill.aids.hints import Hinter, move, told, unit_then
from phaseline.engine.aids import Hint
from phaseline.engine.orders import Order
from phaseline.games.skirmish import orders
from phaseline.games.skirmish.rules import movement
from phaseline.games.skirmish.state import SkirmishState
from phaseline.wording.counts import several

STANCES = {
    "assault": "own attacks one column right",
    "hold": "attacks on you one column left",
    "screen": "units may draw back from the enemy",
}
"""What each stance is good for."""


def _points(s: SkirmishState, unit: int) -> str:
    return several(movement.allowance(s, unit), "movement point")


def _enemies(s: SkirmishState, target: int) -> str:
    count = len(s.units_at(target, 1 - s.acting))
    return several(count, "enemy unit")


def _steps(s: SkirmishState, unit: int) -> str:
    left = s.position.steps[unit]
    return "is destroyed" if left == 1 else f"{left} steps"


def _stance(s: SkirmishState, plain: Hint, chosen: Sequence[Any], value: Any) -> Hint:
    return replace(plain, text=STANCES[value])


HINTERS: Mapping[type[Order], Hinter[SkirmishState]] = {
    orders.Stance: _stance,
    orders.Move: move(_points, movement.reachable, movement.allowance, SkirmishState.zone),
    orders.Withdraw: unit_then(_points, "retreat"),
    orders.Attack: told("attack", _enemies),
    orders.Join: told("attack", lambda s, unit: f"attack {s.attack(unit)}"),
    orders.Lose: told("refuse", _steps),
    orders.RetreatTo: told("retreat"),
    orders.Advance: told("advance"),
}
