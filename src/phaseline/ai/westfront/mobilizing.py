"""What active HQs do after movement: stay for the fighting, or deactivate and go where they will be needed."""

from __future__ import annotations

from phaseline.ai.westfront.layout import Layout, Means
from phaseline.ai.westfront.situation import Situation
from phaseline.engine.legal import LegalOrders
from phaseline.engine.orders import Order
from phaseline.games.westfront.orders.command import Mobilize
from phaseline.games.westfront.rules import airstrike, command
from phaseline.hexgrid import Hex


def mobilize(seen: Situation, legal: LegalOrders) -> Order | None:
    """The next HQ that is not needed in combat, to the best hex it can reach; None when all others stay."""
    layout = Layout(seen, {}, {}, Means())
    for hq in legal.values(Mobilize):
        if _needed(seen, hq):
            continue
        here = seen.s.position.at[hq]
        stack = seen.s.standing.by_hex[seen.seat].get(here, 0) & ~(1 << hq)

        def worth(to: Hex, hq: int = hq, here: Hex = here, stack: int = stack) -> float:
            if to == here:
                return layout.value(here, stack | 1 << hq)
            there = layout.stacks.get(to, 0)
            return layout.value(here, stack) + layout.value(to, there | 1 << hq) - layout.value(to, there)

        places = legal.values(Mobilize, hq)
        if not places:
            continue
        to = max(places, key=lambda to: (worth(to), to == here, -to))
        if to == here and len(seen.s.units_at(here, seen.seat)) <= seen.board.stacking_limit(here):
            continue  # it loses its step all the same when combat is over
        vias = legal.values(Mobilize, hq, to)
        order = Mobilize(hq, to, next(iter(vias), None))
        if legal.refusal(order) is None:
            return order
    return None


def _needed(seen: Situation, hq: int) -> bool:
    """Whether a battle will want its support or its airstrike."""
    s = seen.s
    role = s.position.role.get(hq, "")
    if role in command.BLITZ:
        return True
    if role in command.SEABORNE:
        return bool(s.battles)
    if role in command.COMMANDING and command.command_range(s, hq) & s.battles:
        return True
    flies = s.scenario.air_fire(s.position.book, seen.seat) != "none"
    return flies and "paradrop" not in role and bool(airstrike.air_area(s, hq) & s.battles)
