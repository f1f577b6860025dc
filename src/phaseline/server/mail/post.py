"""The user's matches by mail: offered, accepted, opened, played in a room like any other, and sent on."""

from __future__ import annotations

import asyncio
import secrets
from pathlib import Path
from typing import Literal

from phaseline.engine.match import Match
from phaseline.server.mail import chain
from phaseline.server.mail.identity import FILE, Identity, IdentityError
from phaseline.server.mail.letter import Letter, Offer, Tampered, read
from phaseline.server.problems import Wrong, not_found
from phaseline.server.rooms.chronicle import begun
from phaseline.server.rooms.room import Room
from phaseline.server.service import Service, checked_title, summary
from phaseline.server.storage.rows import Header, MailRow, now
from phaseline.server.storage.store import Taken
from phaseline.server.wire import MailFile, MailIdentity, MailSeat, MailState, NewMail, Player
from phaseline.wording.counts import several

SUFFIX = ".mail"
Status = Literal["offered", "offer", "yours", "ready", "theirs", "over"]


class Post:
    """Matches by mail of one service."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._one = asyncio.Lock()

    def me(self, name: str | None = None) -> Identity:
        """The user. Raises `Wrong`."""
        try:
            return Identity.kept_in(Path(self._service.settings.keys), name or "")
        except IdentityError as error:
            raise Wrong(str(error), status=503) from error

    def identity(self) -> MailIdentity:
        """The user's name and public key."""
        me = self.me()
        return MailIdentity(name=me.name, key=me.public)

    # -- what one can do ---------------------------------------------------------------------------------------------

    def offer(self, wanted: NewMail) -> MailFile:
        """A file that offers a match. Raises `Wrong`."""
        if wanted.packs:
            raise Wrong(
                "matches by mail are played without data packs",
                field="packs",
                hint="at one screen and against the computer they may be played with",
            )
        game, scenario = self._service.catalogue.scenario(wanted.game, wanted.scenario, wanted.options)
        if len(game.seats) != 2:
            raise Wrong("only games for two can be played by mail", field="game")
        if not 0 <= wanted.seat < 2:
            raise Wrong(f"the seats are 0 ({game.seats[0]}) and 1 ({game.seats[1]})", field="seat")
        me = self.me(wanted.name)
        offer = Offer(
            id=secrets.token_hex(8),
            title=checked_title(wanted.title or f"{game.title}: {scenario.title}"),
            game=game.key,
            scenario=scenario.key,
            options=self._service.catalogue.chosen(scenario),
            rules=game.version,
            data=scenario.digest,
            created=now(),
            seat=wanted.seat,
            name=me.name,
            key=me.public,
        )
        letter = chain.offered(offer, me)
        return self._file(letter, self._state(letter, me, None, None, "Send this file to your opponent."))

    async def accept(self, text: str, name: str | None) -> MailState:
        """Accept the offer in a file, and start its match here. Raises `Wrong`."""
        letter, me = await self._opened(text), self.me(name)
        if letter.acceptance is not None:
            raise Wrong("this match is accepted already", field="text", hint="open the file instead")
        if letter.offer.key == me.public:
            raise Wrong("this is your own offer: somebody else has to accept it", field="text")
        async with self._one:
            if await self._known_of(letter) is not None:
                raise Wrong(
                    "you have accepted this offer already",
                    field="text",
                    hint="open the file to see who has to decide",
                )
            letter = chain.accepted(letter, me, 1 - letter.offer.seat)
            await self._keep(letter, me, await self._match(letter, me))
        return await self.state(letter.offer.id, "Accepted.")

    async def open(self, text: str) -> MailState:
        """Open a file: check it, and carry out what is new in it. Raises `Wrong`."""
        letter, me = await self._opened(text), self.me()
        if letter.acceptance is None and await self._known_of(letter) is not None:
            mine = letter.offer.key == me.public
            news = (
                "This offer of yours has been accepted; there is a newer file."
                if mine
                else "You have accepted this offer already."
            )
            return await self.state(letter.offer.id, news)
        if letter.acceptance is None:
            own = letter.offer.key == me.public
            news = (
                "Nobody has accepted this offer of yours yet."
                if own
                else "This is an offer that you may accept."
            )
            return self._state(letter, me, None, None, news)
        async with self._one:
            known = await self._known_of(letter)
            news = _compared(letter, None if known is None else _read(known.letter))
            if known is None or len(letter.parts) > len(_read(known.letter).parts):
                match = await self._match(letter, me)
                if known is not None:
                    await self._check_all_sent(known)
                await self._keep(letter, me, match)
        return await self.state(letter.offer.id, news)

    async def state(self, match_id: str, news: str = "") -> MailState:
        """How a match by mail stands. Raises `Wrong`."""
        row, letter, me = await self._mine(match_id)
        room = await self._room(match_id)
        async with room.at_rest():
            return self._state(letter, me, row, room, news)

    async def send(self, match_id: str) -> MailFile:
        """The file to send: with the user's orders sealed, if they are not yet. Raises `Wrong`."""
        async with self._one:
            row, letter, me = await self._mine(match_id)
            room = await self._room(match_id)
            async with room.at_rest():
                decision = room.match.decision
                if decision is not None and row.seat in decision.seats:
                    raise Wrong(
                        f"you still have to decide: {decision.prompt}",
                        status=409,
                        hint="the file can be sent when it is the other's turn",
                    )
                orders = _orders(room.match, row.entries + 1)
                if orders:
                    letter = chain.with_part(letter, me, row.seat, orders, room.match.position.digest())
                    # Reading back what was just sealed proves that the other side will come to the same position.
                    await self._keep(letter, me, await self._match(letter, me))
        state = await self.state(match_id, "Send this file to your opponent.")
        return self._file(letter, state)

    # -- inside ------------------------------------------------------------------------------------------------------

    async def _known(self, match_id: str) -> MailRow | None:
        return await self._service.keeper.run(self._service.keeper.store.mail, match_id)

    async def _opened(self, text: str) -> Letter:
        """The file, checked, of a match that can be played here. Raises `Wrong`."""
        letter = await self._service.catalogue.run(_read, text)
        game = self._service.catalogue.game(letter.offer.game)
        if len(game.seats) != 2:
            raise Wrong("only games for two can be played by mail", status=422, field="text")
        return letter

    async def _known_of(self, letter: Letter) -> MailRow | None:
        """What is kept of the match in a file; None when it is new. Raises `Wrong` when its id is that of another."""
        row = await self._known(letter.offer.id)
        if row is not None and _read(row.letter).heads()[0] != letter.heads()[0]:
            raise _taken()
        return row

    async def _row(self, match_id: str) -> MailRow:
        row = await self._known(match_id)
        if row is None:
            raise not_found("there is no match of this id that is played by mail")
        return row

    async def _mine(self, match_id: str) -> tuple[MailRow, Letter, Identity]:
        """What is kept of a match, its file, and the user, who plays in it. Raises `Wrong`."""
        row, me = await self._row(match_id), self.me()
        letter = _read(row.letter)
        if chain.seat_of(letter, me) is None:
            raise Wrong("your key is not the one with which you began this match", status=409, hint=self._key)
        return row, letter, me

    async def _room(self, match_id: str) -> Room:
        """The room of a match as it is stored: `phaseline mail` may have gone on with it while the service runs. Raises `Wrong`."""
        house, keeper = self._service.house, self._service.keeper
        room = (await house.open(match_id)).room
        async with room.at_rest():
            stored = await keeper.run(keeper.store.header, match_id)
            as_stored = stored is None or stored.changed == room.header.changed
        if as_stored:
            return room
        await house.close_room(match_id)
        return (await house.open(match_id)).room

    @property
    def _key(self) -> str:
        return f"put the copy of your {FILE} back into {self._service.settings.keys}"

    async def _match(self, letter: Letter, me: Identity) -> Match:
        try:
            return await self._service.catalogue.run(chain.replayed, letter, me)
        except chain.NotYours as error:
            raise Wrong(
                str(error), status=422, field="text", hint=f"if you began it with another key, {self._key}"
            ) from error
        except Tampered as error:
            raise Wrong(str(error), status=422, field="text") from error

    async def _check_all_sent(self, known: MailRow) -> None:
        """The other side answers what was sent; orders that were not cannot be part of it."""
        room = await self._room(known.match_id)
        if room.header.orders > known.entries:
            raise Wrong(
                "this file does not go on from your last orders, which you have not sent",
                status=409,
                hint="take your orders back, then open the file again",
            )

    async def _keep(self, letter: Letter, me: Identity, match: Match) -> None:
        """Store the match as the letter has it, and have it read anew."""
        service, offer = self._service, letter.offer
        seat = chain.seat_of(letter, me)
        assert seat is not None
        names = letter.seats()
        players = tuple(
            Player(kind="human" if number == seat else "remote", name=names[number][0])
            for number in range(len(match.game.seats))
        )
        header = Header(
            id=offer.id,
            title=offer.title,
            game=offer.game,
            scenario=offer.scenario,
            options=offer.options,
            players=players,
            open=False,
            pace=0.0,
            seed=chain.dice_seed(letter, seat, len(letter.parts)),
            commitment="",
            rules=offer.rules,
            data=offer.data,
            orders=0,
            waiting=(),
            place=(),
            outcome=None,
            created=offer.created,
            changed=now(),
        )
        chronicle = await service.catalogue.run(begun, header, match)
        mail = MailRow(match_id=offer.id, seat=seat, entries=len(match.entries) - 1, letter=letter.write())
        try:
            await service.keeper.run(service.keeper.store.replace, chronicle.take_pending(), mail)
        except Taken as error:
            raise _taken() from error
        await service.house.close_room(offer.id)

    def _file(self, letter: Letter, state: MailState) -> MailFile:
        # The file that only accepts an offer lies beside the offer in many a folder: one is not to take the other's place.
        what = "0-accepted" if letter.acceptance is not None and not letter.parts else str(len(letter.parts))
        name = f"{letter.offer.game}-{letter.offer.scenario}-{letter.offer.id[:6]}-{what}{SUFFIX}"
        return MailFile(name=name, text=letter.write(), state=state)

    def _state(
        self, letter: Letter, me: Identity, row: MailRow | None, room: Room | None, news: str
    ) -> MailState:
        offer = letter.offer
        game = self._service.catalogue.game(offer.game)
        known = letter.seats()
        seats = [
            MailSeat(
                seat=number,
                title=title,
                name=known[number][0] if number in known else None,
                key=known[number][1] if number in known else None,
                you=number in known and known[number][1] == me.public,
            )
            for number, title in enumerate(game.seats)
        ]
        return MailState(
            status=_status(letter, me, row, room),
            id=offer.id,
            title=offer.title,
            game=offer.game,
            scenario=offer.scenario,
            seats=seats,
            parts=len(letter.parts),
            match=None if room is None else summary(room.header),
            news=news,
        )


