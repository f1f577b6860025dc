"""What a viewer asks, is told and is answered, over the websocket."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from phaseline.engine.aids.parts import (
    Forecast,
    HexText,
    Overlay,
    Table,
    TurnCell,
)
from phaseline.engine.aids.stakes import Briefing, Outlook
from phaseline.engine.luck import Unit
from phaseline.server.wire.base import Output, Value
from phaseline.server.wire.seen import Choice, MatchEvent, Moment, SheetChange, Situation


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


class Throw(Output, frozen=True):
    """What the dice of a battle gave `side`, who rolled them, against what was to be expected (`exact`: as a fraction).

    Hits are those of the dice; steps and points (as printed on counters) are how many more the other side loses by the result than the one that rolled.
    """

    entry: int
    side: int
    hex: int
    title: str
    unit: Unit
    given: float
    expected: float
    exact: str


class Note(Output, frozen=True):
    """What a seat has written down, for its own eyes: about a hex, a unit, or the moment after an entry."""

    sort: Literal["hex", "unit", "entry"]
    number: int
    text: str


class Suggestion(Output, frozen=True):
    """An order that a computer player would give in the viewer's place, and its reasons in words.

    `text` is its notation, `told` whom and where it names as people say it, behind the title of its kind.
    """

    text: str
    told: str
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


class Hurry(Ask, tag="hurry"):
    """Have computer players order at once, with what they have thought so far, until a person has to decide again."""


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


class AskBefore(Ask, tag="before"):
    """The prospects of the battle whose dice fell at an entry, as they were just before; `hex` says of which, if of several."""

    entry: int
    hex: int | None = None


class AskLuck(Ask, tag="luck"):
    """What the dice gave in battle, against what was to be expected of them."""


class AskNotes(Ask, tag="notes"):
    """What the viewer's seat keeps with the match."""


class KeepNote(Ask, tag="note"):
    """Keep a note on a hex or a unit, or the name of the moment after an entry; an empty text takes it away."""

    sort: Literal["hex", "unit", "entry"]
    number: int
    text: str


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
    | Hurry
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
    | AskBefore
    | AskLuck
    | AskNotes
    | KeepNote
    | AskPlan
    | AskHint
    | AskQuestion
)
"""Any message from a viewer."""


class StateMessage(Output, frozen=True, tag_field="type", tag="state"):
    """What the viewer sees, told when it connects, and what happened: all that it knew of entries from `since` on goes."""

    since: int
    events: list[MatchEvent]
    state: Moment


class ChangeMessage(Output, frozen=True, tag_field="type", tag="change"):
    """What the viewer sees now, told whenever it changes, and what happened: all that it knew from entry `since` on goes."""

    since: int
    events: list[MatchEvent]
    state: Situation
    sheet: SheetChange


class ThinkingMessage(Output, frozen=True, tag_field="type", tag="thinking"):
    """A computer player began to think, or (`since` None) has stopped. `since` is UTC, ISO 8601.

    `share` is how much of the thinking about one order is done, from 0 to 1, where the player can tell.
    """

    seat: int
    since: str | None
    share: float | None = None


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
    """Whether it stands once it is given, as far as the viewer can know: dice fall, or something hidden is shown.

    `onward` is the next battle, whose dice fall with it when it ends the one under way; "" when they do not.
    """

    final: bool
    onward: str


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
    """The outlook, and what comes when the viewer ends the step: `combat`, `Turn 3`; "" where it cannot be told.

    `more` says whether it is the viewer who decides next, too.
    """

    outlook: Outlook
    follows: str
    more: bool


class AtReply(Reply, frozen=True, tag="reply"):
    """What was seen then."""

    state: Moment


class SeriesReply(Reply, frozen=True, tag="reply"):
    """The lines of the charts; equal keys belong in one chart."""

    series: list[Series]


class LuckReply(Reply, frozen=True, tag="reply"):
    """Every throw that the viewer saw, in order."""

    throws: list[Throw]


class NotesReply(Reply, frozen=True, tag="reply"):
    """The notes, sorted by what they are about."""

    notes: list[Note]


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


ServerMessage = StateMessage | ChangeMessage | ThinkingMessage | RefusedMessage | ErrorMessage
"""Any message to a viewer that is no reply."""

ASKS: dict[type[Ask], type[Reply]] = {
    GiveOrder: OrderReply,
    TakeBack: OrderReply,
    GiveAgain: OrderReply,
    Sit: Reply,
    Hurry: Reply,
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
    AskBefore: ForecastReply,
    AskLuck: LuckReply,
    AskNotes: NotesReply,
    KeepNote: Reply,
    AskPlan: PlanReply,
    AskHint: HintReply,
    AskQuestion: AnswerReply,
}
"""What a message is answered with, unless it is refused or in error."""
