"""A sheet: what a view looks like on a map, for any game: pieces, marks and tracks. Terminal and page draw it."""

from __future__ import annotations

from msgspec import Struct


class Piece(Struct, frozen=True, kw_only=True):
    """A counter or block on the map, or beside it when `hex` is None.

    `side` is the seat it belongs to (None: nobody's); `label` one or two characters for small drawings; `title` its
    full name; `strength` what is printed at its foot; `symbol` a NATO symbol name such as `armour`; `face_down`
    whether only its back is seen; `marks` short states such as `moved` or `out of supply`; `unit` the roster index
    when the viewer knows it.
    """

    side: int | None
    label: str
    title: str
    hex: int | None = None
    unit: int | None = None
    strength: str = ""
    symbol: str = ""
    face_down: bool = False
    marks: tuple[str, ...] = ()


class Mark(Struct, frozen=True):
    """Something about a hex that is not a piece: a controlled town, an objective, a beachhead."""

    hex: int
    text: str
    side: int | None = None


class Track(Struct, frozen=True):
    """A named value shown beside the map, such as the turn, the weather or the victory points."""

    name: str
    text: str


class Sheet(Struct, frozen=True, kw_only=True):
    """All that is drawn of a view."""

    pieces: tuple[Piece, ...] = ()
    marks: tuple[Mark, ...] = ()
    tracks: tuple[Track, ...] = ()
