"""What a value of an order's field means: strengths, costs, odds, what Replacement Points buy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from phaseline.drill.aids.hints import AttackHints, Hinter, move, told, unit_then
from phaseline.engine.aids import Hint
from phaseline.engine.orders import Order
from phaseline.games.war_in_europe import orders
from phaseline.games.war_in_europe.aids import combats
from phaseline.games.war_in_europe.position import Plan
from phaseline.games.war_in_europe.rules import movement, odds, overrun, rail, repair, supply, trains
from phaseline.games.war_in_europe.state import WarState
from phaseline.mechanics.ways import Routes
from phaseline.wording.counts import several

Chosen = Sequence[Any]


def face(s: WarState, unit: int) -> str:
    """What the side of a unit that shows says, and that it is out of supply."""
    return f"{s.face(unit)}" + (", out of supply" if s.position.unsupplied >> unit & 1 else "")


def _ready(s: WarState, unit: int) -> str:
    return f"{face(s, unit)}, {several(movement.left(s, unit), 'Movement Point')}"


def marches(s: WarState, unit: int) -> Routes:
    """Where a unit gets by a forced march."""
    return movement.reachable(s, unit, march=True)


def march_points(s: WarState, unit: int) -> int:
    """What a unit may spend on a forced march."""
    return movement.left(s, unit, march=True)


_move = move(_ready, movement.reachable, movement.left, lambda s, seat: s.zone(seat))


def _go(s: WarState, plain: Hint, chosen: Chosen, value: Any) -> Hint:
    """As for any move; the one hex that can always be entered has no price (5.14)."""
    if chosen and movement.reachable(s, chosen[0]).cost(value) is None:
        return replace(plain, text="the one hex that it can always enter", tint="move")
    return _move(s, plain, chosen, value)


_attacks = AttackHints[WarState, Plan](
    lambda s, kind, chosen: combats.planned(s, s.acting, kind, chosen),
    combats.together,
    lambda s, plan: odds.odds(s, plan).odds,
    "engage",
)


def _overrun(s: WarState, plain: Hint, chosen: Chosen, value: Any) -> Hint:
    if not chosen:
        return replace(plain, text=_ready(s, value))
    price = overrun.price(s, chosen[0], s.position.at[chosen[0]], value)
    back = price is not None and price < 0
    text = f"{-(price or 0)} come back" if back else f"{price} of {movement.left(s, chosen[0])}"
    return replace(plain, text=text, tint="engage")


def _supplied(s: WarState, plain: Hint, chosen: Chosen, value: Any) -> Hint:
    """A unit, then hexes with whether it would be in supply there."""
    if not chosen:
        return replace(plain, text=face(s, value) if s.position.steps[value] else plain.text)
    found = supply.worth(s, chosen[0], value)
    return replace(plain, text=f"{found} supply" if found else "out of supply", tint="move")


def _lose(s: WarState, unit: int) -> str:
    return f"{face(s, unit)}: pays {several(s.face(unit).strength, 'point')}"


def _aboard(s: WarState, unit: int) -> str:
    seat = s.scenario.side_of[unit]
    return f"{face(s, unit)}, {rail.used(s, seat)} of {rail.capacity(s, seat)} used"


HINTERS: Mapping[type[Order], Hinter[WarState]] = {
    orders.Move: _go,
    orders.March: move(
        lambda s, unit: f"{face(s, unit)}, a 1 costs it a step",
        marches,
        march_points,
        lambda s, seat: s.zone(seat),
    ),
    orders.Convert: move(face, repair.routes, movement.left, lambda s, seat: s.zone(seat)),
    orders.Ride: move(face, trains.routes, trains.left, lambda s, seat: s.zone(seat)),
    orders.Entrain: told("move", _aboard),
    orders.Detrain: told("move", face),
    orders.Attack: _attacks.begun(orders.Attack, face),
    orders.Join: _attacks.adding(orders.Join, face),
    orders.Also: _attacks.adding(orders.Also),
    orders.Overrun: _overrun,
    orders.With: told("engage", face),
    orders.Lose: told("refuse", _lose),
    orders.Retreat: unit_then(face, "move"),
    orders.Advance: unit_then(face, "engage"),
    orders.Remove: told("refuse", face),
    orders.Scuttle: told("refuse", "so that it is not captured"),
    orders.Keep: told("refuse", face),
    orders.Place: _supplied,
    orders.Raise: _supplied,
    orders.Sail: _supplied,
    orders.Fly: _supplied,
    orders.Assault: unit_then(face, "engage"),
    orders.Drop: unit_then(face, "engage"),
}
