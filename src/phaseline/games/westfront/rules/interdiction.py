"""Interdiction of movement by sea (15.7).

Wired into the sequence: `interdict_movement` (last step of a Movement Phase, after pursuit).
"""

from __future__ import annotations

from typing import Final

from phaseline.engine.ledger import case
from phaseline.games.westfront.position import Movement
from phaseline.games.westfront.rules import beachheads, seas
from phaseline.games.westfront.state import WestFrontState

_EXTREME: Final = {
    # (moved by sea, roller has Naval Supremacy): highest die that turns back, lowest die that hits
    (False, True): (3, 4),
    (False, False): (1, 6),
    (True, True): (4, 3),
    (True, False): (2, 5),
}


@case("tbl.15.move", "15.72a")
def numbers(*, sea_move: bool, supremacy: bool) -> tuple[range, range]:
    """The dice that turn a unit back and those that hit it, by how it travels and by the roller's supremacy (15.72).

    >>> repulse, hit = numbers(sea_move=True, supremacy=True)
    >>> list(repulse), list(hit)
    ([1, 2, 3, 4], [3, 4, 5, 6])
    """
    repulse, hit = _EXTREME[sea_move, supremacy]
    return range(1, repulse + 1), range(hit, 7)


@case("15.7", "15.71", "15.72a", "15.72b", "15.2c", "4.42a", "ex.15f")
def interdict_movement(s: WestFrontState) -> None:
    """The passive side rolls for each unit that has passed seas of its own: sea by sea, as many dice as their value.

    After a repulse no further sea is rolled for; a unit that is hit and not turned back goes on (R171).
    """
    position = s.position
    passive = 1 - s.frame(Movement).seat
    # By where they sailed from and to (R217), which everybody has seen.
    for unit in sorted(position.lanes, key=lambda unit: (position.landed[unit], position.at[unit], unit)):
        repulse, hit = numbers(
            sea_move=bool(position.strategic >> unit & 1), supremacy=seas.has_supremacy(passive)
        )
        for sea in position.lanes[unit]:
            if position.at[unit] < 0:
                break
            value = s.board.waters.value[s.board.waters.number[sea]]
            dice = s.rolls(f"interdiction in the {sea}", "15.72a", value, by=passive)
            for _ in range(sum(die in hit for die in dice)):
                if position.at[unit] >= 0:
                    s.lose_step(unit, "15.72a")
            if position.at[unit] >= 0 and any(die in repulse for die in dice):
                turn_back(s, unit)
                break
    position.lanes.clear()
    position.new_battles &= s.battles
    beachheads.overrun(s)


@case("15.72a", "6.22b", "15.72b", "15.42c")
def turn_back(s: WestFrontState, unit: int) -> None:
    """A unit returns to where it embarked, overstacking if need be; what it spent is lost (15.72, R172).

    Who was to invade is dispersed until the Supply Phase, as one that is repulsed ashore (R220).
    """
    position, seat = s.position, s.seat_of(unit)
    start = position.landed[unit]
    if not s.units_at(start, seat) and s.occupied(1 - seat) >> start & 1:
        # An evacuated rearguard comes back to a battle that its side had given up.
        position.defends[1 - seat] |= 1 << start
        position.defends[seat] &= ~(1 << start)
    position.came_from.pop(unit, None)
    position.came_by.pop(unit, None)
    if position.invaded.get(unit) != start:
        # Who was to be fetched from where it landed stands there as before (R129).
        position.invaded.pop(unit, None)
    s.put(unit, start)
    if len(s.units_at(start, seat)) > s.board.stacking_limit(start):
        position.overstacked |= 1 << unit
    s.tell_of(
        unit,
        "interdicted",
        "15.72a",
        "{unit:unit} is turned back to {to:hex}",
        "a unit is turned back to {to:hex}",
        to=start,
    )
    s.changed()
