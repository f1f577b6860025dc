"""Where air units bar the enemy's supply, so that most of his units are isolated (9.131, 16.12)."""

from __future__ import annotations

import functools
import operator
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from phaseline.ai.france44.situation import Situation
from phaseline.ai.planning.cordon import Net, Prey, cordon
from phaseline.games.france44 import orders
from phaseline.games.france44.rules import air, supply
from phaseline.hexgrid import Hex, Mask, hexes, mask_of, union
from phaseline.wording.counts import several

CLOSE = 8
"""Nobody is cut off who is more hexes than these from all own units."""
AROUND = 3
"""Nothing is barred further from all whom it is to cut off."""
NAMED = 3
"""Of many units so many are called by their names."""

Flight = tuple[int, Hex]
"""An air unit, and the hex over which it flies."""


class Gap(NamedTuple):
    """A hex where a line would open again: the own units that it would reach, and what each air unit that it takes would save."""

    reached: Mask
    worth: float


# -- who flies where --------------------------------------------------------------------------------------------------


def flights(view: Situation, *, holding: bool = False) -> dict[orders.Fly, str]:
    """Who flies, each with the reason: to where a line opens again to own units that lose a step else; or to where most enemies are isolated.

    If so, `holding` air units of the enemy where they are comes before that (9.134).
    """
    wings = _free(view)
    return _opening(view, wings) or _barring(view, wings, holding=holding)


def _opening(view: Situation, wings: Mapping[int, Mask]) -> dict[orders.Fly, str]:
    """The flights to the gap that saves most for each air unit that it takes."""
    gaps = reopening(view)
    for hex in sorted(gaps, key=lambda hex: (-gaps[hex].worth, hex)):
        wanted = _wanted(view, hex)
        sent = _sent(wings, {hex: wanted})
        if len(sent) == wanted:
            return _told(sent, f"Open a line to {_named(view, gaps[hex].reached)}: {_over(view, sent)}.")
    return {}


def _barring(view: Situation, wings: Mapping[int, Mask], *, holding: bool) -> dict[orders.Fly, str]:
    """The flights after which most enemies are isolated; none to hold anybody if there are no others."""
    held = _holding(view, wings) if holding else []
    left = {wing: area for wing, area in wings.items() if wing not in dict(held)}
    places = _planned(view, left)
    if not places:
        return _barring(view, wings, holding=False) if held else {}
    sent, caught = _sent(left, places), _caught(view, places)
    aim = f"Isolate {_named(view, caught)}" if caught else "Leave no way out to those who are isolated"
    return {
        **_told(held, f"Hold the enemy's air units where they are: {_over(view, held)}."),
        **_told(sent, f"{aim}: {_over(view, sent)}."),
    }


def _holding(view: Situation, wings: Mapping[int, Mask]) -> list[Flight]:
    """The flights that outnumber all air units of the enemy; none if there are not enough, or more than half would go."""
    s, lead = view.s, lead_over(view)
    hostile = air.based(s, s.scenario.side_wings[view.enemy])
    places = {s.position.wings[wing]: 1 - lead[s.position.wings[wing]] for wing in hexes(hostile)}
    takes = {hex: count for hex, count in places.items() if count > 0}
    sent = _sent(wings, takes)
    return sent if len(sent) == sum(takes.values()) <= len(wings) // 2 else []


def _sent(wings: Mapping[int, Mask], places: Mapping[Hex, int]) -> list[Flight]:
    """Who flies where, those hexes first that fewest reach, and those air units that reach least."""
    left, found = dict(wings), []
    for hex in sorted(places, key=lambda hex: (sum(area >> hex & 1 for area in wings.values()), hex)):
        able = sorted((area.bit_count(), wing) for wing, area in left.items() if area >> hex & 1)
        for _, wing in able[: places[hex]]:
            del left[wing]
            found.append((wing, hex))
    return found


def _told(sent: Iterable[Flight], why: str) -> dict[orders.Fly, str]:
    """The orders to fly, each with the reason."""
    return {orders.Fly(wing, hex): why for wing, hex in sent}


def _named(view: Situation, units: Mask) -> str:
    """Units by their names, the strongest first; of many the others by their number."""
    s = view.s
    names = [
        s.scenario.spoken[unit] for unit in sorted(hexes(units), key=lambda unit: (-s.factor(unit), unit))
    ]
    if len(names) > NAMED + 1:
        return f"{', '.join(names[:NAMED])} and {len(names) - NAMED} others"
    return ", ".join(names)


def _over(view: Situation, sent: list[Flight]) -> str:
    """How many air units fly, and over which hexes."""
    label = view.s.scenario.map.label
    places = ", ".join(sorted({label(hex) for _, hex in sent}))
    return f"{several(len(sent), 'air unit')} over {places}"


# -- what it is worth -------------------------------------------------------------------------------------------------


