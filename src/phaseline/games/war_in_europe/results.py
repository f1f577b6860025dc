"""Combat results: what the tables say, and the tables themselves (12.1, 12.2; their sheet is lost)."""

from __future__ import annotations

from typing import Literal, get_args

from phaseline.engine.ledger import case
from phaseline.games.war_in_europe.files import ResultsData
from phaseline.mechanics.tables import ResultsTable, TableData, TableError
from phaseline.mechanics.weighing import OddsTable

Code = Literal["Ae", "AEx", "Br", "Dr", "Ex", "1/2Ex", "De"]
CODES: tuple[str, ...] = get_args(Code)
"""The results, from the worst to the best for the attacker."""

DICE = 6

MEANINGS = {
    "Ae": "all attackers lose a step",
    "AEx": "the attackers lose as much as the defenders count",
    "Br": "both sides retreat",
    "Dr": "the defenders retreat",
    "Ex": "all defenders lose a step, and the attackers lose as much",
    "1/2Ex": "all defenders lose a step, and the attackers lose half as much",
    "De": "all defenders lose a step",
}
"""What they mean in a few words (12.2): who loses a step becomes a battlegroup, or is gone if it forms none (11.31)."""

ASSAULT_FAILS = "the assault fails, and all who have come by sea or air are lost"
ASSAULT_MEANINGS = {
    "Ae": f"{ASSAULT_FAILS}; other attackers lose a step",
    "AEx": f"{ASSAULT_FAILS}; other attackers lose as much as the defenders count",
    "Br": "the defenders leave the hex, the attackers lose as much as they count",
    "Dr": "the defenders leave the hex",
    "Ex": "all defenders lose a step and leave the hex, the attackers lose as much",
    "1/2Ex": "all defenders lose a step and leave the hex, the attackers lose half as much",
    "De": "all defenders lose a step and leave the hex",
}
"""What they mean in an assault from the sea or the air: nobody stands who should go, and no attacker goes (7.33, 8.24)."""

DEFENDERS_LOST = ("Ex", "1/2Ex", "De")
"""The results by which all defenders are lost."""
BACK = ("Br", "Dr")
"""The results by which the defenders retreat, or stand and are lost (12.7)."""
FAILED = ("Ae", "AEx")
"""The results by which an assault from the sea or the air has failed (7.33, 8.24)."""


@case("12.2")
def code(cell: str) -> str:
    """A result as the tables print it. Raises `ValueError`.

    >>> code("1/2Ex")
    '1/2Ex'
    """
    if cell not in CODES:
        raise ValueError(f"{cell!r} is no combat result: it is one of {', '.join(CODES)}")
    return cell


@case("12.2", "12.3")
def past_end(result: str, beyond: int) -> str:
    """Worse than the first column the attackers are lost, better than the last one, at 13-1, the defenders (R27).

    >>> past_end("AEx", -1), past_end("1/2Ex", 1)
    ('Ae', 'De')
    """
    if not beyond:
        return result
    return "De" if beyond > 0 else "Ae"


@case("12.0", "12.1")
def crt(data: ResultsData) -> OddsTable[str]:
    """A Combat Results Table from a data file, which has the results of a column by die. Raises `TableError`."""
    if any(len(cells) != DICE for cells in data.odds.values()):
        raise TableError(f"{data.title}: every column has a result for each of {DICE} dice")
    rows: dict[str, tuple[str, ...] | str] = {
        str(die + 1): tuple(cells[die] for cells in data.odds.values()) for die in range(DICE)
    }
    table = TableData(
        dice="1d6",
        rows=rows,
        columns=tuple(data.odds),
        title=data.title,
        provenance=data.provenance,
        case=data.case,
    )
    return OddsTable(ResultsTable(table, code), past=past_end)
