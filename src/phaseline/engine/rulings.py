"""The rulings of a game: what was decided where its rulebook is silent or contradicts itself.

A game package holds them in `RULINGS.md`, one a row of a table with the columns `number`, `question` and `decision`

    | R3 | 8.1 | May a unit react across a river? | Yes. | 8.1 asks for units next to it. |

or one an entry of a list, the decision behind `Ruling:` if it does not fill the whole entry

    - **R4 Ranges of coast.** Their hexes lie apart. Ruling: a range is walked along the coast.
      -> Adopted.

Texts name a ruling by its number, `R3`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.resources import files

from msgspec import Struct

FILE = "RULINGS.md"
NUMBER = re.compile(r"\bR\d+\b")
"""How texts name a ruling."""
_ENTRY = re.compile(r"^- \*\*(R\d+) (.+?)\*\* ?(.*)$")


class Ruling(Struct, frozen=True):
    """One ruling: its number, what was asked, and what was decided."""

    number: str
    question: str
    decision: str


def read(package: str) -> dict[str, Ruling]:
    """The rulings of a game's package by number, in their order; none when it has no such file."""
    file = files(package).joinpath(FILE)
    if not file.is_file():
        return {}
    text = file.read_text("utf-8")
    return {ruling.number: ruling for ruling in [*_rows(text), *_entries(text)]}


def named(text: str) -> list[str]:
    """The numbers of the rulings that a text names, each once.

    >>> named("No invasion into a marsh [see R109, R3]; R3 again.")
    ['R109', 'R3']
    """
    return list(dict.fromkeys(NUMBER.findall(text)))


def _rows(text: str) -> Iterator[Ruling]:
    """Rulings in tables."""
    columns: list[str] = []
    for line in text.splitlines():
        if not line.startswith("|"):
            columns = []
            continue
        cells = [cell.strip() for cell in line.strip("| ").split("|")]
        if not columns:
            columns = cells
        elif NUMBER.fullmatch(cells[0]):
            row = dict(zip(columns, cells, strict=False))
            yield Ruling(row["number"], _plain(row["question"]), _plain(row["decision"]))


def _entries(text: str) -> Iterator[Ruling]:
    """Rulings in lists. What follows an arrow is for those who read the code."""
    for entry in re.split(r"\n(?=- \*\*R|#|\n)", text):
        found = _ENTRY.match(re.sub(r"\s*\n\s+", " ", entry.strip().partition("\n  ->")[0]))
        if found:
            _, _, decision = found[3].rpartition("Ruling: ")
            yield Ruling(found[1], _plain(found[2]).rstrip("."), _plain(decision))


def _plain(text: str) -> str:
    text = re.sub(r"[`*]", "", text)
    return text[:1].upper() + text[1:]
