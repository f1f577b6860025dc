"""The seas: who controls them, which ways over them are open, and at what risk (15.1, 15.3, 15.7, 1.37 to 1.39, 1.45).

Nothing here decides who may sail; `sailing`, `invasion` and `supply` do. Asked by other chapters: `held`, `ports`,
`stormy`, `lost`, `spread`, `closed`, `lanes`, `shut`, `has_supremacy`.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple, TypeGuard

from msgspec import Struct

from phaseline.engine.ledger import case
from phaseline.engine.narrowing import Options
from phaseline.engine.refusal import Refusal
from phaseline.games.westfront.position import ALLIED, AXIS
from phaseline.games.westfront.state import WestFrontState
from phaseline.games.westfront.waters import SeaMask, Waters, seas_in
from phaseline.hexgrid import Hex, Mask, hexes, mask_of, union
from phaseline.wording.counts import several

NO_SEAPOWER: Final = ("13.22b", "under Allied Air Supremacy the Axis has no seapower in the Atlantic basin")
"""The case and the reason of a refusal."""


class Lane(NamedTuple):
    """A way over the sea: the seas in order of crossing, and the total interdiction value of those the enemy controls."""

    seas: tuple[int, ...]
    dice: int


class LaneChoice(Options[tuple[int, ...]]):
    """A choice among lanes, in which no lane at all stands for the first."""

    __slots__ = ()

    def _bit(self, value: object) -> Mask:
        return super()._bit(value or self.values[0]) if self.values else 0


class Voyage(NamedTuple):
    """What a way over the sea must be like: from one of the seas `start` to one of `end`, over `most` seas at most.

    `calm` says whether storms bar it. Ways are a matter of `case`, their length of `limit`.
    """

    seat: int
    start: SeaMask
    end: SeaMask
    most: int
    calm: bool
    case: str
    limit: str


def choose_lane(s: WestFrontState, lanes: Sequence[Lane], voyage: Voyage) -> LaneChoice:
    """Start a choice among these lanes."""
    found = [lane.seas for lane in lanes]
    titles = " or ".join(s.board.waters.titles(lane) for lane in found)

    def reason(lane: object) -> Refusal | str:
        return lane_fault(s, voyage, lane) or f"the way is by {titles}"

    return LaneChoice(found, voyage.case, reason)


@case("15.2a", "15.2b", "15.42a", "12.3b", "13.22b")
def lane_fault(s: WestFrontState, voyage: Voyage, lane: object) -> Refusal | None:
    """Why ships cannot take this very lane; None when nothing but shorter or safer ones speaks against it."""
    waters = s.board.waters
    if not _is_lane(lane, waters):
        return Refusal(voyage.case, "there is no such sea")
    if not voyage.start >> lane[0] & 1:
        return Refusal(voyage.case, f"it does not set out into the {waters.names[lane[0]]}")
    for sea, other in itertools.pairwise(lane):
        if other not in waters.next_to[sea]:
            return Refusal(voyage.case, f"the {waters.names[sea]} does not adjoin the {waters.names[other]}")
    if not voyage.end >> lane[-1] & 1:
        return Refusal(voyage.case, f"it does not lie on the {waters.names[lane[-1]]}")
    if any(lost(s, voyage.seat) >> sea & 1 for sea in lane):
        return Refusal(*NO_SEAPOWER)
    if len(lane) > voyage.most:
        return Refusal(
            voyage.limit,
            f"that way crosses {several(len(lane), 'sea')}, but it crosses at most {voyage.most}",
        )
    for sea in lane if voyage.calm else ():
        if stormy(s) >> sea & 1:
            return Refusal("12.3b", f"there is a storm on the {waters.names[sea]}")
    return _strait_fault(s, voyage.seat, lane)


def _is_lane(lane: object, waters: Waters) -> TypeGuard[tuple[int, ...]]:
    """Whether somebody's words for a lane name seas of this map, at least one."""
    if not isinstance(lane, tuple) or not lane:
        return False
    return all(isinstance(sea, int) and sea >= 0 and waters.all >> sea & 1 for sea in lane)


