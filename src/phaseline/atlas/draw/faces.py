"""The type faces of the map, and how wide text is in them."""

import struct
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Final

import msgspec


class Face(msgspec.Struct, frozen=True):
    """A cut of a type face that comes with the package."""

    family: str
    file: str
    weight: int
    italic: bool = False
    fallback: str = "sans-serif"

    @property
    def path(self) -> Traversable:
        """Where the font file is."""
        return resources.files("phaseline.atlas.draw") / "fonts" / self.file


FACES: Final[dict[str, Face]] = {
    "narrow": Face("Barlow Condensed", "BarlowCondensed-Regular.ttf", 400),
    "plain": Face("Barlow Semi Condensed Medium", "BarlowSemiCondensed-Medium.ttf", 500),
    "strong": Face("Barlow Semi Condensed SemiBold", "BarlowSemiCondensed-SemiBold.ttf", 600),
    "book": Face("EB Garamond Medium", "EBGaramond-Medium.ttf", 500, fallback="serif"),
    "title": Face("EB Garamond SemiBold", "EBGaramond-SemiBold.ttf", 600, fallback="serif"),
    "water": Face("EB Garamond Medium", "EBGaramond-MediumItalic.ttf", 500, italic=True, fallback="serif"),
}


def width(face: str, text: str, size: float, spacing: float = 0.0) -> float:
    """How wide a line of text is, at a type size, with letters ``spacing`` further apart than usual.

    >>> round(width("plain", "Cherbourg", 10.0), 2)
    41.27
    """
    advances, units = _advances(face)
    missing = advances.get("n", units // 2)
    return sum(advances.get(ch, missing) for ch in text) * size / units + spacing * max(0, len(text) - 1)


def covers(face: str, text: str) -> bool:
    """Whether the face has a letter for every character."""
    return set(text) <= _advances(face)[0].keys()


@cache
def _advances(face: str) -> tuple[dict[str, int], int]:
    """Advance width of every character, in font units, and the units of one em."""
    data = FACES[face].path.read_bytes()
    tables = {
        tag.decode(): offset
        for tag, _, offset, _ in struct.iter_unpack(">4sLLL", data[12 : 12 + 16 * _u16(data, 4)])
    }
    count = _u16(data, tables["hhea"] + 34)
    glyph_widths = [_u16(data, tables["hmtx"] + 4 * i) for i in range(count)]
    return (
        {chr(code): glyph_widths[min(glyph, count - 1)] for code, glyph in _glyphs(data, tables["cmap"])},
        _u16(data, tables["head"] + 18),
    )


def _glyphs(data: bytes, cmap: int) -> list[tuple[int, int]]:
    """Character codes and their glyphs, from the segment table (format 4) of the font."""
    records = [cmap + 4 + 8 * i for i in range(_u16(data, cmap + 2))]
    start = next(
        at for r in records if _u16(data, at := cmap + struct.unpack_from(">L", data, r + 4)[0]) == 4
    )
    twice = _u16(data, start + 6)
    ends, starts = start + 14, start + 16 + twice
    found: list[tuple[int, int]] = []
    for i in range(0, twice, 2):
        delta, offset_at = _u16(data, starts + twice + i), starts + 2 * twice + i
        offset = _u16(data, offset_at)
        for code in range(_u16(data, starts + i), _u16(data, ends + i) + 1):
            if code == 0xFFFF:
                continue
            glyph = (
                code if offset == 0 else _u16(data, offset_at + offset + 2 * (code - _u16(data, starts + i)))
            )
            if offset == 0 or glyph:
                found.append((code, (glyph + delta) % 0x10000))
    return found


def _u16(data: bytes, at: int) -> int:
    return int.from_bytes(data[at : at + 2], "big")
