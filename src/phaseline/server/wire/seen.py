"""What a viewer sees of a match at one moment, and what may be ordered then."""

from __future__ import annotations

from msgspec import Struct

from phaseline.engine.aids.parts import Line, Tint
from phaseline.engine.dice import Draw
from phaseline.engine.position import Outcome
from phaseline.engine.sheet import Badge, Mark, Piece, Sheet, Track
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

    The first field may take `count` values: `units` are the viewer's own units that stand on the map, `first` all others.
    When there are more than fit, both are empty, and `values` asks for them. `passes` says that it ends the step without
    doing anything, `gives_up` that it gives up something the viewer has: it wants to be chosen by name. `adds` says that it
    adds one of several, all of which may be wanted at once, `yields` that a click which fits another kind as well means that
    one. `idle` are those of `units` that have nothing to gain by it just now.
    """

    verb: str
    title: str
    help: str
    case: str
    fields: list[Field]
    units: list[int]
    first: list[Choice]
    count: int
    passes: bool
    idle: list[int]
    gives_up: bool = False
    adds: bool = False
    yields: bool = False


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


class Situation(Output, frozen=True):
    """What a viewer sees at one moment, besides what is drawn.

    `entry` is the last entry; send it back with an order. `stamp` changes with everything that happens to the match,
    also when an entry is taken back; sent back too, it tells stale orders apart without fail. `seat` is whose eyes
    these are (None: a spectator's, or in an open match everybody's); `eyes` which seats the viewer may `sit` on.
    `path` is the place in the sequence of play by the names that its steps have, outermost first, `place` the same in
    the words that players read, `turn` whose turn that is (None: nobody's alone). `acting` is the seat whose orders `legal` lists. `weighing` says that it is putting an
    attack together, `battle` where one is being fought. `left` says what can still be done; `live` is false for a look
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
    place: list[str]
    turn: int | None
    prompt: str
    case: str
    legal: list[OrderKind]
    weighing: bool
    battle: int | None
    left: list[str]
    unspent: list[Line]
    sole: Sole | None
    undo: Undo
    redo: bool
    outcome: Outcome | None
    players: list[Player]
    live: bool


class Moment(Situation, frozen=True):
    """All a viewer sees at one moment."""

    sheet: Sheet


class SheetChange(Output, frozen=True):
    """What is drawn otherwise than it was told last.

    Lists are changed by splices, one after the other: from a place on so many items go, and these come. `badges` are told
    anew when there are others, or not at all.
    """

    pieces: list[tuple[int, int, list[Piece]]]
    marks: list[tuple[int, int, list[Mark]]]
    tracks: list[tuple[int, int, list[Track]]]
    badges: dict[str, Badge] | None


class MatchEvent(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something that happened, as far as the viewer may know.

    `seat` gave the order; `hexes` and `units` name places; `by` is whose dice were rolled (None: nobody's), `lit` the
    faces that count by themselves; `battle` is the hex of the battle that it is part of, `contest`
    the title of another contest of dice that it is part of (empty: of none); `turn` is whose turn it was (None: nobody's alone).
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
    lit: tuple[int, ...] = ()
    battle: int | None = None
    contest: str = ""
    turn: int | None = None
