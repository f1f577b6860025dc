"""What a value of an order's field means: factors, costs, ranges, what a truck carries, the odds of an attack."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from phaseline.drill.aids.hints import AttackHints, Hinter, move, told, unit_then
from phaseline.engine.aids import Hint
from phaseline.engine.aids.ground import hex_name, hex_title
from phaseline.engine.orders import Order
from phaseline.games.france44 import orders
from phaseline.games.france44.aids import combats
from phaseline.games.france44.position import ALLIED, ESCORT, GERMAN, Plan
from phaseline.games.france44.rules import invasion, movement, odds, ports, replacement, shipping, supply
from phaseline.games.france44.sheet import wing_name
from phaseline.games.france44.state import FranceState
from phaseline.hexgrid import Mask, hexes, mask_of
from phaseline.mechanics.ways import Routes
from phaseline.wording.counts import several

Chosen = Sequence[Any]


def factors(s: FranceState, unit: int) -> str:
    """Combat and movement factor of the side of a unit that shows."""
    return f"{s.factor(unit)}-{s.scenario.units[unit].movement}"


def marches(s: FranceState, unit: int) -> Routes:
    """Where a unit gets by strategic movement."""
    return movement.reachable(s, unit, march=True)


def march_points(s: FranceState, unit: int) -> int:
    """What a unit may spend on strategic movement."""
    return movement.budget(s, unit, march=True)


def _march_words(s: FranceState, unit: int) -> str:
    return movement.budget_in_words(s, unit, march=True)


# -- names ------------------------------------------------------------------------------------------------------------


def named(s: FranceState, kind: str, plain: Hint, value: Any) -> Hint:
    """A piece by its full name, and where it is."""
    scenario, p = s.scenario, s.position
    if kind == "unit" and plain.units == (value,):
        return replace(plain, title=scenario.units[value].name)
    if kind == "wing":
        place = p.wings[value]
        return replace(plain, title=wing_name(s.scenario, value), text=_place(s, place), hexes=_at(place))
    if kind == "truck":
        place = p.trucks[value]
        return replace(
            plain, title=f"Truck {truck_number(s, value)}", text=_place(s, place), hexes=_at(place)
        )
    if kind == "ship":
        ship, place = scenario.ships[value], p.ships[value]
        return replace(plain, title=f"{ship.name}, {ship.combat}", text=_place(s, place), hexes=_at(place))
    return plain


def truck_number(s: FranceState, truck: int) -> int:
    """The number of a truck among its side's."""
    first = s.scenario.trucks[0] if s.scenario.seat_of_truck(truck) == GERMAN else 0
    return truck - first + 1


def _at(place: int) -> tuple[int, ...]:
    return (place,) if place >= 0 else ()


def _place(s: FranceState, place: int) -> str:
    if place == ESCORT:
        return "with the bomber"
    return f"at {hex_title(s.scenario.map, place)}" if place >= 0 else "in the pool"


# -- set-up and movement ----------------------------------------------------------------------------------------------


def _haul(s: FranceState, plain: Hint, chosen: Chosen, value: Any) -> Hint:
    """A truck and whom it draws on; a hex, and whether supply reaches it."""
    seat = s.acting
    if not chosen:
        found = supply.rations(s, seat).sources
        drawn = [_source(s, found[n]) for n in supply.drawn_by(s, seat, value)]
        fed = f"fed {' and '.join(drawn[:2])}" if drawn else ""
        return replace(plain, text=", ".join(filter(None, (plain.text, fed))))
    # The colour tells it; in words it would fill the map.
    reached = supply.reached(s, seat) >> value & 1
    return replace(plain, tint="supply" if reached else "")


def _source(s: FranceState, source: supply.Source) -> str:
    if source.kind == "rail":
        return "by rail"
    return f"from {hex_name(s.scenario.map, source.hexes.bit_length() - 1)}"


def _starve(s: FranceState, plain: Hint, chosen: Chosen, value: Any) -> Hint:
    shared = supply.rations(s, s.acting)
    source = shared.sources[shared.drawn[value]]
    return replace(plain, text=f"{factors(s, value)}, fed {_source(s, source)}", tint="refuse")


# -- air --------------------------------------------------------------------------------------------------------------


def _fly(s: FranceState, plain: Hint, chosen: Chosen, value: Any) -> Hint:
    if not chosen:
        return plain
    enemy = 1 - s.acting
    over = "units" if s.occupied(enemy) >> value & 1 else ""
    wings = len(s.wings_at(value, enemy))
    met = several(wings, "enemy air unit") if wings else ""
    text = "; ".join(filter(None, (f"over enemy {over}" if over else "", met)))
    return replace(plain, text=text, tint="air")


# -- sea --------------------------------------------------------------------------------------------------------------


def _invade(s: FranceState, plain: Hint, chosen: Chosen, value: Any) -> Hint:
    if not chosen:
        return replace(plain, text=factors(s, value))
    ways = shipping.sailing(s, s.position.at[chosen[0]])
    near: Mask = s.scenario.board.grid.adjacent_mask(value) if len(chosen) == 1 else 1 << value
    far = next((far for far, area in enumerate(ways) if far and area & near & s.scenario.board.sea), 0)
    price = shipping.price(far, invasion.carried(s, chosen[0]))
    if len(chosen) > 1:
        return replace(plain, text=_transport(s, price), tint="sea")
    if s.occupied(GERMAN) >> value & 1:
        return replace(plain, text=f"defended, {price} transport", tint="attack")
    whose = "yours" if s.controlled(ALLIED) >> value & 1 else "open"
    return replace(plain, text=f"{whose}, {price} transport", tint="sea")


