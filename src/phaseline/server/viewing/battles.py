"""Battles looked back upon: their prospects just before the dice fell, and what the dice gave against them."""

from __future__ import annotations

from collections.abc import Iterator

from phaseline.engine.aids import Forecast
from phaseline.engine.events import Event
from phaseline.engine.luck import falls, of_battle
from phaseline.engine.match import Match
from phaseline.engine.position import Position
from phaseline.server.rooms.history import History
from phaseline.server.viewing.lens import Lens
from phaseline.server.wire import Throw


def before(
    match: Match, history: History, seat: int | None, entry: int, hex: int | None = None, *, bare: bool
) -> Forecast | None:
    """The prospects of the battle whose dice fell at an entry, as the viewer could know them just before it.

    Where dice of several battles fell, it is that of `hex`, or the first. None when no die of a battle fell there that the
    viewer was shown, or nothing is known of its prospects.
    """
    order = match.entries[entry].order
    if order is None or (seat is None and not bare):
        return None
    fallen, fought = _until(match, seat, entry, hex, bare=bare)
    if fought is None:
        return None

    def foreseen(position: Position) -> Forecast | None:
        state = match.game.state_type(match.game, match.scenario, position)
        lens = Lens(state, seat, bare=bare, salt=str(entry))
        return match.game.aids.before_the_dice(lens.sample, lens.view, order, fallen)

    found = history.found(entry - 1, ("before", entry, fought, seat, bare), foreseen)
    return found if found is not None and found.hex == fought else None


def _until(
    match: Match, seat: int | None, entry: int, hex: int | None, *, bare: bool
) -> tuple[tuple[int, ...], int | None]:
    """The dice seen to fall at an entry before those of the battle of a hex (None: of the first), and the hex, if they fell."""
    fallen: tuple[int, ...] = ()
    for event in match.entries[entry].events:
        if event.draw is None or not _shown(event, seat, bare=bare):
            continue
        if of_battle(event) and hex in (None, event.battle):
            return fallen, event.battle
        fallen += event.draw.values
    return fallen, None


def throws(match: Match, history: History, seat: int | None, *, bare: bool) -> Iterator[Throw]:
    """What the dice of every battle gave that the viewer saw fall, against what was to be expected of them, exactly.

    Dice that a table reads count by the steps it takes of both sides; what rests on guesses is left out.
    """
    for index in range(1, len(match.entries)):
        for event in _thrown(match, seat, index, bare=bare):
            forecast = None if event.lit else before(match, history, seat, index, event.battle, bare=bare)
            for fall in falls(event, forecast):
                yield Throw(
                    entry=index,
                    side=fall.seat,
                    hex=fall.hex,
                    title=fall.title,
                    unit=fall.unit,
                    given=float(fall.given),
                    expected=float(fall.expected),
                    exact=str(fall.expected),
                )


def _thrown(match: Match, seat: int | None, entry: int, *, bare: bool) -> Iterator[Event]:
    """The dice of battles that fell at an entry, as far as they were shown."""
    for event in match.entries[entry].events:
        if of_battle(event) and _shown(event, seat, bare=bare):
            yield event


def _shown(event: Event, seat: int | None, *, bare: bool) -> bool:
    return bare or event.seats is None or seat in event.seats
