"""What a check reports."""

from collections.abc import Iterable
from enum import IntEnum

import msgspec

from phaseline.atlas.model import HexMap
from phaseline.hexgrid import Hex, Hexsides, Mask, flood, hexes

SHOWN = 6
"""So many hexes are named before a list breaks off."""


class Severity(IntEnum):
    """How bad a finding is; the greater, the worse."""

    NOTE = 0
    WARNING = 1
    ERROR = 2


class Finding(msgspec.Struct, frozen=True):
    """One thing that is wrong, or looks wrong, with a map.

    ``where`` is the key in the map file, e.g. ``places.Caen``; ``at`` are the hexes concerned.
    """

    severity: Severity
    where: str
    message: str
    at: tuple[Hex, ...] = ()

    def __str__(self) -> str:
        return f"{self.severity.name.lower()}: {self.where}: {self.message}"


def error(where: str, message: str, at: Iterable[Hex] = ()) -> Finding:
    """A contradiction; the map must not be used."""
    return Finding(Severity.ERROR, where, message, tuple(at))


def warning(where: str, message: str, at: Iterable[Hex] = ()) -> Finding:
    """Probably a mistake."""
    return Finding(Severity.WARNING, where, message, tuple(at))


def named(hex_map: HexMap, mask: Mask) -> str:
    """The hexes of a set, as many as fit a message.

    >>> m = HexMap.from_drawing(". . . . . . . .")
    >>> named(m, 0b11), named(m, 0b11111111)
    ('0101 0102', '0101 0102 0103 0104 0105 0106 and 2 more')
    """
    shown = [hex_map.label(h) for h in hexes(mask)]
    more = len(shown) - SHOWN
    return " ".join(shown[:SHOWN]) + (f" and {more} more" if more > 0 else "")


def pieces(hex_map: HexMap, mask: Mask, over: Hexsides | None = None) -> list[Mask]:
    """The contiguous pieces of a set of hexes, largest first; with ``over``, only those hexsides connect."""
    found: list[Mask] = []
    while mask:
        piece = flood(hex_map.grid, mask & -mask, mask, over)
        found.append(piece)
        mask &= ~piece
    return sorted(found, key=lambda piece: (-piece.bit_count(), piece))
