"""Chapter 12: victory."""

from __future__ import annotations

from phaseline.engine.ledger import case
from phaseline.games.skirmish.state import SkirmishState
from phaseline.hexgrid import hexes
from phaseline.wording.counts import several


@case("12.1")
def score(s: SkirmishState) -> None:
    """At the end of a turn each side gets the points of the objectives it holds (12.1)."""
    for seat in (0, 1):
        gained = sum(s.scenario.objectives[hex] for hex in hexes(s.position.control[seat]))
        s.position.points[seat] += gained
        s.tell(
            "points",
            "12.1",
            "{seat:seat} gets " + several(gained, "point") + ", {total} in all",
            seat=seat,
            gained=gained,
            total=s.position.points[seat],
        )


@case("12.3")
def check_elimination(s: SkirmishState) -> None:
    """A side without units has lost at once (12.3); decoys do not count."""
    fighting = [s.on_map(seat) & ~s.scenario.decoys for seat in (0, 1)]
    scores = tuple(s.position.points)
    if not any(fighting):
        s.end(None, "12.3", "neither side has a unit left", scores=scores)
    elif not all(fighting):
        loser = fighting.index(0)
        s.end(1 - loser, "12.3", f"{s.game.seats[loser]} has no unit left", "complete", scores)


@case("12.4")
def final_score(s: SkirmishState) -> None:
    """After the last turn more points win; equal points are a draw (12.4)."""
    blue, red = s.position.points
    if blue == red:
        s.end(None, "12.4", f"both sides have {blue} points", scores=(blue, red))
    else:
        winner = 0 if blue > red else 1
        s.end(
            winner,
            "12.4",
            f"{s.game.seats[winner]} has more points, {max(blue, red)} to {min(blue, red)}",
            "on points",
            (blue, red),
        )
