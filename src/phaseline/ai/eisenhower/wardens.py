"""Who keeps the Allies from the Ruhr, by which they win at once (4.2.1): those on the map, and those who may land next turn (13.1)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from phaseline.ai.eisenhower.march import March
from phaseline.ai.eisenhower.opening import SAFE, landing_chance
from phaseline.ai.eisenhower.roads import Marcher, chance_to_take, marchers
from phaseline.ai.eisenhower.situation import Situation
from phaseline.ai.eisenhower.worth import decides
from phaseline.ai.field import Assault, Detail, least_force
from phaseline.engine.dice import ScriptedDice
from phaseline.games.eisenhower.position import ALLIED, ELIMINATED, GERMAN, TRACK
from phaseline.games.eisenhower.rules import invasion, victory
from phaseline.games.eisenhower.rules.opening import PLAN_TURNS
from phaseline.games.eisenhower.state import EisenhowerState
from phaseline.hexgrid import Hex, Mask, hexes, mask_of


class Shore(NamedTuple):
    """A hex where the Allies may land next turn: who could, the strongest first, and who may come in there and march on at once.

    Who lands is among both, but does not march on (5.3.7).
    """

    hex: Hex
    force: list[int]
    marchers: list[Marcher]


class Warden(NamedTuple):
    """A German who bars the way to the Ruhr, or stands in it."""

    unit: int
    hex: Hex


class Menace:
    """How likely the Ruhr falls in the next turn of the Allies, by whatever way they choose: where they land is secret (13.1)."""

    def __init__(self, view: Situation, ruhr: Hex) -> None:
        """As the Allies stand in the position that is looked upon."""
        self.ground = view.ground
        self._way = view.ground.travel(ruhr)
        self._last = max(self._way[hex] for hex in view.ground.near[ruhr])
        """What the last step costs at most, which who attacks does not take."""
        self._by_land = self._timely(marchers(view.s))
        self.shores = [shore for shore in shores(view.s) if self._timely(shore.marchers)]

    def _timely(self, starts: Iterable[Marcher]) -> list[Marcher]:
        """Those who can be beside it next turn, by the ground alone."""
        return [
            (unit, start, factors)
            for unit, start, factors in starts
            if min(self._way[hex] for hex in hexes(start)) <= factors + self._last
        ]

    @cached_property
    def area(self) -> Mask:
        """Where a German may be in somebody's way."""
        every = [*self._by_land, *(way for shore in self.shores for way in self._timely(shore.marchers))]
        area = 0
        for start, factors in {(start, factors) for _, start, factors in every}:
            near = start
            for _ in range(factors):
                near |= self.ground.board.grid.spread(near)
            closer = near & self.ground.board.playable
            area |= mask_of(hex for hex in hexes(closer) if self._way[hex] <= factors + self._last)
        return area

    def chance(self, s: EisenhowerState) -> float:
        """The chance that it falls while the Germans stand as in `s`."""
        after = Situation(self.ground, s, GERMAN)
        found = chance_to_take(after, s, self._by_land) if self._by_land else 0.0
        for shore in self.shores:
            ashore = _landing(after, shore)
            if ashore.chance > found:
                found = max(found, ashore.chance * self._from(shore, s, ashore.units))
        return found

    def _from(self, shore: Shore, s: EisenhowerState, ashore: Collection[int]) -> float:
        """The same once some are ashore somewhere."""
        trial = s.copy(ScriptedDice([]))
        for unit in trial.units_at(shore.hex, GERMAN):
            trial.put(unit, ELIMINATED)
        # Who could come in elsewhere, too, comes but once.
        ways: dict[int, Marcher] = {}
        for unit, start, factors in (*self._by_land, *self._timely(shore.marchers)):
            if unit not in ashore:
                ways[unit] = (unit, start | (ways[unit][1] if unit in ways else 0), factors)
        return chance_to_take(Situation(self.ground, trial, GERMAN), trial, ways.values())


def _landing(after: Situation, shore: Shore) -> Detail:
    """The fewest who come ashore for sure; all who can, where that takes more. In an empty hex that is the weakest."""
    s = after.s
    if not s.occupied(GERMAN) >> shore.hex & 1:
        return Detail((shore.force[-1],), 1.0)

    def chance(units: Sequence[int]) -> float:
        return landing_chance(after, shore.hex, sum(s.factors(unit)[0] for unit in units))

    found = least_force(shore.force, chance, SAFE, len(shore.force))
    return Detail(tuple(shore.force), chance(shore.force)) if found is None else found


