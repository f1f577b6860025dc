"""What a value of an order's field means: movement factors, strengths, steps, the hexes of a retreat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from phaseline.drill.aids.hints import AttackHints, Hinter, move, told, unit_then
from phaseline.engine.aids import Hint
from phaseline.engine.orders import Order
from phaseline.games.eisenhower import orders
from phaseline.games.eisenhower.aids import combats
from phaseline.games.eisenhower.position import ALLIED, ELIMINATED, Combat
from phaseline.games.eisenhower.rules import losses, movement, offensives, retreat, supply
from phaseline.games.eisenhower.state import EisenhowerState
from phaseline.hexgrid import hexes
from phaseline.wording.counts import several

Chosen = Sequence[Any]

GROUPS = {"american": "the American army group", "british": "the British army group"}
PARTS = {"movement": "move, then attack", "combat": "attack, then move"}


def factors(s: EisenhowerState, unit: int) -> str:
    """Attack, defence and movement as printed on the side that shows."""
    return "-".join(map(str, s.factors(unit)))


# -- movement ---------------------------------------------------------------------------------------------------------


def _drop(s: EisenhowerState, plain: Hint, chosen: Chosen, value: Any) -> Hint:
    if not chosen:
        return replace(plain, text=factors(s, value))
    # Nearly every hex is open: to write it in all of them would hide the map.
    defended = s.occupied(1) >> value & 1
    return replace(plain, text="defended", tint="attack") if defended else replace(plain, tint="air")


# -- combat -----------------------------------------------------------------------------------------------------------


def _strength(s: EisenhowerState, unit: int) -> str:
    return f"attack {supply.attack_factor(s, unit)}"


_attacks = AttackHints[EisenhowerState, Combat](
    lambda s, kind, chosen: combats.planned(s, s.acting, kind, chosen),
    lambda s, fight: combats.together(s, fight.attacker, fight),
    combats.label,
    "attack",
)


def _loss(s: EisenhowerState, unit: int) -> str:
    return "is eliminated" if s.position.steps[unit] <= 1 else "is reduced"


def _retreat(s: EisenhowerState, plain: Hint, chosen: Chosen, value: Any) -> Hint:
    if not chosen:
        combat = s.frame(Combat)
        length = losses.length_of(combat)
        ways = len(retreat.paths(s, combat, value, length))
        return replace(plain, text=f"{several(length, 'hex')}, {several(ways, 'way')}")
    label = s.scenario.map.label
    zones = sum(s.zone(1 - s.scenario.side_of[chosen[0]]) >> hex & 1 for hex in value)
    price = f"{several(zones, 'enemy zone')}: a step each" if zones else ""
    return replace(plain, title=" ".join(map(label, value)), text=price, tint="retreat", hexes=tuple(value))


def _advance(s: EisenhowerState, plain: Hint, chosen: Chosen, value: Any) -> Hint:
    if not chosen:
        return replace(plain, text=factors(s, value))
    if len(chosen) == 1 or value is None:
        return replace(plain, tint="advance")
    taken = sum(s.controlled(1 - s.scenario.side_of[chosen[0]]) >> hex & 1 for hex in value)
    title = " ".join(map(s.scenario.map.label, value))
    text = f"takes {several(taken, 'hex')} beyond the one won" if taken else ""
    return replace(plain, title=title, text=text, tint="advance", hexes=tuple(value))


def _offensive(s: EisenhowerState, plain: Hint, chosen: Chosen, value: Any) -> Hint:
    units = tuple(hexes(offensives.activated_by(s, value)))
    return replace(plain, text=several(len(units), "unit"), tint="attack", units=units)


# -- the rest ---------------------------------------------------------------------------------------------------------


def _rebuilt(s: EisenhowerState, unit: int) -> str:
    return "back to the box" if s.position.at[unit] == ELIMINATED else "restored"


def _merge(s: EisenhowerState, plain: Hint, chosen: Chosen, value: Any) -> Hint:
    return replace(plain, text="is eliminated" if chosen else "restored, to the box", tint="spend")


def _convert(s: EisenhowerState, plain: Hint, chosen: Chosen, value: Any) -> Hint:
    twin = s.scenario.other_form[value]
    return replace(plain, text=f"becomes {s.spoken(twin)}, {factors(s, twin)}")


def _aerial(s: EisenhowerState, plain: Hint, chosen: Chosen, value: Any) -> Hint:
    units = s.units_at(value, ALLIED)
    return replace(plain, text=several(len(units), "unit"), tint="supply", units=tuple(units))


def _group(s: EisenhowerState, plain: Hint, chosen: Chosen, value: Any) -> Hint:
    north = hexes(s.units_in(s.scenario.board.north, ALLIED) & s.scenario.groups[value])
    return replace(plain, title=GROUPS[value], units=tuple(north))


def _begin(s: EisenhowerState, plain: Hint, chosen: Chosen, value: Any) -> Hint:
    return replace(plain, title=str(value).capitalize(), text=PARTS[value])


def _coast(s: EisenhowerState, plain: Hint, chosen: Chosen, value: Any) -> Hint:
    """A coast to land on: one's own may be written down as well, but gains nothing as things stand."""
    if s.controlled(ALLIED) >> value & 1:
        return replace(plain, text="yours already", tint="refuse")
    return replace(plain, tint="sea")


def _plan(s: EisenhowerState, plain: Hint, chosen: Chosen, value: Any) -> Hint:
    if chosen:
        return _coast(s, plain, chosen, value)
    box = next((box for box in s.scenario.track if box.turn == value), None)
    return replace(plain, title=f"Turn {value}", text="" if box is None else box.label)


HINTERS: Mapping[type[Order], Hinter[EisenhowerState]] = {
    orders.Deploy: unit_then(factors, "deploy"),
    orders.ShiftInfantry: unit_then(factors, "deploy"),
    orders.ChooseAirborne: unit_then(factors, ""),
    orders.PlanFirst: _coast,
    orders.PlanSecond: _plan,
    orders.Embark: unit_then(factors, ""),
    orders.NameGroup: _group,
    orders.Aerial: _aerial,
    orders.PlaceFortress: told("deploy"),
    orders.Thunderclap: told("air"),
    orders.SeizeBridge: told("advance", "on a 1"),
    orders.Rebuild: told("spend", _rebuilt),
    orders.Merge: _merge,
    orders.Withdraw: unit_then(factors, ""),
    orders.Place: unit_then(factors, "deploy"),
    orders.Exchange: unit_then(factors, ""),
    orders.Begin: _begin,
    orders.Move: move(movement.budget_in_words, movement.reachable, movement.budget, EisenhowerState.zone),
    orders.Drop: _drop,
    orders.Convert: _convert,
    orders.Remove: told("refuse", _loss),
    orders.Attack: _attacks.begun(orders.Attack, _strength),
    orders.Join: told("attack", _strength),
    orders.Lose: told("refuse", _loss),
    orders.Retreat: _retreat,
    orders.Advance: _advance,
    orders.Offensive: _offensive,
}