def worths(view: Situation) -> list[float]:
    """For each air unit that would fly so as things stand, what it is worth."""
    places = _planned(view, _free(view))
    count = sum(places.values())
    return [_worth(view, _caught(view, places)) / count] * count if places else []


def _worth(view: Situation, units: Mask) -> float:
    """What it is worth that these enemies are isolated, on the scale of attacks: the first step of each is as good as lost."""
    return view.by.air.cut * view.steps(units)


def _caught(view: Situation, places: Mapping[Hex, int]) -> Mask:
    """The enemies who are isolated if own air units are superior over these hexes, and are not as things stand."""
    s = view.s
    cut = s.scenario.board.continent & ~supply.joined_if(s, view.enemy, barred=mask_of(places))
    return s.units_in(cut, view.enemy) & ~supply.isolated(s, view.enemy)


def reopening(view: Situation) -> dict[Hex, Gap]:
    """Where air units would open a line to own units that lose a step else (16.22)."""
    s = view.s
    lost = view.cut_off & s.position.cut
    if not lost:
        return {}
    found: dict[Hex, Gap] = {}
    shut = (
        s.superiority(view.enemy) & s.scenario.board.playable & ~s.zone(view.enemy) & ~s.occupied(view.enemy)
    )
    for hex in hexes(shut):
        reached = s.units_in(supply.joined_if(s, view.seat, opened=1 << hex), view.seat) & lost
        if reached:
            found[hex] = Gap(reached, view.steps(reached) / _wanted(view, hex))
    return found


def _wanted(view: Situation, hex: Hex) -> int:
    """How many air units it takes that the enemy's are not superior in a hex."""
    return len(view.s.wings_over(hex, view.enemy)) - len(view.s.wings_over(hex, view.seat))


# -- where to bar lines -----------------------------------------------------------------------------------------------


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
    if view.last or not wings or not view.s.scenario.options.air_isolates:
        return {}
    prey = list(_prey(view))
    places = _around(view, prey, union(wings.values()), wings)
    if len(_sent(wings, places)) == sum(places.values()):
        return places
    # Not all of them can be reached at once: now only such as every air unit reaches.
    return _around(view, prey, functools.reduce(operator.and_, wings.values()), wings)


def _around(view: Situation, prey: list[Prey], area: Mask, wings: Mapping[int, Mask]) -> dict[Hex, int]:
    """The hexes of an area to fly over with these air units, which bar nothing any more where they stand now."""
    s = view.s
    bases = mask_of(s.position.wings[wing] for wing in wings)
    through = supply.passing(s, view.enemy) | bases & ~s.zone(view.seat) & ~s.occupied(view.seat)
    grid = s.scenario.board.grid
    near = union(each.near for each in prey)
    for _ in range(AROUND):
        near |= grid.spread(near)
    lead = lead_over(view)
    takes = {hex: 1 - lead[hex] for hex in hexes(area & near & through & ~bases)}
    # Whatever is further away is as good as where lines end.
    ends = supply.sources(s, view.enemy) | supply.joined(s, view.enemy) & through & ~near
    return cordon(Net(grid, through, ends, takes), prey, len(wings), view.by.air.bar)


def lead_over(view: Situation) -> Counter[Hex]:
    """How many air units more than the enemy the side has in each hex when the enemy's turn begins.

    Own ones at base that had their task are of no effect then (9.13).
    """
    p, own = view.s.position, view.s.scenario.side_wings[view.seat]
    found: Counter[Hex] = Counter()
    for wing, hex in enumerate(p.wings):
        if hex < 0:
            continue
        if not own >> wing & 1:
            found[hex] -= 1
        elif not p.flown >> wing & 1 or p.bases[wing] != hex:
            found[hex] += 1
    return found


def _prey(view: Situation) -> Iterator[Prey]:
    """The enemy stacks, with what it is worth to isolate them; part of it only if none could step out again.

    Who is isolated steps a single hex (16.4): over no river, into no mountain, and not within the zone of control of a unit (8.4).
    """
    s, board = view.s, view.s.scenario.board
    zone, own, share = s.zone(view.seat), s.occupied(view.seat), view.by.air.held
    close = own
    for _ in range(CLOSE):
        close |= board.grid.spread(close)
    for hex in hexes(s.occupied(view.enemy) & board.continent & close):
        worth = _worth(view, s.units_in(1 << hex, view.enemy))
        near = board.grid.adjacent_mask(hex) | 1 << hex
        # To wherever else he could step, lines run as it is.
        doors = board.dry.cross(1 << hex) & zone & ~own & ~board.mountain
        if zone >> hex & 1:
            doors &= ~s.shared_zone(view.seat, hex)
        yield Prey(near, worth * (1.0 - share))
        yield Prey(near | doors | board.grid.spread(doors), worth * share)
