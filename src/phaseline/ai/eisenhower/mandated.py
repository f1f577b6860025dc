"""What the Germans could bring against a hex in one mandated offensive (13.6)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from phaseline.ai.eisenhower.terrain import Ground
from phaseline.ai.field.threat import Strike, Threat
from phaseline.games.eisenhower.position import ALLIED, GERMAN
from phaseline.games.eisenhower.rules import offensives
from phaseline.games.eisenhower.state import EisenhowerState
from phaseline.hexgrid import Hex, Mask, hexes


class _Group(NamedTuple):
    """Those whom a marker on one hex would set in motion."""

    units: Mask
    strikes: Threat
    reach: Mask
    """Where any of them could go: who stands there already may attack with them (13.6)."""


class Offensives:
    """The offensives that could be declared in a position, each around one hex."""

    def __init__(
        self, ground: Ground, s: EisenhowerState, strikes: Mapping[int, Strike], reach: Mapping[int, Mask]
    ) -> None:
        """`strikes` is what each mobile German unit on the map could attack, `reach` where it could go."""
        self.ground = ground
        self.s = s
        self._strikes = strikes
        self._groups = self._found(strikes, reach)
        self._force: dict[Hex, int] = {}

    def _found(self, strikes: Mapping[int, Strike], reach: Mapping[int, Mask]) -> list[_Group]:
        s = self.s
        groups: dict[Mask, _Group] = {}
        for hex in hexes(s.mobile_hexes(GERMAN) & ~s.scenario.board.italy):
            units = offensives.activated_by(s, hex)
            if units in groups:
                continue
            moving = [unit for unit in hexes(units) if unit in strikes]
            area = 0
            for unit in moving:
                area |= reach[unit]
            if moving:
                groups[units] = _Group(units, Threat(strikes[unit] for unit in moving), area)
        return list(groups.values())

    def force(self, hex: Hex) -> int:
        """The attack factors of the strongest offensive against a hex of the Allies, as many as find room around it."""
        found = self._force.get(hex)
        if found is None:
            found = self._force[hex] = max((self._of(group, hex) for group in self._groups), default=0)
        return found

    def _of(self, group: _Group, hex: Hex) -> int:
        if not group.strikes.area >> hex & 1:
            return 0
        s = self.s
        beside = self.ground.beside[hex] & ~s.occupied(ALLIED)
        joined = s.units_in(beside & group.reach, GERMAN) & ~group.units
        room = sum(s.limit(each) for each in hexes(beside & group.reach))
        felt = [strength for strength, area in group.strikes.strikes if area >> hex & 1]
        felt += [self._strikes[unit][0] for unit in hexes(joined) if unit in self._strikes]
        return sum(sorted(felt)[-room:]) if room else 0