@case("1.39c")
def _strait_fault(s: WestFrontState, seat: int, lane: Sequence[int]) -> Refusal | None:
    """Why ships cannot pass all straits of a lane: the enemy controls one."""
    waters, hostile = s.board.waters, s.hostile(seat)
    for sea, other in itertools.pairwise(lane):
        straits = waters.next_to[sea][other]
        if waters.open_straits(sea, other, hostile) is None:
            held_by_enemy = " and ".join(map(s.board.map.label, hexes(union(straits) & hostile)))
            where = "strait that leads" if len(straits) == 1 else "straits that lead"
            return Refusal("1.39c", f"the enemy controls {held_by_enemy} at the {where} there")
    return None


# -- control ----------------------------------------------------------------------------------------------------------


@case("15.2d", "husky.3")
def has_supremacy(seat: int) -> bool:
    """Whether a side has Naval Supremacy: the Allies, in every scenario (15.2, R121)."""
    return seat == ALLIED


@case(
    "1.45b", "13.22b", "15.1a", "15.1b", "15.1c", "15.1d", "15.1e", "15.1f", "15.1g", "15.1h", "15.1i", "15.1j",
    "15.1k", "15.1l", "15.1m", "15.1n", "15.1o", "15.1p", "15.1q", "15.1r", "16.1d", "side.15a",
)  # fmt: skip
def held(s: WestFrontState, seat: int) -> SeaMask:
    """The seas that a side controls: by the owner of the Naval Base, but for what is settled for good (15.1).

    Some are always Allied; all of the Mediterranean basin is once Italy has surrendered (16.1), all of the Atlantic
    basin under Allied Air Supremacy (13.22). A base that is disputed counts for its last owner (8.34).
    """
    owner, bases = s.position.owner, s.board.waters.bases
    key = (
        "axis seas",
        owner[ALLIED] & bases,
        owner[AXIS] & bases,
        "italy surrendered" in s.position.flags,
        s.air_supremacy,
    )
    axis = s.scenario.once(key, lambda: _axis_seas(s))
    return axis if seat == AXIS else s.board.waters.all & ~axis


def _axis_seas(s: WestFrontState) -> SeaMask:
    waters, owner = s.board.waters, s.position.owner
    axis = 0
    for sea, base in enumerate(waters.base):
        holder = waters.always[sea]
        if holder < 0:
            known = base >= 0 and (owner[ALLIED] | owner[AXIS]) >> base & 1
            holder = (AXIS if owner[AXIS] >> base & 1 else ALLIED) if known else waters.held[sea]
        axis |= (holder == AXIS) << sea
    if s.has("italy surrendered"):
        axis &= ~waters.basins.get("mediterranean", 0)
    if s.air_supremacy:
        axis &= ~waters.basins.get("atlantic", 0)
    return axis


@case("13.22b")
def lost(s: WestFrontState, seat: int) -> SeaMask:
    """The seas where a side has no seapower: for the Axis the Atlantic basin under Allied Air Supremacy (13.22, R221)."""
    return s.board.waters.basins.get("atlantic", 0) if seat == AXIS and s.air_supremacy else 0


@case("13.22b")
def lost_among(s: WestFrontState, seat: int, seas_of: Mapping[Hex, SeaMask]) -> Mask:
    """The hexes that lie on no other seas than those where a side has no seapower (13.22)."""
    gone = lost(s, seat)
    return mask_of([hex for hex, seas in seas_of.items() if seas and not seas & ~gone]) if gone else 0


@case("12.3b", "12.3c", "15.54")
def stormy(s: WestFrontState) -> SeaMask:
    """The seas with a storm: all of one basin (12.3)."""
    storm = s.position.storm
    return 0 if storm == "none" else s.board.waters.basins.get(storm, 0)


# -- straits and ways -------------------------------------------------------------------------------------------------


@case("1.39c", "1.39d", "side.15c")
def shut(s: WestFrontState, seat: int, hex: Hex) -> bool:
    """Whether a hex lies behind a strait of which the enemy controls a side: no way by sea leads there (1.39)."""
    return bool(s.board.waters.guards.get(hex, 0) & s.hostile(seat))


def shut_by(s: WestFrontState, seat: int, hex: Hex) -> str:
    """Why nobody sails to or from a hex behind a strait: the sides of it that the enemy controls."""
    held = hexes(s.board.waters.guards.get(hex, 0) & s.hostile(seat))
    return f"the enemy controls {' and '.join(map(s.board.map.label, held))} at the strait before it"


