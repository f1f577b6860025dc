"""What a viewer sees at one moment."""

from __future__ import annotations

from itertools import chain

import msgspec
from msgspec import Struct
from msgspec.structs import asdict, replace

from phaseline.engine.match import CannotUndo, Match
from phaseline.engine.orders import text_of, verb_of
from phaseline.engine.routine import is_routine, only_order
from phaseline.engine.sheet import Sheet
from phaseline.server.rooms.chronicle import Chronicle
from phaseline.server.viewing.choices import Choices
from phaseline.server.viewing.lens import Lens
from phaseline.server.viewing.turns import turn_of
from phaseline.server.wire import Moment, Situation, Sole, Undo

TRIED = 3
"""In so many samples an order must settle nothing, to be given unasked."""


class Stance(Struct, frozen=True, kw_only=True):
    """Where a viewer stands: the seat it sits on, those it may sit on, whose orders it may take back, who thinks."""

    seat: int | None
    eyes: list[int]
    undoer: int | None
    thinking: list[int]


def state_now(chronicle: Chronicle, lens: Lens, stance: Stance) -> Situation:
    """What is seen now, besides what is drawn. The lens is that of the seat whose orders are listed."""
    match, seat = chronicle.match, lens.seat
    seen = replace(
        _seen(chronicle, lens, stance, len(match.entries) - 1),
        undo=undo_of(match, stance.undoer),
        redo=stance.undoer is not None and chronicle.again(stance.undoer) is not None,
        live=True,
    )
    decision = match.decision
    if seat is None or seat not in stance.eyes or decision is None or seat not in decision.seats:
        return seen
    aids = match.game.aids
    return replace(
        seen,
        prompt=decision.step.asked(match.legal(seat).kinds()),
        legal=Choices(match, lens, aids).kinds(),
        weighing=aids.weighing(lens.sample),
        left=aids.left(lens.sample, seat, match.legal(seat)),
        unspent=aids.unspent(lens.sample, seat, match.legal(seat)),
        sole=sole(match, lens),
    )


def sole(match: Match, lens: Lens) -> Sole | None:
    """The order of a step in which the lens's seat has nothing to decide, as far as it can know."""
    seat = lens.seat
    assert seat is not None
    order = only_order(match.state, seat)
    futile = order is None and match.game.aids.futile(lens.sample, seat)
    if futile:
        order = match.game.passing(lens.sample, seat)
    if order is None:
        return None
    samples = chain([lens.sample], map(lens.another, range(1, TRIED)))
    if not is_routine(samples, seat, order, futile=futile):
        return None
    kind = type(order)
    plain = msgspec.to_builtins([getattr(order, name) for name in kind.__struct_fields__])
    return Sole(verb=verb_of(kind), values=plain, title=text_of(kind).title)


def state_then(chronicle: Chronicle, lens: Lens, stance: Stance, entry: int) -> Moment:
    """What was seen after an earlier entry; there is nothing to order."""
    return drawn(_seen(chronicle, lens, stance, entry), lens.sheet)


def drawn(seen: Situation, sheet: Sheet) -> Moment:
    """All that is seen, with what is drawn."""
    return Moment(**asdict(seen), sheet=sheet)


def _seen(chronicle: Chronicle, lens: Lens, stance: Stance, entry: int) -> Situation:
    """The parts that a look back has too."""
    view = lens.view
    return Situation(
        entry=entry,
        stamp=chronicle.serial,
        seat=stance.seat,
        acting=lens.seat,
        eyes=stance.eyes,
        open=lens.bare,
        waiting=list(view.seats),
        thinking=stance.thinking,
        path=list(view.path),
        place=list(lens.game.flow.spoken(view.path)),
        turn=turn_of(view.path, lens.game.seats),
        prompt=view.prompt,
        case=view.case,
        legal=[],
        weighing=False,
        battle=chronicle.match.game.battle_in(view.position),
        left=[],
        unspent=[],
        sole=None,
        undo=Undo(possible=False, why="this is a look back"),
        redo=False,
        outcome=view.position.outcome,
        players=list(chronicle.header.players),
        live=False,
    )


def undo_of(match: Match, seat: int | None) -> Undo:
    """Whether the last order of `seat` can be taken back."""
    if seat is None:
        return Undo(possible=False, why="a spectator gives no orders")
    try:
        match.undoable(seat)
    except CannotUndo as reason:
        return Undo(possible=False, why=str(reason))
    return Undo(possible=True)
