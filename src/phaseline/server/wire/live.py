"""What a viewer sees, asks and is answered, over the websocket."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from phaseline.engine.aids.parts import (
    Forecast,
    HexText,
    Overlay,
    Table,
    Tint,
    TurnCell,
)
from phaseline.engine.aids.stakes import Briefing, Outlook
from phaseline.engine.dice import Draw
from phaseline.engine.position import Outcome
from phaseline.engine.sheet import Sheet
from phaseline.server.wire.base import Output, Value
from phaseline.server.wire.matches import Player


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


class Sole(Output, frozen=True):
    """The only order that may be given now, where nothing hangs on it: it neither rolls, shows nor hides anything.

    A page may give it for its seat unasked. `title` is its kind's.
    """

    verb: str
    values: list[Value]
    title: str


class Undo(Output, frozen=True):
    """Whether the viewer's last order can be taken back, and why not."""

    possible: bool
    why: str | None = None


class Moment(Output, frozen=True):
    """All a viewer sees at one moment.

    `entry` is the last entry; send it back with an order. `stamp` changes with everything that happens to the match,
    also when an entry is taken back; sent back too, it tells stale orders apart without fail. `seat` is whose eyes
    these are (None: a spectator's, or in an open match everybody's); `eyes` which seats the viewer may `sit` on.
    `acting` is the seat whose orders `legal` lists. `left` says what can still be done; `live` is false for a look
    back; `thinking` are the seats of computers at work; `sole` is the order of a step in which nothing is decided.
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
    sole: Sole | None
    undo: Undo
    redo: bool
    outcome: Outcome | None
    players: list[Player]
    live: bool


class MatchEvent(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something that happened, as far as the viewer may know.

    `seat` gave the order; `hexes` and `units` name places; `by` is whose dice were rolled (None: nobody's).
    """

    entry: int
    kind: str
    text: str
    case: str
    seat: int | None = None
    hexes: tuple[int, ...] = ()
    units: tuple[int, ...] = ()
    draw: Draw | None = None
    by: int | None = None


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


class AskFinal(Ask, tag="final"):
    """Whether an order with all its values could not be taken back once it was given."""

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


class AskReach(Ask, tag="reach"):
    """Where on the map orders may lead now, for a page to bring it into view."""


class AskTable(Ask, tag="table"):
    """A table for people."""

    key: Literal["order_of_battle", "arrivals"]


class AskTurns(Ask, tag="turns"):
    """The turn track."""


class AskBriefing(Ask, tag="briefing"):
    """What to know before the first decision."""


class AskOutlook(Ask, tag="outlook"):
    """What ends the match, what is due, and what would happen if the phase ended now."""


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
    | AskFinal
    | AskForecast
    | AskOverlay
    | AskHex
    | AskReach
    | AskTable
    | AskTurns
    | AskBriefing
    | AskOutlook
    | AskAt
    | AskSeries
    | AskPlan
    | AskHint
    | AskQuestion
)
"""Any message from a viewer."""


class StateMessage(Output, frozen=True, tag_field="type", tag="state"):
    """What the viewer sees now: on connecting, and whenever it changes."""

    state: Moment


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


class FinalReply(Reply, frozen=True, tag="reply"):
    """Whether it stands once it is given, as far as the viewer can know: dice fall, or something hidden is shown."""

    final: bool


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


class ReachReply(Reply, frozen=True, tag="reply"):
    """Every hex that an order may name, at once or after the unit it is for; of many units, those of some."""

    hexes: list[int]


class TableReply(Reply, frozen=True, tag="reply"):
    """The table."""

    table: Table


class TurnsReply(Reply, frozen=True, tag="reply"):
    """The boxes of the turn track."""

    turns: list[TurnCell]


class BriefingReply(Reply, frozen=True, tag="reply"):
    """The briefing; none for a scenario without one."""

    briefing: Briefing | None


class OutlookReply(Reply, frozen=True, tag="reply"):
    """The outlook."""

    outlook: Outlook


class AtReply(Reply, frozen=True, tag="reply"):
    """What was seen then."""

    state: Moment


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
    AskFinal: FinalReply,
    AskForecast: ForecastReply,
    AskOverlay: OverlayReply,
    AskHex: HexReply,
    AskReach: ReachReply,
    AskTable: TableReply,
    AskTurns: TurnsReply,
    AskBriefing: BriefingReply,
    AskOutlook: OutlookReply,
    AskAt: AtReply,
    AskSeries: SeriesReply,
    AskPlan: PlanReply,
    AskHint: HintReply,
    AskQuestion: AnswerReply,
}
"""What a message is answered with, unless it is refused or in error."""
