"""What happens in a game: many matches between agents, how they ended and when, and what attacks cost by odds column.

A sanity study of rules and tables: whether each way to win occurs, whether results follow the odds, whether matches
have a sensible length. It reads outcomes and events and so knows no game; combats are the events of kind `combat` that
name their `odds` and a `result` such as "1/2".
"""

from __future__ import annotations

import statistics as plain
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from phaseline.engine.match import Match
from phaseline.lab.simulate import Recipe, play_one, prepare
from phaseline.lab.statistics import wilson


class Ending(NamedTuple):
    """How a match ended: the winner's seat (None: a draw), the case that decided, and the turn."""

    winner: int | None
    case: str
    turn: int


class Battle(NamedTuple):
    """One attack: its column, and the steps that the result cost attacker and defender."""

    odds: str
    attacker: int
    defender: int
    retreat: bool
    """Whether the defender took part of it as a retreat."""


class Examined(NamedTuple):
    """One match of a study."""

    ending: Ending
    orders: int
    battles: tuple[Battle, ...]


def examine(recipe: Recipe, number: int) -> Examined:
    """Play match `number` of a series and note what happened in it."""
    result, match = play_one(prepare(recipe), number)
    outcome = match.outcome
    turn = getattr(match.position, "turn", 0)
    case = "" if outcome is None else outcome.case
    return Examined(Ending(result.winner, case, turn), result.orders, tuple(battles(match)))


def battles(match: Match) -> list[Battle]:
    """Every attack of a match that was resolved on a table of odds."""
    found: list[Battle] = []
    for entry in match.entries:
        for event in entry.events:
            facts = event.facts
            if event.kind == "combat" and "odds" in facts and "/" in str(facts.get("result", "")):
                attacker, _, defender = str(facts["result"]).partition("/")
                found.append(Battle(str(facts["odds"]), int(attacker), int(defender), False))
            elif event.kind == "retreat" and found:
                found[-1] = found[-1]._replace(retreat=True)
    return found


class Column(NamedTuple):
    """One column of odds over all matches: means are of one attack."""

    odds: str
    attacks: int
    attacker: float
    defender: float
    retreats: float
    """The share of attacks after which defenders retreated."""


@dataclass
class Study:
    """What came of a series. Add cases; the figures follow. `columns` is the order in which to list odds."""

    seats: Sequence[str]
    columns: Sequence[str] = ()
    last: int = 0
    """The last turn of the game; 0 where it is not known."""
    cases: list[Examined] = field(default_factory=list)

    def add(self, case: Examined) -> None:
        """Take in one more match."""
        self.cases.append(case)

    def endings(self) -> list[tuple[int | None, str, int]]:
        """How often each winner and case came up, commonest first."""
        tally = Counter((case.ending.winner, case.ending.case) for case in self.cases)
        return [(winner, case, count) for (winner, case), count in sorted(tally.items(), key=_by_count)]

    def turns(self) -> Mapping[int, int]:
        """How many matches ended in each turn."""
        return dict(sorted(Counter(case.ending.turn for case in self.cases).items()))

    def odds(self) -> list[Column]:
        """What attacks cost in each column, in the order of the table."""
        by_column: dict[str, list[Battle]] = {}
        for case in self.cases:
            for battle in case.battles:
                by_column.setdefault(battle.odds, []).append(battle)
        known = [odds for odds in self.columns if odds in by_column]
        others = sorted(by_column.keys() - set(known))
        return [_column(odds, by_column[odds]) for odds in (*known, *others)]

    def endurance(self, seat: int) -> tuple[float, float]:
        """The turn in which a seat lost, on average, and half of its 95 % interval.

        A match that it did not lose counts as one turn after the last. Where one side nearly always wins by design,
        this tells more than wins do.
        """
        beyond = 1 + (self.last or max((case.ending.turn for case in self.cases), default=0))
        turns = [
            float(beyond if case.ending.winner in (None, seat) else case.ending.turn) for case in self.cases
        ]
        if not turns:
            return 0.0, 0.0
        spread = plain.stdev(turns) if len(turns) > 1 else 0.0
        return plain.fmean(turns), 1.96 * spread / len(turns) ** 0.5

    @property
    def mean_orders(self) -> float:
        """Orders a match, on average; 0 without matches."""
        return plain.fmean(case.orders for case in self.cases) if self.cases else 0.0

    def winner(self, seat: int | None) -> str:
        """The winner's name."""
        return "draw" if seat is None else self.seats[seat]

    def data(self) -> dict[str, Any]:
        """The figures as plain data, for programs."""
        games = len(self.cases)
        return {
            "games": games,
            "endings": [
                {
                    "winner": self.winner(winner),
                    "case": case,
                    "matches": count,
                    "interval": list(wilson(count, games)),
                }
                for winner, case, count in self.endings()
            ],
            "endurance": {name: list(self.endurance(seat)) for seat, name in enumerate(self.seats)},
            "turns": {str(turn): count for turn, count in self.turns().items()},
            "odds": [column._asdict() for column in self.odds()],
            "mean_orders": self.mean_orders,
        }


def _by_count(item: tuple[tuple[int | None, str], int]) -> tuple[int, str, str]:
    (winner, case), count = item
    return -count, str(winner), case


def _column(odds: str, fought: Sequence[Battle]) -> Column:
    return Column(
        odds=odds,
        attacks=len(fought),
        attacker=plain.fmean(battle.attacker for battle in fought),
        defender=plain.fmean(battle.defender for battle in fought),
        retreats=sum(battle.retreat for battle in fought) / len(fought),
    )
