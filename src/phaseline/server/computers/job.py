"""What goes to a thinking process and what comes back, as lines of JSON."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from phaseline.engine.game import View


class Job(Struct, frozen=True, kw_only=True):
    """A question to an agent. `position` is the canonical form of the redacted position: the truth never leaves.

    `player` tells apart the agents of different matches and seats, which may remember what they planned. `heard` are
    the events since it was asked last, as far as its seat may know.
    """

    player: str
    agent: str
    seed: int
    game: str
    scenario: str
    options: dict[str, Any]
    seat: int
    position: str
    seats: tuple[int, ...]
    path: tuple[str, ...]
    prompt: str
    case: str
    seconds: float
    heard: str = "[]"
    processes: int = 1
    """So many processes may share the thinking: those that nobody else needs now."""
    hurry: bool = False
    """Whether the answer is wanted at once, with the least that can be thought."""


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
