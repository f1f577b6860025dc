"""Where air units bar the enemy's supply, so that most of his units are isolated (9.131, 16.12)."""

from __future__ import annotations

import functools
import math
import operator
from collections import Counter
from collections.abc import Iterator, Mapping

from phaseline.ai.france44.situation import Situation
from phaseline.ai.planning.cordon import Net, Prey, cordon
from phaseline.games.france44 import orders
from phaseline.games.france44.rules import air, supply
from phaseline.hexgrid import Hex, Mask, hexes, mask_of, union

CLOSE = 8
"""Nobody is cut off who is more hexes than these from all own units."""
AROUND = 3
"""Nothing is barred further from all whom it is to cut off."""


def flights(view: Situation, *, holding: bool = False) -> list[orders.Fly]:
    """To where a line opens again to own units that lose a step else; or to where most enemies are isolated.

    If so, `holding` air units of the enemy where they are comes before that (9.134).
    """
    wings = _free(view)
    sent = _opening(view, wings) or _barring(view, wings, holding=holding)
    return [orders.Fly(wing, hex) for wing, hex in sent]


def _barring(view: Situation, wings: dict[int, Mask], *, holding: bool) -> list[tuple[int, Hex]]:
    """The flights after which most enemies are isolated; none to hold anybody if there are no others."""
    held = _holding(view, wings) if holding else []
    for spared in [held, []] if held else [[]]:
        left = {wing: area for wing, area in wings.items() if wing not in dict(spared)}
        if found := _sent(left, _planned(view, left)):
            return spared + found
    return []


def _opening(view: Situation, wings: Mapping[int, Mask]) -> list[tuple[int, Hex]]:
    """The flights to the gap that saves most for each air unit that it takes."""
    gaps, lead = reopening(view), _lead(view)
    for hex in sorted(gaps, key=lambda hex: (-gaps[hex], hex)):
        sent = _sent(wings, {hex: max(1, -lead[hex])})
        if len(sent) == max(1, -lead[hex]):
            return sent
    return []


