"""What can still be done in a step, or must."""

from __future__ import annotations

from collections.abc import Iterator

from phaseline.engine.aids import Line
from phaseline.engine.aids.ground import hex_name
from phaseline.engine.legal import LegalOrders
from phaseline.games.eisenhower import orders
from phaseline.games.eisenhower.position import ALLIED, Combat, Landing
from phaseline.games.eisenhower.rules import losses, offensives, rebuilding
from phaseline.games.eisenhower.state import EisenhowerState
from phaseline.hexgrid import hexes, mask_of
from phaseline.mechanics.prospects import steps
from phaseline.mechanics.words import named, several


def owed(s: EisenhowerState, seat: int) -> Iterator[str]:
    """Short remarks on what must be done or can be spent."""
    frame = s.position.stack[-1]
    if isinstance(frame, Combat):
        yield from _razed(s, frame)
        yield from _losses(s, frame, seat)
    elif isinstance(frame, Landing):
        count = frame.force.bit_count()
        yield f"{several(count, 'unit')} in the landing force"
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
    """What may be rebuilt in a turn, a city won, and the attacks of an offensive do not keep (12.3, 11.3i, 13.6)."""
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
