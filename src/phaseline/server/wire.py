"""What travels between the service and a page: the truth about shapes.

`web/src/wire.ts` is made from these structs by `tools/wire_ts.py`. Names on the wire are the names here. Hexes, units
and seats are numbers; entries are numbers too: entry 0 is what happens before the first order, entry n what the nth
order did.
"""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from phaseline.atlas.draw.scene import Scene
from phaseline.engine.aids.parts import (
    Forecast,
    HexText,
    LegendEntry,
    Overlay,
    OverlayOffer,
    Table,
    Tint,
    TurnCell,
)
from phaseline.engine.dice import Draw
from phaseline.engine.position import Outcome
from phaseline.engine.sheet import Sheet

Value = Any
"""A value of an order's field: a number, text, yes or no, nothing, or a list of those."""


class Input(Struct, forbid_unknown_fields=True, kw_only=True):
    """What a client sends. Fields with a default may be left out."""


class Output(Struct, frozen=True, kw_only=True):
    """What the service answers. Every field is there."""


class Problem(Output, frozen=True):
    """Why a request failed: one sentence, the field it is about, and what to do instead."""

    error: str
    field: str | None = None
    hint: str | None = None


# --- what there is ----------------------------------------------------------------------------------


class ScenarioAbout(Output, frozen=True):
    """A scenario to choose."""

    key: str
    title: str
    text: str = ""


class OptionAbout(Output, frozen=True):
    """An option of a game. `choices` are the values of a `choice`."""

    name: str
    type: Literal["bool", "int", "str", "choice"]
    default: bool | int | str
    choices: list[str] = []
    help: str = ""


class GameAbout(Output, frozen=True):
    """A game to choose.

    `summary` is one or two sentences; `provenance` what is from the rulebook and what is reconstructed; `overlays` what
    the map can show besides pieces.
    """

    key: str
    title: str
    summary: str
    provenance: list[str]
    seats: list[str]
    scenarios: list[ScenarioAbout]
    options: list[OptionAbout]
    overlays: list[OverlayOffer]
    questions: list[str]


class AgentAbout(Output, frozen=True):
    """A computer player to choose: `text` says how it plays, `games` which games it knows."""

    key: str
    title: str
    text: str
    games: list[str]


class About(Output, frozen=True):
    """What this service offers."""

    version: str
    games: list[GameAbout]
    agents: list[AgentAbout]


class RuleCase(Output, frozen=True):
    """A case of a rulebook in our own words. `chapter` is the first part of its number."""

    case: str
    title: str
    text: str
    chapter: str


class Rules(Output, frozen=True):
    """All cases of a rulebook, in its order."""

    cases: list[RuleCase]


