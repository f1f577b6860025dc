"""The websocket of a viewer: it is sent what it sees, and what it asks is answered."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath
from sqlalchemy.exc import SQLAlchemyError

from phaseline.engine.plain import misread, read_json
from phaseline.server.answers import SLOW, answer
from phaseline.server.guard import Allowance
from phaseline.server.problems import Refused, Wrong, misfit
from phaseline.server.rooms.room import Closed
from phaseline.server.routes.served import Served
from phaseline.server.service import Service
from phaseline.server.storage.trouble import complaint, trouble
from phaseline.server.viewing.session import Session
from phaseline.server.wire import AnyAsk, Ask, ErrorMessage, Output, RefusedMessage

LOG = logging.getLogger(__name__)
LONGEST = 20_000
"""Characters of a message; an order has a few dozen."""
RATE, BURST = 40.0, 400
AT_ONCE = 4
"""So many slow questions of one viewer may be worked on at once."""
REFUSED = 4403
COME_AGAIN = 1012


@websocket("/api/matches/{match_id:str}/live")
async def live(socket: WebSocket[Any, Any, Any], service: Served, match_id: FromPath[str]) -> None:
    """See a match and play it. The query: `seat` (without it one is a spectator), `since` (first entry to be told of)."""
    await socket.accept()
    try:
        seat, since = _number(socket, "seat"), _number(socket, "since")
        opened = await service.house.enter(match_id)
    except Wrong as wrong:
        await _send(socket, _error(None, wrong))
        await socket.close(REFUSED, _in_short(wrong.error))
        return
    try:
        session = Session(opened, seat, since or 0)
        viewer = _Viewer(socket, service, session)
        opened.room.onlookers.add(session)
        try:
            await viewer.run()
        finally:
            opened.room.onlookers.discard(session)
    except Wrong as wrong:
        await _send(socket, _error(None, wrong))
        await socket.close(REFUSED, _in_short(wrong.error))
    except WebSocketDisconnect:
        LOG.debug("a viewer of %s has gone", match_id)
    finally:
        service.house.leave(opened)


class _Viewer:
    """The two directions of one connection."""

    def __init__(self, socket: WebSocket[Any, Any, Any], service: Service, session: Session) -> None:
        self._socket = socket
        self._service = service
        self._session = session
        self._allowance = Allowance(RATE, BURST)
        self._slow = asyncio.Semaphore(AT_ONCE)
        self._answering = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """Send and receive until the viewer goes or the room is closed."""
        telling = asyncio.ensure_future(self._tell())
        hearing = asyncio.ensure_future(self._hear())
        try:
            done, _ = await asyncio.wait({telling, hearing}, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        finally:
            tasks = {telling, hearing, *self._tasks}
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _tell(self) -> None:
        try:
            while True:
                for message in await self._session.news():
                    await _send(self._socket, message)
        except Closed:
            async with self._answering:  # whoever asked hears first what became of it
                await self._socket.close(COME_AGAIN, "the match is read anew")

    async def _hear(self) -> None:
        while True:
            text = await self._socket.receive_text()
            while not self._allowance.take():
                await asyncio.sleep(1 / RATE)  # the client's messages wait in its own connection
            ask = self._read(text)
            if isinstance(ask, ErrorMessage):
                await _send(self._socket, ask)
            elif isinstance(ask, SLOW):
                task = asyncio.ensure_future(self._answer_slowly(ask))
                self._tasks.add(task)
                task.add_done_callback(self._answered)
            else:
                async with self._answering:
                    await self._answer(ask)

    def _read(self, text: str) -> AnyAsk | ErrorMessage:
        if len(text) > LONGEST:
            return ErrorMessage(
                id=None, error=f"a message may have {LONGEST} characters, this one has {len(text)}"
            )
        try:
            ask: AnyAsk = read_json(text, AnyAsk)
        except msgspec.DecodeError as error:
            return _error(_id_of(text), _wrong_message(error, text))
        return ask

    def _answered(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if isinstance(error, OSError | WebSocketDisconnect):  # nobody is there to be answered
            LOG.debug("a viewer of %s has gone before its answer came", self._session.room.id)
        elif error is not None:
            LOG.error("match %s: an answer could not be sent", self._session.room.id, exc_info=error)

    async def _answer_slowly(self, ask: Ask) -> None:
        async with self._slow:
            await self._answer(ask)

    async def _answer(self, ask: Ask) -> None:
        try:
            reply: Output = await answer(self._service, self._session, ask)
        except Refused as refusal:
            reply = RefusedMessage(id=ask.id, case=refusal.case, text=refusal.text)
        except Wrong as wrong:
            reply = _error(ask.id, wrong)
        except SQLAlchemyError as error:
            LOG.error("match %s: %s", self._session.room.id, complaint(error))
            reply = _error(ask.id, trouble(error))
        except Exception:  # whatever is at fault here, the viewer must hear of it and may go on
            LOG.exception("match %s: %s", self._session.room.id, ask)
            reply = _error(ask.id, Wrong("the service is at fault", hint="its log says more"))
        await _send(self._socket, reply)


def _in_short(text: str) -> str:
    """What fits into the farewell of a websocket: 123 bytes."""
    return text.encode()[:120].decode(errors="ignore")


def _number(socket: WebSocket[Any, Any, Any], name: str) -> int | None:
    text = socket.query_params.get(name)
    if text is None or text == "":
        return None
    try:
        return int(text)
    except ValueError:
        raise Wrong(f"{name} is a whole number, not {text[:20]!r}", field=name) from None


def _wrong_message(error: msgspec.DecodeError, text: str) -> Wrong:
    """The fault of a message, with the field that it is in."""
    hint = "docs/reference/wire.md lists what may be sent"
    try:
        written = read_json(text)
    except msgspec.DecodeError as broken:  # it may be so only behind what does not fit
        return Wrong(misread(broken, text, Any), hint=hint)
    return misfit(str(error), AnyAsk, written, hint)


def _id_of(text: str) -> int | None:
    try:
        found = read_json(text)
    except msgspec.DecodeError:
        return None
    number = found.get("id") if isinstance(found, dict) else None
    return number if type(number) is int else None


def _error(ask: int | None, wrong: Wrong) -> ErrorMessage:
    return ErrorMessage(id=ask, error=wrong.error, field=wrong.field, hint=wrong.hint)


async def _send(socket: WebSocket[Any, Any, Any], message: Output) -> None:
    await socket.send_text(msgspec.json.encode(message).decode())


HANDLERS = [live]
