"""A Combat Phase: airstrikes, which battles to fight, and the small choices in them."""

from __future__ import annotations

from phaseline.ai.planning import match
from phaseline.ai.westfront.clash import Outlook
from phaseline.ai.westfront.situation import Situation
from phaseline.ai.westfront.stakes import chance, step_worth
from phaseline.engine.legal import LegalOrders
from phaseline.engine.orders import Order
from phaseline.games.westfront.orders.combat import (
    ChooseBattle,
    Fight,
    FireAll,
    FireUnit,
    RepulseUnit,
    Strike,
    TakeHit,
)
from phaseline.games.westfront.position import Combat
from phaseline.games.westfront.rules import command
from phaseline.games.westfront.state import WestFrontState
from phaseline.hexgrid import Hex


def battle(seen: Situation, hex: Hex) -> Outlook:
    """A round of a battle as it stands now, with the airstrike that is assigned to it."""
    s, seat = seen.s, seen.seat
    units = s.standing.by_hex[seat].get(hex, 0) & ~s.scenario.hqs
    hits = chance(s.scenario.air_fire(s.position.book, seat)) * s.position.strike_cv.get(hex, 0)
    supported = bool(s.frame(Combat).supported >> hex & 1)
    return seen.clash(seen.stack(units, hex), hex, supported=supported, strike=hits)


def merit(seen: Situation, hex: Hex) -> float:
    """What a round in a battle brings."""
    found = battle(seen, hex)
    return found.enemy - found.own + found.clears * (1.0 + 0.3 * seen.stakes.at(hex))


def strike(seen: Situation, legal: LegalOrders) -> tuple[Order, str] | None:
    """The airstrikes that do most good together; the first of them, and why."""
    s = seen.s
    hits = chance(s.scenario.air_fire(s.position.book, seen.seat))
    worth = {}
    for hq in legal.values(Strike):
        for hex in legal.values(Strike, hq):
            forced = s.position.new_battles >> hex & 1
            enemy = seen.enemy[hex]
            gain = hits * command.effective_cv(s, hq) * enemy.value / max(1.0, enemy.steps)
            gain /= seen.protection(hex)
            if not forced:
                gain += min(0.0, merit(seen, hex))
            worth[hq, hex] = gain
    for hq, hex in sorted(match(worth).items()):
        if isinstance(hex, int):
            name, label = s.scenario.lexicon["unit"].title(hq), s.board.map.label(hex)
            return Strike(hq, hex), f"{name} strikes from the air at {label}."
    return None


def choose(seen: Situation, legal: LegalOrders) -> tuple[Order, str] | None:
    """An ongoing battle that is worth a round."""
    hexes = [hex for hex in legal.values(ChooseBattle) if merit(seen, hex) > seen.weights.battle.edge]
    best = max(hexes, key=lambda hex: merit(seen, hex), default=None)
    if best is None:
        return None
    found = battle(seen, best)
    label = seen.board.map.label(best)
    return ChooseBattle(best), f"Fight on at {label}: worth {found.enemy:.1f}, at a price of {found.own:.1f}."


def fight(seen: Situation, legal: LegalOrders) -> Order | None:
    """The next battle: those most likely won first, as they change what follows."""
    hexes = legal.values(Fight)
    return Fight(max(hexes, key=lambda hex: (battle(seen, hex).clears, -hex))) if hexes else None


def shoot(state: WestFrontState, legal: LegalOrders) -> Order | None:
    """All fire; the order matters little."""
    if legal.refusal(FireAll()) is None:
        return FireAll()
    units = legal.values(FireUnit)
    return FireUnit(max(units, key=lambda unit: (state.position.cv[unit], -unit))) if units else None


def take(state: WestFrontState, legal: LegalOrders) -> Order | None:
    """The unit whose step is worth least takes the hit, or goes back."""
    for kind in (TakeHit, RepulseUnit):
        units = legal.values(kind)
        if units:
            return kind(min(units, key=lambda unit: (step_worth(state.scenario, unit), unit)))
    return None