def shores(s: EisenhowerState) -> Iterator[Shore]:
    """Where the second invasion may be made next turn by those who wait for it, and who could follow them at once (5.3, 12.1)."""
    p, turn = s.position, s.position.turn + 1
    if p.second_over or turn not in PLAN_TURNS:
        return
    corps = s.scenario.mobile & ~s.scenario.paratroops
    due = corps & mask_of(unit for unit in hexes(s.lying(ALLIED, TRACK)) if p.due[unit] == turn)
    waiting = corps & s.in_box(ALLIED)
    able = waiting | due if invasion.arrivals_may_invade(s, turn) else waiting
    strongest = sorted(hexes(able), key=lambda unit: (-s.factors(unit)[0], unit))
    force = strongest[: s.scenario.tables.stacking.beachhead]
    if not force:
        return
    every = list(hexes(waiting | due))
    for hex in hexes(s.scenario.invasion_coast["second"] & s.scenario.board.north):
        yield Shore(hex, force, [(unit, 1 << hex, s.factors(unit)[2]) for unit in every])


def warded(
    usual: March,
    view: Situation,
    assaults: Iterable[Assault],
    march: Callable[[Mapping[int, Hex], Mapping[int, Hex]], March],
    *,
    most: int,
) -> March:
    """The `usual` march, or one with as many wardens as are worth what they leave undone: `most` at most.

    Another is planned by a `march` with who attacks from where, and who bars the way where.
    """
    found, posts, late = usual, dict[int, Hex](), set[int]()
    dear = {unit: way.worth for way in assaults for unit in way.places}
    for _ in range(most):
        more = warden(found, view, dear, late)
        if more is None:
            break
        manned = {**posts, more.unit: more.hex}
        places = {unit: hex for unit, hex in usual.attackers.items() if unit not in manned}
        trial = march(places, manned)
        if trial.trial.position.at[more.unit] == more.hex:
            found, posts = trial, manned
        else:
            late.add(more.unit)
    return found


def warden(
    march: March, view: Situation, dear: Mapping[int, float], late: Collection[int] = ()
) -> Warden | None:
    """One more German to bar the way to the Ruhr: who averts most for what he costs elsewhere; None if nobody is worth it.

    He is chosen by where all will be after a `march`. `dear` is what an attack is worth that a unit should take part in. Who is
    `late` did not come to his post.
    """
    s, ruhr = march.trial, view.ground.ruhr
    if s.position.turn == 1:
        return None  # the Germans of the north stand still (3.2.4)
    if s.position.turn >= victory.RUHR_THROUGH:
        return None  # from the next turn on it wins no more by itself
    if ruhr is None or not decides(view.ground, s, ruhr) or s.position.control >> ruhr & 1:
        return None
    menace = Menace(view, ruhr)
    now, win = menace.chance(s), view.ground.parameters.worth.win
    if not now:
        return None
    best: tuple[float, Warden] | None = None
    for unit, area in _movable(march, view):
        if unit in late:
            continue
        here = s.position.at[unit]
        places = list(hexes(area & menace.area & ~s.full(GERMAN) & ~(1 << here)))
        if not places:
            continue
        fed = march.fed([here, *places])
        stays = dear.get(unit, 0.0) + march.score(unit, here, fed)
        for hex in places:
            price = stays - march.score(unit, hex, fed)
            if win * now - price <= (0.0 if best is None else best[0]):
                continue
            trial = s.copy(ScriptedDice([]))
            trial.put(unit, hex)
            averted = now - menace.chance(trial)
            gain = win * averted - price
            if averted > 0 and gain > (0.0 if best is None else best[0]):
                best = gain, Warden(unit, hex)
    return None if best is None else best[1]


def _movable(march: March, view: Situation) -> Iterator[tuple[int, Mask]]:
    """The Germans who could stand elsewhere than the march brings them, and where."""
    at = march.trial.position.at
    for unit in [*view.mobile(GERMAN), *hexes(view.s.in_box(GERMAN) & view.s.scenario.mobile)]:
        if unit not in march.wardens and not view.s.position.moved >> unit & 1 and at[unit] >= 0:
            yield unit, view.range(unit)
