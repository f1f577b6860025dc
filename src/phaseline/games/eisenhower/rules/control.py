"""Control of hexes (3.4), and everything that happens because a unit enters a hex."""

from __future__ import annotations

from phaseline.engine.ledger import case
from phaseline.games.eisenhower.position import (
    ALLIED,
    GERMAN,
    NOWHERE,
    TRACK,
    Bridge,
    Elbe,
    GermanPhase,
    Muster,
)
from phaseline.games.eisenhower.state import EisenhowerState
from phaseline.hexgrid import Mask, flood, hexes, lowest
from phaseline.wording.counts import several


@case("3.4a", "3.4c")
def enter(s: EisenhowerState, seat: int, way: Mask) -> None:
    """Units of `seat` have entered the hexes of `way`: control passes at once (3.4), and what follows from that."""
    if seat == ALLIED:
        _allies_enter(s, way)
    else:
        _germans_enter(s, way)


@case("4.3.1b", "13.5e")
def _germans_enter(s: EisenhowerState, way: Mask) -> None:
    p = s.position
    p.control &= ~way
    for hex in hexes(way & p.beachheads):
        p.beachheads &= ~(1 << hex)
        p.overrun |= 1 << hex
        s.tell("beachhead lost", "4.3.1b", "the beachhead in {hex:hex} is lost", hex=hex)
    if p.bridge != NOWHERE and way >> p.bridge & 1:
        s.tell("bridge lost", "13.5e", "the captured bridge at {hex:hex} is destroyed", hex=p.bridge)
        p.bridge = p.bridge_to = NOWHERE
    switch_interior(s)


@case("12.2.3a", "13.5a", "13.8d", "7.4d")
def _allies_enter(s: EisenhowerState, way: Mask) -> None:
    p, board = s.position, s.scenario.board
    gained = way & ~p.control
    p.control |= way
    p.taken |= way
    p.overrun &= ~way
    for zone in ("north", "south"):
        if lost := board.german_sources[zone] & way & ~p.cut:
            lose_source(s, lost, zone)
    if p.fortress != NOWHERE and way >> p.fortress & 1:
        s.tell("fortress", "13.8d", "the Alpine Fortress in {hex:hex} has fallen", hex=p.fortress)
        p.fortress = NOWHERE
    if gained:
        switch_interior(s)
    if not p.bridge_captured:
        for hex in hexes(way & board.west_bank & ~p.tried):
            s.call(Bridge(hex=hex))
    if not p.yugoslavs and way & s.scenario.invasion_coast["triggers"]:
        call_yugoslavs(s)
    if p.turn == ELBE_TURN and way & board.east_of_elbe and elbe_open(s):
        s.call(Elbe())


ELBE_TURN = 8


@case("12.2.2a")
def elbe_open(s: EisenhowerState) -> bool:
    """Whether the last reserves may come in: Allies beyond the Elbe in Germany, and a German-held hex there (12.2.2)."""
    area = s.scenario.board.east_of_elbe
    return reserves_wait(s) and bool(s.occupied(ALLIED) & area) and bool(area & ~s.position.control)


@case("12.2.2a")
def reserves_wait(s: EisenhowerState) -> bool:
    """Whether it is the turn of the last reserves and one of them has not come in yet (12.2.2)."""
    p = s.position
    return p.turn == ELBE_TURN and any(p.at[unit] == TRACK for unit in hexes(s.scenario.reserves))


@case("12.2.2a")
def reserves_missing(s: EisenhowerState) -> str:
    """What the last reserves on the track are waiting for (12.2.2)."""
    if s.position.turn != ELBE_TURN:
        return f"the last reserves come on Turn {ELBE_TURN} or never"
    if not s.occupied(ALLIED) & s.scenario.board.east_of_elbe:
        return "no Allied unit is in Germany east of the Elbe"
    return "the Germans hold no hex of Germany east of the Elbe"


@case("12.2.3a")
def call_yugoslavs(s: EisenhowerState) -> None:
    """The garrison of Yugoslavia comes in, once in the game (12.2.3)."""
    if not s.position.yugoslavs and any(s.position.at[unit] == TRACK for unit in hexes(s.scenario.yugoslavs)):
        s.position.yugoslavs = True
        s.tell("yugoslavs", "12.2.3a", "the garrison of Yugoslavia is called")
        s.call(Muster())


@case("7.4d", "7.5b", "10.10d")
def lose_source(s: EisenhowerState, lost: Mask, zone: str) -> None:
    """German supply sources are lost for good (7.4); the loss of Vienna sets a term for the south (7.5, R57)."""
    p = s.position
    p.cut |= lost
    for hex in hexes(lost):
        s.tell("source lost", "7.4d", "{hex:hex} no longer supplies the Germans", hex=hex)
    if zone == "south" and not p.vienna_lost:
        german_phase = s.within(GermanPhase) and not s.offensive
        p.vienna_lost = p.turn + 1 if german_phase else p.turn


@case("7.16")
def switch_interior(s: EisenhowerState) -> None:
    """A line of Allied hexes from the Atlantic to Switzerland turns what lies west of it Allied (7.16, R71).

    Asked whenever control has changed, and when Germans may have left a hex behind the line.
    """
    board, p = s.scenario.board, s.position
    held = p.control & board.theatre
    ends = held & board.swiss_border
    if not ends:
        return
    while ends:
        # A line is hexes side by side; nobody marches along it, so that an estuary does not break it.
        line = flood(board.grid, 1 << lowest(ends), held)
        ends &= ~line
        shore = line & board.atlantic
        if shore:
            _turn(s, line, shore)


@case("7.16")
def _turn(s: EisenhowerState, line: Mask, shore: Mask) -> None:
    """Turn the German hexes that the `line`, which reaches the sea at `shore`, cuts off to the west.

    A part of the country that holds land beyond the Rhine, or the coast further along, lies to the east of the line.
    Allied hexes that are not connected with it part nothing: what an enclave beyond the line surrounds is not west of it.
    """
    board, p = s.scenario.board, s.position
    left = board.theatre & ~line
    beyond = board.coast_beyond(shore)
    reich = board.germany & board.east_of_rhine
    turned = 0
    while left:
        group = flood(board.grid, 1 << lowest(left), left, board.land_sides)
        left &= ~group
        near = board.land_sides.cross(group)
        if not (group | near) & beyond and not group & reich:
            turned |= group & ~p.control & ~s.occupied(GERMAN)
    if turned:
        p.control |= turned
        p.taken |= turned
        p.overrun &= ~turned
        count = turned.bit_count()
        turn = "turns" if count == 1 else "turn"
        s.tell("interior", "7.16", f"{several(count, 'hex')} of the interior {turn} Allied", count=count)
