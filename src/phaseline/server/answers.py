"""What a viewer's message is answered with."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import msgspec

from phaseline.ai.advice import adviser
from phaseline.engine.finality import Ahead, tried, what_follows
from phaseline.engine.match import Match
from phaseline.engine.orders import Order, begin, verb_of
from phaseline.engine.ordertext import in_words
from phaseline.server import wire
from phaseline.server.computers.pool import ThinkingFailed
from phaseline.server.notes import forget_moments, keep_note, notes
from phaseline.server.problems import Wrong
from phaseline.server.service import Service
from phaseline.server.viewing.battles import before, throws
from phaseline.server.viewing.charts import series
from phaseline.server.viewing.lens import Lens, Unseen
from phaseline.server.viewing.session import Session

SLOW = (
    wire.AskFinal,
    wire.AskForecast,
    wire.AskOverlay,
    wire.AskTable,
    wire.AskTurns,
    wire.AskOutlook,
    wire.AskAt,
    wire.AskSeries,
    wire.AskBefore,
    wire.AskLuck,
    wire.AskPlan,
    wire.AskHint,
    wire.AskQuestion,
)
"""Messages whose answers may take a while; meanwhile others are answered."""
SAMPLES = 12
"""So many possible truths are asked for the answer to a question."""

Answer = Callable[[Service, Session, Any], Awaitable[wire.Reply]]


async def answer(service: Service, session: Session, ask: wire.Ask) -> wire.Reply:
    """The reply to a message. Raises `Wrong`, `Refused`."""
    try:
        return await _ANSWERS[type(ask)](service, session, ask)
    except Unseen as error:
        raise Wrong(str(error), status=403) from error


# -- orders ----------------------------------------------------------------------------------------------------------


async def _order(_: Service, session: Session, ask: wire.GiveOrder) -> wire.Reply:
    def giving() -> None:
        choices = session.choices()
        if (ask.verb is None) == (ask.text is None):
            raise Wrong("an order is given either by `verb` and `values` or as `text`", field="verb")
        order = choices.parse(ask.text) if ask.text is not None else choices.order(ask.verb or "", ask.values)
        session.room.submit(session.giver(), order, entry=ask.entry, stamp=ask.stamp)

    return wire.OrderReply(id=ask.id, entry=await session.room.do(giving))


async def _undo(service: Service, session: Session, ask: wire.TakeBack) -> wire.Reply:
    entry = await session.room.do(lambda: session.room.undo(_undoer(session)))
    await forget_moments(service, session, entry)
    return wire.OrderReply(id=ask.id, entry=entry)


async def _redo(_: Service, session: Session, ask: wire.GiveAgain) -> wire.Reply:
    return wire.OrderReply(
        id=ask.id, entry=await session.room.do(lambda: session.room.redo(_undoer(session)))
    )


def _undoer(session: Session) -> int:
    seat = session.undoer()
    if seat is None or seat not in session.room.humans():
        raise Wrong("only who gives orders takes them back; take a seat first", status=403)
    return seat


async def _sit(_: Service, session: Session, ask: wire.Sit) -> wire.Reply:
    async with session.room.at_rest():
        session.sit(ask.seat)
    return wire.Reply(id=ask.id)


async def _hurry(_: Service, session: Session, ask: wire.Hurry) -> wire.Reply:
    room = session.room
    if not room.humans() or (session.acting() is None and not room.bare):
        raise Wrong("only who plays can hurry the computer; take a seat first", status=403)
    session.opened.players.hurry()
    return wire.Reply(id=ask.id)


# -- what may be ordered ---------------------------------------------------------------------------------------------


async def _values(_: Service, session: Session, ask: wire.AskValues) -> wire.Reply:
    async with session.room.at_rest():
        return wire.ValuesReply(id=ask.id, values=session.choices().values(ask.verb, ask.chosen))


async def _why(_: Service, session: Session, ask: wire.AskWhy) -> wire.Reply:
    async with session.room.at_rest():
        return wire.WhyReply(id=ask.id, refusal=session.choices().why(ask.verb, ask.chosen))


async def _path(_: Service, session: Session, ask: wire.AskPath) -> wire.Reply:
    async with session.room.at_rest():
        kind, chosen = _begun(session, ask.verb, ask.chosen)
        lens, seat = session.lens(), session.giver()
        found = (
            lens.game.aids.path(lens.sample, seat, kind, chosen)
            if session.choices().begins(kind, chosen)
            else None
        )
    if found is None:
        return wire.PathReply(id=ask.id, path=[], cost="")
    return wire.PathReply(id=ask.id, path=list(found.hexes), cost=found.cost)


async def _final(_: Service, session: Session, ask: wire.AskFinal) -> wire.Reply:
    async with session.room.at_rest():
        choices, seat = session.choices(), session.giver()
        order = choices.order(ask.verb, ask.chosen)
        legal = session.room.match.check(seat, order) is None
        sample = session.lens().sample
    if not legal:
        return wire.FinalReply(id=ask.id, final=False, onward="")
    found = await _aside(tried, sample, seat, order)
    return wire.FinalReply(id=ask.id, final=found.final, onward=found.onward)


def _begun(session: Session, verb: str, chosen: Sequence[Any]) -> tuple[type[Order], tuple[Any, ...]]:
    choices = session.choices()
    kind = choices.kind(verb)
    return kind, choices.read(kind, chosen)


# -- aids ------------------------------------------------------------------------------------------------------------


async def _forecast(_: Service, session: Session, ask: wire.AskForecast) -> wire.Reply:
    async with session.room.at_rest():
        begun = None if ask.verb is None else _begun(session, ask.verb, ask.chosen)
        if begun is not None and not session.choices().begins(*begun):
            return wire.ForecastReply(id=ask.id, forecast=None)
        lens = _filled(session.lens())
    kind, chosen = begun or (None, ())
    forecast = await _aside(lens.game.aids.forecast, lens.sample, lens.view, kind, chosen)
    return wire.ForecastReply(id=ask.id, forecast=forecast)


async def _overlay(_: Service, session: Session, ask: wire.AskOverlay) -> wire.Reply:
    async with session.room.at_rest():
        lens = _filled(session.lens())
    _check(lens, "unit", ask.unit)
    try:
        overlay = await _aside(lens.game.aids.overlay, lens.sample, lens.view, ask.key, ask.unit)
    except LookupError as error:
        raise Wrong(str(error), field="key") from error
    return wire.OverlayReply(id=ask.id, overlay=overlay)


async def _hex(_: Service, session: Session, ask: wire.AskHex) -> wire.Reply:
    async with session.room.at_rest():
        lens = _filled(session.lens())
        _check(lens, "hex", ask.hex)
        return wire.HexReply(id=ask.id, hex=lens.game.aids.hex_text(lens.sample, lens.view, ask.hex))


async def _reach(_: Service, session: Session, ask: wire.AskReach) -> wire.Reply:
    async with session.room.at_rest():
        return wire.ReachReply(id=ask.id, hexes=session.choices().reach())


async def _table(_: Service, session: Session, ask: wire.AskTable) -> wire.Reply:
    async with session.room.at_rest():
        lens = session.lens()
        view = lens.view
    aids = lens.game.aids
    make = aids.order_of_battle if ask.key == "order_of_battle" else aids.arrivals
    return wire.TableReply(id=ask.id, table=await _aside(make, lens.scenario, view))


async def _turns(_: Service, session: Session, ask: wire.AskTurns) -> wire.Reply:
    async with session.room.at_rest():
        lens = session.lens()
        view = lens.view
    return wire.TurnsReply(id=ask.id, turns=await _aside(lens.game.aids.turns, lens.scenario, view))


async def _briefing(_: Service, session: Session, ask: wire.AskBriefing) -> wire.Reply:
    async with session.room.at_rest():
        lens = session.lens()
    return wire.BriefingReply(id=ask.id, briefing=lens.game.aids.briefing(lens.scenario, lens.seat))


async def _outlook(_: Service, session: Session, ask: wire.AskOutlook) -> wire.Reply:
    async with session.room.at_rest():
        lens = _filled(session.lens())
    outlook = await _aside(lens.game.aids.standing, lens.sample, lens.view)
    ahead = Ahead("") if lens.seat is None else await _aside(what_follows, lens.sample, lens.seat)
    return wire.OutlookReply(id=ask.id, outlook=outlook, follows=ahead.title, more=ahead.more)


async def _question(_: Service, session: Session, ask: wire.AskQuestion) -> wire.Reply:
    async with session.room.at_rest():
        lens = session.lens()
        states = [lens.another(number) for number in range(1 if lens.bare else SAMPLES)]
    function = lens.game.questions.get(ask.question)
    if function is None:
        known = ", ".join(sorted(lens.game.questions)) or "none"
        raise Wrong(
            f'there is no question "{ask.question}"; {lens.game.title} answers: {known}', field="question"
        )
    try:
        answers = await _aside(
            lambda: [
                msgspec.json.encode(msgspec.to_builtins(function(state, ask.args), str_keys=True))
                for state in states
            ]
        )
    except (LookupError, ValueError, TypeError) as error:
        raise Wrong(f"{ask.question}: {error}", field="args") from error
    tally = Counter(answers).most_common()
    return wire.AnswerReply(id=ask.id, answer=msgspec.json.decode(tally[0][0]), guessed=len(tally) > 1)


def _filled(lens: Lens) -> Lens:
    """The lens with its view and sample made, while nothing changes."""
    _ = lens.view, lens.sample
    return lens


def _check(lens: Lens, sort: str, value: int | None) -> None:
    """Raises `Wrong` for a number that names nothing."""
    if value is None:
        return
    try:
        known = value >= 0 and (sort != "hex" or bool(lens.scenario.map.on_map >> value & 1))
        if known:
            lens.scenario.lexicon[sort].token(value)
    except (LookupError, ValueError):
        known = False
    if not known:
        raise Wrong(f"there is no {sort} {value}", field=sort)


async def _aside(work: Callable[..., Any], *args: Any) -> Any:
    """Do something that may take long where it stops nobody."""
    return await asyncio.to_thread(work, *args)


# -- looking back ----------------------------------------------------------------------------------------------------


async def _at(_: Service, session: Session, ask: wire.AskAt) -> wire.Reply:
    async with session.room.at_rest():
        return wire.AtReply(id=ask.id, state=await _aside(session.state_after, ask.entry))


async def _series(_: Service, session: Session, ask: wire.AskSeries) -> wire.Reply:
    room = session.room
    async with room.at_rest():
        seat = None if room.bare else session.lens().seat
        lines = await _aside(lambda: series(room.match, room.history, seat, bare=room.bare))
    return wire.SeriesReply(id=ask.id, series=lines)


async def _before(_: Service, session: Session, ask: wire.AskBefore) -> wire.Reply:
    room = session.room
    async with room.at_rest():
        last = len(room.match.entries) - 1
        if not 1 <= ask.entry <= last:
            raise Wrong(f"orders are numbered 1 to {last}", field="entry")
        seat = None if room.bare else session.lens().seat
        found = await _aside(
            lambda: before(room.match, room.history, seat, ask.entry, ask.hex, bare=room.bare)
        )
    return wire.ForecastReply(id=ask.id, forecast=found)


async def _luck(_: Service, session: Session, ask: wire.AskLuck) -> wire.Reply:
    room = session.room
    async with room.at_rest():
        seat = None if room.bare else session.lens().seat
        found = await _aside(lambda: list(throws(room.match, room.history, seat, bare=room.bare)))
    return wire.LuckReply(id=ask.id, throws=found)


# -- advice ----------------------------------------------------------------------------------------------------------


async def _plan(_: Service, session: Session, ask: wire.AskPlan) -> wire.Reply:
    room = session.room
    seats = [seat for seat, player in enumerate(room.players) if player.kind == "agent"]
    if ask.seat is not None:
        seats = [seat for seat in seats if seat == ask.seat]
    if not seats:
        raise Wrong("no computer plays there", field="seat")
    if not room.bare:
        raise Wrong(
            "what the computer means to do is hidden until the match is over",
            status=403,
            hint="in an open match it can be asked at any time",
        )
    plans = room.plans  # of thoughts about positions that are kept
    lines = [line for seat in seats for line in plans.get(seat, [])]
    return wire.PlanReply(id=ask.id, plan=lines or ["This computer player says nothing of its plans."])


async def _hint(_: Service, session: Session, ask: wire.AskHint) -> wire.Reply:
    room = session.room
    async with room.at_rest():
        seat = session.giver()
        if room.match.decision is None or seat not in room.match.decision.seats:
            return wire.HintReply(id=ask.id, hint=None)
        advice = session.opened.players.advice(seat, _adviser(room.match))
    try:
        thought = await advice
    except ThinkingFailed as error:
        raise Wrong(f"no hint could be worked out: {error}", status=503) from error
    begun = begin(thought.order, room.match.game.flow.order_types(), room.match.scenario.lexicon)
    hint = wire.Suggestion(
        text=thought.order,
        told=in_words(begun.kind, begun.values, room.match.scenario.lexicon),
        verb=verb_of(begun.kind),
        values=list(begun.values),
        reasons=thought.plan,
    )
    return wire.HintReply(id=ask.id, hint=hint)


def _adviser(match: Match) -> str:
    found = adviser(match)
    if found is None:
        raise Wrong("no computer player that could give a hint is installed", status=404)
    return found


_ANSWERS: dict[type[wire.Ask], Answer] = {
    wire.GiveOrder: _order,
    wire.TakeBack: _undo,
    wire.GiveAgain: _redo,
    wire.Sit: _sit,
    wire.Hurry: _hurry,
    wire.AskValues: _values,
    wire.AskWhy: _why,
    wire.AskPath: _path,
    wire.AskFinal: _final,
    wire.AskForecast: _forecast,
    wire.AskOverlay: _overlay,
    wire.AskHex: _hex,
    wire.AskReach: _reach,
    wire.AskTable: _table,
    wire.AskTurns: _turns,
    wire.AskBriefing: _briefing,
    wire.AskOutlook: _outlook,
    wire.AskAt: _at,
    wire.AskSeries: _series,
    wire.AskBefore: _before,
    wire.AskLuck: _luck,
    wire.AskNotes: notes,
    wire.KeepNote: keep_note,
    wire.AskPlan: _plan,
    wire.AskHint: _hint,
    wire.AskQuestion: _question,
}
