"""Who may see what: fog of war.

A block that stands upright shows nothing but its back (intro.2): the enemy sees a block in a hex, what it was seen to do,
and no more. Face-up are active HQs (5.2), all units in an active battle (7.14), and the units of an Original Attacker
(7.12). Off the map nobody knows of the other side which units wait and which are already back as upright blocks; what
follows from the calendar and from things that have happened is known, because everybody can work it out.
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Mapping

from msgspec.structs import replace

from phaseline.engine.ledger import case
from phaseline.games.westfront.opening import EVENT_UNITS
from phaseline.games.westfront.position import (
    AXIS,
    ELIMINATED,
    GONE,
    TO_COME,
    UNKNOWN,
    UNSEEN,
    Block,
    Defection,
    Revolt,
    SupplyPhase,
    WestFrontPosition,
)
from phaseline.games.westfront.scenario import WestFrontScenario
from phaseline.games.westfront.state import STATES as ALL_STATES
from phaseline.hexgrid import Mask, hexes, mask_of

ARRIVING = {"Maquis": Revolt, "Friuli": Defection}
"""Volunteers, and the procedure in which they are placed: until it is over everybody knows that they are not there."""
STATES = tuple(name for name in ALL_STATES if name != "revealed")
"""Masks of units that everybody sees of a block, and that a view carries in `Block`."""
SUPPLY = ("kept", "short")
"""The same in the frame of a Supply Phase."""
BOOKS = ("came_from", "came_by", "lanes", "landed")
"""The same by unit."""


@case("intro.2", "2.3b", "7.12b", "7.14", "5.2", "11.1", "side.11c")
def redact(scenario: WestFrontScenario, position: WestFrontPosition, seat: int | None) -> WestFrontPosition:
    """A copy without what `seat` (None: a spectator) may not know."""
    known = position.copy()
    blocks: list[Block] = list(position.upright)
    for other in (0, 1):
        if other != seat:
            hidden = scenario.side_units[other] & ~position.revealed
            blocks += _turn_down(scenario, known, other, hidden)
            _close_books(scenario, known, other)
    known.upright = tuple(sorted(blocks))
    return known


def _turn_down(scenario: WestFrontScenario, known: WestFrontPosition, seat: int, hidden: Mask) -> list[Block]:
    """Take the identity from the blocks in `hidden`; returns what is seen of those on the map."""
    blocks = []
    guards = {unit for unit, *_ in known.rearguards.values()}
    certain = off_map_for_certain(scenario, known, seat)
    shown = _shown(known)
    marked = functools.reduce(operator.or_, shown.values()) | mask_of(
        {
            *(unit for unit in guards if unit >= 0),
            *known.invaded,
            *known.came_by,
            *known.came_from,
            *known.landed,
            *known.lanes,
        }
    )
    for unit in hexes(hidden):
        if known.at[unit] >= 0:
            if marked >> unit & 1:
                blocks.append(_back(known, seat, unit, shown, rearguard=unit in guards))
            else:
                blocks.append(_plain(seat, known.at[unit]))
        elif certain >> unit & 1 or known.at[unit] == UNSEEN:
            continue
        known.at[unit] = UNSEEN
        known.cv[unit] = UNKNOWN
    for name in STATES:
        setattr(known, name, getattr(known, name) & ~hidden)
    for name in (*BOOKS, "invaded"):
        book = getattr(known, name)
        setattr(known, name, {unit: fact for unit, fact in book.items() if not hidden >> unit & 1})
    known.stack = [
        replace(frame, kept=frame.kept & ~hidden, short=frame.short & ~hidden)
        if isinstance(frame, SupplyPhase)
        else frame
        for frame in known.stack
    ]
    known.rearguards = {
        hex: (UNKNOWN, UNKNOWN) if guard[0] >= 0 and hidden >> guard[0] & 1 else guard
        for hex, guard in known.rearguards.items()
    }
    return blocks


def _shown(position: WestFrontPosition) -> dict[str, Mask]:
    """The units of which each thing is seen that a block shows."""
    shown = {name: getattr(position, name) for name in STATES}
    for frame in position.stack:
        if isinstance(frame, SupplyPhase):
            shown |= {name: getattr(frame, name) for name in SUPPLY}
    return shown


def block_of(scenario: WestFrontScenario, position: WestFrontPosition, unit: int) -> Block:
    """The upright block that a unit on the map shows to the other side."""
    guards = {guard for guard, *_ in position.rearguards.values()}
    return _back(position, scenario.side_of[unit], unit, _shown(position), rearguard=unit in guards)


@functools.cache
def _plain(seat: int, hex: int) -> Block:
    """A block of which nothing is seen but where it stands, as of most."""
    return Block(seat=seat, hex=hex)


def _back(
    known: WestFrontPosition, seat: int, unit: int, shown: Mapping[str, Mask], *, rearguard: bool
) -> Block:
    """What is seen of a block; `shown` are the blocks of which each thing is seen that a block shows."""
    return Block(
        seat=seat,
        hex=known.at[unit],
        rearguard=rearguard,
        invaded=known.invaded.get(unit) == known.at[unit],
        method=known.came_by.get(unit, ""),
        start=known.came_from.get(unit, -1),
        port=known.landed.get(unit, -1),
        seas=known.lanes.get(unit, ()),
        **{name: bool(mask >> unit & 1) for name, mask in shown.items()},
    )


@case("11.1", "15.44a", "3.21a", "3.23a")
def _close_books(scenario: WestFrontScenario, known: WestFrontPosition, seat: int) -> None:
    """Take out what a side has written down for itself: its production, its second-wave targets, its muster."""
    own = scenario.side_units[seat]
    known.points[seat] = UNKNOWN
    known.advanced &= ~(1 << seat)
    known.grounding &= seat != AXIS
    for name in ("built", "disbanding", "mustered"):
        setattr(known, name, getattr(known, name) & ~own)
    for name in ("planned", "rebuilding", "targets"):
        book = getattr(known, name)
        setattr(known, name, {unit: fact for unit, fact in book.items() if not own >> unit & 1})


@case("11.5", "16.1b", "16.4a", "16.5a", "2.67", "2.68")
def off_map_for_certain(scenario: WestFrontScenario, known: WestFrontPosition, seat: int) -> Mask:
    """The units of a side that everybody knows to be off the map: by the calendar, and by what has happened.

    A reinforcement may come a month early (11.51), so only what is more than a month away is certain.
    """
    certain = 0
    arrival = scenario.once(
        "months of arrival",
        lambda: {entry.unit: entry.month for entry in scenario.data.schedule if not entry.beachhead},
    )
    for unit in scenario.rosters[seat]:
        if (
            known.at[unit] in (TO_COME, GONE)
            and (arrival.get(unit, -1) > known.month + 1 or _shut_out(scenario, known, unit))
        ) or (known.at[unit] == ELIMINATED and _out_of_the_war(scenario, known, unit)):
            certain |= 1 << unit
    return certain


@case("16.1b", "16.4e")
def _out_of_the_war(scenario: WestFrontScenario, known: WestFrontPosition, unit: int) -> bool:
    """Whether the country of a unit fights no more: what it had on the map was shown, and nothing is rebuilt."""
    return any(
        flag in known.flags and units >> unit & 1
        for flag, units in (
            ("italy surrendered", scenario.italian),
            ("spain defeated", scenario.spanish),
            ("portugal defeated", scenario.portuguese),
        )
    )


def _shut_out(scenario: WestFrontScenario, known: WestFrontPosition, unit: int) -> bool:
    """Whether what has happened, or has not yet, keeps a unit off the map."""
    block, flags, file = scenario.units[unit], known.flags, scenario.data.file
    if _out_of_the_war(scenario, known, unit):
        return True
    if block.name in EVENT_UNITS:
        coming = ARRIVING.get(block.name)
        being_placed = coming is not None and any(isinstance(frame, coming) for frame in known.stack)
        return being_placed or EVENT_UNITS[block.name] not in flags
    if block.name in file.army_group_e:
        return "yugoslavia entered" not in flags
    if file.setup and known.at[unit] == GONE:
        return True
    if block.nation in ("Spanish", "Portuguese"):
        return f"{'spain' if block.nation == 'Spanish' else 'portugal'} at war" not in flags
    return False
