"""The front of a side that defends in War in Europe: where it runs, and who holds it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from types import MappingProxyType
from typing import NamedTuple

from phaseline.ai.planning.front import Country, Front, Fronts, Man, Manning
from phaseline.ai.war_in_europe.menace import WHOLE, Menace
from phaseline.ai.war_in_europe.situation import PARTS, Situation
from phaseline.games.war_in_europe.rules import movement
from phaseline.hexgrid import Hex, Mask, flood, hexes, mask_of

SCALES = ((8, 1), (4, 1), (2, 1), (1, 1), (1, 2), (1, 4), (1, 8), (1, 16))
"""How much more or less places are worth, so that fronts farther forward and farther back are found."""
DEEP = 14
"""A front is looked for so many hexes around one's own units."""
FLOOD = 64 * PARTS
"""With so much strength before it an open post is as bad as it can be; with less it costs less."""
FAR_OFF = 20
"""An open post that nobody could come to yet costs so much less than the worst."""


class Placed(NamedTuple):
    """Where somebody will stand who attacks, and the share of his strength that should be left then."""

    hex: Hex
    left: float


class Held(NamedTuple):
    """A front with those who go to its posts, and what each of them risks still."""

    front: Front
    at: dict[int, Hex]
    risks: dict[Hex, int]
    cost: int


