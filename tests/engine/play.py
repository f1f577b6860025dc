"""Short words for what tests say about a match of the teaching game."""

from phaseline.engine.events import tell
from phaseline.engine.match import Match
from phaseline.engine.refusal import Refusal
from phaseline.games.skirmish.position import SkirmishPosition


def owing(match: Match) -> tuple[int, ...]:
    """The seats that owe a decision."""
    return () if match.decision is None else match.decision.seats


def give(match: Match, *texts: str) -> None:
    """Orders one after the other, each by the first seat that owes one."""
    for text in texts:
        match.submit(owing(match)[0], match.parse(text))


def refusal(match: Match, seat: int, text: str) -> Refusal:
    """Why this order is refused, as it must be."""
    found = match.check(seat, match.parse(text))
    assert found is not None, f"{text} is legal"
    return found


def told(match: Match, seat: int | None) -> list[str]:
    """What a seat (None: a spectator) can read in the log."""
    return [tell(event, match.scenario.lexicon) for event in match.log(seat)]


def board(match: Match, seat: int | None = None) -> SkirmishPosition:
    """The position, or what a seat sees of it."""
    position = match.position if seat is None else match.view(seat).position
    assert isinstance(position, SkirmishPosition)
    return position
