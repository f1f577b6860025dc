"""The application: routes, errors, limits, the description of itself."""

from __future__ import annotations

import asyncio
import gc
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import msgspec
from litestar import Litestar, Request, Response
from litestar.config.compression import CompressionConfig
from litestar.di import Provide
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi import OpenAPIConfig
from litestar.types import ASGIApp, Empty
from sqlalchemy.exc import SQLAlchemyError

from phaseline import __version__
from phaseline.engine.plain import misread, read_json
from phaseline.server.describe import DescriptionPage
from phaseline.server.guard import Guard
from phaseline.server.office import Office
from phaseline.server.problems import Wrong, misfit
from phaseline.server.routes import about, live, mail, matches, page
from phaseline.server.settings import Settings
from phaseline.server.storage.trouble import complaint, trouble
from phaseline.server.wire import Problem

LOG = logging.getLogger(__name__)
LARGEST_BODY = 64_000
DESCRIPTION = (
    "Play classic hex wargames. Matches are played over a websocket, which docs/reference/wire.md describes."
)
BODY = "data"
"""What the framework calls the body of a request."""
UNMET = {
    404: Problem(error="there is nothing at this address", hint="/schema lists the addresses"),
    405: Problem(
        error="this address does not answer to this method", hint="/schema lists the methods of each address"
    ),
    413: Problem(
        error="the body of the request is too large", hint="it may have 64 kB, a record or mail 8 MB"
    ),
}


def make_app(settings: Settings) -> ASGIApp:
    """The application, guarded."""
    office = Office(settings)

    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        warming = asyncio.create_task(_warm(office)) if settings.warm else None
        try:
            yield
        finally:
            if warming is not None:
                warming.cancel()
                await asyncio.wait({warming})
            await office.close()

    app = Litestar(
        [*about.HANDLERS, *matches.HANDLERS, *mail.HANDLERS, *live.HANDLERS, *page.handlers()],
        dependencies={"service": Provide(lambda: office, sync_to_thread=False)},
        lifespan=[lifespan],
        exception_handlers={
            Wrong: _wrong,
            HTTPException: _http,
            SQLAlchemyError: _database,
            Exception: _fault,
        },
        request_class=CheckedRequest,
        request_max_body_size=LARGEST_BODY,
        compression_config=CompressionConfig(backend="gzip", minimum_size=1000, gzip_compress_level=6),
        openapi_config=OpenAPIConfig(
            title="Phaseline",
            version=__version__,
            description=DESCRIPTION,
            render_plugins=[DescriptionPage()],
        ),
        logging_config=None,
    )
    return Guard(app, settings.hosts)


class CheckedRequest(Request[Any, Any, Any]):
    """A request whose body may be anything: what cannot be read is the client's fault, and told so."""

    async def json(self) -> Any:
        """The body. Raises `Wrong`."""
        if self._json is Empty:
            body = await self.body() or b"null"
            try:
                self._json = self._connection_state.json = read_json(body)
            except msgspec.DecodeError as error:
                raise Wrong(f"the body cannot be read: {misread(error, body, Any)}") from error
        return self._json

    @property
    def written(self) -> Any:
        """The body as far as it has been read; None before."""
        found = self._connection_state.json
        return None if found is Empty else found


async def _warm(office: Office) -> None:
    """Load all games, and draw the maps that the lobby shows."""
    await asyncio.to_thread(_load, office)
    await office.catalogue.draw()


def _load(office: Office) -> None:
    """Load all games. They stay, so the garbage collector need not look through them every time: a tenth of a second."""
    office.catalogue.warm()
    gc.collect()
    gc.freeze()


def _wrong(_: Request[Any, Any, Any], error: Wrong) -> Response[Problem]:
    return _response(error.status, Problem(error=error.error, field=error.field, hint=error.hint))


def _http(request: Request[Any, Any, Any], error: HTTPException) -> Response[Problem]:
    if isinstance(error, ValidationException) and isinstance(error.extra, list) and error.extra:
        return _wrong(request, _unfit(request, error.extra[0]))
    plain = Problem(error=error.detail or "this cannot be done")
    return _response(error.status_code, UNMET.get(error.status_code, plain))


def _unfit(request: Request[Any, Any, Any], fault: dict[str, Any]) -> Wrong:
    """What does not fit in a request, by the first fault that was found with it."""
    place, said = fault.get("key"), str(fault.get("message"))
    if said == f"'{BODY}'":
        return Wrong("the request has no body", hint="send JSON; /schema describes it")
    body, kind, written = request.route_handler.parsed_data_field, None, None
    if fault.get("source") == "body" and body is not None and isinstance(request, CheckedRequest):
        kind, written = body.annotation, request.written
    message = said if place in {None, BODY} else f"{said} - at `$.{place}`"
    return misfit(message, kind, written, "/schema describes the fields", strict=False)


def _database(request: Request[Any, Any, Any], error: SQLAlchemyError) -> Response[Problem]:
    LOG.error("%s %s: %s", request.method, request.url.path, complaint(error))
    return _wrong(request, trouble(error))


def _fault(request: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    LOG.error("%s %s", request.method, request.url.path, exc_info=error)
    return _response(500, Problem(error="the service is at fault", hint="its log says more"))


def _response(status: int, problem: Problem) -> Response[Problem]:
    return Response(problem, status_code=status)
