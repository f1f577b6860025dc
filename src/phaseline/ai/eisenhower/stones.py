"""A port on the way to the Ruhr: somebody walks in first, and others come in there instead of over the beach (12.1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from phaseline.ai.eisenhower.situation import Situation
from phaseline.ai.eisenhower.worth import decides
from phaseline.games.eisenhower.position import ALLIED, GERMAN
from phaseline.hexgrid import Hex, Mask, hexes


class SteppingStone(NamedTuple):
    """An empty port, who is to open it, and where units of the box could go with its help: he not to the Ruhr, others as before or there."""

    port: Hex
    opener: int
    places: dict[int, Mask]


def stepping_stone(view: Situation, places: Mapping[int, Mask], fresh: Iterable[int]) -> SteppingStone | None:
    """The port by which most can come up to the Ruhr, besides those of the box who do so from their `places` anyway.

    None where the Ruhr does not win the match at once (4.2.1), or where no port helps.
    """
    ground, s = view.ground, view.s
    ruhr = ground.ruhr
    if view.seat != ALLIED or ruhr is None or not decides(ground, s, ruhr) or s.position.control >> ruhr & 1:
        return None
    units, beside = [unit for unit in fresh if unit in places], ground.beside[ruhr]
    best, most = None, 0
    for group in (s.scenario.american, s.scenario.british):
        side = [unit for unit in units if group >> unit & 1]
        before = _strength(view, side, places, beside)
        for port in hexes(s.ports & s.scenario.board.coastal & ~s.position.control & ~s.occupied(GERMAN)):
            openers = [unit for unit in side if _opens(view, unit, port)]
            if not openers:
                continue
            opener = min(openers, key=lambda unit: (_factors(view, unit)[0], unit))
            after = {unit: places[unit] | _from(view, unit, port) & beside for unit in side if unit != opener}
            gain = _strength(view, after, after, beside) - before
            if gain > most:
                best, most = SteppingStone(port, opener, {**after, opener: places[opener] & ~beside}), gain
    return best


def _opens(view: Situation, unit: int, port: Hex) -> bool:
    """Whether a unit of the box can walk into a port from where there is room for it to come in."""
    s = view.s
    entry = view.entry(unit) & ~(s.full(ALLIED) | s.mixed(unit))
    return bool(entry and view.march_from(unit, entry, _factors(view, unit)[2]) >> port & 1)


def _factors(view: Situation, unit: int) -> tuple[int, int, int]:
    """For attack, defence and movement."""
    return view.s.scenario.units[unit].factors(view.s.position.steps[unit])


def _from(view: Situation, unit: int, port: Hex) -> Mask:
    return view.march_from(unit, 1 << port, _factors(view, unit)[2])


def _strength(view: Situation, units: Iterable[int], places: Mapping[int, Mask], beside: Mask) -> int:
    """The attack factors of those who come up to the Ruhr."""
    return sum(_factors(view, unit)[0] for unit in units if places[unit] & beside)
