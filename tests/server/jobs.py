"""What a thinking process is asked, for tests."""

from __future__ import annotations

from phaseline.ai.driver import observe
from phaseline.engine import Match
from phaseline.server.computers.job import Job, position_text


def job_of(match: Match, seat: int, agent: str = "general", *, seed: int = 7) -> Job:
    """An order for a seat, with all the time in the world."""
    view = observe(match, seat).view
    return Job(
        player=f"room {seat}",
        agent=agent,
        seed=seed,
        game=match.game.key,
        scenario=match.scenario.key,
        options={},
        seat=seat,
        position=position_text(view),
        seats=view.seats,
        path=view.path,
        prompt=view.prompt,
        case=view.case,
        seconds=600.0,
    )
