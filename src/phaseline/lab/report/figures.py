"""The figures of a series for its report, gathered file by file: what they take does not grow with the matches."""

from __future__ import annotations

import heapq
import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from phaseline.lab.experiment import Series
from phaseline.lab.statistics import Interval, wilson
from phaseline.lab.store import Store

POINTS = 600
"""So many matches at most become dots of their own."""
EXTREMES = 3
"""So many matches are linked for each way to be extreme."""
FAULTS = 20
"""So many matches at most that broke down."""


@dataclass
class Mean:
    """A mean that grows, with its 95 % interval (normal)."""

    count: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, value: float) -> None:
        """Take in one more value."""
        self.count += 1
        self.total += value
        self.squares += value * value

    @property
    def mean(self) -> float:
        """The mean; 0 of nothing."""
        return self.total / self.count if self.count else 0.0

    @property
    def half(self) -> float:
        """Half of the width of the interval."""
        if self.count < 2:
            return 0.0
        spread = max(0.0, self.squares - self.total * self.total / self.count) / (self.count - 1)
        return 1.96 * math.sqrt(spread / self.count)

    def __str__(self) -> str:
        return f"{self.mean:+.2f} ± {self.half:.2f}" if self.count else ""


class Party(NamedTuple):
    """An agent in a seat: its matches, its wins, its margin."""

    seat: int
    agent: str
    matches: int
    wins: int
    margin: Mean
    luck: Mean
    """What battles gave beyond what was to be expected of its dice."""

    @property
    def interval(self) -> Interval:
        """The 95 % confidence interval of its share of wins."""
        return wilson(self.wins, self.matches)


class Dot(NamedTuple):
    """A match by how much luckier the first seat was than the others, and by how much it was ahead."""

    number: int
    luck: float
    margin: float
    winner: int | None


class Extreme(NamedTuple):
    """A match worth looking at: why, and by what figure."""

    number: int
    why: str
    value: str
    record: str | None


@dataclass
class Column:
    """All attacks of a column of odds: what was lost on the mean by attacker and defender, and what the table would take."""

    attacker: Mean = field(default_factory=Mean)
    defender: Mean = field(default_factory=Mean)
    by_table_attacker: Mean = field(default_factory=Mean)
    by_table_defender: Mean = field(default_factory=Mean)


@dataclass
class Figures:
    """What came of one series; `title` tells which."""

    series: Series
    seats: tuple[str, ...]
    title: str
    matches: int = 0
    faults: int = 0
    dropped: int = 0
    draws: int = 0
    scored: bool = False
    """Whether the game keeps points, so that margins are more than who won."""
    orders: Mean = field(default_factory=Mean)
    parties: dict[tuple[int, str], Party] = field(default_factory=dict)
    by_agent: dict[str, list[int]] = field(default_factory=dict)
    """Matches and wins of each agent over all seats."""
    endings: Counter[tuple[int | None, str, str]] = field(default_factory=Counter)
    """By winner, level of victory, and case."""
    lengths: Counter[tuple[int, int | None]] = field(default_factory=Counter)
    """By turn and winner."""
    turns: dict[int, str] = field(default_factory=dict)
    """What each turn is called."""
    margins: Counter[tuple[float, str | None]] = field(default_factory=Counter)
    """The margin of the first seat, by the agent in it."""
    losses: dict[tuple[int, int], Mean] = field(default_factory=lambda: defaultdict(Mean))
    """By turn and seat."""
    columns: dict[str, Column] = field(default_factory=lambda: defaultdict(Column))
    """Attacks by their odds."""
    attacks: int = 0
    units: set[str] = field(default_factory=set)
    """What the dice of its battles are counted in: hits, steps, points."""
    fallen: Counter[tuple[str, int]] = field(default_factory=Counter)
    """In how many matches a place changed hands for the first time, by turn."""
    dots: list[Dot] = field(default_factory=list)
    extremes: list[Extreme] = field(default_factory=list)

    @property
    def counted(self) -> str:
        """What the dice of its battles are counted in, in words."""
        return " and ".join(sorted(self.units)) or "hits and steps"

    def name(self, winner: int | None) -> str:
        """Who won; who plays alone and has not won has not drawn."""
        if winner is not None:
            return self.seats[winner]
        return "draw" if len(self.seats) > 1 else "not won"


class _Best:
    """The few matches that have most of something."""

    def __init__(self, why: str, shown: Callable[[float], str]) -> None:
        self.why, self._shown = why, shown
        self._heap: list[tuple[float, int, str | None]] = []

    def add(self, value: float, number: int, record: str | None) -> None:
        # Of equals the earlier match stays.
        entry = (value, -number, record or "")
        if len(self._heap) < EXTREMES:
            heapq.heappush(self._heap, entry)
        else:
            heapq.heappushpop(self._heap, entry)

    def found(self) -> Iterable[Extreme]:
        for value, number, record in sorted(self._heap, reverse=True):
            yield Extreme(-number, self.why, self._shown(value), record or None)


