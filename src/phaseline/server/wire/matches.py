"""Matches, at one screen and by mail."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, Struct, UnsetType, field

from phaseline.engine.packs import PackMark
from phaseline.engine.position import Outcome
from phaseline.server.wire.base import Input, Output, Value


class Player(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Who plays a seat. An agent is named by its key; a human may have a name; who is `remote` plays by mail."""

    kind: Literal["human", "agent", "remote"]
    name: str | None = None
    agent: str | None = None


class NewMatch(Input):
    """A match to start. `open` shows both sides to everybody; `seed` is 64 hex digits; `pace` as in `Summary`.

    `packs` are data packs of the service by name or fingerprint, each laid over those before it.
    """

    game: str
    scenario: str
    options: dict[str, Value] = field(default_factory=dict)
    players: list[Player] = field(default_factory=list)
    open: bool = False
    seed: str | None = None
    title: str | None = None
    pace: float | None = None
    packs: list[str] = field(default_factory=list)


class ChangeMatch(Input):
    """What may change while a match is under way: its title, who plays, how long computers wait between orders."""

    title: str | None = None
    players: list[Player] | None = None
    pace: float | None = None


class ImportMatch(Input):
    """A record to go on with. Without `players`, all seats are human. `open` is as in `NewMatch`."""

    text: str
    players: list[Player] | None = None
    open: bool = False
    title: str | None = None


class BranchMatch(Input):
    """From where to try something else: after this entry, with dice of its own. `pace` is as in `Summary`.

    Without `players` the same ones go on, and the branch is open to all if the match is bare. Others may be named where the
    match keeps no secret of a person: where it is bare, or computers play each other.
    """

    entry: int
    title: str | None = None
    players: list[Player] | None = None
    pace: float | None = None


class Summary(Output, frozen=True):
    """A match in a list. `where` is the place in the sequence of play, outermost first; times are UTC, ISO 8601.

    `pace` is how many seconds a computer player waits between two of its orders, so that they can be followed. `damaged`
    tells that what is stored of the match cannot be read: then nothing but `id` and `title` says anything.

    `packs` are the data packs it is played with; left out without any. In the list, `lacks` says which of them is not here as
    it was then, so that the match cannot be opened; left out where all is well.
    """

    id: str
    title: str
    game: str
    scenario: str
    options: dict[str, Value]
    players: list[Player]
    open: bool
    pace: float
    orders: int
    waiting: list[int]
    where: list[str]
    outcome: Outcome | None
    created: str
    changed: str
    damaged: bool = False
    packs: list[PackMark] | UnsetType = UNSET
    lacks: str | UnsetType = UNSET


class MailIdentity(Output, frozen=True):
    """Who the user of this service is by mail. `key` is public: others may compare it with what a file says."""

    name: str
    key: str


class NewMail(Input):
    """A match to offer by mail: the seat that the user takes, and under which name. With `packs` it is refused."""

    game: str
    scenario: str
    seat: int
    options: dict[str, Value] = field(default_factory=dict)
    name: str | None = None
    title: str | None = None
    packs: list[str] = field(default_factory=list)


class MailText(Input):
    """A file that came by mail. `name` is the user's, if an offer in it is to be accepted."""

    text: str
    name: str | None = None


class MailSeat(Output, frozen=True):
    """A seat of a match by mail; `key` is its player's public key, both None as long as nobody has taken it."""

    seat: int
    title: str
    name: str | None
    key: str | None
    you: bool


class MailState(Output, frozen=True):
    """How a match by mail stands.

    `status`: `offered` (by the user, nobody has accepted yet), `offer` (somebody else's, which may be accepted), `yours`
    (the user has to decide something), `ready` (the user's part is over and can be sent), `theirs` (it was sent, the
    other side has to answer), `over`. `match` is None as long as an offer is not accepted. `parts` counts what was sent
    to and fro. `news` says what opening a file has brought.
    """

    status: Literal["offered", "offer", "yours", "ready", "theirs", "over"]
    id: str
    title: str
    game: str
    scenario: str
    seats: list[MailSeat]
    parts: int
    match: Summary | None
    news: str


class MailFile(Output, frozen=True):
    """A file to send to the other side, and the name it may have."""

    name: str
    text: str
    state: MailState