class GridHex(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A hex of the map: `x`, `y` its centre in scene units, `name` of the place in it, if any."""

    id: int
    label: str
    x: float
    y: float
    terrain: str
    name: str = ""


class GridData(Output, frozen=True):
    """The hexes of a map. `width` and `height` count columns and rows."""

    width: int
    height: int
    orientation: Literal["pointy", "flat"]
    hexes: list[GridHex]


class RosterUnit(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A unit that the scenario has, whether it is on the map or not. `side` is a seat, None when it is nobody's."""

    unit: int
    title: str
    side: int | None
    symbol: str = ""
    size: str = ""
    group: str = ""


class MapData(Output, frozen=True):
    """A scenario's map, drawn, with its hexes and its units. Scene units: 100 to a hex width."""

    scene: Scene
    grid: GridData
    roster: list[RosterUnit]
    legend: list[LegendEntry]


# --- matches ----------------------------------------------------------------------------------------


class Player(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Who plays a seat. An agent is named by its key; a human may have a name; who is `remote` plays by mail."""

    kind: Literal["human", "agent", "remote"]
    name: str | None = None
    agent: str | None = None


class NewMatch(Input):
    """A match to start. `open` shows both sides to everybody; `seed` is 64 hex digits; `pace` as in `Summary`."""

    game: str
    scenario: str
    options: dict[str, Value] = {}
    players: list[Player] = []
    open: bool = False
    seed: str | None = None
    title: str | None = None
    pace: float | None = None


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
    """From where to try something else: after this entry, with dice of its own, open to all."""

    entry: int
    title: str | None = None


class Summary(Output, frozen=True):
    """A match in a list. `where` is the place in the sequence of play, outermost first; times are UTC, ISO 8601.

    `pace` is how many seconds a computer player waits between two of its orders, so that they can be followed.
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


# --- play by mail -----------------------------------------------------------------------------------


class MailIdentity(Output, frozen=True):
    """Who the user of this service is by mail. `key` is public: others may compare it with what a file says."""

    name: str
    key: str


class NewMail(Input):
    """A match to offer by mail: the seat that the user takes, and under which name."""

    game: str
    scenario: str
    seat: int
    options: dict[str, Value] = {}
    name: str | None = None
    title: str | None = None


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


# --- what a viewer sees -----------------------------------------------------------------------------


class Choice(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A value the next field of an order may take.

    `value` goes back in the order, `token` is its notation, `title` its name for people, `hint` a short remark such as
    `2 of 4`; `tint` what choosing it amounts to; `hexes` and `units` show where it is when it is neither itself.
    """

    value: Value
    token: str
    title: str
    hint: str = ""
    tint: Tint = ""
    hexes: tuple[int, ...] = ()
    units: tuple[int, ...] = ()


class Field(Output, frozen=True):
    """A field of an order: `kind` is `unit`, `hex`, `seat`, `int`, `str`, `bool` or a kind of the game's own."""

    name: str
    kind: str
    prompt: str


class OrderKind(Output, frozen=True):
    """A kind of order that may be given now.

    `first` are the values of the first field; when there are more than fit (`count` tells), it is empty, and `values`
    asks for them. `passes` says that it ends the step without doing anything.
    """

    verb: str
    title: str
    help: str
    case: str
    fields: list[Field]
    first: list[Choice]
    count: int
    passes: bool


class Undo(Output, frozen=True):
    """Whether the viewer's last order can be taken back, and why not."""

    possible: bool
    why: str | None = None


class State(Output, frozen=True):
    """All a viewer sees at one moment.

    `entry` is the last entry; send it back with an order. `stamp` changes with everything that happens to the match,
    also when an entry is taken back; sent back too, it tells stale orders apart without fail. `seat` is whose eyes
    these are (None: a spectator's, or in an open match everybody's); `eyes` which seats the viewer may `sit` on.
    `acting` is the seat whose orders `legal` lists. `left` says what can still be done; `live` is false for a look
    back; `thinking` are the seats of computers at work.
    """

    entry: int
    stamp: int
    seat: int | None
    acting: int | None
    eyes: list[int]
    open: bool
    waiting: list[int]
    thinking: list[int]
    path: list[str]
    prompt: str
    case: str
    sheet: Sheet
    legal: list[OrderKind]
    left: list[str]
    undo: Undo
    redo: bool
    outcome: Outcome | None
    players: list[Player]
    live: bool


class MatchEvent(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something that happened, as far as the viewer may know. `seat` gave the order; `hexes` and `units` name places."""

    entry: int
    kind: str
    text: str
    case: str
    seat: int | None = None
    hexes: tuple[int, ...] = ()
    units: tuple[int, ...] = ()
    draw: Draw | None = None


class Refusal(Output, frozen=True):
    """Why something may not be done: the case, and a sentence."""

    case: str
    text: str


class Series(Output, frozen=True):
    """A line of a chart: `points` are pairs of entry and value, one at the end of each phase; `labels` name them."""

    key: str
    title: str
    side: int | None
    points: list[tuple[int, float]]
    labels: list[str]


class Suggestion(Output, frozen=True):
    """An order that a computer player would give in the viewer's place, and its reasons in words."""

    text: str
    verb: str
    values: list[Value]
    reasons: list[str]


# --- from the page ----------------------------------------------------------------------------------


class Ask(Struct, forbid_unknown_fields=True, kw_only=True, tag_field="do"):
    """A message from a viewer. `id` comes back with the answer."""

    id: int


class GiveOrder(Ask, tag="order"):
    """Give an order: `verb` and `values`, or its notation as `text`. `entry` is the last entry seen."""

    entry: int
    verb: str | None = None
    values: list[Value] = []
    text: str | None = None
    stamp: int | None = None


class TakeBack(Ask, tag="undo"):
    """Take back the viewer's last order."""


class GiveAgain(Ask, tag="redo"):
    """Give again the order last taken back."""


class Sit(Ask, tag="sit"):
    """See with the eyes of another human seat; in an open match None sees with everybody's."""

    seat: int | None


class AskValues(Ask, tag="values"):
    """Which values the next field may take, after the values `chosen`."""

    verb: str
    chosen: list[Value] = []


class AskWhy(Ask, tag="why"):
    """Why an order may not begin with these values; nothing if it may."""

    verb: str
    chosen: list[Value] = []


class AskPath(Ask, tag="path"):
    """The way that an order begun so would take."""

    verb: str
    chosen: list[Value] = []


class AskForecast(Ask, tag="forecast"):
    """The prospects of the pending battle, or of the one that an order begun so leads to."""

    verb: str | None = None
    chosen: list[Value] = []


class AskOverlay(Ask, tag="overlay"):
    """Areas to draw over the map: one of the game's `overlays`, for all or for one unit."""

    key: str
    unit: int | None = None


class AskHex(Ask, tag="hex"):
    """A hex in words."""

    hex: int


class AskTable(Ask, tag="table"):
    """A table for people."""

    key: Literal["order_of_battle", "arrivals"]


class AskTurns(Ask, tag="turns"):
    """The turn track."""


class AskAt(Ask, tag="at"):
    """What was seen after an entry, for looking back."""

    entry: int


class AskSeries(Ask, tag="series"):
    """Charts of the match so far."""


class AskPlan(Ask, tag="plan"):
    """What a computer player means to do: in an open match, when it is over, or when the viewer's seat is its own."""

    seat: int | None = None


class AskHint(Ask, tag="hint"):
    """What a computer player would do in the viewer's place."""


class AskQuestion(Ask, tag="ask"):
    """One of the game's questions, answered as far as the viewer can know."""

    question: str
    args: dict[str, Value] = {}


AnyAsk = (
    GiveOrder
    | TakeBack
    | GiveAgain
    | Sit
    | AskValues
    | AskWhy
    | AskPath
    | AskForecast
    | AskOverlay
    | AskHex
    | AskTable
    | AskTurns
    | AskAt
    | AskSeries
    | AskPlan
    | AskHint
    | AskQuestion
)
"""Any message from a viewer."""


# --- to the page ------------------------------------------------------------------------------------


class StateMessage(Output, frozen=True, tag_field="type", tag="state"):
    """What the viewer sees now: on connecting, and whenever it changes."""

    state: State


class EventsMessage(Output, frozen=True, tag_field="type", tag="events"):
    """What happened. Whatever was known of entries from `since` on is replaced by this."""

    since: int
    events: list[MatchEvent]


class ThinkingMessage(Output, frozen=True, tag_field="type", tag="thinking"):
    """A computer player began to think, or (`since` None) has stopped. `since` is UTC, ISO 8601."""

    seat: int
    since: str | None


class RefusedMessage(Output, frozen=True, tag_field="type", tag="refused"):
    """An order was refused by the rules, or came too late; nothing has changed."""

    id: int
    case: str
    text: str


class ErrorMessage(Output, frozen=True, tag_field="type", tag="error"):
    """A message could not be understood or answered; `id` is None when it had none."""

    id: int | None
    error: str
    field: str | None = None
    hint: str | None = None


class Reply(Output, frozen=True, tag_field="type", tag="reply"):
    """The answer to a message; by itself it says that the thing is done."""

    id: int


class OrderReply(Reply, frozen=True, tag="reply"):
    """The order is carried out and kept: `entry` is the entry it made (or, after `undo`, the last that is left)."""

    entry: int


class ValuesReply(Reply, frozen=True, tag="reply"):
    """The values to choose from."""

    values: list[Choice]


class WhyReply(Reply, frozen=True, tag="reply"):
    """The reason; None when there is none against it."""

    refusal: Refusal | None


class PathReply(Reply, frozen=True, tag="reply"):
    """The hexes of the way, from the first to the last, and what it costs; none when there is no way to show."""

    path: list[int]
    cost: str


class ForecastReply(Reply, frozen=True, tag="reply"):
    """The prospects; None without a battle."""

    forecast: Forecast | None


class OverlayReply(Reply, frozen=True, tag="reply"):
    """The areas."""

    overlay: Overlay


class HexReply(Reply, frozen=True, tag="reply"):
    """The hex."""

    hex: HexText


class TableReply(Reply, frozen=True, tag="reply"):
    """The table."""

    table: Table


class TurnsReply(Reply, frozen=True, tag="reply"):
    """The boxes of the turn track."""

    turns: list[TurnCell]


class AtReply(Reply, frozen=True, tag="reply"):
    """What was seen then."""

    state: State


class SeriesReply(Reply, frozen=True, tag="reply"):
    """The lines of the charts; equal keys belong in one chart."""

    series: list[Series]


class PlanReply(Reply, frozen=True, tag="reply"):
    """The plan, a sentence a line."""

    plan: list[str]


class HintReply(Reply, frozen=True, tag="reply"):
    """The suggestion; None when the viewer has nothing to decide."""

    hint: Suggestion | None


class AnswerReply(Reply, frozen=True, tag="reply"):
    """The answer as plain data; `guessed` when it rests on what the viewer cannot see."""

    answer: Any
    guessed: bool


ServerMessage = StateMessage | EventsMessage | ThinkingMessage | RefusedMessage | ErrorMessage
"""Any message to a viewer that is no reply."""

ASKS: dict[type[Ask], type[Reply]] = {
    GiveOrder: OrderReply,
    TakeBack: OrderReply,
    GiveAgain: OrderReply,
    Sit: Reply,
    AskValues: ValuesReply,
    AskWhy: WhyReply,
    AskPath: PathReply,
    AskForecast: ForecastReply,
    AskOverlay: OverlayReply,
    AskHex: HexReply,
    AskTable: TableReply,
    AskTurns: TurnsReply,
    AskAt: AtReply,
    AskSeries: SeriesReply,
    AskPlan: PlanReply,
    AskHint: HintReply,
    AskQuestion: AnswerReply,
}
"""What a message is answered with, unless it is refused or in error."""
