"""What goes to a thinking process and what comes back, as lines of JSON."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from phaseline.engine.game import View


class Job(Struct, frozen=True, kw_only=True):
    """A question to an agent. `position` is the canonical form of the redacted position: the truth never leaves.

    `player` tells apart the agents of different matches and seats, which may remember what they planned. What happened
    before is told besides (`Story`).
    """

    player: str
    agent: str
    seed: int
    game: str
    scenario: str
    options: dict[str, Any]
    packs: tuple[str, ...] = ()
    """The data packs of the match by their fingerprints; a process is told of all there are when it starts."""
    seat: int
    position: str
    seats: tuple[int, ...]
    path: tuple[str, ...]
    prompt: str
    case: str
    seconds: float
    processes: int = 1
    """So many processes may share the thinking: those that nobody else needs now."""
    hurry: bool = False
    """Whether the answer is wanted at once, with the least that can be thought."""


class Heard(Struct, frozen=True, kw_only=True, tag_field="says", tag="heard"):
    """What the agent that a job is for has heard of its match already: the first line of an answer.

    It is so many `entries`, which come to this `mark` (see `phaseline.server.rooms.hearing`); a new one has heard nothing.
    """

    entries: int = 0
    mark: str = ""


class Story(Struct, frozen=True, kw_only=True):
    """What happened after the first `since` entries, as far as the seat may know: what an agent is told before it thinks.

    From the beginning (`since` 0) it is for an agent that has heard nothing, or what is no longer so: then it is made anew.
    With it the agent has heard `entries` that come to `mark`.
    """

    since: int = 0
    events: str = "[]"
    entries: int = 0
    mark: str = ""


PACKS = b"packs "
"""How the line begins that tells a process of the data packs there are."""
STORY = b"story "
"""How a line begins that tells a story."""
HURRY = b"hurry\n"
"""The line that asks for the answer at once, with what has been thought so far."""


class Progress(Struct, frozen=True, kw_only=True, tag_field="says", tag="progress"):
    """How much of the thinking is done, from 0 to 1; the answer is still to come."""

    share: float


class Thought(Struct, frozen=True, kw_only=True, tag_field="says", tag="thought"):
    """The answer: an order in notation and the reasons or the plan in words; or what went wrong."""

    order: str = ""
    plan: list[str] = []
    dropped: list[str] = []
    """Orders of its own plan that the agent found illegal and replaced, in words."""
    error: str = ""


def position_text(view: View) -> str:
    """The position of a view as a job carries it."""
    return view.position.to_bytes().decode()