def _ship(s: FranceState, plain: Hint, chosen: Chosen, value: Any) -> Hint:
    if not chosen:
        return replace(plain, text=factors(s, value))
    unit = chosen[0]
    if s.scenario.hqs >> unit & 1:
        return replace(plain, text="free", tint="sea")
    cost = shipping.ShipUnit().reached(s, unit, 1 << value).get(value, 0)
    return replace(plain, text=_transport(s, cost), tint="sea")


def _transport(s: FranceState, price: int) -> str:
    """What a voyage costs of what there is: not points of victory, which it is not to be taken for."""
    return f"{price} of {several(s.position.shipping, 'transport point')}"


def _drop(s: FranceState, plain: Hint, chosen: Chosen, value: Any) -> Hint:
    if not chosen:
        return replace(plain, text=factors(s, value))
    engages = s.zone(GERMAN) >> value & 1
    far = s.scenario.map.grid.distance(s.position.at[chosen[0]], value)
    text = f"{several(far, 'hex')}{', beside Germans' if engages else ''}"
    return replace(plain, text=text, tint="engage" if engages else "air")


# -- combat -----------------------------------------------------------------------------------------------------------


def _odds(s: FranceState, plan: Plan) -> str:
    return odds.odds(s, plan).odds


_attacks = AttackHints[FranceState, Plan](
    lambda s, kind, chosen: combats.planned(s, s.acting, kind, chosen), combats.together, _odds, "attack"
)
_answered = _attacks.adding(orders.Answer, factors)


def _announced(s: FranceState, plain: Hint, number: int) -> Hint:
    """An attack that has been announced, or is being put together, by the hexes it is on, and its odds."""
    announced = s.position.announced
    plan: Plan = announced[number - 1] if number <= len(announced) else s.frame(Plan)
    goals = tuple(hexes(plan.targets))
    title = "attack on " + ", ".join(hex_title(s.scenario.map, hex) for hex in goals)
    return replace(plain, title=title, text=_odds(s, plan), hexes=goals)


def _answer(s: FranceState, plain: Hint, chosen: Chosen, value: Any) -> Hint:
    if not chosen:
        return _announced(s, plain, value)
    return _answered(s, plain, chosen, value)


def _loss(s: FranceState, unit: int) -> str:
    return "is eliminated" if s.position.steps[unit] <= 1 else f"{factors(s, unit)}, is flipped"


# -- replacements -----------------------------------------------------------------------------------------------------


def _raise(s: FranceState, plain: Hint, chosen: Chosen, value: Any) -> Hint:
    if chosen:
        return replace(plain, tint="deploy")
    have = s.position.factors[replacement.purse(s, value)]
    unit = s.scenario.units[value]
    text = f"{unit.combat}-{unit.movement} for {replacement.cost(s, value)} of {several(have, 'factor')}"
    return replace(plain, text=text)


def _restored(s: FranceState, unit: int) -> str:
    have = s.position.factors[replacement.restorer(s, unit)]
    return f"for {replacement.repair_cost(s, unit)} of {several(have, 'factor')}"


def _level(s: FranceState, port: int) -> str:
    tables = s.scenario.tables.supply
    barred = s.scenario.setup.barred_channels and ports.closed(s) >> port & 1
    later = ", once no German is at its waterway" if barred else ""
    return f"then it supplies {several(s.position.levels.get(port, 0) + tables.repair, 'unit')}{later}"


def _truck_lifted(s: FranceState, plain: Hint, chosen: Chosen, value: Any) -> Hint:
    waiting = mask_of(n for n in hexes(s.scenario.side_trucks[s.acting]) if s.position.trucks[n] < 0)
    return replace(plain, text=f"{plain.text}; {waiting.bit_count()} in the pool")


HINTERS: Mapping[type[Order], Hinter[FranceState]] = {
    orders.Deploy: unit_then(factors, "deploy"),
    orders.Move: move(movement.budget_in_words, movement.reachable, movement.budget, FranceState.zone),
    orders.March: move(_march_words, marches, march_points, FranceState.zone),
    orders.Enter: unit_then(factors, "deploy"),
    orders.Remove: told("refuse", _loss),
    orders.Haul: _haul,
    orders.Lift: _truck_lifted,
    orders.Starve: _starve,
    orders.Repair: told("supply", _level),
    orders.Fly: _fly,
    orders.Return: told("air"),
    orders.Invade: _invade,
    orders.Ship: _ship,
    orders.Drop: _drop,
    orders.Build: told("sea"),
    orders.Attack: _attacks.begun(orders.Attack, factors),
    orders.Join: _attacks.adding(orders.Join, factors),
    orders.Also: _attacks.adding(orders.Also),
    orders.Air: _attacks.adding(orders.Air),
    orders.Gunfire: _attacks.adding(orders.Gunfire),
    orders.Support: _attacks.adding(orders.Support, factors),
    orders.Scrap: lambda s, plain, chosen, number: _announced(s, plain, number),
    orders.Answer: _answer,
    orders.Lose: told("refuse", _loss),
    orders.Retreat: unit_then(factors, "retreat"),
    orders.Advance: unit_then(factors, "advance"),
    orders.Raise: _raise,
    orders.Restore: told("spend", _restored),
}
