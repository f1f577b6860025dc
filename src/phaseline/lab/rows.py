"""What is kept of a match in tables: its row, and rows of its turns, attacks and places. Plain data that travels.

Every field is described in `docs/reference/results.md`; `phaseline.lab.tables` makes Parquet of them.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from phaseline.engine.luck import Unit

SCHEMA = 1
"""The version of the tables; it changes when a column changes its name or meaning."""


class MatchRow(Struct, frozen=True, kw_only=True):
    """One match. Lists are by seat. What the course of a match tells is missing (None) unless details are kept."""

    series: str
    number: int
    pair: int
    game: str
    rules: str
    scenario: str
    options: str
    seats: tuple[str, ...]
    agents: tuple[str, ...]
    status: Literal["over", "fault"]
    fault: str | None = None
    winner: int | None = None
    winner_seat: str | None = None
    winner_agent: str | None = None
    level: str = ""
    case: str = ""
    reason: str = ""
    scores: tuple[int, ...] = ()
    margins: tuple[float, ...] = ()
    turn: int | None = None
    turn_title: str = ""
    orders: int = 0
    dropped: int = 0
    attacks: int | None = None
    losses: tuple[int, ...] | None = None
    luck: tuple[float, ...] | None = None
    seed: str = ""
    digest: str = ""
    record: str | None = None


class Figure(Struct, frozen=True):
    """A number of a position that the game offers for charts (strength, points, cities), of a seat or of nobody."""

    key: str
    title: str
    seat: int | None
    value: float


class TurnRow(Struct, frozen=True, kw_only=True):
    """One turn of a match: what happened in it by seat, and how things stood at its end."""

    series: str
    number: int
    turn: int
    title: str
    orders: tuple[int, ...]
    losses: tuple[int, ...]
    attacks: tuple[int, ...]
    luck: tuple[float, ...]
    figures: tuple[Figure, ...]


class AttackRow(Struct, frozen=True, kw_only=True):
    """Dice of a battle: what they gave, and what was to be expected of them by the table or by their hits."""

    series: str
    number: int
    turn: int
    seat: int
    hex: str
    title: str
    odds: str
    unit: Unit
    given: float
    expected: float
    lost: tuple[int, ...]
    mean_lost: tuple[float, ...]


class PlaceRow(Struct, frozen=True, kw_only=True):
    """An objective that another seat holds at the end of a turn than at the end of the one before (None: nobody)."""

    series: str
    number: int
    turn: int
    objective: str
    place: str
    hex: str
    holder: int | None
    before: int | None


class Details(Struct, frozen=True, kw_only=True):
    """The rows of one match that need a look at its whole course."""

    turns: tuple[TurnRow, ...] = ()
    attacks: tuple[AttackRow, ...] = ()
    places: tuple[PlaceRow, ...] = ()


class Played(Struct, frozen=True, kw_only=True):
    """All that comes of one match: its row, its details, and its record where it is kept."""

    row: MatchRow
    details: Details | None = None
    record: str = ""
