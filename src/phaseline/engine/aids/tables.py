"""Tables made of what a sheet shows."""

from __future__ import annotations

from collections.abc import Sequence

from phaseline.atlas.model import HexMap
from phaseline.engine.aids.ground import hex_title
from phaseline.engine.aids.parts import Row, Section, Table
from phaseline.engine.sheet import Piece, Sheet

COLUMNS = ("unit", "strength", "where", "state")


def order_of_battle(seats: Sequence[str], board: HexMap, sheet: Sheet) -> Table:
    """The pieces of a sheet by side and group; backs are only counted."""
    sections = []
    for side, name in enumerate(seats):
        own = [piece for piece in sheet.pieces if piece.side == side]
        known = [piece for piece in own if not piece.face_down]
        for group in dict.fromkeys(piece.group for piece in known):
            rows = tuple(piece_row(board, piece) for piece in known if piece.group == group)
            title = f"{name}: {group}" if group else name
            sections.append(Section(title=title, rows=rows, side=side, note=counted(rows)))
        backs = len(own) - len(known)
        if backs:
            sections.append(Section(title=f"{name}: unseen", rows=(), side=side, note=f"{backs} face down"))
    return Table(key="order_of_battle", title="Order of battle", columns=COLUMNS, sections=tuple(sections))


def piece_row(board: HexMap, piece: Piece) -> Row:
    """One piece: its name, strength, place, and states."""
    where = piece.place if piece.hex is None else hex_title(board, piece.hex)
    return Row(
        cells=(piece.title, piece.strength, where, ", ".join(piece.marks)),
        side=piece.side,
        unit=piece.unit,
        hex=piece.hex,
        symbol=piece.symbol,
        size=piece.size,
        group=piece.group,
        shape=piece.shape,
        short=piece.short,
        faint=piece.hex is None,
    )


def counted(rows: Sequence[Row]) -> str:
    """How many of the rows stand on the map.

    >>> counted([Row(cells=("1 Armd",), hex=3), Row(cells=("2 Armd",))])
    '1 of 2 on the map'
    """
    return f"{sum(row.hex is not None for row in rows)} of {len(rows)} on the map"
