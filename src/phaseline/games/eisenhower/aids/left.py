"""What can still be done in a step, or must."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from phaseline.engine.aids import Counted
from phaseline.games.eisenhower import orders
from phaseline.games.eisenhower.position import ALLIED, NOWHERE, AlliedPhase, Combat, GermanPhase, Landing
from phaseline.games.eisenhower.rules import losses, offensives, victory
from phaseline.games.eisenhower.state import EisenhowerState
from phaseline.mechanics.prospects import steps

COUNTED: Final = (
    Counted(orders.Deploy, "unit can be set up elsewhere", "units can be set up elsewhere"),
    Counted(orders.Move, "unit can still move", "units can still move"),
    Counted(orders.Place, "unit can be brought in", "units can be brought in"),
    Counted(orders.Drop, "airborne corps can drop", "airborne corps can drop"),
    Counted(orders.Attack, "unit can begin an attack", "units can begin an attack"),
    Counted(orders.Join, "unit can join the attack", "units can join the attack"),
    Counted(orders.Embark, "unit can embark", "units can embark"),
    Counted(orders.Rebuild, "unit can be rebuilt", "units can be rebuilt"),
    Counted(orders.Merge, "unit can be restored by a merger", "units can be restored by a merger"),
    Counted(orders.Convert, "airborne corps can change its form", "airborne corps can change their form"),
    Counted(orders.Advance, "unit can advance", "units can advance"),
    Counted(orders.Offensive, "hex for an offensive", "hexes for an offensive"),
)


def owed(s: EisenhowerState, seat: int) -> Iterator[str]:
    """Short remarks on what must be done or can be spent."""
    frame = s.position.stack[-1]
    if isinstance(frame, Combat):
        yield from _losses(s, frame, seat)
    elif isinstance(frame, Landing):
        count = frame.force.bit_count()
        yield f"{count} unit{'s' * (count != 1)} in the landing force"
    elif s.within(GermanPhase) and s.frame(GermanPhase).hex != NOWHERE:
        count = offensives.ATTACKS - s.frame(GermanPhase).attacks
        yield f"{count} attack{'s' * (count != 1)} left in this offensive"
    if seat == ALLIED and s.within(AlliedPhase):
        required = s.scenario.ports_required(s.position.turn)
        if required and s.scenario.options.ports_checked:
            yield f"{victory.counted_ports(s).bit_count()} of {required} ports required this turn"


def _losses(s: EisenhowerState, combat: Combat, seat: int) -> Iterator[str]:
    if not combat.defenders:
        return
    if seat != combat.attacker and combat.hexes:
        waiting = (losses.defenders(s, combat) & ~losses.in_retreat(combat)).bit_count()
        if waiting:
            yield f"{waiting} unit{'s' * (waiting != 1)} still to retreat {combat.hexes} hexes"
    elif seat != combat.attacker and combat.lost < combat.defender_loss:
        yield f"{steps(combat.defender_loss - combat.lost)} to lose"
    elif seat == combat.attacker and combat.paid < combat.attacker_loss:
        yield f"{steps(combat.attacker_loss - combat.paid)} to lose"
