"""Play by mail: a sealed file that goes to and fro.

How a match by mail is played from the page:

1. `POST /api/mail/offer` gives a file to send to the other player.
2. The other gives it to `POST /api/mail/accept`. A match of `status` `yours`, `ready` or `theirs` comes of it.
3. Whoever has to decide (`yours`) plays in the match's room, by websocket as ever, until the status is `ready`.
4. `POST /api/mail/{id}/send` seals the orders and gives the file to send.
5. The other gives every file that comes to `POST /api/mail/open`, which says what is wrong with one that was changed.
"""

from __future__ import annotations

from litestar import get, post
from litestar.params import FromPath, JSONBody

from phaseline.server.mail.letter import LARGEST
from phaseline.server.routes.served import Served
from phaseline.server.wire import MailFile, MailIdentity, MailState, MailText, NewMail


@get("/api/mail/me", tags=["mail"], sync_to_thread=False)
def identity(service: Served) -> MailIdentity:
    """Who the user is by mail; made the first time."""
    return service.post.identity()


@post("/api/mail/offer", tags=["mail"], sync_to_thread=False)
def offer(service: Served, data: JSONBody[NewMail]) -> MailFile:
    """Offer a match: a file to send to the other player. Nothing is kept here until it comes back accepted."""
    return service.post.offer(data)


@post("/api/mail/accept", tags=["mail"], request_max_body_size=LARGEST)
async def accept(service: Served, data: JSONBody[MailText]) -> MailState:
    """Accept the offer in a file: its match starts here."""
    return await service.post.accept(data.text, data.name)


@post("/api/mail/open", tags=["mail"], request_max_body_size=LARGEST, status_code=200)
async def open_(service: Served, data: JSONBody[MailText]) -> MailState:
    """Open a file that came by mail: every signature and every order in it is checked, what is new is carried out.

    422 says which part was changed, and by whom it is signed.
    """
    return await service.post.open(data.text)


@get("/api/mail/{match_id:str}", tags=["mail"])
async def state(service: Served, match_id: FromPath[str]) -> MailState:
    """How a match by mail stands; 404 for a match that is none."""
    return await service.post.state(match_id)


@post("/api/mail/{match_id:str}/send", tags=["mail"], status_code=200)
async def send(service: Served, match_id: FromPath[str]) -> MailFile:
    """The file to send to the other player, with one's orders sealed. Sealed orders cannot be taken back.

    409 as long as one still has to decide. Asked again, it gives the same file.
    """
    return await service.post.send(match_id)


HANDLERS = [identity, offer, accept, open_, state, send]
