"""What can still be done in a step, or must."""

from __future__ import annotations

from collections.abc import Iterator

from phaseline.drill.crowding import Excess
from phaseline.engine.aids import Line
from phaseline.engine.aids.ground import hex_name
from phaseline.engine.legal import LegalOrders
from phaseline.games.eisenhower import orders
from phaseline.games.eisenhower.position import ALLIED, Combat, Landing
from phaseline.games.eisenhower.rules import events, losses, offensives, rebuilding
from phaseline.games.eisenhower.state import EisenhowerState
from phaseline.hexgrid import Hex, hexes, mask_of
from phaseline.mechanics.prospects import steps
from phaseline.wording.counts import named, several


def owed(s: EisenhowerState, seat: int) -> Iterator[str]:
    """Short remarks on what must be done or can be spent."""
    frame = s.position.stack[-1]
    if isinstance(frame, Combat):
        yield from _razed(s, frame)
        yield from _losses(s, frame, seat)
    elif isinstance(frame, Landing):
        count = frame.force.bit_count()
        yield f"{several(count, 'unit')} in the landing force"
    elif isinstance(frame, Excess):
        yield from _too_many(s, frame)
    elif s.offensive:
        count = offensives.attacks_left(s)
        yield f"{several(count, 'attack')} left in this offensive"


def futile(s: EisenhowerState, seat: int) -> bool:
    """Whether nobody can be rebuilt, and aerial supply is all that is left: it can be committed later in the turn, too (7.11).

    Where it could restore somebody to supply who is reduced, it is asked for.
    """
    asked = s.decision is not None and s.decision.step.label == "allied reinforcement"
    if not asked or set(s.legal(seat).kinds()) != {orders.Aerial, orders.Done}:
        return False
    return not rebuilding.reduced(s, s.scenario.side_units[ALLIED])


def _razed(s: EisenhowerState, combat: Combat) -> Iterator[str]:
    """The city that bombers will destroy, while they can still be called off: its port is gone with it (10.10d)."""
    if combat.bombers and s.cities >> combat.target & 1:
        name = hex_name(s.scenario.map, combat.target)
        what = "city and port" if s.ports >> combat.target & 1 else "city"
        yield f"the bombers will destroy the {what} of {name}, which then counts for nobody"


def _too_many(s: EisenhowerState, excess: Excess) -> Iterator[str]:
    """How many have to go, and that they are eliminated (6.2)."""
    full = events.overfull(s, excess.seat)
    for hex in hexes(events.wrong(s, excess.seat) & excess.hexes):
        if full >> hex & 1:
            yield f"{_stack(s, excess.seat, hex)}; whom you remove is eliminated"
        else:
            yield f"{hex_name(s.scenario.map, hex)}: both army groups; whom you remove is eliminated"


def _stack(s: EisenhowerState, seat: int, hex: Hex) -> str:
    """How many stand in a hex that is too full, and how many may."""
    count = several(len(s.units_at(hex, seat)), "unit")
    return f"{hex_name(s.scenario.map, hex)}: {count}, {s.limit(hex)} may stay"


def _crowded(s: EisenhowerState, seat: int, legal: LegalOrders) -> Iterator[Line]:
    """The hexes that are too full and that somebody can still leave: whoever is too many is eliminated (6.2, 6.3)."""
    full = s.overfull(seat) & mask_of(s.position.at[unit] for unit in legal.able(orders.Move))
    if not full:  # nor need a turn be under way
        return
    at_once = events.overfull(s, seat)
    for hex in hexes(full):
        when = "after the movement" if at_once >> hex & 1 else "at the end of the turn"
        yield Line(
            text=f"{_stack(s, seat, hex)}; the rest is eliminated {when}",
            case="6.2b" if at_once >> hex & 1 else "6.3d",
        )


def _losses(s: EisenhowerState, combat: Combat, seat: int) -> Iterator[str]:
    if not combat.defenders:
        return
    if seat != combat.attacker and combat.hexes:
        waiting = [s.spoken(unit) for unit in hexes(losses.defenders(s, combat) & ~losses.in_retreat(combat))]
        if waiting:
            yield f"still to retreat {several(combat.hexes, 'hex')}: {named(waiting, 'unit')}"
    elif seat != combat.attacker and combat.lost < combat.defender_loss:
        yield f"{steps(combat.defender_loss - combat.lost)} to lose"
    elif seat == combat.attacker and combat.paid < combat.attacker_loss:
        yield f"{steps(combat.attacker_loss - combat.paid)} to lose"


def lapsing(s: EisenhowerState, seat: int, legal: LegalOrders) -> Iterator[Line]:
    """What may be rebuilt in a turn, a city won, and the attacks of an offensive do not keep (12.3, 11.3i, 13.6).

    Nor do units that stay in a hex that is too full (6.2).
    """
    yield from _crowded(s, seat, legal)
    if units := len(legal.able(orders.Rebuild)):
        yield Line(
            text=f"{several(units, 'unit')} to choose from for rebuilding, which does not keep until the next turn",
            case="12.3",
        )
    open_to = mask_of(hex for unit in legal.able(orders.Advance) for hex in legal.able(orders.Advance, unit))
    for hex in hexes(open_to & (s.ports | s.cities) & ~s.controlled(seat)):
        name = hex_name(s.scenario.map, hex)
        yield Line(text=f"{name} can be entered now, and not later in this battle", case="11.3i")
    if s.offensive and legal.able(orders.Attack):
        count = offensives.attacks_left(s)
        yield Line(text=f"{several(count, 'attack')} left: the offensive is over without them", case="13.6f")
