"""Where air units bar the enemy's supply, so that most of his units are isolated (9.131, 16.12)."""

from __future__ import annotations

from collections import Counter

from phaseline.ai.france44.situation import Situation
from phaseline.ai.planning.cordon import Net, Prey, cordon
from phaseline.engine.orders import Order
from phaseline.games.france44 import orders
from phaseline.games.france44.position import ALLIED
from phaseline.games.france44.rules import air, supply
from phaseline.hexgrid import Hex, Mask, hexes

AROUND = 4
"""No bar is looked for further from those whom it is to cut off."""


def bars(view: Situation) -> list[Order]:
    """The flights that bar the enemy's supply where most of his units are isolated by it."""
    s = view.s
    legal = s.legal(view.seat)
    if orders.Fly not in legal.kinds():
        return []
    wings = list(legal.values(orders.Fly))
    if view.allied and s.position.air_left > 0:
        wings = wings[: s.position.air_left]
    prey = list(_prey(view))
    if not wings or not prey:
        return []
    area = 0
    for wing in wings:
        area |= air.within_range(s, wing)
    near = 0
    for each in prey:
        near |= s.scenario.board.disk(each.hex, AROUND)
    through = supply.passing(s, view.enemy)
    balance = _balance(view)
    grid = s.scenario.board.grid
    price = {hex: 1 - min(0, balance[hex]) for hex in hexes(area & near & through)}
    barred = cordon(Net(grid, through, supply.sources(s, view.enemy), price), prey, len(wings), view.by.air.bar)
    found: list[Order] = []
    for hex in hexes(barred):
        for _ in range(price[hex]):
            wing = next((w for w in wings if air.within_range(s, w) >> hex & 1), None)
            if wing is None:
                return found
            wings.remove(wing)
            found.append(orders.Fly(wing, hex))
    return found


def _balance(view: Situation) -> Counter[Hex]:
    """How many air units more than the enemy the side has in each hex."""
    own = view.s.scenario.side_wings[view.seat]
    found: Counter[Hex] = Counter()
    for wing, hex in enumerate(view.s.position.wings):
        if hex >= 0:
            found[hex] += 1 if own >> wing & 1 else -1
    return found


def _prey(view: Situation):
    """The enemy stacks that are not isolated yet, with what a step of each of their units is worth."""
    s, board = view.s, view.s.scenario.board
    terrain = s.scenario.tables.terrain
    slow = board.forest | board.mountain
    zone = s.zone(view.seat)
    for hex in hexes(s.occupied(view.enemy) & board.continent):
        units = s.units_at(hex, view.enemy)
        worth = sum(view.ground.step_cost(s, unit) for unit in units)
        doors = board.grid.adjacent_mask(hex) & board.continent & ~slow & ~s.occupied(view.seat)
        doors &= board.dry.cross(1 << hex)
        if zone >> hex & 1:
            doors &= ~s.shared_zone(view.seat, hex)
        share = view.by.air.held
        yield Prey(hex, worth * (1 - share), worth * share, doors)