@case("1.39c", "15.42b", "side.15c", "15.1a")
def ways(s: WestFrontState, seat: int) -> tuple[SeaMask, ...]:
    """For every sea the seas that adjoin it, but not through straits of which the enemy controls a side (1.39).

    Of straits side by side one that is open will do (R8).
    """
    closing = s.hostile(seat) & s.board.waters.narrows
    return s.scenario.once(("sea ways", closing), lambda: _ways(s, closing))


def _ways(s: WestFrontState, hostile: Mask) -> tuple[SeaMask, ...]:
    waters = s.board.waters
    return tuple(
        sum(1 << other for other in adjoining if waters.open_straits(sea, other, hostile) is not None)
        for sea, adjoining in enumerate(waters.next_to)
    )


@case("15.2a", "15.42a", "13.22b")
def spread(
    s: WestFrontState,
    seat: int,
    start: SeaMask,
    within: SeaMask,
    most: int | None = None,
    *,
    ever: bool = False,
) -> SeaMask:
    """The seas that ships of a side reach which set out into `start`, over at most so many seas, all in `within`.

    With `ever` also over those where it has no seapower any more: says whether that is what stops a ship.
    """
    adjoining = ways(s, seat)
    if not ever:
        within &= ~lost(s, seat)
    seen = new = start & within
    left = len(adjoining) if most is None else most - 1
    if most == 0:
        return 0
    while new and left > 0:
        reached = 0
        for sea in seas_in(new):
            reached |= adjoining[sea]
        new = reached & within & ~seen
        seen |= new
        left -= 1
    return seen


def _reach_in_peace(s: WestFrontState, start: SeaMask, most: int) -> SeaMask:
    """The seas within so many seas if no strait were closed; says whether a strait is what stops a ship."""
    seen = new = start if most else 0
    for _ in range(most - 1):
        reached = 0
        for sea in seas_in(new):
            reached |= sum(1 << other for other in s.board.waters.next_to[sea])
        new = reached & ~seen
        seen |= new
    return seen


@case("1.39c", "13.22b")
def closed(s: WestFrontState, seat: int, start: SeaMask, end: SeaMask, most: int) -> Refusal | None:
    """What closes a way to ships that is not too long: seas without seapower, or a strait; None where it is too long."""
    if spread(s, seat, start, s.board.waters.all, most, ever=True) & end:
        return Refusal(*NO_SEAPOWER)
    if _reach_in_peace(s, start, most) & end:
        return Refusal("1.39c", "the way leads through a strait of which the enemy controls a side")
    return None


@case("15.2a", "15.71", "15.7", "15.42a", "13.22b")
def lanes(
    s: WestFrontState, seat: int, start: SeaMask, end: SeaMask, most: int, within: SeaMask | None = None
) -> list[Lane]:
    """The ways from a sea of `start` to one of `end` over at most so many seas, shortest first.

    Of equally long ways only the safest, and longer ones only if they are safer than every shorter one.
    """
    waters, own = s.board.waters, held(s, seat)
    open_seas = (waters.all if within is None else within) & ~lost(s, seat)
    step = _Step(ways(s, seat), open_seas, own, waters.value)
    # Ports are asked about turn after turn while the seas stay whose they are.
    asked = ("lanes", step.adjoining, step.within, step.own, start, end, most)
    return list(s.scenario.lately(asked, lambda: _lanes(step, start, end, most)))


def _lanes(step: _Step, start: SeaMask, end: SeaMask, most: int) -> tuple[Lane, ...]:
    best = {sea: [Lane((sea,), step.dice(sea))] for sea in seas_in(start & step.within)}
    found: list[Lane] = []
    for _ in range(most):
        here = [lane for sea, ways_there in best.items() if end >> sea & 1 for lane in ways_there]
        least = min((lane.dice for lane in here), default=None)
        if least is not None and (not found or least < found[-1].dice):
            found += sorted(lane for lane in here if lane.dice == least)
        if not best or (found and found[-1].dice == 0):
            break
        best = step.further(best)
    return tuple(found)


