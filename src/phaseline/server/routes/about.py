"""What there is: games, rules, maps."""

from __future__ import annotations

from typing import Any

from litestar import MediaType, Request, Response, get
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath

from phaseline.server.routes.served import Served
from phaseline.server.wire import About, MapData, Rules


@get("/api/about", tags=["games"], sync_to_thread=True)
def about(service: Served) -> About:
    """The games with their scenarios and options, and the computer players."""
    return service.catalogue.about


@get("/api/games/{game:str}/rules", tags=["games"], sync_to_thread=True)
def rules(service: Served, game: FromPath[str]) -> Rules:
    """All cases of a game's rulebook in our own words, in its order."""
    return service.catalogue.rules(game)


@get(
    "/api/games/{game:str}/scenarios/{scenario:str}/map",
    tags=["games"],
    responses={
        200: ResponseSpec(MapData, description="The map"),
        304: ResponseSpec(None, description="It is what you have"),
    },
)
async def map_(
    service: Served, request: Request[Any, Any, Any], game: FromPath[str], scenario: FromPath[str]
) -> Response[bytes]:
    """A scenario's map: its drawing, its hexes, its units. Options of the game go into the query, and data packs as `pack`.

    The answer may be kept: its entity tag changes when the map does.
    """
    query = request.query_params
    options = {name: value for name, value in query.items() if name != "pack"}
    body = await service.catalogue.map(game, scenario, options, query.getall("pack", []))
    tag = f'"{body.tag}"'
    headers = {"etag": tag, "cache-control": "no-cache"}
    if tag in request.headers.get("if-none-match", ""):
        return Response(b"", status_code=304, headers=headers)
    return Response(body.json, media_type=MediaType.JSON, headers=headers)


HANDLERS = [about, rules, map_]
