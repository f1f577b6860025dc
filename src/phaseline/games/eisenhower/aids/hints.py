"""What a value of an order's field means: movement factors, strengths, steps, the hexes of a retreat."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from phaseline.engine.aids import Hint, Tint
from phaseline.engine.orders import Order
from phaseline.games.eisenhower import orders
from phaseline.games.eisenhower.aids import combats
from phaseline.games.eisenhower.position import ALLIED, ELIMINATED, Combat
from phaseline.games.eisenhower.rules import losses, movement, odds, offensives, retreat, supply
from phaseline.games.eisenhower.sheet import full_name
from phaseline.games.eisenhower.state import EisenhowerState
from phaseline.hexgrid import hexes

Chosen = Sequence[Any]
Hinter = Callable[[EisenhowerState, Hint, Chosen, Any], Hint]

GROUPS = {"american": "the American army group", "british": "the British army group"}
PARTS = {"movement": "move, then attack", "combat": "attack, then move"}


def hint(s: EisenhowerState, plain: Hint, kind: type[Order], chosen: Chosen, value: Any) -> Hint:
    """The hint for a value of the next field, after the values `chosen`; `plain` if there is nothing to add."""
    if plain.units == (value,):
        plain = replace(plain, title=full_name(s.scenario, value))
    hinter = HINTERS.get(kind)
    return plain if hinter is None else hinter(s, plain, chosen, value)


def factors(s: EisenhowerState, unit: int) -> str:
    """Attack, defence and movement as printed on the side that shows."""
    return "-".join(map(str, s.factors(unit)))


def _unit_then(tint: Tint) -> Hinter:
    """A unit with its factors, then a hex of this tint."""

    def made(s: EisenhowerState, plain: Hint, chosen: Chosen, value: Any) -> Hint:
        return replace(plain, tint=tint) if chosen else replace(plain, text=factors(s, value))

    return made


def _hex(tint: Tint) -> Hinter:
    """A hex of this tint."""
    return lambda s, plain, chosen, value: replace(plain, tint=tint)


# -- movement ---------------------------------------------------------------------------------------------------------


def _move(s: EisenhowerState, plain: Hint, chosen: Chosen, value: Any) -> Hint:
    if not chosen:
        return replace(plain, text=movement.budget_in_words(s, value))
    unit = chosen[0]
    enemy = 1 - s.scenario.side_of[unit]
    spent = movement.reachable(s, unit).cost(value)
    engages = s.zone(enemy) >> value & 1
    return replace(plain, text=f"{spent} of {movement.budget(s, unit)}", tint="engage" if engages else "move")


def _drop(s: EisenhowerState, plain: Hint, chosen: Chosen, value: Any) -> Hint:
    if not chosen:
        return replace(plain, text=factors(s, value))
    defended = s.occupied(1) >> value & 1
    return replace(plain, text="defended" if defended else "open", tint="attack" if defended else "air")


# -- combat -----------------------------------------------------------------------------------------------------------


def _attack(s: EisenhowerState, plain: Hint, chosen: Chosen, value: Any) -> Hint:
    if not chosen:
        return replace(plain, text=f"attack {supply.attack_factor(s, value)}")
    unit = chosen[0]
    seat = s.scenario.side_of[unit]
    fight = combats.planned(s, seat, orders.Attack, (unit, value))
    if fight is None:
        return plain
    alone = odds.odds(s, fight).label
    everybody = combats.together(s, seat, fight)
    most = f", {odds.odds(s, everybody).label} with all" if everybody != fight else ""
    return replace(plain, text=f"{alone} alone{most}", tint="attack")


def _join(s: EisenhowerState, plain: Hint, chosen: Chosen, value: Any) -> Hint:
    return replace(plain, text=f"attack {supply.attack_factor(s, value)}", tint="attack")


def _lose(s: EisenhowerState, plain: Hint, chosen: Chosen, value: Any) -> Hint:
    last = s.position.steps[value] <= 1
    return replace(plain, text="is eliminated" if last else "is reduced", tint="refuse")


def _retreat(s: EisenhowerState, plain: Hint, chosen: Chosen, value: Any) -> Hint:
    if not chosen:
        combat = s.frame(Combat)
        length = losses.length_of(combat)
        ways = len(retreat.paths(s, combat, value, length))
        return replace(plain, text=f"{length} hex{'es' * (length != 1)}, {ways} way{'s' * (ways != 1)}")
    label = s.scenario.map.label
    zones = sum(s.zone(1 - s.scenario.side_of[chosen[0]]) >> hex & 1 for hex in value)
    price = f"{zones} enemy zone{'s' * (zones != 1)}: a step each" if zones else ""
    return replace(plain, title=" ".join(map(label, value)), text=price, tint="retreat", hexes=tuple(value))


def _offensive(s: EisenhowerState, plain: Hint, chosen: Chosen, value: Any) -> Hint:
    units = tuple(hexes(offensives.activated_by(s, value)))
    return replace(plain, text=f"{len(units)} unit{'s' * (len(units) != 1)}", tint="attack", units=units)


# -- the rest ---------------------------------------------------------------------------------------------------------


def _rebuild(s: EisenhowerState, plain: Hint, chosen: Chosen, value: Any) -> Hint:
    dead = s.position.at[value] == ELIMINATED
    return replace(plain, text="back to the box" if dead else "restored", tint="spend")


def _merge(s: EisenhowerState, plain: Hint, chosen: Chosen, value: Any) -> Hint:
    return replace(plain, text="is eliminated" if chosen else "restored, to the box", tint="spend")


def _convert(s: EisenhowerState, plain: Hint, chosen: Chosen, value: Any) -> Hint:
    twin = s.scenario.other_form[value]
    return replace(plain, text=f"becomes {s.name(twin)}, {factors(s, twin)}")


def _aerial(s: EisenhowerState, plain: Hint, chosen: Chosen, value: Any) -> Hint:
    units = s.units_at(value, ALLIED)
    return replace(
        plain, text=f"{len(units)} unit{'s' * (len(units) != 1)}", tint="supply", units=tuple(units)
    )


def _group(s: EisenhowerState, plain: Hint, chosen: Chosen, value: Any) -> Hint:
    north = hexes(s.units_in(s.scenario.board.north, ALLIED) & s.scenario.groups[value])
    return replace(plain, title=GROUPS[value], units=tuple(north))


def _begin(s: EisenhowerState, plain: Hint, chosen: Chosen, value: Any) -> Hint:
    return replace(plain, title=str(value).capitalize(), text=PARTS[value])


def _plan(s: EisenhowerState, plain: Hint, chosen: Chosen, value: Any) -> Hint:
    if chosen:
        return replace(plain, tint="sea")
    box = next((box for box in s.scenario.track if box.turn == value), None)
    return replace(plain, title=f"Turn {value}", text="" if box is None else box.label)


def _bridge(s: EisenhowerState, plain: Hint, chosen: Chosen, value: Any) -> Hint:
    return replace(plain, text="on a 1", tint="advance")


HINTERS: Mapping[type[Order], Hinter] = {
    orders.Deploy: _unit_then("deploy"),
    orders.ShiftInfantry: _unit_then("deploy"),
    orders.ChooseAirborne: _unit_then(""),
    orders.PlanFirst: _hex("sea"),
    orders.PlanSecond: _plan,
    orders.Embark: _unit_then(""),
    orders.NameGroup: _group,
    orders.Aerial: _aerial,
    orders.PlaceFortress: _hex("deploy"),
    orders.Thunderclap: _hex("air"),
    orders.SeizeBridge: _bridge,
    orders.Rebuild: _rebuild,
    orders.Merge: _merge,
    orders.Withdraw: _unit_then(""),
    orders.Place: _unit_then("deploy"),
    orders.Exchange: _unit_then(""),
    orders.Begin: _begin,
    orders.Move: _move,
    orders.Drop: _drop,
    orders.Convert: _convert,
    orders.Remove: _lose,
    orders.Attack: _attack,
    orders.Join: _join,
    orders.Lose: _lose,
    orders.Retreat: _retreat,
    orders.Advance: _unit_then("advance"),
    orders.Offensive: _offensive,
}
