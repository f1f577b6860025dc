"""What play aids are made of: plain structs that a page, a terminal or a program shows next to the map.

Hexes, units and seats are numbers, as everywhere; texts are for people and need no further formatting.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from phaseline.engine.sheet import Shape

Style = Literal["fill", "hatch", "outline", "dots"]
"""How an area is drawn: a tint, hatching, its border only, or a dot in each hex."""

Tint = Literal[
    "",
    "move",
    "engage",
    "attack",
    "rail",
    "sea",
    "air",
    "retreat",
    "advance",
    "supply",
    "deploy",
    "spend",
    "refuse",
]
"""What choosing a value amounts to, so that it can be coloured: "" is nothing in particular."""


class Area(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Hexes that an overlay marks alike. `side` colours them (None: neutral); `level` of `levels` shades them."""

    title: str
    hexes: tuple[int, ...]
    side: int | None = None
    style: Style = "fill"
    level: int = 0
    levels: int = 0


class Overlay(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Areas to be drawn over the map, e.g. where supply reaches. `note` is a line below; `guessed` says it rests on guesses."""

    areas: tuple[Area, ...]
    note: str = ""
    guessed: bool = False


class OverlayOffer(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An overlay that a game has. `unit` says that it can be asked for one unit besides for all of them."""

    key: str
    title: str
    help: str
    unit: bool = False


class Line(Struct, frozen=True, omit_defaults=True):
    """One line of an explanation: what, the case it rests on, and its value or effect, such as `2 left` or `7`."""

    text: str
    case: str = ""
    value: str = ""


class ForecastRow(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One possible result: its exact `chance` as a fraction such as `5/36`, its `percent`, and what it means.

    `cells` are what a results table prints in the row, one a column of the forecast. `highlight` marks what stands out.
    `totals` are the sums of the dice that bring it about, `losses` what each seat then loses, in the unit that the forecast says.
    """

    label: str
    chance: str = ""
    percent: float = 0.0
    text: str = ""
    cells: tuple[str, ...] = ()
    highlight: bool = False
    totals: tuple[int, ...] = ()
    losses: tuple[int, ...] = ()


class Spread(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A table of chances inside a forecast: what may become of one side or unit. `side` as for pieces."""

    title: str
    rows: tuple[ForecastRow, ...]
    side: int | None = None
    unit: int | None = None
    guessed: bool = False


class Forecast(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The exact prospects of a battle, pending or planned.

    `lines` are the strengths and every shift with its case; `columns` the columns of the results table and `column` the
    final one; `rows` each result with its chance; `spreads` what may become of sides and units; `guessed` that hidden
    facts were assumed. `hex` is where it is fought, `losses` what the losses of its rows count: steps, or the points that are
    printed on the counters. `legend` puts the table's results into words: `value` is what is printed, `text` what it means.
    `hopeless` says that the attack fails whatever the dice show: nothing costs those who are attacked anything, or drives them
    away.
    """

    title: str
    summary: str
    lines: tuple[Line, ...] = ()
    columns: tuple[str, ...] = ()
    column: int | None = None
    rows: tuple[ForecastRow, ...] = ()
    spreads: tuple[Spread, ...] = ()
    hex: int | None = None
    guessed: bool = False
    losses: Literal["steps", "points"] = "steps"
    legend: tuple[Line, ...] = ()
    hopeless: bool = False


class Hint(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a value of an order's field means before it is chosen.

    `title` is the value for people; `text` a short remark such as `3 of 4`; `tint` what choosing it amounts to; `hexes`
    and `units` where on the map it lies.
    """

    title: str
    text: str = ""
    tint: Tint = ""
    hexes: tuple[int, ...] = ()
    units: tuple[int, ...] = ()


class Path(Struct, frozen=True, kw_only=True):
    """The way a unit would take, from its hex to the last, and what it costs, e.g. `3 of 4`."""

    hexes: tuple[int, ...]
    cost: str = ""


class HexText(Struct, frozen=True, kw_only=True):
    """A hex in words: its printed label, its name, and lines about terrain, control, stacking, ports, supply ..."""

    label: str
    title: str
    lines: tuple[Line, ...] = ()


class LegendEntry(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What something on the map means. `key` is the terrain or hexside feature, `kind` which of the two; `text` its effects."""

    key: str
    title: str
    kind: Literal["terrain", "hexside", "mark"] = "terrain"
    text: str = ""


class Row(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A row of a table: its cells, and the piece and place it is about, if any. `faint` for what is over or gone.

    `symbol`, `size`, `group`, `shape` and `short` are those of the piece.
    """

    cells: tuple[str, ...]
    side: int | None = None
    unit: int | None = None
    hex: int | None = None
    symbol: str = ""
    size: str = ""
    group: str = ""
    shape: Shape = "counter"
    short: str = ""
    faint: bool = False


class Section(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Rows of a table under a heading, e.g. an army group. `side` colours it; `note` sums it up, e.g. `12 of 15 on the map`."""

    title: str
    rows: tuple[Row, ...]
    side: int | None = None
    note: str = ""


class Table(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A table for people: order of battle, arrivals."""

    key: str
    title: str
    columns: tuple[str, ...]
    sections: tuple[Section, ...]
    note: str = ""


class TurnCell(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A box of the turn track: its title, what season or weather it has, and what happens. `now` marks the present one."""

    title: str
    text: str = ""
    lines: tuple[Line, ...] = ()
    now: bool = False
    past: bool = False


class Measure(Struct, frozen=True, kw_only=True):
    """A number for charts, read off a view: strength, victory points, cities. Equal keys belong in one chart."""

    key: str
    title: str
    value: float
    side: int | None = None
