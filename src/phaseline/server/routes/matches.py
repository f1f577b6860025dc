"""Matches: start, list, change, remove, take out, bring in, branch."""

from __future__ import annotations

from litestar import MediaType, Response, delete, get, patch, post
from litestar.params import FromPath, FromQuery, JSONBody

from phaseline.engine import record
from phaseline.server.problems import Wrong
from phaseline.server.rooms.house import Unopened
from phaseline.server.routes.served import Served
from phaseline.server.service import checked_pace, checked_title, summary
from phaseline.server.wire import BranchMatch, ChangeMatch, ImportMatch, NewMatch, Summary

LARGEST_RECORD = 8_000_000


@post("/api/matches", tags=["matches"])
async def start(service: Served, data: JSONBody[NewMatch]) -> Summary:
    """Start a match. Seats without a player are human; without a seed the dice are fresh."""
    return await service.start(data)


@get("/api/matches", tags=["matches"])
async def matches(service: Served) -> list[Summary]:
    """All matches, the latest first."""
    return await service.summaries()


@get("/api/matches/{match_id:str}", tags=["matches"])
async def match(service: Served, match_id: FromPath[str]) -> Summary:
    """One match."""
    return summary((await service.house.open(match_id)).room.header)


@delete("/api/matches/{match_id:str}", tags=["matches"])
async def remove(service: Served, match_id: FromPath[str]) -> None:
    """Remove a match for good."""
    await service.remove(match_id)


@patch("/api/matches/{match_id:str}", tags=["matches"])
async def change(service: Served, match_id: FromPath[str], data: JSONBody[ChangeMatch]) -> Summary:
    """Change a match's title, its players (a computer for a person and back) or the pace of its computers."""
    room = (await service.house.open(match_id)).room
    if data.players is not None and any(player.kind == "remote" for player in room.players):
        raise Wrong("the players of a match by mail stay who they are", status=403, field="players")
    players = None if data.players is None else service.players(room.match.game, data.players)
    return summary(
        await room.change(
            title=None if data.title is None else checked_title(data.title),
            players=players,
            pace=None if data.pace is None else checked_pace(data.pace),
        )
    )


@get("/api/matches/{match_id:str}/record", tags=["matches"], media_type=MediaType.TEXT)
async def whole_record(service: Served, match_id: FromPath[str]) -> Response[str]:
    """The whole record, which holds every secret: of a match that is open or over.

    Of a match that cannot be opened any more, it is what is stored, unverified and without the seed: to play it on with
    the version of the program that it was played with. One that lacks nothing but a data pack keeps its secrets.
    """
    try:
        room = (await service.house.open(match_id)).room
    except Unopened as unopened:
        if unopened.sealed:
            raise
        return _text(await service.house.rescued(match_id), "rescued.match")
    async with room.at_rest():
        if not room.bare:
            raise Wrong(
                "a record holds every secret of its match, so it must wait until the match is over",
                status=403,
                hint=f"/api/matches/{match_id}/transcript?seat=N is what one seat knows",
            )
        return _text(record.dump(room.match), f"{room.header.game}-{room.header.scenario}.match")


@get("/api/matches/{match_id:str}/transcript", tags=["matches"], media_type=MediaType.TEXT)
async def transcript(
    service: Served, match_id: FromPath[str], seat: FromQuery[int | None] = None
) -> Response[str]:
    """What one seat (without it: a spectator) knows of a match, as a text for people."""
    room = (await service.house.open(match_id)).room
    if seat is not None and not 0 <= seat < len(room.match.game.seats):
        raise Wrong(f"the seats are 0 to {len(room.match.game.seats) - 1}", field="seat")
    async with room.at_rest():
        if seat is not None and not room.bare and seat not in room.humans():
            raise Wrong("what the computer knows is hidden until the match is over", status=403, field="seat")
        return _text(record.transcript(room.match, seat), f"{room.header.game}-{room.header.scenario}.txt")


@post("/api/matches/import", tags=["matches"], request_max_body_size=LARGEST_RECORD)
async def take_over(service: Served, data: JSONBody[ImportMatch]) -> Summary:
    """Go on with a record. It is replayed first, and every fingerprint in it must hold."""
    return await service.take_over(data)


@post("/api/matches/{match_id:str}/branch", tags=["matches"])
async def branch(service: Served, match_id: FromPath[str], data: JSONBody[BranchMatch]) -> Summary:
    """Try something else from an entry on: a new match, open to all, with dice of its own."""
    return await service.branch(match_id, data)


def _text(text: str, name: str) -> Response[str]:
    return Response(
        text, media_type=MediaType.TEXT, headers={"content-disposition": f'attachment; filename="{name}"'}
    )


HANDLERS = [start, matches, match, remove, change, whole_record, transcript, take_over, branch]