class Line:
    """Looks for the front of a side in its march, with those who can still move."""

    def __init__(
        self, view: Situation, mobile: Mask, placed: Mapping[int, Placed] = MappingProxyType({})
    ) -> None:
        """`mobile` can still move; who is `placed` will stand there, whatever the front is."""
        self.view = view
        self.s = view.s
        self.by = view.by.front
        defends = self.by.scenarios.get(view.s.scenario.key)
        self.point = defends.point if defends is not None else 0
        self.attacks = view.advances
        self.board = view.s.scenario.board
        self.over = self.board.land_sides(frozen=view.s.frozen)
        own = view.s.on_map(view.seat) & view.s.scenario.combat_units
        self.at = {u: placed[u].hex if u in placed else view.s.position.at[u] for u in hexes(own)}
        self.left = {unit: place.left for unit, place in placed.items()}
        self.mobile = mobile & own & ~mask_of(placed)
        self.fixed = own & ~self.mobile
        self.foes = view.s.occupied(view.enemy) & self.board.playable & ~view.s.position.neutral
        self.menace = Menace(view, self.near)

    def _where(self, units: Mask) -> Mask:
        """Where some units will stand, those who can move as they stand now."""
        return mask_of(self.at[unit] for unit in hexes(units))

    # -- the ground ---------------------------------------------------------------------------------------------------

    @cached_property
    def near(self) -> Mask:
        """The ground around one's own units."""
        s = self.s
        area = self._where(self.mobile | self.fixed) & self.board.playable
        for _ in range(DEEP):
            area |= self.over.cross(area)
        return area & ~s.position.neutral

    @cached_property
    def reach(self) -> dict[int, Mask]:
        """Where each of those who can move could stand."""
        s, found = self.s, {}
        for unit in hexes(self.mobile):
            here = 1 << s.position.at[unit]
            area = self.view.reach(unit) | movement.one_hex(s, unit) | here
            for leash in s.leashes(unit):
                area &= leash.hexes | here
            area &= ~self.foes & ~s.position.neutral
            if self.attacks and (fed := area & self.view.fed(unit)):
                area = fed
            found[unit] = area
        return found

    @cached_property
    def worths(self) -> dict[Hex, int]:
        """What it is worth that each hex stays behind the front."""
        found = dict.fromkeys(hexes(self.near), self.by.ground)
        for hex, points in self.view.ground.points.items():
            if hex in found and points > 0:
                found[hex] += points * self.point
        return found

    @cached_property
    def country(self) -> Country:
        """The ground on which the front is looked for: nobody defends by going into what the enemy holds."""
        s, view = self.s, self.view
        own, other = s.position.owner[view.seat], s.position.owner[view.enemy]
        edge = self.near & self.over.cross(self.board.playable & ~self.near)
        home = (s.scenario.centers[view.seat] | edge) & own & self.near & ~self.foes
        # Where no enemy could be by then, nobody need stand in time.
        posts = self._where(self.fixed) | ~self.menace.roams
        for area in self.reach.values():
            posts |= area
        foes = self.foes | (0 if self.attacks else other & ~self.board.grid.spread(own))
        foes &= self.near
        return Country(self.board.grid, self.near, self.over, foes, home, posts, self._cut_off(home))

    def _cut_off(self, home: Mask) -> Mask:
        """Where one's own stand whom no way free of the enemy and his zones joins to home."""
        s = self.s
        stand = self._where(self.mobile | self.fixed)
        free = self.near & ~self.foes & (stand | ~s.zone(self.view.enemy))
        return stand & ~flood(self.board.grid, home & free, free, self.over)

    @cached_property
    def stranded(self) -> Mask:
        """Where only such enemies stand as have outrun their supply."""
        at, view = self.s.position.at, self.view
        fed = mask_of(at[unit] for unit in hexes(self.menace.units) if view.fed(unit) >> at[unit] & 1)
        return self.foes & ~fed

    # -- the front ----------------------------------------------------------------------------------------------------

    def best(self) -> Held | None:
        """The front, and who goes where on it; None without an enemy near.

        One that is closed is looked for against all enemies, else against those in supply, else one with gaps.
        """
        country = self.country
        if not country.foes or not country.home:
            return None
        found = self._best(country)
        if found is None:
            country = country._replace(foes=country.foes & ~self.stranded)
            found = self._best(country) or self._best(country, self.by.gap)
        return found

    def _best(self, country: Country, gap: int | None = None) -> Held | None:
        """Of fronts farther forward and farther back the one that gives up and risks least."""
        fronts = Fronts(country, self.menace.strain, self.worths, *(() if gap is None else (gap,)))
        best: tuple[int, Held] | None = None
        seen: set[Mask] = set()
        for times, per in SCALES:
            front = fronts.front(times, per)
            if front is None:
                return None
            if front.behind in seen or not front.posts:
                continue
            seen.add(front.behind)
            manning = self._manning(front)
            at = manning.man(self._men(manning))
            risks = manning.risks()
            cost = front.given_up + sum(risks.values()) + self.by.left * self._left_behind(front)
            if best is None or cost < best[0]:
                best = cost, Held(front, at, {hex: risks[hex] for hex in front.posts}, cost)
        return None if best is None else best[1]

    def _left_behind(self, front: Front) -> int:
        """The strength of those who stand before a front and cannot come behind it."""
        s = self.s
        out = mask_of(
            unit for unit in hexes(self.mobile | self.fixed) if not front.behind >> self.at[unit] & 1
        )
        return PARTS * sum(
            s.face(unit).strength for unit in hexes(out) if not self.reach.get(unit, 0) & front.behind
        )

    def _men(self, manning: Manning) -> list[Man]:
        posts = mask_of(manning.posts)
        return [
            Man(unit, self._strength(unit), area & posts, self.by.post + self._dear(unit))
            for unit, area in self.reach.items()
            if area & posts
        ]

    def _dear(self, unit: int) -> int:
        """What it costs besides that somebody with his last step stands on a post, where a whole unit could."""
        view = self.view
        return (
            round(view.ground.last_stand(self.s, unit) / view.by.worth.point * self.point)
            if self.attacks
            else 0
        )

    def _strength(self, unit: int) -> int:
        whole = self.s.face(unit).strength * PARTS >> (self.s.position.unsupplied >> unit & 1)
        return int(whole * self.left.get(unit, 1.0))

    def _manning(self, front: Front) -> Manning:
        """The posts of a front, and ports behind it where the enemy may land, with those who cannot move."""
        coast = self._coast(front)
        attacks = {hex: self.menace.attack(hex, before) for hex, before in front.posts.items()}
        held: dict[Hex, list[int]] = {}
        for unit in hexes(self.fixed):
            held.setdefault(self.at[unit], []).append(self._strength(unit))

        def risk(hex: Hex, strength: int | None) -> int:
            if coast >> hex & 1:
                return self._ashore(hex, strength)
            return self._risk(hex, attacks[hex], strength)

        limit = self.s.scenario.tables.stacking.units
        return Manning([*front.posts, *hexes(coast)], risk, held, limit)

    def _risk(self, hex: Hex, attack: int, strength: int | None) -> int:
        """What it costs that a post may fall: most where nobody stands, much where the enemy may run over who does."""
        menace, by = self.menace, self.by
        if not strength:
            near = min(attack, FLOOD) if menace.roams >> hex & 1 else 0
            return by.open * max(near, FLOOD // FAR_OFF) // FLOOD
        defence = strength * menace.times(hex)
        if not attack:
            return 0
        if defence * self.s.scenario.tables.prices.overrun_odds <= menace.fists:
            return by.soft
        falls = menace.falls(attack, defence, menace.die(hex))
        # Two posts that may fall are not as bad as one that will.
        return self._weight(hex, by.breach) * falls * falls // (WHOLE * WHOLE)

    def _weight(self, hex: Hex, besides: int) -> int:
        return besides + self.point * max(0, self.view.ground.points.get(hex, 0))

    # -- from the sea -------------------------------------------------------------------------------------------------

    def _coast(self, front: Front) -> Mask:
        """Ports and places behind a front where the enemy could come ashore in his next turn."""
        if not self.menace.landing:
            return 0
        places = self.board.ports | mask_of(self.view.ground.points)
        return self.menace.shores() & places & front.behind & ~mask_of(front.posts)

    def _ashore(self, hex: Hex, strength: int | None) -> int:
        """What it costs that the enemy may land in a hex."""
        cost = (self._weight(hex, self.by.shore) + self.by.shore) // 2
        if not strength:
            return cost
        menace = self.menace
        gunfire = self.s.scenario.tables.sea.gunfire
        return cost * menace.falls(menace.landing, strength * menace.times(hex), gunfire) // WHOLE
