"""Turn 1: the Germans of the north stand still until the Allies attack again, which can be prepared for undisturbed (3.2.4)."""

from __future__ import annotations

from phaseline.ai.eisenhower.attacks import GeneralStaff
from phaseline.ai.eisenhower.reserve import kept_back
from phaseline.ai.eisenhower.situation import Situation
from phaseline.ai.eisenhower.tasks import Errands
from phaseline.ai.field import Assault
from phaseline.games.eisenhower.position import ALLIED, GERMAN, TRACK
from phaseline.games.eisenhower.rules import reinforcement
from phaseline.hexgrid import Mask, hexes


def next_attacks(view: Situation, finds: type[GeneralStaff], *, errands: bool) -> list[Assault]:
    """The attacks to begin Turn 2 with, and from where; [] in any other turn, and for the Germans.

    Who arrives on Turn 2 may take part from where it comes in; such units are reckoned with, and have no place yet.
    """
    s = view.s
    if view.seat != ALLIED or s.position.turn != 1:
        return []
    north = s.scenario.board.north
    places: dict[int, Mask] = {}
    for unit in view.mobile(ALLIED):
        here = 1 << s.position.at[unit]
        if north & here:
            places[unit] = here if s.position.moved >> unit & 1 else view.reach(unit)
    for unit in hexes(s.in_box(ALLIED) & s.scenario.mobile & ~kept_back(view)):
        entry = view.entry(unit)
        if entry:
            factors = s.scenario.units[unit].factors(s.position.steps[unit])[2]
            places[unit] = view.march_from(unit, entry, factors)
    entry = reinforcement.allied_entry(s)
    for unit in hexes(s.scenario.side_units[ALLIED] & s.scenario.mobile & ~kept_back(view)):
        if s.position.at[unit] == TRACK and s.position.due[unit] == s.position.turn + 1:
            places[unit] = entry
    targets = s.occupied(GERMAN) & north
    staff = finds(view, places, targets, errands=Errands(view, places) if errands else None, ahead=True)
    return [_on_map(view, way) for way in staff.plan()]


def _on_map(view: Situation, way: Assault) -> Assault:
    """An attack with those of its units that can be moved up for it now."""
    at = view.s.position.at
    return way._replace(places={unit: hex for unit, hex in way.places.items() if at[unit] != TRACK})
