"""Nothing that is sent to a viewer depends on what it may not know.

A random match is played. At some of its decisions the service is asked everything it can be asked, once as things are
and once in another world: one that looks the same to the viewer's seat, but in which hidden facts are others. Every
answer must be the same, byte for byte.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import msgspec
import pytest
from msgspec.structs import replace

from phaseline.engine import registry
from phaseline.engine.dice import SeededDice
from phaseline.engine.events import Event
from phaseline.engine.match import Entry, Match
from phaseline.engine.orders import verb_of
from phaseline.engine.position import Position
from phaseline.server import wire
from phaseline.server.answers import answer
from phaseline.server.office import Office
from phaseline.server.problems import Refused, Wrong
from phaseline.server.rooms.chronicle import Chronicle
from phaseline.server.rooms.history import History
from phaseline.server.rooms.house import Opened
from phaseline.server.rooms.keeper import Keeper
from phaseline.server.rooms.room import Room
from phaseline.server.storage.rows import Change, Header, NoteRow
from phaseline.server.storage.store import Store
from phaseline.server.viewing.session import Session

HUMAN = wire.Player(kind="human")
OPEN = {"france44"}
"""Games in which nobody hides anything: there is no other position that looks the same."""

AVOIDED = {"decided", "incident", "look"}
"""Orders that would end the match at once, lead nowhere, or turn up what is hidden."""


def header(match: Match) -> Header:
    return Header(
        id="m",
        title="t",
        game=match.game.key,
        scenario=match.scenario.key,
        options={},
        players=(HUMAN,) * len(match.game.seats),
        open=False,
        pace=0.0,
        seed=bytes(32),
        commitment="",
        rules="",
        data="",
        orders=0,
        waiting=(),
        place=(),
        outcome=None,
        created="",
        changed="",
    )


class Past(History):
    """The past as it is known from elsewhere."""

    def __init__(self, chronicle: Chronicle, positions: list[Position]) -> None:
        super().__init__(chronicle, lambda _: None)
        self._positions = positions

    def position(self, entry: int) -> Position:
        return self._positions[entry]


class World:
    """A service with one match, asked without a network."""

    def __init__(self, match: Match, positions: list[Position], keeper: Keeper) -> None:
        self.match = match
        self.keeper = keeper
        self.positions = positions
        room = Room(Chronicle(header(match), match), keeper)
        room.history = Past(room.chronicle, positions)
        players: Any = SimpleNamespace(at_work={})
        self.opened = Opened(room, players)

    def elsewhere(self, seat: int, rng: random.Random, keeper: Keeper) -> World:
        """A world that looks the same to `seat`; what it was not told of is another story there."""
        match = self.match
        positions = [self._another(position, seat, rng) for position in self.positions]
        state = match.game.state_type(match.game, match.scenario, positions[-1], SeededDice(bytes(32)))
        entries = [
            Entry(
                entry.seat,
                entry.order,
                (),
                tuple(_otherwise(event, seat) for event in entry.events),
                entry.phase_ends,
                "",
                entry.before,
                entry.simultaneous,
            )
            for entry in match.entries
        ]
        twin = Match(match.game, match.scenario, state, {}, None, "", entries)
        return World(twin, positions, keeper)

    def _another(self, position: Position, seat: int, rng: random.Random) -> Position:
        game, scenario = self.match.game, self.match.scenario
        found: Position = game.sample(scenario, game.redact(scenario, position, seat), seat, rng)
        return found

    def says(self, seat: int, asks: list[wire.Ask]) -> Iterator[tuple[str, bytes]]:
        """What a viewer on this seat is sent: on coming in, and in answer to each message."""

        async def saying() -> list[tuple[str, bytes]]:
            session = Session(self.opened, seat)
            said = [(type(news).__name__, msgspec.json.encode(news)) for news in await session.news()]
            return said + [(str(ask), await _said(self.keeper, session, ask)) for ask in asks]

        yield from asyncio.run(saying())

    def jot(self, seat: int, secret: str) -> None:
        """Notes as `seat` keeps them: its own are the same in every world, `secret` is what the other seat has noted."""
        for owner in range(len(self.match.game.seats)):
            text = "mine" if owner == seat else secret
            # A game without a map has moments alone to note something at.
            board = on_map(self.match)
            note = NoteRow(match_id="m", seat=owner, sort="entry", number=0, text=text)
            self.keeper.store.keep_note(replace(note, sort="hex", number=board[0]) if board else note)


async def _said(keeper: Keeper, session: Session, ask: wire.Ask) -> bytes:
    office = cast(Office, SimpleNamespace(keeper=keeper))
    try:
        return msgspec.json.encode(await answer(office, session, ask))
    except (Wrong, Refused) as error:
        return f"{type(error).__name__} {error}".encode()


def _otherwise(event: Event, seat: int) -> Event:
    """The event with everything changed that `seat` is not told of."""
    if event.seats is None or seat in event.seats:
        return event
    known = event.for_seat(seat)
    facts = {} if known is None else known.facts
    return replace(event, kind=event.kind, text="something else", facts=facts, draw=None)


def questions(match: Match, seat: int, rng: random.Random) -> list[wire.Ask]:
    """Everything that a viewer may ask now, with values that make sense and some that do not."""
    aids, legal = match.game.aids, match.legal(seat)
    asks: list[wire.Ask] = [
        wire.AskTurns(id=1),
        wire.AskBriefing(id=1),
        wire.AskOutlook(id=1),
        wire.AskTable(id=1, key="order_of_battle"),
        wire.AskTable(id=1, key="arrivals"),
        wire.AskForecast(id=1),
        wire.AskSeries(id=1),
        wire.AskLuck(id=1),
        wire.AskNotes(id=1),
        wire.AskPlan(id=1),
        wire.AskAt(id=1, entry=rng.randrange(len(match.entries))),
        wire.AskHex(id=1, hex=some_hex(match, rng)),
    ]
    rolled = [index for index, entry in enumerate(match.entries) if entry.draws and entry.order]
    asks += [wire.AskBefore(id=1, entry=index) for index in rng.sample(rolled, min(2, len(rolled)))]
    asks += [wire.AskOverlay(id=1, key=offer.key) for offer in aids.offers]
    units = [
        piece.unit
        for piece in match.game.sheet(match.scenario, match.view(seat)).pieces
        if piece.unit is not None
    ]
    for kind in match.game.flow.order_types():
        verb = verb_of(kind)
        chosen: list[Any] = []
        asks.append(wire.AskWhy(id=1, verb=verb))
        for _ in kind.__struct_fields__:
            asks.append(wire.AskValues(id=1, verb=verb, chosen=list(chosen)))
            asks.append(wire.AskWhy(id=1, verb=verb, chosen=[*chosen, rng.choice([*units, 0, 3, "x"])]))
            asks.append(wire.AskWhy(id=1, verb=verb, chosen=[*chosen, some_hex(match, rng)]))
            offered = legal.values(kind, *chosen)
            if not offered:
                break
            chosen.append(rng.choice(offered))
            asks.append(wire.AskPath(id=1, verb=verb, chosen=list(chosen)))
            asks.append(wire.AskForecast(id=1, verb=verb, chosen=list(chosen)))
    return asks


def on_map(match: Match) -> list[int]:
    mask = match.scenario.map.on_map
    return [hex for hex in range(mask.bit_length()) if mask >> hex & 1]


def some_hex(match: Match, rng: random.Random) -> int:
    """A hex of the map; one that is not there in a game without a map."""
    return rng.choice(on_map(match) or [7])


@pytest.fixture
def keepers(tmp_path: Path) -> Iterator[tuple[Keeper, Keeper]]:
    """One for each of two worlds."""
    found = (
        Keeper(Store(f"sqlite:///{tmp_path}/here.sqlite3")),
        Keeper(Store(f"sqlite:///{tmp_path}/there.sqlite3")),
    )
    yield found
    for one in found:
        one.close()


@pytest.mark.parametrize(
    ("game", "scenario", "options", "every", "orders"),
    [
        ("skirmish", "ford", {}, 3, 200),
        ("skirmish", "ridge", {}, 7, 300),
        ("westfront", "husky", {}, 17, 150),
        ("westfront", "S44", {}, 60, 400),
        ("eisenhower", "historical", {"ports_checked": False}, 7, 60),
        ("war_in_europe", "italy_1943", {}, 2, 9),
        # Everything lies open here, but notes are still for the seat that wrote them.
        ("france44", "beachhead", {}, 9, 40),
        # A companion for one player, without a map: a face-down counter lies there from the second cycle on.
        ("midway", "pto", {"incidents": 4, "nimitz": True}, 5, 80),
    ],
)
def test_answers_do_not_depend_on_what_is_hidden(
    keepers: tuple[Keeper, Keeper], game: str, scenario: str, options: dict[str, Any], every: int, orders: int
) -> None:
    rng = random.Random(f"{game} {scenario}")
    rules = registry.game(game)
    match = Match.new(rules, rules.load(scenario, options), seed=bytes([3]) * 32)
    positions = [match.position.copy()]
    checked = different = 0
    for keeper in keepers:
        keeper.store.create(Change(header=header(match), acts=[], positions=[]))
    while match.decision is not None and len(match.entries) < orders:
        if len(match.entries) % every == 0:
            world = World(match, positions, keepers[0])
            for seat, name in enumerate(rules.seats):
                asks = questions(match, seat, rng)
                other = world.elsewhere(seat, rng, keepers[1])
                world.jot(seat, "theirs")
                other.jot(seat, "else")
                different += other.match.position != match.position
                for (ask, here), (_, there) in zip(
                    world.says(seat, asks), other.says(seat, asks), strict=True
                ):
                    assert here == there, f"{name}, entry {len(match.entries) - 1}: {ask}"
                    checked += 1
        seat = rng.choice(match.decision.seats)
        order = match.legal(seat).sample(rng)
        while verb_of(type(order)) in AVOIDED:
            order = match.legal(seat).sample(rng)
        match.submit(seat, order)
        positions.append(match.position.copy())
    assert checked > 100
    assert bool(different) is (game not in OPEN)
