"""Paradrops: where paras help a landing or a battle that is under way, and their HQ has nothing better to do."""

from __future__ import annotations

from typing import NamedTuple

from phaseline.ai.westfront.clash import Force, Outlook
from phaseline.ai.westfront.landings import Landing
from phaseline.ai.westfront.situation import Situation
from phaseline.engine.legal import LegalOrders
from phaseline.games.westfront.orders.command import Activate
from phaseline.games.westfront.position import ALLIED
from phaseline.games.westfront.rules import airborne, airstrike
from phaseline.hexgrid import Hex, hexes

AIR_REPULSE = 1 / 6
"""The chance of a repulse for each defending die when paras take part (7.53)."""
RIVER_REPULSE = 1 / 3


class Parachute(NamedTuple):
    """A Paradrop HQ drops a unit into a hex where own ground units are, or will be."""

    hq: int
    unit: int
    target: Hex
    worth: float


def plan_drops(
    seen: Situation, legal: LegalOrders, hqs: list[int], landings: list[Landing]
) -> list[Parachute]:
    """The drops to make this turn: one for each HQ at most, and one for each target."""
    weights = seen.weights.command
    price = weights.allied if seen.seat == ALLIED else weights.axis
    found: list[Parachute] = []
    for hq in hqs:
        if "paradrop" not in legal.values(Activate, hq):
            continue
        taken = {drop.target for drop in found}
        offers = [
            Parachute(hq, unit, target, gain - price)
            for unit in hexes(airborne.droppable(seen.s, hq))
            for target, gain in _help(seen, hq, unit, landings)
            if target not in taken
        ]
        best = max(offers, key=lambda drop: (drop.worth, -drop.target), default=None)
        if best is not None and best.worth > 0:
            found.append(best)
    return found


def _help(seen: Situation, hq: int, unit: int, landings: list[Landing]) -> list[tuple[Hex, float]]:
    """Where a para could help in reach of its HQ, and by how much."""
    s = seen.s
    area = airstrike.air_area(s, hq) & s.board.land & ~s.board.terrain["mountain"]
    para = seen.force(unit, s.position.at[unit])
    found = []
    for landing in landings:
        if area & seen.enemy_hexes >> landing.target & 1:
            own = seen.force(landing.first, landing.target)
            amphibious = s.unit(landing.first).kind == "amphibious"
            before = _battle(seen, own, landing.target, AIR_REPULSE if amphibious else RIVER_REPULSE)
            after = _battle(seen, own + para, landing.target, AIR_REPULSE)
            found.append((landing.target, _gain(seen, landing.target, before, after)))
    for target in hexes(area & s.battles):
        units = s.standing.by_hex[seen.seat].get(target, 0) & ~s.scenario.hqs
        if units and units.bit_count() < s.board.stacking_limit(target):
            own = seen.stack(units, target)
            before, after = _battle(seen, own, target, 0.0), _battle(seen, own + para, target, 0.0)
            found.append((target, _gain(seen, target, before, after)))
    return found


def _battle(seen: Situation, own: Force, hex: Hex, repulse: float) -> Outlook:
    return seen.clash(own, hex, supported=True, repulse=repulse, rounds=2)


def _gain(seen: Situation, hex: Hex, before: Outlook, after: Outlook) -> float:
    """What the paras add."""
    losses = (after.enemy - before.enemy) - (after.own - before.own)
    return losses + (after.clears - before.clears) * (1.0 + seen.stakes.at(hex))
