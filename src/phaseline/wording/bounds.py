"""How much may stand somewhere, and of what it may consist, in words; of what msgspec says about bounds it found exceeded."""

from __future__ import annotations

import re
from collections.abc import Sized

from phaseline.wording.counts import several, verb

_LENGTH = re.compile(
    r"Expected `(\w+)` of (at least |at most |)length (>= |<= |)(\d+)(?: to (\d+))?(?:, got (\d+))?"
)
_NUMBER = re.compile(r"Expected `(int|float)` (>=|<=|>|<) (-?[\d.e+-]+)")
_MULTIPLE = re.compile(r"Expected `int` that's a multiple of (\d+)")
_PATTERN = re.compile(r"Expected `str` matching regex (?P<quote>['\"])(?P<regex>.*)(?P=quote)", re.DOTALL)
_CHARACTERS = re.compile(r"\^\[((?:\\.|[^\]\\])+)\](?:\{(?:(\d+),)?(\d+)\}|[*+])?(?:\$|\\Z)")

_PIECES = {"array": "entry", "object": "entry", "str": "character", "bytes": "byte"}
_LEAST = {">=": "at least", "<=": "at most", ">": "more than", "<": "less than"}
_RANGES = {"A-Z": "capital letters", "a-z": "small letters", "0-9": "digits"}


def number_needed(said: str) -> str:
    """What number is needed, by what msgspec says of a bound; "" if it says nothing of one.

    >>> number_needed("Expected `float` < 0.5"), number_needed("Expected `int` that's a multiple of 2")
    ('a number of less than 0.5', 'a multiple of 2')
    """
    if outside := _NUMBER.fullmatch(said):
        kind, than, bound = outside.groups()
        return f"a {'whole ' if kind == 'int' else ''}number of {_LEAST[than]} {float(bound):.15g}"
    if odd := _MULTIPLE.fullmatch(said):
        return f"a multiple of {odd[1]}"
    return {
        "Integer value out of range": "a smaller whole number",
        "Number out of range": "a smaller number",
    }.get(said, "")


def length_needed(said: str, written: object) -> str:
    """How much stands there and how much may, by what msgspec says of a length; "" if it says nothing of one.

    >>> length_needed("Expected `array` of length >= 1", [])
    '0 entries stand here; at least 1 is needed'
    >>> length_needed("Expected `str` of length <= 4", "Blue Guards")
    '11 characters stand here; at most 4 are possible'
    """
    found = _LENGTH.fullmatch(said)
    if found is None:
        return ""
    kind, before, than, least, most, got = found.groups()
    given = int(got) if got else len(written) if isinstance(written, Sized) else None
    limit = before.strip() or _LEAST.get(than.strip(), "")
    bound, count = (f"{least} to {most}", int(most)) if most else (least, int(least))
    needed = f"{limit} {bound} {verb(count)} {'possible' if limit == 'at most' else 'needed'}".lstrip()
    if given is None:
        return needed
    return f"{several(given, _PIECES[kind])} {'stands' if given == 1 else 'stand'} here; {needed}"


def pattern_needed(said: str) -> str:
    r"""Of what characters a text may consist, by what msgspec says of a pattern; "" if it says nothing of one.

    >>> pattern_needed("Expected `str` matching regex '^[A-Za-z0-9_]{1,40}$'")
    'letters, digits and _ alone are possible, at most 40 characters'
    >>> pattern_needed(r"Expected `str` matching regex '^[0-9a-f]{16}\\Z'")
    'digits and a to f alone are possible, 16 characters'
    >>> pattern_needed("Expected `str` matching regex '^(ab)+c'")
    'a text of another form is needed'
    """
    found = _PATTERN.fullmatch(said)
    if found is None:
        return ""
    form = _CHARACTERS.fullmatch(found["regex"].replace("\\\\", "\\"))
    if form is None:
        return "a text of another form is needed"
    listed, least, most = form.groups()
    letters = "A-Z" in listed and "a-z" in listed
    listed = listed.replace("A-Z", "").replace("a-z", "") if letters else listed
    kinds = ["letters"] * letters + [_kind(piece) for piece in re.findall(r"\w-\w|\\.|.", listed)]
    of = " and ".join(filter(None, [", ".join(kinds[:-1]), kinds[-1]]))
    count = "" if most is None else f", {'at most ' if least else ''}{several(int(most), 'character')}"
    return f"{of} alone are possible{count}"


def _kind(piece: str) -> str:
    """A range of characters, or one of them, in words."""
    if len(piece) == 3:
        return _RANGES.get(piece, f"{piece[0]} to {piece[2]}")
    return piece[-1]