def _holding(view: Situation, wings: Mapping[int, Mask]) -> list[tuple[int, Hex]]:
    """The flights that outnumber all air units of the enemy; none if there are not enough, or more than half would go."""
    s, lead = view.s, _lead(view)
    hostile = air.based(s, s.scenario.side_wings[view.enemy])
    places = {hex: 1 - lead[hex] for hex in sorted({s.position.wings[wing] for wing in hexes(hostile)})}
    takes = {hex: count for hex, count in places.items() if count > 0}
    sent, most = _sent(wings, takes), min(sum(takes.values()), len(wings) // 2)
    return sent if len(sent) == sum(takes.values()) == most else []


def worths(view: Situation) -> list[float]:
    """For each air unit that would fly so as things stand, what it is worth."""
    places = _planned(view, _free(view))
    if not places:
        return []
    s = view.s
    before = supply.isolated(s, view.enemy)
    lost = view.s.units_in(
        s.scenario.board.continent & ~supply.joined_if(s, view.enemy, barred=mask_of(places)), view.enemy
    )
    count = sum(places.values())
    worth = math.fsum(view.ground.step_cost(s, unit) for unit in hexes(lost & ~before))
    return [view.by.air.cut * worth / count] * count


def reopening(view: Situation) -> dict[Hex, float]:
    """Where air units would open a line to own units that lose a step else: what each that it takes would save (16.22)."""
    s = view.s
    lost = view.cut_off & s.position.cut
    if not lost:
        return {}
    lead, found = _lead(view), {}
    shut = (
        s.superiority(view.enemy) & s.scenario.board.playable & ~s.zone(view.enemy) & ~s.occupied(view.enemy)
    )
    for hex in hexes(shut):
        saved = s.units_in(supply.joined_if(s, view.seat, opened=1 << hex), view.seat) & lost
        if saved:
            worth = math.fsum(view.ground.step_cost(s, unit) for unit in hexes(saved))
            found[hex] = worth / max(1, -lead[hex])
    return found


def _free(view: Situation) -> dict[int, Mask]:
    """The air units that may still fly in this turn, each with the hexes within its range."""
    s, p = view.s, view.s.position
    if air.grounded(s, view.seat) is not None:
        return {}
    able = air.based(s, s.scenario.side_wings[view.seat] & ~p.flown & ~p.pinned)
    found = {wing: air.within_range(s, wing) for wing in hexes(able)}
    most = p.air_left if view.allied and p.air_left > 0 else len(found)
    return dict(list(found.items())[:most])


def _planned(view: Situation, wings: Mapping[int, Mask]) -> dict[Hex, int]:
    """The hexes to fly over, each with how many air units it takes to be superior there; all of them within range."""
    if view.last:
        return {}
    prey = list(_prey(view)) if wings else []
    places: dict[Hex, int] = {}
    for area in (union(wings.values()), functools.reduce(operator.and_, wings.values(), -1)):
        places = _around(view, prey, area, wings)
        if len(_sent(wings, places)) == sum(places.values()):
            return places
    return {}


def _around(view: Situation, prey: list[Prey], area: Mask, wings: Mapping[int, Mask]) -> dict[Hex, int]:
    """The hexes of an area to fly over with these air units, which bar nothing any more where they stand now."""
    s = view.s
    bases = mask_of(s.position.wings[wing] for wing in wings)
    shut = bases & s.superiority(view.seat) & ~s.zone(view.seat) & ~s.occupied(view.seat)
    through = supply.passing(s, view.enemy) | shut & s.scenario.board.continent
    grid = s.scenario.board.grid
    near = union(each.near for each in prey)
    for _ in range(AROUND):
        near |= grid.spread(near)
    lead = _lead(view)
    takes = {hex: 1 - lead[hex] for hex in hexes(area & near & through & ~bases)}
    # Whatever is further away is as good as where lines end.
    ends = supply.sources(s, view.enemy) | supply.joined(s, view.enemy) & through & ~near
    net = Net(grid, through, ends, takes)
    return cordon(net, prey, len(wings), view.by.air.bar)


def _sent(wings: Mapping[int, Mask], places: Mapping[Hex, int]) -> list[tuple[int, Hex]]:
    """Who flies where, those hexes first that fewest reach."""
    left, found = dict(wings), []
    for hex in sorted(places, key=lambda hex: (sum(area >> hex & 1 for area in wings.values()), hex)):
        able = sorted((area.bit_count(), wing) for wing, area in left.items() if area >> hex & 1)
        for _, wing in able[: places[hex]]:
            del left[wing]
            found.append((wing, hex))
    return found


def _lead(view: Situation) -> Counter[Hex]:
    """How many air units more than the enemy the side has in each hex."""
    own = view.s.scenario.side_wings[view.seat]
    found: Counter[Hex] = Counter()
    for wing, hex in enumerate(view.s.position.wings):
        if hex >= 0:
            found[hex] += 1 if own >> wing & 1 else -1
    return found


def _prey(view: Situation) -> Iterator[Prey]:
    """The enemy stacks, with what a step of each of their units is worth; part of it only if none could step out again."""
    s, board = view.s, view.s.scenario.board
    easy = board.continent & ~board.forest & ~board.mountain & ~s.occupied(view.seat)
    through, zone, share = supply.passing(s, view.enemy), s.zone(view.seat), view.by.air.held
    close = s.occupied(view.seat)
    for _ in range(CLOSE):
        close |= board.grid.spread(close)
    for hex in hexes(s.occupied(view.enemy) & board.continent & close):
        worth = math.fsum(view.ground.step_cost(s, unit) for unit in s.units_at(hex, view.enemy))
        near = board.grid.adjacent_mask(hex) | 1 << hex
        # He steps into no hex with enemy air over it, and where there could be some no line runs to him as it is.
        doors = board.dry.cross(1 << hex) & easy & ~through
        if zone >> hex & 1:
            doors &= ~s.shared_zone(view.seat, hex)
        yield Prey(near, worth * (1.0 - share))
        yield Prey(near | doors | board.grid.spread(doors), worth * share)