class _Step(Struct, frozen=True):
    """What it takes to lengthen lanes by a sea: who adjoins whom, where ships may go at all, and the risk there."""

    adjoining: tuple[SeaMask, ...]
    within: SeaMask
    own: SeaMask
    value: tuple[int, ...]

    def dice(self, sea: int) -> int:
        """The interdiction value of a sea, 0 if it is the side's own."""
        return 0 if self.own >> sea & 1 else self.value[sea]

    def further(self, best: dict[int, list[Lane]]) -> dict[int, list[Lane]]:
        """The safest ways to each sea that are one sea longer than those in `best`."""
        found: dict[int, list[Lane]] = {}
        for sea, known in best.items():
            for other in seas_in(self.adjoining[sea] & self.within):
                for lane in known:
                    if other not in lane.seas:
                        longer = Lane((*lane.seas, other), lane.dice + self.dice(other))
                        _keep_safest(found.setdefault(other, []), longer)
        return found


def _keep_safest(lanes: list[Lane], lane: Lane) -> None:
    """Add a lane to equally safe ones, or put it in the place of riskier ones."""
    if lanes and lane.dice < lanes[0].dice:
        lanes.clear()
    if not lanes or lane.dice == lanes[0].dice:
        lanes.append(lane)


@case("15.71", "15.72a")
def hostile_seas(s: WestFrontState, seat: int, seas: Iterable[int]) -> tuple[str, ...]:
    """The names of the seas among `seas` that the enemy controls, in the same order (15.7)."""
    own = held(s, seat)
    return tuple(s.board.waters.names[sea] for sea in seas if not own >> sea & 1)


# -- ports and coasts -------------------------------------------------------------------------------------------------


@case("1.45a", "8.4d", "15.2a", "15.3", "15.1h", "15.1b", "16.4a")
def ports(s: WestFrontState, seat: int) -> Mask:
    """The friendly ports of a side that can be reached by sea; those of Spanish Africa only once Spain is at war (R141).

    Battle hexes of which it is the Original Defender are among them.
    """
    board = s.board
    reads = (
        s.friendly(seat) & board.port_hexes,
        s.hostile(seat) & board.waters.narrows,
        s.has("spain at war"),
    )
    return s.known(("ports", seat), reads, lambda: _ports(s, seat))


def _ports(s: WestFrontState, seat: int) -> Mask:
    mask = s.board.port_hexes & s.friendly(seat) & ~neutral_ports(s)
    return mask & ~behind_straits(s, seat)


@case("15.1h", "15.1b", "16.4a")
def neutral_ports(s: WestFrontState) -> Mask:
    """The ports of Spanish Africa while Spain is at peace: nobody uses them (R141)."""
    return 0 if s.has("spain at war") else s.board.waters.spanish_africa


@case("1.39c", "1.39d")
def behind_straits(s: WestFrontState, seat: int) -> Mask:
    """The hexes behind a strait of which the enemy controls a side (1.39)."""
    closing = s.hostile(seat) & s.board.waters.narrows
    guards = s.board.waters.guards
    return s.scenario.once(
        ("behind straits", closing),
        lambda: mask_of([hex for hex, sides in guards.items() if sides & closing]),
    )


@case("1.45c")
def seas_of_port(s: WestFrontState, hex: Hex) -> SeaMask:
    """The seas a port lies on (1.45)."""
    return s.board.waters.port_seas.get(hex, 0)


def seas_of_ports(s: WestFrontState, mask: Mask) -> SeaMask:
    """The seas on which any of these ports lie."""
    found, bit = 0, 1
    for ports in s.board.waters.ports_on:
        if mask & ports:
            found |= bit
        bit <<= 1
    return found


def ports_on(s: WestFrontState, seas: SeaMask) -> Mask:
    """All ports on any of these seas."""
    found = 0
    for sea in seas_in(seas):
        found |= s.board.waters.ports_on[sea]
    return found


def coasts_on(s: WestFrontState, seas: SeaMask) -> Mask:
    """All land hexes on any of these seas (R3)."""
    found = 0
    for sea in seas_in(seas):
        found |= s.board.waters.coast[sea]
    return found


@case("1.37b")
def beaches_on(s: WestFrontState, seas: SeaMask) -> Mask:
    """The land hexes on any of these seas that are not behind its shoals (1.37)."""
    found = 0
    for sea in seas_in(seas):
        found |= s.board.waters.beach[sea]
    return found