_MATCH = (
    "number", "agents", "status", "winner", "winner_agent", "level", "case", "scores", "margins", "turn", "turn_title",
    "orders", "dropped", "luck", "record",
)  # fmt: skip


def gather(store: Store, series: Series) -> Figures:
    """The figures of a series, as far as it is played."""
    setting = series.setting
    title = f"{setting.game.title}, {setting.scenario.title}: {' against '.join(series.names)}"
    found = Figures(series, setting.game.seats, title)
    best = _extremes(found.seats)
    for rows in store.batches(series, "matches", _MATCH):
        for row in rows:
            _match(found, row, best)
    for each in best.values():
        found.extremes += each.found()
    if series.details:
        for rows in store.batches(series, "turns", ("turn", "title", "losses")):
            for row in rows:
                _turn(found, row)
        for rows in store.batches(series, "attacks", ("seat", "odds", "unit", "lost", "mean_lost")):
            for row in rows:
                _attack(found, row)
        for rows in store.batches(series, "places", ("number", "turn", "place")):
            first = {(row["number"], row["place"]): row["turn"] for row in reversed(rows)}
            found.fallen.update((place, turn) for (_, place), turn in first.items())
    return found


def _extremes(seats: tuple[str, ...]) -> dict[str, _Best]:
    best = {f"won {seat}": _Best(f"{name} ahead by most", "{:+g}".format) for seat, name in enumerate(seats)}
    best["close"] = _Best("closest", lambda value: f"by {-value:g}")
    best["long"] = _Best("most orders", "{:g} orders".format)
    best["short"] = _Best("fewest orders", lambda value: f"{-value:g} orders")
    for seat, name in enumerate(seats):
        best[f"luck {seat}"] = _Best(f"{name} luckiest", "{:+.1f} by luck".format)
    return best


def _match(found: Figures, row: dict[str, Any], best: dict[str, _Best]) -> None:
    found.matches += 1
    found.dropped += row["dropped"]
    if row["status"] == "fault":
        found.faults += 1
        if found.faults <= FAULTS:
            found.extremes.append(Extreme(row["number"], "broke down", "", row["record"]))
        return
    winner, number, record = row["winner"], row["number"], row["record"]
    found.draws += winner is None
    found.scored |= bool(row["scores"])
    found.orders.add(row["orders"])
    found.endings[winner, row["level"], row["case"]] += 1
    found.lengths[row["turn"], winner] += 1
    found.turns.setdefault(row["turn"], row["turn_title"])
    found.margins[row["margins"][0], row["agents"][0]] += 1
    for seat, agent in enumerate(row["agents"]):
        party = found.parties.get((seat, agent)) or Party(seat, agent, 0, 0, Mean(), Mean())
        party.margin.add(row["margins"][seat])
        party = party._replace(matches=party.matches + 1, wins=party.wins + (winner == seat))
        found.parties[seat, agent] = party
        if row["scores"]:
            best[f"won {seat}"].add(row["margins"][seat], number, record)
        if len(set(row["agents"])) > 1:
            tally = found.by_agent.setdefault(agent, [0, 0])
            tally[0] += 1
            tally[1] += winner == seat
    if row["scores"]:
        best["close"].add(-abs(row["margins"][0]), number, record)
    best["long"].add(row["orders"], number, record)
    best["short"].add(-row["orders"], number, record)
    if row["luck"] is not None:
        _lucky(found, row, best)


def _lucky(found: Figures, row: dict[str, Any], best: dict[str, _Best]) -> None:
    luck = row["luck"]
    for seat, value in enumerate(luck):
        found.parties[seat, row["agents"][seat]].luck.add(value)
        others = (sum(luck) - value) / max(1, len(luck) - 1)
        best[f"luck {seat}"].add(value - others, row["number"], row["record"])
    if len(found.dots) < POINTS:
        found.dots.append(Dot(row["number"], luck[0] - sum(luck[1:]), row["margins"][0], row["winner"]))


def _turn(found: Figures, row: dict[str, Any]) -> None:
    if row["turn"] == 0:
        return  # setting up
    found.turns[row["turn"]] = row["title"]
    for seat, losses in enumerate(row["losses"]):
        found.losses[row["turn"], seat].add(losses)


def _attack(found: Figures, row: dict[str, Any]) -> None:
    found.attacks += 1
    found.units.add(row["unit"])
    if not row["odds"] or not row["lost"]:
        return
    seat, column = row["seat"], found.columns[row["odds"]]
    column.attacker.add(row["lost"][seat])
    column.defender.add(sum(row["lost"]) - row["lost"][seat])
    column.by_table_attacker.add(row["mean_lost"][seat])
    column.by_table_defender.add(sum(row["mean_lost"]) - row["mean_lost"][seat])