def _status(letter: Letter, me: Identity, row: MailRow | None, room: Room | None) -> Status:
    """See `MailState.status`."""
    if row is None or room is None:
        return "offered" if letter.offer.key == me.public else "offer"
    decision = room.match.decision
    unsent = len(room.match.entries) - 1 > row.entries
    if decision is None:
        return "ready" if unsent else "over"
    if row.seat in decision.seats:
        return "yours"
    just_accepted = not letter.parts and row.seat != letter.offer.seat
    return "ready" if unsent or just_accepted else "theirs"


def _orders(match: Match, first: int) -> list[str]:
    """The orders from entry `first` on, in notation."""
    return [match.write(entry.order) for entry in match.entries[first:] if entry.order is not None]


def _compared(letter: Letter, known: Letter | None) -> str:
    """What a file brings that was not known. Raises `Wrong` when it is another story than the one known."""
    if known is None:
        return "The match is on." if not letter.parts else "The match is on; the other side has moved."
    new, old = letter.heads(), known.heads()
    shared = min(len(new), len(old))
    if new[:shared] != old[:shared]:
        _check_opponent(letter, known)
        part = next(number for number in range(shared) if new[number] != old[number])
        raise Wrong(
            f"this file tells another story than the one you know: it differs from part {max(part - 1, 0)} on, though "
            "it is signed; somebody has played that part twice",
            status=422,
            field="text",
            hint="ask your opponent for the file that goes on from the one you sent",
        )
    if len(new) < len(old):
        return f"This is an older copy: you know {several(len(known.parts), 'part')}, it has {len(letter.parts)}."
    if len(new) == len(old):
        return "Nothing in it is new."
    return "The other side has moved."


def _check_opponent(letter: Letter, known: Letter) -> None:
    """Whether a file of the same offer is of the opponent one plays. Raises `Wrong` when somebody else has accepted it as well."""
    other, mine = letter.acceptance, known.acceptance
    if other is None or mine is None or other.key == mine.key:
        return
    raise Wrong(
        f"{other.name} (key {other.key[:16]}) has accepted this offer as well; your match is the one with {mine.name} "
        f"(key {mine.key[:16]})",
        status=422,
        field="text",
        hint=f"an offer is for one opponent: offer {other.name} a match of their own",
    )


def _taken() -> Wrong:
    return Wrong(
        "another match here has the id of this one; nothing was changed",
        status=409,
        field="text",
        hint="ask for a new offer",
    )


def _read(text: str) -> Letter:
    try:
        return read(text)
    except Tampered as error:
        raise Wrong(str(error), status=422, field="text") from error
