"""The service as a whole: the store, the rooms, the computer players, and what is made once and used often."""

from __future__ import annotations

import secrets
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from phaseline.ai import registry as agents
from phaseline.engine import record
from phaseline.engine.dice import SeededDice, commitment
from phaseline.engine.game import Game, Scenario
from phaseline.engine.installed import CannotLoad
from phaseline.engine.match import Match
from phaseline.engine.packs import DataPack
from phaseline.server.catalogue import Catalogue
from phaseline.server.computers.pool import Computers
from phaseline.server.packs import Packs
from phaseline.server.problems import Wrong, not_found
from phaseline.server.rooms.chronicle import begun, lacking, player_names
from phaseline.server.rooms.house import House, Opened
from phaseline.server.rooms.keeper import Keeper
from phaseline.server.settings import Settings
from phaseline.server.storage.rows import Damaged, Header, now
from phaseline.server.storage.store import Store
from phaseline.server.wire import BranchMatch, ImportMatch, NewMatch, Player, Summary
from phaseline.server.wire.base import LONGEST_NAME, LONGEST_TITLE

HUMAN = Player(kind="human")
LONGEST_PACE = 60.0


class Service:
    """What the routes work with. `close` must follow. Raises `DataError` for a data pack that cannot be used."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.packs = Packs.read(settings.packs)
        self.keeper = Keeper(Store(settings.url))
        self.computers = Computers(settings.workers, self.packs)
        self.house = House(self.keeper, self.computers, settings.budget, self.packs)
        self.catalogue = Catalogue(self.keeper, self.packs)
        self._lacking: dict[str, str] = {}

    async def close(self) -> None:
        """Stop everything in good order."""
        await self.house.close()
        await self.computers.close()
        await self.catalogue.close()
        self.keeper.close()

    # -- matches -----------------------------------------------------------------------------------------------------

    async def start(self, wanted: NewMatch) -> Summary:
        """Start a match. Raises `Wrong`."""
        game, scenario = self.catalogue.scenario(wanted.game, wanted.scenario, wanted.options, wanted.packs)
        players = self.players(game, wanted.players)
        seed = _seed(wanted.seed)
        header = self._header(
            game, scenario, players, seed, title=wanted.title, open=wanted.open, pace=wanted.pace
        )
        match = Match.new(game, scenario, seed=seed)
        return await self._keep(header, match)

    async def take_over(self, wanted: ImportMatch) -> Summary:
        """Go on with a record. Raises `Wrong`."""
        try:
            packs = self._packs_of(wanted.text)
            match = await self.catalogue.run(record.load, wanted.text, packs=packs)
        except (record.RecordError, CannotLoad) as error:
            raise Wrong(f"this record cannot be read: {error}", field="text") from error
        players = self.players(match.game, wanted.players or [])
        own = match.seed if isinstance(match.state.dice, SeededDice) else None
        header = self._header(
            match.game,
            match.scenario,
            players,
            own or SeededDice.fresh().seed,
            title=wanted.title,
            open=wanted.open,
            whole=own is not None,
        )
        return await self._keep(header, match)

    async def branch(self, match_id: str, wanted: BranchMatch) -> Summary:
        """A match of its own that goes on from an entry of another. Raises `Wrong`.

        It is open to all, unless the other still has secrets: then a person who plays against computers alone goes on
        against them, and nothing more is seen than before. Nor is it open where one person takes a side against computers:
        what is hidden in the game is hidden from who plays it.
        """
        room = (await self.house.open(match_id)).room
        watched = all(player.kind == "agent" for player in room.players)
        alone = len(room.humans()) == 1 and all(player.kind != "remote" for player in room.players)
        if wanted.players is not None and not room.bare and not watched:
            raise Wrong(
                "who plays goes on as it is while somebody's secrets are in the match",
                field="players",
                status=403,
                hint="leave `players` out, or wait until this match is over",
            )
        if not room.bare and not alone and not watched:
            raise Wrong(
                "a branch of it would be played by one person with what the other knows, so it must wait until this match "
                "is over",
                status=403,
                hint="an open match, and one against the computer, can be branched at any time",
            )
        bare = room.bare
        players = room.players if wanted.players is None else self.players(room.match.game, wanted.players)
        kinds = [player.kind for player in players]
        against = wanted.players is not None and kinds.count("human") == 1 and "agent" in kinds
        async with room.at_rest():
            if not 0 <= wanted.entry < len(room.match.entries):
                raise Wrong(f"entries are numbered 0 to {len(room.match.entries) - 1}", field="entry")
            match = await self.catalogue.run(room.match.branch, wanted.entry + 1)
        header = self._header(
            match.game,
            match.scenario,
            players,
            SeededDice.fresh().seed,
            title=wanted.title or _branched(room.header.title, wanted.entry),
            open=bare and not against,
            pace=room.header.pace if wanted.pace is None else wanted.pace,
            whole=False,
        )
        return await self._keep(header, match)

    async def remove(self, match_id: str) -> None:
        """Remove a match. Raises `Wrong`."""
        await self.house.close_room(match_id)
        if not await self.keeper.run(self.keeper.store.delete, match_id):
            raise not_found(f'there is no match "{match_id}"')

    async def summaries(self) -> list[Summary]:
        """All matches, the latest first."""
        headers = await self.keeper.run(self.keeper.store.headers)
        return [await self._listed(header) for header in headers]

    async def _listed(self, header: Header | Damaged) -> Summary:
        """A match in the list, with the data pack that is in the way of opening it."""
        listed = summary(header)
        if isinstance(header, Damaged) or not header.packs:
            return listed
        if header.id not in self._lacking:  # packs stay as they are while the service runs
            self._lacking[header.id] = await self.catalogue.run(lacking, header, self.packs)
        return replace(listed, lacks=self._lacking[header.id] or UNSET)

    def _packs_of(self, text: str) -> tuple[DataPack, ...]:
        """The data packs here that a record names. Raises `RecordError`."""
        marks = record.packs_of(text)
        game = record.game_of(text)
        missing = [mark for mark in marks if self.packs.nearest(game, mark) is None]
        if missing:
            raise Wrong(
                f"this record was made with the data pack {missing[0]}, which is not here",
                field="text",
                hint="start Phaseline again with --pack and the folder of this pack",
            )
        return self.packs.needed(game, marks)

    def players(self, game: Game[Any, Any], wanted: list[Player]) -> tuple[Player, ...]:
        """Who plays each seat; seats not spoken of are human. Raises `Wrong`."""
        if len(wanted) > len(game.seats):
            raise Wrong(f"{game.title} has {len(game.seats)} seats, not {len(wanted)}", field="players")
        known = [self._checked_player(game, player) for player in wanted]
        return (*known, *[HUMAN] * (len(game.seats) - len(wanted)))

    def _checked_player(self, game: Game[Any, Any], player: Player) -> Player:
        """The player with no more to it than belongs to its kind."""
        name = (player.name or "").strip()
        if len(name) > LONGEST_NAME or not name.isprintable():
            raise Wrong(f"a name is one line of at most {LONGEST_NAME} characters", field="players")
        self._check_player(game, player)
        return replace(player, name=name or None, agent=player.agent if player.kind == "agent" else None)

    def _check_player(self, game: Game[Any, Any], player: Player) -> None:
        if player.kind == "human":
            return
        if player.kind == "remote":
            raise Wrong(
                "whoever plays by mail does so with a file",
                field="players",
                hint="POST /api/mail/offer makes one",
            )
        name = player.agent
        known = ", ".join(agents.agents_for(game.key))
        if name is None:
            raise Wrong(
                "a computer player is named by its `agent`",
                field="players",
                hint=f"computer players here: {known}",
            )
        try:
            plays = agents.plays(name, game.key)
        except (LookupError, CannotLoad) as error:
            raise Wrong(str(error), field="players", hint=f"computer players here: {known}") from error
        if not plays:
            raise Wrong(
                f'"{name}" does not play {game.title}',
                field="players",
                hint=f"computer players here: {known}",
            )

    def _header(
        self,
        game: Game[Any, Any],
        scenario: Scenario,
        players: tuple[Player, ...],
        seed: bytes,
        *,
        title: str | None,
        open: bool,  # noqa: A002 - the word on the wire
        pace: float | None = None,
        whole: bool = True,
    ) -> Header:
        title = (title or "").strip() or _called(game, scenario)
        return Header(
            id=secrets.token_hex(8),
            title=checked_title(title),
            game=game.key,
            scenario=scenario.key,
            options=self.catalogue.chosen(scenario),
            players=players,
            open=open,
            pace=checked_pace(self.settings.pace if pace is None else pace),
            seed=seed,
            commitment=commitment(seed) if whole else "",
            rules=game.version,
            data=scenario.digest,
            packs=scenario.packs,
            orders=0,
            waiting=(),
            place=(),
            outcome=None,
            created=now(),
            changed=now(),
        )

    async def _keep(self, header: Header, match: Match) -> Summary:
        match.players = player_names(header)
        chronicle = await self.catalogue.run(begun, header, match)
        await self.keeper.run(self.keeper.store.create, chronicle.take_pending())
        opened: Opened = self.house.put(chronicle)
        opened.players.changed()
        return summary(chronicle.header)


def summary(header: Header | Damaged) -> Summary:
    """A match as a list shows it."""
    if isinstance(header, Damaged):
        return _without_facts(header)
    return Summary(
        id=header.id,
        title=header.title,
        game=header.game,
        scenario=header.scenario,
        options=header.options,
        players=list(header.players),
        open=header.open,
        pace=header.pace,
        orders=header.orders,
        waiting=list(header.waiting),
        where=list(header.place),
        outcome=header.outcome,
        created=header.created,
        changed=header.changed,
        packs=list(header.packs) or UNSET,
    )


def _without_facts(header: Damaged) -> Summary:
    """A match of which nothing is known but that it is there."""
    return Summary(
        id=header.id,
        title=header.title,
        game="",
        scenario="",
        options={},
        players=[],
        open=False,
        pace=0.0,
        orders=0,
        waiting=[],
        where=[],
        outcome=None,
        created="",
        changed="",
        damaged=True,
    )


def checked_title(title: str) -> str:
    """The title, if it will do. Raises `Wrong`."""
    if not 0 < len(title.strip()) <= LONGEST_TITLE or not title.isprintable():
        raise Wrong(f"a title is one line of at most {LONGEST_TITLE} characters", field="title")
    return title.strip()


def _called(game: Game[Any, Any], scenario: Scenario) -> str:
    """The title of a match that was given none: what is played, and with which packs."""
    over = [pack.head.name for pack in scenario.overlays if scenario.key not in pack.head.scenarios]
    last = f"{', '.join(over[:-1])} and {over[-1]}" if over[:-1] else "".join(over)
    return f"{game.title}: {scenario.title}{last and f', with {last}'}"[:LONGEST_TITLE]


def _branched(title: str, entry: int) -> str:
    """The title of a branch that was given none."""
    end = f", from entry {entry}"
    return title[: LONGEST_TITLE - len(end)] + end


def checked_pace(pace: float) -> float:
    """The pace, if it will do. Raises `Wrong`."""
    if not 0 <= pace <= LONGEST_PACE:
        raise Wrong(f"computers wait 0 to {LONGEST_PACE:.0f} seconds between orders", field="pace")
    return pace


def _seed(text: str | None) -> bytes:
    if text is None:
        return SeededDice.fresh().seed
    try:
        seed = bytes.fromhex(text)
    except ValueError:
        seed = b""
    if len(seed) != 32:
        raise Wrong("a seed is 64 hexadecimal digits", field="seed", hint="leave it out for a fresh one")
    return seed
