"""A sheet: what a view looks like on a map, for any game: pieces, marks and tracks. Terminal and page draw it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

MarkKind = Literal[
    "",
    "control",
    "objective",
    "city",
    "port",
    "beachhead",
    "battle",
    "attack",
    "strike",
    "supply",
    "fortress",
    "bridge",
    "ruin",
    "plan",
]
"""What sort of thing a mark is, so that a page can pick its picture; "" is none of them: its text tells."""

Shape = Literal["counter", "block"]
"""What a piece is made of: a cardboard counter with its factors, or a wooden block with its strength in pips."""

Tone = Literal["plain", "good", "bad", "spent", "flat", "silent"]
"""How a mark of a piece shows on it.

`plain`, `good` and `bad` put a small disc on it; `spent` greys the piece; `flat` lays a block on its back, face up; what
is `silent` is told in words only.
"""


class Badge(Struct, frozen=True, omit_defaults=True):
    """How a mark of pieces is drawn: its tone, and the character on the disc, where there is one."""

    tone: Tone = "plain"
    letter: str = ""


class Piece(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A counter or block on the map, or beside it when `hex` is None: then `place` names the box or track.

    `side` is the seat it belongs to (None: nobody's); `label` one or two characters for small drawings; `title` its
    full name, `short` what fits on it ("" when that is the title); `shape` what it is made of; `strength` what is
    printed at its foot; `symbol` a NATO symbol name such as `armour`, `size` its echelon (`XX`, `XXX`, `XXXX`); `group`
    the nationality or army that gives it its colours; `steps` of `max_steps` what it has left; `face_down` whether only
    its back is seen by the viewer, `hidden` whether only its owner sees its face; `marks` short states such as `moved`
    or `out of supply`, as the sheet's `badges` draw them; `unit` the roster index when the viewer knows it.
    """

    side: int | None
    label: str
    title: str
    short: str = ""
    shape: Shape = "counter"
    hex: int | None = None
    unit: int | None = None
    strength: str = ""
    symbol: str = ""
    size: str = ""
    group: str = ""
    steps: int | None = None
    max_steps: int | None = None
    face_down: bool = False
    hidden: bool = False
    marks: tuple[str, ...] = ()
    place: str = ""


class Mark(Struct, frozen=True, omit_defaults=True):
    """Something about a hex that is not a piece: a controlled town, an objective, a beachhead.

    `to` is another hex for what leads from one to the other: an attack over a hexside, a bridge.
    """

    hex: int
    text: str
    side: int | None = None
    kind: MarkKind = ""
    to: int | None = None


class Track(Struct, frozen=True, omit_defaults=True):
    """A named value shown beside the map, such as the turn, the weather or the victory points; `side` if it is one's own."""

    name: str
    text: str
    side: int | None = None


class Sheet(Struct, frozen=True, kw_only=True):
    """All that is drawn of a view. `badges` says how the marks of pieces show on them; one not named has a plain disc."""

    pieces: tuple[Piece, ...] = ()
    marks: tuple[Mark, ...] = ()
    tracks: tuple[Track, ...] = ()
    badges: Mapping[str, Badge] = {}
