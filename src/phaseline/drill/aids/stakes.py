"""How a match stands, as every game tells it: what is due by urgency, turns to go, the results and their points."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from phaseline.engine.aids import Level, Line, Stake
from phaseline.hexgrid import Mask, hexes
from phaseline.mechanics.grades import Grade, spans
from phaseline.wording.counts import several

URGENCY: dict[Level, int] = {"red": 0, "amber": 1, "green": 2, "": 2}
"""What stands well and what nothing can be said of are alike: a game tells first what is due first."""


def urgent_first(due: Iterable[Stake]) -> tuple[Stake, ...]:
    """What is due, the most urgent first, else in this order."""
    return tuple(sorted(due, key=lambda stake: URGENCY[stake.level]))


def stake(title: str, text: str, case: str, side: int, level: Level, mask: Mask = 0) -> Stake:
    """One thing that decides the match, and the hexes it is about."""
    return Stake(title=title, text=text, case=case, side=side, level=level, hexes=tuple(hexes(mask)))


def behind(winner: int | None, side: int, *, last: bool) -> Level:
    """How a side stands by what would come of it if the match ended now: lost only where it is the last turn.

    >>> (
    ...     behind(0, 0, last=False),
    ...     behind(0, 1, last=False),
    ...     behind(0, 1, last=True),
    ...     behind(None, 0, last=True),
    ... )
    ('green', 'amber', 'red', 'amber')
    """
    return "green" if winner == side else "red" if last and winner is not None else "amber"


def last_turn(last: int, now: int, case: str) -> Line:
    """With which turn the match ends, and how many are to go, turn `now` among them."""
    return Line(f"the match ends with Turn {last}: {several(last - now + 1, 'turn')} to go", case)


def results(grades: Iterable[Grade], case: str) -> Iterator[Line]:
    """The results of a match by points, the best first."""
    for grade, span in spans(grades):
        yield Line(grade.level, case, span)
