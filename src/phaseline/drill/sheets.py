"""What games with units on hexes draw alike: the attacks under way, and who is in which box."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from phaseline.drill.battle import Attack, WideAttack
from phaseline.drill.scenario import FieldScenario
from phaseline.drill.standing import Place
from phaseline.drill.state import FieldPosition
from phaseline.engine.sheet import Badge, Mark, Track
from phaseline.hexgrid import Hex, Mask, hexes, union

ATTACKING = {"attacking": Badge("good", "+")}
"""How it is drawn that a unit takes part in an attack."""


def attack_marks(known: FieldPosition) -> Iterator[Mark]:
    """The attacks under way: the hexes under attack, and arrows to the first of them from where it is attacked."""
    for frame in known.stack:
        if isinstance(frame, Attack):
            wide = frame.targets if isinstance(frame, WideAttack) else 0
            for hex in hexes(wide | 1 << frame.target):
                yield Mark(hex, "battle", frame.attacker, "battle")
            yield from arrows(known, frame.attackers, frame.target, frame.attacker)


def attacking(known: FieldPosition) -> Mask:
    """Who takes part in the attacks under way, also in those that are still being put together."""
    return union(frame.attackers for frame in known.stack if isinstance(frame, Attack))


def arrows(
    known: FieldPosition, units: Mask, target: Hex, side: int | None, text: str = "attack"
) -> Iterator[Mark]:
    """Arrows towards a hex from each hex with some of these units; `text` is what they are about there."""
    start = {known.at[unit] for unit in hexes(units) if known.at[unit] >= 0}
    for hex in sorted(start - {target}):
        yield Mark(hex, text, side, "attack", target)


def boxes(
    scenario: FieldScenario[Any], known: FieldPosition, seats: Iterable[str], places: Mapping[Place, str]
) -> Iterator[Track]:
    """Who of each side is in these places off the map, by their names."""
    for seat, name in enumerate(seats):
        for place, box in places.items():
            there = [scenario.spoken[unit] for unit in scenario.rosters[seat] if known.at[unit] == place]
            yield Track(f"{name} {box}", ", ".join(there) or "none", seat)
